"""The settings of a new tournament: from a file, from options, or from both; options override the file."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from betterproto2 import which_one_of

from tilth_cli import argument_types
from tilth_cli.errors import UserError
from tilth_cli.from_json import BadValue, from_plain
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import (
    ClockSettings,
    EntryRule,
    GameSetup,
    Sprt,
    TieBreak,
    TimeoutRule,
    TournamentSettings,
)
from tilth_report.texts import FORMATS

Command = TypeVar("Command", bound=Callable[..., Any])

USUAL_FORMAT = "round_robin"
USUAL_SEATS = 2
OF_FORMATS = {
    "cycles": ("cycles", {"round_robin", "groups", "gauntlet"}),
    "challengers": ("challengers", {"gauntlet"}),
    "deals": ("deals", {"benchmark"}),
    "rounds": ("rounds", {"swiss"}),
    "lives": ("lives", {"knockout", "groups"}),
    "further_sets": ("max_further_sets", {"knockout", "groups"}),
    "groups": ("groups", {"groups"}),
    "advance": ("advance", {"groups"}),
    "games": ("games", {"ladder", "series"}),
    "duration": ("duration_ms", {"ladder"}),
    "widen_after": ("widen_after_ms", {"ladder"}),
    "sprt": ("sprt", {"series"}),
}
"""Options of some formats only: the field that each sets, and the formats that have it."""
FIELDS = {
    "title": "title",
    "seats": "table_seats",
    "rotate": "rotate",
    "duplicate": "duplicate",
    "sets": "sets",
    "entry_closes": "entry_closes_at",
    "min_entrants": "min_entrants",
    "max_entrants": "max_entrants",
    "max_running": "max_running_pairings",
    "per_entrant": "games_per_entrant",
    "absence_timeout": "absence_timeout_ms",
    "seed": "seed",
}
"""Options that are one field of the settings each."""
CLOCK = {
    "per_decision": "decision_ms",
    "bank": "bank_ms",
    "increment": "increment_ms",
    "on_timeout": "on_timeout",
}
ENTRY = {"open": EntryRule.OPEN, "invitation": EntryRule.INVITATION}
TIMEOUTS = {"default": TimeoutRule.DEFAULT_ANSWER, "resign": TimeoutRule.RESIGN}
TIE_BREAKS = {
    str(each.name).lower().replace("_", "-"): each for each in TieBreak if each is not TieBreak.UNSPECIFIED
}


class OrderedOptions(click.Command):
    """A command that keeps the order of its options, because each `--option` belongs to the `--game` before it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line, and note in the context's `meta` the order in which the options were given."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta[__name__] = [parameter.name for parameter in order]
        return super().parse_args(ctx, args)


def sprt(text: str) -> Sprt:
    """Return a sequential test from text: `ELO0,ELO1`, or with both error probabilities `ELO0,ELO1,ALPHA,BETA`. Raise
    BadParameter for other texts."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise click.BadParameter(tr("usage-sprt", value=text))
    return Sprt(*numbers)


def settings_options(command: Command) -> Command:
    """Add an option for each tournament setting to a command. No option has a default: without it, the file's value or
    the usual one holds."""
    count = click.IntRange(min=1)
    options: list[tuple[str, dict[str, Any]]] = [
        ("--title", {}),
        ("--format", {"type": click.Choice([name.replace("_", "-") for name in FORMATS])}),
        ("--cycles", {"type": count}),
        ("--challengers", {"type": count}),
        ("--deals", {"type": count}),
        ("--rounds", {"type": count}),
        ("--lives", {"type": click.IntRange(1, 2)}),
        ("--further-sets", {"type": count}),
        ("--groups", {"type": count}),
        ("--advance", {"type": count}),
        ("--games", {"type": count}),
        ("--duration", {"type": argument_types.duration}),
        ("--widen-after", {"type": argument_types.duration}),
        ("--sprt", {"type": sprt, "metavar": "ELO0,ELO1[,ALPHA,BETA]"}),
        ("--game", {"multiple": True}),
        ("--option", {"multiple": True, "type": argument_types.setting, "metavar": "NAME=VALUE"}),
        ("--seats", {"type": click.IntRange(1, 5)}),
        ("--rotate/--no-rotate", {"default": None}),
        ("--duplicate/--no-duplicate", {"default": None}),
        ("--sets", {"type": count}),
        ("--entry", {"type": click.Choice(list(ENTRY))}),
        ("--invite", {"multiple": True, "metavar": "PLAYER"}),
        ("--entry-closes", {"type": argument_types.moment, "metavar": "TIME"}),
        ("--min-entrants", {"type": click.IntRange(min=2)}),
        ("--max-entrants", {"type": click.IntRange(min=2)}),
        ("--per-decision", {"type": argument_types.duration}),
        ("--bank", {"type": argument_types.duration}),
        ("--increment", {"type": argument_types.duration}),
        ("--on-timeout", {"type": click.Choice(list(TIMEOUTS))}),
        ("--tie-break", {"multiple": True, "type": click.Choice(list(TIE_BREAKS))}),
        ("--max-running", {"type": count}),
        ("--per-entrant", {"type": count}),
        ("--absence-timeout", {"type": argument_types.duration}),
        ("--seed", {"type": argument_types.seed}),
    ]
    for name, more in reversed(options):
        key = name.partition("/")[0].removeprefix("--").replace("-", "_")
        command = click.option(name, help=tr(f"tournament_option-{key}"), **more)(command)
    return command


def settings_from(file: Path | None, given: Mapping[str, Any]) -> TournamentSettings:
    """Return the settings in the file, if one is given, overridden by `given`, the values of `settings_options`.
    Invited players are given by id. Raise UsageError if options do not fit together."""
    settings = _read(file) if file else TournamentSettings()
    _set_format(settings, given)
    for option, field in FIELDS.items():
        if given[option] is not None:
            setattr(settings, field, given[option])
    is_benchmark = which_one_of(settings, "format")[0] == "benchmark"
    settings.table_seats = settings.table_seats or (1 if is_benchmark else USUAL_SEATS)
    if given["game"]:
        settings.game_setups = _games(given["game"], given["option"])
    elif given["option"]:
        raise click.UsageError(tr("usage-set_without_game"))
    if given["tie_break"]:
        settings.tie_breaks = [TIE_BREAKS[name] for name in given["tie_break"]]
    _set_clock(settings, given)
    _set_entry(settings, given)
    return settings


def _set_format(settings: TournamentSettings, given: Mapping[str, Any]) -> None:
    """Set the format, by default the file's or USUAL_FORMAT, and the options of the format. Another format than the
    file's replaces it. Raise UsageError for an option that the format does not have."""
    name, chosen = which_one_of(settings, "format")
    wanted = str(given["format"] or name or USUAL_FORMAT).replace("-", "_")
    if chosen is None or wanted != name:
        if name:
            setattr(settings, name, None)
        chosen = FORMATS[wanted]()
        setattr(settings, wanted, chosen)
    for option, (field, formats) in OF_FORMATS.items():
        if given[option] is None:
            continue
        if wanted not in formats:
            names = ", ".join(sorted(each.replace("_", "-") for each in formats))
            raise click.UsageError(
                tr("usage-not_of_format", option=f"--{option.replace('_', '-')}", formats=names)
            )
        setattr(chosen, field, given[option])


def _games(names: Sequence[str], settings: Sequence[tuple[str, str]]) -> list[GameSetup]:
    """Return a setup for each game in the order of the command line, with the settings given after it; raise UsageError
    for a setting before the first game."""
    order = click.get_current_context().meta[__name__]
    named, set_ = iter(names), iter(settings)
    games: list[GameSetup] = []
    for option in order:
        if option == "game":
            games.append(GameSetup(game=next(named)))
        elif option == "option":
            if not games:
                raise click.UsageError(tr("usage-set_without_game"))
            games[-1].settings.update([next(set_)])
    return games


def _set_clock(settings: TournamentSettings, given: Mapping[str, Any]) -> None:
    """Set the given clock options in the settings; without a rule for timeouts, the default answer is given."""
    clock = {field: given[option] for option, field in CLOCK.items() if given[option] is not None}
    if not clock:
        return
    settings.clock = settings.clock or ClockSettings(on_timeout=TimeoutRule.DEFAULT_ANSWER)
    for field, value in clock.items():
        setattr(settings.clock, field, TIMEOUTS[value] if field == "on_timeout" else value)


def _set_entry(settings: TournamentSettings, given: Mapping[str, Any]) -> None:
    """Set the invited players and the entry rule; without a rule, entry is by invitation if players are invited,
    otherwise open."""
    if given["invite"]:
        settings.invited_player_ids = list(given["invite"])
    if given["entry"]:
        settings.entry = ENTRY[given["entry"]]
    elif settings.entry is EntryRule.UNSPECIFIED:
        settings.entry = EntryRule.INVITATION if settings.invited_player_ids else EntryRule.OPEN


def _read(file: Path) -> TournamentSettings:
    """Return the settings in a file, read as JSON if its name ends in `.json`, else as TOML. Raise UserError if it
    cannot be read or does not fit."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(tr("error-unreadable", path=file, error=error.strerror), "FILE_UNUSABLE") from error
    except UnicodeDecodeError as error:
        raise UserError(tr("error-unreadable", path=file, error=error.reason), "FILE_UNUSABLE") from error
    try:
        value = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise UserError(tr("error-unreadable", path=file, error=error), "FILE_UNUSABLE") from error
    try:
        return from_plain(TournamentSettings, value)
    except BadValue as error:
        text = tr(
            "error-settings",
            path=file,
            field=error.field or "-",
            value=json.dumps(error.value, default=str),
        )
        raise UserError(text, "FILE_UNUSABLE") from error

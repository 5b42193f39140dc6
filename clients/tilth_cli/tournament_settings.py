"""What a new tournament is to be: from a file, from options, or from both; what an option says holds."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from betterproto2 import which_one_of

from tilth_cli import shapes
from tilth_cli.reading import Misread, from_plain
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    ClockSettings,
    EntryRule,
    Sprt,
    TieBreak,
    TimeoutRule,
    TournamentGame,
    TournamentSettings,
)
from tilth_report.telling import FORMATS

Command = TypeVar("Command", bound=Callable[..., Any])

USUAL_FORMAT = "round_robin"
USUAL_SEATS = 2
OF_FORMATS = {
    "cycles": ("cycles", {"round_robin", "groups"}),
    "rounds": ("rounds", {"swiss"}),
    "lives": ("lives", {"knockout", "groups"}),
    "groups": ("groups", {"groups"}),
    "advance": ("advance", {"groups"}),
    "games": ("games", {"ladder", "series"}),
    "duration": ("duration_ms", {"ladder"}),
    "patience": ("patience_ms", {"ladder"}),
    "sprt": ("sprt", {"series"}),
}
"""Options that belong to some formats: the field they set, and whose it is."""
FIELDS = {
    "title": "title",
    "seats": "table_seats",
    "rotate": "rotate",
    "duplicate": "duplicate",
    "sets": "sets",
    "closes": "entry_closes_at",
    "least": "least_entrants",
    "most": "most_entrants",
    "at_once": "games_at_once",
    "absence": "absence_ms",
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


class InOrder(click.Command):
    """A command that remembers in which order its options stood: a setting belongs to the game named before it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta[__name__] = [parameter.name for parameter in order]
        return super().parse_args(ctx, args)


def sprt(text: str) -> Sprt:
    """`ELO0,ELO1`, or with both risks `ELO0,ELO1,ALPHA,BETA`."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise click.BadParameter(say("usage.sprt", value=text))
    return Sprt(*numbers)


def settings_options(command: Command) -> Command:
    """One option for each setting. None of them has a value of its own: what isn't said is the file's, or usual."""
    count = click.IntRange(min=1)
    options: list[tuple[str, dict[str, Any]]] = [
        ("--title", {}),
        ("--format", {"type": click.Choice([name.replace("_", "-") for name in FORMATS])}),
        ("--cycles", {"type": count}),
        ("--rounds", {"type": count}),
        ("--lives", {"type": click.IntRange(1, 2)}),
        ("--groups", {"type": count}),
        ("--advance", {"type": count}),
        ("--games", {"type": count}),
        ("--duration", {"type": shapes.duration}),
        ("--patience", {"type": shapes.duration}),
        ("--sprt", {"type": sprt, "metavar": "ELO0,ELO1[,ALPHA,BETA]"}),
        ("--game", {"multiple": True}),
        ("--set", {"multiple": True, "type": shapes.setting, "metavar": "NAME=VALUE"}),
        ("--seats", {"type": click.IntRange(2, 5)}),
        ("--rotate/--no-rotate", {"default": None}),
        ("--duplicate/--no-duplicate", {"default": None}),
        ("--sets", {"type": count}),
        ("--entry", {"type": click.Choice(list(ENTRY))}),
        ("--invite", {"multiple": True, "metavar": "PLAYER"}),
        ("--closes", {"type": shapes.moment, "metavar": "TIME"}),
        ("--least", {"type": click.IntRange(min=2)}),
        ("--most", {"type": click.IntRange(min=2)}),
        ("--per-decision", {"type": shapes.duration}),
        ("--bank", {"type": shapes.duration}),
        ("--increment", {"type": shapes.duration}),
        ("--on-timeout", {"type": click.Choice(list(TIMEOUTS))}),
        ("--tie-break", {"multiple": True, "type": click.Choice(list(TIE_BREAKS))}),
        ("--at-once", {"type": count}),
        ("--absence", {"type": shapes.duration}),
        ("--seed", {"type": shapes.seed}),
    ]
    for name, more in reversed(options):
        key = name.partition("/")[0].removeprefix("--").replace("-", "_")
        command = click.option(name, help=say(f"tournament_option.{key}"), **more)(command)
    return command


def settings_from(file: Path | None, given: Mapping[str, Any]) -> TournamentSettings:
    """`given` are the values of `settings_options`. Players who are invited stand in it by id."""
    settings = _read(file) if file else TournamentSettings()
    _set_format(settings, given)
    for option, field in FIELDS.items():
        if given[option] is not None:
            setattr(settings, field, given[option])
    settings.table_seats = settings.table_seats or USUAL_SEATS
    if given["game"]:
        settings.games = _games(given["game"], given["set"])
    elif given["set"]:
        raise click.UsageError(say("usage.set_without_game"))
    if given["tie_break"]:
        settings.tie_breaks = [TIE_BREAKS[name] for name in given["tie_break"]]
    _set_clock(settings, given)
    _set_entry(settings, given)
    return settings


def _set_format(settings: TournamentSettings, given: Mapping[str, Any]) -> None:
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
            raise click.UsageError(say("usage.not_of_format", option=f"--{option}", formats=names))
        setattr(chosen, field, given[option])


def _games(names: Sequence[str], settings: Sequence[tuple[str, str]]) -> list[TournamentGame]:
    """In the order they were named, each with the settings that stood behind it."""
    order = click.get_current_context().meta[__name__]
    named, set_ = iter(names), iter(settings)
    games: list[TournamentGame] = []
    for option in order:
        if option == "game":
            games.append(TournamentGame(game=next(named)))
        elif option == "set":
            if not games:
                raise click.UsageError(say("usage.set_without_game"))
            games[-1].settings.update([next(set_)])
    return games


def _set_clock(settings: TournamentSettings, given: Mapping[str, Any]) -> None:
    said = {field: given[option] for option, field in CLOCK.items() if given[option] is not None}
    if not said:
        return
    settings.clock = settings.clock or ClockSettings(on_timeout=TimeoutRule.DEFAULT_ANSWER)
    for field, value in said.items():
        setattr(settings.clock, field, TIMEOUTS[value] if field == "on_timeout" else value)


def _set_entry(settings: TournamentSettings, given: Mapping[str, Any]) -> None:
    if given["invite"]:
        settings.invited_ids = list(given["invite"])
    if given["entry"]:
        settings.entry = ENTRY[given["entry"]]
    elif settings.entry is EntryRule.UNSPECIFIED:
        settings.entry = EntryRule.INVITATION if settings.invited_ids else EntryRule.OPEN


def _read(file: Path) -> TournamentSettings:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise Trouble(say("trouble.unreadable", path=file, said=error.strerror), "file") from error
    except UnicodeDecodeError as error:
        raise Trouble(say("trouble.unreadable", path=file, said=error.reason), "file") from error
    try:
        value = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise Trouble(say("trouble.unreadable", path=file, said=error), "file") from error
    try:
        return from_plain(TournamentSettings, value)
    except Misread as error:
        text = say(
            "trouble.settings",
            path=file,
            field=error.field or "-",
            value=json.dumps(error.value, default=str),
        )
        raise Trouble(text, "file") from error

"""tilth arena: a tournament of bot programs on this machine. It uses the SDK, as `tilth bot` does."""

import asyncio
import math
import secrets
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from rich.live import Live
from rich.text import Text

from tilth_cli import argument_types
from tilth_cli.arena_board import board, how_far, read_standings, standings_parts
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.tournament_tables import conduct_table, crosstables
from tilth_dataclasses.tilth.v1 import ForfeitCause

if TYPE_CHECKING:
    from tilth_arena import Folder, HeadToHead, PairingResult, Plan, Progress, Tournament

FORMATS = (
    *("round-robin", "swiss", "knockout", "double-elimination", "groups", "ladder", "series"),
    *("gauntlet", "benchmark"),
)
TIE_BREAKS = (
    "buchholz",
    "buchholz-cut",
    "sonneborn-berger",
    "head-to-head",
    "points-in-play",
    "wins",
    "rounds-survived",
)
SPRT = {2: "h0", 3: "h1"}
"""SprtDecision; anything else is open."""
ON_RESUME = ("folder", "copies", "changes")
"""The options that an arena that continues takes, too."""
PLAIN_SECONDS = 10.0
"""Between two lines about how far it is, where nothing is drawn."""


def sprt(context: click.Context, parameter: click.Parameter, value: str) -> tuple[float, ...]:
    """Return the numbers of `--sprt`, for click: two to four, parted by commas or colons (`0,10` or `0,10,0.05,0.05`),
    or none for an empty value. Raise BadParameter for anything else."""
    try:
        numbers = tuple(float(word) for word in value.replace(":", ",").split(",")) if value else ()
    except ValueError:
        numbers = (0.0,)
    if len(numbers) not in (0, 2, 3, 4):
        raise click.BadParameter(tr("usage-sprt", value=value))
    return numbers


@command(tilth, "arena")
@click.argument("bots", metavar="[NAME=]SPEC...", nargs=-1)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help=tr("option-arena_folder"))
@click.option("--format", "form", type=click.Choice(FORMATS), default=None, help=tr("option-format"))
@click.option("--cycles", type=click.IntRange(min=0), default=0, help=tr("option-cycles"))
@click.option("--challengers", type=click.IntRange(min=0), default=0, help=tr("option-challengers"))
@click.option("--deals", type=click.IntRange(min=0), default=0, help=tr("option-deals"))
@click.option("--rounds", type=click.IntRange(min=0), default=0, help=tr("option-rounds"))
@click.option("--groups", type=click.IntRange(min=0), default=0, help=tr("option-groups"))
@click.option("--advance", type=click.IntRange(min=0), default=0, help=tr("option-advance"))
@click.option("--games", "length", type=click.IntRange(min=0), default=0, help=tr("option-games"))
@click.option("--sets", type=click.IntRange(min=0), default=0, help=tr("option-sets"))
@click.option("--further-sets", type=click.IntRange(min=0), default=0, help=tr("option-further_sets"))
@click.option(
    "--sprt", "test", default="", callback=sprt, metavar="ELO0,ELO1[,ALPHA,BETA]", help=tr("option-sprt")
)
@click.option("--game", "games", multiple=True, default=("petrichor",), help=tr("option-arena_game"))
@click.option("--option", "options", multiple=True, type=argument_types.setting, help=tr("option-set"))
@click.option("--seats", type=click.IntRange(2, 5), default=2, show_default=True, help=tr("option-seats"))
@click.option("--rotate/--no-rotate", default=True, help=tr("option-rotate"))
@click.option("--duplicate", is_flag=True, help=tr("option-duplicate"))
@click.option(
    "--tie-break", "tie_breaks", multiple=True, type=click.Choice(TIE_BREAKS), help=tr("option-tie_break")
)
@click.option("--title", default="", help=tr("option-arena_title"))
@click.option("--seed", type=argument_types.seed, default="", help=tr("option-arena_seed"))
@click.option("--bot-seed", type=int, default=0, show_default=True, help=tr("option-bot_seed"))
@click.option("--concurrency", type=click.IntRange(min=1), metavar="N", help=tr("option-concurrency"))
@click.option("--memory", type=argument_types.size, default="1G", show_default=True, help=tr("option-memory"))
@click.option("--cpu", type=argument_types.duration, default="60s", show_default=True, help=tr("option-cpu"))
@click.option(
    "--answer", type=argument_types.duration, default="10s", show_default=True, help=tr("option-answer")
)
@click.option("--copy-bots", "copies", is_flag=True, help=tr("option-copy_bots"))
@click.option("--changed-bots", "changes", is_flag=True, help=tr("option-changed_bots"))
async def arena(context: CommandContext, /, bots: tuple[str, ...], folder: Path | None, **given: Any) -> None:
    """Begin an arena in a folder with the given bots, or resume the folder's arena if no bots are given, and show its
    progress until the tournament ends."""
    # Only now: all other commands start without the SDK and its stubs.
    from tilth_arena import Arena, BadFolder, BadProgram, ChangedBots, Folder, NoServer
    from tilth_client import TilthError

    home = Folder(folder or Path(time.strftime("arena-%Y%m%d-%H%M%S")))
    if home.has_plan == bool(bots):
        key = "usage-arena_again" if bots else "usage-arena_bots"
        raise click.UsageError(tr(key, folder=home.path))
    if not bots and (kept := _set_in_the_plan()):
        raise click.UsageError(tr("usage-arena_kept", options=", ".join(kept), folder=home.path))
    if 0 < len(bots) < given["seats"]:
        raise click.UsageError(tr("usage-arena_few", seats=given["seats"]))
    try:
        plan = _plan(bots, given) if bots else None
        with home.lock(), ExitStack() as stack:
            if plan is not None:
                home.begin(plan)
            report = _Report(context.out, stack)
            try:
                run = Arena(home, report, copies=given["copies"], accepts_changes=given["changes"])
                progress = await run.run()
            except asyncio.CancelledError:
                stack.close()
                report.stopped(home)
                raise
            except (BadProgram, TilthError):
                home.abandon()
                raise
    except BadProgram as bad:
        raise UserError(str(bad), "PROGRAM_INVALID") from bad
    except ChangedBots as changed:
        raise UserError(tr("error-changed_bots", bots=changed, folder=home.path), "BOTS_CHANGED") from changed
    except (BadFolder, NoServer) as bad:
        raise UserError(str(bad), "ARENA_FAILED") from bad
    except TilthError as error:
        raise UserError(str(error), getattr(error, "reason", "UNAVAILABLE")) from error
    _show_end(context.out, progress, home)


def _set_in_the_plan() -> list[str]:
    """Return the options on the command line that only a new arena takes (all but those of ON_RESUME), as `--name`;
    the plan keeps their values."""
    context = click.get_current_context()
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if isinstance(parameter, click.Option)
        and parameter.name in context.params
        and parameter.name not in ON_RESUME
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]


def _plan(bots: tuple[str, ...], given: dict[str, Any]) -> "Plan":
    """Return the plan of an arena run that the options of the command line describe."""
    from tilth_arena import Limits, Plan, TournamentTerms, cores, players_from, tournament_settings

    limits = Limits(given["memory"], given["cpu"] / 1000, given["answer"] / 1000)
    players = players_from(bots)
    terms = TournamentTerms(
        format=given["form"] or ("series" if given["test"] else "round-robin"),
        games=given["games"],
        options=dict(given["options"]),
        **{
            name: given[name]
            for name in (
                *("seats", "cycles", "challengers", "rounds", "groups", "advance", "length", "sets"),
                *("further_sets", "deals", "rotate"),
            )
        },
        duplicate=given["duplicate"],
        sprt=given["test"],
        tie_breaks=given["tie_breaks"],
        title=given["title"],
        seed=given["seed"],
    )
    if terms.sprt and terms.format != "series":
        raise click.UsageError(tr("usage-sprt_series"))
    settings = tournament_settings(terms, limits, given["concurrency"] or cores(), len(players))
    return Plan(players, str(Path.cwd()), settings, limits, given["bot_seed"], secrets.token_urlsafe(9))


class _Report:
    """The output of a running arena: in a terminal its standings, drawn again with each progress; elsewhere a line for
    each ended game, as text or JSON."""

    def __init__(self, out: Output, stack: ExitStack) -> None:
        self._out = out
        self._stack = stack
        self._live: Live | None = None
        self._printed_at = 0.0
        self._last: Progress | None = None

    def on_start(self, address: str, tournament: "Tournament") -> None:
        """Show the tournament's id and the server's address; on a terminal, begin to draw the board."""
        if self._out.as_json:
            self._out.line({"tournament_id": tournament.id, "address": address})
            return
        self._out.note("arena-begun", tournament=tournament.id, address=address)
        if self._out.is_terminal:
            live = Live(console=self._out.console, auto_refresh=False, transient=True)
            self._live = self._stack.enter_context(live)

    def on_pairing_end(self, game: "PairingResult") -> None:
        """Print a line for the ended game, as JSON if asked for; nothing while the board is drawn."""
        if self._out.as_json:
            self._out.line(
                {
                    "game": game.number,
                    "match_id": game.match_id,
                    "bots": [seat.name for seat in game.seats],
                    "places": [seat.place for seat in game.seats],
                    "scores": [seat.score for seat in game.seats],
                    "forfeits": [seat.name for seat in game.seats if seat.forfeited],
                }
            )
        elif self._live is None:
            self._out.print_message("arena-game", number=game.number, bots=", ".join(_seats(game)))

    def on_progress(self, progress: "Progress") -> None:
        """Draw the board again; without a terminal, print the progress now and then, but not between JSON lines."""
        self._last = progress
        if self._live is not None:
            self._live.update(board(progress), refresh=True)
        elif not self._out.as_json and time.monotonic() - self._printed_at > PLAIN_SECONDS:
            self._printed_at = time.monotonic()
            self._out.notes.print(Text(how_far(progress), style="dim"))

    def stopped(self, home: "Folder") -> None:
        """Print the last board so that it stays in the terminal, and tell how to resume the run."""
        if self._last is not None and self._live is not None:
            self._out.show(board(self._last))
        self._out.note("arena-resumable", folder=home.path)

    def on_server_death(self) -> None:
        """Print a note that the arena's server has died."""
        self._out.note("arena-server_died")


def _seats(game: "PairingResult") -> list[str]:
    """Return a text for each seat of a finished game: the bot with its place and score, or that it forfeited, or has
    no place."""
    parts = []
    for seat in game.seats:
        key = "arena-seat_forfeited" if seat.forfeited else "arena-seat" if seat.place else "arena-seat_void"
        parts.append(tr(key, name=seat.name, place=seat.place, score=seat.score))
    return parts


def _show_end(out: Output, progress: "Progress", home: "Folder") -> None:
    """Print the final standings, the conduct and the crosstables of an arena, and where its folder and logs are; with
    JSON output, one line with the standings and the duel of two bots."""
    standings, tournament = progress.standings, progress.tournament
    if out.as_json:
        lines = [
            {
                "place": line.place,
                "name": line.player_name,
                "points": line.points,
                **{name: getattr(line, name) for name in ("games", "wins", "draws", "losses", "forfeits")},
                "elo": round(line.elo, 1),
                "elo_margin": round(line.elo_margin, 1),
                "version": line.version,
                "earlier_versions": list(line.earlier_versions),
                "mean_ms": round(line.thinking.mean_ms, 3),
                **{name: getattr(line.thinking, name) for name in ("p99_ms", "longest_ms", "timeouts")},
                "forfeit_causes": {
                    (ForfeitCause(each.cause).name or "unspecified").lower(): each.games
                    for each in line.forfeit_causes
                },
            }
            for line in standings.standings
        ]
        end = {"tournament_id": tournament.id, "finished": standings.finished, "standings": lines}
        if standings.HasField("head_to_head"):
            end["head_to_head"] = _plain_duel(standings.head_to_head)
        out.line(end)
        return
    found = read_standings(progress)
    for part in standings_parts(progress, found):
        out.show(part)
    conduct = conduct_table(found)
    if conduct is not None:
        out.show("", conduct)
    for part in crosstables(found, out.console.width):
        out.show("", part)
    out.show("")
    out.print_message("arena-done", folder=home.path, logs=home.path / "logs", tournament=tournament.id)


def _plain_duel(duel: "HeadToHead") -> dict[str, Any]:
    """Return the numbers of a duel of two bots by name for JSON: games and results, Elo and superiority rounded to 4
    digits (None if infinite), and the state of its SPRT if there is one."""
    plain: dict[str, Any] = {name: getattr(duel, name) for name in ("games", "wins", "draws", "losses")}
    for name in ("elo", "elo_low", "elo_high", "superiority"):
        value = getattr(duel, name)
        plain[name] = round(value, 4) if math.isfinite(value) else None
    if duel.HasField("sprt"):
        plain["llr"] = round(duel.sprt.log_likelihood_ratio, 4)
        plain["sprt"] = SPRT.get(duel.sprt.decision, "open")
    return plain

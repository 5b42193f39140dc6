"""tilth arena: a contest of several bot programs on this machine. It goes through the SDK, as `tilth bot` does."""

import asyncio
import math
import secrets
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.live import Live
from rich.text import Text

from tilth_cli import shapes
from tilth_cli.arena_board import board, how_far, read_standings, standings_parts
from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.output import Output
from tilth_cli.tournament_tables import crosstables
from tilth_cli.troubles import Trouble
from tilth_cli.words import say

if TYPE_CHECKING:
    from tilth_arena import Duel, Folder, GameOver, Plan, Progress, Tournament

FORMATS = ("round-robin", "swiss", "knockout", "double-elimination", "groups", "ladder", "series")
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
PLAIN_SECONDS = 10.0
"""Between two lines about how far it is, where nothing is drawn."""


def sprt(context: click.Context, parameter: click.Parameter, value: str) -> tuple[float, ...]:
    """`0,10` or `0,10,0.05,0.05`."""
    try:
        numbers = tuple(float(word) for word in value.replace(":", ",").split(",")) if value else ()
    except ValueError:
        numbers = (0.0,)
    if len(numbers) not in (0, 2, 3, 4):
        raise click.BadParameter(say("usage.sprt", value=value))
    return numbers


@command(tilth, "arena")
@click.argument("bots", metavar="[NAME=]SPEC...", nargs=-1)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help=say("option.arena_folder"))
@click.option("--format", "form", type=click.Choice(FORMATS), default=None, help=say("option.format"))
@click.option("--cycles", type=click.IntRange(min=0), default=0, help=say("option.cycles"))
@click.option("--rounds", type=click.IntRange(min=0), default=0, help=say("option.rounds"))
@click.option("--groups", type=click.IntRange(min=0), default=0, help=say("option.groups"))
@click.option("--advance", type=click.IntRange(min=0), default=0, help=say("option.advance"))
@click.option("--games", "length", type=click.IntRange(min=0), default=0, help=say("option.games"))
@click.option("--sets", type=click.IntRange(min=0), default=0, help=say("option.sets"))
@click.option(
    "--sprt", "test", default="", callback=sprt, metavar="ELO0,ELO1[,ALPHA,BETA]", help=say("option.sprt")
)
@click.option("--game", "games", multiple=True, default=("petrichor",), help=say("option.arena_game"))
@click.option("--set", "options", multiple=True, type=shapes.setting, help=say("option.set"))
@click.option("--seats", type=click.IntRange(2, 5), default=2, show_default=True, help=say("option.seats"))
@click.option("--rotate/--no-rotate", default=True, help=say("option.rotate"))
@click.option("--duplicate", is_flag=True, help=say("option.duplicate"))
@click.option(
    "--tie-break", "tie_breaks", multiple=True, type=click.Choice(TIE_BREAKS), help=say("option.tie_break")
)
@click.option("--title", default="", help=say("option.arena_title"))
@click.option("--seed", type=shapes.seed, default="", help=say("option.arena_seed"))
@click.option("--bot-seed", type=int, default=0, show_default=True, help=say("option.bot_seed"))
@click.option("--concurrency", type=click.IntRange(min=1), metavar="N", help=say("option.concurrency"))
@click.option("--memory", type=shapes.size, default="1G", show_default=True, help=say("option.memory"))
@click.option("--cpu", type=shapes.duration, default="60s", show_default=True, help=say("option.cpu"))
@click.option("--answer", type=shapes.duration, default="10s", show_default=True, help=say("option.answer"))
async def arena(errand: Errand, /, bots: tuple[str, ...], folder: Path | None, **given: Any) -> None:
    # Only now: all other commands start without the SDK and its stubs.
    from tilth_arena import Arena, BadFolder, BadProgram, Folder, NoServer
    from tilth_client import TilthError

    home = Folder(folder or Path(time.strftime("arena-%Y%m%d-%H%M%S")))
    if home.has_plan == bool(bots):
        key = "usage.arena_again" if bots else "usage.arena_bots"
        raise click.UsageError(say(key, folder=home.path))
    if 0 < len(bots) < given["seats"]:
        raise click.UsageError(say("usage.arena_few", seats=given["seats"]))
    try:
        plan = _plan(bots, given) if bots else None
        with home.held(), ExitStack() as stack:
            if plan is not None:
                home.begin(plan)
            report = _Report(errand.out, stack)
            try:
                progress = await Arena(home, report).run()
            except asyncio.CancelledError:
                stack.close()
                report.stopped(home)
                raise
            except (BadProgram, TilthError):
                home.abandon()
                raise
    except BadProgram as bad:
        raise Trouble(str(bad), "bad_program") from bad
    except (BadFolder, NoServer) as bad:
        raise Trouble(str(bad), "arena") from bad
    except TilthError as error:
        raise Trouble(str(error), getattr(error, "reason", "unavailable")) from error
    _show_end(errand.out, progress, home)


def _plan(bots: tuple[str, ...], given: dict[str, Any]) -> "Plan":
    """What the command line says, as it is kept in the folder."""
    from tilth_arena import Limits, Plan, Terms, cores, named, tournament_settings

    limits = Limits(given["memory"], given["cpu"] / 1000, given["answer"] / 1000)
    players = named(bots)
    terms = Terms(
        format=given["form"] or ("series" if given["test"] else "round-robin"),
        games=given["games"],
        options=dict(given["options"]),
        **{
            name: given[name]
            for name in ("seats", "cycles", "rounds", "groups", "advance", "length", "sets", "rotate")
        },
        duplicate=given["duplicate"],
        sprt=given["test"],
        tie_breaks=given["tie_breaks"],
        title=given["title"],
        seed=given["seed"],
    )
    if terms.sprt and terms.format != "series":
        raise click.UsageError(say("usage.sprt_series"))
    settings = tournament_settings(terms, limits, given["concurrency"] or cores(), len(players))
    return Plan(players, str(Path.cwd()), settings, limits, given["bot_seed"], secrets.token_urlsafe(9))


class _Report:
    """Draws the standings in a terminal; elsewhere tells of each game in a line."""

    def __init__(self, out: Output, stack: ExitStack) -> None:
        self._out = out
        self._stack = stack
        self._live: Live | None = None
        self._told_at = 0.0
        self._last: Progress | None = None

    def begun(self, address: str, tournament: "Tournament") -> None:
        if self._out.as_json:
            self._out.line({"tournament_id": tournament.id, "address": address})
            return
        self._out.note("arena.begun", tournament=tournament.id, address=address)
        if self._out.is_terminal:
            live = Live(console=self._out.console, auto_refresh=False, transient=True)
            self._live = self._stack.enter_context(live)

    def game(self, game: "GameOver") -> None:
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
            self._out.say("arena.game", number=game.number, bots=", ".join(_seats(game)))

    def stands(self, progress: "Progress") -> None:
        self._last = progress
        if self._live is not None:
            self._live.update(board(progress), refresh=True)
        elif not self._out.as_json and time.monotonic() - self._told_at > PLAIN_SECONDS:
            self._told_at = time.monotonic()
            self._out.notes.print(Text(how_far(progress), style="dim"))

    def stopped(self, home: "Folder") -> None:
        """What was drawn last stays to be read."""
        if self._last is not None and self._live is not None:
            self._out.show(board(self._last))
        self._out.note("arena.resumable", folder=home.path)

    def server_died(self) -> None:
        self._out.note("arena.server_died")


def _seats(game: "GameOver") -> list[str]:
    told = []
    for seat in game.seats:
        key = "arena.seat_forfeited" if seat.forfeited else "arena.seat" if seat.place else "arena.seat_void"
        told.append(say(key, name=seat.name, place=seat.place, score=seat.score))
    return told


def _show_end(out: Output, progress: "Progress", home: "Folder") -> None:
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
            }
            for line in standings.standings
        ]
        end = {"tournament_id": tournament.id, "finished": standings.finished, "standings": lines}
        if standings.HasField("duel"):
            end["duel"] = _plain_duel(standings.duel)
        out.line(end)
        return
    found = read_standings(progress)
    for part in standings_parts(progress, found):
        out.show(part)
    for part in crosstables(found, out.console.width):
        out.show("", part)
    out.show("")
    out.say("arena.done", folder=home.path, logs=home.path / "logs", tournament=tournament.id)


def _plain_duel(duel: "Duel") -> dict[str, Any]:
    """JSON knows no infinity: who has won all games has no Elo yet."""
    plain: dict[str, Any] = {name: getattr(duel, name) for name in ("games", "wins", "draws", "losses")}
    for name in ("elo", "elo_low", "elo_high", "superiority"):
        value = getattr(duel, name)
        plain[name] = round(value, 4) if math.isfinite(value) else None
    if duel.HasField("sprt"):
        plain["llr"] = round(duel.sprt.log_likelihood_ratio, 4)
        plain["sprt"] = SPRT.get(duel.sprt.decision, "open")
    return plain

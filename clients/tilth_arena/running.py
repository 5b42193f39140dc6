"""`tilth bot run`: one bot program, connected to the matches of one player."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tilth_arena.isolated import Assignment, BotFailed, Isolated
from tilth_arena.limits import Limits
from tilth_arena.processes import NO_LIMITS, Launcher, bare_environment
from tilth_arena.programs import Kind, Program, maker
from tilth_bots import Pondering
from tilth_client import (
    Bot,
    ConnectionProblem,
    Context,
    Ended,
    Refused,
    Tilth,
    TilthError,
    done_alone,
    let_play,
)


@dataclass(frozen=True, slots=True)
class Way:
    """How a program is run."""

    seed: int = 0
    think: float = 0.0
    """Seconds that it waits before each answer, so that people can watch it."""
    processes: int = 0
    """Play each match in a process of its own, and let so many think at once. 0: a Python bot is played here."""
    limits: Limits = NO_LIMITS
    logs: Path | None = None
    """A folder for what the processes print. None: it is seen on stderr."""
    done_alone: bool = False
    """The program is asked only where it has a choice."""


@dataclass(frozen=True, slots=True)
class Where:
    """The server, as a program that speaks gRPC is told of it."""

    address: str
    token: str
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def told(self, match_id: str = "", seat: int | None = None) -> dict[str, str]:
        """The variables of its environment."""
        all_of_them = {
            "TILTH_ADDRESS": self.address,
            "TILTH_TOKEN": self.token,
            "TILTH_MATCH": match_id,
            "TILTH_SEAT": "" if seat is None else str(seat),
            "TILTH_CA": _path(self.ca),
            "TILTH_CERT": _path(self.certificate),
            "TILTH_KEY": _path(self.key),
        }
        return {name: value for name, value in all_of_them.items() if value}


def _path(file: Path | None) -> str:
    return "" if file is None else str(file.absolute())


@dataclass(frozen=True, slots=True)
class Told:
    """What is called when something has come to its end."""

    ended: Callable[[str, int, Ended], object]
    failed: Callable[[str, int | None, str], object]


async def run_program(  # noqa: PLR0913  # all that one run of a bot follows from
    program: Program,
    tilth: Tilth,
    where: Where,
    way: Way,
    match_id: str,
    seat: int | None,
    game: str,
    told: Told,
) -> None:
    """Until the match is over; or, without a match, all matches of the player until it is cancelled."""
    if program.kind is Kind.EXECUTABLE:
        await _run_executable(program, tilth, where, match_id, seat)
    elif program.kind.is_python and not way.processes:
        await _run_here(maker(program)(way.seed), tilth, way, match_id, seat, game, told)
    else:
        await _run_isolated(program, tilth, way, match_id, seat, game, told)


async def _run_here(
    bot: Bot, tilth: Tilth, way: Way, match_id: str, seat: int | None, game: str, told: Told
) -> None:
    try:
        await let_play(_bound(bot, way), tilth, match_id, seat, game=game, ended=told.ended)
    except (ConnectionProblem, Refused):
        raise
    except Exception as error:
        # One match only: of several, `serve` lets the others go on.
        logging.getLogger("tilth_client").exception("the bot failed at match %s", match_id)
        await _resigned(tilth, match_id, seat)
        raise BotFailed(f"{type(error).__name__}: {error}") from error


async def _resigned(tilth: Tilth, match_id: str, seat: int | None) -> None:
    if match_id and seat is not None:
        with suppress(TilthError):  # the match was over already, or its seat has resigned
            await tilth.resign(match_id, seat)


async def _run_isolated(
    program: Program, tilth: Tilth, way: Way, match_id: str, seat: int | None, game: str, told: Told
) -> None:
    async def assign(context: Context) -> Assignment:
        log = None
        if way.logs is not None:
            await asyncio.to_thread(way.logs.mkdir, parents=True, exist_ok=True)
            log = way.logs / f"{context.match_id}-{context.seat}.log"
        return Assignment(way.seed, {}, log)

    def ended(match: str, at_seat: int, end: Ended) -> None:
        isolated.ended(match, at_seat, end)
        told.ended(match, at_seat, end)

    launcher = Launcher(program, Path.cwd())
    try:
        await launcher.open()
        isolated = Isolated(launcher, assign, way.limits, way.processes, told.failed)
        try:
            await let_play(_bound(isolated, way), tilth, match_id, seat, game=game, ended=ended)
        except BotFailed:
            # One match only, so nobody else has resigned for it.
            await _resigned(tilth, match_id, seat)
            raise
        finally:
            await isolated.close("its runner stops")
    finally:
        await launcher.close()


def _bound(bot: Bot, way: Way) -> Bot:
    """The bot as it is asked in this way."""
    pondering = Pondering(bot, way.think) if way.think else bot
    return done_alone(pondering) if way.done_alone else pondering


async def own_seat(tilth: Tilth, match_id: str, seat: int | None) -> int:
    """The seat to play: this one, or one that the player holds, or the first free one; taken where it isn't held."""
    player_id = (await tilth.me()).id
    seats = (await tilth.match(match_id)).seats
    held = [number for number, one in enumerate(seats) if one.player_id == player_id]
    if seat is None:
        return held[0] if held else await tilth.take(match_id)
    return seat if seat in held else await tilth.take(match_id, seat)


async def _run_executable(
    program: Program, tilth: Tilth, where: Where, match_id: str, seat: int | None
) -> None:
    """It speaks gRPC by itself. When it fails at the one match it was started for, its seat resigns."""
    environment = bare_environment() | where.told(match_id, seat)
    process = await asyncio.create_subprocess_exec(*program.words, env=environment)
    try:
        code = await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if code == 0:
        return
    await _resigned(tilth, match_id, seat)
    how = f"exit code {code}" if code > 0 else f"killed by signal {-code}"
    raise BotFailed(how)

"""A bot program and the matches of one player, as `tilth bot run` connects them."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tilth_arena.limits import Limits
from tilth_arena.process_bot import Assignment, ProcessBot
from tilth_arena.processes import NO_LIMITS, Launcher, bare_environment
from tilth_arena.programs import Kind, Program, bot_maker
from tilth_bots.delayed import delayed
from tilth_client import (
    AnyBot,
    BotFailed,
    ConnectionFailed,
    Context,
    MatchEnd,
    Refused,
    Tilth,
    TilthError,
    auto_forced,
    play_until_done,
)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings for a run of a bot program."""

    seed: int = 0
    delay: float = 0.0
    """Seconds that the program waits before each answer, so that people can watch it."""
    processes: int = 0
    """Play each match in a process of its own, and let this many think at once. 0: a Python bot is played in this
    process."""
    limits: Limits = NO_LIMITS
    logs: Path | None = None
    """A folder for the output of the processes; None for stderr."""
    auto_forced: bool = False
    """True to ask the program only if it has a choice."""


@dataclass(frozen=True, slots=True)
class PlayerAccess:
    """The server's address and the player's token, as passed to a program that speaks gRPC."""

    address: str
    token: str
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def environment(self, match_id: str = "", seat: int | None = None) -> dict[str, str]:
        """Return the environment variables of the program: the server's address, the token, the match and seat to play,
        and the paths of certificates. Variables without a value are left out."""
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
    """Return a file's absolute path as text; "" without a file."""
    return "" if file is None else str(file.absolute())


@dataclass(frozen=True, slots=True)
class RunCallbacks:
    """The functions that are called when a match ends (with its id, the seat and the end), and when a process fails
    (with the match's id, the seat and the reason in words)."""

    ended: Callable[[str, int, MatchEnd], object]
    failed: Callable[[str, int | None, str], object]


async def run_program(  # noqa: PLR0913  # the settings of one run of a bot
    program: Program,
    tilth: Tilth,
    access: PlayerAccess,
    settings: RunSettings,
    match_id: str,
    seat: int | None,
    game: str,
    callbacks: RunCallbacks,
) -> None:
    """Run a bot program until its match has ended; without `match_id`, play all matches of the player until it is
    cancelled. A program that speaks gRPC is started once, a Python bot plays in this process unless the settings ask
    for processes, and any other bot plays each seat in a process of its own. Raise BotFailed if the bot fails at its
    only match."""
    if program.kind is Kind.EXECUTABLE:
        await _run_executable(program, tilth, access, match_id, seat)
    elif program.kind.is_python and not settings.processes:
        await _run_here(bot_maker(program)(settings.seed), tilth, settings, match_id, seat, game, callbacks)
    else:
        await _run_in_processes(program, tilth, settings, match_id, seat, game, callbacks)


async def _run_here(
    bot: AnyBot,
    tilth: Tilth,
    settings: RunSettings,
    match_id: str,
    seat: int | None,
    game: str,
    callbacks: RunCallbacks,
) -> None:
    """Play with a Python bot in this process. If it fails at its only match, resign its seat and raise BotFailed."""
    try:
        await play_until_done(
            _wrapped(bot, settings), tilth, match_id, seat, game=game, ended=callbacks.ended
        )
    except (ConnectionFailed, Refused):
        raise
    except Exception as error:
        # The bot plays one match only: `play_all` resigns for a bot of several matches, and does not raise.
        logging.getLogger("tilth_client").exception("the bot failed at match %s", match_id)
        await _resign(tilth, match_id, seat, error)
        raise BotFailed(f"{type(error).__name__}: {error}") from error


async def _resign(tilth: Tilth, match_id: str, seat: int | None, failure: Exception) -> None:
    """Resign the seat of a bot that failed, if it plays one match and the seat is known. An error of the server is
    ignored."""
    if match_id and seat is not None:
        with suppress(TilthError):  # the match has ended, or its seat has resigned
            await tilth.resign(match_id, seat, failure)


async def _run_in_processes(
    program: Program,
    tilth: Tilth,
    settings: RunSettings,
    match_id: str,
    seat: int | None,
    game: str,
    callbacks: RunCallbacks,
) -> None:
    """Play each seat of the player in a process of its own, with a log file for each if the settings name a folder. If
    the bot fails at its only match, resign its seat and raise BotFailed."""

    async def assign(context: Context) -> Assignment:
        """Return the seed and the log for the process of one seat."""
        log = None
        if settings.logs is not None:
            await asyncio.to_thread(settings.logs.mkdir, parents=True, exist_ok=True)
            log = settings.logs / f"{context.match_id}-{context.seat}.log"
        return Assignment(settings.seed, {}, log)

    def ended(match: str, at_seat: int, end: MatchEnd) -> None:
        """Let the process of a seat end, and report the end of its match."""
        process_bot.ended(match, at_seat, end)
        callbacks.ended(match, at_seat, end)

    launcher = Launcher(program, Path.cwd())
    try:
        await launcher.open()
        process_bot = ProcessBot(launcher, assign, settings.limits, settings.processes, callbacks.failed)
        try:
            await play_until_done(
                _wrapped(process_bot.as_bot(), settings), tilth, match_id, seat, game=game, ended=ended
            )
        except BotFailed as failed:
            # `play_all` resigns by itself; here the bot plays one match only.
            await _resign(tilth, match_id, seat, failed)
            raise
        finally:
            await process_bot.close("its runner stops")
    finally:
        await launcher.close()


def _wrapped(bot: AnyBot, settings: RunSettings) -> AnyBot:
    """Return the bot with the delay and the automatic forced answers of the settings."""
    late = delayed(bot, settings.delay) if settings.delay else bot
    return auto_forced(late) if settings.auto_forced else late


async def own_seat(tilth: Tilth, match_id: str, seat: int | None) -> int:
    """Return the seat to play: `seat`, or if it is None, the first one that the player holds, or else the first free
    one. Take it if the player does not hold it."""
    player_id = (await tilth.me()).id
    seats = (await tilth.match(match_id)).seats
    held = [number for number, one in enumerate(seats) if one.player_id == player_id]
    if seat is None:
        return held[0] if held else await tilth.take_seat(match_id)
    return seat if seat in held else await tilth.take_seat(match_id, seat)


async def _run_executable(
    program: Program, tilth: Tilth, access: PlayerAccess, match_id: str, seat: int | None
) -> None:
    """Run a program that speaks gRPC until it ends. If its exit code is not 0, resign its seat, if it was started for
    one match, and raise BotFailed."""
    environment = bare_environment() | access.environment(match_id, seat)
    # `tilth` runs on asyncio's own loop, which does not fork for this.
    process = await asyncio.create_subprocess_exec(*program.words, env=environment)  # noqa: TID251
    try:
        code = await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if code == 0:
        return
    failed = BotFailed(f"exit code {code}" if code > 0 else f"killed by signal {-code}")
    await _resign(tilth, match_id, seat, failed)
    raise failed

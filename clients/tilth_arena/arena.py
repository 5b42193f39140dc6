"""A contest of several bot programs on this machine: a server, a process for every seat, and the tournament."""

import asyncio
import hashlib
import logging
import os
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from tilth.v1 import tournaments_pb2
from tilth_arena.contest import OVER, PATIENCE, Course, GameOver, make_sure
from tilth_arena.folder import Folder
from tilth_arena.isolated import Assignment, Isolated
from tilth_arena.plan import Plan
from tilth_arena.processes import Launcher
from tilth_arena.programs import Kind
from tilth_arena.running import Where
from tilth_arena.server import OwnServer
from tilth_client import Context, Tilth, TilthError, connect

REPORT_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 1.0
RATE_SECONDS: Final = 5.0
"""Answers a second are those of about so long."""
LOG: Final = "arena.log"


@dataclass(frozen=True, slots=True)
class Progress:
    """How the arena stands."""

    tournament: tournaments_pb2.Tournament
    standings: tournaments_pb2.GetStandingsResponse
    answers_per_second: float
    seconds_left: float | None
    """None: nobody knows."""


class Report(Protocol):
    """Whoever wants to know how it goes."""

    def begun(self, address: str, tournament: tournaments_pb2.Tournament) -> None: ...

    def game(self, game: GameOver) -> None: ...

    def stands(self, progress: Progress) -> None: ...

    def server_died(self) -> None: ...


class Arena:
    """Runs one to its end. When it is cancelled, it can be gone on with from its folder."""

    def __init__(self, folder: Folder, report: Report) -> None:
        self._folder = folder
        self._report = report
        self._plan: Plan = folder.plan()
        self._server = OwnServer(folder, report.server_died)
        self._bots: list[Isolated] = []
        self._course = Course()
        self._pace = _Pace()

    async def run(self) -> Progress:
        """Until the tournament is over; gives how it came out."""
        if not self._folder.tournament_id:
            self._folder.forget_server()
        async with AsyncExitStack() as stack:
            stack.callback(_log_into(self._folder.path / LOG))
            launchers = await self._launchers(stack)
            stack.push_async_callback(self._server.stop)
            await self._server.start()
            token = self._folder.operator_token()
            organiser = await stack.enter_async_context(
                connect(self._server.address, token=token, patience=PATIENCE)
            )
            tournament = await make_sure(organiser, self._server.address, self._folder, self._plan)
            self._report.begun(self._server.address, tournament)
            await self._contest(organiser, tournament, launchers)
            return await self._progress(organiser, tournament.id)

    async def _launchers(self, stack: AsyncExitStack) -> dict[str, Launcher]:
        """One for each bot; a bot that can't be loaded is known before anything is played."""
        launchers = {}
        directory = Path(self._plan.directory)
        for player in self._plan.players:
            log = self._folder.bot_log(player.name)
            launcher = Launcher(player.program, directory, log)
            stack.push_async_callback(launcher.close)
            launchers[player.name] = launcher
        await asyncio.gather(*(launcher.open() for launcher in launchers.values()))
        return launchers

    async def _contest(
        self, organiser: Tilth, tournament: tournaments_pb2.Tournament, launchers: dict[str, Launcher]
    ) -> None:
        games = _GameNumbers(organiser)
        tokens = self._folder.tokens()
        playing = [
            asyncio.create_task(self._play(name, launcher, tokens[name], games))
            for name, launcher in launchers.items()
        ]
        others = [
            asyncio.create_task(self._server.keep_running()),
            asyncio.create_task(self._keep_reporting(organiser, tournament.id)),
        ]
        following = asyncio.create_task(self._follow(organiser, tournament))
        everything = [*playing, *others, following]
        try:
            done, _ = await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, return_exceptions=True)
            await asyncio.gather(*(bot.close("the arena stops") for bot in self._bots))

    async def _play(self, name: str, launcher: Launcher, token: str, games: "_GameNumbers") -> None:
        """All games of one bot, whatever becomes of the server meanwhile."""
        where = Where(self._server.address, token)
        speaks_grpc = launcher.program.kind is Kind.EXECUTABLE

        async def assign(context: Context) -> Assignment:
            number = await games.of(context.match_id)
            environment = where.told(context.match_id, context.seat) if speaks_grpc else {}
            seed = self._seed(number, context.seat or 0)
            return Assignment(seed, environment, self._folder.game_log(number, name))

        bot = Isolated(launcher, assign, self._plan.limits)
        self._bots.append(bot)
        while True:
            try:
                async with connect(where.address, token=token, patience=PATIENCE) as server:
                    await server.serve(bot, ended=bot.ended)
            except TilthError as error:
                logging.getLogger("tilth_arena").warning("%s: %s", name, error)
                await asyncio.sleep(AGAIN_SECONDS)

    def _seed(self, game: str, seat: int) -> int:
        """Of one seat of one game. No larger than a number that JSON carries everywhere."""
        told = f"{self._plan.seed} {game} {seat}".encode()
        return int.from_bytes(hashlib.sha256(told).digest()[:6], "big")

    async def _follow(self, organiser: Tilth, tournament: tournaments_pb2.Tournament) -> None:
        """Tells of every game that ends from now on, until the tournament does."""
        self._course.names = {entrant.number: entrant.player_name for entrant in tournament.entrants}
        known = tournament.games_over
        while not self._course.finished and self._course.cancelled is None:
            self._course.paired.clear()
            self._course.games_over = 0
            async for entry in organiser.tournaments.follow(tournament.id):
                over = self._course.take(entry.record)
                if over is not None and self._course.games_over > known:
                    known = self._course.games_over
                    self._report.game(over)
            if (await organiser.tournaments.get(tournament.id)).state in OVER:
                return

    async def _keep_reporting(self, organiser: Tilth, tournament_id: str) -> None:
        while True:
            since = time.monotonic()
            self._report.stands(await self._progress(organiser, tournament_id))
            # Standings of many games take the server a while, and it has better things to do.
            await asyncio.sleep(max(REPORT_SECONDS, 20 * (time.monotonic() - since)))

    async def _progress(self, organiser: Tilth, tournament_id: str) -> Progress:
        standings = await organiser.tournaments.standings(tournament_id)
        tournament = await organiser.tournaments.get(tournament_id)
        answers = (await organiser.operations.status()).answers
        self._pace.at(time.monotonic(), answers, tournament.games_over)
        left = tournament.game_count - tournament.games_over if tournament.game_count else 0
        return Progress(tournament, standings, self._pace.answers_per_second, self._pace.seconds_for(left))


class _GameNumbers:
    """The number of each match's game, as its logs are called; asked for once."""

    def __init__(self, organiser: Tilth) -> None:
        self._organiser = organiser
        self._known: dict[str, str] = {}

    async def of(self, match_id: str) -> str:
        known = self._known.get(match_id)
        if known is None:
            number = (await self._organiser.match(match_id)).tournament_game
            known = self._known[match_id] = f"{number:06}" if number else match_id
        return known


class _Pace:
    """How fast it goes: answers of late, games since the beginning of this run."""

    def __init__(self) -> None:
        self._moments: list[tuple[float, int]] = []
        self._first: tuple[float, int] | None = None
        self._last = (0.0, 0)
        self.answers_per_second = 0.0

    def at(self, now: float, answers: int, games: int) -> None:
        if self._moments and answers < self._moments[-1][1]:
            self._moments.clear()  # a server that was started again counts anew
        self._moments.append((now, answers))
        while len(self._moments) > 2 and now - self._moments[0][0] > RATE_SECONDS:
            self._moments.pop(0)
        (since, before), (until, after) = self._moments[0], self._moments[-1]
        self.answers_per_second = (after - before) / (until - since) if until > since else 0.0
        self._first = self._first or (now, games)
        self._last = (now, games)

    def seconds_for(self, games: int) -> float | None:
        if self._first is None or games <= 0:
            return None
        seconds, played = self._last[0] - self._first[0], self._last[1] - self._first[1]
        return games * seconds / played if played else None


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _log_into(file: Path) -> Callable[[], object]:
    """What the SDK has to say goes into a file while a table is drawn; gives what ends that."""
    handler = logging.FileHandler(file)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    loggers = [logging.getLogger(name) for name in ("tilth_client", "tilth_arena")]
    for logger in loggers:
        logger.addHandler(handler)

    def end() -> None:
        for logger in loggers:
            logger.removeHandler(handler)
        handler.close()

    return end

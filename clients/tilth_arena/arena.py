"""Arenas: tournaments of bot programs on this machine, with a server and a process for every seat."""

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
from tilth_arena.arena_tournament import (
    ENDED_STATES,
    RETRY_SECONDS,
    PairingResult,
    TournamentProgress,
    ensure_tournament,
)
from tilth_arena.bot_runner import PlayerAccess
from tilth_arena.folder import Folder
from tilth_arena.plan import Plan
from tilth_arena.process_bot import Assignment, ProcessBot
from tilth_arena.processes import Launcher
from tilth_arena.programs import Kind
from tilth_arena.server import ArenaServer
from tilth_arena.versions import changed_files, version_of
from tilth_client import Context, Tilth, TilthError, connect

REPORT_SECONDS: Final = 1.0
RESTART_SECONDS: Final = 1.0
RATE_SECONDS: Final = 5.0
"""The seconds over which answers per second are counted."""
LOG: Final = "arena.log"


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of the arena's tournament at one moment: the tournament, its standings, and the answers per second that
    the server has taken lately."""

    tournament: tournaments_pb2.Tournament
    standings: tournaments_pb2.GetStandingsResponse
    answers_per_second: float
    seconds_left: float | None
    """Estimated seconds until the end; None if there is no estimate."""


class Report(Protocol):
    """The receiver of an arena's progress, such as the terminal."""

    def on_start(self, address: str, tournament: tournaments_pb2.Tournament) -> None:
        """Handle the start: the tournament runs on the server at this address."""

    def on_pairing_end(self, pairing: PairingResult) -> None:
        """Handle the result of a game that has ended."""

    def on_progress(self, progress: Progress) -> None:
        """Handle the present standings and counts, about once a second."""

    def on_server_death(self) -> None:
        """Handle the death of the arena's server, which is started again."""


class ChangedBots(Exception):
    """The error that bots have other files than those that played the earlier games. The text names the files by
    bot."""

    def __init__(self, bots: dict[str, list[str]]) -> None:
        super().__init__("; ".join(f"{name}: {', '.join(files)}" for name, files in bots.items()))


class Arena:
    """One arena, run to its end. If the run is cancelled, it can be resumed from the arena's folder."""

    def __init__(
        self, folder: Folder, report: Report, *, copies: bool = False, accepts_changes: bool = False
    ) -> None:
        """Prepare to run the arena of a folder. With `copies`, copies of the bots' files are kept. With
        `accepts_changes`, the arena continues although bots have other files than before."""
        self._copies = copies
        self._accepts_changes = accepts_changes
        self._folder = folder
        self._report = report
        self._plan: Plan = folder.plan()
        self._server = ArenaServer(folder, report.on_server_death)
        self._bots: list[ProcessBot] = []
        self._tournament = TournamentProgress()
        self._pace = _Pace()

    async def run(self) -> Progress:
        """Run until the tournament has ended; return its final state. A folder without a tournament begins from its
        plan again. A bot that can't be loaded or has changed raises before the server is started."""
        if not self._folder.tournament_id:
            self._folder.forget_server()
        async with AsyncExitStack() as stack:
            stack.callback(_log_into(self._folder.path / LOG))
            launchers = await self._launchers(stack)
            self._check_versions(launchers)
            stack.push_async_callback(self._server.stop)
            await self._server.start()
            token = self._folder.operator_token()
            organiser = await stack.enter_async_context(
                connect(self._server.address, token=token, retry_seconds=RETRY_SECONDS)
            )
            versions = {name: version_of(launcher.hashes) for name, launcher in launchers.items()}
            tournament = await ensure_tournament(
                organiser, self._server.address, self._folder, self._plan, versions
            )
            self._report.on_start(self._server.address, tournament)
            await self._run_tournament(organiser, tournament, launchers)
            return await self._progress(organiser, tournament.id)

    async def _launchers(self, stack: AsyncExitStack) -> dict[str, Launcher]:
        """Return an open launcher for each bot, by its name; `stack` closes them. A bot that can't be loaded raises
        BadProgram before anything is played."""
        launchers = {}
        directory = Path(self._plan.directory)
        for player in self._plan.players:
            log = self._folder.bot_log(player.name)
            launcher = Launcher(player.program, directory, log)
            stack.push_async_callback(launcher.close)
            launchers[player.name] = launcher
        try:
            async with asyncio.TaskGroup() as group:
                for launcher in launchers.values():
                    group.create_task(launcher.open())
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None
        return launchers

    def _check_versions(self, launchers: dict[str, Launcher]) -> None:
        """Raise ChangedBots if the bots' files differ from those that played the earlier games, unless changes are
        accepted. Keep the present hashes as a version if they differ or none are kept yet."""
        bots = {name: launcher.hashes for name, launcher in launchers.items()}
        versions = self._folder.bot_versions()
        last = versions[-1]["bots"] if versions else bots
        others = {name: changed_files(last.get(name, {}), hashes) for name, hashes in bots.items()}
        others = {name: files for name, files in others.items() if files}
        if others and not self._accepts_changes:
            raise ChangedBots(others)
        if others or not versions:
            self._folder.keep_bots(bots, copies=self._copies)
        for name, files in others.items():
            logging.getLogger("tilth_arena").warning(
                "%s continues with changed files: %s", name, ", ".join(files)
            )

    async def _run_tournament(
        self, organiser: Tilth, tournament: tournaments_pb2.Tournament, launchers: dict[str, Launcher]
    ) -> None:
        """Run the server, the bots and the reports until the tournament ends, or until one of them fails."""
        games = _GameNumbers(organiser)
        tokens = self._folder.tokens()
        playing = [
            asyncio.create_task(self._play_bot(name, launcher, tokens[name], games))
            for name, launcher in launchers.items()
        ]
        others = [
            asyncio.create_task(self._server.keep_running()),
            asyncio.create_task(self._keep_reporting(organiser, tournament.id)),
        ]
        following = asyncio.create_task(self._watch_tournament(organiser, tournament))
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

    async def _play_bot(self, name: str, launcher: Launcher, token: str, games: "_GameNumbers") -> None:
        """Play all games of one bot until the task is cancelled, also after restarts of the server."""
        where = PlayerAccess(self._server.address, token)
        speaks_grpc = launcher.program.kind is Kind.EXECUTABLE

        async def assign(context: Context) -> Assignment:
            """Return the seed, the environment and the log for the process of one seat."""
            number = await games.of(context.match_id)
            environment = where.environment(context.match_id, context.seat) if speaks_grpc else {}
            seed = self._seed(number, context.seat or 0)
            return Assignment(seed, environment, self._folder.game_log(number, name))

        bot = ProcessBot(launcher, assign, self._plan.limits)
        self._bots.append(bot)
        while True:
            try:
                async with connect(where.address, token=token, retry_seconds=RETRY_SECONDS) as server:
                    await server.play_all(bot.as_bot(), ended=bot.ended)
            except TilthError as error:
                logging.getLogger("tilth_arena").warning("%s: %s", name, error)
                await asyncio.sleep(RESTART_SECONDS)

    def _seed(self, game: str, seat: int) -> int:
        """Return the seed of one seat of one game, from the plan's seed. It has 48 bits, so JSON carries it
        everywhere."""
        text = f"{self._plan.seed} {game} {seat}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")

    async def _watch_tournament(self, organiser: Tilth, tournament: tournaments_pb2.Tournament) -> None:
        """Report every game that ends from now on, until the tournament has finished or is cancelled."""
        self._tournament.names = {entrant.number: entrant.player_name for entrant in tournament.entrants}
        known = tournament.finished_pairings
        while not self._tournament.finished and self._tournament.cancelled is None:
            self._tournament.paired.clear()
            self._tournament.finished_pairings = 0
            async for entry in organiser.tournaments.watch(tournament.id):
                over = self._tournament.apply_record(entry.record)
                if over is not None and self._tournament.finished_pairings > known:
                    known = self._tournament.finished_pairings
                    self._report.on_pairing_end(over)
            if (await organiser.tournaments.get(tournament.id)).state in ENDED_STATES:
                return

    async def _keep_reporting(self, organiser: Tilth, tournament_id: str) -> None:
        """Report the tournament's progress at intervals, until the task is cancelled; the slower the server computes
        the standings, the longer the interval."""
        while True:
            since = time.monotonic()
            self._report.on_progress(await self._progress(organiser, tournament_id))
            # The server computes the standings of many games slowly; reports may take a twentieth of its time.
            await asyncio.sleep(max(REPORT_SECONDS, 20 * (time.monotonic() - since)))

    async def _progress(self, organiser: Tilth, tournament_id: str) -> Progress:
        """Fetch the standings, the tournament and the count of answers from the server, and return them as the present
        progress."""
        standings = await organiser.tournaments.standings(tournament_id)
        tournament = await organiser.tournaments.get(tournament_id)
        answers = (await organiser.operations.status()).answers
        self._pace.add(time.monotonic(), answers, tournament.finished_pairings)
        left = tournament.pairing_count - tournament.finished_pairings if tournament.pairing_count else 0
        return Progress(tournament, standings, self._pace.answers_per_second, self._pace.seconds_for(left))


class _GameNumbers:
    """The numbers of matches as they stand in the names of logs. Each is requested once."""

    def __init__(self, organiser: Tilth) -> None:
        self._organiser = organiser
        self._known: dict[str, str] = {}

    async def of(self, match_id: str) -> str:
        """Return the number of a match's pairing, as text of six digits; the match's id if it has no pairing."""
        known = self._known.get(match_id)
        if known is None:
            number = (await self._organiser.match(match_id)).pairing_number
            known = self._known[match_id] = f"{number:06}" if number else match_id
        return known


class _Pace:
    """The arena's speed: recent answers per second, and games since the beginning of this run."""

    def __init__(self) -> None:
        self._samples: list[tuple[float, int]] = []
        self._first: tuple[float, int] | None = None
        self._last = (0.0, 0)
        self.answers_per_second = 0.0

    def add(self, now: float, answers: int, games: int) -> None:
        """Add a sample: the time in seconds, and the counts of answers and of finished games until then. The answers
        per second follow from the samples of the last RATE_SECONDS."""
        if self._samples and answers < self._samples[-1][1]:
            self._samples.clear()  # a restarted server counts from 0 again
        self._samples.append((now, answers))
        while len(self._samples) > 2 and now - self._samples[0][0] > RATE_SECONDS:
            self._samples.pop(0)
        (since, before), (until, after) = self._samples[0], self._samples[-1]
        self.answers_per_second = (after - before) / (until - since) if until > since else 0.0
        self._first = self._first or (now, games)
        self._last = (now, games)

    def seconds_for(self, games: int) -> float | None:
        """Return the estimated seconds for this number of games at the speed of this run so far; None if no game has
        ended in it."""
        if self._first is None or games <= 0:
            return None
        seconds, played = self._last[0] - self._first[0], self._last[1] - self._first[1]
        return games * seconds / played if played else None


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _log_into(file: Path) -> Callable[[], object]:
    """Write the log of the SDK and the arena to a file, because the terminal shows a table. Return the function that
    stops this."""
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

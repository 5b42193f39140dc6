"""A league as somebody runs it: a server process, an organiser, and bots in processes of their own."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.e2e.serving import MANY_CALLS, ServerProcess, running
from tests.organised import finished, games_of
from tests.warm import Process
from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_client import Tilth, connect

BOT = (sys.executable, "-m", "tilth_cli.main", "bot", "run")
PATIENCE_S = 45.0
FLAGS = MANY_CALLS


class League:
    """One server with one organiser. Bots come with `bot` and are ended with the league."""

    def __init__(self, server: ServerProcess, folder: Path, stack: AsyncExitStack, organiser: Tilth) -> None:
        self.server = server
        self.organiser = organiser
        self.ids: dict[str, str] = {}
        """Players' ids by name."""
        self.tokens: dict[str, str] = {}
        self._bots: set[str] = set()
        self._folder = folder
        self._stack = stack

    async def player(self, name: str) -> None:
        """Register a player that has no process yet."""
        async with connect(self.server.address) as tilth:
            self.ids[name] = (await tilth.register(name)).id
            self.tokens[name] = tilth.token

    async def bot(self, name: str, *words: str, source: str = "") -> Process:
        """Register a player (if need be) and start `tilth bot run` for it.

        With a source the bot is the function `bot` of a file of its own; what the process says goes into NAME.log.
        """
        if name not in self.tokens:
            await self.player(name)
        home = self._folder / name
        home.mkdir(exist_ok=True)
        if source:
            (home / "mine.py").write_text(source)
            words = ("mine.py:bot", *words)
        with (home / "log").open("a") as log:
            process = Process(
                [*BOT, "--server", self.server.address, *words],
                cwd=home,
                env=os.environ
                | {
                    "XDG_CONFIG_HOME": str(home),
                    "PYTHONUNBUFFERED": "1",
                    "TILTH_LANG": "en",
                    "TILTH_TOKEN": self.tokens[name],
                },
                stdout=log,
                stderr=log,
                text=True,
            )
        self._stack.callback(_end, process)
        self._bots.add(name)
        return process

    @asynccontextmanager
    async def attending(self, name: str) -> AsyncIterator[Tilth]:
        """Open a connection of this player, besides the one of its bot."""
        async with connect(self.server.address, token=self.tokens[name]) as tilth:
            yield tilth

    def output_of(self, name: str) -> str:
        """Return the output of this player's processes so far."""
        return (self._folder / name / "log").read_text()

    def file(self, name: str, file: str) -> Path:
        """Return a file that the player's bot has written, or is to read."""
        return self._folder / name / file

    async def begin(self, form: Any, *names: str, **settings: Any) -> pb.Tournament:
        """Start a tournament that these players have entered, in this order."""
        made = await self.organiser.tournaments.create(form, "petrichor", **settings)
        for name in names:
            await self.organiser.tournaments.enter(made.id, self.ids[name])
        await self.until(made.id, self._all_attend)
        return await self.organiser.tournaments.start(made.id)

    def _all_attend(self, tournament: pb.Tournament) -> bool:
        """Return whether all bots attend."""
        return all(
            entrant.attending or entrant.player_name not in self._bots for entrant in tournament.entrants
        )

    async def finished(self, tournament_id: str) -> pb.Tournament:
        return await finished(self.organiser, tournament_id, PATIENCE_S)

    async def games(self, tournament_id: str, **filters: Any) -> list[pb.Pairing]:
        return await games_of(self.organiser, tournament_id, **filters)

    async def until(self, tournament_id: str, condition: Callable[[pb.Tournament], object]) -> pb.Tournament:
        """Return the tournament as soon as the condition holds."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition(now := await self.organiser.tournaments.get(tournament_id)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return now

    async def records(self, match_id: str) -> list[record_pb2.Record]:
        """Return a finished match's log."""
        return [
            record_pb2.Record.FromString(entry.record) async for entry in self.organiser.archive.log(match_id)
        ]


async def until(is_so: Callable[[], object]) -> None:
    """Wait until a condition holds that sends no notification."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _end(process: Process) -> None:
    process.kill()
    process.wait()


@asynccontextmanager
async def league(folder: Path, *flags: str) -> AsyncIterator[League]:
    with running(folder / "data", *FLAGS, *flags) as server:
        async with AsyncExitStack() as stack:
            organiser = await stack.enter_async_context(connect(server.address))
            await organiser.register("organiser")
            yield League(server, folder, stack, organiser)

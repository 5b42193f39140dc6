"""Matches of a person and bots on a running server, and the records that they lead to."""

import asyncio
import os
from pathlib import Path
from typing import Any

from tests.server.serve.full_server import Person, RunningServer
from tilth.v1 import lobby_pb2, record_pb2


class Tables:
    """The matches that Ann makes."""

    def __init__(self, running: RunningServer, ann: Person) -> None:
        self.running = running
        self.ann = ann

    @property
    def server(self) -> Any:
        return self.running.server

    async def new(self, *bots: str, **more: Any) -> str:
        """Start a match of these bots, from seat 0 on; "" is Ann's seat. Return its id."""
        request = lobby_pb2.CreateMatchRequest(
            game="petrichor",
            seat_count=len(bots),
            take_seats=[seat for seat, bot in enumerate(bots) if not bot],
            bots={seat: bot for seat, bot in enumerate(bots) if bot},
            start_when_full=True,
            **more,
        )
        match: str = (await self.ann.lobby.CreateMatch(request)).match.id
        return match

    async def records(self, match: str) -> list[record_pb2.Record]:
        """The records of a match, as the operator of the machine would read them."""
        found = [
            record_pb2.Record.FromString(one.body) async for one in self.server.store.read(f"match/{match}")
        ]
        assert found
        return found

    async def defaults(self, match: str, count: int) -> list[record_pb2.SeatDefaulted]:
        """Wait for default answers for bots, and return them."""
        found: list[record_pb2.SeatDefaulted] = []

        async def are_there() -> bool:
            found[:] = [one.defaulted for one in await self.records(match) if one.HasField("defaulted")]
            return len(found) >= count

        for _ in range(3000):
            if await are_there():
                return found
            await until_next()
        raise AssertionError(f"{len(found)} default answers")

    async def ended(self, match: str) -> lobby_pb2.Match:
        """Wait for the end of a match, and return it."""
        for _ in range(3000):
            reply = await self.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))
            if reply.match.state == lobby_pb2.MATCH_STATE_FINISHED:
                ended: lobby_pb2.Match = reply.match
                return ended
            await until_next()
        raise AssertionError("the match still runs")

    async def bots(self, **request: Any) -> list[lobby_pb2.Bot]:
        """The bots that the server lists."""
        return list((await self.ann.lobby.ListBots(lobby_pb2.ListBotsRequest(**request))).bots)


async def until_next() -> None:
    """Wait a moment."""
    await asyncio.sleep(0.02)


def lives(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def lines_of(notes: Path) -> list[str]:
    """The notes that bots have made."""
    return notes.read_text().splitlines() if notes.exists() else []


def mode_of(folder: Path) -> int:
    """The permissions of a folder; 0 if there is none."""
    return folder.stat().st_mode & 0o777 if folder.exists() else 0

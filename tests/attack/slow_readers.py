"""One player who asks for as much as may be asked for, and reads nothing of it."""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.http2 import DATA, END_STREAM, WIDEST, Connection, frame, message, request_block
from tests.attack.raw_connections import connected
from tests.attack.stage import FINISHED_EARTH, Stage
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2

CONNECTIONS = 20
ATTENDING = 3
"""Attend streams of each connection: all together nearly as many as a player may have."""
CHANNELS = 100
CALLS = 40
"""Other calls with long replies, of each connection."""
PAUSE = 0.5


class SlowReaders:
    """Half of the connections allow the server to send nothing on any stream; the other half don't read their socket.
    Each says what it wants and then stays, until the server ends it."""

    name = "slow-readers"
    finding = ""
    is_raw = True

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {"token": await stage.player()}

    async def run(self, target: Target) -> None:
        await together(CONNECTIONS, lambda each: again_and_again(lambda: self._sit(target, each)))

    async def _sit(self, target: Target, each: int) -> None:
        reads = each % 2 == 0
        token = target.given["token"]
        async with connected(target, window=0 if reads else WIDEST) as connection:
            if not reads:
                connection.stop_reading()
            for _ in range(ATTENDING):
                await self._ask(connection, token, "PlayService/Attend", OPENINGS, ends=False)
            for number in count():
                path, request = LONG_REPLIES[number % len(LONG_REPLIES)]
                await self._ask(connection, token, path, request)
                target.seen["calls"] += 1
                if number >= CALLS:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(PAUSE):
                            await connection.closed.wait()

    async def _ask(
        self, connection: Connection, token: str, path: str, request: bytes, *, ends: bool = True
    ) -> None:
        stream = await connection.open_call(request_block(f"/tilth.v1.{path}", token))
        await connection.send(frame(DATA, END_STREAM if ends else 0, stream, message(request)))


OPENINGS = play_pb2.AttendRequest(
    commands=[
        play_pb2.Command(
            channel=number,
            open=play_pb2.OpenChannel(
                match_id=FINISHED_EARTH, from_record=0, views=True, texts=True, language="ru"
            ),
        )
        for number in range(1, CHANNELS + 1)
    ]
).SerializeToString()
LONG_REPLIES = (
    (
        "LobbyService/ListLabels",
        lobby_pb2.ListLabelsRequest(game="agricola", language="ru").SerializeToString(),
    ),
    ("LobbyService/ListGames", lobby_pb2.ListGamesRequest(language="ru").SerializeToString()),
    ("ArchiveService/ReadLog", archive_pb2.ReadLogRequest(match_id=FINISHED_EARTH).SerializeToString()),
    ("ArchiveService/ExportText", archive_pb2.ExportTextRequest(match_id=FINISHED_EARTH).SerializeToString()),
)

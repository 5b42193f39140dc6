"""Ten thousand streams on which nothing happens: what each of them weighs, and how long the server takes to stop."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

from tests.attack.http2 import DATA, END_HEADERS, HEADERS, WIDEST, Connection, frame, message, request_block
from tests.attack.processes import CLIENT_CORE, Child, obey
from tests.attack.stage import Stage, memory_of, staged
from tests.attack.trial import faults_in
from tilth.v1 import play_pb2

STREAMS_EACH = 50
"""Streams on a connection, which belongs to one player."""
MATCHES = 5
"""Matches to watch: enough for the limit on watchers of one match."""
MAX_KB = 30.0
"""Kilobytes of a stream, with its part of the connection and its channel."""
MAX_STOPPING_SECONDS = 10.0


@dataclass
class IdleVerdict:
    """The result for one number of streams."""

    streams: int
    connections: int
    opened: int = 0
    kb_each: float = 0.0
    stopping_seconds: float = 0.0
    with_resume_record: int = 0
    """Streams that got the record to resume from when the server stopped."""
    exit_code: int = 0
    faults: list[str] = field(default_factory=list)

    def failures(self) -> list[str]:
        found = []
        if self.opened < self.streams:
            found.append(f"{self.opened} of {self.streams} streams were opened")
        if self.kb_each > MAX_KB:
            found.append(f"a stream takes {self.kb_each:.1f} kB")
        if self.stopping_seconds > MAX_STOPPING_SECONDS or self.exit_code:
            found.append(f"stopping took {self.stopping_seconds:.1f} s, exit code {self.exit_code}")
        if self.with_resume_record < self.opened:
            found.append(
                f"{self.opened - self.with_resume_record} streams did not get the record to resume from"
            )
        return found + self.faults

    def line(self) -> dict[str, Any]:
        failures = self.failures()
        return {
            "attack": "idle-streams",
            "finding": "D4",
            "passed": not failures,
            "failures": failures,
            "streams": self.opened,
            "connections": self.connections,
            "kb_each": round(self.kb_each, 1),
            "stopping_seconds": round(self.stopping_seconds, 1),
            "with_resume_record": self.with_resume_record,
        }


class IdleStreams:
    """The server's stage, and a process that opens the streams and reads what little comes."""

    name = "idle-streams"

    def __init__(self, stage: Stage, connections: int) -> None:
        self._stage = stage
        self.verdict = IdleVerdict(connections * STREAMS_EACH, connections)

    def run(self, core: int | None = CLIENT_CORE) -> IdleVerdict:
        server, verdict = self._stage.server, self.verdict
        tokens, matches = asyncio.run(self._prepare())
        before = memory_of(server.pid)["resident"]
        child = Child("tests.attack.idle", core=core)
        try:
            child.ask(do="open", address=self._stage.address, tokens=tokens, matches=matches)
            verdict.opened = child.ask(do="wait", streams=verdict.streams)["opened"]
            grown = memory_of(server.pid)["resident"] - before
            verdict.kb_each = grown * 1024 / max(1, verdict.opened)
            began = time.monotonic()
            verdict.exit_code = server.stop()
            verdict.stopping_seconds = time.monotonic() - began
            verdict.with_resume_record = child.ask(do="ended")["reached"]
        finally:
            child.end()
        verdict.faults += faults_in(server.log_file)
        return verdict

    async def _prepare(self) -> tuple[list[str], list[str]]:
        tokens = [await self._stage.player() for _ in range(self.verdict.connections)]
        return tokens, [await self._stage.match(tokens[number]) for number in range(MATCHES)]


class Holder:
    """The connections, in the process that holds them."""

    def __init__(self) -> None:
        self._connections: list[Connection] = []
        self._pieces: dict[tuple[int, int], int] = {}
        """Pieces of data by connection and stream."""
        self._opened = 0
        self._wanted = 0
        self._all_opened = asyncio.Event()

    async def open(self, command: dict[str, Any]) -> dict[str, Any]:
        """Each connection is one player's, who watches a match on every stream."""
        matches = command["matches"]
        for number, token in enumerate(command["tokens"]):
            connection = await Connection.open(command["address"], window=WIDEST)
            connection.on_frame = partial(self._take, number)
            self._connections.append(connection)
            block = request_block("/tilth.v1.PlayService/Attend", token)
            opening = play_pb2.Command(
                channel=1, open=play_pb2.OpenChannel(match_id=matches[number % len(matches)])
            )
            body = message(play_pb2.AttendRequest(commands=[opening]).SerializeToString())
            for _ in range(STREAMS_EACH):
                stream = connection.next_stream()
                call = frame(HEADERS, END_HEADERS, stream, block) + frame(DATA, 0, stream, body)
                await connection.send(call)
        return {}

    async def wait(self, command: dict[str, Any]) -> dict[str, Any]:
        """Wait until that many streams have received something, and a while longer; at most a minute."""
        self._wanted = command["streams"]
        if len(self._pieces) >= self._wanted:
            self._all_opened.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._all_opened.wait(), 60)
        await asyncio.sleep(1.0)
        self._opened = len(self._pieces)
        self._pieces.clear()
        return {"opened": self._opened}

    async def ended(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the number of streams that received more data when the server stopped."""
        await asyncio.sleep(0.5)
        return {"reached": len(self._pieces)}

    def _take(self, number: int, kind: int, flags: int, stream: int, payload: bytes) -> None:
        if kind == DATA and payload:
            key = (number, stream)
            self._pieces[key] = self._pieces.get(key, 0) + 1
            if len(self._pieces) == self._wanted:
                self._all_opened.set()


@contextmanager
def idle_streams(folder: Path, store: Path, connections: int) -> Iterator[IdleStreams]:
    (folder / IdleStreams.name).mkdir()
    with staged(folder / IdleStreams.name, store) as stage:
        yield IdleStreams(stage, connections)


async def main() -> None:
    holder = Holder()
    await obey({"open": holder.open, "wait": holder.wait, "ended": holder.ended})


if __name__ == "__main__":
    uvloop.run(main())

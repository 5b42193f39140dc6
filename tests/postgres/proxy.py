"""A TCP proxy in front of PostgreSQL that cuts connections: at random, or on demand."""

import asyncio
import ssl
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Self

TLS_REQUEST = struct.pack("!II", 8, 80877103)
"""PostgreSQL's request to change to TLS; the answer is S."""


class Proxy:
    """A proxy with an event loop and a thread of its own."""

    def __init__(
        self, port: int, lifetime: Callable[[], float] | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        """`port` is PostgreSQL's on this machine. `lifetime` gives the seconds after which a connection is cut.

        With `tls` the proxy speaks TLS as PostgreSQL does: the packaged PostgreSQL is built without it.
        """
        self.target = port
        self._tls = tls
        self.lifetime = lifetime
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connections: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self.cuts = 0
        self.answers_pass = True
        """False: what the client sends arrives, and no answer comes back."""
        self.delay_seconds = 0.0
        """The time by which each answer is late."""
        self.cut_before: bytes | None = None
        """Bytes in a request: the connection is cut when they come, before they are passed on."""
        self.cut_after: bytes | None = None
        """Bytes in a request: it is passed on, and the connection is cut when the first answer to it comes."""
        self.port = 0

    def __enter__(self) -> Self:
        ready = threading.Event()

        async def serve() -> None:
            server = await asyncio.start_server(self._serve, "0.0.0.0", self.port)
            self._server = server
            self.port = server.sockets[0].getsockname()[1]
            ready.set()

        def run() -> None:
            asyncio.set_event_loop(self._loop)
            self._loop.run_until_complete(serve())
            self._loop.run_forever()

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        assert ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        def stop() -> None:
            self._server.close()
            for task in self._tasks:
                task.cancel()
            self._loop.call_later(0.05, self._loop.stop)

        self._loop.call_soon_threadsafe(stop)
        self._thread.join()
        self._loop.close()

    def cut_all(self) -> None:
        """Cut every connection now."""

        def cut() -> None:
            for pair in list(self._connections):
                self._cut(pair)

        self._loop.call_soon_threadsafe(cut)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on in both directions."""
        if self._tls is not None:
            request = await reader.readexactly(len(TLS_REQUEST))
            assert request == TLS_REQUEST, "the client would speak unencrypted"
            writer.write(b"S")
            try:
                await writer.start_tls(self._tls)
            except OSError:
                return
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, there_writer)
        self._connections.add(pair)
        for work in (self._pass_requests(reader, pair), self._pass_answers(there_reader, pair)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self.lifetime is not None:
            self._loop.call_later(self.lifetime(), self._cut, pair)

    async def _pass_requests(
        self, reader: asyncio.StreamReader, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.cut_before is not None and self.cut_before in data:
                    self.cut_before = None
                    self._cut(pair)
                    return
                if self.cut_after is not None and self.cut_after in data:
                    self.cut_after = None
                    self._waiting_for_answer = pair
                pair[1].write(data)
                await pair[1].drain()
        self._end(pair)

    _waiting_for_answer: tuple[asyncio.StreamWriter, asyncio.StreamWriter] | None = None

    async def _pass_answers(
        self, reader: asyncio.StreamReader, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self._waiting_for_answer is pair:
                    self._waiting_for_answer = None
                    self._cut(pair)
                    return
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                if self.answers_pass:
                    pair[0].write(data)
                    await pair[0].drain()
        self._end(pair)

    def _cut(self, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        """Reset a connection on both sides."""
        if pair in self._connections:
            self.cuts += 1
        self._end(pair)

    def _end(self, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self._connections.discard(pair)
        for writer in pair:
            writer.transport.abort()


def lifetimes(seed: int, shortest: float = 0.03, longest: float = 0.4) -> Callable[[], float]:
    """Return a source of lifetimes of connections, in seconds."""
    random = Random(seed)
    return lambda: random.uniform(shortest, longest)

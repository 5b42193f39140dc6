"""TCP proxies whose connections can be cut, one way or both ways, and delayed."""

import asyncio
from contextlib import suppress
from typing import Self

CHUNK = 1 << 16


class Wire:
    """A proxy for one way between two processes. It runs in the loop that has entered it."""

    def __init__(self, target: tuple[str, int], host: str = "127.0.0.1", port: int = 0) -> None:
        self.target = target
        self.address = (host, port)
        self.delay_seconds = 0.0
        """The time by which all bytes are late, in both directions."""
        self.requests_pass = True
        """False: what the side that has connected sends is swallowed."""
        self.answers_pass = True
        """False: what the other side sends is swallowed."""
        self._server: asyncio.Server | None = None
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, *self.address)
        self.address = self._server.sockets[0].getsockname()[:2]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.reset()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def reset(self) -> None:
        """End all connections on both sides."""
        for pair in list(self._pairs):
            self._end(pair)

    def cut(self, *, requests: bool = True, answers: bool = True) -> None:
        """Swallow the bytes of these directions from now on; the connections stay, as on a network that is cut."""
        self.requests_pass = not requests
        self.answers_pass = not answers

    def heal(self) -> None:
        """Pass everything on again, at once. Connections that have lost bytes are ended."""
        had_lost = not (self.requests_pass and self.answers_pass)
        self.requests_pass = self.answers_pass = True
        self.delay_seconds = 0.0
        if had_lost:
            self.reset()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass the bytes of one connection on."""
        try:
            there_reader, there_writer = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, there_writer)
        self._pairs.add(pair)
        for source, sink, is_request in ((reader, there_writer, True), (there_reader, writer, False)):
            task = asyncio.create_task(self._pass(source, sink, pair, is_request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
        is_request: bool,
    ) -> None:
        """Pass the bytes of one direction on until the connection ends."""
        with suppress(OSError):
            while data := await source.read(CHUNK):
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                if self.requests_pass if is_request else self.answers_pass:
                    sink.write(data)
                    await sink.drain()
        self._end(pair)

    def _end(self, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        """End a connection on both sides."""
        self._pairs.discard(pair)
        for writer in pair:
            writer.transport.abort()

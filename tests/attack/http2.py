"""HTTP/2 by hand, as far as an attacker needs it: frames are built and read here, so nothing stops a client from
breaking the rules that a library would keep."""

import asyncio
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Self

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
NAMES = ("data", "headers", "priority", "rst", "settings", "push", "ping", "goaway", "window", "continuation")
END_STREAM, ACK, END_HEADERS = 0x1, 0x1, 0x4
HEADER_TABLE_SIZE, INITIAL_WINDOW_SIZE, MAX_FRAME_SIZE = 1, 4, 5
CANCEL = 8
WINDOW = 65_535
"""Bytes that may be sent before the other end allows more."""
WIDEST = (1 << 31) - 1
FRAME_BYTES = 16_384

Field = tuple[str, str | bytes]


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload) << 8 | kind) + struct.pack(">BI", flags, stream) + payload


def settings(*pairs: tuple[int, int]) -> bytes:
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def window_update(stream: int, more: int) -> bytes:
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", more))


def reset(stream: int) -> bytes:
    return frame(RST_STREAM, 0, stream, struct.pack(">I", CANCEL))


def header_block(fields: Sequence[Field]) -> bytes:
    """HPACK's simplest form: every field a literal that enters no table."""
    return b"".join(b"\x00" + _text(name.encode()) + _text(_bytes(value)) for name, value in fields)


def _text(text: bytes) -> bytes:
    return integer(len(text), 7) + text


def _bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode()


def integer(value: int, bits: int, first: int = 0) -> bytes:
    """HPACK's integers: as many bits of the first byte as there are, then seven a byte."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    out = bytearray([first | most])
    value -= most
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def request_fields(path: str, token: str = "", *more: Field) -> list[Field]:
    fields: list[Field] = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path),
        (":authority", "tilth"),
        ("te", "trailers"),
        ("content-type", "application/grpc"),
    ]
    if token:
        fields.append(("authorization", f"Bearer {token}"))
    return [*fields, *more]


def request_block(path: str, token: str = "", *more: Field) -> bytes:
    """The header block of a gRPC call; it is the same for every stream."""
    return header_block(request_fields(path, token, *more))


def message(body: bytes, *, compressed: bool = False) -> bytes:
    """A gRPC message with its prefix."""
    return struct.pack(">BI", compressed, len(body)) + body


def whole_call(stream: int, block: bytes, body: bytes) -> bytes:
    """Return the frames of a call with one short message."""
    return frame(HEADERS, END_HEADERS, stream, block) + frame(DATA, END_STREAM, stream, body)


def frames_in(data: bytearray) -> Iterator[tuple[int, int, int, bytes]]:
    """Take every whole frame off the front: kind, flags, stream, payload."""
    at = 0
    while len(data) - at >= 9:
        size = int.from_bytes(data[at : at + 3], "big")
        if len(data) - at < 9 + size:
            break
        kind, flags = data[at + 3], data[at + 4]
        stream = int.from_bytes(data[at + 5 : at + 9], "big") & WIDEST
        yield kind, flags, stream, bytes(data[at + 9 : at + 9 + size])
        at += 9 + size
    del data[:at]


def status_in(block: bytes) -> str:
    """The `grpc-status` of a trailer. The server was asked to keep no header table, so the name is there in full."""
    at = block.find(b"grpc-status")
    if at < 0:
        return ""
    size = block[at + 11]
    return block[at + 12 : at + 12 + size].decode(errors="replace")


class Connection:
    """One connection to a server. It keeps count of what comes, and answers pings and settings if it is `polite`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, polite: bool) -> None:
        self.writer = writer
        self.seen: Counter[str] = Counter()
        """Frames by kind; resets and goodbyes with their code; `grpc-status` by number."""
        self.closed = asyncio.Event()
        self.on_frame: Callable[[int, int, int, bytes], None] = lambda *_: None
        self._reader = reader
        self._polite = polite
        self._next_stream = 1
        self._window = WINDOW
        self._stream_windows: dict[int, int] = {}
        self._first_window = WINDOW
        self._wider = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        source: str = "",
        polite: bool = True,
        window: int = WINDOW,
    ) -> Self:
        """Connect and say hello. `source`: the address to come from. `window`: bytes that each stream may be sent."""
        host, _, port = address.rpartition(":")
        local = (source, 0) if source else None
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=local)
        connection = cls(reader, writer, polite)
        connection.write(PREFACE + settings((HEADER_TABLE_SIZE, 0), (INITIAL_WINDOW_SIZE, window)))
        connection.write(window_update(0, WIDEST - WINDOW))
        return connection

    def stop_reading(self) -> None:
        """Let the socket's buffer fill up."""
        self._reading.cancel()
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]

    def write(self, data: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(data)

    async def send(self, data: bytes) -> None:
        """Write, and wait while the other end doesn't read. OSError when it is gone."""
        if self.closed.is_set():
            raise ConnectionResetError
        self.writer.write(data)
        await self.writer.drain()
        await asyncio.sleep(
            0
        )  # `drain` alone would let nobody else run while the other end reads fast enough

    def next_stream(self) -> int:
        stream, self._next_stream = self._next_stream, self._next_stream + 2
        return stream

    async def open_call(self, block: bytes) -> int:
        """Send a call's headers; return its stream."""
        stream = self.next_stream()
        await self.send(frame(HEADERS, END_HEADERS, stream, block))
        return stream

    async def may_send(self, size: int, stream: int = 0) -> None:
        """Wait until the other end allows `size` bytes of data, and count them as sent."""
        while not self._allowed(size, stream):
            if self.closed.is_set():
                raise ConnectionResetError
            self._wider.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.1):  # `wait_for` may swallow the end of the attack
                    await self._wider.wait()
        self._window -= size
        if stream:
            self._stream_windows[stream] = self._stream_windows.get(stream, self._first_window) - size

    def _allowed(self, size: int, stream: int) -> bool:
        on_stream = not stream or self._stream_windows.get(stream, self._first_window) >= size
        return self._window >= size and on_stream

    async def send_body(self, stream: int, body: bytes) -> None:
        """A message's bytes as data, as far as the windows allow; the stream stays open."""
        for at in range(0, len(body), FRAME_BYTES):
            piece = body[at : at + FRAME_BYTES]
            await self.may_send(len(piece), stream)
            await self.send(frame(DATA, 0, stream, piece))

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        self.closed.set()
        # Not `close`, which would wait forever for a server that no longer reads.
        self.writer.transport.abort()

    async def _read(self) -> None:
        data = bytearray()
        try:
            while piece := await self._reader.read(1 << 16):
                data += piece
                for kind, flags, stream, payload in frames_in(data):
                    self._take(kind, flags, stream, payload)
        except OSError:
            pass
        finally:
            self.closed.set()
            self._wider.set()

    def _take(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        name = NAMES[kind] if kind < len(NAMES) else "unknown"
        if kind == RST_STREAM:
            name = f"rst {int.from_bytes(payload, 'big')}"
        elif kind == GOAWAY:
            name = f"goaway {int.from_bytes(payload[4:8], 'big')}"
        elif kind == HEADERS and (status := status_in(payload)):
            name = f"grpc-status {status}"
        elif kind == WINDOW_UPDATE:
            self._widen(stream, int.from_bytes(payload, "big"))
        elif kind == SETTINGS and not flags & ACK:
            self._heed(payload)
            if self._polite:
                self.write(frame(SETTINGS, ACK, 0))
        elif kind == PING and not flags & ACK and self._polite:
            self.write(frame(PING, ACK, 0, payload))
        self.seen[name] += 1
        self.on_frame(kind, flags, stream, payload)

    def _widen(self, stream: int, more: int) -> None:
        if stream:
            self._stream_windows[stream] = self._stream_windows.get(stream, self._first_window) + more
        else:
            self._window += more
        self._wider.set()

    def _heed(self, payload: bytes) -> None:
        for key, value in struct.iter_unpack(">HI", payload):
            if key == INITIAL_WINDOW_SIZE:
                for stream in self._stream_windows:
                    self._stream_windows[stream] += value - self._first_window
                self._first_window = value
                self._wider.set()


class CallFailed(Exception):
    """A call made by hand ended with a status other than OK, or not at all."""


async def call(address: str, path: str, body: bytes, *, token: str = "", source: str = "") -> bytes:
    """One unary call on a connection of its own: the reply's bytes."""
    connection = await Connection.open(address, source=source)
    data = bytearray()
    ended = asyncio.Event()

    def take(kind: int, flags: int, stream: int, payload: bytes) -> None:
        if kind == DATA:
            data.extend(payload)
        if stream and ((flags & END_STREAM and kind in (DATA, HEADERS)) or kind == RST_STREAM):
            ended.set()

    connection.on_frame = take
    try:
        stream = await connection.open_call(request_block(path, token))
        await connection.send_body(stream, message(body))
        await connection.send(frame(DATA, END_STREAM, stream))
        await asyncio.wait_for(ended.wait(), 30)
    finally:
        await connection.close()
    if not connection.seen["grpc-status 0"]:
        raise CallFailed(f"{path}: {dict(connection.seen)}")
    return bytes(data[5:])

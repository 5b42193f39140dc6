"""The connection to a server: how it is opened, the metadata of every call, and the rules for repeating calls."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import isinf
from pathlib import Path
from typing import Final, TypeVar

import grpc
import grpc.aio

from tilth_client.errors import ConnectionFailed, TilthError, from_rpc, is_retryable

log = logging.getLogger("tilth_client")

Request = TypeVar("Request")
Reply = TypeVar("Reply")

HEALTH: Final = "/grpc.health.v1.Health/Check"
CALL_SECONDS: Final = 20.0
"""The time limit for one call, in seconds."""

OPTIONS: Final = (
    # The server takes pings that come more often than every 20 seconds for a flood, and closes the connection. Without
    # this ping timeout, a peer that is gone is noticed only after a minute.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    # gRPC's own pauses between attempts to connect; its default reaches two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    # In spite of its name, this is the time limit of one attempt. TLS over a slow line takes seconds.
    ("grpc.min_reconnect_backoff_ms", 5_000),
    # Without its own pool, a new connection would share such a pause with an older one of the same program.
    ("grpc.use_local_subchannel_pool", 1),
    # Views and logs may be large, and the server sends only replies to this client's requests.
    ("grpc.max_receive_message_length", 64 << 20),
)


@dataclass(frozen=True, slots=True)
class Tls:
    """The files for TLS: the authorities to trust, and the client's own certificate and key. Without `ca`, the
    connection trusts the authorities that this machine trusts.

        connect("tilth.example:4030", tls=Tls(ca=Path("ca.pem")))
    """

    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        """Return gRPC's credentials from the files. Raise OSError if a file cannot be read."""

        def read(file: Path | None) -> bytes | None:
            return None if file is None else Path(file).read_bytes()

        return grpc.ssl_channel_credentials(read(self.ca), read(self.key), read(self.certificate))


class Backoff:
    """The growing, slightly random pauses between attempts. After `retry_seconds` without success there are no more."""

    def __init__(
        self, retry_seconds: float, first: float = 0.05, longest: float = 1.0, address: str = ""
    ) -> None:
        """Start with the shortest pause. If the server's address is given, the beginning and the end of a longer wait
        are logged."""
        self.retry_seconds = retry_seconds
        self._first = first
        self._longest = longest
        self._address = address
        self._is_logged = False
        self.reset()

    def reset(self) -> None:
        """Note an attempt that worked: the next pause is as short as the first one."""
        self._pause = self._first
        self._until: float | None = None
        self.note_reply()

    def note_reply(self) -> None:
        """Note that the server has answered. The end of a logged wait is logged, too."""
        if self._is_logged:
            self._is_logged = False
            log.warning("the server at %s is there again", self._address)

    async def wait(self) -> bool:
        """Wait for the next attempt. Return False, without waiting, if `retry_seconds` have passed."""
        now = asyncio.get_running_loop().time()
        if self._until is None:
            self._until = now + self.retry_seconds
        if now >= self._until:
            return False
        if self._pause >= self._longest and self._address and not self._is_logged:
            self._is_logged = True
            limit = "" if isinf(self.retry_seconds) else f", for {self.retry_seconds:g} s at most"
            log.warning("waiting for the server at %s%s", self._address, limit)
        await asyncio.sleep(min(self._pause * random.uniform(0.7, 1.3), self._until - now))
        self._pause = min(self._pause * 2, self._longest)
        return True


class Connection:
    """The gRPC channel to one server, the player's token, and the repetition of failed calls."""

    def __init__(
        self, address: str, token: str, tls: Tls | bool | None, retry_seconds: float, wait: bool = False
    ) -> None:
        self._waits = wait
        self.address = address
        self.token = token
        self.retry_seconds = retry_seconds
        self._tls = Tls() if tls is True else tls
        self._channel: grpc.aio.Channel | None = None

    @property
    def channel(self) -> grpc.aio.Channel:
        """The gRPC channel. Raise ConnectionFailed before `open`."""
        if self._channel is None:
            raise ConnectionFailed("Not connected; use `async with connect(...) as tilth:`.")
        return self._channel

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of every call: the player's token, if there is one."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    async def open(self) -> None:
        """Connect, and check with the standard health service, which needs no token, that a server is there."""
        if self._tls:
            try:
                credentials = self._tls.credentials()
            except OSError as error:
                raise ConnectionFailed(f"Can't read {error.filename}: {error.strerror}.") from error
            self._channel = grpc.aio.secure_channel(self.address, credentials, options=OPTIONS)
        else:
            self._channel = grpc.aio.insecure_channel(self.address, options=OPTIONS)
        ask: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(HEALTH)
        backoff = Backoff(self.retry_seconds if self._waits else 0, address=self.address)
        while True:
            try:
                await ask(b"", timeout=CALL_SECONDS)
            except grpc.aio.AioRpcError as error:
                if is_retryable(error) or error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                    if await backoff.wait():
                        continue
                    await self.close()
                    raise self.exception_for(error) from None
                # Any other status comes from a server that can be reached.
            backoff.reset()
            return

    def exception_for(self, error: grpc.aio.AioRpcError) -> TilthError:
        """Return the exception for a failed call of this connection."""
        tls = self._tls or None
        return from_rpc(
            error,
            self.address,
            tls=tls is not None,
            has_certificate=tls is not None and tls.certificate is not None,
        )

    async def close(self) -> None:
        """Close the gRPC channel."""
        if self._channel is not None:
            channel, self._channel = self._channel, None
            await channel.close()

    async def unary(
        self, rpc: grpc.aio.UnaryUnaryMultiCallable[Request, Reply], request: Request, *, retry: bool = True
    ) -> Reply:
        """Make one call and return the reply.

        If the server is away, the call is repeated for up to `retry_seconds`. Reads may be repeated, and writes carry a
        request id; a write without one sets `retry` to False.
        """
        backoff = Backoff(self.retry_seconds if retry else 0, address=self.address)
        while True:
            try:
                reply = await rpc(request, timeout=CALL_SECONDS, metadata=self.metadata)
                backoff.reset()
                return reply
            except grpc.aio.AioRpcError as error:
                if not (is_retryable(error) and await backoff.wait()):
                    raise self.exception_for(error) from None

    async def stream(
        self, rpc: grpc.aio.UnaryStreamMultiCallable[Request, Reply], request: Request, *, retry: bool = False
    ) -> AsyncIterator[Reply]:
        """Yield the replies of a streaming call.

        With `retry`, a broken stream is requested again. The reader must change `request` so that it names the next
        record.
        """
        backoff = Backoff(self.retry_seconds if retry else 0)
        while True:
            call = rpc(request, metadata=self.metadata)
            try:
                async for reply in call:
                    backoff.reset()
                    yield reply
                return
            except grpc.aio.AioRpcError as error:
                if not (is_retryable(error) and await backoff.wait()):
                    raise self.exception_for(error) from None
            finally:
                call.cancel()

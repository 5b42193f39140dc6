"""One connection to one server: how it is made, what goes with every call, and when a call is tried again."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import grpc
import grpc.aio

from tilth_client.errors import ConnectionProblem, from_rpc, is_lost

Asked = TypeVar("Asked")
Replied = TypeVar("Replied")

HEALTH: Final = "/grpc.health.v1.Health/Check"
CALL_SECONDS: Final = 20.0
"""How long one call may take."""

OPTIONS: Final = (
    # Pings no oftener than every 20 seconds, or the server takes them for a flood and closes the connection. Without
    # a ping timeout of its own a peer that is gone would only be noticed after a minute.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    # gRPC's own pauses between attempts to connect; its default reaches two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    # No pause, whatever its name: so long an attempt may take. TLS over a slow line takes seconds.
    ("grpc.min_reconnect_backoff_ms", 5_000),
    # Else a new connection would share such a pause with an older one of the same program.
    ("grpc.use_local_subchannel_pool", 1),
    # Views and logs may be large; what comes from the server we asked for.
    ("grpc.max_receive_message_length", 64 << 20),
)


@dataclass(frozen=True, slots=True)
class Tls:
    """Whom to trust, and who we are. Without a file: the authorities that this machine trusts."""

    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        def read(file: Path | None) -> bytes | None:
            return None if file is None else Path(file).read_bytes()

        return grpc.ssl_channel_credentials(read(self.ca), read(self.key), read(self.certificate))


class Backoff:
    """The pauses between attempts: growing, a little random, and over when patience is."""

    def __init__(self, patience: float, first: float = 0.05, longest: float = 1.0) -> None:
        self.patience = patience
        self._first = first
        self._longest = longest
        self.again()

    def again(self) -> None:
        """It worked: the next pause is a first one."""
        self._pause = self._first
        self._until: float | None = None

    async def wait(self) -> bool:
        """Wait for the next attempt; False when there is to be none."""
        now = asyncio.get_running_loop().time()
        if self._until is None:
            self._until = now + self.patience
        if now >= self._until:
            return False
        await asyncio.sleep(min(self._pause * random.uniform(0.7, 1.3), self._until - now))
        self._pause = min(self._pause * 2, self._longest)
        return True


class Connection:
    """The gRPC channel, the player's token, and the patience with a server that is away."""

    def __init__(self, address: str, token: str, tls: Tls | bool | None, patience: float) -> None:
        self.address = address
        self.token = token
        self.patience = patience
        self._tls = Tls() if tls is True else tls
        self._channel: grpc.aio.Channel | None = None

    @property
    def channel(self) -> grpc.aio.Channel:
        if self._channel is None:
            raise ConnectionProblem("Not connected; use `async with connect(...) as tilth:`.")
        return self._channel

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    async def open(self) -> None:
        """Connect, and see that a server is there: the standard health service answers without a token."""
        if self._tls:
            try:
                credentials = self._tls.credentials()
            except OSError as error:
                raise ConnectionProblem(f"Can't read {error.filename}: {error.strerror}.") from error
            self._channel = grpc.aio.secure_channel(self.address, credentials, options=OPTIONS)
        else:
            self._channel = grpc.aio.insecure_channel(self.address, options=OPTIONS)
        ask: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(HEALTH)
        try:
            await ask(b"", timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError as error:
            if is_lost(error) or error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                await self.close()
                raise from_rpc(error, self.address) from None
            # Any other status was given by a server that is there.

    async def close(self) -> None:
        if self._channel is not None:
            channel, self._channel = self._channel, None
            await channel.close()

    async def unary(
        self, rpc: grpc.aio.UnaryUnaryMultiCallable[Asked, Replied], request: Asked, *, again: bool = True
    ) -> Replied:
        """One call. While the server is away it is tried `again`: reads may be, and writes carry a request id."""
        backoff = Backoff(self.patience if again else 0)
        while True:
            try:
                return await rpc(request, timeout=CALL_SECONDS, metadata=self.metadata)
            except grpc.aio.AioRpcError as error:
                if not (is_lost(error) and await backoff.wait()):
                    raise from_rpc(error, self.address) from None

    async def stream(
        self, rpc: grpc.aio.UnaryStreamMultiCallable[Asked, Replied], request: Asked, *, again: bool = False
    ) -> AsyncIterator[Replied]:
        """What one call streams. With `again` a broken stream is asked for anew, by the request as it then is:
        whoever reads moves it on."""
        backoff = Backoff(self.patience if again else 0)
        while True:
            call = rpc(request, metadata=self.metadata)
            try:
                async for reply in call:
                    backoff.again()
                    yield reply
                return
            except grpc.aio.AioRpcError as error:
                if not (is_lost(error) and await backoff.wait()):
                    raise from_rpc(error, self.address) from None
            finally:
                call.cancel()

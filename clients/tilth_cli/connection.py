"""One server, and whose token goes with each call."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import grpc
import grpc.aio

from tilth_cli.output import Output
from tilth_cli.settings import Settings
from tilth_cli.troubles import Trouble, explain
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import clients

Q = TypeVar("Q")
R = TypeVar("R")

CALL_TIMEOUT_S = 10.0
LARGEST_MESSAGE = 64 * 1024 * 1024

CHANNEL_OPTIONS: list[tuple[str, int]] = [
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", LARGEST_MESSAGE),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 2_000),
]


class Server:
    def __init__(self, settings: Settings, output: Output) -> None:
        self.address = settings.address
        self.token = settings.token
        self._output = output
        self._channel = _channel(settings)
        self.play = clients.PlayServiceClient(self._channel)
        self.lobby = clients.LobbyServiceClient(self._channel)
        self.archive = clients.ArchiveServiceClient(self._channel)
        self.players = clients.PlayersServiceClient(self._channel)
        self.operations = clients.OperationsServiceClient(self._channel)
        self.tournaments = clients.TournamentsServiceClient(self._channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    async def ask(self, method: grpc.aio.UnaryUnaryMultiCallable[Q, R], request: Q) -> R:
        """One call, one reply; a failure is a Trouble. Says whom it is waiting for when that takes long."""
        async with self._output.patience("waiting.server", address=self.address), self.failures():
            return await method(request, timeout=CALL_TIMEOUT_S, metadata=self.metadata)

    async def each(self, method: grpc.aio.UnaryStreamMultiCallable[Q, R], request: Q) -> AsyncIterator[R]:
        """The replies of a streaming call that comes to an end by itself."""
        call = method(request, metadata=self.metadata)
        try:
            async for reply in call:
                yield reply
        except grpc.aio.AioRpcError as error:
            raise self.trouble(error) from error
        finally:
            call.cancel()

    @asynccontextmanager
    async def failures(self) -> AsyncIterator[None]:
        """Tells in words what fails."""
        try:
            yield
        except grpc.aio.AioRpcError as error:
            raise self.trouble(error) from error
        except asyncio.InvalidStateError as error:  # how grpc.aio says that the server has ended the call
            raise Trouble(say("trouble.unavailable", address=self.address), "unavailable") from error

    def trouble(self, error: grpc.aio.AioRpcError) -> Trouble:
        return explain(error, self.address, has_token=bool(self.token))


def _channel(settings: Settings) -> grpc.aio.Channel:
    # A proxy set for the web has no business between this machine and itself.
    options = [*CHANNEL_OPTIONS, ("grpc.enable_http_proxy", 0 if settings.is_loopback else 1)]
    if not settings.tls:
        return grpc.aio.insecure_channel(settings.address, options=options)
    credentials = grpc.ssl_channel_credentials(
        root_certificates=_content(settings.ca),
        private_key=_content(settings.key),
        certificate_chain=_content(settings.cert),
    )
    return grpc.aio.secure_channel(settings.address, credentials, options=options)


def _content(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        raise Trouble(say("trouble.unreadable", path=path, said=error.strerror), "file") from error

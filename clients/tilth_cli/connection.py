"""The connection to one server, with the player's token for each call."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import grpc
import grpc.aio

from tilth_cli.call_errors import explain
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.settings import Settings
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
    """A connection to one server: its services, and calls that explain their failures."""

    def __init__(self, settings: Settings, output: Output) -> None:
        self.address = settings.address
        self.token = settings.token
        self._output = output
        self._tls, self._has_certificate = settings.tls, settings.cert is not None
        self._channel = _channel(settings)

    @cached_property
    def play(self) -> clients.PlayServiceClient:
        """The stub of the play service, in which channels are attended."""
        return clients.PlayServiceClient(self._channel)

    @cached_property
    def lobby(self) -> clients.LobbyServiceClient:
        """The stub of the lobby service, in which matches are created, found and joined."""
        return clients.LobbyServiceClient(self._channel)

    @cached_property
    def tournament_archive(self) -> clients.TournamentArchiveServiceClient:
        """The stub of the service that exports, imports and verifies tournaments."""
        return clients.TournamentArchiveServiceClient(self._channel)

    @cached_property
    def ratings(self) -> clients.RatingsServiceClient:
        """The stub of the ratings service, with its pools and seasons."""
        return clients.RatingsServiceClient(self._channel)

    @cached_property
    def archive(self) -> clients.ArchiveServiceClient:
        """The stub of the archive service, in which logs are read, verified, exported and imported."""
        return clients.ArchiveServiceClient(self._channel)

    @cached_property
    def players(self) -> clients.PlayersServiceClient:
        """The stub of the players service."""
        return clients.PlayersServiceClient(self._channel)

    @cached_property
    def operations(self) -> clients.OperationsServiceClient:
        """The stub of the operations service, for operators."""
        return clients.OperationsServiceClient(self._channel)

    @cached_property
    def moderation(self) -> clients.ModerationServiceClient:
        """The stub of the moderation service, for those who look after players."""
        return clients.ModerationServiceClient(self._channel)

    @cached_property
    def tournaments(self) -> clients.TournamentsServiceClient:
        """The stub of the tournaments service."""
        return clients.TournamentsServiceClient(self._channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of each call: the player's token, if there is one."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    async def ask(self, method: grpc.aio.UnaryUnaryMultiCallable[Q, R], request: Q) -> R:
        """Make a call and return its reply; a failure raises UserError. If it takes a second, a note
        names the server."""
        async with self._output.note_if_slow("waiting-server", address=self.address), self.explained_errors():
            return await method(request, timeout=CALL_TIMEOUT_S, metadata=self.metadata)

    async def stream(self, method: grpc.aio.UnaryStreamMultiCallable[Q, R], request: Q) -> AsyncIterator[R]:
        """Yield the replies of a streaming call that ends by itself."""
        call = method(request, metadata=self.metadata)
        try:
            async for reply in call:
                yield reply
        except grpc.aio.AioRpcError as error:
            raise self.user_error(error) from error
        finally:
            call.cancel()

    @asynccontextmanager
    async def explained_errors(self) -> AsyncIterator[None]:
        """Turn failures of calls in the block into UserError, which explains them."""
        try:
            yield
        except grpc.aio.AioRpcError as error:
            raise self.user_error(error) from error
        except asyncio.InvalidStateError as error:  # how grpc.aio says that the server has ended the call
            raise UserError(tr("error-unavailable", address=self.address), "UNAVAILABLE") from error

    def user_error(self, error: grpc.aio.AioRpcError) -> UserError:
        """Return the explanation of a failed call."""
        return explain(
            error, self.address, bool(self.token), tls=self._tls, has_certificate=self._has_certificate
        )


def _channel(settings: Settings) -> grpc.aio.Channel:
    """Return a gRPC channel with the settings' address and certificates."""
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
    """Return the bytes of a certificate file."""
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(tr("error-unreadable", path=path, error=error.strerror), "FILE_UNUSABLE") from error

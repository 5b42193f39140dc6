"""The connection to one server, with the player's token for each call.

Of a server with several nodes, one is used at a time. A call that it could not finish is repeated at another one.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import grpc
import grpc.aio

from tilth_addresses import NodesChannel, was_never_sent
from tilth_cli.call_errors import explain, is_retryable, reason_of
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.settings import Settings, is_loopback
from tilth_dataclasses.tilth.v1 import clients

Q = TypeVar("Q")
R = TypeVar("R")

CALL_TIMEOUT_S = 10.0
LARGEST_MESSAGE = 64 * 1024 * 1024
REPEAT_PAUSE_S = 0.3
LEAVING_REASONS = ("SERVER_STOPPING", "SERVER_DRAINING", "MATCH_MOVED", "STORE_FAILED")
"""Refusals after which another node of the server is asked."""

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
        dial = _dial(settings)
        addresses = settings.address.split(",")
        self._nodes = NodesChannel(addresses, dial) if len(addresses) > 1 else None
        self._attempts = 2 * len(addresses) if self._nodes else 1
        self._channel = self._nodes or dial(settings.address)

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
        try:
            async with (
                self._output.note_if_slow("waiting-server", address=self.address),
                self.explained_errors(),
            ):
                await self.choose_node()
        except BaseException:
            await self._channel.close()
            raise
        return self

    async def choose_node(self) -> None:
        """Choose one of several nodes, if there is none or the one before was left. Raise AioRpcError if none can be
        reached."""
        if self._nodes is not None:
            await self._nodes.choose()

    def leave_node(self) -> None:
        """Note that the node in use is gone, or that another one may do better; `choose_node` chooses it."""
        if self._nodes is not None:
            self._nodes.leave(self._nodes.node)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    @property
    def node_address(self) -> str:
        """The address of the node in use, or of the server if it has only one."""
        return self._nodes.address if self._nodes is not None else self.address

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of each call: the player's token, if there is one."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    async def ask(self, method: grpc.aio.UnaryUnaryMultiCallable[Q, R], request: Q) -> R:
        """Make a call and return its reply; a failure raises UserError. If it takes a second, a note
        names the server."""
        async with self._output.note_if_slow("waiting-server", address=self.address), self.explained_errors():
            if self._nodes is None:
                return await method(request, timeout=CALL_TIMEOUT_S, metadata=self.metadata)
            return await self._ask_nodes(method, request)

    async def _ask_nodes(self, method: grpc.aio.UnaryUnaryMultiCallable[Q, R], request: Q) -> R:
        """Make a call at the node in use, and then at others. Only reads, calls with a request id and calls that no
        server has seen are repeated."""
        name = type(request).__name__
        is_repeatable = bool(getattr(request, "request_id", "")) or name.startswith(("Get", "List"))
        for attempt in range(1, self._attempts + 1):
            try:
                await self.choose_node()
                return await method(request, timeout=CALL_TIMEOUT_S, metadata=self.metadata)
            except grpc.aio.AioRpcError as error:
                is_refused = reason_of(error) in LEAVING_REASONS
                is_lost = error.code() is grpc.StatusCode.DEADLINE_EXCEEDED or is_retryable(error)
                if is_refused or is_lost:
                    self.leave_node()
                is_again = is_refused or was_never_sent(error) or (is_lost and is_repeatable)
                if not is_again or attempt == self._attempts:
                    raise
            await asyncio.sleep(REPEAT_PAUSE_S)
        raise AssertionError("the last attempt returns or raises")

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


def _dial(settings: Settings) -> Callable[[str], grpc.aio.Channel]:
    """Return a function that makes a gRPC channel to an address, with the settings' certificates."""
    credentials = (
        grpc.ssl_channel_credentials(
            root_certificates=_content(settings.ca),
            private_key=_content(settings.key),
            certificate_chain=_content(settings.cert),
        )
        if settings.tls
        else None
    )

    def dial(address: str) -> grpc.aio.Channel:
        # A proxy set for the web has no business between this machine and itself.
        options = [*CHANNEL_OPTIONS, ("grpc.enable_http_proxy", 0 if is_loopback(address) else 1)]
        if credentials is None:
            return grpc.aio.insecure_channel(address, options=options)
        return grpc.aio.secure_channel(address, credentials, options=options)

    return dial


def _content(path: Path | None) -> bytes | None:
    """Return the bytes of a certificate file."""
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(tr("error-unreadable", path=path, error=error.strerror), "FILE_UNUSABLE") from error

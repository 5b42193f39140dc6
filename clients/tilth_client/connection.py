"""The connection to a server: how it is opened, the metadata of every call, and the rules for repeating calls.

A server may be several nodes, with an address each. A connection uses one of them at a time.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from math import inf, isinf
from pathlib import Path
from typing import Final, TypeVar

import grpc
import grpc.aio

from tilth_addresses import BadAddresses, NodesChannel, split, was_never_sent
from tilth_client.errors import (
    MOVING_REASONS,
    SERVER_DRAINING,
    SERVER_STOPPING,
    ConnectionFailed,
    TilthError,
    from_rpc,
    is_retryable,
    reason_of,
)

log = logging.getLogger("tilth_client")

Request = TypeVar("Request")
Reply = TypeVar("Reply")

HEALTH: Final = "/grpc.health.v1.Health/Check"
CALL_SECONDS: Final = 20.0
"""The time limit for one call, in seconds."""
DRAINED_SECONDS: Final = 10.0
"""The seconds after all nodes have refused a new match in which one refusal is taken for that of all."""

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
        self,
        address: str | Iterable[str],
        token: str,
        tls: Tls | bool | None,
        retry_seconds: float,
        wait: bool = False,
    ) -> None:
        """With several addresses, the server has several nodes."""
        self._waits = wait
        try:
            self._addresses = split(address)
        except BadAddresses as error:
            raise ConnectionFailed(f"{error}.") from None
        self.address = ", ".join(self._addresses)
        self.token = token
        self.retry_seconds = retry_seconds
        self._tls = Tls() if tls is True else tls
        self._channel: grpc.aio.Channel | None = None
        self.nodes: NodesChannel | None = None
        """The channel that moves between nodes; None with one address."""
        self._all_drained_at = -inf
        self.on_moved: Callable[[], object] = lambda: None
        """Callback after the connection has moved to another node."""

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
        dial = self._dial()
        if len(self._addresses) == 1:
            self._channel = dial(self._addresses[0])
        else:
            self._channel = self.nodes = NodesChannel(self._addresses, dial)
            self.nodes.on_moved = self._note_move
        backoff = Backoff(self.retry_seconds if self._waits else 0, address=self.address)
        while True:
            try:
                await self._find_server(self._channel)
            except grpc.aio.AioRpcError as error:
                if is_retryable(error) or error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                    if await backoff.wait():
                        continue
                    await self.close()
                    raise self.exception_for(error) from None
                # Any other status comes from a server that can be reached.
            backoff.reset()
            return

    def _dial(self) -> Callable[[str], grpc.aio.Channel]:
        """Return a function that makes a channel to one address. The name in the address is the one that a certificate
        has to have."""
        if not self._tls:
            return lambda address: grpc.aio.insecure_channel(address, options=OPTIONS)
        try:
            credentials = self._tls.credentials()
        except OSError as error:
            raise ConnectionFailed(f"Can't read {error.filename}: {error.strerror}.") from error
        return lambda address: grpc.aio.secure_channel(address, credentials, options=OPTIONS)

    async def _find_server(self, channel: grpc.aio.Channel) -> None:
        """Ask the server for its health; of several nodes, choose one by theirs."""
        if self.nodes is not None:
            await self.nodes.choose()
            return
        ask: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(HEALTH)
        await ask(b"", timeout=CALL_SECONDS)

    def _note_move(self) -> None:
        """Log that another node is used."""
        assert self.nodes is not None
        log.info("the connection has moved to the node at %s", self.nodes.address)
        self.on_moved()

    def exception_for(self, error: grpc.aio.AioRpcError) -> TilthError:
        """Return the exception for a failed call of this connection."""
        tls = self._tls or None
        return from_rpc(
            error,
            self.address if self.nodes is None else self.nodes.address,
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
        if self.nodes is not None:
            return await self._unary_at_nodes(self.nodes, rpc, request, retry)
        backoff = Backoff(self.retry_seconds if retry else 0, address=self.address)
        while True:
            try:
                reply = await rpc(request, timeout=CALL_SECONDS, metadata=self.metadata)
                backoff.reset()
                return reply
            except grpc.aio.AioRpcError as error:
                if not (is_retryable(error) and await backoff.wait()):
                    raise self.exception_for(error) from None

    async def _unary_at_nodes(
        self,
        nodes: NodesChannel,
        rpc: grpc.aio.UnaryUnaryMultiCallable[Request, Reply],
        request: Request,
        retry: bool,
    ) -> Reply:
        """Make one call at the node in use, and then at others. A call that no server has seen is repeated in any
        case."""
        backoff = Backoff(self.retry_seconds, address=self.address)
        draining: set[str] = set()
        refusals = 0
        while True:
            node, address = None, ""
            try:
                await nodes.choose(draining)
                node, address = nodes.node, nodes.address
                reply = await rpc(request, timeout=CALL_SECONDS, metadata=self.metadata)
                backoff.reset()
                return reply
            except grpc.aio.AioRpcError as error:
                reason = reason_of(error)
                if reason == SERVER_DRAINING and self._goes_on(draining, address):
                    nodes.leave(node)
                    continue
                is_lost = is_lost_at_node(error)
                if node is not None and is_lost:
                    nodes.leave(node)
                is_again = (
                    node is None or was_never_sent(error) or (retry and (is_lost or is_retryable(error)))
                )
                if not (is_again and await backoff.wait()):
                    raise self.exception_for(error) from None
                refusals += reason in MOVING_REASONS
                if refusals > 1 and not is_lost:
                    # The first one is usual when matches change their owner. A second one may be this node's fault.
                    await nodes.try_another(node)

    def _goes_on(self, draining: set[str], address: str) -> bool:
        """Note that the node at an address takes no new matches and seats. Return whether to ask another: not if all
        have said so in this call, or a moment ago."""
        draining.add(address)
        now = asyncio.get_running_loop().time()
        if len(draining) == len(self._addresses):
            self._all_drained_at = now
        return now - self._all_drained_at > DRAINED_SECONDS

    async def stream(
        self, rpc: grpc.aio.UnaryStreamMultiCallable[Request, Reply], request: Request, *, retry: bool = False
    ) -> AsyncIterator[Reply]:
        """Yield the replies of a streaming call.

        With `retry`, a broken stream is requested again. The reader must change `request` so that it names the next
        record. Of several nodes, another one is asked as long as there was no reply.
        """
        backoff = Backoff(self.retry_seconds if retry or self.nodes is not None else 0)
        has_begun = False
        while True:
            node = None
            call: grpc.aio.UnaryStreamCall[Request, Reply] | None = None
            try:
                if self.nodes is not None:
                    await self.nodes.choose()
                    node = self.nodes.node
                call = rpc(request, metadata=self.metadata)
                async for reply in call:
                    backoff.reset()
                    has_begun = True
                    yield reply
                return
            except grpc.aio.AioRpcError as error:
                if node is not None and self.nodes is not None and is_lost_at_node(error):
                    self.nodes.leave(node)
                is_again = is_retryable(error) and (retry or not has_begun)
                if not (is_again and await backoff.wait()):
                    raise self.exception_for(error) from None
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                # gRPC raises it, too, if the channel is closed: that to a node which was left a minute ago.
                if not retry:
                    raise ConnectionFailed(
                        f"The connection has left the node of this call: {self.address}"
                    ) from None
            finally:
                if call is not None:
                    call.cancel()


def is_lost_at_node(error: grpc.aio.AioRpcError) -> bool:
    """Return whether a failed call says that its node is gone, hangs or stops, so that another one should be used."""
    reason = reason_of(error)
    if reason is not None:
        return reason == SERVER_STOPPING
    return is_retryable(error) or error.code() is grpc.StatusCode.DEADLINE_EXCEEDED

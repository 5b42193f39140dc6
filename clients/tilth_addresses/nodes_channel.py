"""The gRPC channel to one of several nodes of a server. A client that leaves a node continues at another one."""

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Final

import grpc
import grpc.aio

HEALTH: Final = "/grpc.health.v1.Health/Check"
SERVING: Final = b"\x08\x01"
"""The reply of the health service of a node that serves: its field 1 is 1."""
ASK_SECONDS: Final = 20.0
"""The time limit for one question about a node's health."""
NEXT_SECONDS: Final = 1.0
"""Seconds after which the next node is asked, too, while one does not reply."""
PAUSE_SECONDS: Final = 0.5
"""Seconds in which nobody asks again after no node could be reached."""
STAY_SECONDS: Final = 5.0
"""Seconds for which a client stays at a node that it has chosen, unless the node is gone or stops."""
CLOSE_SECONDS: Final = 60.0
"""Calls that were begun at a node before the client left it may end within this time."""

Dial = Callable[[str], grpc.aio.Channel]


class NodesChannel(grpc.aio.Channel):
    """A channel to one node at a time, of several addresses.

    The first node is a random one, so that clients with the same list spread over the nodes, and do not all follow
    each other to the next one when a node stops. `choose` has to be awaited before the first call, and after `leave`.
    A node that is back is asked like any other when a node is chosen.
    """

    def __init__(self, addresses: Sequence[str], dial: Dial) -> None:
        """`dial` returns a channel to one address."""
        self._addresses = tuple(addresses)
        self._dial = dial
        self._node: grpc.aio.Channel | None = None
        self._address = ""
        self._is_left = True
        self._lock = asyncio.Lock()
        self._moved_at = 0.0
        self._failure: tuple[float, grpc.aio.AioRpcError] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self.on_moved: Callable[[], object] = lambda: None
        """Callback after another node was chosen."""

    @property
    def node(self) -> grpc.aio.Channel | None:
        """The channel to the node in use; None before the first."""
        return self._node

    @property
    def address(self) -> str:
        """The address of the node in use; before the first, all addresses."""
        return self._address or ", ".join(self._addresses)

    def leave(self, node: grpc.aio.Channel | None) -> None:
        """Note that a node is gone or stops. `choose` chooses another one, unless it was left before."""
        if node is self._node:
            self._is_left = True

    async def choose(self, avoid: Collection[str] = ()) -> None:
        """Choose a node if there is none, or if the one before was left. Nodes at the addresses in `avoid` are asked
        last. Raise AioRpcError if no node can be reached."""
        if not self._is_left:
            return
        async with self._lock:
            if not self._is_left:
                return
            now = asyncio.get_running_loop().time()
            if self._failure is not None and now - self._failure[0] < PAUSE_SECONDS:
                raise self._failure[1]
            try:
                address, node, _ = await self._find({self._address, *avoid}, self._addresses)
            except grpc.aio.AioRpcError as error:
                self._failure = asyncio.get_running_loop().time(), error
                raise
            self._take(address, node)

    async def try_another(self, node: grpc.aio.Channel | None) -> bool:
        """Move from a node that can be reached but is of no use, for example because it cannot reach others. Stay if
        no other node serves, or if the node was chosen a moment ago. Return whether the client has moved."""
        async with self._lock:
            others = [address for address in self._addresses if address != self._address]
            now = asyncio.get_running_loop().time()
            if node is not self._node or not others or now - self._moved_at < STAY_SECONDS:
                return False
            self._moved_at = now
            with suppress(grpc.aio.AioRpcError):
                address, found, serves = await self._find((), others)
                if serves:
                    self._take(address, found)
                    return True
                await found.close()
            return False

    async def close(self, grace: float | None = None) -> None:
        """Close the channels to all nodes."""
        for task in self._closing:
            task.cancel()
        await asyncio.gather(*self._closing, return_exceptions=True)
        if self._node is not None:
            await self._node.close(grace)

    # The choice ----------------------------------------------------------------------------------------------

    async def _find(
        self, avoid: Collection[str], addresses: Sequence[str]
    ) -> tuple[str, grpc.aio.Channel, bool]:
        """Return the first node that says that it serves: its address, a channel to it, and True. If none does, return
        one that replies, and False. Raise AioRpcError if none replies."""
        order = random.sample(addresses, len(addresses))
        order.sort(key=lambda address: address in avoid)
        asked: dict[asyncio.Task[bool], tuple[str, grpc.aio.Channel]] = {}
        found: tuple[str, grpc.aio.Channel, bool] | None = None
        error: grpc.aio.AioRpcError | None = None
        try:
            while order or asked:
                if order:
                    address = order.pop(0)
                    channel = self._dial(address)
                    asked[asyncio.create_task(_serves(channel))] = address, channel
                done, _ = await asyncio.wait(
                    asked, timeout=NEXT_SECONDS if order else None, return_when=asyncio.FIRST_COMPLETED
                )
                for task in done:
                    address, channel = asked.pop(task)
                    try:
                        serves = task.result()
                    except grpc.aio.AioRpcError as raised:
                        error = raised
                        await channel.close()
                        continue
                    if found is None or (serves and not found[2]):
                        if found is not None:
                            await found[1].close()
                        found = address, channel, serves
                    else:
                        await channel.close()
                if found is not None and found[2]:
                    return found
            if found is not None:
                return found
            assert error is not None, "each node was asked"
            raise error
        except asyncio.CancelledError:
            if found is not None:
                await found[1].close()
            raise
        finally:
            for task, (_, channel) in asked.items():
                task.cancel()
                await channel.close()

    def _take(self, address: str, node: grpc.aio.Channel) -> None:
        """Use a node from now on. Calls at the one before may end."""
        before, self._node, self._address = self._node, node, address
        self._is_left = False
        self._failure = None
        self._moved_at = asyncio.get_running_loop().time()
        if before is not None:
            task = asyncio.create_task(_close_later(before))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
            self.on_moved()

    # What stubs call -----------------------------------------------------------------------------------------

    def unary_unary(self, *how: Any, **named: Any) -> Any:
        return self._call_at_node("unary_unary", how, named)

    def unary_stream(self, *how: Any, **named: Any) -> Any:
        return self._call_at_node("unary_stream", how, named)

    def stream_unary(self, *how: Any, **named: Any) -> Any:
        return self._call_at_node("stream_unary", how, named)

    def stream_stream(self, *how: Any, **named: Any) -> Any:
        return self._call_at_node("stream_stream", how, named)

    def _call_at_node(self, kind: str, how: tuple[Any, ...], named: dict[str, Any]) -> Callable[..., Any]:
        """Return a function that makes a call at the node that is in use when it is called."""

        def call(*arguments: Any, **settings: Any) -> Any:
            assert self._node is not None, "`choose` comes before the first call"
            return getattr(self._node, kind)(*how, **named)(*arguments, **settings)

        return call

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:
        assert self._node is not None
        return self._node.get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        assert self._node is not None
        await self._node.wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        assert self._node is not None
        await self._node.channel_ready()

    async def __aenter__(self) -> "NodesChannel":
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()


def was_never_sent(error: grpc.aio.AioRpcError) -> bool:
    """Return whether a call has failed because there was no connection, so that no server has seen it."""
    return (
        error.code() is grpc.StatusCode.UNAVAILABLE and "failed to connect" in (error.details() or "").lower()
    )


async def _serves(channel: grpc.aio.Channel) -> bool:
    """Return whether a node says that it serves. Raise AioRpcError if it cannot be reached."""
    ask: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(HEALTH)
    try:
        return await ask(b"", timeout=ASK_SECONDS) == SERVING
    except grpc.aio.AioRpcError as error:
        if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            raise
        return False  # any other status comes from a server that can be reached


async def _close_later(channel: grpc.aio.Channel) -> None:
    """Close a channel when its calls have ended, or after CLOSE_SECONDS."""
    try:
        await channel.close(CLOSE_SECONDS)
    except asyncio.CancelledError:
        await channel.close()
        raise

"""The context of a call for handlers. It depends on no transport, so another listener can serve the same handlers."""

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from tilth_server.nodes.flows import Flow
from tilth_server.players import Role
from tilth_server.wire import language_of


class Caller(msgspec.Struct, frozen=True, gc=False):
    """The player who calls. A few calls need no token: then `player_id` and `name` are empty."""

    player_id: str
    name: str
    operator: bool
    """True if the caller's role is enough for an operator's rights in this call (operator_guard.py)."""
    role: Role = Role.NONE


class CallContext(msgspec.Struct, frozen=True):
    """The context of one call: its caller, its address, and its way to write messages."""

    caller: Caller
    address: str
    """The address of the other end without its port, such as ipv4:127.0.0.1."""
    deadline: float | None
    """The loop's time at which the client gives up; None if it waits forever."""
    write: Callable[[bytes], Awaitable[None]]
    """Writes one message to the client; for handlers that stream."""
    trace: Mapping[str, str]
    """The headers by which the client's trace continues here; empty unless the server traces."""

    flow: Flow | None = None
    """The flow on which another node forwards the call; None for a client of this node."""

    @property
    def is_forwarded(self) -> bool:
        """Return whether another node forwards the call: then it is served here, also if this node does not own the
        match.
        """
        return self.flow is not None

    def language(self, asked: str) -> str:
        """Return the language of the reply's texts, by the language that the request asks for."""
        return language_of(asked)

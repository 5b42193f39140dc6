"""The limit on the number of a call's headers, checked where gRPC looks its handler up.

gRPC keeps to its limit of header bytes only when the client has acknowledged the server's settings; before that it
lets 16 MB through. To read that many headers once takes a hundredth of a second.
"""

from collections.abc import Mapping
from typing import Any, Final

import grpc

HEADER_FIELDS: Final = "header_fields"
MAX_HEADER_FIELDS: Final = 100
"""Headers that one call may have. Proxies add a few; a client of ours sends three."""


class HeaderLimit(grpc.ServiceRpcHandler):
    """The handlers of one service, as gRPC asks for them; a call with too many headers gets one that refuses it."""

    def __init__(self, name: str, handlers: Mapping[str, Any], refuse: Any) -> None:
        """`refuse` handles a call with too many headers."""
        self._name = name
        self.handlers = {f"/{name}/{method}": handler for method, handler in handlers.items()}
        """The handlers by path, such as /tilth.v1.LobbyService/ListMatches."""
        self._refusing: Any = grpc.stream_stream_rpc_method_handler(refuse)

    def service_name(self) -> str:
        """Return the full name of the service."""
        return self._name

    def service(self, handler_call_details: Any) -> Any:
        """Return the handler of a call for gRPC; None if the service has no such method."""
        found = self.handlers.get(handler_call_details.method)
        if found is not None and len(handler_call_details.invocation_metadata or ()) > MAX_HEADER_FIELDS:
            return self._refusing
        return found

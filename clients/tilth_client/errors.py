"""What can go wrong, as exceptions that a program can tell apart. The text of each is one line for a person."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

import grpc
import grpc.aio
from google.rpc import error_details_pb2
from grpc_status import rpc_status

NOTHING: Mapping[str, str] = MappingProxyType({})


class TilthError(Exception):
    """The root of all that this package raises."""


class ConnectionProblem(TilthError):
    """The server can't be reached, or was lost for longer than the connection's patience."""


class ServerFault(TilthError):
    """The server failed at something. The text carries the number under which its log tells more."""


class IllegalAnswer(TilthError, ValueError):
    """An answer outside of what its decision asks for. It was not sent."""


class Refused(TilthError):
    """The server refused, and nothing has changed. `reason` is stable; docs/protocol.md lists them all."""

    def __init__(
        self,
        reason: str,
        what: str = "",
        *,
        details: Mapping[str, str] = NOTHING,
        fields: Mapping[str, str] = NOTHING,
    ) -> None:
        super().__init__(what or reason)
        self.reason = reason
        self.what = what
        self.details = details
        """What goes with the reason, for example the limit's name and value."""
        self.fields = fields
        """The fields of the request that are at fault, each with why."""


class BadToken(Refused):
    """No token, or one that the server doesn't know (any more)."""


class NotFound(Refused):
    """No such match, player or game."""


class LimitReached(Refused):
    """Over one of the server's limits; `details` name it."""


REFUSALS: Mapping[grpc.StatusCode, type[Refused]] = {
    grpc.StatusCode.UNAUTHENTICATED: BadToken,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitReached,
}


BY_REASON: Mapping[str, type[Refused]] = {
    "limit": LimitReached,
    "no_match": NotFound,
    "bad_token": BadToken,
}

IN_A_MOMENT: frozenset[str] = frozenset({"closing", "store_failed", "paused", "outside_failed"})
"""Of a server that stops, could not store something or find out a fact, and of a match that is paused: it may work a
moment later."""


CUT_OFF: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""What the transport says of a call whose server went away: CANCELLED, if that was at work on it. A call that we gave
up ourselves ends by asyncio's CancelledError instead."""


def is_lost(error: grpc.aio.AioRpcError) -> bool:
    """Whether the same call may work a moment later."""
    return error.code() in CUT_OFF and _reason(error) in (None, *IN_A_MOMENT)


def from_frame(reason: str, what: str) -> Refused:
    """The exception for a refusal told on a stream."""
    return BY_REASON.get(reason, Refused)(reason, what)


def from_rpc(error: grpc.aio.AioRpcError, address: str) -> TilthError:
    """The exception that says what a failed call means."""
    code, said = error.code(), error.details() or ""
    if code in CUT_OFF and _reason(error) is None:
        return ConnectionProblem(_unreachable(address, said))
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return ConnectionProblem(f"The server at {address} didn't reply in time; try again.")
    if code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS):
        return ServerFault(f"The server at {address} failed: {said}")
    reason, details, fields = code.name.lower(), dict[str, str](), dict[str, str]()
    for detail in _details(error):
        if isinstance(detail, error_details_pb2.ErrorInfo):
            reason, details = detail.reason, dict(detail.metadata)
        else:
            fields = {violation.field: violation.description for violation in detail.field_violations}
    if code is grpc.StatusCode.UNAUTHENTICATED:
        said = f"{said.rstrip('.')}. Register (once for each name), or give the token you were given then."
    if code is grpc.StatusCode.UNIMPLEMENTED:
        said = f"The server at {address} doesn't know this call; it is no Tilth server, or an older one."
    return REFUSALS.get(code, Refused)(reason, said, details=details, fields=fields)


def _unreachable(address: str, said: str) -> str:
    lowered = said.lower()
    if "certificate_verify_failed" in lowered or "certificate verify failed" in lowered:
        return f"The certificate of the server at {address} isn't trusted; give its authority: Tls(ca=...)."
    if "ssl" in lowered or "handshake" in lowered:
        return (
            f"The server at {address} doesn't speak TLS as asked; try without tls, or check its certificates."
        )
    if "dns" in lowered or "name resolution" in lowered or "domain name" in lowered:
        return f"No machine is known by the name in {address}; check the address."
    if any(sign in lowered for sign in ("socket closed", "goaway", "http/2", "http2", "reset by peer")):
        return f"What answers at {address} hung up; check the address, or whether the server wants TLS (tls=True)."
    return f"No server answers at {address}; check the address, or start one: tilth-server serve"


def _reason(error: grpc.aio.AioRpcError) -> str | None:
    """The server's reason; None where the transport gave the status."""
    found = (detail for detail in _details(error) if isinstance(detail, error_details_pb2.ErrorInfo))
    return next((detail.reason for detail in found), None)


def _details(error: grpc.aio.AioRpcError) -> list[Any]:
    if not error.trailing_metadata():
        return []
    try:
        status = rpc_status.from_call(cast(grpc.Call, error))
    except ValueError:  # the details tell another status than the call: not worth more than none
        return []
    found: list[Any] = []
    for packed in status.details if status is not None else ():
        for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest):
            if packed.Is(kind.DESCRIPTOR):
                detail = kind()
                packed.Unpack(detail)
                found.append(detail)
    return found

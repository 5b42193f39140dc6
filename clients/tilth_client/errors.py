"""The exceptions of this package, and how they are made from gRPC's errors."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

import grpc
import grpc.aio
from google.rpc import error_details_pb2
from grpc_status import rpc_status

NOTHING: Mapping[str, str] = MappingProxyType({})


class TilthError(Exception):
    """The base class of this package's exceptions. The text of each is one line for a person."""


class ConnectionFailed(TilthError):
    """The server can't be reached, or was away for longer than the connection's `retry_seconds`."""


class ServerError(TilthError):
    """The server failed at a call. The text has the number under which the server's log has the details."""


class IllegalAnswer(TilthError, ValueError):
    """An answer outside the bounds of its decision. It was not sent."""


class Refused(TilthError):
    """The server refused a call or an answer, and nothing has changed.

    `reason` is stable; docs/protocol/reasons.md lists all reasons.

        try:
            await tilth.take_seat(match_id)
        except Refused as refused:
            print(refused.reason)  # NO_FREE_SEAT
    """

    def __init__(
        self,
        reason: str,
        message: str = "",
        *,
        details: Mapping[str, str] = NOTHING,
        fields: Mapping[str, str] = NOTHING,
    ) -> None:
        super().__init__(message or reason)
        self.reason = reason
        self.message = message
        self.details = details
        """Further data about the reason, for example the limit's name and value."""
        self.fields = fields
        """The fields of the request that are at fault, each with the reason."""


class BadToken(Refused):
    """The server refused a call without a token, or with a token that it does not know."""


class NotFound(Refused):
    """The server refused a call that names a match, player or game which does not exist."""


class LimitReached(Refused):
    """The server refused a call that is over one of its limits; `details` name the limit."""


REFUSALS: Mapping[grpc.StatusCode, type[Refused]] = {
    grpc.StatusCode.UNAUTHENTICATED: BadToken,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitReached,
}


BY_REASON: Mapping[str, type[Refused]] = {
    "LIMIT_EXCEEDED": LimitReached,
    "MATCH_NOT_FOUND": NotFound,
    "TOURNAMENT_NOT_FOUND": NotFound,
    "TOKEN_INVALID": BadToken,
}

SERVER_STOPPING: Final = "SERVER_STOPPING"
SERVER_DRAINING: Final = "SERVER_DRAINING"
MATCH_MOVED: Final = "MATCH_MOVED"
STORE_FAILED: Final = "STORE_FAILED"
MOVING_REASONS: Final = frozenset({MATCH_MOVED, STORE_FAILED})
"""Reasons of refusals that may come from one node of a server only: it cannot reach another one, or the database."""
FACT_UNAVAILABLE: Final = "FACT_UNAVAILABLE"
RETRYABLE_REASONS: frozenset[str] = frozenset(
    {SERVER_STOPPING, STORE_FAILED, MATCH_MOVED, "MATCH_PAUSED", "INDEX_BUILDING", FACT_UNAVAILABLE}
)
"""The reasons of refusals after which the same call may work a moment later: the server stops, could not store
something or find out a fact, or builds its index of matches; or the match is paused or loaded again."""


LOST_STATUSES: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""The statuses of a call whose server went away: CANCELLED if the server was at work on the call. A call that this
client gave up itself ends by asyncio's CancelledError instead."""


HTTP_TOO_MANY: Final = "429"
"""The HTTP status by which a proxy turns a call away that comes too often."""


PROXY_SIGNS: Final = ("stream removed", "rst_stream")
"""gRPC's words for a stream without a final status, which a Tilth server always sends."""


def is_retryable(error: grpc.aio.AioRpcError) -> bool:
    """Return whether the call may work if it is made again a moment later."""
    reason = reason_of(error)
    if error.code() in LOST_STATUSES:
        return reason in (None, *RETRYABLE_REASONS)
    return reason is None and any(sign in (error.details() or "").lower() for sign in PROXY_SIGNS)


def from_frame(reason: str, message: str) -> Refused:
    """Return the exception for a refusal that came in a frame: the class for its reason, or Refused for an unknown
    one."""
    return BY_REASON.get(reason, Refused)(reason, message)


def from_rpc(
    error: grpc.aio.AioRpcError, address: str, *, tls: bool = False, has_certificate: bool = False
) -> TilthError:
    """Return the exception for a failed call. `has_certificate` says that this client showed a certificate."""
    code, message = error.code(), error.details() or ""
    if code in LOST_STATUSES and reason_of(error) is None:
        return ConnectionFailed(_why_unreachable(address, message, tls, has_certificate))
    if reason_of(error) is None and (cut := _cut_by_proxy(address, message)):
        return ConnectionFailed(cut)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return ConnectionFailed(f"The server at {address} didn't reply in time; try again.")
    if code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS):
        return ServerError(f"The server at {address} failed: {message}")
    reason, details, fields = code.name, dict[str, str](), dict[str, str]()
    for detail in _details(error):
        if isinstance(detail, error_details_pb2.ErrorInfo):
            reason, details = detail.reason, dict(detail.metadata)
        else:
            fields = {violation.field: violation.description for violation in detail.field_violations}
    if code is grpc.StatusCode.UNAUTHENTICATED:
        message = (
            f"{message.rstrip('.')}. Register (once for each name), or give the token you were given then."
        )
    if code is grpc.StatusCode.UNIMPLEMENTED:
        message = f"The server at {address} doesn't know this call; it is no Tilth server, or an older one."
    return REFUSALS.get(code, Refused)(reason, message, details=details, fields=fields)


def _why_unreachable(address: str, message: str, tls: bool, has_certificate: bool) -> str:
    """Return a sentence that explains why a server could not be reached, from gRPC's message."""
    lowered = message.lower()
    if "certificate has expired" in lowered:
        return f"The certificate of the server at {address} has expired; its operator has to renew it."
    if "http2 header with status" in lowered:
        status = message.rsplit(maxsplit=1)[-1]
        if status == HTTP_TOO_MANY:
            return (
                f"A proxy answers at {address}, and takes no more calls for now (HTTP 429); try again later."
            )
        return f"A proxy answers at {address} (HTTP {status}): it can't reach the server behind it; try again later."
    if "certificate_verify_failed" in lowered or "certificate verify failed" in lowered:
        return f"The certificate of the server at {address} isn't trusted; give its authority: Tls(ca=...)."
    if "ssl" in lowered or "handshake" in lowered:
        return (
            f"The server at {address} doesn't speak TLS as asked; try without tls, or check its certificates."
        )
    if "dns" in lowered or "name resolution" in lowered or "domain name" in lowered:
        return f"No machine is known by the name in {address}; check the address."
    if tls and any(sign in lowered for sign in ("socket closed", "reset by peer", "broken pipe")):
        if has_certificate:
            return f"The server at {address} does not accept the certificate that was shown, or is stopping."
        return (
            f"The server at {address} hung up after the TLS handshake: it wants a certificate from its clients"
            " (Tls(certificate=..., key=...)), or is stopping."
        )
    if any(sign in lowered for sign in ("socket closed", "goaway", "http/2", "http2", "reset by peer")):
        return f"What answers at {address} hung up; check the address, or whether the server wants TLS (tls=True)."
    return f"No server answers at {address}; check the address, or start one: tilth-server serve"


def _cut_by_proxy(address: str, message: str) -> str:
    """Return a sentence if a proxy in front of the server has ended the call; otherwise ""."""
    lowered = message.lower()
    if "status: 413" in lowered:
        return (
            f"The proxy in front of {address} takes no more than it was sent (HTTP 413);"
            " its operator has to allow more: client_max_body_size 0 in nginx."
        )
    if any(sign in lowered for sign in PROXY_SIGNS):
        return (
            f"The stream to {address} was cut, probably by a proxy in between; its operator has to let streams last:"
            " client_max_body_size 0 and long timeouts in nginx."
        )
    return ""


def reason_of(error: grpc.aio.AioRpcError) -> str | None:
    """Return the server's reason; None if the transport gave the status."""
    found = (detail for detail in _details(error) if isinstance(detail, error_details_pb2.ErrorInfo))
    return next((detail.reason for detail in found), None)


def _details(error: grpc.aio.AioRpcError) -> list[Any]:
    """Return the error details that the server sent with a status."""
    if not error.trailing_metadata():
        return []
    try:
        status = rpc_status.from_call(cast(grpc.Call, error))
    except ValueError:  # the details name another status than the call has, so they can't be trusted
        return []
    found: list[Any] = []
    for packed in status.details if status is not None else ():
        for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest):
            if packed.Is(kind.DESCRIPTOR):
                detail = kind()
                packed.Unpack(detail)
                found.append(detail)
    return found

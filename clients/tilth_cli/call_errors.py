"""Explanations of failed calls to a server: one line each, which says what to do."""

from typing import TYPE_CHECKING

import grpc
import grpc.aio

from tilth_cli.errors import UserError
from tilth_cli.messages import tr

if TYPE_CHECKING:
    from google.rpc.error_details_pb2 import BadRequest, ErrorInfo

DETAILS = "grpc-status-details-bin"
CUT_OFF = (grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
"""Status codes, besides UNAVAILABLE, that the transport reports for a call whose server went away: CANCELLED if the
server was working on the call, INTERNAL if the client was writing to it, UNKNOWN if there is a proxy in between. An
error that the server itself sent has a reason."""

INDEX_BUILDING = "INDEX_BUILDING"


def explain(
    error: grpc.aio.AioRpcError,
    address: str,
    has_token: bool,
    *,
    tls: bool = False,
    has_certificate: bool = False,
) -> UserError:
    """Return the error to show for a failed call: its meaning, a remedy, and the server's reason or the status code.
    `tls` and `has_certificate` say how this client connected."""
    code = error.code()
    details = (error.details() or "").strip()
    reason = reason_of(error)
    match code:
        case grpc.StatusCode.UNAVAILABLE | grpc.StatusCode.CANCELLED:
            why = _why_unavailable(details)
            if tls and why == "hung_up":
                why = "certificate_refused" if has_certificate else "certificate_wanted"
            text = details if reason else tr(f"error-{why}", address=address)
            if reason == INDEX_BUILDING:
                text = tr("error-index_building", address=address, **_progress(error))
        case grpc.StatusCode.DEADLINE_EXCEEDED:
            text = tr("error-deadline", address=address)
        case grpc.StatusCode.UNAUTHENTICATED:
            text = tr("error-bad_token" if has_token else "error-no_token", address=address)
        case grpc.StatusCode.UNIMPLEMENTED:
            text = tr("error-unimplemented", address=address)
        case grpc.StatusCode.NOT_FOUND:
            text = tr("error-not_found", details=_sentence(details))
        case grpc.StatusCode.INTERNAL | grpc.StatusCode.UNKNOWN if not reason and (cut := _cut(details)):
            text = tr(f"error-{cut}", address=address)
        case grpc.StatusCode.INTERNAL | grpc.StatusCode.UNKNOWN:
            text = tr("error-internal", address=address, details=_sentence(details))
        case _:
            text = details or code.name
    return UserError(_with_fields(text, error), reason or code.name)


def is_retryable(error: grpc.aio.AioRpcError) -> bool:
    """Return whether the call failed because the connection broke, so that another attempt may succeed. Refusals of the
    server and limits of a proxy are not retryable."""
    if error.code() in CUT_OFF:
        return not reason_of(error) and _cut(error.details() or "") != "proxy_limit"
    why = _why_unavailable(error.details() or "")
    return error.code() is grpc.StatusCode.UNAVAILABLE and why in PASSING


def reason_of(error: grpc.aio.AioRpcError) -> str:
    """Return the stable reason that the server gave; "" if there is none."""
    from google.rpc.error_details_pb2 import ErrorInfo

    info = ErrorInfo()
    return info.reason if _unpacked(error, info) else ""


def _progress(error: grpc.aio.AioRpcError) -> dict[str, str]:
    """Return the numbers `done` and `total` of the server's progress in building its index, from the error's details;
    "?" for a missing one."""
    from google.rpc.error_details_pb2 import ErrorInfo

    info = ErrorInfo()
    _unpacked(error, info)
    return {name: info.metadata.get(name, "?") for name in ("done", "total")}


def _with_fields(text: str, error: grpc.aio.AioRpcError) -> str:
    """Return the text followed by the descriptions of the request's wrong fields, except those that the text contains
    already."""
    from google.rpc.error_details_pb2 import BadRequest

    wrong = BadRequest()
    if not _unpacked(error, wrong):
        return text
    missing = [f"{field.field}: {field.description}" for field in wrong.field_violations]
    more = [line for line in missing if line.partition(": ")[2] not in text]
    return " ".join([_sentence(text), *(_sentence(line) for line in more)]) if more else text


def _unpacked(error: grpc.aio.AioRpcError, into: "ErrorInfo | BadRequest") -> bool:
    """Read the first matching detail of an error into the message `into`; return whether there is one."""
    # Only now: these messages are needed when a call has failed.
    from google.rpc.status_pb2 import Status

    for key, value in error.trailing_metadata() or ():
        if key == DETAILS and isinstance(value, bytes):
            return any(detail.Unpack(into) for detail in Status.FromString(value).details)
    return False


SIGNS = {
    "expired": ("certificate has expired",),
    "proxy_busy": ("http2 header with status: 429",),
    "proxy": ("http2 header with status",),
    "certificate": ("certificate_verify_failed", "certificate verify failed"),
    "tls": ("ssl", "tls", "handshake", "pem"),
    "name": ("dns", "name resolution", "domain name"),
    "hung_up": ("socket closed", "connection reset", "goaway", "http2", "settings frame"),
}
"""Pieces of gRPC's error texts, by the cause of a missing connection; tried in this order."""


PASSING = ("unavailable", "hung_up", "proxy", "proxy_busy")
"""Faults that may pass: the server is restarting, possibly behind a proxy."""


CUT = {"proxy_limit": ("status: 413",), "proxy_cut": ("stream removed", "rst_stream")}
"""Pieces of gRPC's error texts for a call that a proxy has ended, not the server."""


def _cut(details: str) -> str | None:
    """Return the key of the cause in CUT if a proxy, not the server, has ended the call; None otherwise."""
    lowered = details.lower()
    return next((why for why, signs in CUT.items() if any(sign in lowered for sign in signs)), None)


def _why_unavailable(details: str) -> str:
    """Return the key of the cause in SIGNS by the texts of gRPC; "unavailable" if none fits."""
    lowered = details.lower()
    return next(
        (why for why, signs in SIGNS.items() if any(sign in lowered for sign in signs)), "unavailable"
    )


def _sentence(text: str) -> str:
    """Return the text with a full stop at its end."""
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."

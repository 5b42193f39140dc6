"""Errors and refusals as google.rpc.Status."""

import secrets
from functools import lru_cache

import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from tilth_rules.kernel import OptionsRefused, Refused, StackUnreadable
from tilth_server import reasons
from tilth_server.api import status_codes
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, NotOffered, StoreClosed, StoreError
from tilth_server.wire import Unreadable

log = structlog.get_logger()

Trailers = tuple[tuple[str, bytes]]

DETAILS = "grpc-status-details-bin"
"""The trailer that a Status travels in."""
MAX_MESSAGE_CHARACTERS = 200
"""Limit on the characters of a message: trailers have room for 8 KB, and a message may quote a longer text."""


def refusal_of(error: Exception) -> Refusal | None:
    """Return the error as a refusal; None if it is a fault of the server."""
    match error:
        case Refusal():
            return error
        case Refused():
            field = status_codes.FIELDS.get(error.reason, "")
            return Refusal(error.reason, error.message, field=field)
        case OptionsRefused():
            return Refusal(reasons.OPTIONS_INVALID, str(error), field=f"settings.{error.field}")
        case DecodeError():
            return Refusal(reasons.MALFORMED, "these bytes are not a message of the type this call takes")
        case StackUnreadable() | Unreadable():
            return Refusal(
                reasons.MATCH_INCOMPATIBLE,
                "this server's rules can't read the position at which the match stopped",
            )
        case BrokenChain():
            return Refusal(reasons.DATA_DAMAGED, str(error), details=error.where)
        case StoreClosed():
            return Refusal(reasons.SERVER_STOPPING, "the server is stopping: try again in a moment")
        case NotOffered():
            return Refusal(reasons.BACKUP_ELSEWHERE, str(error))
        case StoreError():
            return Refusal(reasons.STORE_FAILED, "the server could not store this: try again in a moment")
        case _:
            return None


def internal_error(error: Exception) -> Refusal:
    """Log a fault of the server in full under a random number; return a refusal with that number only."""
    number = secrets.token_hex(6)
    log.error("internal error", incident=number, exc_info=error)
    message = f"a fault of the server, which its log has under the number {number}"
    return Refusal(reasons.INTERNAL, message, details={"incident": number})


def refusal_for(error: Exception) -> Refusal:
    """Return the refusal to send to the client. Faults of the server and of the store are logged."""
    refused = refusal_of(error)
    if refused is None or refused.reason not in status_codes.CODES:
        return internal_error(error)
    if isinstance(error, StoreError) and not isinstance(error, StoreClosed):
        log.error("store request failed", reason=refused.reason, error=str(error))
    return refused


def status_of(refused: Refusal) -> tuple[StatusCode, Status]:
    """Return the refusal as a status code and a google.rpc.Status."""
    code = status_codes.CODES[refused.reason]
    number: int = code.value[0]
    message = _cut(refused.message)
    details = [_any(ErrorInfo(reason=refused.reason, domain=status_codes.DOMAIN, metadata=refused.details))]
    if refused.field:
        violation = BadRequest.FieldViolation(field=_cut(refused.field), description=message)
        details.append(_any(BadRequest(field_violations=[violation])))
    return code, Status(code=number, message=message, details=details)


def trailers_of(refused: Refusal) -> tuple[StatusCode, str, Trailers]:
    """Return the refusal's code, message and trailing metadata. They are cached, because floods repeat theirs."""
    return _trailers(refused.reason, refused.message, refused.field, tuple(refused.details.items()))


@lru_cache(256)
def _trailers(
    reason: str, message: str, field: str, details: tuple[tuple[str, str], ...]
) -> tuple[StatusCode, str, Trailers]:
    """Return the code, the message and the trailing metadata of a refusal with these values."""
    code, status = status_of(Refusal(reason, message, field=field, details=dict(details)))
    return code, status.message, ((DETAILS, status.SerializeToString()),)


def _cut(text: str) -> str:
    """Return the text, cut if it is too long for a trailer."""
    return text if len(text) <= MAX_MESSAGE_CHARACTERS else f"{text[:MAX_MESSAGE_CHARACTERS]}..."


def _any(message: Message) -> AnyMessage:
    """Return the message packed as google.protobuf.Any."""
    packed = AnyMessage()
    packed.Pack(message)
    return packed

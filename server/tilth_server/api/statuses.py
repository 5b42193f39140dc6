"""What went wrong, as a google.rpc.Status."""

import secrets

import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from tilth_rules.kernel import OptionsRefused, Refused, StackUnreadable
from tilth_server.api import reasons
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, StoreClosed, StoreError
from tilth_server.tables import reasons as tables
from tilth_server.wire import Unreadable

log = structlog.get_logger()

DETAILS = "grpc-status-details-bin"
"""The trailer that a Status travels in."""
LONGEST_WORDS = 200
"""Characters of what people are told: trailers have room for 8 KB, and what is repeated in them may be longer."""


def refusal_of(error: Exception) -> Refusal | None:
    """The error as something that was refused, or None when it is a fault of the server's own."""
    match error:
        case Refusal():
            return error
        case Refused():
            field = reasons.FIELDS.get(error.reason, "")
            return Refusal(error.reason, error.what, field=field)
        case OptionsRefused():
            return Refusal(reasons.OPTIONS_REFUSED, str(error), field=f"settings.{error.field}")
        case DecodeError():
            return Refusal(reasons.MALFORMED, "these bytes are not a message of the type this call takes")
        case StackUnreadable() | Unreadable():
            return Refusal(reasons.STACK_UNREADABLE, "this server's rules can't read where the match stopped")
        case BrokenChain():
            return Refusal(reasons.BROKEN_CHAIN, str(error), details=error.where)
        case StoreClosed():
            return Refusal(tables.CLOSING, "the server is stopping: try again in a moment")
        case StoreError():
            return Refusal(tables.STORE_FAILED, "the server could not store this: try again in a moment")
        case _:
            return None


def incident(error: Exception) -> Refusal:
    """A fault of the server's own: told to the client as a number only, and to the log in full."""
    number = secrets.token_hex(6)
    log.error("incident", incident=number, exc_info=error)
    what = f"a fault of the server; its log knows it as {number}"
    return Refusal(reasons.INTERNAL, what, details={"incident": number})


def understood(error: Exception) -> Refusal:
    """What to tell the client; what the operator has to know is logged here."""
    refused = refusal_of(error)
    if refused is None or refused.reason not in reasons.CODES:
        return incident(error)
    if isinstance(error, StoreError) and not isinstance(error, StoreClosed):
        log.error("store", reason=refused.reason, what=str(error))
    return refused


def status_of(refused: Refusal) -> tuple[StatusCode, Status]:
    """The refusal in the standard's words."""
    code = reasons.CODES[refused.reason]
    number: int = code.value[0]
    what = _cut(refused.what)
    details = [_any(ErrorInfo(reason=refused.reason, domain=reasons.DOMAIN, metadata=refused.details))]
    if refused.field:
        violation = BadRequest.FieldViolation(field=_cut(refused.field), description=what)
        details.append(_any(BadRequest(field_violations=[violation])))
    return code, Status(code=number, message=what, details=details)


def _cut(text: str) -> str:
    """What people are told, cut where it is too long for a trailer."""
    return text if len(text) <= LONGEST_WORDS else f"{text[:LONGEST_WORDS]}..."


def _any(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed

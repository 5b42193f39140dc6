"""The refusal that tells a client why a match cannot continue."""

import structlog

from tilth_rules.kernel import StackUnreadable
from tilth_server import reasons
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, OutcomeUnknown, StoreClosed, StoreError, StreamMoved
from tilth_server.wire import Unreadable

log = structlog.get_logger()


def refusal_for(match_id: str, error: Exception) -> Refusal:
    """Return the refusal for this error. A fault in the rules is logged."""
    match error:
        case Refusal():
            return error
        case BrokenChain():
            return Refusal(reasons.DATA_DAMAGED, str(error), details=error.where)
        case StackUnreadable() | Unreadable():
            message = "this server's rules can't read the position at which the match stopped; its replay still works"
            return Refusal(reasons.MATCH_INCOMPATIBLE, message)
        case StoreClosed():
            return closing()
        case StoreError():
            return Refusal(reasons.STORE_FAILED, "the log could not be read: try again in a moment")
        case _:
            log.error("rules failed", match=match_id, exc_info=error)
            message = "a fault in the game's rules; the match has not changed"
            return Refusal(reasons.RULES_FAILED, message)


def commit_refusal(error: StoreError) -> Refusal:
    """Return the refusal for everything pending in a match when the store failed with this error."""
    match error:
        case StoreClosed():
            return Refusal(
                reasons.SERVER_STOPPING, "the server could not store this, and nothing has changed: try again"
            )
        case StreamMoved():
            message = "another server has changed the match, so this one reads it again: send the same request id again"
            return Refusal(reasons.MATCH_MOVED, message)
        case OutcomeUnknown():
            message = (
                "the store did not confirm this, so the match is read again: send the same request id again"
            )
            return Refusal(reasons.MATCH_MOVED, message)
        case _:
            return Refusal(
                reasons.STORE_FAILED, "the server could not store this, and nothing has changed: try again"
            )


def closing() -> Refusal:
    """Return the refusal of a request that comes while the server stops."""
    return Refusal(reasons.SERVER_STOPPING, "the server is stopping: try again in a moment")

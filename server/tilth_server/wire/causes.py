"""Why a record came to be: the kernel's causes and the lobby's, as members of tilth.v1.Record.cause."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from tilth.raw.v1 import raw_pb2
from tilth.v1 import play_pb2, record_pb2
from tilth.v1.record_pb2 import (
    MatchCancelled,
    MatchClosed,
    MatchCreated,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    SeatAnswered,
    SeatDefaulted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeatUndid,
)
from tilth_rules.kernel import RESIGNED, TIMEOUT, Answered, Cause, Defaulted, Resigned, Started, Undone

LobbyCause = MatchCreated | SeatTaken | SeatLeft | MatchPaused | MatchResumed | MatchCancelled | MatchClosed
PlayCause = MatchStarted | SeatAnswered | SeatDefaulted | SeatResigned | SeatUndid

MEMBERS: Final[dict[str, str]] = {
    field.message_type.name: field.name
    for field in record_pb2.Record.DESCRIPTOR.fields
    if field.containing_oneof is not None and field.message_type is not None
}
"""The member of Record.cause for each message: `SeatTaken` is `seat_taken`."""
KINDS: Final[dict[str, int]] = {
    "created": play_pb2.CAUSE_CREATED,
    "seat_taken": play_pb2.CAUSE_SEAT_TAKEN,
    "seat_left": play_pb2.CAUSE_SEAT_LEFT,
    "started": play_pb2.CAUSE_STARTED,
    "answered": play_pb2.CAUSE_ANSWERED,
    "defaulted": play_pb2.CAUSE_DEFAULTED,
    "resigned": play_pb2.CAUSE_RESIGNED,
    "undid": play_pb2.CAUSE_UNDID,
    "cancelled": play_pb2.CAUSE_CANCELLED,
    "closed": play_pb2.CAUSE_CLOSED,
    "paused": play_pb2.CAUSE_PAUSED,
    "resumed": play_pb2.CAUSE_RESUMED,
}
"""The tilth.v1.Cause that a Happened names. A default answer by timeout is CAUSE_TIMED_OUT."""

_REASONS: Final = {TIMEOUT: record_pb2.DEFAULT_REASON_TIMEOUT, RESIGNED: record_pb2.DEFAULT_REASON_RESIGNED}
_REASON_NAMES: Final[dict[int, str]] = {int(number): name for name, number in _REASONS.items()}


class Extra(msgspec.Struct, frozen=True, gc=False):
    """What the house records with a cause, and the rules don't know."""

    request_id: str = ""
    spent_ms: int = 0
    by_timeout: bool = False
    by_absence: bool = False
    player_ids: tuple[str, ...] = ()


def kind_of(cause: Cause) -> int:
    """The tilth.v1.Cause of a record just made."""
    if type(cause) is Defaulted and cause.why == TIMEOUT:
        return play_pb2.CAUSE_TIMED_OUT
    return _KINDS_BY_CLASS[type(cause)]


def write(raw: raw_pb2.Record, cause: Cause, extra: Extra) -> None:
    _WRITERS[type(cause)](raw, cause, extra)


def read(member: str, message: Any) -> Cause | None:
    """The kernel's cause; None for the lobby's."""
    reader = _READERS.get(member)
    return None if reader is None else reader(message)


def _write_answered(raw: raw_pb2.Record, cause: Any, extra: Extra) -> None:
    answered = raw.answered
    answered.seat = cause.seat
    answered.decision = cause.number
    if cause.chosen:
        answered.chosen.extend(cause.chosen)
    if cause.measured:
        answered.measured.extend(cause.measured)
    if extra.request_id:
        answered.request_id = extra.request_id
    if extra.spent_ms:
        answered.spent_ms = extra.spent_ms


def _write_defaulted(raw: raw_pb2.Record, cause: Any, extra: Extra) -> None:
    defaulted = raw.defaulted
    defaulted.seat = cause.seat
    defaulted.decision = cause.number
    defaulted.chosen.extend(cause.chosen)
    defaulted.measured.extend(cause.measured)
    defaulted.reason = _REASONS[cause.why]
    defaulted.spent_ms = extra.spent_ms


def _write_started(raw: raw_pb2.Record, cause: Any, extra: Extra) -> None:
    raw.started.SetInParent()
    raw.started.player_ids.extend(extra.player_ids)


def _write_resigned(raw: raw_pb2.Record, cause: Any, extra: Extra) -> None:
    resigned = raw.resigned
    resigned.seat = cause.seat
    resigned.request_id = extra.request_id
    resigned.by_timeout = extra.by_timeout
    resigned.by_absence = extra.by_absence


def _write_undone(raw: raw_pb2.Record, cause: Any, extra: Extra) -> None:
    undid = raw.undid
    undid.seat = cause.seat
    undid.takes_back.extend(cause.takes_back)
    undid.request_id = extra.request_id


_WRITERS: Final[dict[type, Callable[[raw_pb2.Record, Any, Extra], None]]] = {
    Answered: _write_answered,
    Defaulted: _write_defaulted,
    Started: _write_started,
    Resigned: _write_resigned,
    Undone: _write_undone,
}


def _numbers(repeated: Any) -> tuple[int, ...]:
    """A copy by slice takes half the time of one by iteration, and most lists of numbers are empty."""
    return tuple(repeated[:]) if repeated else ()


_READERS: Final[dict[str, Callable[[Any], Cause]]] = {
    "answered": lambda m: Answered(m.seat, m.decision, _numbers(m.chosen), _numbers(m.measured)),
    "defaulted": lambda m: Defaulted(
        m.seat, m.decision, _REASON_NAMES.get(m.reason, TIMEOUT), _numbers(m.chosen), _numbers(m.measured)
    ),
    "started": lambda m: Started(),
    "resigned": lambda m: Resigned(m.seat),
    "undid": lambda m: Undone(m.seat, tuple(m.takes_back)),
}
_KINDS_BY_CLASS: Final[dict[type, int]] = {
    Answered: play_pb2.CAUSE_ANSWERED,
    Defaulted: play_pb2.CAUSE_DEFAULTED,
    Started: play_pb2.CAUSE_STARTED,
    Resigned: play_pb2.CAUSE_RESIGNED,
    Undone: play_pb2.CAUSE_UNDID,
}

"""The causes of records, of the kernel and of the lobby, as members of tilth.v1.Record.cause."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from tilth.raw.v1 import raw_pb2
from tilth.v1 import play_pb2, record_pb2
from tilth.v1.record_pb2 import (
    AnswerUndone,
    MatchCancelled,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchRetitled,
    MatchStarted,
    SeatAnswered,
    SeatDefaulted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from tilth_rules.kernel import (
    BOT_FAILED,
    RESIGNED,
    TIMEOUT,
    Answered,
    Cause,
    Defaulted,
    Resigned,
    Started,
    Undone,
)

LobbyCause = (
    MatchCreated
    | SeatTaken
    | SeatLeft
    | MatchPaused
    | MatchResumed
    | MatchCancelled
    | MatchFinished
    | MatchRetitled
)
PlayCause = MatchStarted | SeatAnswered | SeatDefaulted | SeatResigned | AnswerUndone

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
    "undone": play_pb2.CAUSE_UNDONE,
    "cancelled": play_pb2.CAUSE_CANCELLED,
    "finished": play_pb2.CAUSE_FINISHED,
    "paused": play_pb2.CAUSE_PAUSED,
    "resumed": play_pb2.CAUSE_RESUMED,
    "retitled": play_pb2.CAUSE_RETITLED,
}
"""The tilth.v1.Cause for each member of Record.cause. A default answer by timeout is CAUSE_TIMED_OUT instead."""

_REASONS: Final = {
    TIMEOUT: record_pb2.DEFAULT_REASON_TIMEOUT,
    RESIGNED: record_pb2.DEFAULT_REASON_RESIGNED,
    BOT_FAILED: record_pb2.DEFAULT_REASON_BOT_FAILED,
}
_REASON_NAMES: Final[dict[int, str]] = {int(number): name for name, number in _REASONS.items()}


class CauseDetails(msgspec.Struct, frozen=True, gc=False):
    """The fields of a cause that the server records and the rules do not know. Each kind of cause has some of them: the
    players belong to a start, for example, and `by_absence` to a resignation.
    """

    request_id: str = ""
    spent_ms: int = 0
    """Milliseconds that the answer took from the seat's time bank."""
    by_timeout: bool = False
    by_absence: bool = False
    forfeit: "record_pb2.ForfeitCause.ValueType" = record_pb2.FORFEIT_CAUSE_UNSPECIFIED
    """The tilth.v1.ForfeitCause of a resignation that neither a timeout nor absence caused, or of a failed bot."""
    detail: str = ""
    player_ids: tuple[str, ...] = ()
    request_hash: int = 0
    """The hash of the content of the request `request_id`."""


NO_DETAILS: Final = CauseDetails()


def kind_of(cause: Cause) -> int:
    """Return the tilth.v1.Cause for a cause of the kernel: by its class, but CAUSE_TIMED_OUT for a default answer by
    timeout.
    """
    if type(cause) is Defaulted and cause.why == TIMEOUT:
        return play_pb2.CAUSE_TIMED_OUT
    return _KINDS_BY_CLASS[type(cause)]


def write_cause(raw: raw_pb2.Record, cause: Cause, details: CauseDetails) -> None:
    """Put a cause of the kernel into the member of an empty record that its class has. Details for which the member has
    no field are left out.
    """
    _WRITERS[type(cause)](raw, cause, details)


def read_cause(member: str, message: Any) -> Cause | None:
    """Return the kernel's cause in a member of Record.cause; None for a lobby cause."""
    reader = _READERS.get(member)
    return None if reader is None else reader(message)


def _write_answered(raw: raw_pb2.Record, cause: Any, details: CauseDetails) -> None:
    """Write a player's answer into the record: seat, decision, picks and numbers, and, if any, request id and bank
    time.
    """
    answered = raw.answered
    answered.seat = cause.seat
    answered.decision_id = cause.number
    if cause.picks:
        answered.picks.extend(cause.picks)
    if cause.numbers:
        answered.numbers.extend(cause.numbers)
    if details.request_id:
        answered.request_id = details.request_id
        answered.request_hash = details.request_hash
    if details.spent_ms:
        answered.bank_spent_ms = details.spent_ms


def _write_defaulted(raw: raw_pb2.Record, cause: Any, details: CauseDetails) -> None:
    """Write the server's default answer for a seat into the record: seat, decision, picks and numbers, the reason
    (timed out, resigned, or its bot failed), the time that it took from the seat's bank, and how the bot failed.
    """
    defaulted = raw.defaulted
    defaulted.seat = cause.seat
    defaulted.decision_id = cause.number
    defaulted.picks.extend(cause.picks)
    defaulted.numbers.extend(cause.numbers)
    defaulted.reason = _REASONS[cause.why]
    defaulted.bank_spent_ms = details.spent_ms
    defaulted.cause = details.forfeit
    defaulted.detail = details.detail


def _write_started(raw: raw_pb2.Record, cause: Any, details: CauseDetails) -> None:
    """Write the start of the match into the record, with the players in order of seats."""
    raw.started.SetInParent()
    raw.started.player_ids.extend(details.player_ids)


def _write_resigned(raw: raw_pb2.Record, cause: Any, details: CauseDetails) -> None:
    """Write a seat's resignation into the record: the seat, the request id, whether a timeout or absence caused it, and
    the cause and details that were given for any other.
    """
    resigned = raw.resigned
    resigned.seat = cause.seat
    resigned.request_id = details.request_id
    resigned.by_timeout = details.by_timeout
    resigned.by_absence = details.by_absence
    resigned.cause = details.forfeit
    resigned.detail = details.detail


def _write_undone(raw: raw_pb2.Record, cause: Any, details: CauseDetails) -> None:
    """Write an undo into the record: the seat, the numbers of the records that it takes back, and the request id."""
    undone = raw.undone
    undone.seat = cause.seat
    undone.undone_records.extend(cause.undone_records)
    undone.request_id = details.request_id


_WRITERS: Final[dict[type, Callable[[raw_pb2.Record, Any, CauseDetails], None]]] = {
    Answered: _write_answered,
    Defaulted: _write_defaulted,
    Started: _write_started,
    Resigned: _write_resigned,
    Undone: _write_undone,
}


def _numbers(repeated: Any) -> tuple[int, ...]:
    """Return a repeated field as a tuple. Copying a slice takes half the time of an iteration."""
    return tuple(repeated[:]) if repeated else ()


_READERS: Final[dict[str, Callable[[Any], Cause]]] = {
    "answered": lambda m: Answered(m.seat, m.decision_id, _numbers(m.picks), _numbers(m.numbers)),
    "defaulted": lambda m: Defaulted(
        m.seat, m.decision_id, _REASON_NAMES.get(m.reason, TIMEOUT), _numbers(m.picks), _numbers(m.numbers)
    ),
    "started": lambda m: Started(),
    "resigned": lambda m: Resigned(m.seat),
    "undone": lambda m: Undone(m.seat, tuple(m.undone_records)),
}
_KINDS_BY_CLASS: Final[dict[type, int]] = {
    Answered: play_pb2.CAUSE_ANSWERED,
    Defaulted: play_pb2.CAUSE_DEFAULTED,
    Started: play_pb2.CAUSE_STARTED,
    Resigned: play_pb2.CAUSE_RESIGNED,
    Undone: play_pb2.CAUSE_UNDONE,
}

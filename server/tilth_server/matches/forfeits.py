"""Forfeits: the causes for which a seat loses before the end of its match."""

from typing import Final

from tilth.v1 import record_pb2
from tilth.v1.record_pb2 import ForfeitCause

LONGEST_DETAIL: Final = 200

PLAYER_CAUSES: Final = frozenset(
    {
        ForfeitCause.FORFEIT_CAUSE_UNSPECIFIED,
        ForfeitCause.FORFEIT_CAUSE_CRASH,
        ForfeitCause.FORFEIT_CAUSE_ILLEGAL_ANSWER,
        ForfeitCause.FORFEIT_CAUSE_LIMIT,
    }
)
"""Causes that a player may give for a resignation of its own. The server knows the others by itself."""

WITHDRAWAL: Final = ForfeitCause.FORFEIT_CAUSE_WITHDRAWAL
BY_OPERATOR: Final = ForfeitCause.FORFEIT_CAUSE_OPERATOR


def cause_of(resigned: record_pb2.SeatResigned) -> "ForfeitCause.ValueType":
    """Return the cause of a resignation: time, absence, the recorded one, or else a resignation by the player's
    choice.
    """
    if resigned.by_timeout:
        return ForfeitCause.FORFEIT_CAUSE_TIME
    if resigned.by_absence:
        return ForfeitCause.FORFEIT_CAUSE_ABSENCE
    return resigned.cause or ForfeitCause.FORFEIT_CAUSE_RESIGNED


def is_forfeit(cause: int, detail: str) -> bool:
    """Return whether a resignation may be recorded with this cause, and this text as its details: short and
    printable.
    """
    return (
        (cause in PLAYER_CAUSES or cause in (WITHDRAWAL, BY_OPERATOR))
        and len(detail) <= LONGEST_DETAIL
        and detail.isprintable()
    )

"""`LawBroken`, and the functions that the laws share."""

from typing import Any

import msgspec

from tilth_rules.kernel import Choose, Decision, Record, Refused, Table
from tilth_rules.random_play import Picks


class LawBroken(AssertionError):
    """Raised if a game breaks a law. It names the law and the place."""

    def __init__(self, law: str, details: str) -> None:
        super().__init__(f"{law}: {details}")


_encode = msgspec.msgpack.Encoder().encode


def digest(state: Any) -> bytes:
    """Return the state as bytes. Different states have different bytes."""
    return _encode(state)


def shape(decision: Decision) -> tuple[object, ...]:
    """Return what every viewer may know of a decision: its seat, kind and bounds."""
    if isinstance(decision, Choose):
        return (decision.seat, decision.kind, decision.min_picks, decision.max_picks, decision.ordered)
    return (decision.seat, decision.kind, decision.quantities)


def accepted(table: Table, seat: int, picks: Picks) -> Record:
    """Give an offered answer to the table and return its record. Raise LawBroken if the table refuses it."""
    try:
        record = table.answer(seat, *picks)
    except Refused as refused:
        raise LawBroken(
            "what is offered is accepted", f"{table.open[seat]} refused {picks}: {refused}"
        ) from None
    assert record is not None, "only tables with a journal are tested"
    return record

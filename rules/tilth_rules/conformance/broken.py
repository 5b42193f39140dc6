"""How a law says that it does not hold, and what the laws have in common."""

from typing import Any

import msgspec

from tilth_rules.kernel import Choose, Decision, Record, Refused, Table
from tilth_rules.randomly import Picks


class Broken(AssertionError):
    """A law does not hold: which one, and where."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")


_encode = msgspec.msgpack.Encoder().encode


def digest(state: Any) -> bytes:
    """A state as bytes: two that differ differ in these."""
    return _encode(state)


def shape(decision: Decision) -> tuple[object, ...]:
    """What everybody may know of a decision: whose, its kind, its bounds."""
    if isinstance(decision, Choose):
        return (decision.seat, decision.kind, decision.least, decision.most, decision.ordered)
    return (decision.seat, decision.kind, decision.quantities)


def accepted(table: Table, seat: int, picks: Picks) -> Record:
    """What is offered is accepted."""
    try:
        record = table.answer(seat, *picks)
    except Refused as refused:
        raise Broken(
            "what is offered is accepted", f"{table.open[seat]} refused {picks}: {refused}"
        ) from None
    assert record is not None, "the laws need a journal"
    return record

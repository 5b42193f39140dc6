"""Holding an answer against its decision: everything is checked before anything moves."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.kernel.base import Choose, Decision, Refused

NOT_OPEN: Final = "not_open"
"""The seat has no open decision."""
CLOSED: Final = "closed"
"""The decision named is not the open one: it was answered, taken back, or never asked."""
WRONG_KIND: Final = "wrong_kind"
"""Numbers where picks are asked for, or picks where numbers are."""
TOO_FEW: Final = "too_few"
TOO_MANY: Final = "too_many"
NOT_OFFERED: Final = "not_offered"
TOO_OFTEN: Final = "too_often"
"""One option was picked more often than it may be."""
OUT_OF_BOUNDS: Final = "out_of_bounds"
BEYOND_REVEAL: Final = "beyond_reveal"
"""An earlier answer of the same message revealed something, so this one was not read."""
NOT_UNDOABLE: Final = "not_undoable"
"""Nothing of the seat's can be taken back now."""

REASONS: Final = (
    NOT_OPEN,
    CLOSED,
    WRONG_KIND,
    TOO_FEW,
    TOO_MANY,
    NOT_OFFERED,
    TOO_OFTEN,
    OUT_OF_BOUNDS,
    BEYOND_REVEAL,
    NOT_UNDOABLE,
)


def checked(decision: Decision, chosen: Sequence[int], measured: Sequence[int]) -> Sequence[int]:
    """The answer as the step takes it; raises Refused when it is outside of the bounds."""
    if type(decision) is not Choose:
        return _checked_numbers(decision, chosen, measured)
    if measured:
        raise Refused(WRONG_KIND, "picks are asked for, not numbers")
    picked = len(chosen)
    if picked < decision.least:
        raise Refused(TOO_FEW, f"{picked} picks, at least {decision.least} are asked for")
    if picked > decision.most:
        raise Refused(TOO_MANY, f"{picked} picks, at most {decision.most} are asked for")
    options = decision.options
    if picked == 1:
        if chosen[0] not in options:
            raise Refused(NOT_OFFERED, f"option {chosen[0]} is not offered")
        return chosen
    counts: dict[int, int] = {}
    for option in chosen:
        counts[option] = counts.get(option, 0) + 1
    for option, count in counts.items():
        if option not in options:
            raise Refused(NOT_OFFERED, f"option {option} is not offered")
        most = decision.each[options.index(option)] if decision.each else 1
        if count > most:
            raise Refused(TOO_OFTEN, f"option {option} picked {count} times, at most {most}")
    if decision.ordered:
        return chosen
    return [option for option in options if option in counts for _ in range(counts[option])]


def _checked_numbers(decision: Decision, chosen: Sequence[int], measured: Sequence[int]) -> Sequence[int]:
    assert not isinstance(decision, Choose)
    if chosen:
        raise Refused(WRONG_KIND, "numbers are asked for, not picks")
    wanted = decision.quantities
    if len(measured) < len(wanted):
        raise Refused(TOO_FEW, f"{len(measured)} numbers, {len(wanted)} are asked for")
    if len(measured) > len(wanted):
        raise Refused(TOO_MANY, f"{len(measured)} numbers, {len(wanted)} are asked for")
    for quantity, number in zip(wanted, measured, strict=True):
        if not quantity.low <= number <= quantity.high:
            raise Refused(OUT_OF_BOUNDS, f"{quantity.name} {number}: {quantity.low} to {quantity.high}")
    return measured

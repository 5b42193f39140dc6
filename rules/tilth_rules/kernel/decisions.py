"""Checks of an answer against its decision. The kernel makes all of them before it changes anything."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.kernel.base import Choose, Decision, Refused

NO_OPEN_DECISION: Final = "NO_OPEN_DECISION"
"""The seat has no open decision."""
DECISION_CLOSED: Final = "DECISION_CLOSED"
"""The named decision is not the open one: it was answered, undone, or never asked."""
WRONG_ANSWER_KIND: Final = "WRONG_ANSWER_KIND"
"""The answer has numbers and the decision asks for picks, or the other way round."""
TOO_FEW: Final = "TOO_FEW"
TOO_MANY: Final = "TOO_MANY"
OPTION_NOT_OFFERED: Final = "OPTION_NOT_OFFERED"
OPTION_PICKED_TOO_OFTEN: Final = "OPTION_PICKED_TOO_OFTEN"
"""The answer picks one option more often than is allowed."""
NUMBER_OUT_OF_BOUNDS: Final = "NUMBER_OUT_OF_BOUNDS"
AFTER_REVEAL: Final = "AFTER_REVEAL"
"""An earlier answer of the same batch revealed something, so this one was not read."""
NOTHING_TO_UNDO: Final = "NOTHING_TO_UNDO"
"""The seat has no answer that it can undo now."""

REASONS: Final = (
    NO_OPEN_DECISION,
    DECISION_CLOSED,
    WRONG_ANSWER_KIND,
    TOO_FEW,
    TOO_MANY,
    OPTION_NOT_OFFERED,
    OPTION_PICKED_TOO_OFTEN,
    NUMBER_OUT_OF_BOUNDS,
    AFTER_REVEAL,
    NOTHING_TO_UNDO,
)


def check_answer(decision: Decision, picks: Sequence[int], numbers: Sequence[int]) -> Sequence[int]:
    """Return the answer as the step takes it. Raises Refused if it is outside of the decision's bounds.

    Picks are returned in the order of the options, unless the decision says `ordered`.
    """
    if type(decision) is not Choose:
        return _check_numbers(decision, picks, numbers)
    if numbers:
        raise Refused(WRONG_ANSWER_KIND, "picks are asked for, not numbers")
    picked = len(picks)
    if picked < decision.min_picks:
        raise Refused(TOO_FEW, f"{picked} picks, at least {decision.min_picks} are asked for")
    if picked > decision.max_picks:
        raise Refused(TOO_MANY, f"{picked} picks, at most {decision.max_picks} are asked for")
    options = decision.options
    if picked == 1:
        if picks[0] not in options:
            raise Refused(OPTION_NOT_OFFERED, f"option {picks[0]} is not offered")
        return picks
    counts: dict[int, int] = {}
    for option in picks:
        counts[option] = counts.get(option, 0) + 1
    for option, count in counts.items():
        if option not in options:
            raise Refused(OPTION_NOT_OFFERED, f"option {option} is not offered")
        most = decision.max_each[options.index(option)] if decision.max_each else 1
        if count > most:
            raise Refused(OPTION_PICKED_TOO_OFTEN, f"option {option} picked {count} times, at most {most}")
    if decision.ordered:
        return picks
    return [option for option in options if option in counts for _ in range(counts[option])]


def _check_numbers(decision: Decision, picks: Sequence[int], numbers: Sequence[int]) -> Sequence[int]:
    """Return the numbers. Raises Refused if one is missing, or is outside of the bounds of its quantity."""
    assert not isinstance(decision, Choose)
    if picks:
        raise Refused(WRONG_ANSWER_KIND, "numbers are asked for, not picks")
    wanted = decision.quantities
    if len(numbers) < len(wanted):
        raise Refused(TOO_FEW, f"{len(numbers)} numbers, {len(wanted)} are asked for")
    if len(numbers) > len(wanted):
        raise Refused(TOO_MANY, f"{len(numbers)} numbers, {len(wanted)} are asked for")
    for quantity, number in zip(wanted, numbers, strict=True):
        if not quantity.min <= number <= quantity.max:
            raise Refused(NUMBER_OUT_OF_BOUNDS, f"{quantity.name} {number}: {quantity.min} to {quantity.max}")
    return numbers

"""Negative points, for cards that lift them, buy them off, or count them."""

from typing import Final

from tilth_rules.agricola.cards.registry import index
from tilth_rules.agricola.scoring import BEGGING, BONUS, LINES, UNUSED
from tilth_rules.agricola.state import State

YEOMAN: Final = index("E165")
"""The card that forgives all negative points except for unused cells and begging cards."""
TENANT: Final = index("E215")
"""The card whose owner owes three animals. It notes those that went back."""
HIDE_FARMER: Final = index("I236")
"""The card that notes the number of unused cells that were paid for."""
MENDICANT: Final = index("E153")
"""The card that gives back up to two begging cards, so that they cost nothing."""
NEVER_FORGIVEN: Final = (UNUSED, BEGGING)
BORROWED: Final = 3


def debt(state: State, seat: int) -> int:
    """Tenant Farmer: return the number of borrowed animals that were not given back, and cost points."""
    if state.owner[TENANT] != seat or state.owner[YEOMAN] == seat:
        return 0
    return BORROWED - len(state.seats[seat].notes.get(TENANT, ()))


def paid_cells(state: State, seat: int) -> int:
    """Hide Farmer: return the number of unused cells that cost no points, because they were paid for."""
    return sum(state.seats[seat].notes.get(HIDE_FARMER, ()))


def forgiven(state: State, seat: int, sheet: list[int]) -> int:
    """Yeoman Farmer: return the negative points in lines of the sheet that don't count, as a positive number."""
    if state.owner[YEOMAN] != seat:
        return 0
    lines = [line for line in range(LINES) if line not in (*NEVER_FORGIVEN, BONUS)]
    return -sum(min(0, sheet[line]) for line in lines)


def begged(state: State, seat: int) -> int:
    """Mendicant: return the points that begging cards would cost if they were not given back."""
    return 3 * min(2, state.seats[seat].begging) if state.owner[MENDICANT] == seat else 0


def lost(state: State, seat: int, sheet: list[int]) -> int:
    """Return all points that a seat loses, without those that its cards make good; points won elsewhere don't count."""
    lines = -sum(min(0, points) for line, points in enumerate(sheet) if line != BONUS)
    lifted = paid_cells(state, seat) + forgiven(state, seat, sheet) + begged(state, seat)
    return lines + debt(state, seat) - lifted

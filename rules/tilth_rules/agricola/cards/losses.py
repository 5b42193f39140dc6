"""Negative points, as cards see them that lift them, buy them off, or ask whether there are any."""

from typing import Final

from tilth_rules.agricola.cards.registry import index
from tilth_rules.agricola.scoring import BEGGING, BONUS, LINES, UNUSED
from tilth_rules.agricola.state import State

YEOMAN: Final = index("E165")
"""All is forgiven but unused cells and begging cards."""
TENANT: Final = index("E215")
"""Owes three animals; notes those that went back."""
HIDE_FARMER: Final = index("I236")
"""Notes how many unused cells were paid for."""
MENDICANT: Final = index("E153")
"""Begging cards up to two are given back, and cost nothing."""
NEVER_FORGIVEN: Final = (UNUSED, BEGGING)
BORROWED: Final = 3


def debt(state: State, seat: int) -> int:
    """Borrowed animals that were not given back, and cost points."""
    if state.owner[TENANT] != seat or state.owner[YEOMAN] == seat:
        return 0
    return BORROWED - len(state.seats[seat].notes.get(TENANT, ()))


def paid_cells(state: State, seat: int) -> int:
    """Unused cells that cost no points, because they were paid for."""
    return sum(state.seats[seat].notes.get(HIDE_FARMER, ()))


def forgiven(state: State, seat: int, sheet: list[int]) -> int:
    """Points that lines of the sheet cost, and that don't count."""
    if state.owner[YEOMAN] != seat:
        return 0
    lines = [line for line in range(LINES) if line not in (*NEVER_FORGIVEN, BONUS)]
    return -sum(min(0, sheet[line]) for line in lines)


def begged(state: State, seat: int) -> int:
    """Points that begging cards would cost if they were not given back."""
    return 3 * min(2, state.seats[seat].begging) if state.owner[MENDICANT] == seat else 0


def lost(state: State, seat: int, sheet: list[int]) -> int:
    """All the points that a seat loses, whatever it has won elsewhere."""
    lines = -sum(min(0, points) for line, points in enumerate(sheet) if line != BONUS)
    lifted = paid_cells(state, seat) + forgiven(state, seat, sheet) + begged(state, seat)
    return lines + debt(state, seat) - lifted

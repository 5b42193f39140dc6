"""Uses of cards within a scope."""

from tilth_rules.agricola.cards.moments import SCOPES
from tilth_rules.agricola.state import State


def is_spent(state: State, card: int, scope: int, times: int) -> bool:
    """Return whether the card has been used `times` times within the scope (a turn, a round, a harvest, the match). A
    scope of 0 limits nothing."""
    return scope > 0 and state.spent.get(SCOPES * card + scope, 0) >= times


def uses_left(state: State, card: int, scope: int, times: int) -> int:
    """Return how often the card may still be used within a scope (a turn, a round, a harvest, the match)."""
    return times - state.spent.get(SCOPES * card + scope, 0)

"""The deck as it is read: one pile, or in stripes while lanes are open."""

from tilth_rules.earth.state import State


def lane_of(state: State, seat: int) -> int:
    """Which stripe a seat reads, counted in turn order. Mates share one: they sit opposite one another."""
    return (seat - state.active) % state.stripes


def cards_left(state: State, seat: int) -> int:
    """How many cards a seat can take from the deck before it runs dry for it."""
    if not state.stripes:
        return len(state.deck)
    lane = lane_of(state, seat)
    return max(0, (len(state.deck) - lane - 1) // state.stripes + 1) - state.taken[lane]


def deck_size(state: State) -> int:
    """How many cards the deck still has."""
    return len(state.deck) - sum(state.taken)


def unread(state: State) -> list[int]:
    """The cards of the deck that nobody has taken, in their order."""
    stripes, taken, deck = state.stripes, state.taken, state.deck
    if not stripes:
        return deck[:]
    touched = stripes * max(taken)
    left = [card for at, card in enumerate(deck[:touched]) if at // stripes >= taken[at % stripes]]
    return left + deck[touched:]

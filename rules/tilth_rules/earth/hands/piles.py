"""The deck as seats read it: one pile, or stripes while lanes are open."""

from tilth_rules.earth.state import State


def lane_of(state: State, seat: int) -> int:
    """Return the number of the deck's stripe that a seat draws from, counted in turn order. Mates share one, because
    they sit opposite one another."""
    return (seat - state.active) % state.stripes


def cards_left(state: State, seat: int) -> int:
    """Return how many cards a seat can take from the deck, or from its stripe, before it runs dry for the seat."""
    if not state.stripes:
        return len(state.deck)
    lane = lane_of(state, seat)
    return max(0, (len(state.deck) - lane - 1) // state.stripes + 1) - state.taken[lane]


def deck_size(state: State) -> int:
    """Return the number of cards in the deck, without those already taken from stripes."""
    return len(state.deck) - sum(state.taken)


def unread_cards(state: State) -> list[int]:
    """Return the cards of the deck that no seat has taken, in their order."""
    stripes, taken, deck = state.stripes, state.taken, state.deck
    if not stripes:
        return deck[:]
    touched = stripes * max(taken)
    left = [card for at, card in enumerate(deck[:touched]) if at // stripes >= taken[at % stripes]]
    return left + deck[touched:]

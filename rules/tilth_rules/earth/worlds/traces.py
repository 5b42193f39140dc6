"""Traces of cards that seats saw and then lost sight of, because the owner moved some cards and nobody else saw
which.

The others know in which piles such a card can be. This follows from the later moves as everybody sees them, and never
from the true place of the card.
"""

from collections.abc import Iterable

from tilth_rules.earth.state import State

DISCARDED = 1
"""The discards, and the heaps that become discards. Piles are bits, so that a number stands for several."""
_EACH = 4


def hand_pile(seat: int) -> int:
    """Return the bit that stands for the seat's hand in a trace."""
    return 2 << _EACH * seat


def looked_at_pile(seat: int) -> int:
    """Return the bit that stands for the cards that the seat looks at, from its compost, in a trace."""
    return 4 << _EACH * seat


def compost_pile(seat: int) -> int:
    """Return the bit that stands for the seat's compost in a trace."""
    return 8 << _EACH * seat


def shared_pile(seat: int) -> int:
    """Return the bit that stands for the compost on the seat's half of the shared area in a trace."""
    return 16 << _EACH * seat


def lose_track(state: State, seat: int, cards: Iterable[int], piles: int) -> None:
    """Note that the other seats that have seen these cards know from now on only that each is in one of these piles
    (bits): replace their sight of a card by a trace. Cards that no other seat has seen are left out."""
    known, mine = state.known, 1 << seat
    for card in cards:
        others = known[card] & ~mine
        if others:
            known[card] &= mine
            state.traces[card] = (others, seat, piles)


def spread_traces(state: State, source: int, into: int) -> None:
    """Note that some cards went from one pile into another: a card that can be in the first can now be in the
    second."""
    for card, (seats, owner, piles) in state.traces.items():
        if piles & source:
            state.traces[card] = (seats, owner, piles | into)


def clear_pile(state: State, pile: int) -> None:
    """Take this pile (a bit) off every trace, as none of the traced cards can be in it any longer."""
    for card, (seats, owner, piles) in state.traces.items():
        state.traces[card] = (seats, owner, piles & ~pile)


def forget_found(state: State, cards: Iterable[int]) -> None:
    """Forget the traces of cards that everybody sees."""
    for card in cards:
        state.traces.pop(card, None)


def forget_shuffled(state: State) -> None:
    """Forget the traces of cards that can have been among the discards, because the discards are the deck now."""
    lost = [card for card, trace in state.traces.items() if trace[2] & DISCARDED]
    for card in lost:
        del state.traces[card]

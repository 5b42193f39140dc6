"""What goes through a team's shared area: each seat has a half of it, and both mates take from either."""

from tilth_rules.earth.card_events import moved_unseen, off_deck, seen
from tilth_rules.earth.state import State, mate_of, mates
from tilth_rules.earth.words import ACTIVATING, DECK_COMPOST, DONE, GROWTH, SOIL, SPROUT
from tilth_rules.kernel import EVERYTHING, Event


class PutInShared(Event):
    """Soil, sprouts or growth were gained into the shared area. A mate who was done may go on."""

    seat: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        if self.good == SOIL:
            seat.shared_soil += self.amount
        elif self.good == SPROUT:
            seat.shared_sprouts += self.amount
        elif self.good == GROWTH:
            seat.shared_growth += self.amount
        reopen(state, self.seat)


class CardsShared(Event):
    """Cards from the deck into the shared area, where both mates see them."""

    hidden = True
    seat: int
    mate: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        off_deck(state, self.seat, self.count)
        state.seats[self.seat].shared_cards.extend(self.cards)
        seen(state, self.cards, 1 << self.seat | 1 << self.mate)
        reopen(state, self.seat)

    def seen_by(self, viewer: int) -> Event:
        if viewer in (self.seat, self.mate, EVERYTHING):
            return self
        return CardsShared(self.seat, self.mate, self.count, ())

    def teaches(self, seat: int) -> bool:
        return seat in (self.seat, self.mate)


class DeckShared(Event):
    """Cards from the deck into the shared area as compost. Nobody sees them."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        off_deck(state, self.seat, self.count)
        state.seats[self.seat].shared_compost.extend(self.cards)
        reopen(state, self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else DeckShared(self.seat, self.count, ())


class HandShared(Event):
    """Cards from a hand into the shared area as compost, face down."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        moved_unseen(state, self.seat, seat.area.hand)
        for card in self.cards:
            seat.area.hand.remove(card)
        seat.shared_compost.extend(self.cards)
        reopen(state, self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else HandShared(self.seat, self.count, ())


class TakenFromShared(Event):
    """Soil into a reserve, or the topmost compost cards of a half into the own compost."""

    seat: int
    half: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        seat, half = state.seats[self.seat], state.seats[self.half]
        if self.good == SOIL:
            half.shared_soil -= self.amount
            seat.area.soil += self.amount
        elif self.good == SPROUT:
            half.shared_sprouts -= self.amount
        elif self.good == GROWTH:
            half.shared_growth -= self.amount
        elif self.good == DECK_COMPOST:
            for _ in range(self.amount):
                seat.area.compost.append(half.shared_compost.pop())


class CardsTakenFromShared(Event):
    """Cards from a half of the shared area into a hand."""

    hidden = True
    seat: int
    half: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        half = state.seats[self.half]
        for card in self.cards:
            half.shared_cards.remove(card)
        state.seats[self.seat].area.hand.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        if viewer == EVERYTHING or viewer in mates(self.seat):
            return self
        return CardsTakenFromShared(self.seat, self.half, self.count, ())


def reopen(state: State, seat: int) -> None:
    """What a mate puts there can be taken even by somebody who was done."""
    mate = state.seats[mate_of(seat)]
    if mate.stage == DONE:
        mate.stage = ACTIVATING


TEAM_EVENTS: tuple[type[Event], ...] = (
    PutInShared,
    CardsShared,
    DeckShared,
    HandShared,
    TakenFromShared,
    CardsTakenFromShared,
)

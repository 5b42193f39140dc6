"""Cards that go where not everybody sees them. The others see how many."""

from collections.abc import Iterable

from tilth_rules.earth.piles import lane_of, unread
from tilth_rules.earth.state import NOTHING, State, in_turn_order
from tilth_rules.earth.words import COUNTED
from tilth_rules.kernel import EVERYTHING, Event


class DeckShuffled(Event):
    """The deck was shuffled: at the start, or from all that had been discarded."""

    hidden = True
    count: int
    cards: tuple[int, ...]
    again: bool

    def apply(self, state: State) -> None:
        state.deck = list(self.cards)
        if not self.again:
            return
        state.discards = []
        for seat in state.seats:
            seat.heap = []
        for card in self.cards:
            state.known[card] = 0

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else DeckShuffled(self.count, (), self.again)


class PilesJoined(Event):
    """The deck has run dry for somebody: from here on it is one pile, which those who still draw take from in turn."""

    def apply(self, state: State) -> None:
        state.deck = unread(state)
        state.stripes = 0
        state.taken = []


class CardsDrawn(Event):
    """Cards from the deck into a hand."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]
    source: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        off_deck(state, self.seat, self.count)
        seat.area.hand.extend(self.cards)
        if self.source in COUNTED:
            seat.cards_drawn += self.count
        seen(state, self.cards, 1 << self.seat)

    def seen_by(self, viewer: int) -> Event:
        if viewer in (self.seat, EVERYTHING):
            return self
        return CardsDrawn(self.seat, self.count, (), self.source)

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class CardsLookedAt(Event):
    """A seat looks at cards from the deck, to keep one."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        off_deck(state, self.seat, self.count)
        state.seats[self.seat].looked.extend(self.cards)
        seen(state, self.cards, 1 << self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardsLookedAt(self.seat, self.count, ())

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class CardKept(Event):
    """Of the cards looked at one goes to the hand; the others are discarded face down."""

    hidden = True
    seat: int
    cards: tuple[int, ...]
    """The one that is kept."""

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        rest = [card for card in seat.looked if card not in self.cards]
        seat.looked = []
        seat.area.hand.extend(self.cards)
        if state.gaia is None:
            seat.heap.extend(rest)
        else:
            seat.aside.extend(rest)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardKept(self.seat, ())


class CardsComposted(Event):
    """Cards from a hand into the own compost, face down."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        area = state.seats[self.seat].area
        moved_unseen(state, self.seat, area.hand)
        for card in self.cards:
            area.hand.remove(card)
        area.compost.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardsComposted(self.seat, self.count, ())


class DeckComposted(Event):
    """Cards from the deck into a compost. Nobody sees them."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        off_deck(state, self.seat, self.count)
        state.seats[self.seat].area.compost.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else DeckComposted(self.seat, self.count, ())


class CompostDiscarded(Event):
    """The topmost cards of a compost were paid: they lie on the discards, face down."""

    seat: int
    count: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        compost = seat.area.compost
        for _ in range(self.count):
            seat.heap.append(compost.pop())


class CompostLookedAt(Event):
    """A seat takes up the topmost cards of its compost, the topmost one last."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        del seat.area.compost[len(seat.area.compost) - self.count :]
        seat.looked.extend(self.cards)
        moved_unseen(state, self.seat, self.cards)
        seen(state, self.cards, 1 << self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CompostLookedAt(self.seat, self.count, ())

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class TakenFromCompost(Event):
    """Cards that were looked at go to the hand."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        for card in self.cards:
            seat.looked.remove(card)
        seat.area.hand.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else TakenFromCompost(self.seat, self.count, ())


class CompostPutBack(Event):
    """The other cards go back onto the compost, the first of these on top."""

    hidden = True
    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.looked = []
        seat.area.compost.extend(reversed(self.cards))

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CompostPutBack(self.seat, ())


def seen(state: State, cards: Iterable[int], seats: int) -> None:
    """These seats, a bit each, know from now on where these cards are."""
    known = state.known
    for card in cards:
        known[card] |= seats


def moved_unseen(state: State, seat: int, cards: Iterable[int]) -> None:
    """Some of these cards go elsewhere, and only the seat sees which: others know no more where any of them lies."""
    known = state.known
    for card in cards:
        known[card] &= 1 << seat


def off_deck(state: State, seat: int, count: int) -> None:
    """Take cards that an event names off the deck, or off the seat's stripe of it."""
    if state.stripes:
        lane = lane_of(state, seat)
        first = lane + state.stripes * state.taken[lane]
        for at in range(first, first + state.stripes * count, state.stripes):
            state.deck[at] = NOTHING
        state.taken[lane] += count
    else:
        del state.deck[:count]


def discarded(state: State) -> list[int]:
    """All that has been discarded, this turn's cards on top in turn order."""
    return state.discards + [card for seat in in_turn_order(state) for card in state.seats[seat].heap]


CARD_EVENTS: tuple[type[Event], ...] = (
    DeckShuffled,
    PilesJoined,
    CardsDrawn,
    CardsLookedAt,
    CardKept,
    CardsComposted,
    DeckComposted,
    CompostDiscarded,
    CompostLookedAt,
    TakenFromCompost,
    CompostPutBack,
)

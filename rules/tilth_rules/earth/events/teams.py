"""Events of the shared area of a team. Each mate has a half of it, and both take from either half."""

from tilth_rules.earth.codes import ACTIVATING, DECK_COMPOST, DONE, GROWTH, SOIL, SPROUT
from tilth_rules.earth.events.cards import mark_seen, note_hand_moved, take_off_deck
from tilth_rules.earth.state import State, mate_of, mates
from tilth_rules.earth.worlds import traces
from tilth_rules.kernel import EVERYTHING, Event


class PutInShared(Event):
    """A seat put soil, sprouts or growth that it gained into its half of the shared area. If its mate was done with its
    turn, the mate may act again."""

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
        reopen_turn(state, self.seat)


class CardsShared(Event):
    """A seat drew cards from the deck into its half of the shared area, where only the two mates see them. If its mate
    was done with its turn, the mate may act again."""

    hidden = True
    seat: int
    mate: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        take_off_deck(state, self.seat, self.count)
        state.seats[self.seat].shared_cards.extend(self.cards)
        mark_seen(state, self.cards, 1 << self.seat | 1 << self.mate)
        reopen_turn(state, self.seat)

    def seen_by(self, viewer: int) -> Event:
        if viewer in (self.seat, self.mate, EVERYTHING):
            return self
        return CardsShared(self.seat, self.mate, self.count, ())

    def reveals_to(self, seat: int) -> bool:
        return seat in (self.seat, self.mate)


class DeckShared(Event):
    """Cards from the deck went face down into a seat's half of the shared area, to be taken as compost. No seat sees
    them. If its mate was done with its turn, the mate may act again."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        take_off_deck(state, self.seat, self.count)
        state.seats[self.seat].shared_compost.extend(self.cards)
        reopen_turn(state, self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else DeckShared(self.seat, self.count, ())


class HandShared(Event):
    """A seat put cards from its hand face down into its half of the shared area, to be taken as compost. Other seats
    see only how many. If its mate was done with its turn, the mate may act again."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        note_hand_moved(state, self.seat, traces.shared_pile(self.seat))
        for card in self.cards:
            seat.area.hand.remove(card)
        seat.shared_compost.extend(self.cards)
        if state.traces and not seat.area.hand:
            traces.clear_pile(state, traces.hand_pile(self.seat))
        reopen_turn(state, self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else HandShared(self.seat, self.count, ())


class TakenFromShared(Event):
    """A seat took `amount` of a good out of a half of the shared area: soil into its own supply, the topmost compost
    cards onto its own compost, or sprouts or growth, which a second event (SproutsPlaced, GrowthPlaced) puts on its
    cards."""

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
            if state.traces:
                traces.spread_traces(state, traces.shared_pile(self.half), traces.compost_pile(self.seat))


class CardsTakenFromShared(Event):
    """A seat took cards from a half of the shared area into its hand. Its mate sees them; other seats see only how
    many."""

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


def reopen_turn(state: State, seat: int) -> None:
    """Let the seat's mate act again if it was done with its turn, because the seat put something into the
    shared area."""
    mate = state.seats[mate_of(seat)]
    if mate.stage == DONE:
        mate.stage = ACTIVATING

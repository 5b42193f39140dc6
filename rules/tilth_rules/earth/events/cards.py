"""Events of cards that move unseen by some seats, which learn only their number."""

from collections.abc import Iterable

from tilth_rules.earth.codes import COUNTED
from tilth_rules.earth.hands.piles import lane_of, unread_cards
from tilth_rules.earth.state import NOTHING, State, in_turn_order
from tilth_rules.earth.worlds import traces
from tilth_rules.kernel import EVERYTHING, Event


class DeckShuffled(Event):
    """The deck was shuffled: at the start, or (`again`) from all discards, which are then empty, and nobody knows any
    of these cards any longer. Viewers see only the number of cards."""

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
        traces.forget_shuffled(state)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else DeckShuffled(self.count, (), self.again)


class PilesJoined(Event):
    """The deck ran dry for a seat. The stripes of the lanes are given up, and the cards that none of them has read
    become one pile, from which the seats that still draw take in turn."""

    def apply(self, state: State) -> None:
        state.deck = unread_cards(state)
        state.stripes = 0
        state.taken = []


class CardsDrawn(Event):
    """A seat drew cards from the deck (or from its stripe of it) into its hand; other seats see only how many. Draws
    from some sources count towards the cards that the seat has drawn this turn."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]
    source: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        take_off_deck(state, self.seat, self.count)
        seat.area.hand.extend(self.cards)
        if self.source in COUNTED:
            seat.cards_drawn += self.count
        mark_seen(state, self.cards, 1 << self.seat)

    def seen_by(self, viewer: int) -> Event:
        if viewer in (self.seat, EVERYTHING):
            return self
        return CardsDrawn(self.seat, self.count, (), self.source)

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class CardsLookedAt(Event):
    """A seat took cards from the deck to look at them, before it keeps one; they lie in neither the deck nor its hand.
    Other seats see only how many."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        take_off_deck(state, self.seat, self.count)
        state.seats[self.seat].looked.extend(self.cards)
        mark_seen(state, self.cards, 1 << self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardsLookedAt(self.seat, self.count, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class CardKept(Event):
    """A seat took one of the cards it looked at into its hand. The others are discarded face down or, in a solo match,
    set aside for Gaia. Other seats do not see which card was kept."""

    hidden = True
    seat: int
    cards: tuple[int, ...]
    """The card that the seat keeps, alone in a tuple; empty for viewers that may not see it."""

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
    """A seat put cards from its hand onto its compost, face down, the last one on top. Other seats see only how many
    there are."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        area = state.seats[self.seat].area
        note_hand_moved(state, self.seat, traces.compost_pile(self.seat))
        for card in self.cards:
            area.hand.remove(card)
        area.compost.extend(self.cards)
        if state.traces and not area.hand:
            traces.clear_pile(state, traces.hand_pile(self.seat))

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardsComposted(self.seat, self.count, ())


class DeckComposted(Event):
    """Cards from the deck went face down onto a seat's compost. No seat sees them, only their number."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        take_off_deck(state, self.seat, self.count)
        state.seats[self.seat].area.compost.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else DeckComposted(self.seat, self.count, ())


class CompostDiscarded(Event):
    """A seat paid the topmost `count` cards of its compost. They lie on the seat's discards of this turn, face down."""

    seat: int
    count: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        compost = seat.area.compost
        for _ in range(self.count):
            seat.heap.append(compost.pop())
        if state.traces:
            traces.spread_traces(state, traces.compost_pile(self.seat), traces.DISCARDED)
            if not compost:
                traces.clear_pile(state, traces.compost_pile(self.seat))


class CompostLookedAt(Event):
    """A seat took the topmost cards off its compost to look at them; `cards` names the topmost one last. Other seats
    see only how many."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        del seat.area.compost[len(seat.area.compost) - self.count :]
        seat.looked.extend(self.cards)
        if state.traces:
            traces.spread_traces(state, traces.compost_pile(self.seat), traces.looked_at_pile(self.seat))
        traces.lose_track(state, self.seat, self.cards, traces.looked_at_pile(self.seat))
        mark_seen(state, self.cards, 1 << self.seat)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CompostLookedAt(self.seat, self.count, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class TakenFromCompost(Event):
    """A seat took some of the cards that it had taken off its compost to look at into its hand. Other seats see only
    how many."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        for card in self.cards:
            seat.looked.remove(card)
        seat.area.hand.extend(self.cards)
        if state.traces:
            traces.spread_traces(state, traces.looked_at_pile(self.seat), traces.hand_pile(self.seat))

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else TakenFromCompost(self.seat, self.count, ())


class CompostPutBack(Event):
    """A seat put the cards it still looked at back onto its compost, the first of `cards` on top. Other seats do not
    see them."""

    hidden = True
    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.looked = []
        seat.area.compost.extend(reversed(self.cards))
        if state.traces:
            if self.cards:
                traces.spread_traces(state, traces.looked_at_pile(self.seat), traces.compost_pile(self.seat))
            traces.clear_pile(state, traces.looked_at_pile(self.seat))

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CompostPutBack(self.seat, ())


def mark_seen(state: State, cards: Iterable[int], seats: int) -> None:
    """Note that each seat whose bit is set in `seats` knows where these cards are from now on."""
    known = state.known
    for card in cards:
        known[card] |= seats


def note_hand_moved(state: State, seat: int, into: int) -> None:
    """Note that some cards of a seat's hand went into the pile `into`, and that other seats no longer know which of the
    hand's cards lie in which of the two."""
    hand = traces.hand_pile(seat)
    if state.traces:
        traces.spread_traces(state, hand, into)
    traces.lose_track(state, seat, state.seats[seat].area.hand, hand | into)


def take_off_deck(state: State, seat: int, count: int) -> None:
    """Take `count` cards off the deck, or off the seat's stripe of it while lanes share the deck."""
    if state.stripes:
        lane = lane_of(state, seat)
        first = lane + state.stripes * state.taken[lane]
        for at in range(first, first + state.stripes * count, state.stripes):
            state.deck[at] = NOTHING
        state.taken[lane] += count
    else:
        del state.deck[:count]


def all_discards(state: State) -> list[int]:
    """Return all discarded cards, with this turn's on top in turn order."""
    return state.discards + [card for seat in in_turn_order(state) for card in state.seats[seat].heap]

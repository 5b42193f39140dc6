"""The events about cards. Each changes the state by its fields and by nothing else.

`cards` and `action` are kinds of weather, `seat` is a seat.
"""

from tilth_rules.kernel import EVERYTHING, Event
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.worlds.known_cards import still_held


class DeckReshuffled(Event):
    """The discards became the draw deck, and the discard pile is empty. Everybody has seen these cards, so a player who
    counts knows the cards of all other hands together."""

    def apply(self, state: State) -> None:
        state.deck = state.discards
        state.discards = [0] * 5
        if state.old:
            state.old = state.hands[:]
            state.played = [0] * len(state.played)


class CardsDealt(Event):
    """A seat drew cards from the deck into its hand. The other seats see only their number."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        base = 4 * self.seat
        for kind in self.cards:
            state.deck[kind] -= 1
            state.hands[base + kind] += 1
        state.held[self.seat] += self.count

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardsDealt(self.seat, self.count, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class DraftBegan(Event):
    """A draft began, with its first choice. The cards that seats are known to hold from the draft before shrink to
    those that they must still hold."""

    def apply(self, state: State) -> None:
        state.known = list(still_held(state))
        state.takes = [0] * len(state.takes)
        state.played = [0] * len(state.played)
        state.stage = 1


class PackDealt(Event):
    """Cards from the deck were dealt to a seat as its pack to draft from. The other seats see only their number."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        base = 4 * self.seat
        for kind in self.cards:
            state.deck[kind] -= 1
            state.packs[base + kind] += 1

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else PackDealt(self.seat, self.count, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class CardsKept(Event):
    """A seat took cards out of the pack before it; they go into its hand when the draft ends. `pack` is the seat that
    was dealt the pack. The other seats see only the number of cards."""

    hidden = True
    seat: int
    pack: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        base = 16 * self.pack + 4 * (state.stage - 1)
        for kind in self.cards:
            state.packs[4 * self.seat + kind] -= 1
            state.takes[base + kind] += 1

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardsKept(self.seat, self.pack, self.count, ())


class PacksPassed(Event):
    """Every pack was passed to the next seat clockwise, and the next choice begins."""

    def apply(self, state: State) -> None:
        packs = state.packs
        state.packs = [0, *packs[-4:], *packs[1:-4]]
        state.stage += 1


class PackReceived(Event):
    """A seat looked at the pack that was passed to it. The state does not change; the other seats see only the number
    of its cards."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        pass

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else PackReceived(self.seat, self.count, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class DraftEnded(Event):
    """Every seat took the cards it had kept into its hand: `count` each."""

    count: int

    def apply(self, state: State) -> None:
        for pack in range(state.seats):
            for stage in range(4):
                base = 4 * ((pack + stage) % state.seats)
                for kind in (1, 2, 3, 4):
                    state.hands[base + kind] += state.takes[16 * pack + 4 * stage + kind]
        for seat in range(state.seats):
            state.held[seat] += self.count
        state.stage = 0


class CardsPlayed(Event):
    """A seat put cards from its hand onto the discard pile, open, to perform an action, the first or the `second` of
    its turn."""

    seat: int
    action: int
    cards: tuple[int, ...]
    second: bool

    def apply(self, state: State) -> None:
        discard(state, self.seat, self.cards)


class CardsDiscarded(Event):
    """A seat put cards from its hand onto the discard pile, open: all of them when it passed, or down to the hand
    limit."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        discard(state, self.seat, self.cards)


class CardsShown(Event):
    """A seat undid a play; everybody knows from now on that it holds these cards."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        base = 4 * self.seat
        for kind in (1, 2, 3, 4):
            seen = self.cards.count(kind)
            if seen > state.shown[base + kind]:
                state.shown[base + kind] = seen


def discard(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Put cards from a hand on the discard pile, where every seat sees them."""
    base = 4 * seat
    hands = state.hands
    shown = state.shown
    played = state.played
    for kind in cards:
        at = base + kind
        hands[at] -= 1
        state.discards[kind] += 1
        if shown[at]:
            shown[at] -= 1
        played[at] += 1
    state.held[seat] -= len(cards)

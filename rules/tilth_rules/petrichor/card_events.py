"""The facts about set-up, phases and cards. Each changes the state by what it says, and by nothing else.

`cards` and `action` are kinds of weather, `seat` is a seat.
"""

from tilth_rules.kernel import EVERYTHING, Event
from tilth_rules.petrichor.memory import still_held
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.words import OVER


class FirstPlayerChanged(Event):
    """The First Player marker is with this seat now."""

    seat: int

    def apply(self, state: State) -> None:
        state.first = self.seat


class FertilizerPlaced(Event):
    """A fertilizer token lies on a tile."""

    seat: int
    tile: int

    def apply(self, state: State) -> None:
        fertile = list(state.fertile)
        fertile[self.tile] = 1
        state.fertile = tuple(fertile)


class FieldsLaid(Event):
    """The tiles lie face up: a crop for each place, 0 where there is no tile, and the drops each needs."""

    crops: tuple[int, ...]
    needs: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.crops = self.crops
        state.needs = self.needs


class DiceRolled(Event):
    """What the three harvest dice show: votes, or 0 for the harvest icon."""

    dice: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.dice = self.dice


class RoundBegan(Event):
    """A round begins, with nobody having passed."""

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.passer = -1


class PhaseBegan(Event):
    """A phase begins."""

    phase: int

    def apply(self, state: State) -> None:
        state.phase = self.phase


class DeckReshuffled(Event):
    """The discards became the draw deck. Everybody has seen them, so whoever counts knows what all others hold."""

    def apply(self, state: State) -> None:
        state.deck = state.discards
        state.discards = [0] * 5
        if state.old:
            state.old = state.hands[:]
            state.played = [0] * len(state.played)


class CardsDealt(Event):
    """A seat drew cards. The others see how many."""

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

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class DraftBegan(Event):
    """A draft begins. What was learned in the one before shrinks to the cards that must still be held."""

    def apply(self, state: State) -> None:
        state.known = list(still_held(state))
        state.takes = [0] * len(state.takes)
        state.played = [0] * len(state.played)
        state.stage = 1


class PackDealt(Event):
    """Cards to draft from were dealt to a seat. The others see how many."""

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

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class CardsKept(Event):
    """A seat kept cards from the pack before it; `pack` is the seat it was dealt to."""

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
    """Every pack went on clockwise; the next choice begins."""

    def apply(self, state: State) -> None:
        packs = state.packs
        state.packs = [0, *packs[-4:], *packs[1:-4]]
        state.stage += 1


class PackReceived(Event):
    """A seat looks at the pack passed to it. The others see how many cards it has."""

    hidden = True
    seat: int
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        pass

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else PackReceived(self.seat, self.count, ())

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class DraftEnded(Event):
    """Everybody took up the cards kept: `count` each."""

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
    """A seat discarded cards to perform an action, the first or the second of its turn."""

    seat: int
    action: int
    cards: tuple[int, ...]
    second: bool

    def apply(self, state: State) -> None:
        discard(state, self.seat, self.cards)


class CardsDiscarded(Event):
    """A seat discarded cards: all of them on passing, or down to the hand limit."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        discard(state, self.seat, self.cards)


class CardsShown(Event):
    """A seat took back a play: everybody still knows that it holds these cards."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        base = 4 * self.seat
        for kind in (1, 2, 3, 4):
            seen = self.cards.count(kind)
            if seen > state.shown[base + kind]:
                state.shown[base + kind] = seen


class PlayerPassed(Event):
    """A seat took no action. The first to do so lets the action phase end."""

    seat: int

    def apply(self, state: State) -> None:
        if state.passer < 0:
            state.passer = self.seat


class MatchEnded(Event):
    """The places of the seats, 1 is best, and everybody's points (the neutral player's last)."""

    places: tuple[int, ...]
    scores: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.places = self.places
        state.phase = OVER


def discard(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Put cards from a hand on the discard pile, where everybody sees them."""
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

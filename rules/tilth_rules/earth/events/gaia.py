"""Events of Gaia, the opponent of a seat that plays alone."""

from tilth_rules.earth.codes import GROWTH, SOIL, SPROUT
from tilth_rules.earth.state import Gaia, State, open_lanes
from tilth_rules.kernel import EVERYTHING, Event


def gaia_of(state: State) -> Gaia:
    """Return Gaia's part of the state of a solo match."""
    gaia = state.gaia
    assert gaia is not None, "only a solo match has Gaia"
    return gaia


class GaiaShuffled(Event):
    """Gaia's cards became her deck, for the first or for the second and last time. Each turn a random card of it is
    turned up."""

    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        gaia = gaia_of(state)
        gaia.deck = self.cards
        gaia.passes += 1


class GaiaTurned(Event):
    """Gaia turned up the next card of her deck, which begins her turn. No action is chosen yet, and the soil gained and
    cards drawn this turn are counted from zero."""

    card: int

    def apply(self, state: State) -> None:
        gaia = gaia_of(state)
        gaia.card = self.card
        gaia.deck = tuple(card for card in gaia.deck if card != self.card)
        state.action = 0
        for seat in state.seats:
            seat.soil_gained = seat.cards_drawn = 0


class GaiaSkipped(Event):
    """Gaia skipped a turn, one of those that she had to skip."""

    def apply(self, state: State) -> None:
        gaia_of(state).skips -= 1


class GaiaActed(Event):
    """Gaia's card named an action. It becomes the action of the turn, which the player takes as one who did not choose
    it."""

    action: int

    def apply(self, state: State) -> None:
        open_lanes(state, self.action)
        state.gaia_acts = True


class GaiaGained(Event):
    """Gaia gained `amount` of a good: soil, sprouts or growth."""

    good: int
    amount: int

    def apply(self, state: State) -> None:
        gaia = gaia_of(state)
        if self.good == SOIL:
            gaia.soil += self.amount
        elif self.good == SPROUT:
            gaia.sprouts += self.amount
        elif self.good == GROWTH:
            gaia.growth += self.amount


class GaiaSpentSoil(Event):
    """Gaia gave soil back to the supply, for cards from the deck into her compost."""

    amount: int

    def apply(self, state: State) -> None:
        gaia_of(state).soil -= self.amount


class GaiaComposted(Event):
    """The topmost cards of the deck went onto Gaia's compost. No seat sees them, only their number."""

    hidden = True
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        del state.deck[: self.count]
        gaia_of(state).compost.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else GaiaComposted(self.count, ())


class GaiaScored(Event):
    """The topmost cards of the deck went onto Gaia's scoring pile, face up, so that everybody knows them."""

    hidden = True
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        del state.deck[: len(self.cards)]
        gaia_of(state).scoring.extend(self.cards)
        for card in self.cards:
            state.known[card] = -1

    def reveals_to(self, seat: int) -> bool:
        return True


class GaiaTook(Event):
    """Gaia took the cards that the player had looked at and not kept onto her scoring pile, face up, so that everybody
    knows them."""

    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        gaia_of(state).scoring.extend(self.cards)
        state.seats[0].aside = []
        for card in self.cards:
            state.known[card] = -1


class GaiaPlacedLeaf(Event):
    """Gaia put a leaf on the best free place at a fauna card, and gained `points`."""

    goal: int
    points: int

    def apply(self, state: State) -> None:
        gaia_of(state).leaves |= 1 << self.goal
        state.points[-1] += self.points
        state.claims = tuple(n + (at == self.goal) for at, n in enumerate(state.claims))


class GaiaWillSkip(Event):
    """Gaia has to skip `turns` more of her next turns."""

    turns: int

    def apply(self, state: State) -> None:
        gaia_of(state).skips += self.turns


class GaiaFinished(Event):
    """Gaia's deck ran out for the second time. She gains `points`, and the match ends as if she had filled a field
    first."""

    points: int

    def apply(self, state: State) -> None:
        state.filled = len(state.seats)
        state.points[-1] += self.points

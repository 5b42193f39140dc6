"""What Gaia does, who plays against somebody alone."""

from tilth_rules.earth.state import Gaia, State, open_lanes
from tilth_rules.earth.words import GROWTH, SOIL, SPROUT
from tilth_rules.kernel import EVERYTHING, Event


def hers(state: State) -> Gaia:
    gaia = state.gaia
    assert gaia is not None, "she plays in the solo game only"
    return gaia


class GaiaShuffled(Event):
    """Her cards are a deck, for the first or for the second and last time."""

    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        gaia = hers(state)
        gaia.deck = self.cards
        gaia.passes += 1


class GaiaTurned(Event):
    """She turned up a card of hers."""

    card: int

    def apply(self, state: State) -> None:
        gaia = hers(state)
        gaia.card = self.card
        gaia.deck = tuple(card for card in gaia.deck if card != self.card)
        state.action = 0
        for seat in state.seats:
            seat.soil_gained = seat.cards_drawn = 0


class GaiaSkipped(Event):
    """She skips her turn."""

    def apply(self, state: State) -> None:
        hers(state).skips -= 1


class GaiaActed(Event):
    """Her card is an action, which her opponent takes as one of the others."""

    action: int

    def apply(self, state: State) -> None:
        open_lanes(state, self.action)
        state.gaia_acts = True


class GaiaGained(Event):
    """Soil, sprouts or growth for her."""

    good: int
    amount: int

    def apply(self, state: State) -> None:
        gaia = hers(state)
        if self.good == SOIL:
            gaia.soil += self.amount
        elif self.good == SPROUT:
            gaia.sprouts += self.amount
        elif self.good == GROWTH:
            gaia.growth += self.amount


class GaiaSpentSoil(Event):
    """Soil of hers goes back to the supply, for cards from the deck into her compost."""

    amount: int

    def apply(self, state: State) -> None:
        hers(state).soil -= self.amount


class GaiaComposted(Event):
    """Cards from the deck into her compost. Nobody sees them."""

    hidden = True
    count: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        del state.deck[: self.count]
        hers(state).compost.extend(self.cards)

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == EVERYTHING else GaiaComposted(self.count, ())


class GaiaScored(Event):
    """Cards from the deck onto her scoring pile, face up."""

    hidden = True
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        del state.deck[: len(self.cards)]
        hers(state).scoring.extend(self.cards)
        for card in self.cards:
            state.known[card] = -1

    def teaches(self, seat: int) -> bool:
        return True


class GaiaTook(Event):
    """She took the cards that were not kept onto her scoring pile, face up."""

    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        hers(state).scoring.extend(self.cards)
        state.seats[0].aside = []
        for card in self.cards:
            state.known[card] = -1


class GaiaPlacedLeaf(Event):
    """A leaf of hers lies at a fauna card, on the best place that was free."""

    goal: int
    points: int

    def apply(self, state: State) -> None:
        hers(state).leaves |= 1 << self.goal
        state.points[-1] += self.points
        state.claims = tuple(n + (at == self.goal) for at, n in enumerate(state.claims))


class GaiaWillSkip(Event):
    """She will skip so many of her next turns."""

    turns: int

    def apply(self, state: State) -> None:
        hers(state).skips += self.turns


class GaiaFinished(Event):
    """Her deck has run out for the second time: that ends the match."""

    points: int

    def apply(self, state: State) -> None:
        state.filled = len(state.seats)
        state.points[-1] += self.points


GAIA_EVENTS: tuple[type[Event], ...] = (
    GaiaShuffled,
    GaiaTurned,
    GaiaSkipped,
    GaiaActed,
    GaiaGained,
    GaiaSpentSoil,
    GaiaComposted,
    GaiaScored,
    GaiaTook,
    GaiaPlacedLeaf,
    GaiaWillSkip,
    GaiaFinished,
)

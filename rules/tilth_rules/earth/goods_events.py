"""Goods that come and go, and the abilities that make them."""

from tilth_rules.earth.state import NOTHING, State
from tilth_rules.earth.words import COUNTED, ISLAND
from tilth_rules.kernel import Event


class SoilGained(Event):
    """Soil from the supply."""

    seat: int
    amount: int
    source: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.area.soil += self.amount
        if self.source in COUNTED:
            seat.soil_gained += self.amount


class SoilPaid(Event):
    """Soil back to the supply."""

    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].area.soil -= self.amount


def put(pieces: list[int], spots: tuple[int, ...], by: int) -> int:
    """One piece on each of these places, or, with -1, off it. By how much that changes their number."""
    for place in spots:
        pieces[place] += by
    return by * len(spots)


class SproutsPlaced(Event):
    """Sprouts on cards of the field; a place is named for each."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.sprouts += put(seat.area.sprouts, self.spots, 1)


class SproutsPaid(Event):
    """Sprouts taken off the field."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.sprouts += put(seat.area.sprouts, self.spots, -1)


class GrowthPlaced(Event):
    """Growth on cards of the field; the piece that reaches a card's limit is its canopy."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.growth += put(seat.area.growth, self.spots, 1)


class GrowthPaid(Event):
    """Growth taken off the field."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.growth += put(seat.area.growth, self.spots, -1)


class SproutsExchanged(Event):
    """Three sprouts became two soil."""

    seat: int
    spots: tuple[int, ...]
    soil: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.sprouts += put(seat.area.sprouts, self.spots, -1)
        seat.area.soil += self.soil


class PriceCovered(Event):
    """So much of a card's price has been paid without soil."""

    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].covered += self.amount


# Abilities


class AbilityUsed(Event):
    """An ability was activated: that of the card on a place of the field, of the island or of the climate."""

    seat: int
    place: int
    card: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        if self.place >= ISLAND and seat.passed == NOTHING:
            seat.board_first = True
        seat.passed = self.place


class AbilityCopied(Event):
    """A card does what another card of the field could do."""

    seat: int
    place: int
    card: int

    def apply(self, state: State) -> None:
        """The copying card has been passed already."""


GOODS_EVENTS: tuple[type[Event], ...] = (
    SoilGained,
    SoilPaid,
    SproutsPlaced,
    SproutsPaid,
    GrowthPlaced,
    GrowthPaid,
    SproutsExchanged,
    PriceCovered,
    AbilityUsed,
    AbilityCopied,
)

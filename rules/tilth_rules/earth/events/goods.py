"""Events of goods that seats gain and pay, and of the abilities that they use."""

from tilth_rules.earth.codes import COUNTED, ISLAND
from tilth_rules.earth.state import NOTHING, State
from tilth_rules.kernel import Event


class SoilGained(Event):
    """A seat gained soil from the supply. From some sources it counts towards the soil that the seat has gained this
    turn."""

    seat: int
    amount: int
    source: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.area.soil += self.amount
        if self.source in COUNTED:
            seat.soil_gained += self.amount


class SoilPaid(Event):
    """A seat paid soil to the supply."""

    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].area.soil -= self.amount


def change_pieces(pieces: list[int], spots: tuple[int, ...], by: int) -> int:
    """Put one piece on each of these places or, if `by` is -1, take one off each. Return the change of the number of
    pieces."""
    for place in spots:
        pieces[place] += by
    return by * len(spots)


class SproutsPlaced(Event):
    """A seat placed sprouts on cards of its field; `spots` names a place for each sprout."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.sprouts += change_pieces(seat.area.sprouts, self.spots, 1)


class SproutsPaid(Event):
    """A seat took sprouts off its field as a price; `spots` names a place for each sprout."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.sprouts += change_pieces(seat.area.sprouts, self.spots, -1)


class GrowthPlaced(Event):
    """A seat placed growth on cards of its field; `spots` names a place for each piece. The piece that reaches a card's
    limit is its canopy."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.growth += change_pieces(seat.area.growth, self.spots, 1)


class GrowthPaid(Event):
    """A seat took growth off its field as a price; `spots` names a place for each piece."""

    seat: int
    spots: tuple[int, ...]

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.growth += change_pieces(seat.area.growth, self.spots, -1)


class SproutsExchanged(Event):
    """A seat exchanged three sprouts of its field for two soil; `spots` names a place for each sprout."""

    seat: int
    spots: tuple[int, ...]
    soil: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.sprouts += change_pieces(seat.area.sprouts, self.spots, -1)
        seat.area.soil += self.soil


class PriceCovered(Event):
    """A seat paid other goods than soil in place of `amount` soil of the price of the card it plants; that much less
    soil is due."""

    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].covered += self.amount


# Abilities


class AbilityUsed(Event):
    """A seat used an ability: that of the card on a place of its field, or of its island or climate. Abilities are used
    in order, so those before this place can no longer be used this turn; whether the board's came first is noted."""

    seat: int
    place: int
    card: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        if self.place >= ISLAND and seat.passed == NOTHING:
            seat.board_first = True
        seat.passed = self.place


class AbilityCopied(Event):
    """A wild card used the ability of another card of its field. The state does not change."""

    seat: int
    place: int
    card: int

    def apply(self, state: State) -> None:
        """Change nothing: AbilityUsed has already passed the copying card."""

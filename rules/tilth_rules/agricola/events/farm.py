"""What changes a farmyard."""

from typing import Final

from tilth_rules.agricola.farm.yard import GRAIN as GRAIN_CROP
from tilth_rules.agricola.farm.yard import VEGETABLE as VEGETABLE_CROP
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.agricola.words import GRAIN, VEGETABLE
from tilth_rules.kernel import Event

CROPS: Final = {GRAIN: GRAIN_CROP, VEGETABLE: VEGETABLE_CROP}
"""The farmyard's own numbers of crops."""


class RoomBuilt(Event):
    """A room of the house's material."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.rooms |= 1 << self.cell


class FieldPloughed(Event):
    """A cell is a field now, and nothing grows there yet."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.fields |= 1 << self.cell


class StableBuilt(Event):
    """A stable on a cell, be it in a pasture or not."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.stables |= 1 << self.cell


class StableReturned(Event):
    """A stable goes back to its owner's supply."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.stables &= ~(1 << self.cell)


class FencesBuilt(Event):
    """Fences on these edges, so that these cells are a pasture of their own."""

    seat: int
    edges: tuple[int, ...]
    cells: tuple[int, ...]

    def apply(self, state: State) -> None:
        yard = state.seats[self.seat].yard
        for edge in self.edges:
            yard.fences |= 1 << edge


class Renovated(Event):
    """All rooms are of this house's material now."""

    seat: int
    house: int

    def apply(self, state: State) -> None:
        yard = state.seats[self.seat].yard
        yard.house = self.house
        state.renovations[self.house] += 1


class PlotsOpened(Event):
    """Plots on a card, which can be sown from now on."""

    seat: int
    card: int
    amount: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.plot_cards += [self.card] * self.amount
        seat.plot_crops += [0] * self.amount
        seat.plot_stacks += [0] * self.amount


class Sown(Event):
    """A crop on a field or a plot: one from the seat's supply, the others from the common one."""

    seat: int
    plot: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.goods[self.good] -= 1
        if self.plot >= CARD_PLOTS:
            seat.plot_crops[self.plot - CARD_PLOTS] = self.good
            seat.plot_stacks[self.plot - CARD_PLOTS] = self.amount
        else:
            seat.yard.crops[self.plot] = CROPS[self.good]
            seat.yard.stacks[self.plot] = self.amount


class CropsAdded(Event):
    """More of the same on a field that is sown."""

    seat: int
    plot: int
    amount: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        if self.plot >= CARD_PLOTS:
            seat.plot_stacks[self.plot - CARD_PLOTS] += self.amount
        else:
            seat.yard.stacks[self.plot] += self.amount


class Reaped(Event):
    """One of a crop, from a field or a plot, reaches somebody's supply: mostly its owner's."""

    seat: int
    plot: int
    good: int
    to: int

    def apply(self, state: State) -> None:
        take_crop(state, self.seat, self.plot)
        state.seats[self.to].goods[self.good] += 1


def take_crop(state: State, seat: int, plot: int) -> None:
    """One less on a plot; nothing grows on an empty one."""
    mine = state.seats[seat]
    if plot >= CARD_PLOTS:
        at = plot - CARD_PLOTS
        mine.plot_stacks[at] -= 1
        if not mine.plot_stacks[at]:
            mine.plot_crops[at] = 0
    else:
        mine.yard.stacks[plot] -= 1
        if not mine.yard.stacks[plot]:
            mine.yard.crops[plot] = 0


FARM_EVENTS: tuple[type[Event], ...] = (
    RoomBuilt,
    FieldPloughed,
    StableBuilt,
    StableReturned,
    FencesBuilt,
    Renovated,
    PlotsOpened,
    Sown,
    CropsAdded,
    Reaped,
)

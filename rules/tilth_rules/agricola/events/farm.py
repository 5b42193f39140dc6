"""Events that change a farmyard."""

from typing import Final

from tilth_rules.agricola.codes import GRAIN, VEGETABLE
from tilth_rules.agricola.farm.yard import GRAIN as GRAIN_CROP
from tilth_rules.agricola.farm.yard import VEGETABLE as VEGETABLE_CROP
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.kernel import Event

CROPS: Final = {GRAIN: GRAIN_CROP, VEGETABLE: VEGETABLE_CROP}
"""The farmyard's own numbers of crops."""


class RoomBuilt(Event):
    """A seat built a room of the house's material."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.rooms |= 1 << self.cell


class FieldPloughed(Event):
    """A seat ploughed a cell, which is an empty field now."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.fields |= 1 << self.cell


class StableBuilt(Event):
    """A seat built a stable on a cell, in a pasture or not."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.stables |= 1 << self.cell


class StableReturned(Event):
    """A stable left a cell of the yard and went back to its owner's supply."""

    seat: int
    cell: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].yard.stables &= ~(1 << self.cell)


class FencesBuilt(Event):
    """A seat built fences on these edges of its yard, so that these cells are a pasture of their own."""

    seat: int
    edges: tuple[int, ...]
    cells: tuple[int, ...]

    def apply(self, state: State) -> None:
        yard = state.seats[self.seat].yard
        for edge in self.edges:
            yard.fences |= 1 << edge


class Renovated(Event):
    """A seat renovated its house: all rooms are of the material `house` now, and the match counts one more renovation
    to it."""

    seat: int
    house: int

    def apply(self, state: State) -> None:
        yard = state.seats[self.seat].yard
        yard.house = self.house
        state.renovations[self.house] += 1


class PlotsOpened(Event):
    """A card of a seat got `amount` empty plots, which can be sown from now on."""

    seat: int
    card: int
    amount: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.plot_cards += [self.card] * self.amount
        seat.plot_crops += [0] * self.amount
        seat.plot_stacks += [0] * self.amount


class Sown(Event):
    """A seat sowed a field or a plot of a card with `amount` of a good: one came from its supply, the others from the
    general supply."""

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
    """More of the same crop was laid onto a sown field or plot, from the general supply."""

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
    """One good of a crop went from a field or a plot of a seat into the supply of the seat `to`, in most cases the
    same. When the last one is gone, nothing grows there."""

    seat: int
    plot: int
    good: int
    to: int

    def apply(self, state: State) -> None:
        take_crop(state, self.seat, self.plot)
        state.seats[self.to].goods[self.good] += 1


def take_crop(state: State, seat: int, plot: int) -> None:
    """Take one good off a field or plot. If it was the last one, nothing grows there afterwards."""
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

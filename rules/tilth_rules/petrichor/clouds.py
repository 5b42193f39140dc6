"""Clouds: when they grow, overflow and merge, and how drops get into them."""

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.growing import water_changed
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.water_events import (
    CloudFormed,
    CloudGrew,
    CloudMoved,
    CloudOverflowed,
    CloudsMerged,
    DropsAdded,
)
from tilth_rules.petrichor.words import LIGHT

GROWS_AT = 4
OVERFLOWS_AT = 8


class EndOfEffect(Act, tag=30):
    """Only when an effect is over are the clouds looked at: a light one with four drops grows into a thundercloud,
    a thundercloud with eight overflows."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for tile, load in enumerate(state.loads):
            if load < GROWS_AT:
                continue
            if state.skies[tile] == LIGHT:
                table.emit(CloudGrew(tile))
            if load >= OVERFLOWS_AT:
                table.emit(CloudOverflowed(tile))
                water_changed(table, tile)


class FormCloud(Act, tag=31):
    """A new light cloud gets one drop and its tile."""

    seat: int
    tile: int

    def act(self, table: Table) -> None:
        table.emit(CloudFormed(self.seat, self.tile, 1))


class FillCloud(Act, tag=32):
    """Drops go from the supply into the cloud, all at once."""

    seat: int
    tile: int
    drops: int

    def act(self, table: Table) -> None:
        table.emit(DropsAdded(self.seat, self.tile, self.drops))


def move_cloud(table: Table, tile: int, to: int) -> None:
    """Two clouds above one tile are one thundercloud. Which clouds met shows at once, as nothing can come between."""
    if table.state.skies[to]:
        table.emit(CloudsMerged(tile, to))
    else:
        table.emit(CloudMoved(tile, to))


def clouds_of(state: State, side: int) -> list[int]:
    """The tiles whose clouds hold a drop of this side."""
    return [tile for tile, drops in enumerate(state.clouds[side::4]) if drops]


def on_tiles(state: State, side: int) -> int:
    """How many drops of this side lie on tiles, clouds apart."""
    return sum(state.drops[side::4])

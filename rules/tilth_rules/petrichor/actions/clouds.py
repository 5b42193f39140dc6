"""The clouds: they form, fill, grow, merge and overflow."""

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.actions.growing import water_changed
from tilth_rules.petrichor.codes import LIGHT
from tilth_rules.petrichor.events.water import (
    CloudFormed,
    CloudGrew,
    CloudMoved,
    CloudOverflowed,
    CloudsMerged,
    DropsAdded,
)
from tilth_rules.petrichor.state import State

GROWS_AT = 4
OVERFLOWS_AT = 8


class EndOfEffect(Act, tag=30):
    """At the end of an effect, turn every light cloud with four drops or more into a thundercloud, and let every
    thundercloud with eight or more overflow onto its tile, where the crop may grow."""

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
    """Put a new light cloud with one drop of the seat's supply above a tile."""

    seat: int
    tile: int

    def act(self, table: Table) -> None:
        table.emit(CloudFormed(self.seat, self.tile, 1))


class FillCloud(Act, tag=32):
    """Put drops from the seat's supply into the cloud above a tile, all at the same time."""

    seat: int
    tile: int
    drops: int

    def act(self, table: Table) -> None:
        table.emit(DropsAdded(self.seat, self.tile, self.drops))


def move_cloud(table: Table, tile: int, to: int) -> None:
    """Move a cloud. If it meets another cloud, the two become one thundercloud at once; no other rule comes in
    between."""
    if table.state.skies[to]:
        table.emit(CloudsMerged(tile, to))
    else:
        table.emit(CloudMoved(tile, to))


def clouds_of(state: State, side: int) -> list[int]:
    """Return the tiles whose clouds hold a drop of this side (a player or the neutral player)."""
    return [tile for tile, drops in enumerate(state.clouds[side::4]) if drops]


def on_tiles(state: State, side: int) -> int:
    """Return the number of drops that this side has on tiles. Drops in clouds do not count."""
    return sum(state.drops[side::4])

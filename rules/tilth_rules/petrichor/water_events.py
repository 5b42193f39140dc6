"""The facts about drops, clouds and crops. Each changes the state by what it says, and by nothing else.

`tile` and `to` are places of the Fields; `seat` and `owner` are sides: in the solo game the neutral player is side 1.
"""

from tilth_rules.kernel import Event
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.words import DEVELOPED, LIGHT, OVERWATERED, SPROUTING, THUNDER


class ActionSkipped(Event):
    """The action could not be resolved, or its player chose not to take the drops it needs."""

    seat: int
    action: int

    def apply(self, state: State) -> None:
        pass


class CloudFormed(Event):
    """A light cloud with drops from a supply hangs above a tile."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.skies[self.tile] = LIGHT
        state.supply[self.seat] -= self.drops
        state.clouds[4 * self.tile + self.seat] += self.drops
        state.loads[self.tile] += self.drops


class DropsAdded(Event):
    """Drops went from a supply into a cloud."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.supply[self.seat] -= self.drops
        state.clouds[4 * self.tile + self.seat] += self.drops
        state.loads[self.tile] += self.drops


class DropFell(Event):
    """One drop fell from a cloud onto the tile below."""

    tile: int
    owner: int

    def apply(self, state: State) -> None:
        tile = self.tile
        at = 4 * tile + self.owner
        state.clouds[at] -= 1
        state.loads[tile] -= 1
        state.drops[at] += 1
        state.wet[tile] += 1


class CloudMoved(Event):
    """A cloud moved to a tile that had none."""

    tile: int
    to: int

    def apply(self, state: State) -> None:
        state.skies[self.to] = state.skies[self.tile]
        _pour_into(state, self.tile, self.to)


class CloudsMerged(Event):
    """A cloud moved onto another one; together they are a thundercloud."""

    tile: int
    to: int

    def apply(self, state: State) -> None:
        state.skies[self.to] = THUNDER
        _pour_into(state, self.tile, self.to)


class CloudGrew(Event):
    """A light cloud became a thundercloud."""

    tile: int

    def apply(self, state: State) -> None:
        state.skies[self.tile] = THUNDER


class CloudOverflowed(Event):
    """A thundercloud that held too much emptied itself onto its tile, and is gone."""

    tile: int

    def apply(self, state: State) -> None:
        _empty_onto_tile(state, self.tile)


class CloudPoured(Event):
    """A thundercloud rained out onto its tile, and is gone."""

    tile: int

    def apply(self, state: State) -> None:
        _empty_onto_tile(state, self.tile)


class CloudRemoved(Event):
    """A cloud that became empty is gone."""

    tile: int

    def apply(self, state: State) -> None:
        state.skies[self.tile] = 0


class DropsTaken(Event):
    """Drops went from a tile back to their owner's supply."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.drops[4 * self.tile + self.seat] -= self.drops
        state.wet[self.tile] -= self.drops
        state.supply[self.seat] += self.drops


class DropsPlaced(Event):
    """Drops went from a supply straight onto a tile."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.supply[self.seat] -= self.drops
        state.drops[4 * self.tile + self.seat] += self.drops
        state.wet[self.tile] += self.drops


class DropMoved(Event):
    """A drop went from one tile to the next."""

    seat: int
    tile: int
    owner: int
    to: int

    def apply(self, state: State) -> None:
        state.drops[4 * self.tile + self.owner] -= 1
        state.wet[self.tile] -= 1
        state.drops[4 * self.to + self.owner] += 1
        state.wet[self.to] += 1


class LakeTookDrops(Event):
    """Drops that landed on the Lake went back to their owners' supplies."""

    tile: int

    def apply(self, state: State) -> None:
        _return_drops(state, self.tile)


class CropSprouted(Event):
    """A crop that grows in two stages reached the first."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = SPROUTING


class CropDeveloped(Event):
    """A crop has grown."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = DEVELOPED


class CropDrowned(Event):
    """The Cactus has been overwatered."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = OVERWATERED


class CropDried(Event):
    """A crop lost its growing token, for want of drops."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = 0


class CropHarvested(Event):
    """A growing crop was scored: the points of every side; its drops went back."""

    tile: int
    crop: int
    points: tuple[int, ...]

    def apply(self, state: State) -> None:
        for side, points in enumerate(self.points):
            state.points[side] += points
        _return_drops(state, self.tile)
        state.growth[self.tile] = 0


def _pour_into(state: State, tile: int, to: int) -> None:
    clouds = state.clouds
    for side in range(state.sides):
        clouds[4 * to + side] += clouds[4 * tile + side]
        clouds[4 * tile + side] = 0
    state.loads[to] += state.loads[tile]
    state.loads[tile] = 0
    state.skies[tile] = 0


def _empty_onto_tile(state: State, tile: int) -> None:
    clouds = state.clouds
    drops = state.drops
    for at in range(4 * tile, 4 * tile + state.sides):
        drops[at] += clouds[at]
        clouds[at] = 0
    state.wet[tile] += state.loads[tile]
    state.loads[tile] = 0
    state.skies[tile] = 0


def _return_drops(state: State, tile: int) -> None:
    drops = state.drops
    for side in range(state.sides):
        state.supply[side] += drops[4 * tile + side]
        drops[4 * tile + side] = 0
    state.wet[tile] = 0

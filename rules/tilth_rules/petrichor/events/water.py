"""The events about drops, clouds and crops. Each changes the state by its fields and by nothing else.

`tile` and `to` are places of the Fields; `seat` and `owner` are sides: in the solo game the neutral player is side 1.
"""

from tilth_rules.kernel import Event
from tilth_rules.petrichor.codes import DEVELOPED, FOR_HARVESTS, LIGHT, OVERWATERED, SPROUTING, THUNDER
from tilth_rules.petrichor.state import State


class ActionSkipped(Event):
    """An action was not resolved, because it was impossible or because its player chose not to take the drops it needs.
    The state does not change."""

    seat: int
    action: int

    def apply(self, state: State) -> None:
        pass


class CloudFormed(Event):
    """A light cloud with `drops` drops from a side's supply formed above a tile."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.skies[self.tile] = LIGHT
        state.supply[self.seat] -= self.drops
        state.clouds[4 * self.tile + self.seat] += self.drops
        state.loads[self.tile] += self.drops


class DropsAdded(Event):
    """Drops went from a side's supply into the cloud above a tile."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.supply[self.seat] -= self.drops
        state.clouds[4 * self.tile + self.seat] += self.drops
        state.loads[self.tile] += self.drops


class DropFell(Event):
    """One drop of an owner fell from a cloud onto the tile below. The cloud stays, even if it is empty."""

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
    """A cloud moved with its drops to a tile that had none."""

    tile: int
    to: int

    def apply(self, state: State) -> None:
        state.skies[self.to] = state.skies[self.tile]
        _pour_into(state, self.tile, self.to)


class CloudsMerged(Event):
    """A cloud moved onto the cloud of another tile; together, with all drops, they are a thundercloud."""

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
    """A thundercloud that held too many drops is gone, and all its drops lie on its tile."""

    tile: int

    def apply(self, state: State) -> None:
        _empty_onto_tile(state, self.tile)


class CloudPoured(Event):
    """A thundercloud rained out: it is gone, and all its drops lie on its tile."""

    tile: int

    def apply(self, state: State) -> None:
        _empty_onto_tile(state, self.tile)


class CloudRemoved(Event):
    """A cloud without drops was taken off its tile."""

    tile: int

    def apply(self, state: State) -> None:
        state.skies[self.tile] = 0


class DropsTaken(Event):
    """Drops went from a tile back to the supply of the side that owns them."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.drops[4 * self.tile + self.seat] -= self.drops
        state.wet[self.tile] -= self.drops
        state.supply[self.seat] += self.drops


class DropsPlaced(Event):
    """Drops went from a side's supply straight onto a tile."""

    seat: int
    tile: int
    drops: int

    def apply(self, state: State) -> None:
        state.supply[self.seat] -= self.drops
        state.drops[4 * self.tile + self.seat] += self.drops
        state.wet[self.tile] += self.drops


class DropMoved(Event):
    """A drop of an owner went from one tile to an adjacent one. `seat` is the side that moved it."""

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
    """Every drop on a Lake tile went back to its owner's supply."""

    tile: int

    def apply(self, state: State) -> None:
        _return_drops(state, self.tile)


class CropSprouted(Event):
    """A crop that grows in two stages reached the first: it is sprouting."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = SPROUTING


class CropDeveloped(Event):
    """A crop developed: it is fully grown."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = DEVELOPED


class CropDrowned(Event):
    """The Cactus on a tile is overwatered, which is its growth from now on."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = OVERWATERED


class CropDried(Event):
    """A crop lost its growing token, because its tile has too few drops; it does not grow."""

    tile: int

    def apply(self, state: State) -> None:
        state.growth[self.tile] = 0


class CropHarvested(Event):
    """A growing crop was scored: each side gained its `points`, all drops on the tile went back to their owners'
    supplies, and the crop no longer grows."""

    tile: int
    crop: int
    points: tuple[int, ...]

    def apply(self, state: State) -> None:
        for side, points in enumerate(self.points):
            state.score(FOR_HARVESTS, side, points)
        _return_drops(state, self.tile)
        state.growth[self.tile] = 0


def _pour_into(state: State, tile: int, to: int) -> None:
    """Move all drops of the cloud above a tile into the cloud of another tile, and take the first cloud away."""
    clouds = state.clouds
    for side in range(state.sides):
        clouds[4 * to + side] += clouds[4 * tile + side]
        clouds[4 * tile + side] = 0
    state.loads[to] += state.loads[tile]
    state.loads[tile] = 0
    state.skies[tile] = 0


def _empty_onto_tile(state: State, tile: int) -> None:
    """Move all drops of the cloud above a tile onto the tile, and take the cloud away."""
    clouds = state.clouds
    drops = state.drops
    for at in range(4 * tile, 4 * tile + state.sides):
        drops[at] += clouds[at]
        clouds[at] = 0
    state.wet[tile] += state.loads[tile]
    state.loads[tile] = 0
    state.skies[tile] = 0


def _return_drops(state: State, tile: int) -> None:
    """Return all drops on a tile to the supplies of their owners."""
    drops = state.drops
    for side in range(state.sides):
        state.supply[side] += drops[4 * tile + side]
        drops[4 * tile + side] = 0
    state.wet[tile] = 0

"""The bot's model of the table: immutable plots, and the changes that actions make to them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor

WIDTH: Final = 4
"""Number of columns of the grid; its places are numbered row by row."""
GROWS_AT: Final = 4
OVERFLOWS_AT: Final = 8

FROST, SUN, WIND, RAIN = range(4)
"""The weathers in their order on the board, numbered from 0."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A tile and the cloud above it: the crop, the number of drops it needs (`need`), its growth, the drops on the tile
    and in the cloud by side, and the kind of the cloud (`cloud`; CLOUD_UNSPECIFIED if there is none)."""

    crop: int
    need: int
    growth: int
    fertilized: bool
    drops: tuple[int, ...]
    cloud: int
    cloud_drops: tuple[int, ...]

    def with_cloud(self, kind: int, drops: tuple[int, ...]) -> "Plot":
        """Return the plot with a cloud of this kind and these drops by side above it. With 8 drops or more they fall
        onto the tile and no cloud is left; with 4 or more the cloud is a thunder cloud; without drops there is no
        cloud."""
        load = sum(drops)
        if load >= OVERFLOWS_AT:
            return self.rained_on(drops).without_cloud()
        if load >= GROWS_AT:
            kind = petrichor.CLOUD_THUNDER
        return replace(self, cloud=kind, cloud_drops=drops) if load else self.without_cloud()

    def without_cloud(self) -> "Plot":
        """Return the plot with no cloud above it."""
        return replace(self, cloud=petrichor.CLOUD_UNSPECIFIED, cloud_drops=(0,) * len(self.drops))

    def rained_on(self, drops: tuple[int, ...]) -> "Plot":
        """Return the plot with these drops, by side, added to the tile. On the lake nothing changes, because it holds
        no drops."""
        if self.crop == petrichor.CROP_LAKE:
            return self
        return replace(self, drops=plus(self.drops, drops))


Changes: TypeAlias = dict[int, Plot]
"""The plots that an action changes, by place."""


def plus(drops: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums of two lists of drops by side."""
    return tuple(a + b for a, b in zip(drops, more, strict=True))


@dataclass(frozen=True, slots=True)
class Garden:
    """The state of a match as the bot with seat `me` uses it. Lists by side have the seats in their order (in solo the
    wind is last): `points`, voting `wins`, `wheat` tokens, drops in the `supply`, and `votes`. `dice` are the faces of
    the harvest dice, `hand` the bot's cards, `track` the points for voting wins."""

    me: int
    sides: int
    rounds_to_come: int
    """Number of rounds after this one."""
    plots: dict[int, Plot]
    points: tuple[int, ...]
    wins: tuple[int, ...]
    wheat: tuple[int, ...]
    supply: tuple[int, ...]
    votes: tuple[tuple[int, ...], ...]
    """Votes by side, then by weather."""
    votes_left: int
    dice: tuple[int, ...]
    hand: tuple[int, ...]
    track: tuple[int, ...]
    crops: Mapping[int, petrichor.PrintedCrop]
    """Printed data of the crop tiles, by crop."""
    printed: petrichor.Printed

    @classmethod
    def of(cls, view: petrichor.View, seat: int) -> "Garden":
        """Return the garden that the view shows, for the bot at this seat."""
        players = view.players
        return cls(
            me=seat,
            sides=len(players),
            rounds_to_come=max(0, view.rounds - view.round),
            plots={tile.tile: _plot(tile) for tile in view.tiles},
            points=tuple(player.points for player in players),
            wins=tuple(player.voting_wins for player in players),
            wheat=tuple(player.wheat for player in players),
            supply=tuple(player.supply for player in players),
            votes=tuple(tuple(player.votes) for player in players),
            votes_left=players[seat].votes_left,
            dice=tuple(view.dice),
            hand=tuple(players[seat].hand),
            track=tuple(view.track),
            crops={crop.crop: crop for crop in view.printed.crops},
            printed=view.printed,
        )

    def mine(self, count: int) -> tuple[int, ...]:
        """Return a list by side: `count` drops of the bot, and 0 of the others."""
        return self.by_owner(self.me, count)

    def by_owner(self, owner: int, count: int) -> tuple[int, ...]:
        """Return a list by side: `count` drops of the side `owner`, and 0 of the others."""
        return tuple(count if side == owner else 0 for side in range(self.sides))

    def beside(self, place: int) -> Iterable[int]:
        """Return the places of the tiles beside a place: above, below, left and right."""
        column = place % WIDTH
        around = (
            place - WIDTH,
            place + WIDTH,
            place - 1 if column else -1,
            place + 1 if column < WIDTH - 1 else -1,
        )
        return (other for other in around if other in self.plots)

    # Changes by actions --------------------------------------------------------------------------------------

    def cloud_placed(self, place: int) -> Changes:
        """Return the plot that the bot's Frost action changes: the tile at this place, with a light cloud and one of
        the bot's drops above it."""
        return {place: self.plots[place].with_cloud(petrichor.CLOUD_LIGHT, self.mine(1))}

    def drops_added(self, place: int, count: int) -> Changes:
        """Return the plot changed by adding `count` of the bot's drops to the cloud above the tile at this place. The
        supply is not changed."""
        plot = self.plots[place]
        return {place: plot.with_cloud(plot.cloud, plus(plot.cloud_drops, self.mine(count)))}

    def doubled(self, place: int) -> Changes:
        """Return the plot changed by doubling the bot's drops in the cloud above the tile at this place."""
        return self.drops_added(place, self.plots[place].cloud_drops[self.me])

    def blown(self, place: int, to: int) -> Changes:
        """Return the two plots changed by blowing the cloud from one place to another; none if both are the same. A
        cloud that meets another becomes a thunder cloud; over the lake it gains drops from the bot's supply."""
        source, target = self.plots[place], self.plots[to]
        drops = source.cloud_drops
        if to == place:
            return {}
        if target.crop == petrichor.CROP_LAKE:
            drops = plus(drops, self.mine(min(self.printed.lake_adds, self.supply[self.me])))
        kind = source.cloud if not target.cloud else petrichor.CLOUD_THUNDER
        return {place: source.without_cloud(), to: target.with_cloud(kind, plus(target.cloud_drops, drops))}

    def fallen(self, place: int, owner: int) -> Changes:
        """Return the plot changed by one drop of the side `owner` falling from the cloud onto the tile below it."""
        plot, drop = self.plots[place], self.by_owner(owner, 1)
        left = plus(plot.cloud_drops, tuple(-count for count in drop))
        return {place: plot.rained_on(drop).with_cloud(plot.cloud, left)}

    def taken(self, place: int, owner: int) -> Changes:
        """Return the plot changed by taking one drop of the side `owner` off the tile at this place."""
        drop = tuple(-count for count in self.by_owner(owner, 1))
        return {place: self.plots[place].rained_on(drop)}

    def moved(self, place: int, owner: int, to: int) -> Changes:
        """Return the two plots changed by moving one drop of the side `owner` from the tile at a place to the tile at
        `to`."""
        return self.taken(place, owner) | {to: self.plots[to].rained_on(self.by_owner(owner, 1))}

    def voted(self, weather: int, source: int | None = None) -> "Garden":
        """Return the garden with one more vote of the bot for a weather (0 to 3), taken from its votes for the weather
        `source` if that is given. The number of votes left is not changed."""
        mine = list(self.votes[self.me])
        mine[weather] += 1
        if source is not None:
            mine[source] -= 1
        votes = tuple(tuple(mine) if side == self.me else theirs for side, theirs in enumerate(self.votes))
        return replace(self, votes=votes)

    def my_clouds(self) -> list[int]:
        """Return the places of the clouds that hold drops of the bot."""
        return [place for place, plot in self.plots.items() if plot.cloud_drops[self.me]]


def _plot(tile: petrichor.Tile) -> Plot:
    """Return the plot for a tile of the view."""
    return Plot(
        tile.crop,
        tile.need,
        tile.growth,
        tile.fertilized,
        tuple(tile.drops),
        tile.cloud,
        tuple(tile.cloud_drops),
    )

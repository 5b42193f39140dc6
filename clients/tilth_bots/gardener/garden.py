"""The table as the gardener reads it: immutable plots, and what an action would make of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor

WIDTH: Final = 4
"""Places are numbered row by row in a grid four wide."""
GROWS_AT: Final = 4
OVERFLOWS_AT: Final = 8

FROST, SUN, WIND, RAIN = range(4)
"""Weathers as this bot counts them: in their order on the board, from 0."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A tile, the drops on it by side, and the cloud above it."""

    crop: int
    need: int
    growth: int
    fertilized: bool
    drops: tuple[int, ...]
    cloud: int
    cloud_drops: tuple[int, ...]

    def with_cloud(self, kind: int, drops: tuple[int, ...]) -> "Plot":
        """The plot under this cloud: a full one grows, and one that is too full overflows."""
        load = sum(drops)
        if load >= OVERFLOWS_AT:
            return self.rained_on(drops).without_cloud()
        if load >= GROWS_AT:
            kind = petrichor.CLOUD_THUNDER
        return replace(self, cloud=kind, cloud_drops=drops) if load else self.without_cloud()

    def without_cloud(self) -> "Plot":
        return replace(self, cloud=petrichor.CLOUD_UNSPECIFIED, cloud_drops=(0,) * len(self.drops))

    def rained_on(self, drops: tuple[int, ...]) -> "Plot":
        if self.crop == petrichor.CROP_LAKE:
            return self
        return replace(self, drops=plus(self.drops, drops))


Changes: TypeAlias = dict[int, Plot]
"""The plots that an action changes, by place."""


def plus(drops: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(drops, more, strict=True))


@dataclass(frozen=True, slots=True)
class Garden:
    """Everything the gardener looks at. Lists by side have the seats in their order (in solo the wind is last)."""

    me: int
    sides: int
    rounds_to_come: int
    """After this one."""
    plots: dict[int, Plot]
    points: tuple[int, ...]
    wins: tuple[int, ...]
    wheat: tuple[int, ...]
    supply: tuple[int, ...]
    votes: tuple[tuple[int, ...], ...]
    """By side, then by weather."""
    votes_left: int
    dice: tuple[int, ...]
    hand: tuple[int, ...]
    track: tuple[int, ...]

    @classmethod
    def of(cls, view: petrichor.View, seat: int) -> "Garden":
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
        )

    def mine(self, count: int) -> tuple[int, ...]:
        """So many drops of mine, by side."""
        return self.by_owner(self.me, count)

    def by_owner(self, owner: int, count: int) -> tuple[int, ...]:
        return tuple(count if side == owner else 0 for side in range(self.sides))

    def beside(self, place: int) -> Iterable[int]:
        column = place % WIDTH
        around = (
            place - WIDTH,
            place + WIDTH,
            place - 1 if column else -1,
            place + 1 if column < WIDTH - 1 else -1,
        )
        return (other for other in around if other in self.plots)

    # What an action would make of the plots ------------------------------------------------------------------

    def cloud_placed(self, place: int) -> Changes:
        return {place: self.plots[place].with_cloud(petrichor.CLOUD_LIGHT, self.mine(1))}

    def drops_added(self, place: int, count: int) -> Changes:
        plot = self.plots[place]
        return {place: plot.with_cloud(plot.cloud, plus(plot.cloud_drops, self.mine(count)))}

    def doubled(self, place: int) -> Changes:
        return self.drops_added(place, self.plots[place].cloud_drops[self.me])

    def blown(self, place: int, to: int) -> Changes:
        source, target = self.plots[place], self.plots[to]
        drops = source.cloud_drops
        if to == place:
            return {}
        if target.crop == petrichor.CROP_LAKE:
            drops = plus(drops, self.mine(min(3, self.supply[self.me])))
        kind = source.cloud if not target.cloud else petrichor.CLOUD_THUNDER
        return {place: source.without_cloud(), to: target.with_cloud(kind, plus(target.cloud_drops, drops))}

    def fallen(self, place: int, owner: int) -> Changes:
        plot, drop = self.plots[place], self.by_owner(owner, 1)
        left = plus(plot.cloud_drops, tuple(-count for count in drop))
        return {place: plot.rained_on(drop).with_cloud(plot.cloud, left)}

    def taken(self, place: int, owner: int) -> Changes:
        drop = tuple(-count for count in self.by_owner(owner, 1))
        return {place: self.plots[place].rained_on(drop)}

    def moved(self, place: int, owner: int, to: int) -> Changes:
        return self.taken(place, owner) | {to: self.plots[to].rained_on(self.by_owner(owner, 1))}

    def voted(self, weather: int, source: int | None = None) -> "Garden":
        """With one more vote of mine there (taken from `source`, when the supply is out)."""
        mine = list(self.votes[self.me])
        mine[weather] += 1
        if source is not None:
            mine[source] -= 1
        votes = tuple(tuple(mine) if side == self.me else theirs for side, theirs in enumerate(self.votes))
        return replace(self, votes=votes)

    def my_clouds(self) -> list[int]:
        return [place for place, plot in self.plots.items() if plot.cloud_drops[self.me]]


def _plot(tile: petrichor.Tile) -> Plot:
    return Plot(
        tile.crop,
        tile.need,
        tile.growth,
        tile.fertilized,
        tuple(tile.drops),
        tile.cloud,
        tuple(tile.cloud_drops),
    )

"""The four card actions: Frost, Sun, Rain and Wind."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Move, Step, Table
from tilth_rules.petrichor.clouds import FillCloud, FormCloud, clouds_of, move_cloud, on_tiles
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.fields import FIELDS, NEIGHBOURS
from tilth_rules.petrichor.growing import water_changed
from tilth_rules.petrichor.moves import AddDrops, BlowCloud, PlaceCloud, RainDrop, RainFrom, TakeDrop
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.water_events import (
    ActionSkipped,
    CloudFormed,
    CloudRemoved,
    DropFell,
    DropsAdded,
    DropsTaken,
)
from tilth_rules.petrichor.words import FROST, LAKE, RAIN, SUN, WIND

SUN_ADDS = 2
RAIN_CLOUDS = 2


def can_resolve(state: State, seat: int, action: int) -> bool:
    """Frost needs a tile without a cloud and a drop, the others a cloud of one's own, Sun two drops as well. Drops on
    tiles count, as they may be taken."""
    if action == FROST:
        if not (state.supply[seat] or on_tiles(state, seat)):
            return False
        return any(not state.skies[tile] for tile in FIELDS[state.seats])
    if (
        action == SUN
        and state.supply[seat] < SUN_ADDS
        and state.supply[seat] + on_tiles(state, seat) < SUN_ADDS
    ):
        return False
    return any(state.clouds[seat::4])


def perform(seat: int, action: int) -> Step:
    """The step of an action."""
    return _ACTIONS[action](seat)


class Frost(Ask, tag=60):
    """A new light cloud with one drop from the supply is placed above a tile that has none. With the supply out, a
    drop may be taken from a tile, or the action is let be."""

    seat: int

    def ask(self, state: State) -> Choose:
        skies = state.skies
        free = [tile for tile in FIELDS[state.seats] if not skies[tile]]
        return Choose(self.seat, "frost", free, 1 if state.supply[self.seat] else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.seat
        if not picks:
            table.emit(ActionSkipped(seat, FROST))
        elif table.state.supply[seat]:
            table.emit(CloudFormed(seat, picks[0], 1))
        else:
            table.then(TakeDrops(seat, 1), FormCloud(seat, picks[0]))

    @classmethod
    def move(cls, option: int) -> Move:
        return PlaceCloud(option)


class Sun(Ask, tag=61):
    """Two drops, never one, go into a cloud that already holds one of the seat's own. With fewer in the supply the
    missing ones may be taken from tiles, or the action is let be."""

    seat: int

    def ask(self, state: State) -> Choose:
        seat = self.seat
        return Choose(seat, "sun", clouds_of(state, seat), 1 if state.supply[seat] >= SUN_ADDS else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            add_drops(table, self.seat, picks[0], SUN_ADDS)
        else:
            table.emit(ActionSkipped(self.seat, SUN))

    @classmethod
    def move(cls, option: int) -> Move:
        return AddDrops(option)


class Rain(Ask, tag=62):
    """One drop falls from each of up to two clouds that hold a drop of the seat's own. Whose drops they are is the
    player's choice."""

    seat: int

    def ask(self, state: State) -> Choose:
        mine = clouds_of(state, self.seat)
        return Choose(self.seat, "rain-clouds", mine, 1, min(RAIN_CLOUDS, len(mine)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        clouds = table.state.clouds
        for tile in picks:
            owners = [owner for owner in range(4) if clouds[4 * tile + owner]]
            if len(owners) == 1:
                _fall(table, tile, owners[0])
            else:
                table.then(RainOne(self.seat, tile))

    @classmethod
    def move(cls, option: int) -> Move:
        return RainFrom(option)


class RainOne(Ask, tag=63):
    """Choose whose drop falls from a cloud of several owners."""

    seat: int
    tile: int

    def ask(self, state: State) -> Choose:
        first = 4 * self.tile
        clouds = state.clouds
        return Choose(self.seat, "rain-drop", [at for at in range(first, first + 4) if clouds[at]])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _fall(table, self.tile, picks[0] % 4)

    @classmethod
    def move(cls, option: int) -> Move:
        return RainDrop(option // 4, option % 4)


class Wind(Ask, tag=64):
    """A cloud that holds a drop of the seat's own moves to an adjacent tile. From the Lake it moves as far as it
    likes: around corners, but onto no cloud on the way, and not back to the Lake."""

    seat: int

    def ask(self, state: State) -> Choose:
        beside = NEIGHBOURS[state.seats]
        options: list[int] = []
        for tile in clouds_of(state, self.seat):
            reach = beside[tile] if state.crops[tile] != LAKE else _beyond_the_lake(state, tile)
            options += [16 * tile + to for to in reach]
        return Choose(self.seat, "wind", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        tile, to = divmod(picks[0], 16)
        move_cloud(table, tile, to)
        if table.state.crops[to] == LAKE:
            table.then(LakeBreeze(self.seat, to))

    @classmethod
    def move(cls, option: int) -> Move:
        return BlowCloud(option // 16, option % 16)


class LakeBreeze(Act, tag=65):
    """A cloud blown onto the Lake takes in three drops of who blew it. What the supply lacks comes from tiles, and
    where both together hold fewer than three, it is as many as there are."""

    seat: int
    tile: int

    def act(self, table: Table) -> None:
        state: State = table.state
        there_are = state.supply[self.seat] + on_tiles(state, self.seat)
        drops = min(values_of(state.options).lake_adds, there_are)
        if drops:
            add_drops(table, self.seat, self.tile, drops)


class TakeDrops(Ask, tag=66):
    """Take drops of one's own from tiles, never from clouds; a crop left with too few dries out."""

    seat: int
    many: int

    def ask(self, state: State) -> Choose:
        mine = state.drops[self.seat :: 4]
        tiles = [tile for tile, drops in enumerate(mine) if drops]
        return Choose(self.seat, "take-drops", tiles, self.many, self.many, [mine[tile] for tile in tiles])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for tile in dict.fromkeys(picks):
            table.emit(DropsTaken(self.seat, tile, picks.count(tile)))
            water_changed(table, tile)

    @classmethod
    def move(cls, option: int) -> Move:
        return TakeDrop(option)


def add_drops(table: Table, seat: int, tile: int, drops: int) -> None:
    """Put drops into a cloud; what the supply lacks is taken from tiles first."""
    lacking = drops - table.state.supply[seat]
    if lacking > 0:
        table.then(TakeDrops(seat, lacking), FillCloud(seat, tile, drops))
    else:
        table.emit(DropsAdded(seat, tile, drops))


def _fall(table: Table, tile: int, owner: int) -> None:
    table.emit(DropFell(tile, owner))
    if not table.state.loads[tile]:
        table.emit(CloudRemoved(tile))
    water_changed(table, tile)


def _beyond_the_lake(state: State, lake: int) -> list[int]:
    """Where a cloud can go from the Lake: through tiles without clouds, and onto the clouds that bar the way."""
    beside = NEIGHBOURS[state.seats]
    reached = [lake]
    for tile in reached:
        if tile == lake or not state.skies[tile]:
            reached += [to for to in beside[tile] if to not in reached]
    return sorted(reached[1:])


_ACTIONS: dict[int, type[Frost | Sun | Rain | Wind]] = {FROST: Frost, SUN: Sun, WIND: Wind, RAIN: Rain}

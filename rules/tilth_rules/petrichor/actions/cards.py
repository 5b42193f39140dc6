"""The four card actions: Frost, Sun, Rain and Wind."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Step, Table, TextFacts
from tilth_rules.petrichor.actions.clouds import FillCloud, FormCloud, clouds_of, move_cloud, on_tiles
from tilth_rules.petrichor.actions.growing import water_changed
from tilth_rules.petrichor.codes import FROST, LAKE, RAIN, SUN, WIND
from tilth_rules.petrichor.events.water import (
    ActionSkipped,
    CloudFormed,
    CloudRemoved,
    DropFell,
    DropsAdded,
    DropsTaken,
)
from tilth_rules.petrichor.facts import cloud_facts, tile_facts
from tilth_rules.petrichor.fields import FIELDS, NEIGHBOURS
from tilth_rules.petrichor.moves import ADD_DROPS, BLOW_CLOUD, PLACE_CLOUD, RAIN_DROP, RAIN_FROM, TAKE_DROP
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.state import State

SUN_ADDS = 2
RAIN_CLOUDS = 2


def can_resolve(state: State, seat: int, action: int) -> bool:
    """Return whether a seat can resolve an action card. Frost needs a tile without a cloud, and a drop; the other
    actions need a cloud with a drop of the seat's own, and Sun needs two more drops. Drops on tiles count, because the
    seat may take them."""
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


def action_step(seat: int, action: int) -> Step:
    """Return the step that resolves an action (Frost, Sun, Wind or Rain) for a seat."""
    return _ACTIONS[action](seat)


class Frost(Ask, tag=60):
    """The question to a seat above which tile without a cloud it places a new light cloud with one drop of its supply.
    If the supply is empty, it may pick a tile and take the drop from one of its tiles (TakeDrops), or pick none and
    skip the action. An option's text shows the tile."""

    seat: int
    numbers = PLACE_CLOUD

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

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return tile_facts(state, seat, option)


class Sun(Ask, tag=61):
    """The question to a seat to which cloud that holds a drop of its own it adds two drops, never one. Drops that its
    supply lacks it takes from tiles (TakeDrops); if it lacks some, it may also pick none and skip the action. The text
    shows its supply, an option's the cloud."""

    seat: int
    numbers = ADD_DROPS

    def ask(self, state: State) -> Choose:
        seat = self.seat
        return Choose(seat, "sun", clouds_of(state, seat), 1 if state.supply[seat] >= SUN_ADDS else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            add_drops(table, self.seat, picks[0], SUN_ADDS)
        else:
            table.emit(ActionSkipped(self.seat, SUN))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"supply": state.supply[seat]}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return cloud_facts(state, seat, option)


class Rain(Ask, tag=62):
    """The question to a seat from which one or two clouds that hold a drop of its own one drop falls each. If a cloud
    holds drops of several owners, RainOne asks whose falls. An option's text shows the cloud."""

    seat: int
    numbers = RAIN_FROM

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

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return cloud_facts(state, seat, option)


class RainOne(Ask, tag=63):
    """The question to a seat which owner's drop falls from a cloud that holds drops of several owners. The drop falls
    onto the tile below; an empty cloud goes, and the crop there may grow. An option's text shows how many drops that
    owner has in the cloud."""

    seat: int
    tile: int
    numbers = RAIN_DROP

    def ask(self, state: State) -> Choose:
        first = RAIN_DROP.option(self.tile, 0)
        clouds = state.clouds
        return Choose(self.seat, "rain-drop", [at for at in range(first, first + 4) if clouds[at]])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _fall(table, self.tile, picks[0] % 4)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"tile": self.tile, **tile_facts(state, seat, self.tile)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"drops": state.clouds[option], "own": option % 4 == seat}


class Wind(Ask, tag=64):
    """The question to a seat which cloud with a drop of its own it moves to which adjacent tile. From the Lake a cloud
    moves any distance, also around corners, but not over another cloud and not back to the Lake. Two clouds that meet
    become one thundercloud; onto the Lake, LakeBreeze follows."""

    seat: int
    numbers = BLOW_CLOUD

    def ask(self, state: State) -> Choose:
        beside = NEIGHBOURS[state.seats]
        options: list[int] = []
        for tile in clouds_of(state, self.seat):
            reach = beside[tile] if state.crops[tile] != LAKE else _beyond_the_lake(state, tile)
            first = BLOW_CLOUD.option(tile, 0)
            options += [first + to for to in reach]
        return Choose(self.seat, "wind", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        tile, to = BLOW_CLOUD.parts(picks[0])
        move_cloud(table, tile, to)
        if table.state.crops[to] == LAKE:
            table.then(LakeBreeze(self.seat, to))

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        tile, to = BLOW_CLOUD.parts(option)
        there = {"to_crop": state.crops[to], "to_load": state.loads[to]}
        if state.crops[to] == LAKE:
            there["lake_adds"] = _lake_drops(state, seat)
        return {**cloud_facts(state, seat, tile), **there}


class LakeBreeze(Act, tag=65):
    """Add three drops of the seat to the cloud that it has blown onto the Lake. Drops that its supply lacks come from
    its tiles; if both together have fewer than three, all of them are added."""

    seat: int
    tile: int

    def act(self, table: Table) -> None:
        state: State = table.state
        drops = _lake_drops(state, self.seat)
        if drops:
            add_drops(table, self.seat, self.tile, drops)


class TakeDrops(Ask, tag=66):
    """The question to a seat from which tiles it takes `many` drops of its own into its supply, a tile for each drop;
    never from clouds. A crop that is left with too few drops dries out. An option's text shows the tile."""

    seat: int
    many: int
    numbers = TAKE_DROP

    def ask(self, state: State) -> Choose:
        mine = state.drops[self.seat :: 4]
        tiles = [tile for tile, drops in enumerate(mine) if drops]
        return Choose(self.seat, "take-drops", tiles, self.many, self.many, [mine[tile] for tile in tiles])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for tile in dict.fromkeys(picks):
            table.emit(DropsTaken(self.seat, tile, picks.count(tile)))
            water_changed(table, tile)

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return tile_facts(state, seat, option)


def add_drops(table: Table, seat: int, tile: int, drops: int) -> None:
    """Put drops into a cloud. If the supply has too few, the seat first takes the missing ones from tiles."""
    lacking = drops - table.state.supply[seat]
    if lacking > 0:
        table.then(TakeDrops(seat, lacking), FillCloud(seat, tile, drops))
    else:
        table.emit(DropsAdded(seat, tile, drops))


def _fall(table: Table, tile: int, owner: int) -> None:
    """Let a drop of this owner fall from the cloud above a tile; remove the cloud if it is empty then."""
    table.emit(DropFell(tile, owner))
    if not table.state.loads[tile]:
        table.emit(CloudRemoved(tile))
    water_changed(table, tile)


def _lake_drops(state: State, seat: int) -> int:
    """Return the number of drops that a cloud takes in when the seat blows it onto the Lake."""
    there_are = state.supply[seat] + on_tiles(state, seat)
    return min(values_of(state.options).lake_adds, there_are)


def _beyond_the_lake(state: State, lake: int) -> list[int]:
    """Return the tiles that a cloud can reach from the Lake: it moves through tiles without clouds, and may end on a
    cloud."""
    beside = NEIGHBOURS[state.seats]
    reached = [lake]
    for tile in reached:
        if tile == lake or not state.skies[tile]:
            reached += [to for to in beside[tile] if to not in reached]
    return sorted(reached[1:])


_ACTIONS: dict[int, type[Frost | Sun | Rain | Wind]] = {FROST: Frost, SUN: Sun, WIND: Wind, RAIN: Rain}

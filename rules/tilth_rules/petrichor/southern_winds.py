"""The Southern Winds: the neutral player of the solo game."""

from typing import Final

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.clouds import EndOfEffect, move_cloud
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.fields import FIELDS
from tilth_rules.petrichor.growing import move_drop, water_changed
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.vote_events import (
    DieLowered,
    NumberRolled,
    SouthernWindMissed,
    SouthernWindRevealed,
    SouthernWindsReshuffled,
    VotePlaced,
    VotesMissed,
)
from tilth_rules.petrichor.water_events import CloudFormed, DropsAdded, DropsPlaced, DropsTaken
from tilth_rules.petrichor.words import HARVEST_ICON, NEUTRAL, YOU

TILES: Final = FIELDS[1]
"""P1 to P6: two columns, three rows, the most valuable last."""

ONE_DROP: Final = 1
TWO_DROPS: Final = 2
REMOVE_DROP: Final = 3
NEW_CLOUD: Final = 4
DROP_ON_CLOUD: Final = (5, 6)
MIXED_CLOUD_NW: Final = 7
PURE_CLOUD_SE: Final = 8
RESHUFFLE: Final = 9

NORTH_WEST: Final = dict(zip(TILES[1:], (0, 0, 0, 4, 4), strict=True))
"""North-west; in the first column north, from P2 west. From P1 nowhere."""

SOUTH_EAST: Final = dict(zip(TILES[:5], (5, 5, 9, 9, 9), strict=True))
"""South-east; in the second column south, from P5 east. From P6 nowhere."""

DROPS_NEEDED: Final = {ONE_DROP: 1, TWO_DROPS: 2, NEW_CLOUD: 2, 5: 1, 6: 1}

PREFERRED_FACES: Final = (1, 4, 3, 2)
"""The die it lowers: for two points if it can, else the one with the most votes."""


class NeutralTurn(Act, tag=100):
    """The neutral player resolves a card. In the double card variant it resolves two, the first without its icons."""

    def act(self, table: Table) -> None:
        if table.state.options.double_card:
            table.then(SouthernWind(False))
        table.then(SouthernWind(True))


class SouthernWind(Act, tag=101):
    """Reveal a card; as long as it is Reshuffle, shuffle all nine and reveal another. Do what it says to a tile, and
    then vote by its icons. A card that can do nothing scores a point instead."""

    icons: bool

    def act(self, table: Table) -> None:
        wind = _reveal(table)
        tile = _target(table, wind)
        if tile is None:
            table.emit(SouthernWindMissed(wind, 1))
        else:
            _blow(table, wind, tile)
        table.then(EndOfEffect())
        if self.icons:
            table.then(NeutralVotes(wind))


class NeutralVotes(Act, tag=102):
    """Each weather icon is a neutral vote, or a point for want of one; the harvest icon lowers a die."""

    wind: int

    def act(self, table: Table) -> None:
        state: State = table.state
        missed = 0
        for icon in values_of(state.options).icons[self.wind]:
            if icon == HARVEST_ICON:
                _lower_die(table)
            elif state.free[NEUTRAL]:
                table.emit(VotePlaced(NEUTRAL, icon))
            else:
                missed += 1
        if missed:
            table.emit(VotesMissed(missed))


class NeutralSun(Act, tag=103):
    """Before you, the neutral player doubles its drops in all clouds. When its drops don't suffice, the clouds of
    higher positions come first, and one that it can't double whole stays as it is."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for tile in reversed(TILES):
            drops = state.clouds[4 * tile + NEUTRAL]
            if 0 < drops <= state.supply[NEUTRAL]:
                table.emit(DropsAdded(NEUTRAL, tile, drops))


class SouthernPush(Act, tag=104):
    """After your Wind weather, one of your drops on each tile from P3 to P6, in that order, moves north."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for tile in TILES[2:]:
            if state.drops[4 * tile + YOU]:
                move_drop(table, NEUTRAL, tile, YOU, tile - 4)


class NeutralClouds(Act, tag=105):
    """Set-up: the die finds two tiles for clouds with a neutral drop, then a free one for yours."""

    def act(self, table: Table) -> None:
        for side in (NEUTRAL, NEUTRAL, YOU):
            tile = _roll(table)
            while table.state.skies[tile]:
                tile = _roll(table)
            table.emit(CloudFormed(side, tile, 1))


def targets(state: State, wind: int) -> list[int]:
    """The tiles on which a card would do anything, from P1 to P6. A card that needs neutral drops has none when the
    supply is out."""
    if wind in DROPS_NEEDED and not state.supply[NEUTRAL]:
        return []
    clouds = state.clouds
    if wind in (ONE_DROP, TWO_DROPS):
        return list(TILES)
    if wind == REMOVE_DROP:
        return [tile for tile in TILES if state.drops[4 * tile + YOU]]
    if wind == NEW_CLOUD:
        return [tile for tile in TILES if not state.skies[tile]]
    if wind in DROP_ON_CLOUD:
        return [tile for tile in TILES if state.skies[tile]]
    neutral = [tile for tile in TILES if clouds[4 * tile + NEUTRAL]]
    if wind == MIXED_CLOUD_NW:
        return [tile for tile in neutral if clouds[4 * tile + YOU] and tile in NORTH_WEST]
    return [tile for tile in neutral if not clouds[4 * tile + YOU] and tile in SOUTH_EAST]


def aimed(state: State, wind: int) -> int | None:
    """Non-random targeting: the highest position that makes sense for the card."""
    valid = targets(state, wind)
    drops, clouds = state.drops, state.clouds
    if wind in DROP_ON_CLOUD:
        behind = [
            tile
            for tile in valid
            if drops[4 * tile + NEUTRAL] + clouds[4 * tile + NEUTRAL]
            < drops[4 * tile + YOU] + clouds[4 * tile + YOU]
        ]
        valid = behind or valid
    elif wind in (ONE_DROP, TWO_DROPS, REMOVE_DROP):
        valid = [tile for tile in valid if drops[4 * tile + NEUTRAL] < drops[4 * tile + YOU] + 2]
    return valid[-1] if valid else None


def _target(table: Table, wind: int) -> int | None:
    """The tile the die shows, or the next one round that is valid."""
    state: State = table.state
    if state.options.non_random_targeting:
        return aimed(state, wind)
    valid = targets(state, wind)
    if not valid:
        return None
    rolled = _roll(table)
    return next((tile for tile in valid if tile >= rolled), valid[0])


def _reveal(table: Table) -> int:
    """The next card. Reshuffle brings all nine back, so it is always among those left."""
    state: State = table.state
    while True:
        left = state.winds
        wind = left[table.draw("southern-wind").below(len(left))]
        table.emit(SouthernWindRevealed(wind))
        if wind != RESHUFFLE:
            return wind
        table.emit(SouthernWindsReshuffled())


def _roll(table: Table) -> int:
    number = table.draw("numeric-die").below(6) + 1
    table.emit(NumberRolled(number))
    return TILES[number - 1]


def _blow(table: Table, wind: int, tile: int) -> None:
    """What a card does to its tile. With a single drop left, that one drop is placed where two are asked for."""
    state: State = table.state
    drops = min(DROPS_NEEDED.get(wind, 0), state.supply[NEUTRAL])
    if wind in (ONE_DROP, TWO_DROPS):
        table.emit(DropsPlaced(NEUTRAL, tile, drops))
        water_changed(table, tile)
    elif wind == REMOVE_DROP:
        table.emit(DropsTaken(YOU, tile, 1))
        water_changed(table, tile)
    elif wind == NEW_CLOUD:
        table.emit(CloudFormed(NEUTRAL, tile, drops))
    elif wind in DROP_ON_CLOUD:
        table.emit(DropsAdded(NEUTRAL, tile, drops))
    else:
        move_cloud(table, tile, (NORTH_WEST if wind == MIXED_CLOUD_NW else SOUTH_EAST)[tile])


def _lower_die(table: Table) -> None:
    dice = table.state.dice
    for face in PREFERRED_FACES:
        if face in dice:
            table.emit(DieLowered(NEUTRAL, face, 2 if face == 1 else 1))
            return

"""The Southern Winds: the neutral player of the solo game."""

from typing import Final

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.actions.clouds import EndOfEffect, move_cloud
from tilth_rules.petrichor.actions.growing import move_drop, water_changed
from tilth_rules.petrichor.codes import HARVEST_ICON, NEUTRAL, YOU
from tilth_rules.petrichor.events.votes import (
    DieLowered,
    NumberRolled,
    SouthernWindMissed,
    SouthernWindRevealed,
    SouthernWindsReshuffled,
    VotePlaced,
    VotesMissed,
)
from tilth_rules.petrichor.events.water import CloudFormed, DropsAdded, DropsPlaced, DropsTaken
from tilth_rules.petrichor.fields import FIELDS
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.state import State

TILES: Final = FIELDS[1]
"""The tiles P1 to P6: two columns, three rows, the most valuable last."""

ONE_DROP: Final = 1
TWO_DROPS: Final = 2
REMOVE_DROP: Final = 3
NEW_CLOUD: Final = 4
DROP_ON_CLOUD: Final = (5, 6)
MIXED_CLOUD_NW: Final = 7
PURE_CLOUD_SE: Final = 8
RESHUFFLE: Final = 9

NORTH_WEST: Final = dict(zip(TILES[1:], (0, 0, 0, 4, 4), strict=True))
"""The tile to the north-west of each tile; in the first column the tile to the north, and from P2 the tile to the
west. P1 has none."""

SOUTH_EAST: Final = dict(zip(TILES[:5], (5, 5, 9, 9, 9), strict=True))
"""The tile to the south-east of each tile; in the second column the tile to the south, and from P5 the tile to the
east. P6 has none."""

DROPS_NEEDED: Final = {ONE_DROP: 1, TWO_DROPS: 2, NEW_CLOUD: 2, 5: 1, 6: 1}

PREFERRED_FACES: Final = (1, 4, 3, 2)
"""The faces of dice that the neutral player lowers, in its order: first one that gives two points, then the one with
the most votes."""


class NeutralTurn(Act, tag=100):
    """Let the neutral player resolve a Southern Wind card. In the double card variant it resolves two, the first
    without its icons."""

    def act(self, table: Table) -> None:
        if table.state.options.double_card:
            table.then(SouthernWind(False))
        table.then(SouthernWind(True))


class SouthernWind(Act, tag=101):
    """Let the neutral player reveal a Southern Wind card (after Reshuffle, which shuffles all nine, another one) and
    resolve it on a tile. If no tile is a target, it scores a point instead; in the variant with non-random targeting
    also if the card makes sense on none.

    Then, if `icons` is set, it votes by the card's weather icons and lowers a die for a harvest icon.
    """

    icons: bool

    def act(self, table: Table) -> None:
        wind = _reveal(table)
        tile = _target(table, wind)
        if tile is None:
            table.emit(SouthernWindMissed(wind, 1))
        else:
            _resolve_card(table, wind, tile)
        table.then(EndOfEffect())
        if self.icons:
            table.then(NeutralVotes(wind))


class NeutralVotes(Act, tag=102):
    """For each weather icon of the card let the neutral player vote, or score a point if it has no vote left. For a
    harvest icon it lowers a die."""

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
    """Let the neutral player double its drops in all clouds, before the player does. If its drops do not suffice, the
    clouds of higher positions come first, and a cloud that it cannot double completely stays as it is."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for tile in reversed(TILES):
            drops = state.clouds[4 * tile + NEUTRAL]
            if 0 < drops <= state.supply[NEUTRAL]:
                table.emit(DropsAdded(NEUTRAL, tile, drops))


class SouthernPush(Act, tag=104):
    """Solo: after the player's Wind weather, move one of the player's drops on each tile from P3 to P6, in that order,
    one tile north."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for tile in TILES[2:]:
            if state.drops[4 * tile + YOU]:
                move_drop(table, NEUTRAL, tile, YOU, tile - 4)


class NeutralClouds(Act, tag=105):
    """Solo set-up: roll the die for two free tiles for clouds with a neutral drop, then for a free one for the player's
    cloud."""

    def act(self, table: Table) -> None:
        for side in (NEUTRAL, NEUTRAL, YOU):
            tile = _roll(table)
            while table.state.skies[tile]:
                tile = _roll(table)
            table.emit(CloudFormed(side, tile, 1))


def targets(state: State, wind: int) -> list[int]:
    """Return the tiles from P1 to P6 on which a Southern Wind card would have an effect. A card that needs neutral
    drops has no target if the supply is empty."""
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


def preferred_target(state: State, wind: int) -> int | None:
    """Return the target of a Southern Wind card in the variant with non-random targeting: the highest position on which
    the card makes sense; None if there is none."""
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
    """Return the target of a Southern Wind card, or None if it has none: with the non-random variant that of
    `preferred_target`; else roll the die, and take its tile or the next valid one after it, from P1 again after P6."""
    state: State = table.state
    if state.options.non_random_targeting:
        return preferred_target(state, wind)
    valid = targets(state, wind)
    if not valid:
        return None
    rolled = _roll(table)
    return next((tile for tile in valid if tile >= rolled), valid[0])


def _reveal(table: Table) -> int:
    """Draw the next Southern Wind card by chance and return it. If Reshuffle is drawn, all nine cards come back and
    another one is drawn, so Reshuffle is never returned."""
    state: State = table.state
    while True:
        left = state.winds
        wind = left[table.draw("southern-wind").below(len(left))]
        table.emit(SouthernWindRevealed(wind))
        if wind != RESHUFFLE:
            return wind
        table.emit(SouthernWindsReshuffled())


def _roll(table: Table) -> int:
    """Roll the numeric die, and return the tile it shows."""
    number = table.draw("numeric-die").below(6) + 1
    table.emit(NumberRolled(number))
    return TILES[number - 1]


def _resolve_card(table: Table, wind: int, tile: int) -> None:
    """Carry out a Southern Wind card on its tile. If only one neutral drop is left, it is placed where the card asks
    for two."""
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
    """Turn a harvest die one lower for the neutral player, one that shows the first of PREFERRED_FACES found among the
    dice, and give that player two points if it showed 1, else one; do nothing if no die shows such a face."""
    dice = table.state.dice
    for face in PREFERRED_FACES:
        if face in dice:
            table.emit(DieLowered(NEUTRAL, face, 2 if face == 1 else 1))
            return

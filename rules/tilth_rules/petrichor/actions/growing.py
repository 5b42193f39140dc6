"""Growing crops: the consequences of drops that come to a tile or leave it."""

from tilth_rules.kernel import Table
from tilth_rules.petrichor.codes import CACTUS, COFFEE, DEVELOPED, LAKE, RICE, SPROUTING
from tilth_rules.petrichor.events.water import (
    CropDeveloped,
    CropDried,
    CropDrowned,
    CropSprouted,
    DropMoved,
    LakeTookDrops,
)
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.state import State


def water_changed(table: Table, tile: int) -> None:
    """Adjust the growth of a tile's crop after its drops changed: enough drops make it grow, too few make it dry out,
    and the Cactus may drown. The Lake gives its drops back."""
    state: State = table.state
    crop = state.crops[tile]
    wet = state.wet[tile]
    if crop == LAKE:
        if wet:
            table.emit(LakeTookDrops(tile))
        return
    enough = wet >= state.needs[tile]
    if state.growth[tile]:
        if not enough:
            table.emit(CropDried(tile))
            return
    elif not enough:
        return
    elif crop == COFFEE or crop == RICE:
        table.emit(CropSprouted(tile))
    else:
        table.emit(CropDeveloped(tile))
    if crop == CACTUS and state.growth[tile] == DEVELOPED and wet >= values_of(state.options).drown_at:
        table.emit(CropDrowned(tile))


def develop(table: Table, crop: int) -> None:
    """Develop every tile of this crop that is sprouting: Coffee after the Sun weather, Rice after the Rain weather."""
    state: State = table.state
    for tile, growth in enumerate(state.growth):
        if growth == SPROUTING and state.crops[tile] == crop:
            table.emit(CropDeveloped(tile))


def move_drop(table: Table, seat: int, tile: int, owner: int, to: int) -> None:
    """Move one drop of `owner` to another tile. A crop may dry out on the first tile, and another may begin to grow on
    the second."""
    table.emit(DropMoved(seat, tile, owner, to))
    water_changed(table, tile)
    water_changed(table, to)

"""Growing crops: what follows when drops come to a tile or leave it."""

from tilth_rules.kernel import Table
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.water_events import (
    CropDeveloped,
    CropDried,
    CropDrowned,
    CropSprouted,
    DropMoved,
    LakeTookDrops,
)
from tilth_rules.petrichor.words import CACTUS, COFFEE, DEVELOPED, LAKE, RICE, SPROUTING


def water_changed(table: Table, tile: int) -> None:
    """With the drops it needs a crop gets its growing token, with fewer it loses it. The Lake keeps no drop."""
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
    """Every sprouting tile of this crop develops: Coffee after the Sun weather, Rice after the Rain weather."""
    state: State = table.state
    for tile, growth in enumerate(state.growth):
        if growth == SPROUTING and state.crops[tile] == crop:
            table.emit(CropDeveloped(tile))


def move_drop(table: Table, seat: int, tile: int, owner: int, to: int) -> None:
    """One drop goes to the next tile: a crop may dry out here, another begin to grow there."""
    table.emit(DropMoved(seat, tile, owner, to))
    water_changed(table, tile)
    water_changed(table, to)

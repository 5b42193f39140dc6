"""Using animals: those gained in this marking phase, which have to be, and those circled for discoveries."""

from typing import Final

from tilth_rules.kernel import Table
from tilth_rules.sonora.canyon import Draw, can_draw
from tilth_rules.sonora.content.values import Values, values_of
from tilth_rules.sonora.cracks import column_room, reachable
from tilth_rules.sonora.mark_events import BonusUsed, MudOpened
from tilth_rules.sonora.moves import UseBonus, UseDiscovery
from tilth_rules.sonora.river import Lay, can_lay
from tilth_rules.sonora.state import Sheet
from tilth_rules.sonora.words import FOX, OWL, RABBIT

READY: Final = 100
KEPT: Final = 110
"""An option of these and an animal uses it."""


def offered(values: Values, sheet: Sheet, *, in_mud: bool) -> list[int]:
    """The animals that can be used now, as options. A rabbit joins what is being marked in the mud (`in_mud`), or is
    marked there alone."""
    found = []
    for base, have, rabbit in (
        (READY, sheet.ready, values.rabbit),
        (KEPT, sheet.kept, values.discovery_rabbit),
    ):
        if have[FOX] and can_draw(values.canyon, sheet, values.fox_number):
            found.append(base + FOX)
        if have[OWL] and can_lay(values.river, sheet, 1):
            found.append(base + OWL)
        if have[RABBIT] and (in_mud or mud_has_use_for(values, sheet, rabbit)):
            found.append(base + RABBIT)
    return found


def mud_has_use_for(values: Values, sheet: Sheet, points: int) -> bool:
    """Whether anything in the mud can be crossed for so many points."""
    return any(column_room(values.mud, sheet)) or bool(reachable(values.mud, sheet, points))


def has_rabbit(sheet: Sheet) -> bool:
    return bool(sheet.ready[RABBIT] or sheet.kept[RABBIT])


def spend(table: Table, seat: int, option: int) -> None:
    """Use an animal: a shape or a path is marked next, a rabbit adds its points to what is marked in the mud."""
    values = values_of(table.state.options)
    kept = option > KEPT
    animal = option - (KEPT if kept else READY)
    table.emit(BonusUsed(seat, animal, kept))
    if animal == FOX:
        table.then(Draw(seat, values.fox_number))
    elif animal == OWL:
        table.then(Lay(seat, 1, values.owl_length))
    else:
        table.emit(MudOpened(seat, values.discovery_rabbit if kept else values.rabbit))


def move(option: int) -> UseBonus | UseDiscovery:
    """What such an option means."""
    return UseDiscovery(option - KEPT) if option > KEPT else UseBonus(option - READY)

"""Using animals: those gained in this marking phase, which must be used in it, and those circled for discoveries."""

from typing import Final

from tilth_rules.kernel import Table, TextFacts
from tilth_rules.sonora.actions.canyon import Draw, can_draw
from tilth_rules.sonora.actions.cracks import column_room, crossable_nodes
from tilth_rules.sonora.actions.river import Lay, can_lay
from tilth_rules.sonora.codes import FOX, OWL, RABBIT
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.events.marks import BonusUsed, MudOpened
from tilth_rules.sonora.facts import animal_facts
from tilth_rules.sonora.moves import USE_BONUS, USE_DISCOVERY
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import Sheet

RABBITS: Final = (USE_BONUS.option(RABBIT), USE_DISCOVERY.option(RABBIT))


def usable_animals(values: Values, sheet: Sheet, *, in_mud: bool) -> list[int]:
    """Return the animals that the sheet's owner can use now, as options. A rabbit adds to the points being marked in
    the mud (`in_mud`), or is marked there by itself."""
    found = []
    for use, have, rabbit in (
        (USE_BONUS, sheet.ready, values.rabbit),
        (USE_DISCOVERY, sheet.kept, values.discovery_rabbit),
    ):
        if have[FOX] and can_draw(values.canyon, sheet, values.fox_number):
            found.append(use.option(FOX))
        if have[OWL] and can_lay(values.river, sheet, 1):
            found.append(use.option(OWL))
        if have[RABBIT] and (in_mud or mud_has_use_for(values, sheet, rabbit)):
            found.append(use.option(RABBIT))
    return found


def mud_has_use_for(values: Values, sheet: Sheet, points: int) -> bool:
    """Return whether any node or column cell of the mud can be crossed for this many points."""
    return any(column_room(values.mud, sheet)) or bool(crossable_nodes(values.mud, sheet, points))


def has_rabbit(sheet: Sheet) -> bool:
    """Return whether the sheet has a rabbit to use, gained in this phase or kept from a discovery."""
    return bool(sheet.ready[RABBIT] or sheet.kept[RABBIT])


def use_animal(table: Table, seat: int, option: int) -> None:
    """Use the animal of an option. A fox draws a shape next, and an owl lays a path; a rabbit adds its points to those
    marked in the mud."""
    values = values_of(table.state.options)
    animal, kept = animal_of(option)
    table.emit(BonusUsed(seat, animal, kept))
    if animal == FOX:
        table.then(Draw(seat, values.fox_number))
    elif animal == OWL:
        table.then(Lay(seat, 1, values.owl_length))
    else:
        table.emit(MudOpened(seat, values.discovery_rabbit if kept else values.rabbit))


def animal_of(option: int) -> tuple[int, bool]:
    """Return the animal that an option to use one stands for, and True if it was circled for a discovery."""
    kept = option in USE_DISCOVERY
    return (USE_DISCOVERY if kept else USE_BONUS).part(option), kept


def option_facts(values: Values, option: int) -> TextFacts:
    """Return what a text shows of an option to use an animal: the effects of animals."""
    animal, kept = animal_of(option)
    return animal_facts(values, animal, kept=kept)

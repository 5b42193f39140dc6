"""Facts that the texts of decisions show beside the fields of moves. They are computed only for readers of texts.

Nothing is hidden in Sonora, so a text may show anything on the table.
"""

from collections.abc import Iterable

from tilth_rules.kernel import TextFacts
from tilth_rules.sonora.board import circle_at, corner_of, zone_of
from tilth_rules.sonora.codes import ANIMALS, CANYON, IN_HOLE, MUD, ON_BOARD, RIVER, RUINS, VALUES
from tilth_rules.sonora.content.compiled.sections import Canyon, River
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import cells_of
from tilth_rules.sonora.state import State

AWAY = 0
"""The value in place of a section for a disc off the board, in the hole, or exactly between two zones."""


def corner_facts(state: State, seat: int) -> dict[str, int]:
    """Return what a text shows when a seat flicks: its corner, named by the section whose zone lies there, and the
    round."""
    return {"corner": corner_of(state, seat) + 1, "round": state.round, "rounds": state.options.rounds}


def place_word(state: State, disc: int) -> str:
    """Return the word for a disc's place: on a `circle`, in a `zone`, `between` two, in the `hole`, or `off` the
    board."""
    if state.where[disc] == IN_HOLE:
        return "hole"
    if state.where[disc] != ON_BOARD:
        return "off"
    x, y = state.xs[disc], state.ys[disc]
    if circle_at(values_of(state.options), x, y):
        return "circle"
    return "zone" if zone_of(x, y) else "between"


def lying_facts(state: State, disc: int, suffix: str = "") -> dict[str, int | str]:
    """Return what a text shows of a disc: its place, and the section that the place counts for. `suffix` is appended to
    the names."""
    place = place_word(state, disc)
    section = AWAY
    if place == "circle":
        section = circle_at(values_of(state.options), state.xs[disc], state.ys[disc])
    elif place == "zone":
        section = zone_of(state.xs[disc], state.ys[disc])
    return {f"place{suffix}": place, f"section{suffix}": section}


def colour_facts(state: State, colour: int) -> TextFacts:
    """Return what a text shows of the discs of a colour: those that count for each section, those between two zones,
    off the board, and on bonus circles."""
    discs = range(VALUES * colour, VALUES * colour + VALUES)
    unsettled = [disc for disc in discs if not state.settled[disc]]
    found: dict[int, list[int]] = {RUINS: [], CANYON: [], MUD: [], RIVER: [], AWAY: []}
    for disc in discs:
        section = state.settled[disc] or lying_facts(state, disc)["section"]
        found[int(section)].append(disc)
    between = tuple(disc for disc in unsettled if place_word(state, disc) == "between")
    return {
        "in_ruins": tuple(found[RUINS]),
        "in_canyon": tuple(found[CANYON]),
        "in_mud": tuple(found[MUD]),
        "in_river": tuple(found[RIVER]),
        "between": between,
        "off_board": tuple(disc for disc in found[AWAY] if disc not in between),
        "on_circles": tuple(disc for disc in unsettled if place_word(state, disc) == "circle"),
    }


def covered_facts(canyon: Canyon, cells: Iterable[int], number: int) -> TextFacts:
    """Return what a text shows of a shape on these cells of the canyon: its `number`, and the cacti and bonuses
    printed on the cells that it covers."""
    cells = tuple(cells)
    return {
        "number": number,
        "cacti": tuple(canyon.cacti[cell] for cell in cells if cell in canyon.cacti),
        "bonuses": tuple(canyon.bonuses[cell] for cell in cells if cell in canyon.bonuses),
    }


def end_facts(river: River, cells: tuple[int, ...]) -> TextFacts:
    """Return what a text shows of a path down the river: its cells, and the points and bonus of the last one."""
    return {"cells": cells, "points": river.points[cells[-1]], "bonus": river.bonuses[cells[-1]]}


def painted_facts(river: River, painted: int) -> TextFacts:
    """Return what a text shows of a path of the bot: the river cells that it would paint, and the points and bonuses on
    them."""
    cells = cells_of(painted)
    return {
        "cells": cells,
        "points": sum(river.points[cell] for cell in cells),
        "bonuses": tuple(river.bonuses[cell] for cell in cells if river.bonuses[cell]),
    }


def closing_facts(values: Values, nodes: int, node: int) -> TextFacts:
    """Return what a text shows of a node of the mud: the contents of the triangles that crossing it would close."""
    closed = nodes | 1 << node
    points: list[int] = []
    bonuses: list[int] = []
    for triangle in values.mud.triangles_of[node]:
        corners, cactus, bonus = values.mud.triangles[triangle]
        if closed & corners == corners:
            if cactus:
                points.append(cactus)
            if bonus:
                bonuses.append(bonus)
    return {"cactus_points": tuple(points), "bonuses": tuple(bonuses)}


def animal_facts(values: Values, animal: int, *, kept: bool) -> TextFacts:
    """Return what a text shows of the animals' effects: the greatest shape of a fox, the longest path of an owl, the
    points of a rabbit (with `kept`, of one kept from discoveries). The facts are the same for each `animal`."""
    rabbit = values.discovery_rabbit if kept else values.rabbit
    return {"fox_number": values.fox_number, "owl_length": values.owl_length, "rabbit_points": rabbit}


def unused_animal_facts(ready: list[int], kept: list[int]) -> TextFacts:
    """Return what a text shows of unused animals: those that have to be used in this phase, and those kept from
    discoveries."""
    return {
        "unused": tuple(animal for animal in ANIMALS for _ in range(ready[animal])),
        "staying": tuple(animal for animal in ANIMALS for _ in range(kept[animal])),
    }

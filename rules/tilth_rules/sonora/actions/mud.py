"""The mud: nodes joined from the centre, triangles between them, and columns for the remaining points."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts
from tilth_rules.sonora.actions import spending
from tilth_rules.sonora.actions.bonuses import gain_bonus
from tilth_rules.sonora.actions.cracks import column_room, crossable_nodes, node_cost
from tilth_rules.sonora.events.marks import ColumnCrossed, MudClosed, NodeCrossed, TriangleClosed
from tilth_rules.sonora.facts import closing_facts
from tilth_rules.sonora.moves import CROSS_NODE, FILL_COLUMN, MUD_MARKS
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import State


class CrossNodes(Ask, tag=45):
    """The question to a seat which node of the mud it crosses next, joined to a crossed one and not above the value
    that it has left, or which animal it uses; or none, to stop. A triangle between three crossed nodes gives the thing
    drawn in it; a rabbit adds its points. It is asked again until it stops; not asked if nothing is possible. An
    option's text shows the node's cost."""

    seat: int
    numbers = MUD_MARKS

    def ask(self, state: State) -> Choose | None:
        values, sheet = values_of(state.options), state.sheets[self.seat]
        nodes = crossable_nodes(values.mud, sheet, sheet.points)
        animals = spending.usable_animals(values, sheet, in_mud=True)
        rabbits = spending.has_rabbit(sheet)
        if not rabbits and not nodes and (not sheet.points or not animals):
            return None
        return Choose(self.seat, "mud", options := (*nodes, *animals), 0, min(1, len(options)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        option = picks[0]
        if option not in CROSS_NODE:
            spending.use_animal(table, self.seat, option)
        else:
            cross_node(table, self.seat, option)
        table.then(CrossNodes(self.seat))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        values, sheet = values_of(state.options), state.sheets[seat]
        return {
            "points": sheet.points,
            "room": sum(column_room(values.mud, sheet)),
            "nodes": bool(crossable_nodes(values.mud, sheet, sheet.points)),
            "animals": bool(spending.usable_animals(values, sheet, in_mud=True)),
        }

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        values, sheet = values_of(state.options), state.sheets[seat]
        if option not in CROSS_NODE:
            return spending.option_facts(values, option)
        return {"cost": node_cost(values.mud, sheet, option), **closing_facts(values, sheet.nodes, option)}


class FillColumns(Ask, tag=46):
    """The question to a seat how many cells it crosses in which columns of the mud, one for each point that is left
    after the nodes; it may be none. A full column gives its bonus. Not asked if it has no points or no room. An
    option's text shows the cells left and the bonus."""

    seat: int
    numbers = FILL_COLUMN

    def ask(self, state: State) -> Choose | None:
        mud, sheet = values_of(state.options).mud, state.sheets[self.seat]
        free = column_room(mud, sheet)
        most = min(sheet.points, sum(free))
        if not most:
            return None
        columns = tuple(column for column, left in enumerate(free) if left)
        return Choose(self.seat, "columns", columns, 0, most, tuple(left for left in free if left))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        sheet = table.state.sheets[self.seat]
        mud = values_of(table.state.options).mud
        for column in dict.fromkeys(picks):
            table.emit(ColumnCrossed(self.seat, column, picks.count(column)))
            if sheet.columns[column] == mud.column_cells[column]:
                gain_bonus(table, self.seat, mud.column_bonuses[column])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"points": state.sheets[seat].points}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        mud, sheet = values_of(state.options).mud, state.sheets[seat]
        return {
            "cells": mud.column_cells[option],
            "left": mud.column_cells[option] - sheet.columns[option],
            "bonus": mud.column_bonuses[option],
        }


class CloseMud(Act, tag=47):
    """End a seat's marking of the mud; the points that remain for it are lost."""

    seat: int

    def act(self, table: Table) -> None:
        table.emit(MudClosed(self.seat, table.state.sheets[self.seat].points))


def cross_node(table: Table, seat: int, node: int) -> None:
    """Cross a node of the mud, and give the seat the contents of the triangles that it closes."""
    state: State = table.state
    mud, sheet = values_of(state.options).mud, state.sheets[seat]
    table.emit(NodeCrossed(seat, node, node_cost(mud, sheet, node)))
    for triangle in mud.triangles_of[node]:
        nodes, cactus, bonus = mud.triangles[triangle]
        if sheet.nodes & nodes == nodes:
            table.emit(TriangleClosed(seat, triangle, cactus))
            if bonus:
                gain_bonus(table, seat, bonus)

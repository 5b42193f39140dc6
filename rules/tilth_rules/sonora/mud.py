"""The mud: nodes joined from the centre on, triangles between them, and columns for what is left."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.kernel import Act, Ask, Choose, Table
from tilth_rules.sonora import spending
from tilth_rules.sonora.bonuses import gain
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.cracks import column_room, cost, reachable
from tilth_rules.sonora.mark_events import ColumnCrossed, MudClosed, NodeCrossed, TriangleClosed
from tilth_rules.sonora.moves import CrossNode, FillColumn, StopCrossing, UseBonus, UseDiscovery
from tilth_rules.sonora.state import State

STOP: Final = 99


class CrossNodes(Ask, tag=45):
    """You cross any nodes whose numbers do not exceed what your discs are worth together, each joined to one crossed
    before. A triangle between three crossed nodes gives what is drawn in it. A rabbit adds its points while you are at
    it, and other animals can be used too."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        values, sheet = values_of(state.options), state.sheets[self.seat]
        nodes = reachable(values.mud, sheet, sheet.points)
        animals = spending.offered(values, sheet, in_mud=True)
        rabbits = spending.has_rabbit(sheet)
        if not rabbits and not nodes and (not sheet.points or not animals):
            return None
        return Choose(self.seat, "mud", (*nodes, *animals, STOP), default=(STOP,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        option = picks[0]
        if option == STOP:
            return
        if option > STOP:
            spending.spend(table, self.seat, option)
        else:
            cross(table, self.seat, option)
        table.then(CrossNodes(self.seat))

    @classmethod
    def move(cls, option: int) -> CrossNode | StopCrossing | UseBonus | UseDiscovery:
        if option == STOP:
            return StopCrossing()
        return spending.move(option) if option > STOP else CrossNode(option)


class FillColumns(Ask, tag=46):
    """After the nodes, each point that is left may cross a cell of any column; a full column gives its bonus."""

    seat: int

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
                gain(table, self.seat, mud.column_bonuses[column])

    @classmethod
    def move(cls, option: int) -> FillColumn:
        return FillColumn(option)


class CloseMud(Act, tag=47):
    """What is left then is lost."""

    seat: int

    def act(self, table: Table) -> None:
        table.emit(MudClosed(self.seat, table.state.sheets[self.seat].points))


def cross(table: Table, seat: int, node: int) -> None:
    """Cross a node, and take what the triangles hold that it closes."""
    state: State = table.state
    mud, sheet = values_of(state.options).mud, state.sheets[seat]
    table.emit(NodeCrossed(seat, node, cost(mud, sheet, node)))
    for triangle in mud.triangles_of[node]:
        nodes, cactus, bonus = mud.triangles[triangle]
        if sheet.nodes & nodes == nodes:
            table.emit(TriangleClosed(seat, triangle, cactus))
            if bonus:
                gain(table, seat, bonus)

"""The net of nodes, triangles and columns in the mud: what can be crossed, and what it is worth."""

from tilth_rules.sonora.content.sections import Mud
from tilth_rules.sonora.state import Sheet


def cost(mud: Mud, sheet: Sheet, node: int) -> int:
    """The number on a node, and one more for each small cell that the bot has painted beside it."""
    return mud.costs[node] + sheet.small[node]


def reachable(mud: Mud, sheet: Sheet, points: int) -> list[int]:
    """The nodes that can be crossed next for so many points at most."""
    crossed, small = sheet.nodes, sheet.small
    return [
        node
        for node, price in enumerate(mud.costs)
        if price + small[node] <= points and mud.neighbours[node] & crossed and not crossed >> node & 1
    ]


def column_room(mud: Mud, sheet: Sheet) -> list[int]:
    """Cells left in each column."""
    return [cells - crossed for cells, crossed in zip(mud.column_cells, sheet.columns, strict=True)]


def points(mud: Mud, sheet: Sheet) -> dict[int, int]:
    """The points of the cacti in closed triangles, by what one cactus of the kind is worth."""
    found = dict.fromkeys((2, 4, 6), 0)
    for nodes, cactus, _ in mud.triangles:
        if cactus and sheet.nodes & nodes == nodes:
            found[cactus] += cactus
    return found

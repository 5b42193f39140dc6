"""The net of nodes, triangles and columns in the mud: the nodes that can be crossed, and the points they give."""

from tilth_rules.sonora.content.compiled.sections import Mud
from tilth_rules.sonora.state import Sheet


def node_cost(mud: Mud, sheet: Sheet, node: int) -> int:
    """Return the cost of crossing a node of the mud: its number, and one more for each small cell that the bot has
    painted beside it."""
    return mud.costs[node] + sheet.small[node]


def crossable_nodes(mud: Mud, sheet: Sheet, points: int) -> list[int]:
    """Return the nodes of the mud that can be crossed next and cost at most this many points."""
    crossed, small = sheet.nodes, sheet.small
    return [
        node
        for node, price in enumerate(mud.costs)
        if price + small[node] <= points and mud.neighbours[node] & crossed and not crossed >> node & 1
    ]


def column_room(mud: Mud, sheet: Sheet) -> list[int]:
    """Return the number of uncrossed cells in each column of the mud."""
    return [cells - crossed for cells, crossed in zip(mud.column_cells, sheet.columns, strict=True)]


def points(mud: Mud, sheet: Sheet) -> dict[int, int]:
    """Return the points of the mud: of all cacti in closed triangles, by kind (cacti of 2, 4 and 6 points)."""
    found = dict.fromkeys((2, 4, 6), 0)
    for nodes, cactus, _ in mud.triangles:
        if cactus and sheet.nodes & nodes == nodes:
            found[cactus] += cactus
    return found

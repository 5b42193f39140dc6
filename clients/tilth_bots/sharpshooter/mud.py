"""The mud of a sheet: the nodes to cross for the value of discs, and their worth."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from tilth.games.sonora.v1 import sonora_pb2 as sonora
from tilth_bots.sharpshooter.boxes import Box, filled

MAX_COST: Final = 30
"""Largest value that is spent on nodes: all five discs on circles. The value beyond it is spent on columns."""
KEPT: Final = 4
"""Number of sets of nodes that are considered further, for each cost."""
PARTS: Final = (0.0, 0.08, 0.3, 1.0)
"""Share of its worth that a triangle counts for with none, one, two or all of its nodes crossed; shares below 1 are
multiplied by the hope to finish it."""


@dataclass(frozen=True, eq=False)
class Net:
    """The printed mud: the start node, the cost and the neighbours of each node, the triangles with their points and
    bonuses, the triangles that each node belongs to, and the cells and bonus of each column. Sets of nodes are bit
    masks."""

    start: int
    costs: tuple[int, ...]
    neighbours: tuple[int, ...]
    triangles: tuple[tuple[int, int, int], ...]
    """Nodes, points and bonus of each triangle."""
    triangles_of: tuple[tuple[int, ...], ...]
    column_cells: tuple[int, ...]
    column_bonuses: tuple[int, ...]

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Net":
        """Return the mud that the view's printed data describes."""
        nodes = range(len(printed.node_costs))
        neighbours = [0 for _ in nodes]
        ends = list(printed.edge_ends)
        for one, other in zip(ends[::2], ends[1::2], strict=True):
            neighbours[one] |= 1 << other
            neighbours[other] |= 1 << one
        corners = list(printed.triangle_corners)
        masks = [
            1 << a | 1 << b | 1 << c
            for a, b, c in zip(corners[::3], corners[1::3], corners[2::3], strict=True)
        ]
        return cls(
            printed.start_node,
            tuple(printed.node_costs),
            tuple(neighbours),
            tuple(zip(masks, printed.triangle_points, map(int, printed.triangle_bonuses), strict=True)),
            tuple(tuple(at for at, mask in enumerate(masks) if mask >> node & 1) for node in nodes),
            tuple(printed.column_cells),
            tuple(map(int, printed.column_bonuses)),
        )


@dataclass(frozen=True)
class Mud:
    """The state of a sheet's mud: crossed nodes and column cells, with the worth of each bonus and the probability
    (`hope`) that begun things will be finished."""

    net: Net
    nodes: int
    """Crossed nodes, as a bit mask."""
    small: tuple[int, ...]
    """Increase of each node's cost by the solo bot's cells; empty if there are none."""
    columns: tuple[int, ...]
    """Number of crossed cells in each column."""
    bonus_worth: tuple[float, ...]
    hope: float

    def cost(self, node: int) -> int:
        """Return the present cost in value of the node of this number, including the increase by the solo bot."""
        return self.net.costs[node] + (self.small[node] if self.small else 0)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The columns of the mud as boxes to fill."""
        net = self.net
        return tuple(
            Box(cells, crossed, self.bonus_worth[bonus])
            for cells, crossed, bonus in zip(net.column_cells, self.columns, net.column_bonuses, strict=True)
        )

    @cached_property
    def parts(self) -> tuple[tuple[float, ...], ...]:
        """Return, for each triangle, its worth in points with none, one, two or all of its nodes crossed."""
        return tuple(
            tuple(
                (part if part == 1.0 else part * self.hope) * (points + self.bonus_worth[bonus])
                for part in PARTS
            )
            for _, points, bonus in self.net.triangles
        )

    def crossed(self, node: int, nodes: int) -> float:
        """Return the gain in points from crossing `node` in addition to the crossed `nodes`, a bit mask: its triangles
        come nearer to completion."""
        worth = 0.0
        for at in self.net.triangles_of[node]:
            parts, count = self.parts[at], (self.net.triangles[at][0] & nodes).bit_count()
            worth += parts[count + 1] - parts[count]
        return worth


class Way(NamedTuple):
    """Nodes to cross in this order (`order`), their worth, and all crossed nodes afterwards, as a bit mask
    (`nodes`)."""

    worth: float
    order: tuple[int, ...]
    nodes: int


@lru_cache(512)
def ways(mud: Mud, most: int) -> tuple[Way | None, ...]:
    """Return, for each cost from 0 to `most`, the most valuable nodes found that can be crossed for exactly this cost,
    each beside a crossed one; None if there are none. For each cost, only the KEPT best sets are considered further."""
    costs = [mud.cost(node) for node in range(len(mud.net.costs))]
    kept: list[dict[int, Way]] = [{} for _ in range(most + 1)]
    kept[0][mud.nodes] = Way(0.0, (), mud.nodes)
    best: list[Way | None] = []
    for spent, found in enumerate(kept):
        promising = sorted(found.values(), key=lambda way: (-way.worth, way.order))[:KEPT]
        best.append(promising[0] if promising else None)
        for way in promising:
            for node, neighbours in enumerate(mud.net.neighbours):
                total = spent + costs[node]
                if total > most or not neighbours & way.nodes or way.nodes >> node & 1:
                    continue
                nodes = way.nodes | 1 << node
                worth = way.worth + mud.crossed(node, way.nodes)
                if nodes not in kept[total] or kept[total][nodes].worth < worth:
                    kept[total][nodes] = Way(worth, (*way.order, node), nodes)
    return tuple(best)


@lru_cache(4096)
def spend(mud: Mud, value: int, most: int = MAX_COST) -> tuple[float, tuple[int, ...]]:
    """Return the worth in points of spending this value in the mud, and the nodes to cross for it in order; the rest
    goes into the columns.

    The nodes computed for costs up to `most` are cached and serve all smaller values, too. Nodes that cost more
    together are not considered.
    """
    found = [
        (way.worth + filled(mud.boxes, value - cost, mud.hope)[0], way.order)
        for cost, way in enumerate(ways(mud, most)[: value + 1])
        if way is not None
    ]
    return max(found, key=lambda one: one[0])

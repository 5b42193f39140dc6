"""The mud of a sheet: which nodes to cross for what discs are worth there, and what that brings."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from tilth.games.sonora.v1 import sonora_pb2 as sonora
from tilth_bots.sharpshooter.boxes import Box, filled

MOST: Final = 30
"""All five discs on circles. Value beyond it is reckoned as columns."""
KEPT: Final = 4
"""Sets of nodes that are followed further, for each cost."""
PARTS: Final = (0.0, 0.08, 0.3, 1.0)
"""What a triangle is worth of which none, one, two or all nodes are crossed: the first parts only by hope."""


@dataclass(frozen=True, eq=False)
class Net:
    """What is printed there. Nodes are bits."""

    start: int
    costs: tuple[int, ...]
    neighbours: tuple[int, ...]
    triangles: tuple[tuple[int, int, int], ...]
    """The nodes of each, its points and its bonus."""
    triangles_of: tuple[tuple[int, ...], ...]
    column_cells: tuple[int, ...]
    column_bonuses: tuple[int, ...]

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Net":
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
    net: Net
    nodes: int
    """Those that are crossed."""
    small: tuple[int, ...]
    """By node: what the bot's cells add to its number."""
    columns: tuple[int, ...]
    """Cells crossed in each."""
    bonus_worth: tuple[float, ...]
    hope: float

    def cost(self, node: int) -> int:
        return self.net.costs[node] + (self.small[node] if self.small else 0)

    @property
    def boxes(self) -> tuple[Box, ...]:
        net = self.net
        return tuple(
            Box(cells, crossed, self.bonus_worth[bonus])
            for cells, crossed, bonus in zip(net.column_cells, self.columns, net.column_bonuses, strict=True)
        )

    @cached_property
    def parts(self) -> tuple[tuple[float, ...], ...]:
        """By triangle: what it is worth with none, one, two or all of its nodes crossed."""
        return tuple(
            tuple(
                (part if part == 1.0 else part * self.hope) * (points + self.bonus_worth[bonus])
                for part in PARTS
            )
            for _, points, bonus in self.net.triangles
        )

    def crossed(self, node: int, nodes: int) -> float:
        """What it is worth to cross a node besides these."""
        worth = 0.0
        for at in self.net.triangles_of[node]:
            parts, count = self.parts[at], (self.net.triangles[at][0] & nodes).bit_count()
            worth += parts[count + 1] - parts[count]
        return worth


class Way(NamedTuple):
    """Nodes to cross in this order, and what that is worth."""

    worth: float
    order: tuple[int, ...]
    nodes: int


@lru_cache(512)
def ways(mud: Mud, most: int) -> tuple[Way | None, ...]:
    """By cost, the best nodes that can be crossed for exactly so much."""
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
def spend(mud: Mud, value: int, most: int = MOST) -> tuple[float, tuple[int, ...]]:
    """What so much value is worth, and which nodes to cross for it; the rest goes into the columns.

    What is reckoned for `most` serves all smaller values, too."""
    found = [
        (way.worth + filled(mud.boxes, value - cost, mud.hope)[0], way.order)
        for cost, way in enumerate(ways(mud, most)[: value + 1])
        if way is not None
    ]
    return max(found, key=lambda one: one[0])

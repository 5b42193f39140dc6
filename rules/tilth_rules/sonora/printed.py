"""The values printed on the board and on every sheet, as a part of each view. Clients use them to draw and to aim."""

from functools import lru_cache

import msgspec

from tilth_rules.sonora.codes import ANIMALS
from tilth_rules.sonora.content.compiled.sections import Mud
from tilth_rules.sonora.content.compiled.values import read
from tilth_rules.sonora.polyominoes import cells_of


class Shape(msgspec.Struct, frozen=True, gc=False):
    """A shape in the canyon: its number and its cells, 16 * row + column."""

    number: int
    squares: tuple[int, ...]


class Printed(msgspec.Struct, frozen=True, gc=False):
    """The board, and the sheet that every seat has. Lengths are in hundredths of a millimetre."""

    half_side: int
    corner_cut: int
    """The corners are raised where |x| + |y| is more than this. Discs are flicked from there."""
    disc_radius: int
    hole_radius: int
    circle_radius: int
    circle_sections: tuple[int, ...]
    circle_xs: tuple[int, ...]
    circle_ys: tuple[int, ...]
    deceleration: int
    """The deceleration: a disc that meets nothing slides speed^2 / (2 * deceleration) far."""
    least_speed: int
    greatest_speed: int

    building_cells: tuple[int, ...]
    building_tops: tuple[int, ...]
    """Points for the first seat that finishes each building."""
    building_bonuses: tuple[int, ...]
    building_bottoms: tuple[int, ...]
    bot_building: int

    canyon_rows: tuple[str, ...]
    """The canyon: # no canyon, S start square, . white, a b c cacti, W swap, R reflick, F fox, O owl, K rabbit, D
    discovery."""
    canyon_bot_squares: tuple[int, ...]
    shapes: tuple[Shape, ...]
    """The shapes that can be drawn, each in one orientation."""
    cactus_rows: tuple[int, ...]
    cactus_beyond: int

    river_above: tuple[int, ...]
    """By cell: the cell that it follows. The start, cell 0, follows none and has 0, too."""
    river_points: tuple[int, ...]
    river_bonuses: tuple[int, ...]
    river_bot_squares: tuple[int, ...]

    node_easts: tuple[int, ...]
    """By node: the steps to the east of the start; the next field has those to the south-east."""
    node_south_easts: tuple[int, ...]
    node_costs: tuple[int, ...]
    rim_nodes: tuple[int, ...]
    start_node: int
    edge_ends: tuple[int, ...]
    """The ends of each edge: nodes in pairs."""
    triangle_corners: tuple[int, ...]
    """The corners of each triangle: nodes in triples."""
    triangle_points: tuple[int, ...]
    triangle_bonuses: tuple[int, ...]
    small_cells: int
    column_cells: tuple[int, ...]
    column_bonuses: tuple[int, ...]

    discoveries: tuple[int, ...]
    """The numbers of foxes, owls and rabbits in the discovery area."""
    fox_number: int
    owl_length: int
    rabbit: int
    discovery_rabbit: int


@lru_cache(maxsize=64)
def printed(text: str) -> Printed:
    """Return the values that a match is played with, for its view: those of the file with the corrections in `text`
    merged over them."""
    values = read(text)
    ruins, canyon, river, mud = values.ruins, values.canyon, values.river, values.mud
    return Printed(
        half_side=values.board.half_side,
        corner_cut=values.board.corner_cut,
        disc_radius=values.board.disc_radius,
        hole_radius=values.board.hole_radius,
        circle_radius=values.circle_radius,
        circle_sections=tuple(section for section, _, _ in values.circles),
        circle_xs=tuple(x for _, x, _ in values.circles),
        circle_ys=tuple(y for _, _, y in values.circles),
        deceleration=values.physics.deceleration,
        least_speed=values.speeds[0],
        greatest_speed=values.speeds[1],
        building_cells=ruins.cells,
        building_tops=ruins.tops,
        building_bonuses=ruins.bonuses,
        building_bottoms=ruins.bottoms,
        bot_building=ruins.bot_cells,
        canyon_rows=canyon.grid,
        canyon_bot_squares=cells_of(canyon.bot_squares),
        shapes=tuple(Shape(number, cells) for number, cells in canyon.drawn),
        cactus_rows=canyon.rows,
        cactus_beyond=canyon.beyond,
        river_above=tuple(max(parent, 0) for parent in river.parents),
        river_points=river.points,
        river_bonuses=river.bonuses,
        river_bot_squares=cells_of(river.bot_squares),
        node_easts=tuple(east for east, _ in mud.at),
        node_south_easts=tuple(south_east for _, south_east in mud.at),
        node_costs=mud.costs,
        rim_nodes=mud.rim,
        start_node=mud.start,
        edge_ends=_edges(mud),
        triangle_corners=tuple(node for nodes, _, _ in mud.triangles for node in cells_of(nodes)),
        triangle_points=tuple(points for _, points, _ in mud.triangles),
        triangle_bonuses=tuple(bonus for _, _, bonus in mud.triangles),
        small_cells=mud.small_cells,
        column_cells=mud.column_cells,
        column_bonuses=mud.column_bonuses,
        discoveries=tuple(values.discoveries[animal] for animal in ANIMALS),
        fox_number=values.fox_number,
        owl_length=values.owl_length,
        rabbit=values.rabbit,
        discovery_rabbit=values.discovery_rabbit,
    )


def _edges(mud: Mud) -> tuple[int, ...]:
    """Return the two nodes at the ends of each edge of the mud, edge after edge in one list."""
    return tuple(
        end
        for node, neighbours in enumerate(mud.neighbours)
        for other in cells_of(neighbours)
        if node < other
        for end in (node, other)
    )

"""The four sections of a sheet as the rules count with them, each compiled from the file."""

from typing import Final

import msgspec

from tilth_rules.sonora.codes import BONUSES, DISCOVERY, FOX, OWL, RABBIT, REFLICK, SWAP
from tilth_rules.sonora.content import shape
from tilth_rules.sonora.polyominoes import NUMBER_OF, WIDTH, Cells, orientations, upright

SYMBOLS: Final = {"R": REFLICK, "W": SWAP, "F": FOX, "O": OWL, "K": RABBIT, "D": DISCOVERY}
"""The letters of bonuses in the canyon's picture."""


class Ruins(msgspec.Struct, frozen=True):
    """The ruins of a sheet, as the rules use them. Each field is by building."""

    cells: tuple[int, ...]
    tops: tuple[int, ...]
    """Points for the first seat that finishes the building."""
    bonuses: tuple[int, ...]
    """The bonus for the first seat that finishes the building."""
    bottoms: tuple[int, ...]
    bot_cells: int


def ruins_of(ruins: shape.Ruins) -> Ruins:
    """Return the ruins of the values file as the rules use them."""
    return Ruins(
        cells=tuple(building.cells for building in ruins.buildings),
        tops=tuple(building.top.points for building in ruins.buildings),
        bonuses=tuple(BONUSES.index(building.top.bonus) for building in ruins.buildings),
        bottoms=tuple(building.bottom for building in ruins.buildings),
        bot_cells=ruins.bot_building.cells,
    )


class Canyon(msgspec.Struct, frozen=True):
    """The canyon of a sheet. Cells are bits on the grid of `polyominoes.py`."""

    grid: tuple[str, ...]
    """The picture of the canyon in the file."""
    white: int
    start: int
    bonuses: dict[int, int]
    """Bonuses by cell."""
    cacti: dict[int, int]
    """Kinds of cactus by cell; they count from 1."""
    bot_squares: int
    shapes: tuple[tuple[tuple[int, Cells], ...], ...]
    """Shapes by number: each orientation, as its number in FIXED and its cells."""
    drawn: tuple[tuple[int, Cells], ...]
    """The shapes, each once: its number, and its cells as the file draws it."""
    number_of: dict[int, int]
    """The number of a shape by its number in FIXED."""
    rows: tuple[int, ...]
    """Points for the first cactus of a kind, the first two, ..."""
    beyond: int


def canyon_of(canyon: shape.Canyon) -> Canyon:
    """Return the canyon of the values file as the rules use it."""
    marks = {WIDTH * r + c: mark for r, row in enumerate(canyon.grid) for c, mark in enumerate(row)}
    named = canyon.shapes
    pictures = ((), named.of_1, named.of_2, named.of_3, named.of_4, named.of_5)
    shapes = tuple(
        tuple((NUMBER_OF[cells], cells) for picture in drawn for cells in orientations(picture))
        for drawn in pictures
    )
    return Canyon(
        grid=canyon.grid,
        white=sum(1 << cell for cell, mark in marks.items() if mark not in "#S"),
        start=sum(1 << cell for cell, mark in marks.items() if mark == "S"),
        bonuses={cell: SYMBOLS[mark] for cell, mark in marks.items() if mark in SYMBOLS},
        cacti={cell: "abc".index(mark) + 1 for cell, mark in marks.items() if mark in "abc"},
        bot_squares=sum(1 << (WIDTH * r + c) for r, c in canyon.bot_squares),
        shapes=shapes,
        drawn=tuple((n, upright(picture)) for n, drawn in enumerate(pictures) for picture in drawn),
        number_of={fixed: number for number, turned in enumerate(shapes) for fixed, _ in turned},
        rows=canyon.cactus_table.rows,
        beyond=canyon.cactus_table.beyond,
    )


class River(msgspec.Struct, frozen=True):
    """The river of a sheet, by cell. The start is cell 0; the others follow in the order of the file."""

    parents: tuple[int, ...]
    points: tuple[int, ...]
    bonuses: tuple[int, ...]
    ways: tuple[tuple[tuple[int, int, int], ...], ...]
    """Ways down the river, by length. Each is (its last cell, the marked cell above it as a bit, its cells)."""
    stretches: tuple[tuple[tuple[int, int, int], ...], ...]
    """Stretches of the river without the start, by length. Each is (one end, the other end, its cells)."""
    bot_squares: int
    neighbours: tuple[int, ...]


def river_of(river: shape.River) -> River:
    """Return the river of the values file as the rules use it."""
    places = {"start": 0} | {cell.name: at + 1 for at, cell in enumerate(river.cells)}
    parents = (-1, *(places[cell.after] for cell in river.cells))
    neighbours = [0] * len(parents)
    for cell, parent in enumerate(parents[1:], 1):
        neighbours[cell] |= 1 << parent
        neighbours[parent] |= 1 << cell
    ways: list[list[tuple[int, int, int]]] = [[] for _ in range(6)]
    for end in range(1, len(parents)):
        above, cells = end, 0
        for length in range(1, 6):
            if above <= 0:
                break
            cells |= 1 << above
            above = parents[above]
            ways[length].append((end, 1 << above, cells))
    rewards = [cell.reward for cell in river.cells]
    return River(
        parents=parents,
        points=(0, *(reward if isinstance(reward, int) else 0 for reward in rewards)),
        bonuses=(0, *(0 if isinstance(reward, int) else BONUSES.index(reward) for reward in rewards)),
        ways=tuple(map(tuple, ways)),
        stretches=_stretches(neighbours),
        bot_squares=sum(1 << places[name] for name in river.bot_squares),
        neighbours=tuple(neighbours),
    )


def _stretches(neighbours: list[int]) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return all stretches of connected river cells of one to five cells, each once, by length: one end, the other end,
    the cells."""
    found: list[set[tuple[int, int, int]]] = [set() for _ in range(6)]
    ways = [(cell, cell, 1 << cell) for cell in range(1, len(neighbours))]
    for length in range(1, 6):
        found[length] = {(min(first, last), max(first, last), cells) for first, last, cells in ways}
        ways = [
            (first, cell, cells | 1 << cell)
            for first, last, cells in ways
            for cell in range(1, len(neighbours))
            if neighbours[last] >> cell & 1 and not cells >> cell & 1
        ]
    return tuple(tuple(sorted(stretches)) for stretches in found)


class Mud(msgspec.Struct, frozen=True):
    """The mud of a sheet, as the rules use it: nodes, triangles and columns. Most fields are by node."""

    start: int
    costs: tuple[int, ...]
    rim: tuple[int, ...]
    """The nodes on the rim."""
    neighbours: tuple[int, ...]
    triangles: tuple[tuple[int, int, int], ...]
    """The triangles: the nodes as bits, the points of the cactus or 0, the bonus or 0."""
    triangles_of: tuple[tuple[int, ...], ...]
    """The triangles at each node."""
    at: tuple[tuple[int, int], ...]
    """The place of each node: steps to the east and to the south-east of the start."""
    small_cells: int
    column_cells: tuple[int, ...]
    column_bonuses: tuple[int, ...]


def mud_of(mud: shape.Mud) -> Mud:
    """Return the mud of the values file as the rules use it."""
    places = {node.name: at for at, node in enumerate(mud.nodes)}
    neighbours = [0] * len(places)
    for one, other in mud.edges:
        neighbours[places[one]] |= 1 << places[other]
        neighbours[places[other]] |= 1 << places[one]
    triangles = tuple(
        (
            sum(1 << places[name] for name in triangle.nodes),
            triangle.reward if isinstance(triangle.reward, int) else 0,
            0 if isinstance(triangle.reward, int) else BONUSES.index(triangle.reward),
        )
        for triangle in mud.triangles
    )
    return Mud(
        start=places[mud.start],
        costs=tuple(node.cost for node in mud.nodes),
        rim=tuple(places[node.name] for node in mud.nodes if node.rim),
        neighbours=tuple(neighbours),
        triangles=triangles,
        triangles_of=tuple(
            tuple(at for at, (nodes, _, _) in enumerate(triangles) if nodes >> node & 1)
            for node in range(len(places))
        ),
        at=tuple(node.at for node in mud.nodes),
        small_cells=mud.small_cells,
        column_cells=tuple(column.cells for column in mud.columns),
        column_bonuses=tuple(BONUSES.index(column.bonus) for column in mud.columns),
    )

"""Checks between the values of a board and its sheets. With values that fail them, no match could be played."""

from collections import Counter
from math import hypot, pi

from tilth_rules.common.value_file import unless
from tilth_rules.sonora.codes import BONUSES
from tilth_rules.sonora.content.compiled.sections import SYMBOLS
from tilth_rules.sonora.content.shape import Board, Book, Canyon, Mud, Physics, River
from tilth_rules.sonora.flick_question import MAX_MS
from tilth_rules.sonora.polyominoes import LARGEST, WIDTH, Cells, is_connected, orientations

MARKS = {*"#S.abc", *SYMBOLS}
RIM_NODES = 12
OTHERS = 19
"""The largest number of discs that can lie in the way of one."""
ROOT = 2**0.5
KINDS = ("reflick", "swap")


def check(book: Book) -> None:
    """Raise OptionsRefused, with the name of a value that does not fit the others."""
    _check_canyon(book.canyon)
    _check_shapes(book.canyon)
    _check_river(book.river)
    _check_mud(book.mud)
    _check_board(book.board)
    _check_physics(book.board, book.physics)
    _check_boxes(book)


def _check_canyon(canyon: Canyon) -> None:
    """Raise OptionsRefused if the picture of the canyon cannot be played."""
    grid = canyon.grid
    unless(len({len(row) for row in grid}) == 1, "canyon.grid", "rows of one length")
    unless(set("".join(grid)) <= MARKS, "canyon.grid", f"only the marks {''.join(sorted(MARKS))}")
    cells = {WIDTH * r + c: mark for r, row in enumerate(grid) for c, mark in enumerate(row)}
    start = sorted(cell for cell, mark in cells.items() if mark == "S")
    square = bool(start) and start == [start[0] + step for step in (0, 1, WIDTH, WIDTH + 1)]
    unless(square, "canyon.grid", "one start square of 2 x 2")
    unless(
        is_connected(cell for cell, mark in cells.items() if mark != "#"),
        "canyon.grid",
        "every white cell can be reached from the start",
    )
    unless(len(set(canyon.bot_squares)) == 3, "canyon.bot_squares", "three different cells")
    for r, c in canyon.bot_squares:
        inside = 0 <= r < len(grid) and 0 <= c < len(grid[0])
        unless(inside and grid[r][c] not in "#S", "canyon.bot_squares", f"[{r}, {c}] is no white cell")
    rows = canyon.cactus_table.rows
    unless(list(rows) == sorted(rows), "canyon.cactus_table.rows", "more cacti are not worth less")


def _check_shapes(canyon: Canyon) -> None:
    """Raise OptionsRefused if a shape of the canyon is not connected, has more than five squares, or occurs twice."""
    shapes = canyon.shapes
    seen: set[tuple[Cells, ...]] = set()
    for number, pictures in enumerate((shapes.of_1, shapes.of_2, shapes.of_3, shapes.of_4, shapes.of_5), 1):
        for picture in pictures:
            field = f"canyon.shapes.{number}"
            squares = sum(line.count("#") for line in picture)
            unless(1 <= squares <= LARGEST, field, f"one to {LARGEST} squares")
            turned = orientations(picture)
            unless(is_connected(turned[0]), field, "squares that hang together by their sides")
            unless(turned not in seen, field, "a shape that is drawn for another number, or twice")
            seen.add(turned)


def _check_river(river: River) -> None:
    """Raise OptionsRefused if the cells of the river do not form one river."""
    known = {"start"}
    for cell in river.cells:
        unless(cell.name not in known, "river.cells", f"{cell.name} is there twice")
        unless(
            cell.after in known,
            "river.cells",
            f"{cell.name} is listed before {cell.after}, or that is nowhere",
        )
        known.add(cell.name)
    squares = set(river.bot_squares)
    unless(len(squares) == len(river.bot_squares), "river.bot_squares", "different cells")
    unless(squares <= known - {"start"}, "river.bot_squares", "cells of the river")


def _check_mud(mud: Mud) -> None:
    """Raise OptionsRefused if the nodes, edges and triangles of the mud do not fit together."""
    nodes = {node.name: node for node in mud.nodes}
    unless(len(nodes) == len(mud.nodes), "mud.nodes", "different names")
    unless(mud.start in nodes, "mud.start", "a node")
    unless(
        all(node.cost for node in mud.nodes if node.name != mud.start),
        "mud.nodes",
        "only the start costs nothing",
    )
    rim = sum(node.rim for node in mud.nodes)
    unless(rim == RIM_NODES, "mud.nodes", f"{RIM_NODES} nodes on the rim, not {rim}")
    unless(not nodes[mud.start].rim, "mud.nodes", "a start that is not on the rim")
    edges = {frozenset(edge) for edge in mud.edges}
    unless(len(edges) == len(mud.edges), "mud.edges", "each edge once")
    for edge in edges:
        unless(len(edge) == 2 and edge <= set(nodes), "mud.edges", f"{sorted(edge)} joins no two nodes")
    reached = {mud.start}
    while more := {name for edge in edges if edge & reached for name in edge} - reached:
        reached |= more
    unless(reached == set(nodes), "mud.edges", "every node can be reached from the start")
    triangles = {frozenset(triangle.nodes) for triangle in mud.triangles}
    unless(len(triangles) == len(mud.triangles), "mud.triangles", "each triangle once")
    for triangle in mud.triangles:
        a, b, c = triangle.nodes
        sides = {frozenset(side) for side in ((a, b), (b, c), (a, c))}
        unless(sides <= edges, "mud.triangles", f"{a}, {b} and {c} are not joined")


def _check_board(board: Board) -> None:
    """Raise OptionsRefused if the measures of the board do not fit together."""
    radius = board.disc_radius
    unless(board.hole_radius > radius, "board.hole_radius", "a hole that a disc fits into")
    room = 2 * (board.half_side - radius) - board.corner_cut - ROOT * radius
    unless(room > 1, "board.corner_cut", "a corner that a disc fits into")
    unless(board.corner_cut > board.half_side + ROOT * radius, "board.corner_cut", "sides between corners")
    _check_circles(board)
    _check_room(board)


def _check_circles(board: Board) -> None:
    """Raise OptionsRefused if the bonus circles do not fit on the board."""
    sections = Counter(circle.section for circle in board.circles)
    unless(set(sections.values()) == {2}, "board.circles", "two circles for each section")
    for at, circle in enumerate(board.circles):
        x, y = map(abs, circle.at)
        unless(
            max(x, y) <= board.half_side and x + y <= board.corner_cut,
            "board.circles",
            "circles on the board",
        )
        unless(
            hypot(x, y) > board.hole_radius + board.circle_radius,
            "board.circles",
            "no circle that a disc in the hole could touch",
        )
        for other in board.circles[:at]:
            apart = hypot(circle.at[0] - other.at[0], circle.at[1] - other.at[1])
            unless(
                apart > 2 * (board.circle_radius + board.disc_radius),
                "board.circles",
                "no two circles that one disc could touch",
            )


def _check_room(board: Board) -> None:
    """Raise OptionsRefused if the surface is so small that the other discs leave no place for the centre of a disc."""
    far = board.half_side - board.disc_radius
    leg = 2 * far - (board.corner_cut - ROOT * board.disc_radius)
    places = (2 * far) ** 2 - 2 * leg**2
    taken = OTHERS * pi * (2 * board.disc_radius) ** 2 + pi * (board.hole_radius - board.disc_radius) ** 2
    unless(places > taken, "board.disc_radius", f"room for one disc more wherever {OTHERS} lie")


def _check_physics(board: Board, physics: Physics) -> None:
    """Raise OptionsRefused if the values of the wood do not fit together."""
    unless(physics.greatest_speed > physics.least_speed, "physics.greatest_speed", "more than the least")
    seconds = MAX_MS // 1000
    unless(
        physics.greatest_speed <= seconds * physics.deceleration,
        "physics.deceleration",
        f"enough to stop every disc within {seconds} seconds",
    )
    longest = 2 * (board.half_side - board.disc_radius) - (board.corner_cut - ROOT * board.disc_radius)
    reach = physics.least_speed**2 / (2 * physics.deceleration)
    unless(
        reach > longest, "physics.least_speed", f"enough to leave the corner from any place: {longest:.0f} mm"
    )


def _check_boxes(book: Book) -> None:
    """Raise OptionsRefused if the sheets can give more bonuses than they have room for."""
    given: Counter[str] = Counter(building.top.bonus for building in book.ruins.buildings)
    given.update(BONUSES[SYMBOLS[mark]] for row in book.canyon.grid for mark in row if mark in SYMBOLS)
    given.update(cell.reward for cell in book.river.cells if isinstance(cell.reward, str))
    given.update(triangle.reward for triangle in book.mud.triangles if isinstance(triangle.reward, str))
    given.update(column.bonus for column in book.mud.columns)
    for kind in KINDS:
        needed = given[kind] + getattr(book.bonuses.at_start, kind)
        boxes = getattr(book.bonuses.boxes, kind)
        unless(boxes >= needed, f"bonuses.boxes.{kind}", f"at least {needed}, as many as the sheet can give")

"""The canyon: shapes that are connected, over cacti and bonuses.

All places of a shape are tried at once. The free cells are bits, and shifting them by a square of the shape gives the
places where that square would fit. So the up to 181 places on a sheet are listed in about ten microseconds.
"""

from collections.abc import Iterable, Sequence

from tilth_rules.kernel import Ask, Choose, Table, TextFacts
from tilth_rules.sonora.actions.bonuses import gain_bonus
from tilth_rules.sonora.content.compiled.sections import Canyon
from tilth_rules.sonora.events.marks import ShapeDrawn
from tilth_rules.sonora.facts import covered_facts
from tilth_rules.sonora.moves import DRAW_SHAPE
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import Cells, around, cells_of_option, mask
from tilth_rules.sonora.state import Sheet, State

_MASKS: dict[Cells, int] = {}
"""Shapes as bits, by their cells. A sheet has some hundreds of places."""


class Draw(Ask, tag=43):
    """The question to a seat where in the canyon it draws a shape of the disc's number or a smaller one, turned and
    mirrored as it likes. The shape must touch a shape that the seat has drawn before, or the start square, along a side
    (corners do not count), and covers only free white cells. It gets the cacti and bonuses that the shape covers."""

    seat: int
    number: int
    numbers = DRAW_SHAPE

    def ask(self, state: State) -> Choose:
        """Ask where in the canyon the seat draws which shape."""
        canyon = values_of(state.options).canyon
        return Choose(self.seat, "canyon", placements(canyon, state.sheets[self.seat], self.number))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        """Draw the chosen shape in the canyon, and gain the bonuses that it covers."""
        canyon = values_of(table.state.options).canyon
        cells = cells_of_option(picks[0])
        cacti = tuple(canyon.cacti[cell] for cell in cells if cell in canyon.cacti)
        table.emit(ShapeDrawn(self.seat, canyon.number_of[picks[0] >> 8], cells, cacti))
        for cell in cells:
            if cell in canyon.bonuses:
                gain_bonus(table, self.seat, canyon.bonuses[cell])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        counts = state.sheets[seat].cacti
        return {"number": self.number, "cacti_a": counts[0], "cacti_b": counts[1], "cacti_c": counts[2]}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        canyon = values_of(state.options).canyon
        return covered_facts(canyon, cells_of_option(option), canyon.number_of[option >> 8])


def placements(canyon: Canyon, sheet: Sheet, number: int) -> list[int]:
    """Return every place in the canyon where a shape of this number or a smaller one may be drawn now, as options."""
    drawn, free = drawn_and_free(canyon, sheet)
    near = around(drawn) & free
    found: list[int] = []
    for smaller in range(number, 0, -1):
        found += fitting_places(canyon.shapes[smaller], free, near)
    return found


def can_draw(canyon: Canyon, sheet: Sheet, number: int) -> bool:
    """Return whether a shape of this number or a smaller one can be drawn anywhere in the canyon."""
    drawn, free = drawn_and_free(canyon, sheet)
    near = around(drawn) & free
    return near != 0 and any(
        _corners(cells, free, near) for smaller in range(1, number + 1) for _, cells in canyon.shapes[smaller]
    )


def drawn_and_free(canyon: Canyon, sheet: Sheet) -> tuple[int, int]:
    """Return, as bits, the cells of the player's own shapes with the start square, and the white cells that are
    free."""
    drawn = canyon.start | covered(sheet.shapes)
    return drawn, canyon.white & ~(drawn | covered(sheet.bot_shapes))


def covered(shapes: Iterable[Cells]) -> int:
    """Return, as bits, all cells that these shapes cover."""
    bits = 0
    for cells in shapes:
        known = _MASKS.get(cells)
        if known is None:
            known = _MASKS[cells] = mask(cells)
        bits |= known
    return bits


def fitting_places(shapes: Iterable[tuple[int, Cells]], free: int, near: int) -> list[int]:
    """Return the places, as options, where these shapes fit into the `free` cells and cover at least one cell of
    `near`."""
    found = []
    for shape, cells in shapes:
        corners = _corners(cells, free, near)
        base = shape << 8
        while corners:
            low = corners & -corners
            found.append(base | low.bit_length() - 1)
            corners ^= low
    return found


def _corners(cells: Cells, free: int, near: int) -> int:
    """Return, as bits, the cells at which a shape's top left corner may lie so that it fits into `free` and covers a
    cell of `near`."""
    fits, touches = -1, 0
    for cell in cells:
        fits &= free >> cell
        touches |= near >> cell
    return fits & touches


def points(canyon: Canyon, sheet: Sheet) -> tuple[int, ...]:
    """Return the points of each kind of cactus in the canyon: the largest number reached in the table, and more for
    each cactus beyond the table."""
    rows = canyon.rows
    return tuple(
        (rows[min(count, len(rows)) - 1] if count else 0) + canyon.beyond * max(0, count - len(rows))
        for count in sheet.cacti
    )

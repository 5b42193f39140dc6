"""The canyon: shapes that hang together, over cacti and bonuses.

Every place of a shape is tried at once: the free cells are bits, and shifting them by a square of the shape says where
that square would fit. So a sheet's up to 181 places are listed in some ten microseconds.
"""

from collections.abc import Iterable, Sequence

from tilth_rules.kernel import Ask, Choose, Table
from tilth_rules.sonora.bonuses import gain
from tilth_rules.sonora.content.sections import Canyon
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.mark_events import ShapeDrawn
from tilth_rules.sonora.moves import DrawShape
from tilth_rules.sonora.polyominoes import Cells, around, cells_numbered, mask
from tilth_rules.sonora.state import Sheet, State

_MASKS: dict[Cells, int] = {}
"""Shapes as bits. There are some hundreds of places on a sheet."""


class Draw(Ask, tag=43):
    """You draw one shape of the disc's number or a smaller one into white cells, turned and mirrored as you like. It
    lies next to a shape drawn before or to the start square (corners do not count), and covers none."""

    seat: int
    number: int

    def ask(self, state: State) -> Choose:
        canyon = values_of(state.options).canyon
        return Choose(self.seat, "canyon", placements(canyon, state.sheets[self.seat], self.number))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        canyon = values_of(table.state.options).canyon
        cells = cells_numbered(picks[0])
        cacti = tuple(canyon.cacti[cell] for cell in cells if cell in canyon.cacti)
        table.emit(ShapeDrawn(self.seat, canyon.number_of[picks[0] >> 8], cells, cacti))
        for cell in cells:
            if cell in canyon.bonuses:
                gain(table, self.seat, canyon.bonuses[cell])

    @classmethod
    def move(cls, option: int) -> DrawShape:
        return DrawShape(cells_numbered(option))


def placements(canyon: Canyon, sheet: Sheet, number: int) -> list[int]:
    """Every place where a shape of this number or a smaller one may be drawn now, as options."""
    drawn, free = drawn_and_free(canyon, sheet)
    near = around(drawn) & free
    found: list[int] = []
    for smaller in range(number, 0, -1):
        found += places(canyon.shapes[smaller], free, near)
    return found


def can_draw(canyon: Canyon, sheet: Sheet, number: int) -> bool:
    """Whether there is any such place."""
    drawn, free = drawn_and_free(canyon, sheet)
    near = around(drawn) & free
    return near != 0 and any(
        _corners(cells, free, near) for smaller in range(1, number + 1) for _, cells in canyon.shapes[smaller]
    )


def drawn_and_free(canyon: Canyon, sheet: Sheet) -> tuple[int, int]:
    """The cells of one's own shapes, the start square among them, and the white cells that nobody has."""
    drawn = canyon.start | covered(sheet.shapes)
    return drawn, canyon.white & ~(drawn | covered(sheet.bot_shapes))


def covered(shapes: Iterable[Cells]) -> int:
    """All cells of these shapes, as bits."""
    bits = 0
    for cells in shapes:
        known = _MASKS.get(cells)
        if known is None:
            known = _MASKS[cells] = mask(cells)
        bits |= known
    return bits


def places(shapes: Iterable[tuple[int, Cells]], free: int, near: int) -> list[int]:
    """Where these shapes fit into the free cells with at least one square on a near one, as options."""
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
    """The top left corners from which the shape fits, as bits."""
    fits, touches = -1, 0
    for cell in cells:
        fits &= free >> cell
        touches |= near >> cell
    return fits & touches


def points(canyon: Canyon, sheet: Sheet) -> tuple[int, ...]:
    """For each kind of cactus: the largest number reached in the table, and some more for each cactus beyond it."""
    rows = canyon.rows
    return tuple(
        (rows[min(count, len(rows)) - 1] if count else 0) + canyon.beyond * max(0, count - len(rows))
        for count in sheet.cacti
    )

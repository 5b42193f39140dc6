"""The canyon of a sheet, as bit masks: the places for shapes, the cells that they cover, and the cells next to
them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from tilth.games.sonora.v1 import sonora_pb2 as sonora

WIDTH: Final = 16
"""Number of columns; a cell's number and bit are 16 * row + column. The last column is never printed on."""
BONUSES: Final = {
    "R": sonora.BONUS_REFLICK,
    "W": sonora.BONUS_SWAP,
    "F": sonora.BONUS_FOX,
    "O": sonora.BONUS_OWL,
    "K": sonora.BONUS_RABBIT,
    "D": sonora.BONUS_DISCOVERY,
}
CACTI: Final = "abc"
NEARER: Final = (0.22, 0.16, 0.1, 0.06, 0.03)
"""Share of its worth that a cell counts for when it is one, two, ... steps away from the drawn shapes."""

Cells = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Ground:
    """The printed canyon, which never changes. Sets of cells are bit masks: `white` are the cells for shapes, `start`
    is the start square."""

    white: int
    start: int
    cacti: tuple[int, ...]
    """Cells of the cacti, by kind."""
    bonuses: tuple[tuple[int, int], ...]
    """Bonuses with their cells."""
    shapes: tuple[tuple[int, tuple[Cells, ...]], ...]
    """Shapes by their number: each one turned and mirrored in every way, from the top left of its box."""
    rows: tuple[int, ...]
    """Points by the number of covered cacti of a kind; `beyond` is added for each further one."""
    beyond: int

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Ground":
        """Return the printed canyon of a match."""
        marks = {
            WIDTH * row + column: mark
            for row, line in enumerate(printed.canyon_rows)
            for column, mark in enumerate(line)
        }
        numbers = sorted({shape.number for shape in printed.shapes}, reverse=True)
        return cls(
            bits_of([cell for cell, mark in marks.items() if mark not in "#S"]),
            bits_of([cell for cell, mark in marks.items() if mark == "S"]),
            tuple(bits_of([cell for cell, mark in marks.items() if mark == kind]) for kind in CACTI),
            tuple(
                (int(bonus), bits_of([cell for cell, mark in marks.items() if mark == letter]))
                for letter, bonus in BONUSES.items()
            ),
            tuple(
                (
                    number,
                    tuple(
                        turned
                        for shape in printed.shapes
                        if shape.number == number
                        for turned in orientations(tuple(shape.squares))
                    ),
                )
                for number in numbers
            ),
            tuple(printed.cactus_rows),
            printed.cactus_beyond,
        )

    @cached_property
    def marked(self) -> int:
        """Return the cells with a cactus or a bonus in them, as a bit mask."""
        marked = 0
        for cells in (*self.cacti, *(cells for _, cells in self.bonuses)):
            marked |= cells
        return marked

    def cactus_points(self, count: int) -> int:
        """Return the points for `count` covered cacti of one kind."""
        rows = self.rows
        if count <= len(rows):
            return rows[count - 1] if count else 0
        return rows[-1] + self.beyond * (count - len(rows))


@dataclass(frozen=True)
class Canyon:
    """The state of a sheet's canyon: the cells of the player's shapes (`drawn`) and of the solo bot's (`bots`), as bit
    masks."""

    ground: Ground
    drawn: int
    """Cells of the start square and of the player's shapes."""
    bots: int
    cacti: tuple[int, ...]
    """Number of covered cacti of each kind."""
    bonus_worth: tuple[float, ...]
    """Worth of each bonus in points, by its number."""
    hope: float
    """Share that the cells near the drawn shapes count for, because they may be drawn later."""

    @property
    def free(self) -> int:
        """The cells on which a shape may be drawn, as a bit mask."""
        return self.ground.white & ~(self.drawn | self.bots)

    def after(self, cells: int) -> "Canyon":
        """Return the canyon with one more shape of the player on these cells (a bit mask)."""
        cacti = tuple(
            count + (cells & kind).bit_count()
            for count, kind in zip(self.cacti, self.ground.cacti, strict=True)
        )
        return replace(self, drawn=self.drawn | cells, cacti=cacti)

    def covered(self, cells: int) -> float:
        """Return the immediate worth in points of a shape on these cells (a bit mask): the points for cacti and the
        worth of the bonuses that it covers."""
        if not cells & self.ground.marked:
            return 0.0
        points = self.ground.cactus_points
        worth = 0.0
        for count, kind in zip(self.cacti, self.ground.cacti, strict=True):
            more = (cells & kind).bit_count()
            if more:
                worth += points(count + more) - points(count)
        for bonus, where in self.ground.bonuses:
            if cells & where:
                worth += self.bonus_worth[bonus] * (cells & where).bit_count()
        return worth

    @cached_property
    def ahead(self) -> float:
        """Return the worth in points of the free cells up to five steps from the drawn shapes, which may be drawn
        later."""
        if not self.hope:
            return 0.0
        free, reached, worth = self.free, self.drawn, 0.0
        for part in NEARER:
            ring = around(reached) & free & ~reached
            if not ring:
                break
            worth += part * self.covered(ring)
            reached |= ring
        return worth * self.hope

    def gain(self, cells: int) -> float:
        """Return the worth in points of a shape on these cells (a bit mask): that of the cacti and bonuses on them, and
        the gain in the later worth of the cells near it."""
        return self.covered(cells) + self.after(cells).ahead - self.ahead

    def places(self, number: int) -> list[int]:
        """Return all places for a shape of this number or a smaller one: on free cells, with a square beside the drawn
        shapes. Each place is a bit mask of cells."""
        free = self.free
        near = around(self.drawn) & free
        found = []
        for smaller, shapes in self.ground.shapes:
            if smaller <= number:
                for shape in shapes:
                    found += _placed(shape, free, near)
        return found


LOOKED_AT: Final = 8
"""Number of places that are compared in full: those of most immediate worth."""


def choose(canyon: Canyon, places: Sequence[int]) -> tuple[int, float]:
    """Return the best of these places (bit masks of cells), and its worth in points. Only the LOOKED_AT places of most
    immediate worth are compared in full."""
    rough = sorted(places, key=lambda cells: (-canyon.covered(cells), -cells.bit_count(), cells))
    return max(((cells, canyon.gain(cells)) for cells in rough[:LOOKED_AT]), key=lambda found: found[1])


@lru_cache(2048)
def draw(canyon: Canyon, number: int) -> tuple[float, Canyon]:
    """Return the worth in points of marking a disc of this number on its best place, and the canyon after it; 0 and the
    same canyon if no shape fits."""
    places = canyon.places(number)
    if not places:
        return 0.0, canyon
    cells, gain = choose(canyon, places)
    return gain, canyon.after(cells)


def around(bits: int) -> int:
    """Return, as a bit mask, the cells that share a side with one of these cells. Some of these cells themselves can be
    among them."""
    return bits << 1 | bits >> 1 | bits << WIDTH | bits >> WIDTH


def bits_of(cells: Sequence[int]) -> int:
    """Return these cells as a bit mask."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def orientations(squares: Cells) -> set[Cells]:
    """Return a shape turned and mirrored in every way, each moved to the top left corner. A shape is a tuple of cell
    numbers."""
    places = [divmod(square, WIDTH) for square in squares]
    found = set()
    for _ in range(4):
        places = [(column, -row) for row, column in places]
        for turned in (places, [(row, -column) for row, column in places]):
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found.add(tuple(sorted(WIDTH * (row - top) + column - left for row, column in turned)))
    return found


def _placed(shape: Cells, free: int, near: int) -> list[int]:
    """Return the places, as bit masks, on which a shape lies on free cells with at least one square on a near cell.
    `free` and `near` are bit masks. All places are tried at once by shifting."""
    fits, touches = -1, 0
    for cell in shape:
        fits &= free >> cell
        touches |= near >> cell
    corners = fits & touches
    whole = bits_of(shape)
    found = []
    while corners:
        low = corners & -corners
        found.append(whole << low.bit_length() - 1)
        corners ^= low
    return found

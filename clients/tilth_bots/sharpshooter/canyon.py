"""The canyon of a sheet, as bits: where shapes fit, what they cover, and what they open up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from tilth.games.sonora.v1 import sonora_pb2 as sonora

WIDTH: Final = 16
"""A cell is 16 * row + column, and its bit. The last column is never printed on."""
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
"""What a cell is worth, as a part of what is in it, that one, two, ... steps lead to."""

Cells = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Ground:
    """What is printed there, and so never changes."""

    white: int
    start: int
    cacti: tuple[int, ...]
    """By kind, the cells they are in."""
    bonuses: tuple[tuple[int, int], ...]
    """By bonus, the cells it is in."""
    shapes: tuple[tuple[int, tuple[Cells, ...]], ...]
    """By number: every shape that can be drawn, turned and mirrored every way, from the top left of its box."""
    rows: tuple[int, ...]
    """Points by how many cacti of a kind there are, and for each beyond them."""
    beyond: int

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Ground":
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
        """All cells with something in them."""
        marked = 0
        for cells in (*self.cacti, *(cells for _, cells in self.bonuses)):
            marked |= cells
        return marked

    def cactus_points(self, count: int) -> int:
        """What so many cacti of a kind are worth."""
        rows = self.rows
        if count <= len(rows):
            return rows[count - 1] if count else 0
        return rows[-1] + self.beyond * (count - len(rows))


@dataclass(frozen=True)
class Canyon:
    """What is drawn on it, by whom."""

    ground: Ground
    drawn: int
    """The start square and one's own shapes."""
    bots: int
    cacti: tuple[int, ...]
    """How many of each kind are covered."""
    bonus_worth: tuple[float, ...]
    """By bonus, in points."""
    hope: float
    """How much of what may be drawn later comes to something."""

    @property
    def free(self) -> int:
        return self.ground.white & ~(self.drawn | self.bots)

    def after(self, cells: int) -> "Canyon":
        """With one more shape on these cells."""
        cacti = tuple(
            count + (cells & kind).bit_count()
            for count, kind in zip(self.cacti, self.ground.cacti, strict=True)
        )
        return replace(self, drawn=self.drawn | cells, cacti=cacti)

    def covered(self, cells: int) -> float:
        """What a shape on these cells brings at once."""
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
        """What lies near to what is drawn, and may be drawn later."""
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
        """What a shape there is worth, now and for later."""
        return self.covered(cells) + self.after(cells).ahead - self.ahead

    def places(self, number: int) -> list[int]:
        """Every place for a shape of this number or a smaller one, as bits."""
        free = self.free
        near = around(self.drawn) & free
        found = []
        for smaller, shapes in self.ground.shapes:
            if smaller <= number:
                for shape in shapes:
                    found += _placed(shape, free, near)
        return found


LOOKED_AT: Final = 8
"""Places that are looked at closely: those that bring most at once."""


def choose(canyon: Canyon, places: Sequence[int]) -> tuple[int, float]:
    """The best of these places, and what it is worth."""
    rough = sorted(places, key=lambda cells: (-canyon.covered(cells), -cells.bit_count(), cells))
    return max(((cells, canyon.gain(cells)) for cells in rough[:LOOKED_AT]), key=lambda found: found[1])


@lru_cache(2048)
def draw(canyon: Canyon, number: int) -> tuple[float, Canyon]:
    """What a disc of this number is worth there, and the canyon after it; nothing where none fits."""
    places = canyon.places(number)
    if not places:
        return 0.0, canyon
    cells, gain = choose(canyon, places)
    return gain, canyon.after(cells)


def around(bits: int) -> int:
    """All that shares a side with these."""
    return bits << 1 | bits >> 1 | bits << WIDTH | bits >> WIDTH


def bits_of(cells: Sequence[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def orientations(squares: Cells) -> set[Cells]:
    """A shape turned and mirrored every way, in the top left corner."""
    places = [divmod(square, WIDTH) for square in squares]
    found = set()
    for _ in range(4):
        places = [(column, -row) for row, column in places]
        for turned in (places, [(row, -column) for row, column in places]):
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found.add(tuple(sorted(WIDTH * (row - top) + column - left for row, column in turned)))
    return found


def _placed(shape: Cells, free: int, near: int) -> list[int]:
    """Where this shape fits with a square on a near cell. Every place is tried at once, by shifting."""
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

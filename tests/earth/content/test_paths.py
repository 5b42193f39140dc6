"""The longest paths, held against trying all of them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tilth_rules.earth.paths import CELLS, DIAGONAL, ORTHOGONAL, SIDE, longest, longest_through

FULL = (1 << CELLS) - 1


def cells(*rows: str) -> int:
    """Cells drawn with #."""
    return sum(
        1 << SIDE * row + column
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    )


def neighbours(one: int, other: int, steps: int) -> bool:
    down, right = abs(one // SIDE - other // SIDE), abs(one % SIDE - other % SIDE)
    return down + right == 1 if steps == ORTHOGONAL else down == right == 1


def every_path(over: int, steps: int) -> list[list[int]]:
    """All of them, slowly."""
    free = [cell for cell in range(CELLS) if over >> cell & 1]
    paths, found = [[cell] for cell in free], []
    while paths:
        path = paths.pop()
        found.append(path)
        paths += [[*path, cell] for cell in free if cell not in path and neighbours(path[-1], cell, steps)]
    return found


def test_no_cell_makes_no_path_and_one_a_path_of_one() -> None:
    assert longest(0, ORTHOGONAL) == longest(0, DIAGONAL) == 0
    assert longest(cells("#"), ORTHOGONAL) == longest(cells("#"), DIAGONAL) == 1


def test_a_path_goes_through_a_whole_field_by_the_sides() -> None:
    assert longest(FULL, ORTHOGONAL) == 16
    assert all(longest_through(FULL, cell, ORTHOGONAL) == 16 for cell in range(CELLS))


def test_by_the_corners_it_stays_on_cells_of_one_colour() -> None:
    assert longest(FULL, DIAGONAL) == max(map(len, every_path(FULL, DIAGONAL))) == 7


def test_a_path_doesnt_branch() -> None:
    assert longest(cells(".#..", "####", ".#.."), ORTHOGONAL) == 4
    assert longest(cells("#.#", ".#.", "#.#"), DIAGONAL) == 3


def test_a_path_doesnt_run_over_the_rim_into_the_next_row() -> None:
    assert longest(cells("...#", "#..."), ORTHOGONAL) == 1
    assert longest(cells("...#", "....", "#..."), DIAGONAL) == 1


def test_the_longest_path_through_a_cell_need_not_be_the_longest_there_is() -> None:
    drawn = cells("####", ".#..")
    assert longest(drawn, ORTHOGONAL) == 4
    assert longest_through(drawn, 5, ORTHOGONAL) == 4
    assert longest_through(cells("##.#", "...#", "...#"), 0, ORTHOGONAL) == 2
    assert longest_through(drawn, 4, ORTHOGONAL) == 0, "there is no such cell"


def test_the_cell_may_lie_in_the_middle_of_its_path() -> None:
    assert longest_through(cells("###", "#.#"), 1, ORTHOGONAL) == 5


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.integers(0, FULL), st.integers(0, FULL), st.sampled_from([ORTHOGONAL, DIAGONAL]))
def test_no_path_is_longer(some: int, more: int, steps: int) -> None:
    over = some & more if (some | more).bit_count() > 12 else some | more
    paths = every_path(over, steps)
    assert longest(over, steps) == max(map(len, paths), default=0)
    for cell in range(CELLS):
        through = max((len(path) for path in paths if cell in path), default=0)
        assert longest_through(over, cell, steps) == through


@settings(deadline=None, derandomize=True, max_examples=8)
@given(st.sets(st.integers(0, CELLS - 1), max_size=3))
def test_nor_in_a_nearly_full_field(gaps: set[int]) -> None:
    over = FULL & ~sum(1 << gap for gap in gaps)
    paths = every_path(over, ORTHOGONAL)
    assert longest(over, ORTHOGONAL) == max(map(len, paths))
    lengths = [0] * CELLS
    for path in paths:
        for cell in path:
            lengths[cell] = max(lengths[cell], len(path))
    assert [longest_through(over, cell, ORTHOGONAL) for cell in range(CELLS)] == lengths

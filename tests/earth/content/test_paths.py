"""The longest paths, compared with a slow way to find them, in every possible field."""

from random import Random

import pytest

from tilth_rules.earth.area.paths import CELLS, DIAGONAL, ORTHOGONAL, SIDE, longest, longest_through

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


def by_trying_all(steps: int) -> list[bytes]:
    """Return, by field, the longest path through each cell, found without a search.

    If a path covers a field, its cells are on a path of that length. In any other field the longest paths are those
    of the fields with one cell less.
    """
    near = [[other for other in range(CELLS) if neighbours(cell, other, steps)] for cell in range(CELLS)]
    ends = [0] * (FULL + 1)
    """The cells at which paths that cover the field can end, by field."""
    for cell in range(CELLS):
        ends[1 << cell] = 1 << cell
    found = [bytes(CELLS)]
    for over in range(1, FULL + 1):
        own = [cell for cell in range(CELLS) if over >> cell & 1]
        for end in own:
            if ends[over] >> end & 1:
                for after in near[end]:
                    if not over >> after & 1:
                        ends[over | 1 << after] |= 1 << after
        if ends[over]:
            found.append(bytes(len(own) * (over >> cell & 1) for cell in range(CELLS)))
        else:
            found.append(bytes(map(max, *(found[over & ~(1 << cell)] for cell in own))))
    return found


def test_no_cell_makes_no_path_and_one_a_path_of_one() -> None:
    assert longest(0, ORTHOGONAL) == longest(0, DIAGONAL) == 0
    assert longest(cells("#"), ORTHOGONAL) == longest(cells("#"), DIAGONAL) == 1


def test_a_path_goes_through_a_whole_field_by_the_sides() -> None:
    assert longest(FULL, ORTHOGONAL) == 16
    assert all(longest_through(FULL, cell, ORTHOGONAL) == 16 for cell in range(CELLS))


def test_a_path_by_the_corners_stays_on_cells_of_one_colour() -> None:
    assert longest(FULL, DIAGONAL) == 7


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


@pytest.mark.parametrize("steps", [ORTHOGONAL, DIAGONAL])
def test_no_path_is_longer_in_any_of_the_65536_fields_nor_through_any_cell_of_one_column(steps: int) -> None:
    random = Random(1)
    for over, lengths in enumerate(by_trying_all(steps)):
        assert longest(over, steps) == max(lengths), over
        for cell in range(random.randrange(SIDE), CELLS, SIDE):
            assert longest_through(over, cell, steps) == lengths[cell], (over, cell)

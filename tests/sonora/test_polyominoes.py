"""Shapes as bits."""

from hypothesis import given
from hypothesis import strategies as st

from tilth_rules.sonora.polyominoes import (
    FIXED,
    NUMBER_OF,
    WIDTH,
    around,
    cells_of,
    cells_of_option,
    is_connected,
    mask,
    orientations,
    shape_of,
    shape_option,
    upright,
)


def test_there_are_ninety_one_shapes_of_up_to_five_squares() -> None:
    assert [sum(len(cells) == size for cells in FIXED) for size in range(1, 6)] == [1, 2, 6, 19, 63]
    assert len(NUMBER_OF) == 91
    assert all(is_connected(cells) for cells in FIXED)


def test_their_order_never_changes() -> None:
    """Recorded answers are numbered by it."""
    assert [NUMBER_OF[upright(picture)] for picture in (["#"], ["##"], ["#", "#"], ["##", "##", "#."])] == [
        0,
        1,
        2,
        FIXED.index((0, 1, 16, 17, 32)),
    ]
    assert FIXED[3:9] == ((0, 1, 2), (0, 1, 16), (0, 1, 17), (0, 16, 17), (0, 16, 32), (1, 16, 17))
    assert FIXED[90] == max(FIXED[28:])


def test_a_shape_is_turned_and_mirrored_every_way_once() -> None:
    assert len(orientations(["##", "##", "#."])) == 8
    assert len(orientations(["##.", ".##"])) == 4
    assert orientations(["#"]) == ((0,),)
    assert len(orientations(["#...", "####"])) == 8


@given(shape=st.integers(0, 90), row=st.integers(0, 11), column=st.integers(0, 10))
def test_an_option_determines_its_cells(shape: int, row: int, column: int) -> None:
    corner = WIDTH * row + column
    cells = cells_of_option(shape_option(shape, corner))
    assert min(cell // WIDTH for cell in cells) == row
    assert min(cell % WIDTH for cell in cells) == column
    assert shape_of(cells) == shape
    assert cells_of(mask(cells)) == cells


def test_the_cells_around_a_shape_share_a_side_with_it() -> None:
    assert cells_of(around(mask([34]))) == (18, 33, 35, 50)


def test_squares_that_meet_at_corners_do_not_hang_together() -> None:
    assert not is_connected([0, 17])
    assert is_connected([0, 1, 17])

"""Options and moves are declared by one line, and ranges neither overlap nor run over."""

import pytest

from tilth_rules.common.option_numbers import Cells, Grid, OptionNumbers, Single, Span
from tilth_rules.kernel import Move


class Yes(Move):
    pass


class Build(Move):
    place: int


class Sow(Move):
    plot: int
    good: int


class Cut(Move):
    cells: tuple[int, ...]


YES = Single(0, Yes())
BUILD = Span(16, 8, Build)
SOW = Grid(32, 4, 8, Sow)
CUT = Cells(64, 4, Cut)
NUMBERS = OptionNumbers(CUT, YES, SOW, BUILD)


def test_an_option_and_its_move_come_from_one_line() -> None:
    assert NUMBERS.move(YES.number) == Yes()
    assert NUMBERS.move(BUILD.option(3)) == Build(3)
    assert NUMBERS.move(SOW.option(3, 7)) == Sow(3, 7)
    assert NUMBERS.move(CUT.option(0b1001)) == Cut((0, 3))


def test_an_option_gives_back_the_numbers_it_was_made_of() -> None:
    assert BUILD.part(BUILD.option(7)) == 7
    assert SOW.parts(SOW.option(2, 5)) == (2, 5)
    assert CUT.mask(CUT.option(5)) == 5


def test_a_range_ends() -> None:
    assert [option for option in range(90) if option in BUILD] == list(range(16, 24))
    assert [option for option in range(90) if option in CUT] == list(range(64, 80))


@pytest.mark.parametrize("option", [-1, 1, 24, 31, 80])
def test_a_number_between_the_ranges_is_refused(option: int) -> None:
    with pytest.raises(ValueError, match=f"^no option has the number {option}$"):
        NUMBERS.move(option)


def test_ranges_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="from 16 on overlap those from 23 on"):
        OptionNumbers(BUILD, Single(23, Yes()))


def test_a_range_that_is_too_small_is_refused() -> None:
    Span(0, 8, Build, holds=8)
    with pytest.raises(ValueError, match="room for 8 things, but there are 9"):
        Span(0, 8, Build, holds=9)
    with pytest.raises(ValueError, match="room for 8 things, but there are 9"):
        Grid(0, 4, 8, Sow, holds=(4, 9))
    with pytest.raises(ValueError, match="room for 4 things, but there are 5"):
        Grid(0, 4, 8, Sow, holds=(5, 8))

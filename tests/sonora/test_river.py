"""The river: where paths begin and end, and what is gained on the way."""

from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.sonora.situations import BLUE, RED, Scene, bits, cell, disc, offered
from tilth_rules.sonora import Options
from tilth_rules.sonora.actions.river import Lay, can_lay, path_ends, path_to, points
from tilth_rules.sonora.codes import FOX, OUT, OWL, SWAP
from tilth_rules.sonora.events.marks import BonusGained, DiscsMarked, MarkingFinished, PathLaid
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import cells_of
from tilth_rules.sonora.rounds.marking import MarkRest, SortDiscs
from tilth_rules.sonora.state import Sheet, bare_sheet

VALUES = values_of(Options())
RIVER = VALUES.river


def cells(names: str) -> tuple[int, ...]:
    return tuple(map(cell, names.split()))


def test_on_the_owl_a_four_lays_two_paths_the_second_from_the_fork() -> None:
    four = disc(RED, 4)
    scene = Scene(2).lies_in(four, "river circle")
    table = scene.run(SortDiscs(), MarkRest())
    scene.answer(table, RED, four)
    assert scene.answer(table, RED, cell("l2")) == [
        PathLaid(RED, cells("c1 c2 l1 l2")),
        BonusGained(RED, SWAP),
    ]
    scene.answer(table, RED, four)
    assert scene.answer(table, RED, cell("r4")) == [PathLaid(RED, cells("r1 r2 r3 r4"))]
    assert points(RIVER, scene.sheet(RED)) == 2
    assert four not in offered(table, RED)


def test_a_three_lays_a_path_of_three_cells() -> None:
    scene = Scene(2)
    table = scene.run(Lay(RED, 3, 3))
    assert offered(table, RED) == [cell("l1"), cell("r1")]
    (laid,) = scene.answer(table, RED, cell("l1"))[:1]
    assert isinstance(laid, PathLaid)
    assert len(laid.cells) == 3


def test_a_bonus_that_a_path_runs_over_is_not_gained() -> None:
    scene = Scene(2)
    table = scene.run(Lay(RED, 5, 5))
    assert scene.answer(table, RED, cell("la1")) == [PathLaid(RED, cells("c1 c2 l1 l2 la1"))]
    assert cells_of(scene.sheet(RED).ends) == (cell("la1"),)


def test_a_path_may_begin_at_any_marked_cell_crossed_or_circled() -> None:
    sheet = bare_sheet(VALUES)
    sheet.river |= bits(cells("c1 c2 l1 l2 la1"))
    sheet.ends |= bits(cells("la1"))
    assert set(path_ends(RIVER, sheet, 1, 1)) == set(cells("r1 lb1 la2"))


def test_no_path_goes_past_the_end_of_a_branch() -> None:
    sheet = bare_sheet(VALUES)
    sheet.river |= bits(cells("c1 c2 r1 r2 r3 r4 rb1 rb2 rb3 rbb1"))
    ends = path_ends(RIVER, sheet, 2, 2)
    assert cell("rbb2") not in ends
    assert set(path_ends(RIVER, sheet, 1, 1)) >= {cell("rbb2")}


def test_a_disc_without_a_path_of_its_length_is_out() -> None:
    five = disc(RED, 5)
    scene = Scene(2).lies_in(five, "river")
    sheet = scene.sheet(RED)
    sheet.river = bits(range(len(RIVER.parents))) & ~bits(cells("laa5 rbb2"))
    table = scene.run(SortDiscs(), MarkRest())
    assert offered(table, RED) == []
    assert scene.answer(table, RED) == [MarkingFinished(RED, (five,))]
    assert scene.state.where[five] == OUT


def test_an_owl_lays_a_path_of_one_to_five_cells() -> None:
    scene = Scene(2)
    scene.sheet(RED).ready[OWL] = 1
    table = scene.run(MarkRest())
    scene.answer(table, RED, 100 + OWL)
    assert set(offered(table, RED)) == set(cells("c1 c2 l1 r1 l2 r2 la1 lb1 r3"))


def test_a_bonus_on_the_last_cell_is_gained_at_once() -> None:
    scene = Scene(2)
    scene.sheet(RED).river |= bits(cells("c1 c2 l1 l2 la1 la2"))
    table = scene.run(Lay(RED, 1, 1))
    assert BonusGained(RED, FOX) in scene.answer(table, RED, cell("la3"))


def test_numbers_on_circled_cells_count_and_bonuses_do_not() -> None:
    scene = Scene(2)
    scene.sheet(RED).ends = bits(cells("r4 l1 r1 laa4 lbb3 la2"))
    scene.sheet(BLUE).ends = bits(cells("r4 l1 r1 laa4 lbb3 la2 la3 l2"))
    assert [RIVER.points[end] for end in cells("r4 l1 r1 laa4 lbb3 la2")] == [2, 1, 1, 4, 4, 2]
    assert scene.ended().river == (14, 14)


def test_discs_are_marked_one_by_one() -> None:
    scene = Scene(2).lies_in(disc(RED, 2), "river").lies_in(disc(RED, 1), "river")
    table = scene.run(SortDiscs(), MarkRest())
    assert offered(table, RED) == [disc(RED, 1), disc(RED, 2)]
    assert scene.answer(table, RED, disc(RED, 2)) == [DiscsMarked(RED, (disc(RED, 2),))]


def by_hand(sheet: Sheet, length: int) -> set[int]:
    """Return the ends of all paths of a length, walked step by step."""
    ways: list[tuple[int, ...]] = [(start,) for start in cells_of(sheet.river)]
    for _ in range(length):
        ways = [
            (*way, below)
            for way in ways
            for below, above in enumerate(RIVER.parents)
            if above == way[-1] and not (sheet.river | sheet.painted) >> below & 1
        ]
    return {way[-1] for way in ways}


@examples(20, 120)
@given(moves=st.lists(st.tuples(st.integers(1, 5), st.integers(0, 50)), max_size=20), painted=st.data())
def test_the_paths_listed_are_those_walked_by_hand(
    moves: list[tuple[int, int]], painted: st.DataObject
) -> None:
    sheet = bare_sheet(VALUES)
    for length, choice in moves:
        ends = path_ends(RIVER, sheet, length, length)
        if ends:
            sheet.river |= bits(path_to(RIVER, sheet, ends[choice % len(ends)]))
    sheet.painted = bits(painted.draw(st.sets(st.integers(1, 49), max_size=6))) & ~sheet.river
    for length in range(1, 6):
        listed = path_ends(RIVER, sheet, length, length)
        assert len(set(listed)) == len(listed)
        assert set(listed) == by_hand(sheet, length)
        assert can_lay(RIVER, sheet, length) == bool(listed)

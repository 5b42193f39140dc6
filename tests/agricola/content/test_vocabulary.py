"""The words in which cards are written: each is used, and means what its docstring says."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from tilth_rules.agricola.codes import CLAY, FOOD, REED, STONE, WOOD
from tilth_rules.agricola.content.acts import Act, Lay
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.clauses import MOMENTS, Clause, Convert, When
from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.content.types import Count, Counter


def parts(of: Any) -> Iterator[msgspec.Struct]:
    """Yield every struct within these."""
    if isinstance(of, msgspec.Struct):
        yield of
        for name in of.__struct_fields__:
            yield from parts(getattr(of, name))
    elif isinstance(of, tuple):
        for one in of:
            yield from parts(one)


USED = [*parts(CARDS), *parts(SPACES)]


@pytest.mark.parametrize("words", [Clause, Act, Condition])
def test_no_word_is_idle(words: Any) -> None:
    used = {type(part) for part in USED}
    assert set(get_args(words)) <= used


def test_nothing_is_counted_in_vain() -> None:
    counted = {getattr(part, "of", None) for part in USED if hasattr(part, "of")}
    assert {name for name in get_args(Counter) if name not in counted} == set()


def test_every_field_of_a_word_is_used_by_some_card() -> None:
    differs: dict[tuple[type, str], bool] = {}
    for part in USED:
        for name, default in zip(
            reversed(part.__struct_fields__), reversed(part.__struct_defaults__), strict=False
        ):
            key = (type(part), name)
            differs[key] = differs.get(key, False) or getattr(part, name) != default
    assert [f"{kind.__name__}.{name}" for (kind, name), yes in differs.items() if not yes] == []


def test_a_count_by_steps_is_worth_the_value_at_the_largest_beginning() -> None:
    count = Count(of="sheep", steps=((3, 1), (5, 2)))
    assert [count.worth(n) for n in range(7)] == [0, 0, 0, 1, 1, 2, 2]


def test_a_count_may_fall_by_steps() -> None:
    count = Count(of="count", steps=((1, 3), (2, 2), (3, 1), (4, 0)))
    assert [count.worth(n) for n in range(1, 6)] == [3, 2, 1, 0, 0]


def test_a_count_may_be_worth_something_for_every_n() -> None:
    assert Count(of="cattle", every=2).worth(5) == 2
    assert Count(of="rooms", times=2).worth(5) == 10
    assert Count(of="begging", times=3, most=2).worth(4) == 6


def test_goods_are_laid_for_rounds_to_come_only() -> None:
    assert Lay(coming=5).due(3) == (4, 5, 6, 7, 8)
    assert Lay(coming=5).due(12) == (13, 14)
    assert Lay(after=(4, 7)).due(6) == (10, 13)
    assert Lay(after=(4, 7)).due(8) == (12,)
    assert Lay(rounds=(8, 9, 10)).due(9) == (10,)
    assert Lay(coming=13).due(0) == tuple(range(1, 14)), "a permanent occupation of a solo series"


def test_a_fruit_tree_of_round_9_bears_five_times() -> None:
    clause = CARDS[INDEX["E43"]].clauses[0]
    assert isinstance(clause, When)
    lay = clause.do[0]
    assert isinstance(lay, Lay)
    assert lay.goods == ((FOOD, 1),)
    assert lay.due(9) == (10, 11, 12, 13, 14)


def test_a_dock_worker_makes_any_building_resource_of_any_other() -> None:
    swaps = [clause for clause in CARDS[INDEX["E171"]].clauses if isinstance(clause, Convert)]
    made = {(swap.give, good) for swap in swaps for get in swap.get for good, _ in get}
    assert len(made) == 3 + 9
    assert (((WOOD, 3),), CLAY) in made
    assert {good for give, good in made if give == ((REED, 2),)} == {WOOD, CLAY, STONE}


def test_names_of_cards_and_spaces_are_numbers_once_they_are_read() -> None:
    guild = [clause for clause in CARDS[INDEX["E341"]].clauses if isinstance(clause, When)]
    assert guild[0].cards == (INDEX["A7"],)
    day = CARDS[INDEX["E166"]].clauses[0]
    assert isinstance(day, When)
    assert day.spaces == (SPACE_INDEX["B-DAY"],)


def test_moments_have_different_names() -> None:
    assert len(MOMENTS) == len(set(MOMENTS)) == 34
    assert {clause.on for card in CARDS for clause in card.clauses if isinstance(clause, When)} <= set(
        MOMENTS
    )

"""Every condition a filter can name, on real cards."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.earth.content.fields import face, field, place, wanted_by
from tests.seeds import examples
from tilth_rules.earth.area.awards import points
from tilth_rules.earth.content.cards import FACES, cards_of
from tilth_rules.earth.content.face_filters import has_arrows
from tilth_rules.earth.content.faces import Face, Filter
from tilth_rules.earth.content.matching import matches

Met = tuple[int | str, ...]


@pytest.mark.parametrize(
    ("wanted", "meet", "fail"),
    [
        pytest.param(Filter(is_="tree"), (1, 4, 280), (2, 5, 233), id="trees, wild plants among them"),
        pytest.param(Filter(is_="herb"), (5, 14, 281), (1, 9), id="herbs"),
        pytest.param(Filter(is_="mushroom"), (9, 10, 282), (8, 6), id="mushrooms"),
        pytest.param(Filter(is_="bush"), (6, 15, 282), (13, 26), id="bushes"),
        pytest.param(Filter(is_="flora"), (1, 5, 9, 280), (2, 233, "285a", "295a"), id="plants of any type"),
        pytest.param(
            Filter(is_="terrain"), (2, 26, 283), (1, 280, "285a"), id="terrains, which have no type"
        ),
        pytest.param(Filter(is_="event"), (196, 262), (1, 2, "285a"), id="events"),
        pytest.param(Filter(habitat="sunny"), (4, 2, "285b", "295a"), (1, 8, "285a"), id="sunny cards"),
        pytest.param(Filter(habitat="wet"), (6, 3, "285a"), (4, 2, "285b"), id="wet cards"),
        pytest.param(Filter(habitat="rocky"), (1, 26, "287a"), (6, 105), id="rocky cards"),
        pytest.param(Filter(habitat="cold"), (1, 9, "287a"), (4, 8, "285a"), id="cold cards"),
        pytest.param(
            Filter(colour="red"), (6, 17, 235, "288a"), (1, 5, "285a"), id="red, multicoloured ones too"
        ),
        pytest.param(Filter(colour="green"), (2, 3, "285a"), (1, 26, 235), id="green"),
        pytest.param(
            Filter(colour="black"), (4, 190, 255, "285a", "285b"), (1, 280), id="black: every island"
        ),
        pytest.param(
            Filter(colour="brown"), (2, 280, 26, "285b"), (1, 4, "285a"), id="brown: wild plants too"
        ),
        pytest.param(
            Filter(multicolour=True), (235, 254), (17, 280, "303b"), id="multicoloured, not two-coloured"
        ),
        pytest.param(Filter(named="place"), (1, 9, 64, 280), (6, 8, 2), id="a place in the name"),
        pytest.param(Filter(named="colour"), (6, 9, 282), (1, 5), id="a colour in the name"),
        pytest.param(Filter(named="animal"), (5, 64, 281), (1, 6), id="an animal in the name"),
        pytest.param(Filter(arrows=True), (2, 3, 12, 26, 27, 83, 135, 268), (1, 30, 119), id="arrows"),
        pytest.param(Filter(cost_least=4), (4, 2, 6), (1, 3, "285b", 233), id="a cost of 4 or more"),
        pytest.param(
            Filter(cost_most=3), (1, 5, 3, 90), (4, 2, "285a", 233), id="a cost of 3 or less, but some"
        ),
        pytest.param(Filter(vp_least=4), (4, 16, 26, "285b"), (1, 14, "285a", "305a"), id="4 points or more"),
        pytest.param(Filter(vp_most=3), (1, 14, 3, "285a"), (4, 26, "337a"), id="3 points or less, but some"),
        pytest.param(
            Filter(parity="even"), (1, 5, 263, "285a"), (7, 261, "305a"), id="an even number, 0 being even"
        ),
        pytest.param(Filter(parity="odd"), (7, 14, 261, "287a"), (1, 5, 263, "305a"), id="an odd number"),
        pytest.param(
            Filter(abilities_least=2), (2, 17, 280, "285b", "303b"), (1, 235, "295a"), id="two abilities"
        ),
        pytest.param(Filter(habitats_least=2), (1, 26, "286a"), (7, 8, "285a"), id="two habitats or more"),
        pytest.param(Filter(habitats_most=1), (7, 8, "285a"), (1, 26, "286a"), id="one habitat or none"),
        pytest.param(Filter(sprout_spaces=6), (5, 14), (1, 7), id="room for just 6 sprouts"),
        pytest.param(
            Filter(is_="flora", sprout_spaces_most=3), (4, 10, 49), (1, 5, 2), id="room for 3 or fewer"
        ),
        pytest.param(Filter(growth_limit_least=4), (4, 8, 13), (1, 9), id="a growth limit of 4 or more"),
        pytest.param(
            Filter(is_="flora", growth_limit_most=2), (5, 11, 9, 32), (1, 4, 2), id="of 2 or less, or none"
        ),
        pytest.param(Filter(canopy_vp_least=5), (4, 7, 8), (1, 9), id="a canopy worth 5 or more"),
        pytest.param(
            Filter(is_="flora", canopy_vp_most=4), (1, 5, 9), (4, 7, 2), id="worth 4 or less, or none"
        ),
    ],
)
def test_a_filter_lets_these_cards_through_and_not_those(wanted: Filter, meet: Met, fail: Met) -> None:
    for number in meet:
        assert matches(wanted, face(number)), number
    for number in fail:
        assert not matches(wanted, face(number)), number


def test_sprouts_on_a_card_are_counted() -> None:
    four = wanted_by("338a")
    assert not matches(four, face(5), sprouts=3)
    assert matches(four, face(5), sprouts=4)
    assert matches(four, face(5), sprouts=6)


def test_growth_on_a_card_is_counted() -> None:
    three = wanted_by("337a")
    assert not matches(three, face(4), growth=2, sprouts=2)
    assert matches(three, face(4), growth=3)


def test_a_bare_plant_has_neither_sprouts_nor_growth() -> None:
    bare = wanted_by("358b")
    assert matches(bare, face(1))
    assert not matches(bare, face(1), sprouts=1)
    assert not matches(bare, face(1), growth=1)
    assert not matches(bare, face(2)), "terrain is no plant"


def test_a_plant_is_full_when_no_room_is_left_of_either_kind() -> None:
    full = wanted_by("358a")
    assert matches(full, face(1), sprouts=4, growth=3)
    assert not matches(full, face(1), sprouts=4, growth=2)
    assert not matches(full, face(1), sprouts=3, growth=3)
    assert matches(full, face(9), sprouts=3), "it doesn't grow at all"
    assert matches(full, face(49), growth=4), "it has no room for sprouts at all"
    assert not matches(full, face(2))


def test_a_plant_full_of_sprouts_need_not_have_grown() -> None:
    full = wanted_by("335a")
    assert matches(full, face(1), sprouts=4)
    assert not matches(full, face(1), sprouts=3, growth=3)
    assert not matches(full, face(49)), "without spaces none are taken"


def test_a_canopy_stands_where_growth_has_reached_its_limit() -> None:
    canopy = wanted_by("335b")
    assert matches(canopy, face(5), growth=1)
    assert not matches(canopy, face(4), growth=4)
    assert matches(canopy, face(4), growth=5)
    assert not matches(canopy, face(9)), "a plant that doesn't grow has no canopy"


def test_no_filter_means_an_empty_place() -> None:
    assert not matches(Filter(), -1)
    assert not matches(Filter(parity="even"), -1)
    assert not matches(wanted_by("358b"), -1)


def test_a_filter_holds_only_if_all_of_it_does() -> None:
    cold_trees = Filter(is_="tree", habitat="cold")
    assert matches(cold_trees, face(1))
    assert not matches(cold_trees, face(4)), "a tree, but not cold"
    assert not matches(cold_trees, face(9)), "cold, but no tree"


def test_filters_use_the_figures_of_corrected_cards() -> None:
    dear = Filter(cost_least=9)
    corrected = cards_of('{"earth-001": {"cost": 9}}')
    assert matches(dear, face(1), cards=corrected)
    assert not matches(dear, face(1))


def test_no_count_has_to_wait_for_a_filters_tables() -> None:
    cards = cards_of('{"earth-001": {"cost": 8}}')
    ready = dict(cards.sieves)
    area = field("2 26 12 1", "3 13 7 14", island="285a", climate="295a", events=(196,))
    for at, one in enumerate(cards.faces):
        for objective in (*cards.scored[at], *((one.objective,) if one.objective else ())):
            points(objective, area, (area,), place(1, 1), cards)
        for ability in one.abilities:
            assert ability.planted is None or ability.planted in ready
            for part in (ability.target, ability.op):
                assert getattr(part, "of", None) in (None, *ready)
    assert cards.sieves == ready


def test_43_cards_have_arrows() -> None:
    kinds = [one.kind for one in FACES if has_arrows(one)]
    assert (kinds.count("flora"), kinds.count("terrain"), len(kinds)) == (22, 21, 43)


def at_least(number: int | None, least: int | None) -> bool:
    return least is None or (number is not None and number >= least)


def at_most(number: int | None, most: int | None) -> bool:
    return most is None or (number is not None and number <= most)


Condition = Callable[[Filter, Face, int, int], bool]

CONDITIONS: dict[str, Condition] = {
    "is_": lambda wanted, card, *_: wanted.is_ in (None, card.kind, *card.types),
    "habitat": lambda wanted, card, *_: wanted.habitat in (None, *card.habitats),
    "colour": lambda wanted, card, *_: wanted.colour in (None, *card.colours),
    "multicolour": lambda w, card, *_: (
        not w.multicolour or any(len(one.colours) > 1 for one in card.abilities)
    ),
    "named": lambda wanted, card, *_: wanted.named in (None, *card.marks),
    "arrows": lambda wanted, card, *_: not wanted.arrows or has_arrows(card),
    "cost_least": lambda wanted, card, *_: at_least(card.cost, wanted.cost_least),
    "cost_most": lambda wanted, card, *_: at_most(card.cost, wanted.cost_most),
    "vp_least": lambda wanted, card, *_: at_least(card.vp, wanted.vp_least),
    "vp_most": lambda wanted, card, *_: at_most(card.vp, wanted.vp_most),
    "parity": lambda w, card, *_: (
        w.parity is None or (card.vp is not None and (card.vp % 2 == 1) == (w.parity == "odd"))
    ),
    "abilities_least": lambda wanted, card, *_: at_least(len(card.abilities), wanted.abilities_least),
    "habitats_least": lambda wanted, card, *_: at_least(len(card.habitats), wanted.habitats_least),
    "habitats_most": lambda wanted, card, *_: at_most(len(card.habitats), wanted.habitats_most),
    "sprout_spaces": lambda wanted, card, *_: wanted.sprout_spaces in (None, card.sprouts),
    "sprout_spaces_most": lambda wanted, card, *_: at_most(card.sprouts, wanted.sprout_spaces_most),
    "growth_limit_least": lambda wanted, card, *_: at_least(card.growth, wanted.growth_limit_least),
    "growth_limit_most": lambda wanted, card, *_: at_most(card.growth, wanted.growth_limit_most),
    "canopy_vp_least": lambda wanted, card, *_: at_least(card.canopy or 0, wanted.canopy_vp_least),
    "canopy_vp_most": lambda wanted, card, *_: at_most(card.canopy or 0, wanted.canopy_vp_most),
    "sprouts_least": lambda wanted, card, sprouts, growth: at_least(sprouts, wanted.sprouts_least),
    "growth_least": lambda wanted, card, sprouts, growth: at_least(growth, wanted.growth_least),
    "pieces": lambda wanted, card, sprouts, growth: {
        None: True,
        "none": sprouts + growth == 0,
        "full": sprouts == card.sprouts and growth == card.growth,
        "sprouts full": card.sprouts > 0 and sprouts == card.sprouts,
        "canopy": card.growth > 0 and growth == card.growth,
    }[wanted.pieces],
}

some = st.none() | st.integers(0, 6)
FILTERS = st.builds(
    Filter,
    is_=st.sampled_from([None, "flora", "tree", "bush", "terrain", "event"]),
    habitat=st.sampled_from([None, None, "sunny", "wet"]),
    colour=st.sampled_from([None, None, "red", "green", "black", "brown"]),
    multicolour=st.sampled_from([False, False, True]),
    named=st.sampled_from([None, None, "place", "animal"]),
    arrows=st.sampled_from([False, False, True]),
    parity=st.sampled_from([None, "even", "odd"]),
    pieces=st.sampled_from([None, "none", "full", "sprouts full", "canopy"]),
    **{name: st.none() | some for name in CONDITIONS if name.endswith(("_least", "_most", "_spaces"))},
)


def test_every_condition_is_compared_with_a_slow_reading() -> None:
    assert set(CONDITIONS) == set(Filter.__struct_fields__)


@examples(100, 600)
@given(FILTERS, st.data())
def test_a_filter_means_the_same_as_a_slow_reading_of_it(wanted: Filter, data: st.DataObject) -> None:
    """The slow reading repeats the conditions of `face_filters.py`. So this test checks the tables, which are made
    beforehand, for any mixture of conditions; the tests above check the meaning of a condition on real cards."""
    few = [one for one in CONDITIONS if data.draw(st.integers(0, 5)) == 0]
    wanted = Filter(**{name: getattr(wanted, name) for name in few})
    for at, card in enumerate(FACES):
        for sprouts, growth in {(0, 0), (card.sprouts, 0), (0, card.growth), (card.sprouts, card.growth)}:
            slow = all(holds(wanted, card, sprouts, growth) for holds in CONDITIONS.values())
            assert matches(wanted, at, sprouts, growth) == slow

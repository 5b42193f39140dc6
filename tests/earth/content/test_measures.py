"""Every measure, on areas counted by hand."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.earth.content.fields import face, field, number_of, place
from tests.seeds import examples
from tilth_rules.earth.area.area import PLACES, Area
from tilth_rules.earth.content.cards import CLIMATES, EARTH, FACES, ISLANDS
from tilth_rules.earth.content.faces import (
    CountCards,
    CountChain,
    CountGaps,
    CountLines,
    CountPool,
    CountRichest,
    CountSets,
    Filter,
)
from tilth_rules.earth.content.matching import matches

# Cards that are used here: 1 rocky cold tree, yellow · 4 sunny rocky tree, black · 5 sunny rocky herb, blue ·
# 7 sunny tree, blue · 9 cold mushroom, blue · 13 wet tree, yellow · 2 sunny rocky cold terrain, green and brown ·
# 280 a plant of every type and habitat, blue and brown
TREES = Filter(is_="tree")
SUNNY = Filter(habitat="sunny")
FIELD = field("1 4 5 -", "13 2 7 -", "- 9 1 280", "- - 5 -", island="286a", climate="295b")


def test_the_tableau_is_counted_without_island_and_climate() -> None:
    assert number_of(CountCards(of=TREES, within="tableau"), FIELD) == 6
    assert number_of(CountCards(of=SUNNY, within="tableau"), FIELD) == 6


def test_the_board_is_counted_with_island_and_climate() -> None:
    assert number_of(CountCards(of=SUNNY, within="board"), FIELD) == 8
    assert number_of(CountCards(of=SUNNY, within="board"), field("7", island="287a")) == 1


def test_the_row_is_counted_with_the_card_itself() -> None:
    counted = CountCards(of=SUNNY, within="row")
    assert [number_of(counted, FIELD, place(row, 1)) for row in range(3)] == [2, 2, 1]


def test_the_column_is_counted_with_the_card_itself() -> None:
    counted = CountCards(of=SUNNY, within="column")
    assert [number_of(counted, FIELD, place(1, column)) for column in range(4)] == [0, 2, 3, 1]


def test_cards_beside_share_a_side() -> None:
    assert number_of(CountCards(of=TREES, within="beside"), FIELD, place(1, 1)) == 3


def test_cards_at_the_corners_share_only_a_corner() -> None:
    assert number_of(CountCards(of=TREES, within="corners"), FIELD, place(1, 1)) == 2


def test_played_events_are_counted() -> None:
    counted = CountCards(of=Filter(is_="event"), within="events")
    assert number_of(counted, field("1", events=(196, 262, 233))) == 3


def test_pieces_lie_on_cards_of_the_field() -> None:
    many = CountCards(of=Filter(sprouts_least=2), within="tableau")
    assert number_of(many, field("1+2 5+1", "5+6 9+3")) == 3


def test_nothing_lies_on_island_and_climate() -> None:
    bare = CountCards(of=Filter(sprouts_least=1), within="board")
    assert number_of(bare, field("1+1", island="285a", climate="295a")) == 1
    none = CountCards(of=Filter(pieces="none"), within="board")
    assert number_of(none, field("1+1", island="285a", climate="295a")) == 2


def test_the_richest_seat_may_be_another() -> None:
    counted = CountRichest(of=SUNNY)
    poor = field("9", island="287a")
    assert number_of(counted, FIELD, others=(poor,)) == 8
    assert number_of(counted, poor, others=(FIELD,)) == 8
    assert number_of(counted, poor) == 0


def test_gaps_are_sides_without_a_card() -> None:
    gaps = CountGaps()
    area = field("26 1 1 1", "1 26 1 1", "1 1 1 26", "1 - 26 1")
    assert number_of(gaps, area, place(0, 0)) == 2, "at a corner of the field two sides are open"
    assert number_of(gaps, area, place(1, 1)) == 0
    assert number_of(gaps, area, place(2, 3)) == 1
    assert number_of(gaps, area, place(3, 2)) == 2
    assert number_of(gaps, field("26"), place(0, 0)) == 4


@pytest.mark.parametrize(
    ("pool", "number"),
    [("soil", 7), ("hand", 2), ("compost", 3), ("sprouts", 5), ("growth", 4), ("events", 1)],
)
def test_a_pool_is_counted(pool: str, number: int) -> None:
    area = field("1+2/3 5+3/1", events=(262,), soil=7)
    area.hand += [face(7), face(8)]
    area.compost += [face(9), face(10), face(11)]
    assert number_of(CountPool(of=pool), area) == number  # type: ignore[arg-type]


def test_an_orthogonal_chain_runs_through_its_card() -> None:
    # Rocky cards: 12 in the middle, then left and up, and to the right.
    area = field("5 9 9 9", "4 12 1 9", "9 9 4 9", "9 9 9 26")
    rocky = CountChain(of=Filter(habitat="rocky"), steps="orthogonal", through_self=True)
    assert number_of(rocky, area, place(1, 1)) == 5


def test_a_chain_through_a_card_leaves_out_longer_ones_elsewhere() -> None:
    area = field("12 9 - -", "9 4 4 4", "9 4 4 4")
    rocky = CountChain(of=Filter(habitat="rocky"), steps="orthogonal", through_self=True)
    assert number_of(rocky, area, place(0, 0)) == 1
    assert number_of(rocky, area, place(1, 1)) == 6


def test_a_diagonal_chain_goes_from_corner_to_corner() -> None:
    mushrooms = CountChain(of=Filter(is_="mushroom"), steps="diagonal")
    assert number_of(mushrooms, field("9 1 9 1", "1 9 1 9", "9 1 1 1", "1 1 1 9")) == 4
    assert number_of(mushrooms, field("9 9", "1 1")) == 1, "side by side is no chain, but one card is"
    assert number_of(mushrooms, field("1 1")) == 0


def test_a_wild_plant_is_of_the_type_that_a_chain_needs() -> None:
    mushrooms = CountChain(of=Filter(is_="mushroom"), steps="diagonal")
    assert number_of(mushrooms, field("9 -", "- 282")) == 2


def test_a_chain_is_found_wherever_the_field_lies_in_its_frame() -> None:
    area = Area()
    for at in (24, 17, 10, 3, 4, 5, 6):
        area.spots[at] = face(4)
    rocky = CountChain(of=Filter(habitat="rocky"), steps="orthogonal")
    assert number_of(rocky, area) == 7


# The rules of lines, each on rows that keep it and rows that don't; and on the same cards as columns.
LINES = [
    pytest.param("full", ["1 5 9 13"], ["1 5 9 -"], id="four cards"),
    pytest.param(
        "common colour", ["5 7 9 235", "17 18 19 6"], ["5 7 9 13", "5 7 9 -"], id="a colour that all have"
    ),
    pytest.param(
        "common kind", ["1 4 7 280", "2 3 26 27"], ["1 4 7 5", "1 4 280 2"], id="a type that all have"
    ),
    pytest.param(
        "common habitat", ["4 5 7 2", "1 9 2 280"], ["4 5 7 9", "8 19 22 25"], id="a habitat that all have"
    ),
    pytest.param(
        "different colours",
        ["1 5 6 4", "2 3 1 5", "235 236 237 4", "17 18 235 2"],
        ["1 7 9 13", "235 236 237 238", "17 18 1 2"],
        id="four colours, one from each card",
    ),
    pytest.param(
        "different kinds",
        ["1 5 9 6", "1 5 9 2", "280 281 282 2"],
        ["1 4 5 9", "2 3 5 9"],
        id="four types, one from each",
    ),
    pytest.param(
        "all habitats",
        ["4 13 1 9", "280 280 280 280"],
        ["7 13 9 34", "8 280 280 280", "4 13 5 37"],
        id="each habitat",
    ),
    pytest.param(
        "different sprouts",
        ["1 5+1 5+2 5+6", "2 5+1 5+2 5+3"],
        ["1 2 5+1 5+2", "5+1 5+1 5+2 5+3"],
        id="sprouts",
    ),
    pytest.param("different growth", ["1 8/1 8/2 8/6"], ["1 2 8/1 8/2", "8/1 8/1 8/2 8/3"], id="growth"),
    pytest.param("different vp", ["5 7 1 14"], ["5 7 1 6", "5 7 1 -"], id="values"),
]


@pytest.mark.parametrize(("rule", "kept", "broken"), LINES)
def test_a_line_of_four_cards_keeps_its_rule(rule: str, kept: list[str], broken: list[str]) -> None:
    rows = CountLines(within="row", rule=rule)  # type: ignore[arg-type]
    columns = CountLines(within="column", rule=rule)  # type: ignore[arg-type]
    for line in kept:
        assert number_of(rows, field(line)) == 1, line
        assert number_of(columns, field(*line.split())) == 1, line
    for line in broken:
        assert number_of(rows, field(line)) == 0, line
        assert number_of(columns, field(*line.split())) == 0, line
    assert number_of(columns, field(kept[0])) == 0, "columns are no rows"


def test_every_line_counts() -> None:
    full = field(*["1 4 5 9"] * 3, "1 - 5 9")
    assert number_of(CountLines(within="row", rule="full"), full) == 3
    assert number_of(CountLines(within="column", rule="full"), full) == 3


def test_a_field_has_two_diagonals() -> None:
    diagonals = CountLines(within="diagonal", rule="full")
    assert number_of(diagonals, field(*["1 4 5 9"] * 4)) == 2
    assert number_of(diagonals, field("1 4 5 9", "1 - 5 9", "1 4 5 9", "1 4 5 9")) == 1
    assert number_of(diagonals, field(*["1 4 5"] * 3)) == 0, "three cards are no whole diagonal"


SET = CountSets(
    of=(
        Filter(colour="red"),
        Filter(colour="blue"),
        Filter(colour="yellow"),
        Filter(is_="terrain"),
        Filter(is_="event"),
    )
)


def test_a_set_takes_a_card_for_each_of_its_members() -> None:
    assert number_of(SET, field("6 5 1 2", events=(262,))) == 1
    assert number_of(SET, field("6 5 1 2")) == 0, "no event was played"
    assert number_of(SET, field("6 5 1 7", events=(262,))) == 0, "no terrain"


def test_a_card_of_two_colours_stands_for_one_of_them() -> None:
    assert number_of(SET, field("17 5 2 7", events=(262,))) == 0
    assert number_of(SET, field("17 18 5 2", events=(262,))) == 1
    assert number_of(SET, field("235 236 237 2", events=(262,))) == 1


def test_island_and_climate_can_be_in_a_set() -> None:
    assert number_of(SET, field("5 1 2", island="288a", events=(262,))) == 1
    assert number_of(SET, field("5 1 2", climate="295a", events=(262,))) == 1


def test_there_are_as_many_sets_as_of_the_rarest_member() -> None:
    two = field("17 18 19 21", "22 23 2 3", events=(262, 196, 233))
    assert number_of(SET, two) == 2


# Slow readings.


def any_area(data: st.DataObject, cards: int) -> Area:
    area = Area(
        island=data.draw(st.sampled_from([face for pair in ISLANDS for face in pair])),
        climate=data.draw(st.sampled_from([face for pair in CLIMATES for face in pair])),
        events=data.draw(
            st.lists(st.sampled_from([at for at in EARTH if FACES[at].kind == "event"]), max_size=3)
        ),
    )
    planted = [at for at in EARTH if FACES[at].kind != "event"]
    for _ in range(cards):
        free = area.free()
        if not free:
            break
        at = data.draw(st.sampled_from(free))
        area.spots[at] = data.draw(st.sampled_from(planted))
        area.sprouts[at] = data.draw(st.integers(0, FACES[area.spots[at]].sprouts))
        area.growth[at] = data.draw(st.integers(0, FACES[area.spots[at]].growth))
    return area


@examples(20, 120)
@given(st.data())
def test_the_number_of_sets_is_what_trying_everything_finds(data: st.DataObject) -> None:
    area = any_area(data, data.draw(st.integers(0, 16)))
    faces = [face for face in (*area.spots, area.island, area.climate, *area.events) if face >= 0]
    options = [[n for n, one in enumerate(SET.of) if matches(one, face)] for face in faces]
    reachable = {(0,) * len(SET.of)}
    for members in options:
        reachable |= {
            tuple(n + (at == member) for at, n in enumerate(counts))
            for counts in reachable
            for member in members
        }
    assert number_of(SET, area) == max(min(counts) for counts in reachable)


@examples(50, 300)
@given(st.data())
def test_lines_of_different_things_are_those_that_trying_every_order_finds(data: st.DataObject) -> None:
    planted = [at for at in EARTH if FACES[at].kind != "event"]
    four = data.draw(st.lists(st.sampled_from(planted), min_size=4, max_size=4))
    area = Area()
    for column, at in enumerate(four):
        area.spots[place(0, column)] = at
    for rule, own in (
        ("different colours", [FACES[at].colours for at in four]),
        ("different kinds", [FACES[at].types or ("terrain",) for at in four]),
        ("all habitats", [FACES[at].habitats for at in four]),
    ):
        things: list[str] = sorted({thing for some in own for thing in some})
        found = any(all(map(lambda a, some: a in some, order, own)) for order in permutations(things, 4))
        counted = CountLines(within="row", rule=rule)  # type: ignore[arg-type]
        assert number_of(counted, area) == found


@examples(13, 80)
@given(st.data())
def test_no_count_exceeds_the_cards_and_goods_there_are(data: st.DataObject) -> None:
    area = any_area(data, 16)
    for at, one in enumerate(FACES):
        objective = one.objective
        if objective is not None:
            number = number_of(objective.measure, area)
            assert 0 <= number <= sum(area.sprouts) + sum(area.growth) + PLACES, at

"""The rulebook's worked examples, with its numbers.

Examples that other tests show are not repeated: docs/games/agricola/examples.md has the tests of each example.
"""

import pytest

from tests.agricola.cards.farms import bake, cook, fence, people
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola import Options
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.codes import AT_HOME, CLAY_HOUSE, FAMILY, GRAIN, SHEEP, VEGETABLE
from tilth_rules.agricola.content.cards import INDEX as CARD
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.herds import fits
from tilth_rules.agricola.farm.housing import Capacities, holders
from tilth_rules.agricola.farm.yard import ring
from tilth_rules.agricola.moves.numbers import (
    BUILD_ROOM,
    BUILD_STABLE,
    GIVE_UP_CARD,
    KEEP_HERD,
    PART_ROOMS,
    PART_SOW,
    PART_STABLES,
    PLAY_CARD,
    PLOUGH_FIELD,
    SOW_PLOT,
    USE_SPACE,
    part_option,
)
from tilth_rules.agricola.options import TARGETS
from tilth_rules.agricola.rounds.work import PlacePerson

PLAIN = Options(family=True)


def spaces(scene: Scene) -> set[str]:
    scene.run(PlacePerson(ANN))
    return {SPACES[USE_SPACE.part(option)].id for option in scene.choices()}


def next_round(scene: Scene) -> Scene:
    """Begin the next round, with all people at home."""
    scene.state.visitors = [0] * len(SPACES)
    mine = scene.seat()
    mine.places = [AT_HOME] * len(mine.places)
    return scene


# Actions -----------------------------------------------------------------------------------------


def test_only_a_stable_is_built_where_rooms_could_be() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=7, reed=2).use(ANN, "B-BUILD")
    assert set(scene.choices()) == {part_option(PART_ROOMS), part_option(PART_STABLES)}
    scene.answer(ANN, part_option(PART_STABLES)).answer(ANN, BUILD_STABLE.option(4))
    while scene.kind():
        scene.answer(ANN)
    assert scene.got() == {"wood": -2}
    assert scene.seat().yard.rooms.bit_count() == 2


def test_a_seat_that_cannot_grow_plays_no_improvement_instead() -> None:
    scene = Scene().holds(ANN, "E12").has(ANN, wood=1)
    scene.opened("R2-GROWTH")
    assert "R2-GROWTH" not in spaces(scene)
    scene.rooms(ANN, 3).use(ANN, "R2-GROWTH")
    assert len(scene.seat().kinds) == 3
    assert scene.kind() == "improvement"
    assert scene.plays(ANN, "E12").got() == {"wood": -1}


def test_three_children_in_two_rooms_make_five_and_no_further_one_comes_for_want_of_rooms() -> None:
    scene = Scene(options=PLAIN, round_=12)
    for born in (12, 13, 14):
        scene.state.round = born
        next_round(scene).use(ANN, "R5-GROWTH")
    assert scene.seat().kinds == [FAMILY] * 5
    assert scene.seat().yard.rooms.bit_count() == 2
    four = people(Scene(options=PLAIN, round_=13), ANN, 4)
    four.opened("R2-GROWTH")
    for rooms, may in ((3, False), (4, False), (5, True)):
        assert ("R2-GROWTH" in spaces(four.rooms(ANN, rooms))) is may


# Fields ------------------------------------------------------------------------------------------


def test_jacob_reaps_twice_ploughs_sows_two_vegetables_and_bakes_two_grain() -> None:
    scene = Scene(options=PLAIN).fields(ANN, "", "").owns(ANN, "A1").has(ANN, grain=1, vegetable=1)
    scene.use(ANN, "R1-SOW").answer(ANN, part_option(PART_SOW))
    scene.answer(ANN, SOW_PLOT.option(13, GRAIN)).answer(ANN, SOW_PLOT.option(14, VEGETABLE))
    yard = scene.seat().yard
    assert (yard.stacks[13], yard.stacks[14]) == (3, 2)
    for _ in range(2):
        assert scene.field_phase().got() == {"grain": 1, "vegetable": 1}
    assert (yard.stacks[13], yard.stacks[14]) == (1, 0)
    next_round(scene).use(ANN, "B-PLOUGH").answer(ANN, PLOUGH_FIELD.option(9))
    scene.use(ANN, "R1-SOW").answer(ANN, part_option(PART_SOW))
    for field in (9, 14):
        scene.answer(ANN, SOW_PLOT.option(field, VEGETABLE))
    assert (yard.stacks[9], yard.stacks[13], yard.stacks[14]) == (2, 1, 2)
    assert scene.kind() == "bake"
    assert scene.answer(ANN, 2).got() == {"grain": -2, "vegetable": -2, "food": 4}


@pytest.mark.parametrize(
    ("oven", "grain", "food"), [("A1", 1, 2), ("A3", 1, 3), ("A6", 1, 4), ("A6", 2, 8), ("A5", 1, 5)]
)
def test_a_grain_is_two_three_four_or_five_food(oven: str, grain: int, food: int) -> None:
    assert bake(Scene(options=PLAIN).owns(ANN, oven), grain) == food


@pytest.mark.parametrize(("oven", "most"), [("A5", 1), ("A6", 2)])
def test_ovens_bake_no_more_than_one_or_two(oven: str, most: int) -> None:
    scene = Scene(options=PLAIN).owns(ANN, oven).has(ANN, grain=5).use(ANN, "R1-SOW")
    assert scene.decision().quantities[0].max == most  # type: ignore[union-attr]


def test_a_hearth_makes_a_food_more_than_a_fireplace_but_for_sheep() -> None:
    more = []
    for counts in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)):
        plain, better = (cook(Scene(options=PLAIN).owns(ANN, card), *counts) for card in ("A1", "A3"))
        more.append(better - plain)
    assert more == [0, 1, 1, 1]


# Pastures ----------------------------------------------------------------------------------------


def capacity(cells: tuple[int, ...], stables: tuple[int, ...] = ()) -> int:
    """Return how many sheep a pasture alone holds, without the place in the home."""
    mask = sum(1 << cell for cell in cells)
    found = holders(ring(mask), sum(1 << cell for cell in stables), Capacities(home=0))
    return max(count for count in range(200) if fits((count, 0, 0), found))


def test_a_pasture_holds_two_in_a_cell_four_in_two_six_in_three() -> None:
    assert [capacity(cells) for cells in ((4,), (3, 4), (2, 3, 4))] == [2, 4, 6]


def test_with_a_stable_the_pasture_of_the_picture_holds_four_more() -> None:
    assert capacity((3, 4), (4,)) - capacity((3, 4)) == 4


def test_two_stables_make_four_times_as_much_and_three_eight_times() -> None:
    cells = (2, 3, 4)
    assert [capacity(cells, cells[:count]) for count in range(4)] == [6, 12, 24, 48]


def test_eleven_fences_enclose_three_pastures_for_two_sheep_a_boar_and_three_cattle() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=11)
    for cells in ((3,), (4,), (8, 9)):
        fence(scene, ANN, *cells)
    assert scene.seat().goods[1] == 0
    assert scene.seat().yard.fences.bit_count() == 11
    scene.has(ANN, sheep=2, boar=1, cattle=3)
    assert animals_fit(scene.state, ANN)
    assert len(scene.seat().yard.pastures()) == 3


def test_a_cell_with_shepherds_pipe_trough_and_smallholder_holds_seven_sheep() -> None:
    scene = Scene().pasture(ANN, 4).owns(ANN, "E29", "E59", "K286")
    scene.has(ANN, sheep=7, cattle=1)
    assert animals_fit(scene.state, ANN)
    assert not animals_fit(scene.has(ANN, sheep=8).state, ANN)


# Prices ------------------------------------------------------------------------------------------


def two_rooms(scene: Scene) -> Scene:
    scene.use(ANN, "B-BUILD")
    if scene.kind() == "part":
        scene.answer(ANN, part_option(PART_ROOMS))
    return scene


def test_one_of_two_rooms_is_built_with_supports_and_the_other_as_usual() -> None:
    scene = Scene().owns(ANN, "E37").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=7, wood=1, reed=3)
    two_rooms(scene).answer(ANN, BUILD_ROOM.option(6))
    scene.pays(ANN, clay=5, reed=2).answer(ANN, BUILD_ROOM.option(0))
    assert scene.got() == {"clay": -7, "wood": -1, "reed": -3}


def test_the_roof_of_two_rooms_is_three_clay_and_a_reed() -> None:
    scene = Scene().owns(ANN, "E36").has(ANN, wood=10, clay=3, reed=1)
    two_rooms(scene).answer(ANN, BUILD_ROOM.option(6))
    while scene.kind() == "pay":
        scene.pays(ANN, wood=5, clay=2)
    scene.answer(ANN, BUILD_ROOM.option(0))
    assert scene.got() == {"wood": -10, "clay": -3, "reed": -1}


def test_a_wood_and_a_reed_make_a_roof_instead_of_two_reed() -> None:
    scene = Scene().owns(ANN, "K136").has(ANN, wood=6, reed=1)
    two_rooms(scene).answer(ANN, BUILD_ROOM.option(6))
    assert scene.got() == {"wood": -6, "reed": -1}


def test_the_stonecutter_has_lumber_for_nothing() -> None:
    assert Scene().holds(ANN, "K107").use(ANN, "B-START").choices() == []
    scene = Scene().owns(ANN, "E211").holds(ANN, "K107").use(ANN, "B-START").plays(ANN, "K107")
    assert scene.got().get("stone", 0) == 0
    assert CARD["K107"] not in scene.seat().hand


@pytest.mark.parametrize("exchange", ["K143", "I96"])
@pytest.mark.parametrize(
    ("wood", "clay", "price"),
    [(1, 0, None), (0, 1, None), (1, 1, None), (2, 0, {"wood": -2}), (0, 2, {"clay": -2})],
)
def test_an_exchange_takes_two_of_one_kind_and_no_less(
    exchange: str, wood: int, clay: int, price: dict[str, int] | None
) -> None:
    scene = Scene().holds(ANN, exchange).has(ANN, wood=wood, clay=clay).use(ANN, "B-START")
    assert (PLAY_CARD.option(CARD[exchange]) in scene.choices()) is (price is not None)
    if price is not None:
        good = "stone" if exchange == "K143" else "reed"
        assert scene.plays(ANN, exchange).got() == {**price, good: 2}


def test_patron_and_bookshelf_bring_five_food_for_each_of_the_writing_desks_occupations() -> None:
    scene = Scene().owns(ANN, "E192", "K112", "E49").holds(ANN, "E166", "E177")
    scene.use(ANN, "B-OCC").plays(ANN, "E166").with_card(ANN, "E49").plays(ANN, "E177")
    assert scene.got() == {"food": 5 - 1 + 5 - 2}


@pytest.mark.parametrize(
    ("fields", "may"),
    [
        (("", "", "vegetable 1"), False),
        (("grain 3", "vegetable 1"), False),
        (("vegetable 2", "vegetable 1"), True),
    ],
)
def test_an_empty_field_is_no_field_of_vegetables(fields: tuple[str, ...], may: bool) -> None:
    """The card asks for two of them."""
    scene = Scene().holds(ANN, "I69").fields(ANN, *fields).use(ANN, "B-START")
    assert (scene.choices() == [PLAY_CARD.option(CARD["I69"])]) is may


# Wells -------------------------------------------------------------------------------------------


def test_the_food_of_a_well_stays_when_it_becomes_a_village_well_and_comes_again_with_the_next_one() -> None:
    scene = Scene(round_=3).holds(ANN, "I66").has(ANN, wood=2, stone=6).use(ANN, "R1-IMPR").plays(ANN, "A10")
    next_round(scene).use(ANN, "B-START").plays(ANN, "I66")
    well = [(round_, "food", 1) for round_ in range(4, 9)]
    village = [(round_, "food", 1) for round_ in range(4, 7)]
    assert scene.laid() == sorted(well + village)
    next_round(scene).use(ANN, "R1-IMPR").plays(ANN, "A10")
    assert scene.laid() == sorted(well + well + village)


# Solo --------------------------------------------------------------------------------------------


def test_the_targets_of_the_series_rise_from_fifty_to_sixty_seven() -> None:
    assert TARGETS == (50, 55, 59, 62, 64, 65, 66, 67)


# Rulings of the appendix that need more than one card or action ---------------------------------


def test_a_pet_must_go_when_the_goat_comes() -> None:
    scene = Scene().has(ANN, sheep=1).play(ANN, "K120")
    assert scene.kind() == "keep-animals"
    assert scene.answer(ANN, KEEP_HERD.option(0, 0, 0)).seat().goods[SHEEP] == 0


def test_animals_on_a_card_that_is_given_up_need_room_elsewhere() -> None:
    scene = Scene().owns(ANN, "E58", "A1", "E59").holds(ANN, "E38").has(ANN, sheep=3)
    scene.use(ANN, "B-START").plays(ANN, "E38")
    scene.answer(ANN, GIVE_UP_CARD.option(CARD["E59"])).answer(ANN, GIVE_UP_CARD.option(CARD["E58"]))
    assert scene.kind() == "keep-animals"
    assert scene.choices() == [KEEP_HERD.option(1, 0, 0)]


def test_no_fences_are_laid_for_later_where_none_are_left() -> None:
    scene = Scene().pasture(ANN, 3).pasture(ANN, 4).pasture(ANN, 8).pasture(ANN, 9).pasture(ANN, 2)
    assert scene.seat().yard.fences.bit_count() == 15
    assert scene.owns(ANN, "I263").play(ANN, "I265").laid() == []

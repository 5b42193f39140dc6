"""Occupations of deck E that have functions of their own."""

import pytest

from tests.agricola.cards.farms import fence, people, plough, plough_with, ploughed, turn
from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.actions.building import houses_to
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.words import ROUND, WORK
from tilth_rules.agricola.choices import RENOVATE_TO, YES
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.rounds.harvest import appetite
from tilth_rules.agricola.rounds.work import left_to_place
from tilth_rules.agricola.words import BREEDING, CLAY_HOUSE, IDLE, STONE_HOUSE, WOODEN

CORNER = 4


def baking(scene: Scene, seat: int, grain: int) -> Scene:
    return scene.do(seat, acts.Bake()).answer(seat, grain)


def test_e149_own_bread_brings_a_food_more() -> None:
    scene = Scene().owns(ANN, "E149", "A1").has(ANN, grain=2)
    assert baking(scene, ANN, 2).got() == {"grain": -2, "food": 2 * 2 + 1}


def test_e149_bakes_when_somebody_else_does_without_the_food_more() -> None:
    scene = Scene(3).owns(ANN, "E149", "A1").owns(BOB, "A3").has(ANN, grain=2).has(BOB, grain=1)
    baking(scene, BOB, 1).with_card(ANN, "E149", 1).answer(ANN, 2)
    assert scene.got(ANN) == {"grain": -2, "food": 2 * 2}
    assert scene.got(BOB) == {"grain": -1, "food": 3}
    assert [scene.kind(seat) for seat in range(3)] == ["", "", ""]


def test_e149_need_not_bake_and_cannot_without_grain_or_oven() -> None:
    scene = Scene().owns(ANN, "E149", "A1").owns(BOB, "A3").has(ANN, grain=2).has(BOB, grain=1)
    assert baking(scene, BOB, 1).kind(ANN) == "next-card"
    assert scene.answer(ANN).got(ANN) == {}
    scene = Scene().owns(ANN, "E149", "A1").owns(BOB, "A3").has(BOB, grain=1)
    assert baking(scene, BOB, 1).kind(ANN) == ""
    scene = Scene().owns(ANN, "E149").owns(BOB, "A3").has(ANN, grain=2).has(BOB, grain=1)
    assert baking(scene, BOB, 1).kind(ANN) == ""


def test_e149_what_is_no_baking_brings_nothing() -> None:
    scene = turn(Scene().owns(ANN, "E149", "E17", "A1").has(ANN, grain=1))
    assert scene.offer(ANN, "E17").got() == {"grain": -1, "food": 2}


def test_e149_every_kind_of_own_baking_counts() -> None:
    scene = Scene().owns(ANN, "E149", "A1").has(ANN, grain=1).play(ANN, "E150").with_card(ANN, "E150")
    assert scene.answer(ANN, 1).got() == {"grain": -1, "food": 2 + 1}


def test_e152_taking_wood_brings_a_food_from_building_material_too() -> None:
    assert Scene().owns(ANN, "E152").heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3").got() == {
        "wood": 3,
        "food": 1,
    }
    assert Scene().owns(ANN, "E152").play(ANN, "E16").takes(ANN, "wood").got() == {"wood": 1, "food": 1}
    assert Scene().owns(ANN, "E152").play(ANN, "E16").takes(ANN, "clay").got() == {"clay": 1}
    assert Scene().owns(BOB, "E152").play(ANN, "E16").takes(ANN, "wood").got(BOB) == {}


def test_e160_the_first_fences_bring_a_boar_and_all_later_ones_cattle() -> None:
    scene = Scene().owns(ANN, "E160").has(ANN, wood=15)
    assert fence(scene, ANN, CORNER).got() == {"wood": -4, "boar": 1}
    assert fence(scene, ANN, 3).got() == {"wood": -3, "cattle": 1}
    scene.pasture(ANN, 8, 9)
    assert fence(scene, ANN, 2).got() == {"wood": -3, "cattle": 1}


def test_e160_several_pastures_in_one_action_bring_one_animal() -> None:
    scene = fence(Scene().owns(ANN, "E160").has(ANN, wood=7).do(ANN, acts.BuildFences()), ANN, CORNER)
    assert scene.got() == {"wood": -4, "boar": 1}


# Fisherman ---------------------------------------------------------------------------------------


def fishing(food: int, supply: int, *others: str) -> Scene:
    scene = Scene().owns(ANN, "E161").owns(BOB, *others).has(ANN, food=supply)
    return scene.heap("B-FISH", food=food).use(ANN, "B-FISH")


def test_e161_the_food_may_be_doubled_and_others_who_fish_get_a_food_each() -> None:
    scene = fishing(3, 0, "E12", "E22").with_card(ANN, "E161")
    assert (scene.got(), scene.got(BOB)) == ({"food": 4}, {"food": 2})
    assert fishing(3, 0, "E12").answer(ANN).got() == {"food": 3}


def test_e161_it_may_cost_more_than_it_brings_but_has_to_be_paid() -> None:
    listed = ("E12", "E22", "E30", "I95", "K126")
    assert fishing(1, 3, *listed).with_card(ANN, "E161").got() == {"food": 1 + 1 - 5}
    assert fishing(1, 2, *listed).kind() != "next-card"


def test_e161_own_cards_cost_nothing() -> None:
    scene = Scene().owns(ANN, "E161", "E12").heap("B-FISH", food=2).use(ANN, "B-FISH")
    assert scene.with_card(ANN, "E161").got() == {"food": 2 + 1 + 2}


# Hut Builder -------------------------------------------------------------------------------------


def hut(since: int, round_: int = 11, house: int = WOODEN) -> Scene:
    scene = Scene(round_=since).owns(ANN, "E178").rooms(ANN, 2, house)
    scene.state.round = round_
    return scene.comes(ROUND)


def test_e178_a_room_for_nothing_when_round_eleven_begins() -> None:
    scene = hut(4).with_card(ANN, "E178")
    assert scene.answer(ANN, scene.choices()[0]).got() == {}
    assert scene.seat().yard.rooms().bit_count() == 3
    assert hut(4).answer(ANN).seat().yard.rooms().bit_count() == 2


@pytest.mark.parametrize(
    ("since", "round_", "house"), [(5, 11, 0), (4, 10, 0), (4, 12, 0), (4, 11, STONE_HOUSE)]
)
def test_e178_it_is_for_those_who_were_early_and_have_no_stone_house(
    since: int, round_: int, house: int
) -> None:
    assert hut(since, round_, house).kind() == ""


# -------------------------------------------------------------------------------------------------


def test_e181_only_two_people_eat_two_food() -> None:
    scene = people(Scene(round_=4).owns(ANN, "E181"), ANN, 5)
    assert appetite(scene.state, ANN) == 2 + 2 + 1 + 1 + 1
    scene.seat().born[4] = 4
    assert appetite(scene.state, ANN) == 2 + 2 + 1 + 1 + 1
    assert appetite(people(scene, ANN, 2).state, ANN) == 4


def test_e181_alone_the_two_eat_three_each() -> None:
    assert appetite(people(Scene(1).owns(ANN, "E181"), ANN, 4).state, ANN) == 3 + 3 + 1 + 1


def test_e184_the_good_on_top_of_the_pile_costs_a_food() -> None:
    scene = turn(Scene().play(ANN, "E184").has(ANN, food=9))
    bought = []
    for _ in range(8):
        before = scene.got()
        scene.offer(ANN, "E184")
        bought += [good for good, amount in scene.got().items() if amount > before.get(good, 0)]
    assert bought == ["reed", "grain", "stone", "vegetable", "wood", "clay", "reed", "vegetable"]
    assert scene.got()["food"] == -8
    assert scene.offers() == []


def test_e184_nothing_is_sold_on_credit() -> None:
    assert turn(Scene().play(ANN, "E184")).offers() == []


# Pastor ------------------------------------------------------------------------------------------


def parish(*rooms: int) -> Scene:
    scene = Scene(4).owns(ANN, "E193")
    for seat, count in enumerate(rooms):
        scene.rooms(seat, count)
    return turn(scene)


def test_e193_whoever_alone_has_only_two_rooms_gets_goods_once() -> None:
    scene = parish(2, 3, 3, 4).offer(ANN, "E193")
    assert scene.got() == {"wood": 3, "clay": 2, "reed": 1, "stone": 1}
    assert scene.offers() == []


@pytest.mark.parametrize("rooms", [(2, 3, 2, 3), (3, 3, 3, 3), (3, 2, 3, 3)])
def test_e193_nobody_else_may_have_two_rooms_and_the_owner_no_third(rooms: tuple[int, ...]) -> None:
    assert parish(*rooms).offers() == []


# Plow Maker --------------------------------------------------------------------------------------


def test_e195_a_second_field_costs_a_food_on_both_spaces_for_ploughing() -> None:
    for space in ("B-PLOUGH", "R5-PLOUGHSOW"):
        scene = plough_with(Scene().owns(ANN, "E195").has(ANN, food=1).use(ANN, space), ANN, "E195")
        assert (ploughed(plough(scene, ANN, 2)), scene.got()) == (2, {"food": -1})
        assert scene.kind() != "field"


def test_e195_without_food_or_on_the_word_of_a_card_there_is_one_field() -> None:
    assert Scene().owns(ANN, "E195").use(ANN, "B-PLOUGH").kind() == "field"
    assert Scene().owns(ANN, "E195").has(ANN, food=9).play(ANN, "E11").with_card(ANN, "E11").kind() == "field"


@pytest.mark.parametrize(("tool", "fields"), [("I68", 2), ("K115", 3)])
def test_e195_it_goes_together_with_a_plough_or_the_harrow(tool: str, fields: int) -> None:
    scene = Scene().owns(ANN, "E195", tool).has(ANN, food=1).use(ANN, "B-PLOUGH")
    assert ploughed(plough(plough_with(scene, ANN, tool, "E195"), ANN, fields + 1)) == fields + 1


# -------------------------------------------------------------------------------------------------


def caught(round_: int, since: int = 1) -> list[int]:
    """How many people each seat may place, with families of 3, 2, 3 and 5."""
    scene = Scene(4, round_=since).owns(ANN, "E198")
    for seat, count in ((ANN, 3), (BOB, 2), (CID, 3), (DEE, 5)):
        people(scene, seat, count)
    scene.state.round = round_
    scene.comes(WORK)
    return [left_to_place(scene.state, seat) for seat in (ANN, BOB, CID, DEE)]


def test_e198_in_rounds_ten_and_twelve_others_have_one_child_idle() -> None:
    assert caught(10) == caught(12) == [3, 2, 2, 4]
    assert caught(9) == caught(11) == caught(10, since=10) == [3, 2, 3, 5]


def test_e198_a_guest_is_nobodys_child() -> None:
    scene = people(Scene(round_=10), BOB, 2)
    scene.state.round = 9
    scene.owns(ANN, "E198")
    scene.state.round = 10
    scene.seat(BOB).places.append(-1)
    scene.seat(BOB).born.append(0)
    scene.seat(BOB).kinds.append(2)
    assert IDLE not in scene.comes(WORK).seat(BOB).places


def test_e200_a_wooden_hut_may_become_a_stone_house_for_the_usual_price() -> None:
    scene = Scene().owns(ANN, "E200").has(ANN, stone=2, reed=1)
    assert scene.do(ANN, acts.Renovate()).got() == {"stone": -2, "reed": -1}
    assert scene.seat().yard.house == STONE_HOUSE
    both = Scene().owns(ANN, "E200").has(ANN, clay=2, stone=2, reed=1).do(ANN, acts.Renovate())
    assert both.choices() == [RENOVATE_TO + CLAY_HOUSE - 1, RENOVATE_TO + STONE_HOUSE - 1]


def test_e200_not_where_a_card_renovates() -> None:
    scene = Scene().owns(ANN, "E200", "E50").has(ANN, clay=2, stone=2, reed=1)
    assert houses_to(scene.state, Facts(ANN, via=INDEX["E50"])) == [CLAY_HOUSE]


def lambs(sheep: int, *cells: int) -> int:
    scene = Scene().owns(ANN, "E203").pasture(ANN, *cells).has(ANN, sheep=sheep)
    return scene.breeding().got().get("sheep", 0)


def test_e203_four_sheep_have_two_lambs_as_far_as_there_is_room() -> None:
    assert lambs(4, 3, 4, 8, 9) == 2
    assert lambs(3, 3, 4, 8, 9) == 1
    assert lambs(4, 3, 4) == 1
    boars = Scene().owns(ANN, "E203").pasture(ANN, 3, 4, 8, 9).has(ANN, boar=4).breeding()
    assert boars.got() == {"boar": 1}


def test_e203_it_is_for_the_breeding_phase() -> None:
    scene = Scene().owns(ANN, "E203").pasture(ANN, 3, 4, 8, 9).has(ANN, sheep=4)
    assert scene.state.phase != BREEDING
    assert scene.do(ANN, acts.Breed(animal=8)).got() == {"sheep": 1}  # type: ignore[arg-type]


def test_e216_whatever_kinds_of_animals_share_a_pasture() -> None:
    plain = Scene().pasture(ANN, 3, 4).has(ANN, sheep=2, boar=1, cattle=2)
    assert not animals_fit(plain.state, ANN)
    scene = plain.owns(ANN, "E216")
    assert animals_fit(scene.state, ANN)
    assert not animals_fit(scene.has(ANN, boar=2).state, ANN)


def test_e216_the_pasture_is_shared_with_other_cards_room_in_it() -> None:
    scene = Scene().owns(ANN, "E216", "E29").pasture(ANN, 3, 4).has(ANN, sheep=2, boar=2, cattle=3)
    assert animals_fit(scene.state, ANN)


# Dancer and Juggler ------------------------------------------------------------------------------


def travelling(food: int, *cards: str) -> Scene:
    scene = Scene(4).owns(ANN, *cards).owns(BOB, "K311", "I249", "K269")
    return scene.heap("P4-TRAVEL", food=food).use(ANN, "P4-TRAVEL")


def test_e212_travelling_players_give_four_food_at_least() -> None:
    assert travelling(1, "E212").got() == {"food": 4}
    assert travelling(6, "E212").got() == {"food": 6}
    assert Scene().owns(ANN, "E212").heap("B-FISH", food=1).use(ANN, "B-FISH").got() == {"food": 1}


def test_e212_the_space_with_a_room_counts_where_the_food_is_chosen() -> None:
    scene = Scene(5).owns(ANN, "E212").heap("P5-ROOMTRAVEL", food=1).use(ANN, "P5-ROOMTRAVEL")
    assert scene.got() == {"food": 4}


def test_e212_with_storyteller_there_are_a_vegetable_and_four_food_and_one_stays() -> None:
    scene = travelling(2, "E212", "E169").with_card(ANN, "E169")
    assert (scene.got(), scene.lies("P4-TRAVEL")) == ({"food": 4, "vegetable": 1}, {"food": 1})


def test_i237_the_food_may_be_doubled_and_fellow_artists_get_a_food_each() -> None:
    scene = travelling(4, "I237").answer(ANN, YES)
    assert (scene.got(), scene.got(BOB)) == ({"food": 8 - 3}, {"food": 3})
    assert travelling(4, "I237").answer(ANN).got() == {"food": 4}


def test_i237_all_have_to_be_paid_and_own_cards_cost_nothing() -> None:
    assert travelling(1, "I237").kind() != "use-card"
    assert travelling(2, "I237", "I257").answer(ANN, YES).got() == {"food": 1}


def test_e212_and_i237_are_never_used_in_the_same_action() -> None:
    assert travelling(2, "E212", "I237").answer(ANN, YES).got() == {"food": 4 - 3}
    assert travelling(2, "E212", "I237").answer(ANN).got() == {"food": 4}
    assert travelling(1, "E212", "I237").got() == {"food": 4}

"""Rulings of the appendix on occupations that no other test shows."""

import pytest

from tests.agricola.cards.farms import people, plough, ploughed, sketch, turn
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import HOME, ROUND
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.codes import NOBODY, STONE_HOUSE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import COOK_SOME, USE_SPACE
from tilth_rules.agricola.rounds.laid import CollectLaid
from tilth_rules.agricola.rounds.phases import Replenish
from tilth_rules.agricola.rounds.work import StartWork
from tilth_rules.kernel import SeededChance, Table

CORNER = 4


def begins(scene: Scene, round_: int) -> Scene:
    """Begin that round: laid goods come, then cards act, then work begins."""
    scene.state.round = round_
    return scene.run(CollectLaid(ANN), Opens(ROUND, Facts(NOBODY)), StartWork())


# People ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "space"),
    [("E159", "B-BUILD"), ("E159", "R2-GROWTH"), ("E163", "R3-VEG"), ("E163", "B-PLOUGH")],
)
def test_e159_and_e163_nobody_shares_a_space_with_the_own_family(card: str, space: str) -> None:
    def may(visitor: int) -> bool:
        scene = people(Scene().owns(ANN, card).rooms(ANN, 3), ANN, 2).has(ANN, wood=5, reed=2)
        at = scene.opened(space)
        scene.state.visitors[at] = 1 << 8 * visitor
        return USE_SPACE.option(at) in turn(scene).choices()

    assert may(BOB)
    assert not may(ANN)


@pytest.mark.parametrize(("card", "space", "good", "now", "later"), [
    ("E164", "P3-WOOD2", "wood", 0, 2),
    ("I230", "P3-CLAY1", "clay", 3, 4),
])  # fmt: skip
def test_e164_and_i230_the_space_is_one_like_any_other_and_fills_up(
    card: str, space: str, good: str, now: int, later: int
) -> None:
    scene = Scene(4).play(ANN, card)
    assert scene.lies(space).get(good, 0) == now
    assert scene.run(Replenish()).lies(space) == {good: later}


# Animals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "round_"), [("K298", 12), ("K305", 7), ("I250", 12), ("E204", 9)])
def test_k297_sheep_of_cards_bring_no_further_sheep(card: str, round_: int) -> None:
    scene = Scene(round_=8 if card != "K305" else 1).rooms(ANN, 2, STONE_HOUSE).has(ANN, food=1)
    scene.owns(ANN, "K297").play(ANN, card).reaches(round_)
    if scene.kind() == "buy-laid":
        scene.answer(ANN, scene.choices()[0])
    assert scene.got().get("sheep") == 1


def test_k298_and_k305_the_animal_may_be_cooked_before_it_finds_room() -> None:
    for card, since, food in (("K298", 6, 0), ("K305", 6, 1)):
        scene = Scene(round_=since).rooms(ANN, 2, STONE_HOUSE).owns(ANN, "A1").has(ANN, boar=1, food=food)
        scene.play(ANN, card).reaches(7)
        if scene.kind() == "buy-laid":
            scene.answer(ANN, scene.choices()[0])
        assert scene.kind() == "keep-animals"
        assert scene.answer(ANN, COOK_SOME.number).answer(ANN, 1, 0, 0, 0).got() == {"food": 2 - food}


def test_k305_and_i259_the_animal_is_paid_for_before_it_can_be_cooked() -> None:
    """Without food nobody buys a sheep for the two food that it would make."""
    scene = Scene(round_=2).owns(ANN, "A1").play(ANN, "K305").reaches(7)
    assert (scene.kind(), scene.got()) == ("", {})
    scene = Scene().owns(ANN, "I259", "A1").pasture(ANN, 3).heap("R1-SHEEP", sheep=1).use(ANN, "R1-SHEEP")
    assert (scene.kind(), scene.got()) == ("", {"sheep": 1})


def test_k305_an_animal_that_is_not_bought_goes_back() -> None:
    scene = Scene(round_=2).has(ANN, food=1).play(ANN, "K305").reaches(7).answer(ANN)
    assert (scene.got(), scene.laid()) == ({}, [(10, "boar", 1), (14, "cattle", 1)])


@pytest.mark.parametrize(("card", "animal"), [("I240", "cattle"), ("I259", "boar"), ("E206", "boar")])
def test_nothing_is_added_to_the_animal_that_five_may_choose(card: str, animal: str) -> None:
    scene = Scene(5).owns(ANN, card).pasture(ANN, 3).has(ANN, food=5).use(ANN, "P5-ANIMAL")
    scene.takes(ANN, animal)
    assert (scene.got()[animal], scene.kind()) == (1, "")


def test_e213_stables_that_stood_before_bring_nothing() -> None:
    scene = Scene().stables(ANN, 2, 3).play(ANN, "E213")
    assert scene.got() == {}
    scene.do(ANN, acts.BuildStables(most=1))
    assert scene.answer(ANN, scene.choices()[0]).got() == {"boar": 1}


def test_k309_sheep_that_came_as_the_round_began_are_there_when_work_begins() -> None:
    scene = Scene(round_=6).owns(ANN, "K309").pasture(ANN, 3, 4).has(ANN, sheep=1).play(ANN, "E204")
    assert begins(scene, 7).got() == {"sheep": 1, "food": 1}


def test_k306_the_trapper_is_of_no_use_beside_the_goat() -> None:
    scene = Scene().owns(ANN, "K306", "K120").rooms(ANN, 4).has(ANN, sheep=1)
    assert not animals_fit(scene.state, ANN)


# Fences and stables ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "round_"), [("E45", 8), ("I235", 8), ("K283", 8)])
def test_i254_wood_that_has_just_come_builds_the_stable(card: str, round_: int) -> None:
    scene = Scene(round_=round_ - 1).owns(ANN, "I254").rooms(ANN, 2, STONE_HOUSE).play(ANN, card)
    begins(scene, round_).with_card(ANN, "I254")
    assert scene.answer(ANN, scene.choices()[0]).got() == {}
    assert scene.seat().yard.stables.bit_count() == 1


def test_k312_fences_in_the_stable_of_the_stableman() -> None:
    scene = Scene(round_=8).owns(ANN, "I254", "K312").rooms(ANN, 2, STONE_HOUSE).has(ANN, wood=1, food=1)
    begins(scene, 9).with_card(ANN, "I254")
    scene.answer(ANN, scene.choices()[0]).with_card(ANN, "K312")
    assert (len(scene.seat().yard.pastures()), scene.got()) == (1, {"wood": -1, "food": -1})


def test_e175_goes_with_the_wood_carver_and_the_sawhorse() -> None:
    """One of four fences is paid for and three are free; the wood carver pays for that one, and the sawhorse's free
    third one is free already."""

    def four(card: str) -> Scene:
        scene = Scene().owns(ANN, "E175", card).has(ANN, wood=9).do(ANN, acts.BuildFences())
        return sketch(scene, ANN, CORNER)

    assert four("K301").pays(ANN, saving=True).got() == {}
    assert four("K301").pays(ANN, wood=1).got() == {"wood": -1}
    assert four("K121").got() == {"wood": -1}


def test_e175_with_the_farmer_and_the_stablehand() -> None:
    """A pasture for a wood, a boar for it, a stable beside it."""
    scene = Scene().owns(ANN, "E175", "E160", "E207").has(ANN, wood=1).do(ANN, acts.BuildFences())
    sketch(scene, ANN, CORNER)
    while scene.kind() in ("fence", "next-card"):
        scene.answer(ANN, *(scene.choices() if scene.kind() == "next-card" else ())[:1])
    assert scene.answer(ANN, scene.choices()[0]).got() == {"wood": -1, "boar": 1}
    assert scene.seat().yard.stables.bit_count() == 1


def test_k286_a_loose_stable_holds_no_more() -> None:
    scene = Scene().owns(ANN, "K286", "E29").stables(ANN, CORNER)
    assert animals_fit(scene.has(ANN, sheep=1 + 2).state, ANN)
    assert not animals_fit(scene.has(ANN, sheep=1 + 3).state, ANN)


# Fields ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("helper", ["E61", "K115", "I68"])
def test_i225_and_e194_no_plough_helps_where_a_card_ploughs(helper: str) -> None:
    scene = Scene().owns(ANN, "I225", helper).use(ANN, "B-GRAIN").with_card(ANN, "I225")
    assert scene.kind() == "field"
    scene = Scene().owns(ANN, "E194", helper).rooms(ANN, 2, STONE_HOUSE).has(ANN, food=1).comes(ROUND)
    assert ploughed(plough(scene.with_card(ANN, "E194"), ANN, 1)) == 1
    assert scene.kind() == ""


def test_k293_learned_before_the_match_it_counts_from_round_zero() -> None:
    options = Options(series=2, permanent=("K293",))
    table = Table(game, options, 1, SeededChance(bytes(32)))
    table.start()
    assert sorted(laid[0] for laid in table.state.laid) == [4, 7, 10]


def test_i224_counts_the_fields_of_the_hobby_farmer() -> None:
    scene = Scene(3).owns(BOB, "I224").fields(ANN, "").play(ANN, "E180").with_card(ANN, "E180", 1)
    assert scene.answer(ANN, scene.choices()[0]).got(BOB) == {"grain": 1}


# Food ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "good", "food"), [("E158", "wood", 1), ("E209", "stone", 2), ("K285", "clay", 1)]
)
def test_turning_goods_into_food_has_no_limit(card: str, good: str, food: int) -> None:
    scene = turn(Scene().owns(ANN, card).has(ANN, **{good: 6}))
    for _ in range(6):
        scene.offer(ANN, card)
    assert scene.got() == {good: -6, "food": 6 * food}


def test_k285_remembers_the_well_that_was_given_back() -> None:
    scene = Scene(round_=3).holds(ANN, "I66").play(ANN, "A10").do(ANN, acts.Improve()).plays(ANN, "I66")
    assert INDEX["A10"] not in scene.seat().cards
    turn(scene.owns(BOB, "K285").has(BOB, clay=2), BOB)
    assert ("K285", 1) in scene.offers(BOB)


def test_i220_each_further_well_is_as_cheap() -> None:
    scene = Scene(round_=3).owns(ANN, "I220").holds(ANN, "I66").play(ANN, "A10")
    scene.do(ANN, acts.Improve()).plays(ANN, "I66")
    scene.has(ANN, wood=1, stone=1).do(ANN, acts.Improve()).plays(ANN, "A10")
    assert scene.got() == {"wood": -1, "stone": -1}


def test_i248_food_that_comes_home_was_not_fished() -> None:
    """No rod, raft, canoe or trap adds to it, not even another seat's."""
    scene = Scene(4, round_=3).owns(ANN, "I248", "E12", "E22", "E30", "E161").owns(BOB, "I95")
    scene.heap("B-FISH", food=3).heap("B-REED1", reed=1).use(ANN, "B-REED1").comes(HOME)
    assert (scene.got(ANN), scene.got(BOB), scene.kind()) == ({"food": 3}, {}, "")


def test_k300_cooks_without_a_fireplace() -> None:
    scene = Scene().owns(ANN, "K300").has(ANN, vegetable=2, food=4).feeding().offer(ANN, "K300")
    assert scene.got() == {"vegetable": -1, "food": 5}


def test_e176_and_i234_wood_of_cards_is_not_taken_from_a_space() -> None:
    scene = Scene(3, round_=3).owns(ANN, "E176").owns(BOB, "I234").has(BOB, food=1).play(ANN, "I235")
    assert (scene.reaches(4).got(ANN), scene.kind(BOB)) == ({"wood": 1}, "")
    scene = Scene(3).owns(ANN, "E176").owns(BOB, "I234").has(BOB, food=1).play(ANN, "K284")
    assert (scene.got(ANN), scene.kind(BOB)) == ({"wood": 2}, "")


# Occupations that others lead to -----------------------------------------------------------------------


def test_k279_food_of_this_rounds_space_pays_and_cards_for_occupations_help() -> None:
    def learned(*cards: str) -> dict[str, int]:
        scene = Scene(round_=3).owns(ANN, "K279", *cards).rooms(ANN, 2, STONE_HOUSE).holds(ANN, "E177")
        begins(scene.play(ANN, "E57") if not cards else scene, 10).with_card(ANN, "K279")
        if scene.kind() == "one-of":
            scene.answer(ANN, scene.choices()[0])
        scene.plays(ANN, "E177")
        assert scene.kind() != "next-card"
        return scene.got()

    assert learned() == {}
    assert learned("K112") == {"food": 3 - 1}
    assert learned("E192") == {"food": 2 - 1}


def test_k111_follows_the_occupation_that_the_educator_lets_play() -> None:
    scene = Scene().owns(ANN, "K271", "K111", "A1").holds(ANN, "K283").has(ANN, food=3, grain=1)
    scene.play(BOB, "K296").with_card(ANN, "K271").plays(ANN, "K283").with_card(ANN, "K111")
    assert scene.answer(ANN, 1).got() == {"food": -3 + 2, "grain": -1}


def test_e148_is_one_occupation_for_the_bakers_peel() -> None:
    scene = Scene().owns(ANN, "K111", "A1").has(ANN, grain=2).play(ANN, "E148").with_card(ANN, "K111")
    assert scene.answer(ANN, 1).kind() == ""

"""Cards by which their owner deals with other seats: Harvest Helper, Corn Profiteer, and buyers."""

from random import Random

import pytest

from tests.agricola.cards.farms import turn
from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola.cards.moments import AFTER_FIELD
from tilth_rules.agricola.codes import REED, STONE, WOOD
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.events.cards import AgreementsShown
from tilth_rules.agricola.moves.numbers import AGREE, CHOOSE_PLOT, CHOOSE_SEAT, COOK_SOME, TAKE_GOOD
from tilth_rules.agricola.view import view
from tilth_rules.kernel import SPECTATOR, world


def helper() -> Scene:
    return Scene(3, round_=4).owns(ANN, "I223")


def field(seat: int, plot: int) -> int:
    return CHOOSE_PLOT.option(seat, plot)


def test_i223_a_grain_from_another_seats_field_for_two_food_to_its_owner() -> None:
    scene = helper().fields(BOB, "grain 2").comes(AFTER_FIELD).answer(ANN, field(BOB, 14))
    assert (scene.got(ANN), scene.got(BOB)) == ({"grain": 1}, {"food": 2})
    assert scene.seat(BOB).yard.stacks[14] == 1


def test_i223_from_one_field_only_and_never_from_the_own() -> None:
    scene = helper().fields(ANN, "grain 3").fields(BOB, "grain 2", "vegetable 2").fields(CID, "grain 1")
    assert scene.comes(AFTER_FIELD).choices() == [field(BOB, 14), field(CID, 14)]
    assert scene.answer(ANN, field(CID, 14)).kind() == ""
    assert scene.seat(CID).yard.crops[14] == 0


def test_i223_the_acreage_is_a_field() -> None:
    scene = helper().owns(BOB, "K105").planted(BOB, 1, "grain", 2).comes(AFTER_FIELD)
    assert scene.choices() == [field(BOB, 15 + 1)]
    assert scene.answer(ANN, field(BOB, 16)).seat(BOB).plot_stacks == [0, 1]


def test_i223_after_the_field_phase_and_the_corn_storehouse() -> None:
    """The last grain of a field is reaped before; grain that the storehouse lets its owner sow is there."""
    assert helper().fields(BOB, "grain 1").field_phase().kind() == ""
    scene = helper().fields(BOB, "grain 2").field_phase()
    assert scene.answer(ANN, field(BOB, 14)).got(BOB) == {"grain": 1, "food": 2}
    scene = helper().fields(BOB, "grain 1").owns(BOB, "I86").field_phase()
    assert scene.kind(ANN) == ""
    assert scene.kind(BOB) != ""


def test_i223_need_not_help() -> None:
    assert helper().fields(BOB, "grain 2").comes(AFTER_FIELD).answer(ANN).got(BOB) == {}


def test_i223_a_seat_that_sits_out_the_harvest_helps_nobody_but_can_be_helped() -> None:
    scene = helper().fields(BOB, "grain 2")
    scene.seat(ANN).skips = 1
    assert scene.comes(AFTER_FIELD).kind() == ""
    scene.seat(ANN).skips, scene.seat(BOB).skips = 0, 1
    assert scene.comes(AFTER_FIELD).kind() == "card-plot"


def selling(**food: int) -> Scene:
    """Return a scene: Ann, who is asked for a place, sells a grain; other seats have this much food."""
    scene = Scene(4).owns(ANN, "I239").has(ANN, grain=2)
    for name, amount in food.items():
        scene.has({"bob": BOB, "cid": CID, "dee": DEE}[name], food=amount)
    return turn(scene).offer(ANN, "I239")


def test_i239_a_grain_is_worth_three_food() -> None:
    scene = selling(bob=1)
    assert scene.got() == {"grain": -1, "food": 3}
    assert scene.kind() == "place"
    assert scene.offer(ANN, "I239").got() == {"grain": -2, "food": 6}
    assert scene.offers() == []


def test_i239_any_seat_with_two_food_may_buy_it() -> None:
    scene = selling(bob=2, cid=1, dee=5)
    assert [scene.kind(seat) for seat in range(4)] == ["", "use-card", "", "use-card"]
    scene.answer(BOB, AGREE.number).answer(DEE)
    assert (scene.got(ANN), scene.got(BOB)) == ({"grain": -1, "food": 2}, {"grain": 1, "food": -2})
    assert scene.kind() == "place"


def test_i239_nobody_has_to_buy() -> None:
    scene = selling(bob=2, dee=5).answer(BOB).answer(DEE)
    assert scene.got() == {"grain": -1, "food": 3}


def test_i239_among_several_buyers_its_owner_chooses() -> None:
    scene = selling(bob=2, cid=2, dee=2).answer(DEE, AGREE.number).answer(BOB, AGREE.number).answer(CID)
    assert scene.choices() == [CHOOSE_SEAT.option(BOB), CHOOSE_SEAT.option(DEE)]
    assert scene.offers() == [], "the grain is promised"
    scene.answer(ANN, CHOOSE_SEAT.option(DEE))
    assert (scene.got(DEE), scene.got(BOB)) == ({"grain": 1, "food": -2}, {})


def test_i239_no_seat_knows_the_answers_of_the_others_before_all_have_answered() -> None:
    scene = selling(bob=2, cid=2)
    before = view(scene.state, CID)
    record = scene.table.answer(BOB, (AGREE.number,))
    assert record is not None
    assert record.seen_by(CID) == []
    assert record.seen_by(SPECTATOR) == []
    assert view(scene.state, CID) == before
    worlds = [world(scene.table, CID, Random(seed)).state for seed in range(40)]
    assert {there.agreed for there in worlds} == {0, 1 << BOB}, "as far as she knows"
    assert {world(scene.table, BOB, Random(seed)).state.agreed for seed in range(9)} == {1 << BOB}
    scene.answer(CID, AGREE.number)
    assert AgreementsShown(INDEX["I239"], (BOB, CID)) in scene.events


def test_i239_the_decision_it_came_from_is_asked_again_and_can_be_taken_again() -> None:
    scene = selling(bob=2).answer(BOB)
    assert ("I239", 0) in scene.offers()
    assert scene.table.undoable(ANN) is None
    assert scene.offer(ANN, "I239").kind(BOB) == "use-card"


def test_i239_seats_that_are_asked_cannot_cook() -> None:
    scene = Scene(4).owns(ANN, "I239").owns(BOB, "A1").has(ANN, grain=1).has(BOB, food=2, sheep=1)
    turn(scene).offer(ANN, "I239")
    assert COOK_SOME.number not in scene.table.offered.get(BOB, ())


def test_i239_is_no_baking_and_needs_no_oven() -> None:
    scene = Scene(4).owns(ANN, "I239", "E41").has(ANN, grain=1)
    assert turn(scene).offer(ANN, "I239").got() == {"grain": -1, "food": 3}


def test_i234_a_wood_may_be_bought_from_any_seat_that_gets_some() -> None:
    scene = Scene().owns(ANN, "I234").has(ANN, food=1).heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    scene.with_card(ANN, "I234")
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": -1, "wood": 1}, {"food": 1, "wood": 2})


def test_i234_wood_from_cards_own_wood_and_wood_without_food_are_not_for_sale() -> None:
    scene = Scene().owns(ANN, "I234").has(ANN, food=1)
    assert scene.play(BOB, "E16").takes(BOB, "wood").kind() == ""
    assert scene.heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3").kind() != "next-card"
    poor = Scene().owns(ANN, "I234").heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    assert poor.kind() != "next-card"
    other = Scene().owns(ANN, "I234").has(ANN, food=1).has(BOB, wood=2).heap("B-CLAY1", clay=1)
    assert other.use(BOB, "B-CLAY1").kind() != "next-card"


def test_i234_wood_from_the_supply_counts() -> None:
    scene = Scene(5).owns(ANN, "I234").has(ANN, food=1).heap("P5-RSW", reed=1).use(BOB, "P5-RSW")
    assert scene.with_card(ANN, "I234").got(BOB) == {"reed": 1, "stone": 1, "food": 1}
    chosen = Scene(3).owns(ANN, "I234").has(ANN, food=1).use(BOB, "P3-RES1")
    assert chosen.answer(BOB, TAKE_GOOD.option(WOOD)).kind() == "next-card"


DEALS = [("I251", "reed", "B-REED1"), ("I255", "stone", "R2-STONE")]


def market(card: str, good: str, space: str, food: int = 5) -> Scene:
    return Scene(4, round_=6).owns(ANN, card).has(ANN, food=food).heap(space, **{good: 3})


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_the_first_seat_that_takes_some_must_sell_one(card: str, good: str, space: str) -> None:
    scene = market(card, good, space).use(BOB, space).answer(ANN, AGREE.number)
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": -1, good: 1}, {"food": 2, good: 2})
    assert market(card, good, space).use(BOB, space).answer(ANN).got(BOB) == {good: 3}


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_only_once_a_round_with_any_seat_as_the_first(card: str, good: str, space: str) -> None:
    for first in (ANN, BOB):
        scene = market(card, good, space).use(first, space)
        if first == BOB:
            scene.answer(ANN)
        assert scene.use(CID, "P4-RSF").kind(ANN) != "use-card"
        scene.state.round += 1
        scene.state.visitors[SPACES["P4-RSF"]] = 0
        assert scene.use(CID, "P4-RSF").kind(ANN) == "use-card"


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_played_after_somebody_has_taken_some_they_wait(
    card: str, good: str, space: str
) -> None:
    scene = Scene(4, round_=6).has(ANN, food=5).heap(space, **{good: 1}).use(BOB, space)
    assert scene.play(ANN, card).use(CID, "P4-RSF").kind(ANN) != "use-card"


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_played_before_anybody_has_taken_some_they_buy_at_once(
    card: str, good: str, space: str
) -> None:
    scene = Scene(4, round_=6).has(ANN, food=5).heap(space, **{good: 1}).use(DEE, "B-DAY").play(ANN, card)
    assert scene.use(BOB, space).kind(ANN) == "use-card"


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_a_seat_that_takes_other_goods_is_not_the_first(
    card: str, good: str, space: str
) -> None:
    scene = market(card, good, space).heap("B-CLAY1", clay=1).has(DEE, **{good: 1}).use(DEE, "B-CLAY1")
    assert scene.kind(ANN) != "use-card"
    assert scene.use(BOB, space).kind(ANN) == "use-card"


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_cannot_buy_without_food(card: str, good: str, space: str) -> None:
    assert market(card, good, space, food=0).use(BOB, space).kind(ANN) != "use-card"


@pytest.mark.parametrize(("card", "good"), [("I251", REED), ("I255", STONE)])
def test_i251_and_i255_goods_of_choice_count_when_they_are_chosen(card: str, good: int) -> None:
    scene = Scene(3).owns(ANN, card).has(ANN, food=1).use(BOB, "P3-RES1")
    assert scene.answer(BOB, TAKE_GOOD.option(good)).kind(ANN) == "use-card"

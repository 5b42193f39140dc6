"""Cards by which their owner deals with other seats: Harvest Helper, Corn Profiteer."""

from random import Random

from tests.agricola.cards.farms import turn
from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola import game
from tilth_rules.agricola.cards.words import AFTER_FIELD
from tilth_rules.agricola.choices import COOK, REAP_AT, SEAT_AT, YES
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.cards import PledgesShown
from tilth_rules.agricola.view import view
from tilth_rules.kernel import SPECTATOR

# Harvest Helper ----------------------------------------------------------------------------------


def helper() -> Scene:
    return Scene(3, round_=4).owns(ANN, "I223")


def field(seat: int, plot: int) -> int:
    return REAP_AT + 64 * seat + plot


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
    """The last grain of a field is reaped before; what the storehouse lets be sown is there."""
    assert helper().fields(BOB, "grain 1").field_phase().kind() == ""
    scene = helper().fields(BOB, "grain 2").field_phase()
    assert scene.answer(ANN, field(BOB, 14)).got(BOB) == {"grain": 1, "food": 2}
    scene = helper().fields(BOB, "grain 1").owns(BOB, "I86").field_phase()
    assert scene.kind(ANN) == ""
    assert scene.kind(BOB) != ""


def test_i223_need_not_help() -> None:
    assert helper().fields(BOB, "grain 2").comes(AFTER_FIELD).answer(ANN).got(BOB) == {}


def test_i223_whoever_sits_out_the_harvest_helps_nobody_but_can_be_helped() -> None:
    scene = helper().fields(BOB, "grain 2")
    scene.seat(ANN).skips = 1
    assert scene.comes(AFTER_FIELD).kind() == ""
    scene.seat(ANN).skips, scene.seat(BOB).skips = 0, 1
    assert scene.comes(AFTER_FIELD).kind() == "card-plot"


# Corn Profiteer ----------------------------------------------------------------------------------


def selling(**food: int) -> Scene:
    """Ann, who is asked for a place, sells a grain; others have so much food."""
    scene = Scene(4).owns(ANN, "I239").has(ANN, grain=2)
    for name, amount in food.items():
        scene.has({"bob": BOB, "cid": CID, "dee": DEE}[name], food=amount)
    return turn(scene).offer(ANN, "I239")


def test_i239_a_grain_is_worth_three_food() -> None:
    scene = selling(bob=1)
    assert scene.got() == {"grain": -1, "food": 3}
    assert scene.kind() == "place"
    assert scene.offer(ANN, "I239").got() == {"grain": -2, "food": 6}


def test_i239_whoever_has_two_food_may_buy_it() -> None:
    scene = selling(bob=2, cid=1, dee=5)
    assert [scene.kind(seat) for seat in range(4)] == ["", "use-card", "", "use-card"]
    scene.answer(BOB, YES).answer(DEE)
    assert (scene.got(ANN), scene.got(BOB)) == ({"grain": -1, "food": 2}, {"grain": 1, "food": -2})
    assert scene.kind() == "place"


def test_i239_nobody_has_to_buy() -> None:
    scene = selling(bob=2, dee=5).answer(BOB).answer(DEE)
    assert scene.got() == {"grain": -1, "food": 3}


def test_i239_among_several_buyers_its_owner_chooses() -> None:
    scene = selling(bob=2, cid=2, dee=2).answer(DEE, YES).answer(BOB, YES).answer(CID)
    assert scene.choices() == [SEAT_AT + BOB, SEAT_AT + DEE]
    scene.answer(ANN, SEAT_AT + DEE)
    assert (scene.got(DEE), scene.got(BOB)) == ({"grain": 1, "food": -2}, {})


def test_i239_nobody_knows_what_the_others_say_before_all_have_answered() -> None:
    scene = selling(bob=2, cid=2)
    before = view(scene.state, CID)
    record = scene.table.answer(BOB, (YES,))
    assert record is not None
    assert record.seen_by(CID) == []
    assert record.seen_by(SPECTATOR) == []
    assert view(scene.state, CID) == before
    assert game.determinize(scene.state, CID, Random(1)).pledged == 0
    scene.answer(CID, YES)
    assert PledgesShown(INDEX["I239"], (BOB, CID)) in scene.events


def test_i239_the_decision_it_came_from_is_asked_anew_and_can_be_taken_again() -> None:
    scene = selling(bob=2).answer(BOB)
    assert ("I239", 0) in scene.offers()
    assert scene.table.undoable(ANN) is None
    assert scene.offer(ANN, "I239").kind(BOB) == "use-card"


def test_i239_those_who_are_asked_cook_nothing_meanwhile() -> None:
    scene = Scene(4).owns(ANN, "I239").owns(BOB, "A1").has(ANN, grain=1).has(BOB, food=2, sheep=1)
    turn(scene).offer(ANN, "I239")
    assert COOK not in scene.table.offered.get(BOB, ())


def test_i239_is_no_baking_and_needs_no_oven() -> None:
    scene = Scene(4).owns(ANN, "I239", "E41").has(ANN, grain=1)
    assert turn(scene).offer(ANN, "I239").got() == {"grain": -1, "food": 3}

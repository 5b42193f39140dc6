"""Minor improvements of deck I with functions that are about fields, harvests and the end of the match."""

from tests.agricola.cards.farms import sow
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.cards.words import FINAL, NIGHT
from tilth_rules.agricola.choices import SOW_AT, YES, herd_option
from tilth_rules.agricola.words import GRAIN

# Corn Storehouse ---------------------------------------------------------------------------------


def stored(*cards: str, **goods: int) -> Scene:
    return Scene().owns(ANN, "I86", *cards).has(ANN, **goods).fields(ANN, "", "grain 1", "").field_phase()


def test_i86_grain_is_sown_at_once_with_one_less() -> None:
    scene = stored(vegetable=1).with_card(ANN, "I86")
    assert {option % 8 for option in scene.choices()} == {GRAIN}
    scene.answer(ANN, SOW_AT + 8 * 13 + GRAIN)
    assert (scene.seat().yard.stacks[13], scene.got()) == (2, {})


def test_i86_the_owner_may_do_without_and_is_not_asked_without_grain() -> None:
    assert stored().answer(ANN).got() == {"grain": 1}
    assert Scene().owns(ANN, "I86").fields(ANN, "").field_phase().kind() == ""


def test_i86_liquid_manure_and_others_field_worker_notice_it() -> None:
    scene = sow(stored("K118", grain=1).with_card(ANN, "I86"), "grain", 14, 13)
    assert (scene.seat().yard.stacks[13], scene.seat().yard.stacks[14]) == (3, 3)


def test_i86_acreage_is_for_grain_and_the_beanfield_is_not() -> None:
    scene = Scene().owns(ANN, "I86", "K105", "E18").has(ANN, grain=1, vegetable=1).field_phase()
    scene.with_card(ANN, "I86")
    assert scene.choices() == [SOW_AT + 8 * 15 + GRAIN, SOW_AT + 8 * 16 + GRAIN]
    assert sow(scene, "grain", 15).seat().plot_stacks[0] == 2


# Manure ------------------------------------------------------------------------------------------


def manured(round_: int, *cards: str) -> Scene:
    scene = Scene(round_=round_).owns(ANN, "I92", *cards).fields(ANN, "grain 3", "vegetable 2", "")
    return scene.has(BOB, grain=1).comes(NIGHT)


def test_i92_crops_come_in_after_rounds_without_harvest_all_or_none() -> None:
    scene = manured(3).with_card(ANN, "I92")
    assert (scene.got(), scene.kind()) == ({"grain": 1, "vegetable": 1}, "")
    assert scene.seat().yard.stacks[13:] == [1, 2]
    assert manured(3).answer(ANN).got() == {}
    assert manured(4).kind() == ""


def test_i92_without_crops_nothing_is_asked() -> None:
    assert Scene(round_=3).owns(ANN, "I92").fields(ANN, "").comes(NIGHT).kind() == ""


def test_i92_animals_bring_nothing() -> None:
    cards = ("E51", "E53", "I93", "K133", "K146")
    scene = manured(3, *cards).has(ANN, sheep=9, cattle=9)
    scene.before[ANN] = scene.seat().goods[:]
    assert scene.with_card(ANN, "I92").got() == {"grain": 1, "vegetable": 1}


def test_i92_the_own_lettuce_patch_corn_storehouse_and_water_mill_follow() -> None:
    scene = Scene(round_=3).owns(ANN, "I92", "E47", "I86", "I103").planted(ANN, 0, "vegetable", 2)
    scene.fields(ANN, "").has(ANN, grain=2).has(BOB, grain=1).comes(NIGHT).with_card(ANN, "I92")
    scene.answer(ANN, YES).answer(ANN, YES)
    assert scene.got() == {"food": 4 + 3, "grain": -1}
    assert (scene.kind(ANN), scene.kind(BOB)) == ("next-card", "")
    assert sow(scene.with_card(ANN, "I86"), "grain", 14).seat().yard.stacks[14] == 2


def test_i92_another_seats_water_mill_stands_still() -> None:
    scene = Scene(round_=3).owns(ANN, "I92").owns(BOB, "I103").fields(ANN, "grain 2").has(ANN, grain=2)
    assert scene.comes(NIGHT).with_card(ANN, "I92").kind() == ""


# Animal Feed -------------------------------------------------------------------------------------


def test_i101_each_kind_that_is_there_has_one_more() -> None:
    scene = Scene().owns(ANN, "I101").pasture(ANN, 3, 4).pasture(ANN, 8, 9).has(ANN, sheep=3, boar=2)
    assert scene.comes(FINAL).got() == {"sheep": 1, "boar": 1}
    assert Scene().owns(ANN, "I101").pasture(ANN, 4).comes(FINAL).got() == {}


def test_i101_old_animals_may_make_room_and_nothing_is_cooked() -> None:
    scene = Scene().owns(ANN, "I101", "A1").pasture(ANN, 4).has(ANN, sheep=2, boar=1).comes(FINAL)
    assert scene.choices() == [herd_option(3, 0, 0), herd_option(2, 1, 0), herd_option(1, 2, 0)]
    assert not scene.table.offered.get(ANN)
    assert scene.answer(ANN, herd_option(1, 2, 0)).got() == {"sheep": -1, "boar": 1}


# Water Mill --------------------------------------------------------------------------------------


def test_i103_everybody_may_mill_a_grain_and_others_pay_a_food() -> None:
    scene = Scene(3).owns(ANN, "I103").has(ANN, grain=2).has(BOB, grain=1).field_phase()
    scene.answer(ANN, YES)
    assert scene.got() == {"grain": -1, "food": 3}
    scene.answer(BOB, YES)
    assert (scene.got(BOB), scene.got()) == ({"grain": -1, "food": 2}, {"grain": -1, "food": 4})
    assert scene.kind(CID) == ""


def test_i103_nobody_has_to() -> None:
    scene = Scene().owns(ANN, "I103").has(BOB, grain=1).field_phase().answer(BOB)
    assert scene.got(BOB) == {}


def test_i103_seats_come_in_turn_from_the_starting_player_on_without_those_who_sit_out() -> None:
    scene = Scene(3).owns(ANN, "I103").has(ANN, grain=1).has(BOB, grain=1).has(CID, grain=1)
    scene.state.first = BOB
    scene.seat(CID).skips = 1
    scene.field_phase().answer(BOB)
    assert scene.kind() == "use-card"
    assert scene.answer(ANN).kind(CID) == ""

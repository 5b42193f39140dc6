"""Cards about fields: unusual ways to plough, sow and reap."""

import pytest

from tests.agricola.cards.farms import plough, plough_with, ploughed, sow
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.cards.moments import NIGHT
from tilth_rules.agricola.codes import GRAIN, VEGETABLE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.moves.numbers import AGREE, SOW_PLOT, USE_CARD


def patch(amount: int) -> Scene:
    scene = Scene().owns(ANN, "E47").fields(ANN, "vegetable 2")
    return (scene.planted(ANN, 0, "vegetable", amount) if amount else scene).field_phase()


def test_e47_the_vegetable_from_the_card_may_become_four_food_at_once() -> None:
    assert patch(2).answer(ANN, AGREE.number).got() == {"vegetable": 1, "food": 4}
    assert patch(1).answer(ANN).got() == {"vegetable": 2}


def test_e47_vegetables_from_other_fields_are_vegetables() -> None:
    assert (patch(0).kind(), patch(0).got()) == ("", {"vegetable": 1})
    scene = Scene().owns(ANN, "E18", "E47").planted(ANN, 0, "vegetable", 1).field_phase()
    assert (scene.kind(), scene.got()) == ("", {"vegetable": 1})


def test_e47_no_pot_is_needed_and_spices_bring_nothing() -> None:
    scene = Scene().owns(ANN, "E47", "A1", "E25").planted(ANN, 0, "vegetable", 1).field_phase()
    assert scene.answer(ANN, AGREE.number).got() == {"food": 4}


def test_e47_it_is_sown_like_any_other_field() -> None:
    scene = Scene().owns(ANN, "E47", "I219", "K118").has(ANN, grain=1, vegetable=1).do(ANN, acts.Sow())
    assert scene.choices() == [SOW_PLOT.option(15, VEGETABLE)]
    assert sow(scene, "vegetable", 15).seat().plot_stacks == [2 + 2 + 1]


def test_e47_with_gardener_it_comes_from_the_supply_and_may_be_eaten_too() -> None:
    scene = Scene().owns(ANN, "E47", "I226").planted(ANN, 0, "vegetable", 1).field_phase()
    assert scene.answer(ANN, AGREE.number).got() == {"food": 4}
    assert scene.seat().plot_stacks == [1]


def test_e195_a_second_field_costs_a_food_on_both_spaces_for_ploughing() -> None:
    for space in ("B-PLOUGH", "R5-PLOUGHSOW"):
        scene = plough_with(Scene().owns(ANN, "E195").has(ANN, food=1).use(ANN, space), ANN, "E195")
        assert (ploughed(plough(scene, ANN, 2)), scene.got()) == (2, {"food": -1})
        assert scene.kind() != "field"


def test_e195_helps_nobody_else() -> None:
    scene = Scene().owns(ANN, "E195").has(ANN, food=1).has(BOB, food=1).use(BOB, "B-PLOUGH")
    assert scene.kind(BOB) == "field"


def test_e195_without_food_or_on_the_word_of_a_card_there_is_one_field() -> None:
    assert Scene().owns(ANN, "E195").use(ANN, "B-PLOUGH").kind() == "field"
    assert Scene().owns(ANN, "E195").has(ANN, food=9).play(ANN, "E11").with_card(ANN, "E11").kind() == "field"


@pytest.mark.parametrize(("tool", "fields"), [("I68", 2), ("K115", 3)])
def test_e195_it_goes_together_with_a_plough_or_the_harrow(tool: str, fields: int) -> None:
    scene = Scene().owns(ANN, "E195", tool).has(ANN, food=1).use(ANN, "B-PLOUGH")
    assert ploughed(plough(plough_with(scene, ANN, tool, "E195"), ANN, fields + 1)) == fields + 1


def stored(*cards: str, **goods: int) -> Scene:
    return Scene().owns(ANN, "I86", *cards).has(ANN, **goods).fields(ANN, "", "grain 1", "").field_phase()


def test_i86_grain_is_sown_at_once_with_one_less() -> None:
    scene = stored(vegetable=1).with_card(ANN, "I86")
    assert {option % 8 for option in scene.choices()} == {GRAIN}
    scene.answer(ANN, SOW_PLOT.option(13, GRAIN))
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
    assert scene.choices() == [SOW_PLOT.option(15, GRAIN), SOW_PLOT.option(16, GRAIN)]
    assert sow(scene, "grain", 15).seat().plot_stacks[0] == 2


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
    scene.answer(ANN, AGREE.number).answer(ANN, AGREE.number)
    assert scene.got() == {"food": 4 + 3, "grain": -1}
    assert (scene.kind(ANN), scene.kind(BOB)) == ("next-card", "")
    assert sow(scene.with_card(ANN, "I86"), "grain", 14).seat().yard.stacks[14] == 2


def test_i92_another_seats_water_mill_does_nothing() -> None:
    scene = Scene(round_=3).owns(ANN, "I92").owns(BOB, "I103").fields(ANN, "grain 2").has(ANN, grain=2)
    assert scene.comes(NIGHT).with_card(ANN, "I92").kind() == ""


def test_i68_the_owner_ploughs_two_fields_once() -> None:
    for space in ("B-PLOUGH", "R5-PLOUGHSOW"):
        scene = plough_with(Scene().owns(ANN, "I68").use(ANN, space), ANN, "I68")
        assert ploughed(plough(scene, ANN, 2)) == 2
        scene.state.visitors[SPACES[space]] = 0
        scene.seat().places = [-1, -1]
        assert scene.use(ANN, space).kind() == "field"


def test_i68_everybody_else_pays_two_food_to_the_owner_once() -> None:
    scene = Scene(3).owns(ANN, "I68").has(BOB, food=5).has(CID, food=1)
    plough_with(scene.use(BOB, "B-PLOUGH"), BOB, "I68")
    assert (scene.got(BOB), scene.got(ANN)) == ({"food": -2}, {"food": 2})
    assert ploughed(plough(scene, BOB, 2), BOB) == 2
    assert scene.use(BOB, "R5-PLOUGHSOW").kind(BOB) == "field"
    scene.state.visitors[SPACES["B-PLOUGH"]] = 0
    assert scene.use(CID, "B-PLOUGH").kind(CID) == "field"
    scene.state.visitors[SPACES["B-PLOUGH"]] = 0
    assert scene.use(ANN, "B-PLOUGH").kind(ANN) == "plough-with"


def test_i68_no_plough_goes_with_it_and_no_card_that_ploughs() -> None:
    scene = Scene().owns(ANN, "I68", "K115").use(ANN, "B-PLOUGH")
    assert scene.choices() == [USE_CARD.option(INDEX["I68"]), USE_CARD.option(INDEX["K115"])]
    assert scene.answer(ANN, USE_CARD.option(INDEX["I68"])).kind() == "field"
    assert Scene().owns(ANN, "I68").play(ANN, "E11").with_card(ANN, "E11").kind() == "field"


def punned(fields: int, *tools: str) -> Scene:
    scene = Scene().owns(ANN, "I70").owns(BOB, *tools).has(BOB, food=1).use(BOB, "B-PLOUGH")
    return plough(plough_with(scene, BOB, *tools), BOB, fields)


@pytest.mark.parametrize("tool", ["I68", "K115"])
def test_i70_a_field_when_somebody_else_has_used_a_plough_or_the_harrow(tool: str) -> None:
    scene = punned(2, tool).with_card(ANN, "I70")
    assert ploughed(plough(scene, ANN, 1), ANN) == 1
    assert scene.kind() != "field"


def test_i70_nothing_for_a_single_field_or_one_that_was_paid_for() -> None:
    assert punned(1, "I68").kind() != "next-card"
    assert punned(1).kind() != "next-card"
    assert punned(2, "E195").kind() != "next-card"


def test_i70_own_ploughs_bring_nothing() -> None:
    scene = Scene().owns(ANN, "I70", "I68").use(ANN, "B-PLOUGH")
    assert plough(plough_with(scene, ANN, "I68"), ANN, 2).kind() != "next-card"


@pytest.mark.parametrize(("cell", "good", "stack"), [(6, "grain", 5), (6, "vegetable", 3), (12, "grain", 3)])
def test_i90_fields_beside_the_house_bear_more(cell: int, good: str, stack: int) -> None:
    scene = Scene().owns(ANN, "I90").has(ANN, **{good: 1})
    scene.seat().yard.fields |= 1 << cell
    assert sow(scene.do(ANN, acts.Sow()), good, cell).seat().yard.stacks[cell] == stack


def test_i90_cards_lie_beside_nothing() -> None:
    scene = Scene().owns(ANN, "I90", "E18").has(ANN, vegetable=1).do(ANN, acts.Sow())
    assert sow(scene, "vegetable", 15).seat().plot_stacks == [2]


@pytest.mark.parametrize(("fields", "stacks"), [((14,), [5]), ((14, 13), [4, 4]), ((14, 13, 9), [3, 3, 3])])
def test_i219_one_or_two_fields_sown_in_an_action_bear_more(
    fields: tuple[int, ...], stacks: list[int]
) -> None:
    scene = Scene().owns(ANN, "I219").has(ANN, grain=3).fields(ANN, "", "", "").do(ANN, acts.Sow())
    yard = sow(scene, "grain", *fields).seat().yard
    assert [yard.stacks[cell] for cell in fields] == stacks


def test_i219_every_plot_of_a_card_is_a_field_and_so_is_wood() -> None:
    scene = Scene().owns(ANN, "I219", "K105").has(ANN, grain=2).do(ANN, acts.Sow())
    assert sow(scene, "grain", 15, 16).seat().plot_stacks == [4, 4]
    beans = Scene().owns(ANN, "I219", "E18").has(ANN, vegetable=1).do(ANN, acts.Sow())
    assert sow(beans, "vegetable", 15).seat().plot_stacks == [4]
    copse = Scene().owns(ANN, "I219", "I78").has(ANN, wood=1).do(ANN, acts.Sow())
    assert sow(copse, "wood", 15).seat().plot_stacks[0] == 3 + 2


def test_i226_vegetables_come_from_the_supply_and_stay_on_all_fields() -> None:
    scene = Scene().owns(ANN, "I226", "E18").planted(ANN, 0, "vegetable", 1)
    scene.fields(ANN, "vegetable 2", "grain 3").field_phase()
    assert scene.got() == {"vegetable": 2, "grain": 1}
    assert (scene.seat().plot_stacks, scene.seat().yard.stacks[13:]) == ([1], [2, 2])

"""Minor improvements of deck I that have functions of their own."""

import pytest

from tests.agricola.cards.farms import fence, guest, people, plough, plough_with, ploughed, sketch, sow
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.actions.improvements import PlayImprovement
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.words import HOME
from tilth_rules.agricola.choices import CUT_AT, SPACE_AT, USE_AT
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.farm.yard import FIELD
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, Purchase, all_prices
from tilth_rules.agricola.rounds.phases import ComeHome
from tilth_rules.agricola.rounds.work import left_to_place
from tilth_rules.agricola.state import family_size
from tilth_rules.agricola.words import CLAY, REED, WOOD

# Harrow and Punner -------------------------------------------------------------------------------


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
    assert scene.choices() == [USE_AT + 8 * INDEX["I68"], USE_AT + 8 * INDEX["K115"]]
    assert scene.answer(ANN, USE_AT + 8 * INDEX["I68"]).kind() == "field"
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


# People ------------------------------------------------------------------------------------------


def test_i71_nobody_works_in_the_last_round() -> None:
    scene = guest(Scene(round_=13).owns(ANN, "I71"), ANN)
    assert left_to_place(scene.state, ANN) == 3
    scene.state.round = 14
    assert (left_to_place(scene.state, ANN), left_to_place(scene.state, BOB)) == (0, 2)


@pytest.mark.parametrize(
    ("card", "reed"), [("E36", 2), ("K136", 2), ("K294", 2), ("I99", 2), ("I91", 1), ("E157", 1)]
)
def test_i71_roofs_leave_its_price_and_ladder_and_thatcher_do_not(card: str, reed: int) -> None:
    scene = Scene().owns(ANN, card)
    found = all_prices(scene.state, ANN, Purchase(IMPROVEMENT, INDEX["I71"]))
    assert sorted(price.goods for price in found) == [((WOOD, 3), (REED, reed)), ((CLAY, 3), (REED, reed))]


def test_i71_its_owner_earns_nothing_by_the_church_warden() -> None:
    scene = people(Scene(round_=14).owns(ANN, "I71", "I227"), ANN, 5)
    assert left_to_place(scene.state, ANN) == 0
    assert scene.comes(HOME).bonus() == 0


def invited(round_: int) -> Scene:
    scene = Scene(round_=round_).has(ANN, food=2).holds(ANN, "I73")
    return scene.run(PlayImprovement(Facts(ANN), INDEX["I73"]))


def test_i73_a_guest_works_in_the_next_round_only_and_is_no_family() -> None:
    scene = invited(3)
    assert (left_to_place(scene.state, ANN), scene.seat(BOB).hand) == (2, [INDEX["I73"]])
    scene.reaches(4)
    assert (left_to_place(scene.state, ANN), family_size(scene.seat())) == (3, 2)
    scene.run(ComeHome())
    assert left_to_place(scene.state, ANN) == 2
    assert left_to_place(scene.reaches(5).state, ANN) == 2


def test_i73_five_people_have_a_sixth_one_for_a_round() -> None:
    scene = people(invited(3), ANN, 5).reaches(4)
    assert left_to_place(scene.state, ANN) == 6


def test_i73_after_the_last_round_nobody_comes() -> None:
    assert invited(14).state.laid == []


# Shepherd's Crook --------------------------------------------------------------------------------


def test_i77_a_new_pasture_of_four_cells_brings_two_sheep() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=15)
    assert fence(scene, ANN, 3, 4, 8, 9).got() == {"wood": -8, "sheep": 2}
    assert fence(Scene().owns(ANN, "I77").has(ANN, wood=15), ANN, 3, 4, 9).got() == {"wood": -8}


def test_i77_the_sheep_need_no_other_room_than_the_new_pasture() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=15, cattle=1)
    assert fence(scene, ANN, 3, 4, 8, 9).got() == {"wood": -8, "sheep": 2}
    assert scene.kind() == ""


def test_i77_parts_of_a_pasture_that_is_cut_bring_nothing() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=2).pasture(ANN, 2, 3, 4, 7, 8, 9)
    scene.do(ANN, acts.BuildFences()).answer(ANN, CUT_AT + (1 << 2 | 1 << 7))
    assert (scene.kind(), scene.got()) == ("", {"wood": -2})


def test_i77_a_pasture_that_was_fenced_and_cut_in_one_action_is_new() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=12).do(ANN, acts.BuildFences())
    sketch(scene, ANN, 4, 3, 2, 9, 8, 7).answer(ANN, CUT_AT + (1 << 2 | 1 << 7))
    assert scene.got() == {"wood": -12, "sheep": 2}


# Spinney -----------------------------------------------------------------------------------------


def test_i80_others_hand_over_a_wood_from_three_wood() -> None:
    scene = Scene().owns(ANN, "I80").heap("B-WOOD3", wood=6).use(BOB, "B-WOOD3")
    assert (scene.got(ANN), scene.got(BOB), scene.lies("B-WOOD3")) == ({"wood": 1}, {"wood": 5}, {})


def test_i80_own_wood_and_that_of_other_spaces_is_left_alone() -> None:
    own = Scene().owns(ANN, "I80").heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3")
    assert own.got() == {"wood": 3}
    other = Scene(5).owns(ANN, "I80").heap("P5-WOOD4", wood=4).use(BOB, "P5-WOOD4")
    assert (other.got(ANN), other.got(BOB)) == ({}, {"wood": 4})


def test_i80_comes_before_the_basket() -> None:
    scene = Scene().owns(ANN, "I80").owns(BOB, "E34").heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    scene.with_card(BOB, "E34")
    assert (scene.got(ANN), scene.got(BOB), scene.lies("B-WOOD3")) == ({"wood": 1}, {"food": 3}, {"wood": 2})


# Flagon ------------------------------------------------------------------------------------------


def test_i87_each_well_that_is_built_brings_four_food_and_others_one() -> None:
    scene = Scene(3).owns(ANN, "I87").play(BOB, "A10")
    assert [scene.got(seat) for seat in (ANN, BOB, CID)] == [{"food": 4}, {"food": 1}, {"food": 1}]
    scene.play(CID, "I66")
    assert [scene.got(seat) for seat in (ANN, BOB, CID)] == [{"food": 4}, {"food": 1}, {"food": 1}]
    assert Scene().owns(ANN, "I87").play(BOB, "A9").got() == {}


@pytest.mark.parametrize(("wells", "times"), [((), 0), (("A10",), 1), (("I66",), 1), (("A10", "I66"), 2)])
def test_i87_wells_that_are_there_already_count_when_it_is_played(wells: tuple[str, ...], times: int) -> None:
    scene = Scene().owns(BOB, *wells).play(ANN, "I87")
    assert scene.got(ANN).get("food", 0) == 4 * times
    assert scene.got(BOB).get("food", 0) == times


# Lasso -------------------------------------------------------------------------------------------


def roped(space: str) -> Scene:
    scene = Scene(2).owns(ANN, "I88").heap("R1-SHEEP", sheep=1).heap("R3-BOAR", boar=1)
    scene.seat().places, scene.seat().born, scene.seat().kinds = [-1] * 3, [0] * 3, [1] * 3
    return scene.pasture(ANN, 4).use(ANN, space)


def test_i88_after_an_animal_space_a_second_person_may_go_anywhere() -> None:
    scene = roped("R1-SHEEP")
    assert scene.kind() == "second-person"
    assert SPACE_AT + SPACES["B-DAY"] in scene.choices()
    scene.answer(ANN, SPACE_AT + SPACES["B-DAY"])
    assert scene.got() == {"sheep": 1, "food": 2}
    assert (scene.kind(ANN), scene.kind(BOB)) == ("", "place")


def test_i88_after_another_space_it_may_go_for_an_animal() -> None:
    scene = roped("B-DAY")
    assert scene.choices() == [SPACE_AT + SPACES["R1-SHEEP"], SPACE_AT + SPACES["R3-BOAR"]]
    assert scene.answer(ANN, SPACE_AT + SPACES["R3-BOAR"]).got() == {"food": 2, "boar": 1}
    assert scene.kind(BOB) == "place"


def test_i88_it_may_be_left_alone_and_is_used_again_in_the_round() -> None:
    scene = roped("R1-SHEEP").answer(ANN)
    assert scene.kind(BOB) == "place"
    scene.answer(BOB, SPACE_AT + SPACES["B-GRAIN"])
    assert scene.answer(ANN, SPACE_AT + SPACES["R3-BOAR"]).kind() == "second-person"


def test_i88_without_animals_to_fetch_nothing_is_asked() -> None:
    scene = Scene().owns(ANN, "I88").use(ANN, "B-DAY")
    assert scene.kind() == ""


def test_i88_the_last_person_is_placed_alone() -> None:
    scene = Scene().owns(ANN, "I88").heap("R1-SHEEP", sheep=1)
    scene.seat().places = [-2, -1]
    assert scene.use(ANN, "R1-SHEEP").kind() == ""


# Planter Box -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "good", "stack"), [(6, "grain", 5), (6, "vegetable", 3), (12, "grain", 3)])
def test_i90_fields_beside_the_house_bear_more(cell: int, good: str, stack: int) -> None:
    scene = Scene().owns(ANN, "I90").has(ANN, **{good: 1})
    scene.seat().yard.cells[cell] = FIELD
    assert sow(scene.do(ANN, acts.Sow()), good, cell).seat().yard.stacks[cell] == stack


def test_i90_cards_lie_beside_nothing() -> None:
    scene = Scene().owns(ANN, "I90", "E18").has(ANN, vegetable=1).do(ANN, acts.Sow())
    assert sow(scene, "vegetable", 15).seat().plot_stacks == [2]

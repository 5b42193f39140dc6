"""Rulings of the appendix on minor improvements that no other test shows."""

import pytest

from tests.agricola.cards.farms import fence, guest, plough, plough_with, ploughed, sketch, sow, turn
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.actions.improvements import can_play_minor
from tilth_rules.agricola.cards.moments import ROUND
from tilth_rules.agricola.codes import CLAY, CLAY_HOUSE, STONE_HOUSE, WOOD, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.moves.numbers import AGREE, COOK_SOME, GIVE_UP_CARD, USE_SPACE
from tilth_rules.agricola.scoring import BOAR_LINE, PASTURES, sheets
from tilth_rules.agricola.state import CARD_PLOTS

CORNER = 4
FIELD = 14
PLOUGHS = ("E61", "E62", "I63", "K115", "K119")


# Goods that come, and further goods with them --------------------------------------------------------


def test_k116_is_paid_with_wood_or_with_clay_and_never_with_both() -> None:
    assert [cost.goods for cost in CARDS[INDEX["K116"]].costs] == [((WOOD, 3),), ((CLAY, 3),)]
    for wood, clay, may in ((3, 0, True), (0, 3, True), (2, 2, False)):
        scene = Scene().has(ANN, wood=wood, clay=clay).holds(ANN, "K116")
        assert can_play_minor(scene.state, ANN, INDEX["K116"]) is may


def test_k116_nothing_comes_along_with_the_grain_of_the_barn() -> None:
    """Cards that add to grain add to that of the space."""
    scene = Scene(3, round_=7).play(ANN, "K116").has(ANN, food=3).has(BOB, food=3)
    scene.owns(ANN, "I74", "E35", "K268", "E168", "K296", "I245", "I225").owns(BOB, "I229").reaches(8)
    assert (scene.got(ANN), scene.got(BOB), scene.kind()) == ({"grain": 1}, {}, "")


def test_i95_reed_of_cards_brings_no_food() -> None:
    assert Scene().owns(ANN, "I95").play(ANN, "I96").got() == {"reed": 2}
    assert Scene().owns(ANN, "I95").play(ANN, "E42").takes(ANN, "reed").got() == {"reed": 1}
    assert Scene(round_=3).owns(ANN, "I95").play(ANN, "E205").reaches(4).got() == {"reed": 1}
    scene = Scene().owns(ANN, "I251", "I95").has(ANN, food=1).heap("B-REED1", reed=2).use(BOB, "B-REED1")
    assert scene.answer(ANN, AGREE.number).got(ANN) == {"food": -1, "reed": 1}


@pytest.mark.parametrize(("space", "seats"), [("P4-RSF", 4), ("P5-RSW", 5)])
def test_i82_no_stone_where_stone_comes_with_other_goods(space: str, seats: int) -> None:
    scene = Scene(seats).owns(ANN, "I82").has(ANN, food=1).heap(space, reed=int(space == "P5-RSW"))
    assert scene.use(ANN, space).got()["stone"] == 1
    assert scene.kind() == ""


def test_k126_food_beside_the_reed_is_no_other_building_resource() -> None:
    scene = Scene().owns(ANN, "K126").heap("B-REED1", reed=1, food=1)
    assert scene.use(ANN, "B-REED1").got() == {"reed": 1, "food": 1 + 2}


@pytest.mark.parametrize("card", ["E39", "I104"])
def test_k268_buys_nothing_beside_the_goods_of_an_improvement(card: str) -> None:
    scene = Scene().owns(ANN, "K268").has(ANN, food=9).play(ANN, card)
    assert (set(scene.got()), scene.kind()) == ({"vegetable"}, "")


def test_i104_the_market_can_not_be_paid_with_the_grain_of_the_market_woman() -> None:
    for grain, may in ((2, False), (3, True)):
        scene = Scene().owns(ANN, "K292").holds(ANN, "I104").has(ANN, grain=grain)
        assert can_play_minor(scene.state, ANN, INDEX["I104"]) is may
    assert Scene().owns(ANN, "K292").play(ANN, "I104").got() == {"vegetable": 2, "grain": 2}


# Ploughs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", PLOUGHS)
def test_a_plough_may_lay_fewer_fields_than_it_could(card: str) -> None:
    fewer = 2 if card != "I63" else 1
    scene = plough_with(Scene().owns(ANN, card).use(ANN, "B-PLOUGH"), ANN, card)
    assert ploughed(plough(scene, ANN, fewer)) == fewer
    assert scene.kind() == ""


@pytest.mark.parametrize("card", PLOUGHS)
def test_one_plough_goes_with_a_ploughing_and_no_second_one(card: str) -> None:
    other = "K115" if card != "K115" else "E61"
    scene = plough_with(Scene().owns(ANN, card, other, "I68").use(ANN, "B-PLOUGH"), ANN, card)
    assert scene.kind() == "field"
    assert ploughed(plough(scene, ANN, 2)) == 2


def test_k134_fewer_fields_than_the_team_of_oxen_allows() -> None:
    scene = Scene(round_=5).play(ANN, "K134").with_card(ANN, "K134")
    assert ploughed(plough(scene, ANN, 1)) == 1
    assert scene.kind() == ""


def test_i76_a_plough_that_was_given_up_is_none() -> None:
    scene = Scene().owns(ANN, "I76", "E61", "A1").fields(ANN, *[""] * 5).holds(ANN, "E38")
    before = scene.bonus()
    scene.do(ANN, acts.Improve()).plays(ANN, "E38")
    scene.answer(ANN, GIVE_UP_CARD.option(INDEX["E61"])).answer(ANN, GIVE_UP_CARD.option(INDEX["A1"]))
    assert (before, scene.bonus()) == (0, 2)


# Improvements paid with other improvements -------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("A3", {"A1", "A2", "E20"}),
        ("K128", {"A1", "A2", "E20"}),
        ("I85", {"A3", "A4", "K128"}),
        ("I65", {"A5", "A6", "E14", "E27"}),
        ("K106", {"A5", "A6", "E14", "E27"}),
    ],
)
def test_fireplaces_hearths_and_ovens_may_be_given_back(card: str, given: set[str]) -> None:
    """The simple fireplace is one, the wood-fired oven is one; a bakehouse and a bakery are none."""
    candidates = ("A1", "A2", "A3", "A4", "A5", "A6", "E20", "E14", "E27", "I65", "K106", "K128")
    may = set()
    for name in candidates:
        if name != card:
            scene = Scene().owns(ANN, name).holds(ANN, card).has(ANN, stone=9)
            scene.do(ANN, acts.Improve(major=True))
            if INDEX[card] in [option - 4096 for option in scene.choices()]:
                may.add(name)
    assert may == given


# Animals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "least"), [("I92", 2), ("K118", 4)])
def test_goat_and_horse_are_no_animals(card: str, least: int) -> None:
    scene = Scene().owns(ANN, "K120", "K135").holds(ANN, card).has(ANN, sheep=least - 1)
    assert not can_play_minor(scene.state, ANN, INDEX[card])
    assert can_play_minor(scene.has(ANN, boar=1).state, ANN, INDEX[card])


def test_k120_the_goat_stays_and_no_pet_comes() -> None:
    scene = Scene().owns(ANN, "K120").has(ANN, sheep=1)
    assert not animals_fit(scene.state, ANN)


def test_k145_boars_in_the_forest_count_in_the_end() -> None:
    assert sheets(Scene().owns(ANN, "K145").has(ANN, boar=7).state)[ANN][BOAR_LINE] == 4


def test_e58_the_animal_yard_brings_no_animals_and_is_no_pasture() -> None:
    scene = Scene().play(ANN, "E58")
    assert scene.got() == {}
    assert sheets(scene.state)[ANN][PASTURES] == -1


def test_e29_the_pipe_does_nothing_in_the_head_grooms_stable() -> None:
    def most(*cells: int) -> int:
        scene = Scene().owns(ANN, "E29", "E208").stables(ANN, *cells)
        return max(count for count in range(20) if animals_fit(scene.has(ANN, sheep=count).state, ANN))

    assert most(CORNER) == 1 + 3
    assert most(CORNER, 2) == 1 + 3 + 2


@pytest.mark.parametrize("cook", ["A1", "I247"])
def test_k141_and_e60_animals_that_have_come_may_be_cooked_at_once(cook: str) -> None:
    for card, animal, counts, food in (("K141", "boar", (0, 1, 0), 2), ("E60", "cattle", (0, 0, 1), 3)):
        scene = Scene().owns(ANN, cook).has(ANN, sheep=1).play(ANN, card)
        assert scene.kind() == "keep-animals"
        scene.answer(ANN, COOK_SOME.number)
        scene.answer(ANN, *(number if at < 3 else 0 for at, number in enumerate((*counts, 0))))
        assert (scene.got(), scene.kind(), animal in scene.got()) == ({"food": food}, "", False)


def test_e60_one_sheep_is_the_whole_price() -> None:
    scene = Scene().holds(ANN, "E60").has(ANN, sheep=1).use(ANN, "B-START").plays(ANN, "E60")
    assert scene.got() == {"sheep": -1, "cattle": 1}


def test_i101_fields_of_cards_count() -> None:
    scene = Scene().owns(ANN, "K105", "E18").holds(ANN, "I101").fields(ANN, "grain 3")
    scene.planted(ANN, 0, "grain", 1).planted(ANN, 1, "grain", 1)
    assert not can_play_minor(scene.state, ANN, INDEX["I101"])
    assert can_play_minor(scene.planted(ANN, 2, "vegetable", 1).state, ANN, INDEX["I101"])


# Fences ----------------------------------------------------------------------------------------------


def test_k121_nothing_is_made_up_for_where_fences_were_free_anyway() -> None:
    """The mini pasture's fences are the first four: of the next three, the sixth is free and no other."""
    scene = sketch(Scene().owns(ANN, "K121").has(ANN, wood=9).play(ANN, "E40"), ANN, CORNER)
    assert scene.got() == {}
    assert fence(scene, ANN, 3).got() == {"wood": -2}


def test_e40_a_stable_of_the_stablehand_follows() -> None:
    scene = sketch(Scene().owns(ANN, "E207").play(ANN, "E40"), ANN, CORNER)
    assert scene.kind() == "stable"
    assert scene.answer(ANN, scene.choices()[0]).got() == {}


# Rooms ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "house", "price"),
    [
        ("I81", WOODEN, {"wood": -5, "reed": -1}),
        ("K132", CLAY_HOUSE, {"clay": -4, "reed": -1}),
        ("E55", STONE_HOUSE, {"stone": -3, "reed": -1}),
    ],
)
def test_an_annex_has_its_printed_price_at_any_price_of_rooms_and_the_wet_nurse_comes(
    card: str, house: int, price: dict[str, int]
) -> None:
    scene = Scene().rooms(ANN, 2, house).holds(ANN, card)
    scene.owns(ANN, "E218", "I241", "E37", "E13", "E36", "K136", "K294", "K270")
    scene.has(ANN, wood=9, clay=9, reed=9, stone=9, food=1)
    scene.use(ANN, "B-START").plays(ANN, card).with_card(ANN, card)
    scene.answer(ANN, scene.choices()[0]).with_card(ANN, "K270")
    assert scene.got() == {**price, "food": -1}
    assert len(scene.seat().kinds) == 3


def test_i73_a_guest_takes_no_childs_room() -> None:
    scene = guest(Scene(round_=5).rooms(ANN, 3), ANN)
    space = USE_SPACE.option(scene.opened("R2-GROWTH"))
    assert space in turn(scene).choices()
    assert space not in turn(guest(Scene(round_=5), ANN)).choices()


def test_i71_effects_as_the_last_round_begins_are_open_to_its_owner() -> None:
    scene = Scene(round_=14).owns(ANN, "I71", "K279").rooms(ANN, 2, STONE_HOUSE).has(ANN, clay=2)
    assert scene.comes(ROUND).kind() == "next-card"


# Sowing and baking -----------------------------------------------------------------------------------


def test_k118_crops_that_were_sown_before_stay_as_they_are() -> None:
    scene = Scene().fields(ANN, "grain 3", "vegetable 2").play(ANN, "K118")
    assert scene.seat().yard.stacks[13:] == [2, 3]


@pytest.mark.parametrize("card", ["E18", "K137", "E47"])
@pytest.mark.parametrize("more", ["E32", "K118", "I219", "K286"])
def test_cards_that_add_to_fields_add_to_cards_with_crops(card: str, more: str) -> None:
    scene = Scene().owns(ANN, card, more).has(ANN, vegetable=1).do(ANN, acts.Sow())
    bonus = 2 if more == "I219" else 1
    assert sow(scene, "vegetable", CARD_PLOTS).seat().plot_stacks == [2 + bonus]


def test_k105_one_plot_may_stay_empty() -> None:
    scene = Scene().owns(ANN, "K105").has(ANN, grain=2).do(ANN, acts.Sow())
    assert sow(scene, "grain", CARD_PLOTS).seat().plot_stacks == [3, 0]


@pytest.mark.parametrize("card", ["I75", "K110", "E154"])
def test_grain_that_is_exchanged_is_not_baked(card: str) -> None:
    """No card about baking notices it."""
    scene = Scene().owns(ANN, card, "E149", "A1").owns(BOB, "E155").has(ANN, grain=2)
    scene.feeding().offer(ANN, card)
    assert scene.got(ANN) == {"grain": -1, "food": 2 if card == "I75" else 3}
    assert scene.got(BOB) == {}


# Points ----------------------------------------------------------------------------------------------


def test_e28_e173_and_k144_add_up() -> None:
    def points(*cards: str) -> int:
        return Scene().owns(ANN, *cards).rooms(ANN, 3, STONE_HOUSE).bonus()

    assert points("E28", "E173") == 2 + 3
    assert points("E28", "E173", "K144") == 2 + 3 + 6


def test_i64_only_before_the_first_occupation() -> None:
    scene = Scene(round_=4).holds(ANN, "I64")
    assert can_play_minor(scene.state, ANN, INDEX["I64"])
    assert not can_play_minor(scene.owns(ANN, "E166").state, ANN, INDEX["I64"])


def test_k111_its_bread_does_not_pay_the_occupation_it_follows() -> None:
    scene = Scene().owns(ANN, "K111", "A1", "K283").holds(ANN, "E177").has(ANN, grain=1)
    assert USE_SPACE.option(scene.opened("B-OCC")) not in turn(scene).choices()
    assert USE_SPACE.option(scene.opened("B-OCC")) in turn(scene.has(ANN, food=1)).choices()


# Prices ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "reed"), [("I84", 1), ("I86", 2)])
def test_a_price_of_wood_or_of_clay_is_paid_with_one_of_them(card: str, reed: int) -> None:
    for wood, clay, price in ((2, 0, {"wood": -2}), (0, 2, {"clay": -2}), (1, 1, None)):
        scene = Scene().holds(ANN, card).has(ANN, wood=wood, clay=clay, reed=reed).use(ANN, "B-START")
        if price is None:
            assert scene.choices() == []
        else:
            assert scene.plays(ANN, card).got() == {**price, "reed": -reed}

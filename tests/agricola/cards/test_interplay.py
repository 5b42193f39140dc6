"""Several cards at once: rulings of the appendix, and effects of one card on another's questions."""

from tests.agricola.cards.farms import convert, sow, turn
from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.actions.improvements import Improve, can_play_minor
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import FEEDING_BEGINS, FINAL, PER_GAME, PER_ROUND, ROUND
from tilth_rules.agricola.codes import NOBODY, STONE_HOUSE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.moves.numbers import AGREE, COOK_SOME, GIVE_UP_CARD, PLAY_CARD, USE_SPACE
from tilth_rules.agricola.rounds.phases import ReturnHome
from tilth_rules.agricola.rounds.work import StartWork
from tilth_rules.agricola.state import CARD_PLOTS, NEVER

CHIEF, DAUGHTER = INDEX["E172"], INDEX["E173"]
FIRST_FIELD = 14


def owner(scene: Scene, card: str) -> int:
    return scene.state.owner[INDEX[card]]


# Questions that could be left without an answer ----------------------------------------------------


def test_e215_a_seat_that_cooks_the_animals_instead_is_not_asked_again() -> None:
    scene = Scene().play(ANN, "E215").owns(ANN, "I247").has(ANN, sheep=1, boar=0, cattle=0)
    scene.comes(FINAL).with_card(ANN, "E215")
    convert(scene, COOK_SOME.number).answer(ANN, 1, 0, 0, 0)
    assert scene.kind() == ""
    assert scene.bonus() == -3


def test_e200_nothing_is_turned_into_something_else_while_the_house_is_chosen() -> None:
    scene = Scene().owns(ANN, "E200", "E209", "K285").has(ANN, clay=2, stone=2, reed=1)
    scene.use(ANN, "R2-RENO")
    assert (scene.kind(), scene.table.offered[ANN]) == ("renovate", [])


def test_k121_is_spared_where_the_wood_carver_saves_as_much() -> None:
    """A stable for a wood: both would make it free, and only one of them comes again."""
    scene = Scene().owns(ANN, "K121", "K301", "I254").rooms(ANN, 2, STONE_HOUSE).has(ANN, wood=1)
    scene.comes(ROUND).with_card(ANN, "I254")
    scene.answer(ANN, scene.choices()[0]).pays(ANN, saving=True)
    spent = scene.state.spent
    assert 8 * INDEX["K301"] + PER_ROUND in spent
    assert 8 * INDEX["K121"] + PER_GAME not in spent


# One card after another ----------------------------------------------------------------------------


def test_i249_k271_and_e173_answer_each_other_in_one_turn() -> None:
    scene = Scene(4).owns(BOB, "I249").holds(BOB, "K296").has(BOB, food=1)
    scene.owns(CID, "K271").holds(CID, "E172").has(CID, food=5).holds(DEE, "E173")
    scene.heap("P4-TRAVEL", food=2).use(ANN, "P4-TRAVEL")
    scene.with_card(BOB, "I249").plays(BOB, "K296").with_card(CID, "K271").plays(CID, "E172")
    assert [scene.kind(seat) for seat in (ANN, BOB, CID, DEE)] == ["", "", "", "show-card"]
    scene.answer(DEE, PLAY_CARD.option(DAUGHTER))
    assert (scene.state.owner[CHIEF], scene.state.owner[DAUGHTER]) == (CID, DEE)
    assert [scene.got(seat) for seat in (ANN, BOB, CID, DEE)] == [
        {"food": 2},
        {"food": -1, "grain": 1},
        {"food": -5},
        {},
    ]


def test_i80_comes_before_the_wood_buyer() -> None:
    scene = Scene(3).owns(BOB, "I80").owns(CID, "I234").has(CID, food=1).heap("B-WOOD3", wood=3)
    scene.use(ANN, "B-WOOD3").with_card(CID, "I234")
    assert scene.got(ANN) == {"wood": 1, "food": 1}
    assert (scene.got(BOB), scene.got(CID)) == ({"wood": 1}, {"wood": 1, "food": -1})


def test_e49_brings_food_of_bookshelf_and_patron_twice() -> None:
    scene = Scene().owns(ANN, "E49", "K112", "E192", "E174").holds(ANN, "K296", "E166")
    scene.use(ANN, "B-OCC").plays(ANN, "K296").with_card(ANN, "E49").plays(ANN, "E166")
    assert scene.got()["food"] == (3 + 2 - 1) + (3 + 2 - 2)
    assert scene.seat().points == 2


def test_k271_answers_both_occupations_of_a_writing_desk() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "K296", "E166").has(ANN, food=2)
    scene.owns(BOB, "K271").holds(BOB, "E168", "E177").has(BOB, food=6)
    scene.use(ANN, "B-OCC").plays(ANN, "K296").with_card(ANN, "E49").plays(ANN, "E166")
    scene.with_card(BOB, "K271").plays(BOB, "E168").with_card(BOB, "K271").plays(BOB, "E177")
    assert scene.got(BOB) == {"food": -6}


def test_i222_stone_of_the_renovation_pays_the_improvement_after_it() -> None:
    scene = Scene().owns(ANN, "I222").has(ANN, clay=5, reed=1).use(ANN, "R2-RENO")
    assert PLAY_CARD.option(INDEX["A5"]) in scene.choices()
    assert scene.plays(ANN, "A5").got() == {"clay": -5, "reed": -1, "stone": 2}


def test_e159_leaves_room_to_build_where_somebody_has_taken_the_food() -> None:
    space = SPACE["P5-ROOMTRAVEL"]
    scene = Scene(5).owns(BOB, "E159").has(BOB, wood=5, reed=2).heap("P5-ROOMTRAVEL", food=2)
    turn(scene.use(ANN, "P5-ROOMTRAVEL"), BOB)
    assert space in scene.choices(BOB)
    assert scene.answer(BOB, USE_SPACE.option(space)).kind(BOB) == "room"
    scene = Scene(5).owns(BOB, "E159").heap("P5-ROOMTRAVEL", food=2)
    assert space not in turn(scene.use(ANN, "P5-ROOMTRAVEL"), BOB).choices(BOB)


def test_e188_wood_that_was_distributed_is_something_else() -> None:
    scene = Scene().owns(ANN, "E188").heap("B-CLAY1", clay=1, wood=1)
    assert scene.use(ANN, "B-CLAY1").got() == {"clay": 1, "wood": 1}


def test_k126_wood_that_was_distributed_comes_along() -> None:
    scene = Scene().owns(ANN, "K126").heap("B-REED1", reed=1, wood=1)
    assert scene.use(ANN, "B-REED1").got() == {"reed": 1, "wood": 1, "food": 1}


# Wells and the goods they have laid -------------------------------------------------------------------


def test_a10_can_be_built_again_after_it_has_become_the_village_well() -> None:
    scene = Scene(3, round_=2).owns(BOB, "I262", "I87").play(ANN, "A10")
    assert (scene.got(ANN), scene.got(BOB), scene.got(CID)) == ({"food": 1}, {"food": 4}, {"food": 1})
    scene.holds(ANN, "I66").run(Improve(Facts(ANN), True, True)).plays(ANN, "I66")
    assert (scene.got(BOB), owner(scene, "A10")) == ({"food": 4}, NOBODY)
    food = [round_ for round_, _, _ in scene.laid(ANN)]
    assert food == [3, 3, 4, 4, 5, 5, 6, 7]
    scene.has(CID, wood=1, stone=3).run(Improve(Facts(CID), False, True)).plays(CID, "A10")
    assert (scene.got(BOB), scene.got(CID)["food"], owner(scene, "A10")) == ({"food": 4}, 1, CID)
    assert len(scene.laid(BOB)) == 2 * 12


def test_e38_a_well_that_is_given_up_takes_its_food_along() -> None:
    scene = Scene().owns(ANN, "A1").holds(ANN, "E38").play(ANN, "A10")
    assert len(scene.laid()) == 5
    scene.run(Improve(Facts(ANN), True, False)).plays(ANN, "E38")
    scene.answer(ANN, GIVE_UP_CARD.option(INDEX["A10"])).answer(ANN, GIVE_UP_CARD.option(INDEX["A1"]))
    assert scene.laid() == []
    assert (owner(scene, "A10"), owner(scene, "A1"), owner(scene, "E38")) == (NOBODY, NOBODY, ANN)
    assert scene.state.since[INDEX["A10"]] != NEVER


# Farms ----------------------------------------------------------------------------------------------


def test_k286_trough_and_pipe_make_room_for_seven_sheep_on_a_cell() -> None:
    scene = Scene().owns(ANN, "E59", "E29", "K286").pasture(ANN, 4)
    assert animals_fit(scene.has(ANN, sheep=7 + 1).state, ANN)
    assert not animals_fit(scene.has(ANN, sheep=7 + 2).state, ANN)


def test_i244_nothing_is_reaped_fed_or_born_in_the_harvest_of_the_round() -> None:
    scene = Scene(round_=4).play(ANN, "I244").fields(ANN, "grain 3").pasture(ANN, 4, 9).has(ANN, sheep=2)
    assert scene.run(ReturnHome()).got() == {}
    assert scene.seat().begging == 0


def test_e44_alone_its_owner_is_the_seat_with_few_occupations() -> None:
    scene = Scene(1).holds(ANN, "E44").has(ANN, wood=1, clay=1).owns(ANN, "E166")
    assert can_play_minor(scene.state, ANN, INDEX["E44"])
    assert not can_play_minor(scene.owns(ANN, "E168").state, ANN, INDEX["E44"])


# Goods that are there when the question comes, and gone when the answer does ---------------------------


def test_i237_food_that_went_to_the_grocer_pays_no_fellow_artists() -> None:
    scene = Scene(4).owns(ANN, "I237").owns(BOB, "K311", "E167", "I257").play(ANN, "E184")
    scene.has(ANN, food=1).heap("P4-TRAVEL", food=1).use(ANN, "P4-TRAVEL")
    assert scene.choices() == [AGREE.number]
    assert scene.offer(ANN, "E184").choices() == []
    assert scene.answer(ANN).got() == {"reed": 1}


def test_i260_food_that_went_to_the_grocer_pays_no_starting_player() -> None:
    scene = Scene().play(ANN, "E184").owns(ANN, "I260").has(ANN, food=1)
    scene.state.first = BOB
    assert scene.run(StartWork()).choices() == [AGREE.number]
    assert scene.offer(ANN, "E184").choices() == []
    scene.answer(ANN)
    assert scene.kind(BOB) == "place"
    assert scene.got() == {"reed": 1, "food": -1}


# Sums of several cards ------------------------------------------------------------------------------


def test_e32_k118_i219_and_k286_add_up_on_a_field_and_on_a_card() -> None:
    cards = ("E32", "K118", "I219", "K286")
    scene = Scene().owns(ANN, *cards).fields(ANN, "").has(ANN, vegetable=1).do(ANN, acts.Sow())
    sow(scene, "vegetable", FIRST_FIELD)
    assert scene.seat().yard.stacks[FIRST_FIELD] == 2 + 1 + 1 + 2 + 1
    scene = Scene().owns(ANN, *cards, "E18").has(ANN, vegetable=1).do(ANN, acts.Sow())
    assert sow(scene, "vegetable", CARD_PLOTS).seat().plot_stacks == [2 + 1 + 1 + 2 + 1]


def test_e21_e172_k144_and_e28_add_up_as_the_mansion_allows() -> None:
    def points(*cards: str) -> int:
        return Scene().owns(ANN, *cards).rooms(ANN, 3, STONE_HOUSE).bonus()

    assert points("E21", "E172") == 3 + 3
    assert points("K144", "E172") == 6 + 3
    assert points("E21", "K144", "E172", "E28") == 0 + 6 + 3 + 2


def test_e41_adds_two_food_to_the_bakers_bread_for_any_grain() -> None:
    scene = Scene().owns(ANN, "E41", "E150", "A1", "A5").has(ANN, grain=3).comes(FEEDING_BEGINS)
    assert scene.with_card(ANN, "E150").answer(ANN, 3).got() == {"grain": -3, "food": 5 + 2 + 2 + 2}


def test_k111_bakes_after_an_occupation_that_another_card_plays() -> None:
    scene = Scene(4).owns(ANN, "I249", "K111", "A1").holds(ANN, "E177").has(ANN, food=1, grain=1)
    scene.heap("P4-TRAVEL", food=1).use(BOB, "P4-TRAVEL").with_card(ANN, "I249").plays(ANN, "E177")
    assert scene.with_card(ANN, "K111").answer(ANN, 1).got() == {"food": -1 + 2, "grain": -1}


def test_cards_that_are_fields_count_as_printed_once_they_are_sown() -> None:
    def plays(card: str, field: str, plots: int, crop: str) -> bool:
        scene = Scene().owns(ANN, field).holds(ANN, card).has(ANN, wood=1)
        for plot in range(plots):
            scene.planted(ANN, plot, crop, 1)
        return can_play_minor(scene.state, ANN, INDEX[card])

    assert plays("K139", "K105", 2, "grain")
    assert not plays("K139", "K105", 1, "grain")
    for field in ("E18", "E47", "K137"):
        assert plays("K130", field, 1, "vegetable")
        assert not plays("K130", field, 0, "vegetable")


def test_kitchens_are_no_ovens_for_cards_that_ask_for_one() -> None:
    for kitchen in ("I65", "K106"):
        scene = Scene().owns(ANN, kitchen, "E162").has(ANN, clay=1, stone=3, sheep=1)
        assert not can_play_minor(scene.holds(ANN, "E33").state, ANN, INDEX["E33"])
        assert not can_play_minor(scene.state, ANN, INDEX["I65" if kitchen == "K106" else "K106"])
        assert COOK_SOME.number not in turn(scene).table.offered[ANN]


def test_i91_and_e157_take_both_reed_off_every_room() -> None:
    scene = Scene().owns(ANN, "I91", "E157").has(ANN, wood=10).do(ANN, acts.BuildRooms())
    for _ in range(2):
        scene.answer(ANN, scene.choices()[0])
    assert scene.got() == {"wood": -10}


def test_k301_takes_a_wood_off_one_of_several_rooms() -> None:
    scene = Scene().owns(ANN, "K301").has(ANN, wood=9, reed=4).do(ANN, acts.BuildRooms())
    for _ in range(4):
        if scene.kind():
            cheapest = scene.kind() == "pay"
            scene.answer(ANN, max(scene.choices()) if cheapest else scene.choices()[0])
    assert scene.got() == {"wood": -9, "reed": -4}


def test_e33_and_k277_offer_the_pottery_once() -> None:
    scene = Scene().owns(ANN, "E33", "K277").rooms(ANN, 2, STONE_HOUSE).run(Improve(Facts(ANN), True, False))
    assert scene.choices() == [PLAY_CARD.option(INDEX["A8"])]
    scene.plays(ANN, "A8")
    assert (owner(scene, "A8"), scene.got()) == (ANN, {})

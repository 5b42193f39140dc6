"""Edges of the rules: effects in a single case, whose absence nobody would notice."""

from tests.agricola.cards.farms import plough, ploughed, turn
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.actions.building import houses_to
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import ROUND
from tilth_rules.agricola.codes import AT_HOME, CLAY_HOUSE, IDLE, STONE_HOUSE
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.events.rounds import PersonStayed
from tilth_rules.agricola.moves.numbers import DRAW_MINOR, PLAY_CARD, USE_SPACE
from tilth_rules.agricola.rounds.harvest import Harvest
from tilth_rules.agricola.rounds.phases import PlayRound, ReturnHome
from tilth_rules.agricola.rounds.work import PlacePerson, working_people
from tilth_rules.kernel import SeededChance, Table


def crowded(scene: Scene, *free: str) -> Scene:
    """Put people on every space except these."""
    scene.state.visitors = [1 << 8 * BOB] * len(SPACES)
    for name in free:
        scene.state.visitors[scene.opened(name)] = 0
    return scene


# Spaces that are of use -------------------------------------------------------------------------------


def test_a_minor_improvement_that_can_be_played_opens_the_space_for_improvements() -> None:
    scene = Scene().holds(ANN, "E12").has(ANN, wood=1)
    improve = USE_SPACE.option(scene.opened("R1-IMPR"))
    assert improve in turn(scene).choices()
    assert improve not in turn(Scene().holds(ANN, "E12")).choices()


def test_majors_that_others_have_built_open_no_space_though_prices_are_lower() -> None:
    scene = Scene().owns(ANN, "E15").owns(BOB, "A1", "A2", "A3", "A4").has(ANN, clay=2)
    improve = USE_SPACE.option(scene.opened("R1-IMPR"))
    assert improve not in turn(scene).choices()
    scene = Scene().owns(ANN, "E15").has(ANN, clay=2)
    scene.opened("R1-IMPR")
    assert improve in turn(scene).choices()


def test_a_seat_that_places_nobody_has_placed_this_person() -> None:
    scene = crowded(Scene().holds(ANN, "E34"), "R1-IMPR")
    scene.run(PlacePerson(ANN)).answer(ANN)
    assert PersonStayed(ANN, 0) in scene.events
    assert scene.seat().places == [IDLE, AT_HOME]


def test_people_that_found_no_work_do_not_work() -> None:
    scene = Scene()
    for places, working in (([AT_HOME, AT_HOME], 0), ([IDLE, AT_HOME], 0), ([3, IDLE], 1), ([3, 4], 2)):
        scene.seat().places = places
        assert working_people(scene.state, ANN) == working
    scene.seat().places, scene.seat().born, scene.seat().kinds = [3, 3], [0, scene.state.round], [0, 0]
    assert working_people(scene.state, ANN) == 1, "a child sits beside its mother"


def test_k279_a_seat_that_can_play_nothing_is_asked_and_says_no() -> None:
    """Only the owner knows whether there is a card to play."""
    scene = Scene().owns(ANN, "K279").rooms(ANN, 2, STONE_HOUSE).holds(ANN, "K283", "E34").comes(ROUND)
    scene.with_card(ANN, "K279")
    assert (scene.kind(), scene.choices()) == ("one-of", [])
    assert scene.answer(ANN).kind() == ""


def test_e195_brings_one_field_more_and_no_second_one() -> None:
    scene = Scene().owns(ANN, "E195").has(ANN, food=9).use(ANN, "B-PLOUGH")
    (ploughman,) = scene.choices()
    assert scene.answer(ANN, ploughman).kind() == "field", "it does not help twice"
    assert (ploughed(plough(scene, ANN, 2)), scene.kind()) == (2, "")
    assert scene.got() == {"food": -1}


def test_i220_a_well_that_cannot_be_paid_for_is_not_offered() -> None:
    for wood, stone, may in ((1, 1, True), (1, 0, False), (0, 3, False)):
        scene = (
            Scene().owns(ANN, "I220").holds(ANN, "E34").has(ANN, wood=wood, stone=stone).use(ANN, "B-START")
        )
        assert (PLAY_CARD.option(INDEX["A10"]) in scene.choices()) is may


def test_a_plough_stops_where_no_cell_is_left() -> None:
    scene = Scene().owns(ANN, "K115").rooms(ANN, 8).fields(ANN, *[""] * 6).use(ANN, "B-PLOUGH")
    scene.answer(ANN, scene.choices()[0])
    assert scene.answer(ANN, scene.choices()[0]).kind() == ""
    assert scene.seat().yard.unused().bit_count() == 0


def test_an_empty_deck_is_drawn_from_as_long_as_cards_were_put_away() -> None:
    scene = Scene(options=Options(three_for_one=True)).holds(ANN, "E12", "E13", "E175")
    scene.state.decks, scene.state.discards = [[], []], [[INDEX["K105"]], []]
    assert scene.run(PlacePerson(ANN)).table.offered[ANN] == [DRAW_MINOR.number]


def test_a_card_renovates_to_the_house_it_names_or_not_at_all() -> None:
    scene = Scene().has(ANN, clay=2, stone=2, reed=1)
    assert houses_to(scene.state, Facts(ANN), CLAY_HOUSE) == [CLAY_HOUSE]
    assert houses_to(scene.state, Facts(ANN), STONE_HOUSE) == []


# Beginnings -------------------------------------------------------------------------------------------


def test_as_a_round_begins_goods_come_then_cards_act_then_spaces_are_filled() -> None:
    scene = Scene(round_=8).owns(ANN, "E194").rooms(ANN, 2, STONE_HOUSE).play(ANN, "E57")
    scene.state.round = 9
    scene.run(PlayRound(), chance=SeededChance(bytes(32)))
    assert (scene.state.round, scene.kind(), scene.got()) == (10, "next-card", {"food": 1})
    assert scene.lies("B-WOOD3") == {}
    scene.answer(ANN)
    assert scene.lies("B-WOOD3") == {"wood": 3}
    assert scene.kind(scene.state.first) == "place"


# The end of things ------------------------------------------------------------------------------------


def test_after_the_last_harvest_cards_act_again_and_then_points_are_counted() -> None:
    scene = Scene(round_=14).owns(ANN, "I101").pasture(ANN, 3, 4).has(ANN, sheep=1, food=9).has(BOB, food=9)
    assert scene.run(ReturnHome()).got() == {"sheep": 1, "food": -4}
    assert game.result(scene.state) is not None


def test_a_seat_that_sits_a_harvest_out_has_no_effects_of_its_cards_in_it() -> None:
    def food(skips: int) -> int:
        scene = Scene(round_=4).owns(ANN, "I93", "E53", "E150", "A1").has(ANN, sheep=3, cattle=5, food=9)
        scene.seat().skips = skips
        scene.pasture(ANN, 2, 3, 4).stables(ANN, 2).run(Harvest(1))
        return scene.seat().goods[7]

    assert food(1) == 9
    assert food(0) > 9 - 4


# Drafts ----------------------------------------------------------------------------------------------


def test_no_seat_learns_that_another_has_kept_a_card_before_all_have() -> None:
    table = Table(game, Options(draft=True), 3, SeededChance(bytes(32)))
    table.start()
    for seat in (2, 0):
        decision = table.open[seat]
        record = table.answer(seat, decision.options[:1])  # type: ignore[union-attr]
        assert record is not None
        assert record.seen_by(1) == []
        assert record.seen_by(seat) != []

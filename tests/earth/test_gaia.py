"""Alone against Gaia: her reactions to your actions, her own cards, and the end of the match."""

import pytest

from tests.earth.situations import ANN, Scene, event, face, good, of_kind, place, plant
from tilth_rules.earth import Level, Options
from tilth_rules.earth.codes import CARD, COMPOST, GROW, GROWTH, PLANT, SOIL, SPROUT, WATER
from tilth_rules.earth.events.cards import CardsDrawn, DeckShuffled
from tilth_rules.earth.events.gaia import (
    GaiaActed,
    GaiaComposted,
    GaiaFinished,
    GaiaGained,
    GaiaPlacedLeaf,
    GaiaScored,
    GaiaShuffled,
    GaiaSkipped,
    GaiaSpentSoil,
    GaiaTook,
    GaiaTurned,
    GaiaWillSkip,
    gaia_of,
)
from tilth_rules.earth.events.rounds import FieldFilled, LeafPlaced, MatchEnded
from tilth_rules.earth.moves import EXCHANGE
from tilth_rules.earth.scoring import gaia_lines
from tilth_rules.earth.solo import (
    EndOfHerDeck,
    EndSoloRound,
    GaiaReacts,
    GaiaTurn,
    HerLeaf,
    HerPart,
    SoloSetUp,
)
from tilth_rules.kernel import EVERYTHING, Event, ScriptedChance, ScriptedDraw

UPPER, LOWER, HER_WATER, HER_GROW, HER_COMPOST, HER_PLANT = 360, 361, 362, 363, 364, 365
LOW, HIGH = (Level.BEGINNER, Level.MEDIUM), (Level.HARD, Level.EXPERT)


def alone(level: Level = Level.MEDIUM) -> Scene:
    scene = Scene(1, Options(level=level))
    gaia = gaia_of(scene.state)
    gaia.deck = tuple(face(number) for number in (UPPER, LOWER, HER_WATER, HER_GROW, HER_COMPOST, HER_PLANT))
    gaia.passes = 1
    return scene


def reaction(scene: Scene, action: int) -> list[Event]:
    scene.state.action = action
    return scene.run(GaiaReacts())


def turned(scene: Scene, number: int) -> Scene:
    """Lay Gaia's card open."""
    gaia_of(scene.state).card = face(number)
    return scene


# Gaia's share of your action ---------------------------------------------------------------------------


@pytest.mark.parametrize(("levels", "more"), [(LOW, 0), (HIGH, 3)])
def test_after_watering_she_has_a_sprout_for_each_card_of_yours_with_a_blue_ability(
    levels: tuple[Level, ...], more: int
) -> None:
    for level in levels:
        scene = alone(level).board(ANN, "290b", "295b").field(ANN, "5 243 33")
        assert reaction(scene, WATER) == [GaiaGained(SPROUT, more + 4)], (
            "island and climate, multicoloured too"
        )


@pytest.mark.parametrize(("levels", "more"), [(LOW, 0), (HIGH, 3)])
def test_after_growing_she_has_growth_for_each_card_you_drew(levels: tuple[Level, ...], more: int) -> None:
    for level in levels:
        scene = alone(level).field(ANN, "13").hand(ANN, 207).soil(ANN, 1)
        scene.turn(ANN, GROW)
        scene.answer(ANN)
        scene.answer(ANN, place(0, 0))
        scene.answer(ANN, event(207))
        assert len(scene.seat(ANN).area.hand) == 4 + 2 + 2
        events = scene.done(ANN)
        assert GaiaGained(GROWTH, more + 6) in events, "those of the event do not count"


@pytest.mark.parametrize(("levels", "cards"), [(LOW, 2), (HIGH, 5)])
def test_after_composting_she_composts_more_for_every_two_soil_you_gained(
    levels: tuple[Level, ...], cards: int
) -> None:
    for level in levels:
        scene = alone(level).board(ANN, climate="296b").field(ANN, "89+3").hand(ANN, 223)
        scene.turn(ANN, COMPOST)
        scene.answer(ANN, EXCHANGE)
        scene.answer(ANN, *[place(0, 0)] * 3)
        scene.answer(ANN, event(223))
        scene.answer(ANN, 50)
        events = scene.done(ANN)
        composted = of_kind(events, GaiaComposted)
        assert composted[0].count == cards + 3, "5 and 2; not the exchange, not the event"  # type: ignore[attr-defined]
        for viewer in (ANN, -1):
            assert composted[0].seen_by(viewer) == GaiaComposted(cards + 3, ())


def test_after_planting_she_takes_the_three_cards_that_you_did_not_keep() -> None:
    scene = alone().deck(7, 8, 12, 14)
    scene.turn(ANN, PLANT)
    scene.answer(ANN)
    scene.answer(ANN, face(12))
    assert scene.seat(ANN).aside == [face(7), face(8), face(14)]
    events = scene.done(ANN)
    assert GaiaTook((face(7), face(8), face(14))) in events
    assert scene.state.discards == []


# Gaia's own turn ---------------------------------------------------------------------------------------


def test_her_turn_comes_after_yours_and_you_act_first_as_one_of_the_others() -> None:
    scene = alone().board(ANN, "290b").field(ANN, "5")
    draw = ScriptedDraw([2])
    scene.run(GaiaTurn(), chance=ScriptedChance(gaia=[draw]))
    assert scene.records[-1].events[:2] == (GaiaTurned(face(HER_WATER)), GaiaActed(WATER))
    assert good(SOIL) in scene.offered(ANN)
    scene.answer(ANN, good(SPROUT))
    scene.answer(ANN, place(0, 0), place(0, 0))
    assert [option for option in scene.offered(ANN) if option < 64] == [place(0, 0)], (
        "it is not your own turn"
    )
    events = scene.answer(ANN)
    assert GaiaGained(SPROUT, 7 + 2) in events, "the island's ability counts in Gaia's turn, too"


def test_her_growing_counts_what_you_have_just_drawn_and_not_what_you_drew_in_your_turn() -> None:
    scene = turned(alone(), HER_GROW)
    scene.seat(ANN).cards_drawn = 9
    scene.run(GaiaTurn(), chance=ScriptedChance(gaia=[ScriptedDraw([3])]))
    scene.answer(ANN, good(CARD))
    events = scene.done(ANN)
    assert GaiaGained(GROWTH, 7 + 2) in events


def test_ten_soil_of_hers_become_five_cards_of_compost_and_the_rest_stays() -> None:
    scene = turned(alone(), HER_COMPOST)
    gaia_of(scene.state).soil = 8
    scene.seat(ANN).soil_gained = 14
    events = scene.run(HerPart())
    assert [event.count for event in of_kind(events, GaiaComposted)] == [8, 5, 5]  # type: ignore[attr-defined]
    assert of_kind(events, GaiaSpentSoil) == [GaiaSpentSoil(10)] * 2
    assert gaia_of(scene.state).soil == 2


def test_her_planting_puts_three_cards_of_the_deck_face_up_on_her_pile() -> None:
    scene = turned(alone().deck(7, 8, 12), HER_PLANT)
    assert scene.run(HerPart()) == [GaiaScored((face(7), face(8), face(12)))]
    assert scene.records[-1].seen_by(ANN) == [GaiaScored((face(7), face(8), face(12)))]


def test_her_cards_come_from_the_discards_when_the_deck_runs_out() -> None:
    scene = turned(alone().deck(7, 8, only=True).discards(*range(12, 30)), HER_COMPOST)
    shuffled = [ScriptedDraw([0] * 17)]
    events = scene.run(HerPart(), chance=ScriptedChance(**{"earth-deck": shuffled}))
    assert [type(event) for event in events] == [GaiaComposted, DeckShuffled, GaiaComposted]
    assert len(gaia_of(scene.state).compost) == 8
    scene = turned(alone().deck(7, only=True).discards(*range(12, 30)), HER_PLANT)
    events = scene.run(HerPart(), chance=ScriptedChance(**{"earth-deck": shuffled}))
    assert [type(event) for event in events] == [GaiaScored, DeckShuffled, GaiaScored]
    assert len(gaia_of(scene.state).scoring) == 3


def test_with_neither_deck_nor_discards_she_takes_the_cards_that_are_left() -> None:
    scene = turned(alone().deck(7, only=True), HER_PLANT)
    assert scene.run(HerPart()) == [GaiaScored((face(7),))]
    assert scene.run(HerPart()) == []


def test_you_choose_if_both_fauna_cards_of_a_row_are_open_to_her() -> None:
    scene = alone()
    scene.run(GaiaTurn(), chance=ScriptedChance(gaia=[ScriptedDraw([0])]))
    assert (scene.kind(ANN), scene.offered(ANN)) == ("gaia-goal", [0, 1])
    assert GaiaPlacedLeaf(1, 15) in scene.answer(ANN, 1)

    scene = alone()
    gaia_of(scene.state).leaves = 0b1000
    scene.state.claims = (0, 0, 1, 1)
    events = scene.run(GaiaTurn(), chance=ScriptedChance(gaia=[ScriptedDraw([1])]))
    assert GaiaPlacedLeaf(2, 11) in events, "one is left, and you have a leaf there"


@pytest.mark.parametrize(
    ("number", "goal", "wanted"),
    [
        (UPPER, 0, GaiaGained(SOIL, 8)),
        (UPPER, 1, GaiaScored),
        (LOWER, 2, GaiaGained(SPROUT, 4)),
        (LOWER, 3, GaiaGained(GROWTH, 3)),
    ],
)
def test_on_the_expert_level_her_brown_cards_give_her_more(number: int, goal: int, wanted: object) -> None:
    scene = turned(alone(Level.EXPERT), number)
    events = scene.run(HerLeaf(goal))
    assert events[0] == GaiaPlacedLeaf(goal, 15)
    assert events[1] == wanted or type(events[1]) is wanted
    for level in (Level.MEDIUM, Level.HARD):
        assert len(turned(alone(level), number).run(HerLeaf(goal))) == 1


def test_on_the_beginner_level_a_brown_card_costs_her_the_next_turn() -> None:
    scene = turned(alone(Level.BEGINNER), LOWER)
    assert scene.run(HerLeaf(3))[-1] == GaiaWillSkip(1)
    assert scene.run(GaiaTurn()) == [GaiaSkipped()]
    assert gaia_of(scene.state).skips == 0


# The end -------------------------------------------------------------------------------------------


def test_her_deck_is_used_twice_and_then_she_ends_the_match() -> None:
    scene = alone()
    scene.run(SoloSetUp())
    gaia = gaia_of(scene.state)
    gaia.passes, gaia.deck = 1, ()
    assert type(scene.run(EndOfHerDeck())[0]) is GaiaShuffled
    assert (gaia.passes, len(gaia.deck)) == (2, 6)
    gaia.deck = ()
    assert scene.run(EndOfHerDeck(), EndSoloRound())[0] == GaiaFinished(7)
    assert scene.table.over


def test_filling_the_field_on_your_own_turn_ends_the_match_after_her_reaction() -> None:
    rows = ("5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32 34")
    scene = alone().field(ANN, *rows).hand(ANN, 33).deck(7, 12, 13, 15)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(33))
    scene.answer(ANN)
    scene.answer(ANN, scene.offered(ANN)[0])
    events = scene.done(ANN)
    assert FieldFilled(ANN, 7) in events
    assert len(of_kind(events, GaiaTook)) == 1, "she still reacts"
    assert of_kind(events, GaiaTurned) == []
    assert type(events[-1]) is MatchEnded


def test_filling_the_field_on_her_card_leaves_her_its_lower_part() -> None:
    rows = ("5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32 34")
    scene = alone().field(ANN, *rows).hand(ANN, 33)
    scene.run(GaiaTurn(), EndSoloRound(), chance=ScriptedChance(gaia=[ScriptedDraw([5])]))
    scene.answer(ANN, plant(33))
    events = scene.done(ANN)
    assert FieldFilled(ANN, 7) in events
    assert len(of_kind(events, GaiaScored)) == 1
    assert type(events[-1]) is MatchEnded


def test_filling_the_field_on_her_last_card_gives_the_seven_points() -> None:
    rows = ("5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32 34")
    scene = alone().field(ANN, *rows).hand(ANN, 33)
    gaia_of(scene.state).deck = (face(HER_PLANT),)
    gaia_of(scene.state).passes = 2
    scene.run(GaiaTurn(), EndSoloRound(), chance=ScriptedChance(gaia=[ScriptedDraw([0])]))
    scene.answer(ANN, plant(33))
    events = scene.done(ANN)
    assert FieldFilled(ANN, 7) in events
    assert of_kind(events, GaiaFinished) == []


def test_she_scores_cards_at_their_absolute_value_and_no_terrain_or_ecosystems() -> None:
    scene = alone()
    gaia = gaia_of(scene.state)
    cards = scene.book.cards.vp
    worst = min(scene.state.deck, key=cards.__getitem__)
    gaia.scoring = [worst, face(26)]
    gaia.compost, gaia.sprouts, gaia.growth = [0] * 4, 9, 12
    scene.state.points[-1] = 22
    assert cards[worst] == -4
    assert gaia_lines(scene.state) == (4 + 9, 0, 4, 9, 18, 0, 0, 22)


@pytest.mark.parametrize(("hers_more", "won"), [(-1, 1), (0, 2), (1, 2)])
def test_you_win_with_more_points_than_she_has(hers_more: int, won: int) -> None:
    scene = alone()
    scene.state.points[ANN] = 20
    yours = 20 + sum(
        scene.book.cards.vp[one] for one in (scene.seat(ANN).area.island, scene.seat(ANN).area.climate)
    )
    scene.state.points[-1] = yours + hers_more
    scene.state.filled = ANN
    ended = scene.run(EndSoloRound())[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.places == (won,)
    assert ended.scores == (yours, yours + hers_more)


def test_your_own_goals_are_claimed_at_the_end_of_both_kinds_of_turns() -> None:
    scene = alone()
    scene.seat(ANN).reached = 1
    scene.run(GaiaTurn(), chance=ScriptedChance(gaia=[ScriptedDraw([2])]))
    events = scene.done(ANN)
    assert LeafPlaced(ANN, 0, 15) in events


def test_drawing_alone_goes_through_the_whole_deck_and_its_reshuffling() -> None:
    scene = alone().deck(7, 8, only=True).discards(12, 14, 15)
    scene.turn(ANN, GROW)
    assert [drawn.count for drawn in of_kind(scene.records[-1].events, CardsDrawn)] == [2, 2]  # type: ignore[attr-defined]
    assert scene.records[-1].seen_by(EVERYTHING)

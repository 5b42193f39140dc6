"""Passing with two players and with more, the marker, the last turns, the hand limit."""

from tests.petrichor.situations import BLUE, GREEN, RED, YELLOW, Scene, asked, kind, number_of, offered
from tilth_rules.petrichor.card_events import CardsDiscarded, FirstPlayerChanged, PlayerPassed
from tilth_rules.petrichor.turns import PASS, HandLimit, NextTurn, TakeTurn
from tilth_rules.petrichor.weather import WeatherPhase
from tilth_rules.petrichor.words import FROST, RAIN, SUN, WIND

# Passing ------------------------------------------------------------------------------------------


def test_nobody_passes_on_the_first_turn_of_a_round() -> None:
    scene = Scene(3).hand(RED, FROST, SUN)
    assert PASS not in offered(scene.run(TakeTurn(RED, 1)), RED)
    scene = Scene(3).hand(RED, FROST, SUN)
    assert PASS in offered(scene.run(TakeTurn(RED, 0)), RED)


def test_everybody_has_one_turn_before_anybody_may_pass() -> None:
    scene = Scene(3)
    for seat in (RED, BLUE, GREEN):
        scene.hand(seat, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, opening=3))
    for seat in (RED, BLUE, GREEN):
        assert PASS not in offered(table, seat)
        scene.answer(table, seat, RAIN)
        scene.answer(table, seat, number_of(RAIN, RAIN))
        scene.answer(table, seat, RAIN)
    assert PASS in offered(table, RED)


def test_the_first_to_pass_discards_all_and_takes_the_marker() -> None:
    scene = Scene(4, first=RED).hand(GREEN, FROST, RAIN)
    for seat in (RED, BLUE, YELLOW):
        scene.hand(seat, SUN)
    table = scene.run(TakeTurn(GREEN, 0))
    events = scene.answer(table, GREEN, PASS)
    assert events == [PlayerPassed(GREEN), CardsDiscarded(GREEN, (FROST, RAIN)), FirstPlayerChanged(GREEN)]
    assert table.waiting == [YELLOW]


def test_who_holds_the_marker_and_passes_first_gives_it_to_the_right() -> None:
    for seats in (3, 4):
        scene = Scene(seats, first=BLUE).hand(BLUE, FROST)
        for seat in range(seats):
            scene.hand(seat, SUN)
        table = scene.run(TakeTurn(BLUE, 0))
        scene.answer(table, BLUE, PASS)
        assert table.state.first == RED
        assert (table.state.first + 1) % seats == BLUE, "the passer is second in turn order"


def test_after_a_pass_the_others_have_one_more_turn_without_a_second_action() -> None:
    scene = Scene(3, first=RED)
    for seat in (RED, BLUE, GREEN):
        scene.hand(seat, RAIN, RAIN, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, 0), HandLimit())
    scene.answer(table, RED, PASS)
    for seat in (BLUE, GREEN):
        assert table.waiting == [seat]
        scene.answer(table, seat, RAIN)
        scene.answer(table, seat, number_of(RAIN, RAIN))
        scene.answer(table, seat, RAIN)
    assert kind(table, GREEN) == "end-turn"
    scene.answer(table, GREEN, 0)
    assert table.over


def test_the_last_turns_go_clockwise_from_who_passed() -> None:
    scene = Scene(4, first=RED)
    for seat in (RED, BLUE, GREEN, YELLOW):
        scene.hand(seat, RAIN, RAIN)
    table = scene.run(TakeTurn(BLUE, 0))
    scene.answer(table, BLUE, PASS)
    order = []
    while kind(table, table.waiting[0]) == "turn":
        order += table.waiting
        scene.answer(table, order[-1], PASS)
    assert order == [GREEN, YELLOW, RED], "and whoever passed acts no more"


def test_the_marker_counts_at_once_for_ties_and_for_the_order_of_the_weather() -> None:
    scene = Scene(3, first=RED).votes(SUN, {RED: 2}).votes(WIND, {RED: 1}).votes(RAIN, {BLUE: 1})
    for seat, tile in ((RED, 0), (BLUE, 5), (GREEN, 10)):
        scene.hand(seat, FROST).cloud(tile, {seat: 1})
    table = scene.run(TakeTurn(GREEN, 0), WeatherPhase())
    for seat in (GREEN, RED, BLUE):
        scene.answer(table, seat, PASS)
    scene.answer(table, BLUE, 0)
    assert (table.waiting, kind(table, GREEN)) == ([GREEN], "choose-weather")
    scene.answer(table, GREEN, RAIN)
    assert (table.waiting, kind(table, GREEN)) == ([GREEN], "sun-weather")


def test_a_later_pass_costs_nothing() -> None:
    scene = Scene(3, first=RED)
    for seat in (RED, BLUE, GREEN):
        scene.hand(seat, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED, PASS)
    assert table.state.first == GREEN
    assert scene.answer(table, BLUE, PASS) == [PlayerPassed(BLUE)]
    assert table.state.held == [0, 2, 2]
    assert table.state.first == GREEN


def test_with_two_players_the_first_to_pass_keeps_hand_and_marker() -> None:
    scene = Scene(2, first=BLUE).hand(RED, FROST, SUN).hand(BLUE, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, 0))
    assert scene.answer(table, RED, PASS) == [PlayerPassed(RED)]
    assert table.state.held == [2, 2]
    assert table.state.first == BLUE
    assert table.waiting == [BLUE]
    scene.answer(table, BLUE, RAIN)
    scene.answer(table, BLUE, number_of(RAIN, RAIN))
    scene.answer(table, BLUE, RAIN)
    assert kind(table, BLUE) == "end-turn", "no second action after a pass"


def test_of_two_players_the_second_may_pass_as_well_and_both_keep_four_cards() -> None:
    scene = Scene(2).hand(RED, FROST, SUN, WIND, RAIN, RAIN).hand(BLUE, SUN, SUN, SUN, SUN, SUN, SUN)
    table = scene.run(TakeTurn(RED, 0), WeatherPhase())
    scene.answer(table, RED, PASS)
    scene.answer(table, BLUE, PASS)
    assert kind(table, BLUE) == "end-turn", "before the hand limit"
    scene.answer(table, BLUE, 0)
    assert (kind(table, RED), kind(table, BLUE)) == ("discard", "discard"), "before the weather"
    scene.answer(table, RED, RAIN)
    scene.answer(table, BLUE, SUN, SUN)
    assert table.state.held == [4, 4]
    assert kind(table, RED) == "choose-weather"


def test_when_nobody_has_a_card_left_the_phase_ends() -> None:
    scene = Scene(3, first=RED).hand(BLUE, RAIN)
    table = scene.run(TakeTurn(BLUE, 0))
    scene.answer(table, BLUE, RAIN)
    scene.answer(table, BLUE, number_of(RAIN, RAIN))
    scene.answer(table, BLUE, RAIN)
    passed = [PlayerPassed(GREEN), FirstPlayerChanged(GREEN), PlayerPassed(RED), PlayerPassed(BLUE)]
    assert scene.events[-4:] == passed
    assert kind(table, BLUE) == "end-turn", "the last who was asked"


def test_who_has_no_card_passes_without_being_asked() -> None:
    scene = Scene(3, first=RED).hand(BLUE, RAIN, RAIN)
    table = scene.run(NextTurn(GREEN, 0, GREEN))
    assert PlayerPassed(RED) in scene.events
    assert table.state.passer == RED
    assert table.state.first == GREEN, "held by the passer, so it goes to the right"
    assert table.waiting == [BLUE]


def test_the_phase_ends_when_the_last_who_was_asked_says_so_and_not_before() -> None:
    scene = Scene(3, first=BLUE).hand(BLUE, RAIN)
    scene.state.passer = RED
    table = scene.run(TakeTurn(BLUE, 0))
    scene.answer(table, BLUE, PASS)
    assert PlayerPassed(GREEN) in scene.events, "without cards"
    assert table.waiting == [BLUE]
    assert kind(table, BLUE) == "end-turn"


def test_a_turn_answered_by_default_is_a_pass_once_passing_is_allowed() -> None:
    table = Scene(2).hand(RED, RAIN, RAIN).run(TakeTurn(RED, 0))
    assert asked(table, RED).default_answer() == (PASS,)
    table = Scene(2).hand(RED, RAIN, RAIN).run(TakeTurn(RED, 1))
    assert asked(table, RED).default_answer() == (FROST,)


# Hand limit ---------------------------------------------------------------------------------------


def test_who_holds_five_or_more_cards_discards_down_to_four() -> None:
    scene = Scene(3).hand(RED, FROST, FROST, FROST, SUN, SUN, RAIN).hand(BLUE, SUN, SUN, SUN, SUN)
    table = scene.run(HandLimit())
    assert table.waiting == [RED]
    decision = asked(table, RED)
    assert (decision.least, decision.most) == (2, 2)
    assert list(decision.options) == [FROST, SUN, RAIN]
    assert list(decision.each) == [3, 2, 1]
    assert scene.answer(table, RED, FROST, RAIN) == [CardsDiscarded(RED, (FROST, RAIN))]
    assert table.state.held == [4, 4, 0]


def test_all_discard_at_once() -> None:
    scene = Scene(2).hand(RED, *[FROST] * 5).hand(BLUE, *[SUN] * 6)
    table = scene.run(HandLimit())
    assert table.waiting == [RED, BLUE]
    scene.answer(table, BLUE, SUN, SUN)
    scene.answer(table, RED, FROST)
    assert table.over

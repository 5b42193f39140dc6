"""Passing with two players and with more, the marker, the last turns, the hand limit."""

from tests.petrichor.situations import BLUE, GREEN, RED, YELLOW, Scene, asked, kind, may_pass, number_of
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WIND
from tilth_rules.petrichor.events.cards import CardsDiscarded
from tilth_rules.petrichor.events.rounds import FirstPlayerChanged, PlayerPassed
from tilth_rules.petrichor.rounds.turns import HandLimit, NextTurn, TakeTurn
from tilth_rules.petrichor.rounds.weather import WeatherPhase

# Passing ------------------------------------------------------------------------------------------


def test_nobody_passes_on_the_first_turn_of_a_round() -> None:
    scene = Scene(3).hand(RED, FROST, SUN)
    assert not may_pass(scene.run(TakeTurn(RED, 1)), RED)
    scene = Scene(3).hand(RED, FROST, SUN)
    assert may_pass(scene.run(TakeTurn(RED, 0)), RED)


def test_everybody_has_one_turn_before_anybody_may_pass() -> None:
    scene = Scene(3)
    for seat in (RED, BLUE, GREEN):
        scene.hand(seat, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, opening=3))
    for seat in (RED, BLUE, GREEN):
        assert not may_pass(table, seat)
        scene.answer(table, seat, RAIN)
        scene.answer(table, seat, number_of(RAIN, RAIN))
        scene.answer(table, seat, RAIN)
    assert may_pass(table, RED)


def test_the_first_to_pass_discards_all_and_takes_the_marker() -> None:
    scene = Scene(4, first=RED).hand(GREEN, FROST, RAIN)
    for seat in (RED, BLUE, YELLOW):
        scene.hand(seat, SUN)
    table = scene.run(TakeTurn(GREEN, 0))
    events = scene.answer(table, GREEN)
    assert events == [PlayerPassed(GREEN), CardsDiscarded(GREEN, (FROST, RAIN)), FirstPlayerChanged(GREEN)]
    assert table.pending_seats == [YELLOW]


def test_a_player_who_holds_the_marker_and_passes_first_gives_it_to_the_right() -> None:
    for seats in (3, 4):
        scene = Scene(seats, first=BLUE).hand(BLUE, FROST)
        for seat in range(seats):
            scene.hand(seat, SUN)
        table = scene.run(TakeTurn(BLUE, 0))
        scene.answer(table, BLUE)
        assert table.state.first == RED
        assert (table.state.first + 1) % seats == BLUE, "the passer is second in turn order"


def test_after_a_pass_the_others_have_one_more_turn_without_a_second_action() -> None:
    scene = Scene(3, first=RED)
    for seat in (RED, BLUE, GREEN):
        scene.hand(seat, RAIN, RAIN, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, 0), HandLimit())
    scene.answer(table, RED)
    for seat in (BLUE, GREEN):
        assert table.pending_seats == [seat]
        scene.answer(table, seat, RAIN)
        scene.answer(table, seat, number_of(RAIN, RAIN))
        scene.answer(table, seat, RAIN)
    assert kind(table, GREEN) == "end-turn"
    scene.answer(table, GREEN)
    assert table.over


def test_the_last_turns_go_clockwise_from_the_player_who_passed() -> None:
    scene = Scene(4, first=RED)
    for seat in (RED, BLUE, GREEN, YELLOW):
        scene.hand(seat, RAIN, RAIN)
    table = scene.run(TakeTurn(BLUE, 0))
    scene.answer(table, BLUE)
    order = []
    while kind(table, table.pending_seats[0]) == "turn":
        order += table.pending_seats
        scene.answer(table, order[-1])
    assert order == [GREEN, YELLOW, RED], "a player who has passed acts no more"


def test_the_marker_counts_at_once_for_ties_and_for_the_order_of_the_weather() -> None:
    scene = Scene(3, first=RED).votes(SUN, {RED: 2}).votes(WIND, {RED: 1}).votes(RAIN, {BLUE: 1})
    for seat, tile in ((RED, 0), (BLUE, 5), (GREEN, 10)):
        scene.hand(seat, FROST).cloud(tile, {seat: 1})
    table = scene.run(TakeTurn(GREEN, 0), WeatherPhase())
    for seat in (GREEN, RED, BLUE):
        scene.answer(table, seat)
    scene.answer(table, BLUE)
    assert (table.pending_seats, kind(table, GREEN)) == ([GREEN], "choose-weather")
    scene.answer(table, GREEN, RAIN)
    assert (table.pending_seats, kind(table, GREEN)) == ([GREEN], "sun-weather")


def test_a_later_pass_costs_nothing() -> None:
    scene = Scene(3, first=RED)
    for seat in (RED, BLUE, GREEN):
        scene.hand(seat, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED)
    assert table.state.first == GREEN
    assert scene.answer(table, BLUE) == [PlayerPassed(BLUE)]
    assert table.state.held == [0, 2, 2]
    assert table.state.first == GREEN


def test_with_two_players_the_first_to_pass_keeps_hand_and_marker() -> None:
    scene = Scene(2, first=BLUE).hand(RED, FROST, SUN).hand(BLUE, RAIN, RAIN)
    table = scene.run(TakeTurn(RED, 0))
    assert scene.answer(table, RED) == [PlayerPassed(RED)]
    assert table.state.held == [2, 2]
    assert table.state.first == BLUE
    assert table.pending_seats == [BLUE]
    scene.answer(table, BLUE, RAIN)
    scene.answer(table, BLUE, number_of(RAIN, RAIN))
    scene.answer(table, BLUE, RAIN)
    assert kind(table, BLUE) == "end-turn", "no second action after a pass"


def test_of_two_players_the_second_may_pass_as_well_and_both_keep_four_cards() -> None:
    scene = Scene(2).hand(RED, FROST, SUN, WIND, RAIN, RAIN).hand(BLUE, SUN, SUN, SUN, SUN, SUN, SUN)
    table = scene.run(TakeTurn(RED, 0), WeatherPhase())
    scene.answer(table, RED)
    scene.answer(table, BLUE)
    assert kind(table, BLUE) == "end-turn", "before the hand limit"
    scene.answer(table, BLUE)
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
    assert kind(table, BLUE) == "end-turn", "the last player who was asked"


def test_a_player_without_cards_passes_without_being_asked() -> None:
    scene = Scene(3, first=RED).hand(BLUE, RAIN, RAIN)
    table = scene.run(NextTurn(GREEN, 0, GREEN))
    assert PlayerPassed(RED) in scene.events
    assert table.state.passer == RED
    assert table.state.first == GREEN, "held by the passer, so it goes to the right"
    assert table.pending_seats == [BLUE]


def test_the_phase_ends_when_the_last_player_ends_it_and_not_before() -> None:
    scene = Scene(3, first=BLUE).hand(BLUE, RAIN)
    scene.state.passer = RED
    table = scene.run(TakeTurn(BLUE, 0))
    scene.answer(table, BLUE)
    assert PlayerPassed(GREEN) in scene.events, "without cards"
    assert table.pending_seats == [BLUE]
    assert kind(table, BLUE) == "end-turn"


def test_a_turn_answered_by_default_is_a_pass_once_passing_is_allowed() -> None:
    table = Scene(2).hand(RED, RAIN, RAIN).run(TakeTurn(RED, 0))
    assert asked(table, RED).default_answer() == ()
    table = Scene(2).hand(RED, RAIN, RAIN).run(TakeTurn(RED, 1))
    assert asked(table, RED).default_answer() == (FROST,)


# Hand limit ---------------------------------------------------------------------------------------


def test_a_player_with_five_or_more_cards_discards_down_to_four() -> None:
    scene = Scene(3).hand(RED, FROST, FROST, FROST, SUN, SUN, RAIN).hand(BLUE, SUN, SUN, SUN, SUN)
    table = scene.run(HandLimit())
    assert table.pending_seats == [RED]
    decision = asked(table, RED)
    assert (decision.min_picks, decision.max_picks) == (2, 2)
    assert list(decision.options) == [FROST, SUN, RAIN]
    assert list(decision.max_each) == [3, 2, 1]
    assert scene.answer(table, RED, FROST, RAIN) == [CardsDiscarded(RED, (FROST, RAIN))]
    assert table.state.held == [4, 4, 0]


def test_all_discard_at_once() -> None:
    scene = Scene(2).hand(RED, *[FROST] * 5).hand(BLUE, *[SUN] * 6)
    table = scene.run(HandLimit())
    assert table.pending_seats == [RED, BLUE]
    scene.answer(table, BLUE, SUN, SUN)
    scene.answer(table, RED, FROST)
    assert table.over

"""The action phase: playing, paying, the second action, votes, passing, the hand limit."""

from tests.petrichor.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Scene,
    asked,
    cards,
    kind,
    of_kind,
    offered,
)
from tilth_rules.kernel import Event
from tilth_rules.petrichor import game
from tilth_rules.petrichor.card_events import (
    CardsDiscarded,
    CardsPlayed,
    CardsShown,
    FirstPlayerChanged,
    PlayerPassed,
)
from tilth_rules.petrichor.payments import PAYMENTS, payments, playable
from tilth_rules.petrichor.turns import (
    PASS,
    HandLimit,
    MoveVote,
    NextTurn,
    PayCards,
    SecondAction,
    TakeTurn,
    Vote,
)
from tilth_rules.petrichor.vote_events import DieLowered, VoteMoved, VotePlaced
from tilth_rules.petrichor.water_events import ActionSkipped, CloudOverflowed, DropFell
from tilth_rules.petrichor.weather import WeatherPhase
from tilth_rules.petrichor.words import FROST, RAIN, SUN, WEATHERS, WIND


def number_of(action: int, *paid: int) -> int:
    """The option that pays these cards for an action."""
    second = len(paid) > 2 or paid == (action, action)
    hand = tuple(paid.count(card) for card in WEATHERS)
    return next(n for n in payments(action, second, hand) if sorted(PAYMENTS[n]) == sorted(paid))


# Playing and paying ------------------------------------------------------------------------------


def test_the_rulebooks_wind_and_sun_from_one_card_of_each() -> None:
    scene = Scene(2).hand(RED, WIND, SUN, FROST, RAIN).cloud(5, {RED: 1}).hand(BLUE, SUN)
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED, WIND)
    scene.answer(table, RED, number_of(WIND, WIND))
    scene.answer(table, RED, 16 * 5 + 6)
    scene.answer(table, RED, WIND)
    assert kind(table, RED) == "second-action"
    scene.answer(table, RED, SUN)
    scene.answer(table, RED, number_of(SUN, SUN, FROST, RAIN))
    scene.answer(table, RED, 6)
    scene.answer(table, RED, SUN)
    played = of_kind(scene.events, CardsPlayed)
    assert played == [CardsPlayed(RED, WIND, (WIND,), False), CardsPlayed(RED, SUN, (SUN, FROST, RAIN), True)]
    assert of_kind(scene.events, VotePlaced) == [VotePlaced(RED, WIND), VotePlaced(RED, SUN)]
    assert table.state.held[RED] == 0
    assert table.waiting == [BLUE]


def test_any_two_cards_are_one_other_card() -> None:
    assert RAIN in playable(False, (1, 1, 0, 0)), "the rulebook's Sun and Frost as a Rain"
    assert playable(False, (2, 0, 0, 0)) == WEATHERS
    assert playable(False, (1, 0, 0, 0)) == (FROST,)


def test_the_rulebooks_rain_from_a_sun_and_a_frost() -> None:
    scene = Scene(2).hand(RED, SUN, FROST, WIND).hand(BLUE, SUN).cloud(5, {RED: 2})
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED, RAIN)
    scene.answer(table, RED, number_of(RAIN, SUN, FROST))
    assert scene.answer(table, RED, 5) == [DropFell(5, RED)], "just as if it were a Rain"
    assert offered(table, RED)[:2] == [RAIN, FROST], "and it counts as Rain when voting"
    assert table.state.discards == [0, 1, 1, 0, 0]


def test_a_pair_never_holds_the_card_it_stands_for() -> None:
    assert payments(SUN, False, (0, 2, 0, 0)) == (number_of(SUN, SUN),)


def test_a_second_sun_costs_two_suns_or_a_sun_and_any_two_others_or_any_four_others() -> None:
    paid = [PAYMENTS[n] for n in payments(SUN, True, (4, 2, 4, 4))]
    assert (SUN, SUN) in paid
    assert (SUN, FROST, RAIN) in paid
    assert (FROST, FROST, WIND, RAIN) in paid
    assert len(paid) == 1 + 6 + 15
    assert all(len(cards) + 2 * cards.count(SUN) - cards.count(SUN) == 4 for cards in paid)


def test_there_is_one_number_for_every_way_to_pay() -> None:
    assert len(PAYMENTS) == 4 * (7 + 22)


def test_playing_discards_face_up() -> None:
    scene = Scene(2).hand(RED, FROST, SUN, SUN).hand(BLUE, FROST)
    table = scene.run(PayCards(RED, FROST, False))
    assert offered(table, RED) == [number_of(FROST, FROST), number_of(FROST, SUN, SUN)]
    scene.answer(table, RED, number_of(FROST, SUN, SUN))
    assert cards(table.state, RED) == [1, 0, 0, 0]
    assert table.state.discards == [0, 0, 2, 0, 0]


def test_the_second_action_is_asked_of_whoever_holds_two_cards_even_with_no_way_to_pay() -> None:
    scene = Scene(2).hand(RED, FROST, SUN)
    table = scene.run(SecondAction(RED))
    decision = asked(table, RED)
    assert (decision.least, decision.most, list(decision.options)) == (0, 1, [])


def test_a_second_action_needs_two_cards_in_hand_and_nobody_to_have_passed() -> None:
    scene = Scene(2).hand(RED, FROST)
    assert not scene.run(SecondAction(RED)).open
    scene = Scene(2).hand(RED, FROST, FROST)
    scene.state.passer = BLUE
    assert not scene.run(SecondAction(RED)).open


def test_with_one_card_only_its_own_action_can_be_played() -> None:
    table = Scene(2).hand(RED, WIND).run(TakeTurn(RED, 0))
    assert offered(table, RED) == [PASS, WIND]


def test_an_action_that_cannot_be_resolved_is_skipped_and_still_voted_for() -> None:
    scene = Scene(2).hand(RED, RAIN)
    table = scene.run(PayCards(RED, RAIN, False))
    events = scene.answer(table, RED, number_of(RAIN, RAIN))
    assert ActionSkipped(RED, RAIN) in events
    assert kind(table, RED) == "vote"


def test_the_end_of_the_effect_comes_before_the_vote() -> None:
    scene = Scene(2).hand(RED, SUN).cloud(5, {RED: 2})
    table = scene.run(PayCards(RED, SUN, False))
    scene.answer(table, RED, number_of(SUN, SUN))
    scene.answer(table, RED, 5)
    assert kind(table, RED) == "vote"
    assert table.state.skies[5] == 2


def test_two_actions_of_a_turn_are_two_effects_and_two_votes() -> None:
    scene = Scene(2).hand(RED, SUN, SUN, SUN).hand(BLUE, FROST).cloud(5, {RED: 6}, thunder=True)
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED, SUN)
    scene.answer(table, RED, number_of(SUN, SUN))
    assert CloudOverflowed(5) in scene.answer(table, RED, 5), "before the second action"
    scene.answer(table, RED, SUN)
    scene.answer(table, RED, SUN)
    assert ActionSkipped(RED, SUN) in scene.answer(table, RED, number_of(SUN, SUN, SUN))
    scene.answer(table, RED, WIND)
    assert of_kind(scene.events, VotePlaced) == [VotePlaced(RED, SUN), VotePlaced(RED, WIND)]
    assert table.waiting == [BLUE], "there is no third action"


def test_a_second_action_may_be_let_be() -> None:
    scene = Scene(2).hand(RED, SUN, SUN).hand(BLUE, FROST)
    table = scene.run(SecondAction(RED), NextTurn(RED, 0, RED))
    assert scene.answer(table, RED) == []
    assert table.waiting == [BLUE]
    assert table.state.held[RED] == 2


# Voting ------------------------------------------------------------------------------------------


def test_a_vote_goes_on_the_actions_weather_or_the_next_one_clockwise() -> None:
    for action, following in ((FROST, SUN), (SUN, WIND), (WIND, RAIN), (RAIN, FROST)):
        table = Scene(2).run(Vote(RED, action))
        assert offered(table, RED)[:2] == [action, following]


def test_lowering_a_die_scores_a_point() -> None:
    scene = Scene(2)
    scene.state.dice = (0, 3, 4)
    table = scene.run(Vote(RED, FROST))
    assert offered(table, RED) == [FROST, SUN, 4 + 3, 4 + 4]
    assert scene.answer(table, RED, 4 + 3) == [DieLowered(RED, 3, 1)]
    assert sorted(table.state.dice) == [0, 2, 4]
    assert table.state.points == [1, 0]


def test_turning_a_die_to_its_harvest_icon_scores_two_points() -> None:
    scene = Scene(2)
    scene.state.dice = (1, 1, 4)
    table = scene.run(Vote(RED, FROST))
    scene.answer(table, RED, 4 + 1)
    assert sorted(table.state.dice) == [0, 1, 4]
    assert table.state.points == [2, 0]


def test_dice_that_all_show_the_harvest_icon_cannot_be_lowered() -> None:
    scene = Scene(2)
    scene.state.dice = (0, 0, 0)
    assert offered(scene.run(Vote(RED, RAIN)), RED) == [RAIN, FROST]


def test_without_a_vote_left_one_is_taken_from_another_space() -> None:
    scene = Scene(2).votes(FROST, {RED: 7}).votes(SUN, {RED: 5})
    table = scene.run(Vote(RED, SUN))
    scene.answer(table, RED, SUN)
    assert kind(table, RED) == "vote-from"
    assert offered(table, RED) == [FROST], "not from the space it goes to"
    assert scene.answer(table, RED, FROST) == [VoteMoved(RED, FROST, SUN)]
    assert table.state.free[RED] == 0


def test_with_all_votes_on_one_space_there_is_none_to_bring_there() -> None:
    scene = Scene(2).votes(FROST, {RED: 12})
    scene.state.dice = (0, 0, 0)
    assert offered(scene.run(Vote(RED, FROST)), RED) == [SUN]


def test_without_a_vote_left_a_die_may_still_be_lowered() -> None:
    scene = Scene(2).votes(FROST, {RED: 7}).votes(SUN, {RED: 5})
    table = scene.run(Vote(RED, WIND))
    assert offered(table, RED) == [WIND, RAIN, 4 + 2, 4 + 3, 4 + 4]
    assert scene.answer(table, RED, 4 + 4) == [DieLowered(RED, 4, 1)]
    assert table.over, "and no vote is moved"


def test_a_vote_taken_from_the_board_may_go_to_the_next_weather_too() -> None:
    scene = Scene(2).votes(FROST, {RED: 12})
    table = scene.run(Vote(RED, RAIN))
    assert offered(table, RED)[:1] == [RAIN], "Frost, the next one, holds all that could come"
    scene = Scene(2).votes(FROST, {RED: 11}).votes(RAIN, {RED: 1})
    table = scene.run(Vote(RED, SUN))
    scene.answer(table, RED, WIND)
    assert offered(table, RED) == [FROST, RAIN]
    assert scene.answer(table, RED, RAIN) == [VoteMoved(RED, RAIN, WIND)]


def test_other_peoples_votes_are_never_taken() -> None:
    scene = Scene(3).votes(FROST, {RED: 12}).votes(RAIN, {BLUE: 3})
    assert offered(scene.run(MoveVote(RED, SUN)), RED) == [FROST]


# Passing -----------------------------------------------------------------------------------------


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


# Hand limit --------------------------------------------------------------------------------------


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


# Undo --------------------------------------------------------------------------------------------


def test_a_play_taken_back_stays_known_to_the_others() -> None:
    scene = Scene(2).hand(RED, FROST, SUN, SUN).hand(BLUE, SUN)
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED, FROST)
    events: list[Event] = scene.answer(table, RED, number_of(FROST, SUN, SUN))
    assert list(game.remembers(table.state, events)) == [CardsShown(RED, (SUN, SUN))]


def test_two_plays_of_one_kind_taken_back_are_both_known() -> None:
    state = Scene(2).hand(RED, FROST, FROST).state
    second_taken_back = state.clone()
    CardsPlayed(RED, FROST, (FROST,), False).apply(second_taken_back)
    CardsShown(RED, (FROST,)).apply(second_taken_back)
    (both,) = game.remembers(second_taken_back, [CardsPlayed(RED, FROST, (FROST,), False)])
    assert both == CardsShown(RED, (FROST, FROST))


def test_shown_cards_are_forgotten_as_they_are_played() -> None:
    state = Scene(2).hand(RED, FROST, SUN, SUN).state
    CardsShown(RED, (SUN, SUN)).apply(state)
    CardsPlayed(RED, SUN, (SUN,), False).apply(state)
    assert state.shown[4 * RED + SUN] == 1
    CardsPlayed(RED, SUN, (SUN,), False).apply(state)
    assert state.shown[4 * RED + SUN] == 0

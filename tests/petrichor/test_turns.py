"""A turn: playing, paying, the second action; and what is known after it is taken back."""

from tests.petrichor.situations import BLUE, RED, Scene, asked, cards, kind, number_of, of_kind, offered
from tilth_rules.kernel import Event
from tilth_rules.petrichor import game
from tilth_rules.petrichor.actions.payments import PAYMENTS, payments, playable
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WEATHERS, WIND
from tilth_rules.petrichor.events.cards import CardsPlayed, CardsShown
from tilth_rules.petrichor.events.votes import VotePlaced
from tilth_rules.petrichor.events.water import ActionSkipped, CloudOverflowed, DropFell
from tilth_rules.petrichor.rounds.turns import NextTurn, PayCards, SecondAction, TakeTurn

# Playing and paying -------------------------------------------------------------------------------


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
    assert table.pending_seats == [BLUE]


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
    scene = Scene(2).hand(RED, FROST, FROST, WIND, RAIN, SUN, SUN).cloud(5, {RED: 1})
    table = scene.run(PayCards(RED, SUN, True))
    scene.answer(table, RED, number_of(SUN, FROST, FROST, WIND, RAIN))
    assert table.state.held[RED] == 2, "and the two Suns are still there"


def test_there_is_one_number_for_every_way_to_pay() -> None:
    assert len(PAYMENTS) == 4 * (7 + 22)


def test_playing_discards_face_up() -> None:
    scene = Scene(2).hand(RED, FROST, SUN, SUN).hand(BLUE, FROST)
    table = scene.run(PayCards(RED, FROST, False))
    assert offered(table, RED) == [number_of(FROST, FROST), number_of(FROST, SUN, SUN)]
    scene.answer(table, RED, number_of(FROST, SUN, SUN))
    assert cards(table.state, RED) == [1, 0, 0, 0]
    assert table.state.discards == [0, 0, 2, 0, 0]


def test_a_player_with_two_cards_is_asked_for_a_second_action_even_with_no_way_to_pay() -> None:
    scene = Scene(2).hand(RED, FROST, SUN)
    table = scene.run(SecondAction(RED))
    decision = asked(table, RED)
    assert (decision.min_picks, decision.max_picks, list(decision.options)) == (0, 1, [])


def test_a_second_action_needs_two_cards_in_hand_and_nobody_to_have_passed() -> None:
    scene = Scene(2).hand(RED, FROST)
    assert not scene.run(SecondAction(RED)).open
    scene = Scene(2).hand(RED, FROST, FROST)
    scene.state.passer = BLUE
    assert not scene.run(SecondAction(RED)).open


def test_with_one_card_only_its_own_action_can_be_played() -> None:
    table = Scene(2).hand(RED, WIND).run(TakeTurn(RED, 0))
    assert offered(table, RED) == [WIND]


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
    assert table.pending_seats == [BLUE], "there is no third action"


def test_a_second_action_may_be_let_be() -> None:
    scene = Scene(2).hand(RED, SUN, SUN).hand(BLUE, FROST)
    table = scene.run(SecondAction(RED), NextTurn(RED, 0, RED))
    assert scene.answer(table, RED) == []
    assert table.pending_seats == [BLUE]
    assert table.state.held[RED] == 2


# Undo ---------------------------------------------------------------------------------------------


def test_a_play_that_was_undone_stays_known_to_the_others() -> None:
    scene = Scene(2).hand(RED, FROST, SUN, SUN).hand(BLUE, SUN)
    table = scene.run(TakeTurn(RED, 0))
    scene.answer(table, RED, FROST)
    events: list[Event] = scene.answer(table, RED, number_of(FROST, SUN, SUN))
    assert list(game.kept_on_undo(table.state, events)) == [CardsShown(RED, (SUN, SUN))]


def test_two_plays_of_one_kind_that_were_undone_are_both_known() -> None:
    state = Scene(2).hand(RED, FROST, FROST).state
    second_taken_back = state.clone()
    CardsPlayed(RED, FROST, (FROST,), False).apply(second_taken_back)
    CardsShown(RED, (FROST,)).apply(second_taken_back)
    (both,) = game.kept_on_undo(second_taken_back, [CardsPlayed(RED, FROST, (FROST,), False)])
    assert both == CardsShown(RED, (FROST, FROST))


def test_shown_cards_are_forgotten_as_they_are_played() -> None:
    state = Scene(2).hand(RED, FROST, SUN, SUN).state
    CardsShown(RED, (SUN, SUN)).apply(state)
    CardsPlayed(RED, SUN, (SUN,), False).apply(state)
    assert state.shown[4 * RED + SUN] == 1
    CardsPlayed(RED, SUN, (SUN,), False).apply(state)
    assert state.shown[4 * RED + SUN] == 0

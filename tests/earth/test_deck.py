"""The deck: stripes while all seats draw, one pile when it runs dry, and shuffled again from the discards."""

from itertools import permutations

import pytest

from tests.earth.situations import ANN, BOB, CID, Scene, event, face, good, of_kind, place
from tilth_rules.earth.codes import BY_ACTION, CARD, COMPOST, GROW, PLANT
from tilth_rules.earth.events.cards import CardsDrawn, DeckShuffled, PilesJoined
from tilth_rules.earth.hands.piles import deck_size, unread_cards
from tilth_rules.earth.rounds.turns import PlayRound
from tilth_rules.kernel import EVERYTHING, SPECTATOR

DECK = (7, 100, 8, 101, 12, 102, 14, 103, 15, 104, 16, 105)


def hand(scene: Scene, seat: int) -> list[int]:
    faces = scene.book.cards.faces
    return [faces[card].number for card in scene.seat(seat).area.hand]


@pytest.mark.parametrize("order", list(permutations((BOB, CID))))
def test_no_seats_cards_depend_on_the_order_of_the_answers(order: tuple[int, int]) -> None:
    scene = Scene(3).deck(*DECK)
    scene.turn(ANN, GROW)
    for seat in order:
        scene.answer(seat, good(CARD))
    assert hand(scene, ANN) == [7, 101, 14, 104], "every third card, from the active seat on"
    assert hand(scene, BOB) == [100, 12]
    assert hand(scene, CID) == [8, 102]


def test_cards_that_were_not_drawn_close_up_in_their_old_order() -> None:
    scene = Scene(3).deck(*DECK)
    scene.turn(ANN, GROW)
    scene.answer(BOB, good(CARD))
    scene.done(ANN, BOB, CID)
    faces = scene.book.cards.faces
    assert [faces[card].number for card in scene.state.deck[:6]] == [8, 102, 103, 15, 16, 105]
    assert not scene.state.stripes


def test_the_number_of_cards_in_the_deck_is_known_all_the_time() -> None:
    scene = Scene(3)
    before = deck_size(scene.state)
    scene.turn(ANN, GROW)
    scene.answer(BOB, good(CARD))
    assert deck_size(scene.state) == before - 6 == len(unread_cards(scene.state))


def test_a_seat_that_is_owed_cards_waits_until_the_others_are_done_and_draws_from_the_rest() -> None:
    scene = Scene(3).deck(*DECK[:6], only=True)
    scene.turn(ANN, GROW)
    assert hand(scene, ANN) == [7, 101]
    assert scene.table.pending_seats == [BOB, CID], "two of the four cards are owed"
    scene.answer(BOB)
    scene.done(BOB)
    assert scene.table.pending_seats == [CID]
    scene.answer(CID)
    events = scene.answer(CID)
    assert events[1] == PilesJoined()
    assert of_kind(events, CardsDrawn) == [CardsDrawn(ANN, 2, (face(100), face(8)), BY_ACTION)]
    assert scene.table.pending_seats == [ANN]
    assert scene.kind(ANN) == "activate"


@pytest.mark.parametrize("order", list(permutations((BOB, CID))))
def test_seats_that_are_owed_cards_draw_one_after_another_in_turn_order(order: tuple[int, int]) -> None:
    scene = Scene(3).deck(*DECK[:5], only=True).discards(21, 22, 23, 24)
    scene.turn(ANN, GROW)
    for seat in order:
        scene.answer(seat, good(CARD))
    assert hand(scene, BOB) == [100, 12]
    assert hand(scene, CID) == [8]
    assert hand(scene, ANN) == [7, 101], "nothing is left, and Bob is not through"
    assert scene.table.pending_seats == [BOB]
    scene.done(BOB)
    assert hand(scene, ANN) == [7, 101, 21, 22]
    assert scene.table.pending_seats == [ANN], "Cid's card comes when Ann is through"
    scene.done(ANN)
    assert hand(scene, CID) == [8, 23]


def test_the_discards_are_shuffled_when_the_deck_runs_out_with_what_was_discarded_in_this_turn() -> None:
    scene = Scene(2).deck(7, 100, 8, only=True).discards(21).compost(BOB, 31).field(BOB, "10")
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    scene.answer(BOB, place(0, 0))
    events = scene.done(BOB)
    shuffled = of_kind(events, DeckShuffled)
    assert shuffled == [DeckShuffled(2, (face(21), face(31)), again=True)]
    assert hand(scene, ANN) == [7, 8, 100, 21]
    assert scene.state.discards == []
    record = scene.records[-1]
    for viewer in (ANN, BOB, SPECTATOR):
        assert DeckShuffled(2, (), again=True) in record.seen_by(viewer)
    assert shuffled[0] in record.seen_by(EVERYTHING)


def test_when_deck_and_discards_are_empty_nothing_more_is_drawn() -> None:
    scene = Scene(2).deck(7, only=True)
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    scene.done(BOB)
    assert hand(scene, ANN) == [7]
    scene = Scene(2).deck(only=True)
    scene.turn(ANN, COMPOST)
    scene.answer(BOB)
    scene.done(BOB)
    assert scene.seat(ANN).area.compost == []
    assert scene.seat(ANN).area.soil == 5


def test_one_of_fewer_than_four_cards_is_kept_and_without_cards_no_question_is_asked() -> None:
    scene = Scene(2).deck(7, 100, 8, only=True)
    scene.turn(ANN, PLANT)
    scene.answer(ANN)
    scene.done(BOB)
    assert sorted(scene.offered(ANN)) == sorted([face(7), face(8), face(100)])
    scene = Scene(2).deck(only=True)
    scene.turn(ANN, PLANT)
    scene.answer(ANN)
    scene.done(BOB)
    assert scene.kind(ANN) == "activate"


def test_before_the_action_is_chosen_the_deck_is_one_pile() -> None:
    scene = Scene(2).deck(7, 100).hand(ANN, 220)
    scene.state.first = ANN
    scene.run(PlayRound())
    scene.answer(ANN, event(220))
    assert scene.seat(ANN).area.compost == [face(7), face(100)]


def test_knowledge_of_a_card_is_forgotten_when_the_card_is_shuffled() -> None:
    scene = Scene(2).deck(7, only=True).discards(21)
    scene.state.known[face(21)] = 1 << BOB
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    scene.done(BOB)
    assert scene.state.known[face(21)] == 1 << ANN, "Ann has just drawn it"
    assert scene.state.known[face(7)] == 1 << ANN

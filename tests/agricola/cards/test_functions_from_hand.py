"""Cards about the hand: Broom, Perpetual Student, Chief's Daughter, Writing Desk."""

from random import Random

import pytest

from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola.actions.occupations import PlayOccupation
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import OCCED, ROUND
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.events.cards import AgreementsShown, CardDealt, SeatAgreed
from tilth_rules.agricola.moves.numbers import AGREE, EAT_GRAIN, PLAY_CARD, USE_CARD
from tilth_rules.agricola.view import view
from tilth_rules.kernel import SPECTATOR, world
from tilth_rules.kernel.chance import ScriptedChance, ScriptedDraw


def test_e49_a_second_occupation_may_follow_for_two_food() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E166", "E177", "E170").has(ANN, food=5)
    scene.use(ANN, "B-OCC").plays(ANN, "E166").with_card(ANN, "E49").plays(ANN, "E177")
    assert scene.got() == {"food": -2}
    assert scene.kind() == "end-turn" or not scene.kind()
    assert INDEX["E170"] in scene.seat().hand


def test_e49_it_may_be_left_alone_or_turn_out_to_be_impossible() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E166", "E177").has(ANN, food=1)
    assert scene.use(ANN, "B-OCC").plays(ANN, "E166").with_card(ANN, "E49").choices() == []
    assert scene.answer(ANN).got() == {}


def test_e49_an_empty_hand_is_not_asked() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E166").has(ANN, food=9)
    assert scene.use(ANN, "B-OCC").plays(ANN, "E166").kind() != "next-card"


def test_e49_an_occupation_that_a_card_lets_play_brings_no_second_one() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E177").has(ANN, food=9)
    by_card = Facts(ANN, SPACES["B-OCC"], INDEX["I249"], INDEX["E166"])
    assert scene.run(Opens(OCCED, by_card)).kind() == ""
    assert scene.run(Opens(OCCED, Facts(ANN, card=INDEX["E166"]))).kind() == ""


def test_e49_academic_is_one_occupation_here() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E148", "E166", "E177").has(ANN, food=9)
    scene.use(ANN, "B-OCC").plays(ANN, "E148").with_card(ANN, "E49").plays(ANN, "E166")
    assert scene.kind() != "next-card"


DRAW = USE_CARD.option(INDEX["K275"])


def in_hand(scene: Scene, seat: int = ANN) -> list[str]:
    return [CARDS[card].id for card in scene.seat(seat).hand]


def sweeping(deck: tuple[str, ...]) -> Scene:
    """Return a scene: Ann plays the Broom, with two other minor improvements and an occupation in hand."""
    scene = Scene().holds(ANN, "E34", "E28", "E166").has(ANN, wood=3)
    scene.state.decks[0] = sorted(INDEX[name] for name in deck)
    return scene.play(ANN, "K125")


SEVEN = ("E39", "E43", "E46", "E48", "E52", "E12", "E61")


def test_k125_seven_new_minor_improvements_for_all_the_others() -> None:
    scene = sweeping((*SEVEN, "E11"))
    hand = in_hand(scene)
    assert "E166" in hand
    assert len(hand) == 1 + 7
    assert set(hand) <= {"E166", "E11", *SEVEN}
    assert {CARDS[card].id for card in scene.state.discards[0]} == {"E34", "E28"}


def test_k125_one_of_them_may_be_played_at_its_price() -> None:
    scene = sweeping((*SEVEN, "E11"))
    assert scene.kind() == "improvement"
    scene.plays(ANN, "E12")
    assert scene.got() == {"wood": -1}
    assert scene.kind() == ""
    assert sweeping((*SEVEN, "E11")).answer(ANN).got() == {}


def test_k125_cards_that_are_thrown_away_come_again_only_when_the_deck_is_empty() -> None:
    scene = sweeping(("E39", "E43"))
    assert set(in_hand(scene)) == {"E166", "E39", "E43", "E34", "E28"}


def test_k125_others_see_how_many_cards_but_not_which() -> None:
    scene = sweeping((*SEVEN, "E11"))
    shown = [event.seen_by(BOB) for event in scene.events if isinstance(event, CardDealt)]
    assert len(shown) == 7
    assert all(event.card is None for event in shown)


def studying(*hand: str, price: int = 1, food: int = 0, draw: int = 0, **goods: int) -> Scene:
    """Return a scene in which Ann may play an occupation for this much food."""
    scene = Scene(4).owns(ANN, "K275").holds(ANN, *hand).has(ANN, food=food, **goods)
    chance = ScriptedChance(**{"occupation of the hand": [ScriptedDraw([draw])]})
    return scene.run(PlayOccupation(Facts(ANN), price), chance=chance)


def test_k275_chance_draws_the_occupation_and_food_comes_before_it_is_paid_for() -> None:
    scene = studying("E166", "E168", draw=1)
    assert scene.choices() == [DRAW]
    scene.answer(ANN, DRAW)
    assert scene.got() == {"food": 2}
    assert in_hand(scene) == ["E166"]
    assert scene.state.owner[INDEX["E168"]] == ANN


def test_k275_the_owner_may_choose_for_himself_without_the_food() -> None:
    scene = studying("E166", "E168", food=1)
    assert scene.choices() == [PLAY_CARD.option(INDEX["E166"]), PLAY_CARD.option(INDEX["E168"]), DRAW]
    assert scene.plays(ANN, "E168").got() == {"food": -1}


def test_k275_minor_improvements_are_not_drawn() -> None:
    scene = studying("E34", "E168", "E28").answer(ANN, DRAW)
    assert scene.state.owner[INDEX["E168"]] == ANN


def test_k275_the_drawn_card_is_played_even_if_begging_pays_for_it() -> None:
    """The Chief costs two food more."""
    scene = studying("E172", price=2).answer(ANN, DRAW)
    assert scene.kind() == "pay-or-beg"
    scene.answer(ANN, AGREE.number)
    assert scene.state.owner[INDEX["E172"]] == ANN
    assert scene.got() == {}
    assert scene.seat().begging == 1


def test_k275_food_can_be_found_before_begging() -> None:
    scene = (
        studying("E172", price=2, grain=1)
        .answer(ANN, DRAW)
        .answer(ANN, EAT_GRAIN.number)
        .answer(ANN, AGREE.number)
    )
    assert scene.got() == {"grain": -1}
    assert scene.seat().begging == 0


def test_k275_food_that_comes_before_an_occupation_helps_to_pay() -> None:
    scene = studying("E172", price=2)
    scene.owns(ANN, "E192").answer(ANN, DRAW)
    assert scene.got() == {"food": 3 + 2 - 4}
    assert scene.kind() == ""


def test_k275_opens_a_space_for_a_seat_that_can_pay_for_no_occupation() -> None:
    scene = Scene(4).owns(ANN, "K275", "E166").holds(ANN, "E168").use(ANN, "B-OCC")
    assert scene.choices() == [DRAW]


def test_k275_serves_the_scholar() -> None:
    scene = Scene(4).owns(ANN, "K275", "K279").holds(ANN, "E168").rooms(ANN, 2, house=2).has(ANN, food=1)
    scene.comes(ROUND).with_card(ANN, "K279")
    assert DRAW in scene.choices()
    assert scene.answer(ANN, DRAW).got() == {"food": 2}


DAUGHTER = INDEX["E173"]


def chief(seats: int = 4, *holders: tuple[int, str]) -> Scene:
    """Return a scene: Ann plays the Chief; the others hold these cards."""
    scene = Scene(seats)
    for seat, name in holders:
        scene.holds(seat, name)
    return scene.play(ANN, "E172")


def test_e173_every_seat_that_might_hold_her_is_asked_at_the_same_time() -> None:
    scene = chief(4, (BOB, "E166"), (CID, "E173"), (DEE, "E34"))
    assert [seat for seat in range(4) if scene.kind(seat)] == [BOB, CID]
    assert scene.choices(BOB) == []
    assert scene.choices(CID) == [PLAY_CARD.option(DAUGHTER)]


def test_e173_is_played_for_nothing_when_all_have_answered() -> None:
    scene = chief(3, (BOB, "E166"), (CID, "E173")).answer(CID, PLAY_CARD.option(DAUGHTER))
    assert scene.state.owner[DAUGHTER] == -1
    scene.answer(BOB)
    assert scene.state.owner[DAUGHTER] == CID
    assert scene.got(CID) == {}
    assert in_hand(scene, CID) == []


def test_e173_may_stay_in_the_hand() -> None:
    scene = chief(3, (BOB, "E166"), (CID, "E173")).answer(BOB).answer(CID)
    assert in_hand(scene, CID) == ["E173"]


def test_e173_the_seat_that_plays_the_chief_does_not_play_her() -> None:
    scene = chief(3, (ANN, "E173"), (BOB, "E166"))
    assert scene.kind(ANN) == ""
    assert scene.choices(BOB) == []


def test_e173_a_daughter_that_everybody_has_seen_is_not_looked_for() -> None:
    scene = Scene(3).holds(BOB, "E166").owns(CID, "E173")
    assert [scene.play(ANN, "E172").kind(seat) for seat in range(3)] == ["", "", ""]
    scene = Scene(3).holds(BOB, "E166").holds(CID, "E173")
    scene.state.known[DAUGHTER] = -1
    assert [scene.play(ANN, "E172").kind(seat) for seat in range(3)] == ["", "", "show-card"]


def test_e173_alone_at_the_table_nobody_is_asked() -> None:
    assert chief(1, (ANN, "E173")).kind(ANN) == ""


def test_e173_while_others_are_asked_no_seat_sees_which_one_has_said_yes() -> None:
    scene = chief(4, (BOB, "E166"), (CID, "E173"), (DEE, "E168"))
    before = view(scene.state, BOB)
    record = scene.table.answer(CID, (PLAY_CARD.option(DAUGHTER),))
    assert record is not None
    assert record.seen_by(BOB) == []
    assert record.seen_by(SPECTATOR) == []
    assert view(scene.state, BOB) == before
    assert scene.offers(BOB) == []
    scene.answer(DEE)
    worlds = [world(scene.table, BOB, Random(seed)).state for seed in range(200)]
    assert {there.agreed for there in worlds} == {0, 1 << CID, 1 << DEE}, "as far as he knows"
    for there in worlds:
        for seat in (CID, DEE):
            if there.agreed >> seat & 1:
                assert DAUGHTER in there.seats[seat].hand
    assert world(scene.table, CID, Random(1)).state.agreed == 1 << CID


def test_e173_a_no_says_nothing_of_the_hand() -> None:
    scene = chief(3, (BOB, "E166"), (CID, "E173")).answer(BOB).answer(CID)
    assert scene.events[-1:] == [AgreementsShown(DAUGHTER, ())]
    assert not any(isinstance(event, SeatAgreed) for event in scene.events)


def test_e173_others_notice_that_she_is_played() -> None:
    """The Educator's owner may answer with an occupation of his own."""
    scene = chief(4, (CID, "E173"))
    scene.owns(BOB, "K271").holds(BOB, "E166").has(BOB, food=9)
    scene.answer(CID, PLAY_CARD.option(DAUGHTER))
    assert scene.state.owner[DAUGHTER] == CID
    assert scene.kind(BOB) == "next-card"


@pytest.mark.parametrize(("house", "points"), [(0, 0), (1, 1), (2, 3)])
def test_e173_points_for_the_house(house: int, points: int) -> None:
    assert Scene().owns(ANN, "E173").rooms(ANN, 2, house=house).bonus() == points


def test_e173_can_be_played_like_any_other() -> None:
    scene = Scene().holds(ANN, "E173").run(PlayOccupation(Facts(ANN), 0)).plays(ANN, "E173")
    assert scene.state.owner[DAUGHTER] == ANN

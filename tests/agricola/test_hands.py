"""Hands: dealing, playing cards from them, and the knowledge of other seats about them."""

from random import Random

import pytest

from tests.agricola.situations import ANN, BOB, CID, Scene
from tests.worlds import imagined
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.cards.counting import occupations
from tilth_rules.agricola.codes import FOOD
from tilth_rules.agricola.content.cards import CARDS, INDEX, MINORS, OCCUPATIONS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.events.cards import CardDealt, CardDiscarded, CardKnown, CardPassed
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.moves.numbers import AGREE, DRAW_MINOR, DRAW_OCCUPATION, PLAY_CARD, USE_SPACE
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.agricola.state import State
from tilth_rules.agricola.view import view
from tilth_rules.kernel import EVERYTHING, SPECTATOR, SeededChance, Table


def started(options: Options, seats: int) -> Table:
    table = Table(game, options, seats, SeededChance(bytes(32)))
    table.start()
    return table


def kinds(cards: list[int]) -> tuple[int, int]:
    """Return the number of minor improvements and of occupations."""
    return sum(card in MINORS for card in cards), sum(card in OCCUPATIONS for card in cards)


# Setting up --------------------------------------------------------------------------------------


def test_everybody_is_dealt_seven_of_each_kind() -> None:
    state: State = started(Options(), 4).state
    assert all(kinds(seat.hand) == (7, 7) for seat in state.seats)
    assert len(state.decks[0]) == 139 - 28
    assert len(state.decks[1]) == 169 - 28


@pytest.mark.parametrize(("seats", "cards"), [(1, 66), (2, 66), (3, 107), (4, 169), (5, 169)])
def test_occupations_are_those_for_the_number_of_players(seats: int, cards: int) -> None:
    state: State = started(Options(), seats).state
    assert len(state.decks[1]) + 7 * seats == cards


def test_only_the_chosen_decks_are_dealt_from() -> None:
    state: State = started(Options(without_e=True, without_k=True), 3).state
    cards = [*state.decks[0], *state.decks[1], *(card for seat in state.seats for card in seat.hand)]
    assert {CARDS[card].deck for card in cards} == {"I"}


def test_the_starting_player_has_two_food_the_others_three_and_one_alone_none() -> None:
    state: State = started(Options(), 3).state
    assert [seat.goods[FOOD] for seat in state.seats] == [
        2 if seat == state.first else 3 for seat in range(3)
    ]
    assert started(Options(), 1).state.seats[0].goods[FOOD] == 0


def test_alone_there_are_two_wood_a_round_for_three() -> None:
    state: State = started(Options(family=True), 1).state
    wood = next(at for at, space in enumerate(SPACES) if space.id == "B-WOOD3")
    assert state.heaps[11 * wood + 1] == 2


def test_seven_of_ten_cards_of_a_kind_stay() -> None:
    table = started(Options(ten_keep_seven=True), 2)
    random = Random(1)
    while table.state.round == 0:
        seat = table.pending_seats[0]
        decision = table.open[seat]
        assert decision.kind == "put-away"
        table.answer(seat, random.sample(list(decision.options), 3))  # type: ignore[union-attr]
    assert all(kinds(seat.hand) == (7, 7) for seat in table.state.seats)


def test_a_hand_that_is_changed_is_smaller_by_one_each_time() -> None:
    table = started(Options(mulligan=True), 2)
    seat = table.pending_seats[0]
    for left in (6, 5):
        before = set(table.state.seats[seat].hand)
        table.answer(seat, (AGREE.number,))
        assert kinds(table.state.seats[seat].hand) == (7, left)
        assert table.state.seats[seat].hand != before
    table.answer(seat)
    assert table.open[seat].kind == "change-minors"


def test_in_a_draft_packs_go_to_the_left_till_all_have_seven() -> None:
    table = started(Options(draft=True), 3)
    state: State = table.state
    packs = [list(pack) for pack in state.packs]
    for seat in range(3):
        table.answer(seat, (5120 + packs[seat][0],))
    assert [state.packs[(seat + 1) % 3] for seat in range(3)] == [pack[1:] for pack in packs]
    while state.round == 0:
        seat = table.pending_seats[0]
        table.answer(seat, (table.open[seat].options[0],))  # type: ignore[union-attr]
    assert all(kinds(seat.hand) == (7, 7) for seat in state.seats)


def test_permanent_occupations_lie_on_the_table_and_the_hand_is_smaller() -> None:
    options = Options(series=3, permanent=("E175", "E172"), extra_food=4)
    state: State = started(options, 1).state
    assert state.seats[0].cards == [INDEX["E175"], INDEX["E172"]]
    assert kinds(state.seats[0].hand) == (7, 5)
    assert state.seats[0].goods[FOOD] == 4
    assert game.view(state, ANN).target == 59  # type: ignore[attr-defined]


# Playing -----------------------------------------------------------------------------------------


def test_the_first_occupation_is_free_and_each_later_one_costs_a_food() -> None:
    scene = Scene().holds(ANN, "E175", "E171").has(ANN, food=1).use(ANN, "B-OCC")
    assert scene.plays(ANN, "E175").got() == {}
    scene.state.visitors = [0] * len(SPACES)
    assert scene.use(ANN, "B-OCC").plays(ANN, "E171").got() == {"food": -1}
    assert occupations(scene.seat()) == 2


@pytest.mark.parametrize(("owned", "food"), [(0, 1), (1, 1), (2, 2)])
def test_on_the_space_for_four_the_first_two_cost_one_food_and_later_ones_two(owned: int, food: int) -> None:
    scene = Scene(4).owns(ANN, *("E175", "E218")[:owned]).holds(ANN, "E171").has(ANN, food=2)
    assert scene.use(ANN, "P4-OCC").plays(ANN, "E171").got() == {"food": -food}


def test_an_occupation_that_cannot_be_paid_for_is_not_offered() -> None:
    scene = Scene(3).holds(ANN, "E175").has(ANN, food=1).run(PlacePerson(ANN))
    assert USE_SPACE.option(scene.opened("P3-OCC")) not in scene.choices()
    assert USE_SPACE.option(scene.opened("B-OCC")) in scene.choices()


def test_a_minor_improvement_has_its_printed_price_and_prerequisite() -> None:
    scene = Scene().holds(ANN, "E12", "E24").has(ANN, wood=3).use(ANN, "B-START")
    assert scene.choices() == [PLAY_CARD.option(INDEX["E12"])]
    assert scene.plays(ANN, "E12").got() == {"wood": -1}


def test_with_the_marker_a_minor_improvement_may_be_played_and_need_not() -> None:
    scene = Scene().holds(ANN, "E16").use(ANN, "B-START")
    assert scene.state.first == ANN
    assert scene.decision().min_picks == 0  # type: ignore[union-attr]
    assert Scene().use(BOB, "B-START").kind(BOB) != "improvement"


def test_a_passing_card_goes_into_the_left_neighbours_hand_and_all_know_it() -> None:
    scene = Scene(3).holds(BOB, "E16").use(BOB, "B-START").plays(BOB, "E16").takes(BOB, "wood")
    assert CardPassed(BOB, INDEX["E16"], CID) in scene.events
    assert scene.seat(CID).hand == [INDEX["E16"]]
    assert scene.seat(BOB).cards == []
    view = game.view(scene.state, SPECTATOR)
    assert view.players[CID].shown == (INDEX["E16"],)  # type: ignore[attr-defined]


def test_alone_a_passing_card_leaves_the_match() -> None:
    scene = Scene(1).holds(ANN, "E16").use(ANN, "B-START").plays(ANN, "E16").takes(ANN, "clay")
    assert scene.state.gone == (INDEX["E16"],)
    assert scene.seat().hand == []


# Secrets -----------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    state: State = started(Options(), 3).state
    hand = tuple(sorted(state.seats[ANN].hand))
    seen = [game.view(state, viewer).players[ANN].hand for viewer in (ANN, BOB, SPECTATOR, EVERYTHING)]  # type: ignore[attr-defined]
    assert seen == [hand, (), (), hand]


def test_a_seat_is_asked_to_play_a_card_with_any_hand() -> None:
    """After a renovation a seat without wealth but with a minor improvement is asked; one without any is not."""
    for hand, kind in ((("E24",), "improvement"), ((), "")):
        scene = Scene().holds(ANN, *hand).has(ANN, clay=2, reed=1).use(ANN, "R2-RENO")
        assert scene.kind() in (kind, "place")
        if kind:
            assert scene.choices() == []


def test_a_world_keeps_the_cards_the_viewer_knows_and_deals_the_rest_again() -> None:
    state: State = started(Options(), 2).state
    passed = next(card for card in state.seats[BOB].hand if card in MINORS)
    state.known[passed] = -1
    worlds = [imagined(game, state, ANN, Random(seed)) for seed in range(20)]
    assert all(world.seats[ANN].hand == state.seats[ANN].hand for world in worlds)
    assert all(passed in world.seats[BOB].hand for world in worlds)
    assert len({tuple(sorted(world.seats[BOB].hand)) for world in worlds}) > 10


def test_in_a_draft_of_two_the_other_seats_pick_is_known_when_the_pack_comes_back() -> None:
    table = started(Options(draft=True), 2)
    first = {seat: list(table.state.packs[seat]) for seat in (ANN, BOB)}
    for _ in range(2):
        for seat in (ANN, BOB):
            table.answer(seat, (table.open[seat].options[0],))  # type: ignore[union-attr]
    state: State = table.state
    worlds = [imagined(game, state, ANN, Random(seed)) for seed in range(30)]
    of_the_first_pack = [card for card in state.kept[BOB] if card in first[ANN]]
    assert len(of_the_first_pack) == 1
    assert all(of_the_first_pack[0] in world.kept[BOB] for world in worlds)
    assert len({tuple(sorted(world.kept[BOB])) for world in worlds}) > 10


def test_after_a_draft_of_ten_others_may_have_put_away_any_three_but_kept_one_of_each_look() -> None:
    table = started(Options(draft=True, ten_keep_seven=True), 3)
    random = Random(3)
    while any(decision.kind in ("draft", "put-away") for decision in table.open.values()):
        seat, decision = next(iter(table.open.items()))
        table.answer(seat, random.sample(list(decision.options), decision.min_picks))  # type: ignore[union-attr]
    state: State = table.state
    looks = {
        card: (stretch.pack, number)
        for kind in game.knowledge(state, ANN).kinds
        for number, stretch in enumerate(kind.stretches)
        for card in stretch.cards
    }
    worlds = [imagined(game, state, ANN, random) for _ in range(60)]
    thrown_by_others = {
        card for pile in state.discards for card in pile if card in looks and state.known[card] != 1 << ANN
    }
    in_hands = set()
    for seat in (BOB, CID):
        assert all(_looks_of(world, seat, looks) == _looks_of(state, seat, looks) for world in worlds)
        in_hands |= {card for world in worlds for card in world.seats[seat].hand}
    assert thrown_by_others <= in_hands


def _looks_of(world: State, seat: int, looks: dict[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the looks of another seat between which this one has kept its cards, also those it has put away."""
    own = [card for pile in (world.seats[seat].hand, *world.discards) for card in pile]
    return sorted(looks[card] for card in own if card in looks and world.known[card] == 1 << seat)


# Three for one -----------------------------------------------------------------------------------


def test_three_cards_of_any_kinds_are_exchanged_for_one_of_the_seats_choice() -> None:
    scene = Scene(options=Options(three_for_one=True)).holds(ANN, "E12", "E13", "E175", "E171")
    scene.state.decks = [[INDEX["K105"]], [INDEX["K266"]]]
    scene.run(PlacePerson(ANN))
    assert set(scene.table.offered[ANN]) == {DRAW_OCCUPATION.number, DRAW_MINOR.number}
    scene.answer(ANN, DRAW_MINOR.number)
    scene.answer(ANN, *scene.choices()[:3])
    assert scene.seat().hand == [INDEX["E171"], INDEX["K105"]]
    assert scene.kind() == "place"
    assert scene.table.offered[ANN] == []


def test_the_discards_become_the_deck_when_it_is_empty() -> None:
    table = started(Options(), 2)
    state: State = table.state
    state.decks[0], state.discards[0] = [], sorted(state.decks[0])
    before = len(state.seats[ANN].hand)
    deal(table, ANN, False)
    assert len(state.seats[ANN].hand) == before + 1
    assert not state.discards[0]


def test_a_drawn_card_is_seen_by_nobody_else() -> None:
    event = CardDealt(ANN, True, INDEX["E175"])
    assert event.seen_by(BOB) == CardDealt(ANN, True, None)
    assert event.seen_by(ANN) == event
    assert event.reveals_to(ANN)
    assert not event.reveals_to(BOB)


def test_a_played_card_that_is_taken_back_stays_known() -> None:
    scene = Scene().holds(ANN, "E175").use(ANN, "B-OCC").plays(ANN, "E175")
    assert game.kept_on_undo(scene.state, scene.events) == [CardKnown(ANN, INDEX["E175"])]


def test_a_card_that_all_have_seen_may_be_among_three_that_are_put_away() -> None:
    shown, hidden = INDEX["E16"], INDEX["E17"]

    def after(away: int) -> State:
        scene = Scene(3, Options(three_for_one=True)).holds(BOB, "E16", "E17", "E20", "E166", "E168")
        scene.state.known[shown] = -1
        scene.state.decks = [[INDEX["K105"]], [INDEX["K266"]]]
        assert shown_to_all(scene.state) == (shown,)
        CardDiscarded(BOB, False, away).apply(scene.state)
        for name in ("E20", "E166"):
            CardDiscarded(BOB, name == "E166", INDEX[name]).apply(scene.state)
        return scene.state

    def shown_to_all(state: State) -> tuple[int, ...]:
        return view(state, ANN).players[BOB].shown

    assert [shown_to_all(after(away)) for away in (shown, hidden)] == [(), ()]
    known = game.knowledge(after(shown), ANN)
    assert known == game.knowledge(after(hidden), ANN)
    worlds = [game.deal(known, Random(seed)) for seed in range(40)]
    assert {shown in world.seats[BOB].hand for world in worlds} == {True, False}
    assert not any(shown in world.decks[False] for world in worlds), "it is his, or he has put it away"


def test_while_others_still_choose_from_their_packs_a_kept_card_follows_from_no_other_pack() -> None:
    """Seats choose at the same time: the pack of a seat that has chosen already has not moved on yet."""
    table = started(Options(draft=True), 3)
    random = Random(1)
    seen = {viewer: set(table.state.packs[viewer]) for viewer in range(3)}
    looked = 0
    for _ in range(40):
        seat = random.choice(table.pending_seats)
        table.answer(seat, (random.choice(table.open[seat].options),))  # type: ignore[union-attr]
        state: State = table.state
        for viewer in range(3):
            seen[viewer].update(state.packs[viewer])
            for kind in game.knowledge(state, viewer).kinds:
                for stretch in kind.stretches:
                    looked += 1
                    assert {*stretch.cards} <= seen[viewer]
    assert looked > 100


def test_a_match_with_named_decks_deals_the_hands_of_one_without_the_others() -> None:
    named = started(Options(decks=("K", "E")), 3)
    left_out = started(Options(without_i=True), 3)
    assert [seat.hand for seat in named.state.seats] == [seat.hand for seat in left_out.state.seats]
    hands = {CARDS[card].deck for seat in named.state.seats for card in seat.hand}
    assert hands == {"E", "K"}


def test_a_new_match_records_its_decks_in_full_and_none_that_is_left_out() -> None:
    for options, decks in (
        (Options(), ("E", "I", "K")),
        (Options(without_i=True), ("E", "K")),
        (Options(decks=("K", "E")), ("E", "K")),
    ):
        recorded = game.with_fixed_values(options)
        assert recorded == Options(decks=decks)
        assert game.with_fixed_values(recorded) == recorded
        game.check(recorded, 3)

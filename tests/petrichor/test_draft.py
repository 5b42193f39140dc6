"""The draft: who keeps what when, and what everybody remembers of it."""

from random import Random

import pytest

from tests.petrichor.situations import Scene, asked, cards, kind
from tests.worlds import imagined
from tilth_rules.kernel import EVERYTHING, SPECTATOR, ScriptedChance, ScriptedDraw, SeededChance, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.events.cards import CardsKept, DeckReshuffled, PackDealt, PackReceived
from tilth_rules.petrichor.rounds.cleanup import CleanUp
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.view import View
from tilth_rules.petrichor.worlds.known_cards import Group, hidden_groups, still_held
from tilth_rules.random_play import inside

DRAFT = Options(draft=True)


def drafting(seats: int, seed: int = 1) -> Table:
    table = Table(game, DRAFT, seats, SeededChance(seed.to_bytes(32, "big")))
    table.start()
    return table


def keep(table: Table, random: Random) -> None:
    """Everybody keeps cards at random."""
    for seat in table.pending_seats:
        table.answer(seat, *inside(asked(table, seat), random))


def seen(state: State, viewer: int) -> View:
    view = game.view(state, viewer)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize(
    ("seats", "packs", "kept"), [(2, (7, 6, 4), (1, 2, 2)), (3, (7, 6, 4), (1, 2, 2)), (4, (6, 5), (1, 2))]
)
def test_packs_shrink_as_in_the_rulebook(seats: int, packs: tuple[int, ...], kept: tuple[int, ...]) -> None:
    table = drafting(seats)
    random = Random(1)
    for pack, many in zip(packs, kept, strict=True):
        assert table.pending_seats == list(range(seats)), "all choose at once"
        for seat in range(seats):
            decision = asked(table, seat)
            assert decision.kind == "draft-keep"
            assert (decision.min_picks, decision.max_picks) == (many, many)
            assert sum(decision.max_each) == pack
        keep(table, random)
    assert kind(table, table.pending_seats[0]) == "first-cloud", "what is left of the last pack is kept"


@pytest.mark.parametrize(("seats", "hand"), [(3, 7), (4, 6)])
def test_after_the_draft_all_hold_as_many_cards_as_dealt(seats: int, hand: int) -> None:
    table = drafting(seats)
    random = Random(2)
    while len(table.pending_seats) > 1:
        keep(table, random)
    assert table.state.held == [hand] * seats


def test_the_second_of_two_players_gets_one_more_card_at_set_up_only() -> None:
    table = drafting(2)
    random = Random(3)
    while len(table.pending_seats) > 1:
        keep(table, random)
    assert table.state.held[table.state.first] == 7
    assert table.state.held[1 - table.state.first] == 8


def test_after_later_drafts_of_two_both_hold_as_many_cards() -> None:
    scene = Scene(2, DRAFT)
    table = scene.run(CleanUp())
    random = Random(1)
    while table.open:
        keep(table, random)
    assert table.state.held == [7, 7]
    assert sum(table.state.deck) == 26


def test_a_deck_that_runs_out_in_the_middle_of_a_pack_is_reshuffled_and_the_pack_made_whole() -> None:
    scene = Scene(3, DRAFT)
    scene.state.deck = [0, 10, 0, 0, 0]
    scene.state.discards = [0, 0, 10, 10, 10]
    table = scene.run(CleanUp())
    dealt = [event for event in scene.events if isinstance(event, PackDealt | DeckReshuffled)]
    assert dealt[:3] == [PackDealt(0, 7, (1,) * 7), PackDealt(1, 3, (1,) * 3), DeckReshuffled()]
    assert [sum(asked(table, seat).max_each) for seat in range(3)] == [7, 7, 7]
    assert table.state.packs[4 * 1 + 1] == 3


def test_packs_go_clockwise() -> None:
    deal = ScriptedDraw([], order=[*[1] * 7, *[2] * 7, *[3] * 7])
    table = Table(game, DRAFT, 3, ScriptedChance(deal=[deal]))
    table.start()
    for seat, card in ((0, 1), (1, 2), (2, 3)):
        table.answer(seat, [card])
    assert [asked(table, seat).options for seat in range(3)] == [[3], [1], [2]]


def test_nobody_sees_the_cards_that_others_keep_or_choose_from() -> None:
    table = drafting(3)
    record = table.answer(1, [asked(table, 1).options[0]])
    assert record is not None
    assert record.seen_by(0) == []
    assert record.seen_by(SPECTATOR) == []
    assert len(record.seen_by(1)) == 1
    players = seen(table.state, 0).players
    assert players[0].pack
    assert not players[1].pack
    assert not players[1].kept
    assert players[1].pack_size == 7
    assert seen(table.state, 1).players[1].kept == (asked_kind(record.seen_by(1)[0]),)
    assert seen(table.state, EVERYTHING).players[1].kept


def asked_kind(event: object) -> int:
    assert isinstance(event, CardsKept)
    return event.cards[0]


def test_a_pack_that_is_passed_on_reveals_its_cards_to_its_receiver() -> None:
    event = PackReceived(1, 2, (1, 4))
    assert event.reveals_to(1)
    assert not event.reveals_to(0)
    assert event.seen_by(0) == PackReceived(1, 2, ())


def test_others_see_only_how_many_cards_a_pack_was_dealt() -> None:
    event = PackDealt(1, 2, (1, 4))
    assert event.seen_by(1) == event.seen_by(EVERYTHING) == event
    assert event.seen_by(0) == event.seen_by(SPECTATOR) == PackDealt(1, 2, ())
    assert event.reveals_to(1)
    assert not event.reveals_to(0)


def test_cards_kept_from_the_round_before_stay_out_of_the_draft() -> None:
    scene = Scene(3, DRAFT).hand(0, 4, 4)
    table = scene.run(CleanUp())
    assert sum(asked(table, 0).max_each) == 7
    assert cards(table.state, 0) == [0, 0, 0, 2]
    random = Random(1)
    while table.open:
        keep(table, random)
    assert table.state.held == [9, 7, 7]


# What is remembered ------------------------------------------------------------------------------


def played_on(seats: int, seed: int, answers: int) -> Table:
    table = drafting(seats, seed)
    random = Random(seed)
    for _ in range(answers):
        if table.over:
            break
        seat = table.pending_seats[0]
        table.answer(seat, *inside(table.open[seat], random))
    return table


def known(state: State, viewer: int) -> list[Group]:
    return [group for group in hidden_groups(state, viewer) if group.cards is not None]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("answers", [0, 1, 4, 7, 9, 14, 25, 60, 110])
def test_in_every_world_a_viewer_may_imagine_passed_packs_are_as_they_were(seats: int, answers: int) -> None:
    for seed in range(6):
        table = played_on(seats, seed, answers)
        state = table.state
        for viewer in range(seats):
            world = imagined(game, state, viewer, Random(seed))
            assert hidden_groups(world, viewer) == hidden_groups(state, viewer), (
                "the packs it saw hold what it saw"
            )
            assert game.view(world, viewer) == game.view(state, viewer)
            assert game.conserved(world) == game.conserved(state)
            assert min(*world.hands, *world.takes, *world.packs, *world.deck) >= 0
            for seat in range(seats):
                kept = [
                    sum(world.takes[16 * ((seat - stage) % seats) + 4 * stage + card] for stage in range(4))
                    for card in (1, 2, 3, 4)
                ]
                have = [world.hands[4 * seat + card] + world.played[4 * seat + card] for card in (1, 2, 3, 4)]
                if not state.stage and seat != viewer:
                    assert all(k <= h for k, h in zip(kept, have, strict=True)), (
                        "what was kept is held or played"
                    )


def test_a_world_is_not_always_the_true_one() -> None:
    table = played_on(3, 1, 9)
    worlds = {tuple(imagined(game, table.state, 0, Random(seed)).hands) for seed in range(20)}
    assert len(worlds) > 5


def test_the_last_pack_of_four_is_known_to_the_player_who_passed_it() -> None:
    table = drafting(4)
    random = Random(1)
    keep(table, random)
    keep(table, random)
    state = table.state
    sure = [group for group in known(state, 0) if len(group.places) == 1]
    assert [(group.places[0].seat, group.places[0].size) for group in sure] == [(1, 3)]


def test_with_two_players_nearly_all_of_the_other_hand_is_known() -> None:
    table = drafting(2)
    random = Random(1)
    while len(table.pending_seats) > 1:
        keep(table, random)
    assert sum(sum(group.cards or ()) for group in known(table.state, 0)) == 6, "all but the first card kept"


def test_cards_that_must_still_be_held_are_known_in_later_rounds() -> None:
    for seed in range(10):
        table = played_on(2, seed, 8)
        state = table.state
        bounds = still_held(state)
        for viewer in range(2):
            other = 1 - viewer
            for card in (1, 2, 3, 4):
                assert bounds[16 * viewer + 4 * other + card] <= state.hands[4 * other + card]
        assert sum(bounds) > 0


def test_a_played_card_is_no_longer_known_to_be_held() -> None:
    scene = Scene(2, DRAFT).hand(1, 2, 2)
    state = scene.state
    state.known[16 * 0 + 4 * 1 + 2] = 2
    state.played[4 * 1 + 2] = 1
    assert still_held(state)[4 * 1 + 2] == 1

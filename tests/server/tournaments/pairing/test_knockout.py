"""Knockouts: lives, byes, and who comes out of it."""

import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import Finished, Tables, Wait
from tilth_server.tournaments.formats.bracket_sizes import (
    counts_after_round,
    next_full_field,
    planned_tables,
    tables_per_round,
)
from tilth_server.tournaments.formats.lookup import check
from tilth_server.tournaments.pairing import PairingState


def knockout(entrants: int, seats: int = 2, lives: int = 1, luck: int = 0, **fields: object) -> Simulated:
    asked = simulated.settings(seats, knockout=pb.Knockout(lives=lives), **fields)
    return Simulated(asked, entrants, luck=luck, void=0.0)


def lost(tournament: Simulated) -> list[int]:
    """Tables of two that each has lost, by the points won there and then the share of the scores."""
    losses = [0] * len(tournament.tournament.entrants)
    tables: dict[tuple[int, int], dict[int, tuple[float, int, float]]] = {}
    for game in tournament.tournament.pairings:
        there = tables.setdefault((game.round, game.table), dict.fromkeys(sorted(game.seats), (0.0, 0, 0.0)))
        for entrant, got, score in zip(game.seats, game.points(), game.scores, strict=True):
            points, won, share = there[entrant]
            there[entrant] = (points + got, won + (got == 1), share + score / max(1, sum(game.scores)))
    for there in tables.values():
        worse = min(there, key=lambda each: (*there[each][:2], round(there[each][2], 12), -each))
        losses[worse] += 1
    return losses


@examples(20, 120)
@given(entrants=st.integers(2, 33), luck=st.integers(0, 999))
def test_all_but_one_lose_once_in_single_elimination(entrants: int, luck: int) -> None:
    played = knockout(entrants, luck=luck).play(order=Random(luck))
    classes = played.format.rank(played.tournament)
    assert classes is not None
    [winner] = classes[0]
    losses = lost(played)
    assert losses == [int(each != winner) for each in range(entrants)]
    assert len(list(played.tables())) == entrants - 1
    assert len(played.tournament.rounds) == (entrants - 1).bit_length()
    assert not any(each.byes for each in played.tournament.rounds[1:])
    assert sorted(each for rank in classes for each in rank) == list(range(entrants))


@examples(20, 120)
@given(entrants=st.integers(2, 24), luck=st.integers(0, 999))
def test_all_but_one_lose_twice_in_double_elimination(entrants: int, luck: int) -> None:
    played = knockout(entrants, lives=2, luck=luck).play(order=Random(luck))
    classes = played.format.rank(played.tournament)
    assert classes is not None
    [winner] = classes[0]
    losses = lost(played)
    assert losses[winner] < 2
    assert [losses[each] for each in range(entrants) if each != winner] == [2] * (entrants - 1)
    assert len(list(played.tables())) == 2 * entrants - 2 + losses[winner]


@examples(20, 120)
@given(entrants=st.integers(4, 24), luck=st.integers(0, 999))
def test_only_equals_play_each_other_before_the_last_round(entrants: int, luck: int) -> None:
    tournament = knockout(entrants, lives=2, luck=luck)
    tournament.start()
    before = [0] * entrants
    while isinstance(tournament.step(), Tables):
        played = tournament.tournament.rounds[-1]
        alive = [each for each in range(entrants) if before[each] < 2]
        for game in played.pairings:
            a, b = game.seats
            assert before[a] < 2
            assert before[b] < 2
            assert before[a] == before[b] or len(alive) == 2
        tournament.play_round()
        before = lost(tournament)


def scored(tournament: Simulated, winners: Sequence[int]) -> None:
    """Each game that is due is won by who is in `winners`."""
    for game in tournament.due():
        tournament.end(game, [1 if each in winners else 2 for each in game.seats])


def pairs(found: object) -> list[tuple[int, ...]]:
    assert isinstance(found, Tables)
    return [table.entrants for table in found.tables]


def test_the_first_meets_the_last() -> None:
    tournament = knockout(8)
    tournament.start()
    assert pairs(tournament.step()) == [(0, 7), (1, 6), (2, 5), (3, 4)]
    scored(tournament, [0, 1, 5, 3])
    assert pairs(tournament.step()) == [(0, 5), (1, 3)]
    assert tournament.format.stages(tournament.tournament)[4] == "out in round 1"
    scored(tournament, [5, 3])
    assert pairs(tournament.step()) == [(3, 5)]
    assert tournament.format.rounds(tournament.tournament) == 3
    assert tournament.format.stages(tournament.tournament)[5] == "in"
    scored(tournament, [5])
    assert isinstance(tournament.step(), Finished)
    assert tournament.format.rank(tournament.tournament) == [[5], [3], [0, 1], [2, 4, 6, 7]]
    assert tournament.format.stages(tournament.tournament)[5] == "winner"
    assert tournament.format.stages(tournament.tournament)[3] == "out in round 3"


def test_byes_go_to_the_best_seeded() -> None:
    tournament = knockout(6)
    tournament.start()
    found = tournament.step()
    assert pairs(found) == [(2, 5), (3, 4)]
    assert isinstance(found, Tables)
    assert found.byes == [0, 1]


def test_the_unbeaten_one_has_to_lose_twice() -> None:
    tournament = knockout(4, lives=2)
    tournament.start()
    assert tournament.format.games_to_come(tournament.tournament) == 6 * 2
    tournament.step()
    scored(tournament, [0, 1])
    assert pairs(tournament.step()) == [(0, 1), (2, 3)]
    scored(tournament, [0, 2])
    assert pairs(tournament.step()) == [(1, 2)]
    scored(tournament, [1])
    assert pairs(tournament.step()) == [(0, 1)]
    scored(tournament, [1])
    assert pairs(tournament.step()) == [(0, 1)]
    scored(tournament, [1])
    assert isinstance(tournament.step(), Finished)
    assert tournament.format.rank(tournament.tournament) == [[1], [0], [2], [3]]


def test_beaten_entrants_who_have_met_are_kept_apart() -> None:
    tournament = knockout(8, lives=2)
    tournament.start()
    tournament.step()
    scored(tournament, [0, 1, 2, 3])
    tournament.step()
    scored(tournament, [0, 1, 4, 5])
    met = {frozenset(table) for _, table in tournament.tables()}
    found = pairs(tournament.step())
    assert not met & {frozenset(pair) for pair in found}


@examples(20, 120)
@given(data=st.data(), seats=st.integers(2, 5), lives=st.integers(1, 2), luck=st.integers(0, 999))
def test_tables_are_full_and_one_wins(data: st.DataObject, seats: int, lives: int, luck: int) -> None:
    entrants = data.draw(st.integers(seats, 40))
    played = knockout(entrants, seats, lives, luck).play()
    assert {len(table) for _, table in played.tables()} == {seats}
    classes = played.format.rank(played.tournament)
    assert classes is not None
    assert len(classes[0]) == 1
    assert sorted(each for rank in classes for each in rank) == list(range(entrants))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("lives", [1, 2])
def test_a_field_never_shrinks_below_the_last_table(seats: int, lives: int) -> None:
    for entrants in range(seats, 130):
        counts = [entrants] + [0] * (lives - 1)
        for _ in tables_per_round(counts, seats):
            for draft in planned_tables(counts, seats):
                assert 0 < draft.losers < seats
            counts = counts_after_round(counts, seats)
            assert sum(counts) >= seats or sum(counts) == 1 or (lives == 2 and seats > 2)
        assert sum(counts) == 1


@pytest.mark.parametrize(
    ("seats", "full"), [(2, [2, 4, 8, 16, 32]), (3, [3, 9, 27]), (4, [4, 8, 16]), (5, [5, 11, 26])]
)
def test_full_fields(seats: int, full: list[int]) -> None:
    for small, big in itertools.pairwise(full):
        assert {next_full_field(count, seats) for count in range(small + 1, big + 1)} == {small}


def test_a_table_is_decided_by_points_then_wins_then_shares_then_seed() -> None:
    def goes_on(*results: tuple[Sequence[int], Sequence[int]]) -> int:
        """Of entrants 0 and 1, by places and scores in the order (0, 1)."""
        tournament = knockout(2, sets=2)
        tournament.start()
        tournament.step()
        for game, (places, scores) in zip(tournament.due(), results, strict=True):
            state = PairingState.FINISHED if places else PairingState.VOID
            by_seat = [places[each] for each in game.seats] if places else ()
            tournament.end(game, by_seat, [scores[each] for each in game.seats] if scores else (), state)
        classes = tournament.format.rank(tournament.tournament)
        assert classes is not None
        return classes[0][0]

    win, loss, draw, void = (1, 2), (2, 1), (1, 1), ()
    assert goes_on((loss, ()), (loss, ()), (win, (90, 1)), (draw, ())) == 1
    assert goes_on((void, ()), (void, ()), (void, ()), (loss, ())) == 1
    assert goes_on((win, (6, 5)), (loss, (1, 9)), (draw, ()), (draw, ())) == 1
    assert goes_on((win, (9, 5)), (loss, (7, 8)), (draw, (4, 4)), (draw, ())) == 0
    assert goes_on((win, (-4, -57)), (loss, (0, 1)), (draw, ()), (draw, ())) == 0
    assert goes_on((draw, ()), (draw, ()), (draw, ()), (draw, ())) == 0
    assert goes_on((void, ()), (void, ()), (void, ()), (void, ())) == 0


def test_games_won_decide_between_equal_points_at_tables_of_more_than_two() -> None:
    tournament = knockout(3, seats=3)
    tournament.start()
    tournament.step()
    for game, places in zip(tournament.due(), [(2, 1, 3), (2, 3, 1), (1, 1, 1)], strict=True):
        tournament.end(game, [places[each] for each in game.seats])
    assert tournament.format.rank(tournament.tournament) == [[1], [0, 2]]


def test_a_withdrawn_entrant_loses_even_a_table_that_was_won() -> None:
    tournament = knockout(4)
    tournament.start()
    tournament.step()
    scored(tournament, [0, 1])
    tournament.withdraw(0)
    assert pairs(tournament.step()) == [(1, 3)]
    tournament.withdraw(1)
    assert isinstance(tournament.step(), Finished)
    assert tournament.format.rank(tournament.tournament) == [[3], [1], [0, 2]]


def test_an_entrant_who_is_out_fills_the_last_table_and_can_not_win_it() -> None:
    tournament = knockout(8, seats=4)
    tournament.start()
    assert pairs(tournament.step()) == [(0, 3, 4, 7), (1, 2, 5, 6)]
    for game in tournament.due():
        tournament.end(game, [1 + sorted(game.seats).index(each) for each in game.seats])
    for gone in (0, 3, 4):
        tournament.withdraw(gone)
    assert pairs(tournament.step()) == [(1, 2, 7, 5)]
    for game in tournament.due():
        tournament.end(game, [[5, 7, 1, 2].index(each) + 1 for each in game.seats])
    assert isinstance(tournament.step(), Finished)
    classes = tournament.format.rank(tournament.tournament)
    assert classes is not None
    assert classes[0] == [7]
    assert classes[1] == [1, 2]


def test_the_remaining_entrants_share_the_first_place_if_nobody_can_fill_their_table() -> None:
    tournament = knockout(4, seats=3)
    tournament.start()
    tournament.step()
    tournament.play_round()
    alive = [
        each for each, stage in enumerate(tournament.format.stages(tournament.tournament)) if stage == "in"
    ]
    for each in range(4):
        if each not in alive[:2]:
            tournament.withdraw(each)
    assert isinstance(tournament.step(), Finished)
    classes = tournament.format.rank(tournament.tournament)
    assert classes is not None
    assert classes[0] == alive[:2]


def test_there_are_two_lives_at_most() -> None:
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(2, knockout=pb.Knockout(lives=3)))
    assert refused.value.field == "settings.knockout.lives"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nobody_rests_twice_while_somebody_plays_who_has_not_rested(seats: int) -> None:
    for entrants in range(seats, 40):
        played = knockout(entrants, seats).play()
        had: Counter[int] = Counter()
        for each in played.tournament.rounds:
            playing = {entrant for game in each.pairings for entrant in game.seats}
            assert max((had[entrant] for entrant in each.byes), default=0) <= min(had[one] for one in playing)
            had.update(each.byes)


def further(entrants: int, sets: int, seats: int = 2, **fields: object) -> Simulated:
    asked = simulated.settings(seats, knockout=pb.Knockout(max_further_sets=sets), **fields)
    tournament = Simulated(asked, entrants)
    tournament.start()
    tournament.step()
    return tournament


def end_all(tournament: Simulated, winner: dict[int, int]) -> None:
    """The winner of each game that is due, by table; a table without one is drawn."""
    for game in tournament.due():
        won = winner.get(game.table)
        tournament.end(game, [1 if won in (None, each) else 2 for each in game.seats])


def test_a_table_that_points_do_not_decide_plays_further_sets() -> None:
    tournament = further(4, 2)
    end_all(tournament, {1: 0})
    found = tournament.step()
    assert isinstance(found, Tables)
    assert (found.round, [table.number for table in found.tables]) == (1, [2])
    assert pairs(found) == [(1, 2)]
    added = tournament.tournament.pairings[4:]
    assert [(game.round, game.table, game.stage) for game in added] == [(1, 2, 0)] * 2
    assert {game.seats for game in added} == {(1, 2), (2, 1)}
    assert len({game.deal for game in tournament.tournament.pairings}) == 6
    assert isinstance(tournament.step(), Wait)
    assert tournament.format.stages(tournament.tournament) == ["in"] * 4
    end_all(tournament, {2: 2})
    assert pairs(tournament.step()) == [(0, 2)]
    assert tournament.format.stages(tournament.tournament) == ["in", "out in round 1", "in", "out in round 1"]
    assert len(tournament.tournament.rounds) == 2


def test_after_the_last_further_set_wins_and_seeds_decide() -> None:
    tournament = further(2, 3)
    for _ in range(3):
        end_all(tournament, {})
        assert isinstance(tournament.step(), Tables)
    end_all(tournament, {})
    assert isinstance(tournament.step(), Finished)
    assert len(tournament.tournament.pairings) == 8
    assert tournament.format.rank(tournament.tournament) == [[0], [1]]


def test_without_further_sets_a_draw_goes_to_the_better_seed_at_once() -> None:
    tournament = further(2, 0)
    end_all(tournament, {})
    assert isinstance(tournament.step(), Finished)


def test_further_sets_wait_for_the_other_tables_of_the_round() -> None:
    tournament = further(4, 1)
    for game in tournament.due():
        if game.table == 1:
            tournament.end(game, [1, 1])
    assert isinstance(tournament.step(), Wait)
    end_all(tournament, {})
    assert pairs(tournament.step()) == [(0, 3), (1, 2)]


def test_at_larger_tables_only_the_edge_between_advancing_and_losing_counts() -> None:
    tournament = further(4, 1, seats=4, rotate=False)
    [game] = tournament.due()
    order = sorted(range(4), key=game.seats.index)
    places = {order[0]: 1, order[1]: 1, order[2]: 3, order[3]: 3}
    tournament.end(game, [places[each] for each in game.seats])
    # The last round has one winner, so the edge is between the first two.
    found = tournament.step()
    assert isinstance(found, Tables)
    [game] = tournament.due()
    tournament.end(game, [1 if each == order[1] else 2 for each in game.seats])
    assert isinstance(tournament.step(), Finished)
    ranked = tournament.format.rank(tournament.tournament)
    assert ranked is not None
    assert ranked[0] == [order[1]]
    eight = further(8, 1, seats=4, rotate=False)
    for game in eight.due():
        order = list(game.seats)
        eight.end(game, [1, 1, 3, 3])
    found = eight.step()
    assert isinstance(found, Tables)
    assert found.round == 2


@pytest.mark.parametrize("state", [PairingState.VOID, PairingState.ADJUDICATED])
def test_void_games_are_made_up_for_by_further_sets(state: PairingState) -> None:
    tournament = further(2, 1)
    for game in tournament.due():
        tournament.end(game, [] if state is PairingState.VOID else [1, 1], state=state)
    assert pairs(tournament.step()) == [(0, 1)]


def test_withdrawals_and_forfeits_decide_without_further_sets() -> None:
    tournament = further(4, 5)
    end_all(tournament, {2: 1})
    tournament.withdraw(0)
    found = tournament.step()
    assert isinstance(found, Tables)
    assert (found.round, pairs(found)) == (2, [(1, 3)])


def test_a_correction_after_the_end_leads_to_no_further_set() -> None:
    tournament = further(2, 1)
    end_all(tournament, {1: 1})
    assert isinstance(tournament.step(), Finished)
    for game in tournament.tournament.pairings:
        tournament.end(game, [1, 1], state=PairingState.ADJUDICATED)
    assert tournament.format.rank(tournament.tournament) == [[0], [1]]

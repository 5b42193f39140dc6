"""Benchmarks: everybody plays the same deals alone, and scores of the same deal are compared."""

import math
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import Finished, Tables
from tilth_server.tournaments.formats.lookup import check, max_entrants
from tilth_server.tournaments.pairing import PairingState
from tilth_server.tournaments.ratings.paired_scores import margin_of
from tilth_server.tournaments.standings import standings


def benchmark(entrants: int, deals: int, **more: float) -> Simulated:
    asked = simulated.settings(1, benchmark=pb.Benchmark(deals=deals))
    return Simulated(asked, entrants, **more)  # type: ignore[arg-type]


def scored(tournament: Simulated, scores: dict[tuple[int, int], int]) -> pb.GetStandingsResponse:
    """Play the deals with these scores by entrant and round, and return the standings."""
    if not tournament.tournament.started_ms:
        tournament.start()
    while isinstance(tournament.step(), Tables):
        for game in tournament.due():
            tournament.end(game, [1], [scores[game.seats[0], game.round]])
    return standings(tournament.tournament, tournament.format, str)


@examples(20, 120)
@given(entrants=st.integers(2, 9), deals=st.integers(1, 12), luck=st.integers(0, 99), rest=st.integers(1, 40))
def test_every_entrant_plays_every_deal_alone(entrants: int, deals: int, luck: int, rest: int) -> None:
    tournament = benchmark(entrants, deals, luck=luck)
    assert tournament.format.games_to_come(tournament.tournament) == entrants * deals
    tournament.play(order=Random(luck), at_once=rest)
    played = sorted((game.deal, *game.seats) for game in tournament.tournament.pairings)
    assert played == [(deal, each) for deal in range(deals) for each in range(entrants)]
    assert len(tournament.tournament.rounds) == deals == tournament.format.rounds(tournament.tournament)


@examples(20, 120)
@given(entrants=st.integers(2, 5), deals=st.integers(2, 8), luck=st.integers(0, 999))
def test_the_comparison_of_two_is_that_of_their_differences(entrants: int, deals: int, luck: int) -> None:
    dice = Random(luck)
    worth = [dice.randint(0, 80) for _ in range(deals + 1)]
    scores = {
        (each, deal): worth[deal] + 2 * each + dice.randint(0, 9)
        for each in range(entrants)
        for deal in range(1, deals + 1)
    }
    found = scored(benchmark(entrants, deals), scores)
    order = [each.entrant for each in found.standings]
    means = {each: mean(scores[each, deal] for deal in range(1, deals + 1)) for each in range(entrants)}
    assert [means[each] for each in order] == sorted(means.values(), reverse=True)
    for row in found.crosstable:
        for other, cell in zip(order, row.cells, strict=True):
            if other == row.entrant:
                assert cell == pb.CrosstableCell()
                continue
            off = [scores[row.entrant, deal] - scores[other, deal] for deal in range(1, deals + 1)]
            assert cell.score_difference == pytest.approx(mean(off))
            assert cell.score_margin == pytest.approx(margin_of(off))
            assert cell.points == sum(each > 0 for each in off) + off.count(0) / 2
            assert cell.games == deals
    for line in found.standings:
        assert line.mean_score == pytest.approx(means[line.entrant])
        assert (line.elo, line.elo_margin) == (0, 0)


def test_a_deal_that_moves_all_alike_widens_no_margin() -> None:
    scores = {(each, deal): 1000 * deal + 7 * (each == 1) for each in (0, 1) for deal in range(1, 6)}
    found = scored(benchmark(2, 5), scores)
    assert [(each.entrant, each.score_margin) for each in found.standings] == [(1, 0.0), (0, 0.0)]
    assert found.crosstable[0].cells[1].score_difference == 7
    assert found.crosstable[0].cells[1].score_margin == 0


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (9, 2.2622),
        (30, 2.0423),
        (999, 1.9623),
    ],
)
def test_margins_are_those_of_students_table(freedom: int, quantile: float) -> None:
    values = [Random(freedom).gauss(0, 1) for _ in range(freedom + 1)]
    expected = quantile * stdev(values) / math.sqrt(freedom + 1)
    assert margin_of(values) == pytest.approx(expected, rel=2e-4)
    assert margin_of(values[:1]) == math.inf


def test_margins_hold_the_truth_as_often_as_they_say() -> None:
    """The deals scatter ten times as much as the differences between the two."""
    dice = Random(3)
    held = 0
    for _ in range(1000):
        off = []
        for _ in range(8):
            deal = dice.gauss(0, 50)
            off.append(deal + dice.gauss(2, 5) - (deal + dice.gauss(0, 5)))
        held += abs(mean(off) - 2) <= margin_of(off)
    assert 0.93 <= held / 1000 <= 0.97


def test_void_games_and_withdrawals_leave_the_other_deals_comparable() -> None:
    tournament = benchmark(3, 3)
    tournament.start()
    tournament.step()
    for game in tournament.due():
        if game.seats == (0,):
            tournament.end(game, [], state=PairingState.VOID)
        else:
            tournament.end(game, [1], [100 + game.seats[0]])
    tournament.withdraw(2)
    found = scored(tournament, {(each, deal): 10 - each for each in range(3) for deal in (1, 2, 3)})
    assert isinstance(tournament.step(), Finished)
    assert [each.entrant for each in found.standings] == [0, 1, 2]
    assert [list(each.seats) for each in found.standings] == [[2], [3], [1]]
    games = {
        (row.entrant, found.standings[at].entrant): cell.games
        for row in found.crosstable
        for at, cell in enumerate(row.cells)
    }
    assert (games[0, 1], games[0, 2], games[1, 2]) == (2, 0, 1)


def test_a_won_solo_game_is_a_point_and_a_lost_or_forfeited_one_is_none() -> None:
    tournament = benchmark(3, 1)
    tournament.start()
    tournament.step()
    first, second, third = tournament.due()
    tournament.end(first, [1], [50])
    tournament.end(second, [2], [60])
    ended = pb.TournamentPairingEnded(number=third.number, state=pb.PAIRING_STATE_FINISHED, forfeits=[0])
    ended.result.places.append(1)
    ended.result.scores.append(5)
    tournament.take(pairing_ended=ended)
    found = standings(tournament.tournament, tournament.format, str)
    lines = [(e.entrant, e.points, e.wins, e.losses, e.forfeits, e.mean_score) for e in found.standings]
    assert lines == [(1, 0, 0, 1, 0, 60), (0, 1, 1, 0, 0, 50), (2, 0, 0, 1, 1, 5)]


@pytest.mark.parametrize(
    ("field", "seats", "deals", "fields"),
    [
        ("table_seats", 2, 5, {}),
        ("sets", 1, 5, {"sets": 2}),
        ("benchmark.deals", 1, 10_001, {}),
        ("max_entrants", 1, 5_000, {"max_entrants": 5}),
    ],
)
def test_unplayable_benchmarks_are_refused(
    field: str, seats: int, deals: int, fields: dict[str, int]
) -> None:
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(seats, benchmark=pb.Benchmark(deals=deals), **fields))
    assert refused.value.field == f"settings.{field}"


def test_the_number_of_entrants_follows_from_the_number_of_deals() -> None:
    assert max_entrants(simulated.settings(1, benchmark=pb.Benchmark())) == 200
    assert max_entrants(simulated.settings(1, benchmark=pb.Benchmark(deals=10_000))) == 2

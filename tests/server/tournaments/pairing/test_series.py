"""Series: two entrants, until the games are played or the test has decided."""

from collections import Counter
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
from tilth_server.tournaments.formats import series as formats
from tilth_server.tournaments.formats.lookup import check
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.ratings.head_to_head import results_between
from tilth_server.tournaments.ratings.sprt import sprt, sprt_of_pairs

TEST = pb.Sprt(elo0=0, elo1=20)


def series(strengths: list[float], luck: int = 0, **fields: object) -> Simulated:
    return Simulated(simulated.settings(2, **fields), len(strengths), strengths=strengths, luck=luck)


@pytest.mark.parametrize(("games", "sets", "played"), [(10, 1, 10), (9, 1, 10), (9, 3, 12), (1, 1, 2)])
def test_all_games_are_played_and_the_last_table_whole(games: int, sets: int, played: int) -> None:
    tournament = series([0, 0], series=pb.Series(games=games), sets=sets).play()
    assert len(tournament.tournament.pairings) == played
    assert tournament.format.rounds(tournament.tournament) == len(tournament.tournament.rounds)


@examples(6, 40)
@given(luck=st.integers(0, 999), better=st.sampled_from([-300.0, 300.0]), rotate=st.booleans())
def test_the_test_ends_it_at_the_first_table_that_decides(luck: int, better: float, rotate: bool) -> None:
    tournament = series([better, 0], luck, series=pb.Series(sprt=TEST), rotate=rotate).play(at_once=1)
    found = formats.sprt_result(tournament.tournament)
    assert found is not None
    assert found.decision == (1 if better > 0 else -1)
    points = [game.points()[game.seats.index(0)] for game in tournament.tournament.pairings]
    if rotate:
        counts = [0] * 5
        for one, other in zip(points[::2], points[1::2], strict=True):
            counts[round(2 * (one + other))] += 1
        assert found == sprt_of_pairs(counts, 0, 20)
        counts[round(2 * (points[-1] + points[-2]))] -= 1
        before = sprt_of_pairs(counts, 0, 20)
    else:
        assert found == sprt(points.count(1), points.count(0.5), points.count(0), 0, 20)
        del points[-1]
        before = sprt(points.count(1), points.count(0.5), points.count(0), 0, 20)
    assert before.decision == 0


@examples(6, 40)
@given(luck=st.integers(0, 999), at_once=st.integers(1, 30))
def test_the_decision_does_not_depend_on_the_order_of_results(luck: int, at_once: int) -> None:
    asked = pb.Series(sprt=TEST)
    usual = series([150, 0], luck, series=asked).play(at_once=1)
    other = series([150, 0], luck, series=asked).play(order=Random(luck), at_once=at_once)
    assert formats.sprt_result(other.tournament) == formats.sprt_result(usual.tournament)
    assert len(usual.tournament.pairings) <= len(other.tournament.pairings)
    assert all(game.state.has_ended for game in other.tournament.pairings)


def test_a_table_that_is_not_over_holds_the_test_up() -> None:
    tournament = series([0, 0], series=pb.Series(games=400, sprt=TEST))
    tournament.start()
    for _ in range(200):
        tournament.step()
    first: list[Pairing] = tournament.tournament.rounds[0].pairings
    for game in tournament.due():
        if game not in first:
            tournament.end(game, [1 if each == 0 else 2 for each in game.seats])
    found = formats.sprt_result(tournament.tournament)
    assert found is not None
    assert (found.decision, found.log_ratio) == (0, 0.0)
    tournament.play_round()
    found = formats.sprt_result(tournament.tournament)
    assert found is not None
    assert found.decision == 1


def test_a_pair_with_a_void_game_is_left_out() -> None:
    tournament = series([0, 0], series=pb.Series(games=4, sprt=TEST))
    tournament.start()
    tournament.step()
    one, other = tournament.due()
    tournament.end(one, [1, 2])
    tournament.end(other, (), (), PairingState.VOID)
    assert formats.sprt_result(tournament.tournament) == sprt_of_pairs([0] * 5, 0, 20)


def test_sets_are_handed_out_while_others_are_played() -> None:
    tournament = series([0, 0], series=pb.Series(games=6))
    tournament.start()
    assert [type(tournament.step()) for _ in range(4)] == [Tables] * 3 + [Wait]
    tournament.play_round()
    assert isinstance(tournament.step(), Finished)


def test_a_series_ends_when_an_entrant_withdraws() -> None:
    tournament = series([0, 0], series=pb.Series(games=100))
    tournament.start()
    tournament.step()
    tournament.play_round()
    tournament.withdraw(1)
    assert isinstance(tournament.step(), Finished)
    assert tournament.format.games_to_come(tournament.tournament) == 0


def test_a_replacement_for_an_entrant_who_left_before_the_start_plays() -> None:
    tournament = series([0, 0, 0], series=pb.Series(games=4, sprt=TEST))
    tournament.withdraw(0)
    tournament.play()
    assert {table for _, table in tournament.tables()} == {(1, 2)}


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("settings.series.games", pb.Series()),
        ("settings.series.sprt.elo1", pb.Series(sprt=pb.Sprt(elo0=5, elo1=5))),
        ("settings.series.sprt.elo1", pb.Series(sprt=pb.Sprt(elo0=0, elo1=float("nan")))),
        ("settings.series.sprt.elo1", pb.Series(sprt=pb.Sprt(elo0=0, elo1=5_000))),
        ("settings.series.sprt.alpha", pb.Series(sprt=pb.Sprt(elo1=5, alpha=0.5))),
        ("settings.series.sprt.beta", pb.Series(sprt=pb.Sprt(elo1=5, beta=-0.1))),
    ],
)
def test_a_test_that_tests_nothing_is_refused(field: str, asked: pb.Series) -> None:
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(2, series=asked))
    assert refused.value.field == field


def at_table_of(seats: int, entrants: int, luck: int = 0, better: float = 100, **fields: object) -> Simulated:
    strengths = [better, 0.0, *(50.0 * at for at in range(entrants - 2))]
    return Simulated(simulated.settings(seats, **fields), entrants, strengths=strengths, luck=luck)


@examples(15, 100)
@given(seats=st.integers(3, 5), more=st.integers(0, 3), sets=st.integers(1, 2), luck=st.integers(0, 99))
def test_the_two_exchange_their_seats_while_the_fill_ins_keep_theirs(
    seats: int, more: int, sets: int, luck: int
) -> None:
    tournament = at_table_of(seats, seats + more, luck, series=pb.Series(games=24), sets=sets).play()
    games = tournament.tournament.pairings
    exchanged = {0: 1, 1: 0}
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.seats != other.seats == tuple(exchanged.get(each, each) for each in one.seats)
        assert one.deal != other.deal
    counts = Counter(each for game in games for each in game.seats)
    assert counts[0] == counts[1] == len(games) == 24
    rest = [counts[each] for each in range(2, seats + more)]
    assert max(rest) - min(rest) <= 2 * sets
    seats_of_first = {game.seats.index(0) for game in games}
    assert len(seats_of_first) > 1


@examples(10, 60)
@given(
    seats=st.integers(3, 5),
    luck=st.integers(0, 999),
    rotate=st.booleans(),
    better=st.sampled_from([-100.0, 0.0, 100.0]),
)
def test_at_larger_tables_the_test_counts_the_places_of_the_two(
    seats: int, luck: int, rotate: bool, better: float
) -> None:
    asked = pb.Series(games=100, sprt=pb.Sprt(elo0=0, elo1=40))
    tournament = at_table_of(seats, seats + 1, luck, better, series=asked, rotate=rotate)
    tournament.play(at_once=1)
    points = []
    for game in tournament.tournament.pairings:
        mine, theirs = game.places[game.seats.index(0)], game.places[game.seats.index(1)]
        points.append(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
    found = formats.sprt_result(tournament.tournament)
    if rotate:
        counts = [0] * 5
        for one, other in zip(points[::2], points[1::2], strict=True):
            counts[round(2 * (one + other))] += 1
        assert found == sprt_of_pairs(counts, 0, 40)
        assert results_between(tournament.tournament, 0, 1) == ([0, 0, 0], counts)
    else:
        assert found == sprt(points.count(1), points.count(0.5), points.count(0), 0, 40)
    ranked = tournament.format.rank(tournament.tournament)
    assert ranked is not None
    ahead = sum(points) - len(points) / 2
    assert ranked[:-1] == ([[0, 1]] if not ahead else [[0], [1]] if ahead > 0 else [[1], [0]])
    assert ranked[-1] == list(range(2, seats + 1))


def test_a_series_continues_while_a_table_can_be_filled() -> None:
    tournament = at_table_of(4, 5, series=pb.Series(games=100))
    tournament.start()
    assert tournament.format.stages(tournament.tournament) == ["", "", "fill-in", "fill-in", "fill-in"]
    tournament.step()
    tournament.withdraw(3)
    assert isinstance(tournament.step(), Tables)
    assert set(tournament.tournament.pairings[-1].seats) == {0, 1, 2, 4}
    tournament.withdraw(2)
    assert isinstance(tournament.step(), Finished)


@pytest.mark.parametrize("leaving", [0, 1])
def test_a_series_ends_when_one_of_the_two_withdraws(leaving: int) -> None:
    tournament = at_table_of(3, 6, series=pb.Series(games=100))
    tournament.start()
    tournament.step()
    tournament.withdraw(leaving)
    assert isinstance(tournament.step(), Finished)

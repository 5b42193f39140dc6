"""Standings of contests in the real formats: every field, and the same from the same results."""

import math
import time
from collections.abc import Sequence
from random import Random

import pytest

from tests.server.tournaments.sheets import Result, Sheet, drawn, won
from tests.server.tournaments.simulated import Simulated, settings
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments import tally
from tilth_server.tournaments.contest import Contest, GameState
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.sprt import sprt, sprt_of_pairs
from tilth_server.tournaments.standings import MOST_IN_CROSSTABLE, Standings, ranking, standings


def told(contest: Contest) -> pb.GetStandingsResponse:
    return standings(contest, format_of(contest.settings), str.upper)


def sheet(players: Sequence[str], of: str, **fields: object) -> Sheet:
    made = pb.TournamentSettings(**fields)  # type: ignore[arg-type]
    getattr(made, of).SetInParent()
    return Sheet(players, made)


def series(**fields: object) -> Sheet:
    return Sheet(["ann", "bob"], pb.TournamentSettings(table_seats=2, **fields))  # type: ignore[arg-type]


def pair(first: Sequence[int], second: Sequence[int]) -> list[Result]:
    """Two games of Ann and Bob with their seats swapped, with Ann's and Bob's places."""
    return [Result(("ann", "bob"), first), Result(("bob", "ann"), second[::-1])]


def test_a_round_robin_is_told_in_every_field() -> None:
    made = sheet(["ann", "bob", "cid"], "round_robin", rotate=False)
    made.round([Result(("ann", "bob"), (1, 2), scores=(30, 10))])
    made.round([Result(("cid", "ann"), (1, 1), scores=(20, 20))])
    made.round([Result(("bob", "cid"), (2, 1), scores=(0, 20), forfeits=(0,))])
    found = told(made.contest)
    rows = [(each.place, each.player_id, each.player_name, each.points) for each in found.standings]
    # Cid has the greater part of what was scored.
    assert rows == [(1, "cid", "CID", 1.5), (2, "ann", "ANN", 1.5), (3, "bob", "BOB", 0)]
    cid, ann, bob = found.standings
    assert (ann.games, ann.wins, ann.draws, ann.losses) == (2, 1, 1, 0)
    assert (bob.games, bob.wins, bob.draws, bob.losses, bob.forfeits) == (2, 0, 0, 2, 1)
    assert (list(ann.seats), list(bob.seats), list(cid.seats)) == ([1, 1], [1, 1], [1, 1])
    assert (ann.mean_score, bob.mean_score, cid.mean_score) == (25, 5, 20)
    assert ann.elo == pytest.approx(cid.elo) == pytest.approx(-bob.elo / 2)
    assert ann.elo > 0 < ann.elo_margin
    assert list(found.tie_breaks) == list(format_of(made.contest.settings).tie_breaks)
    assert all(len(each.tie_breaks) == len(found.tie_breaks) for each in found.standings)
    assert [(each.games, each.points, each.wins) for each in found.seats] == [(3, 1.5, 1), (3, 1.5, 1)]
    assert not found.HasField("duel")
    assert not found.finished


def test_the_crosstable_is_in_the_order_of_the_standings() -> None:
    made = sheet(["ann", "bob", "cid"], "round_robin", rotate=False)
    made.round([won("cid", "ann")], [won("cid", "bob")], [drawn("cid", "bob")], [won("bob", "ann")])
    found = told(made.contest)
    assert [each.player_id for each in found.standings] == ["cid", "bob", "ann"]
    assert [each.entrant for each in found.crosstable] == [2, 1, 0]
    assert [[(cell.points, cell.games) for cell in row.cells] for row in found.crosstable] == [
        [(0, 0), (1.5, 2), (1, 1)],
        [(0.5, 2), (0, 0), (1, 1)],
        [(0, 1), (0, 1), (0, 0)],
    ]


def test_the_settings_say_which_tie_breaks_count() -> None:
    made = sheet(["ann", "bob", "cid", "dan"], "round_robin", rotate=False, tie_breaks=[pb.TIE_BREAK_WINS])
    made.round([drawn("ann", "bob")], [won("cid", "dan")]).round([drawn("ann", "cid")], [won("dan", "cid")])
    found = told(made.contest)
    assert list(found.tie_breaks) == [pb.TIE_BREAK_WINS]
    assert [(each.player_id, each.place, list(each.tie_breaks)) for each in found.standings] == [
        ("cid", 1, [1]),
        ("dan", 2, [1]),
        ("ann", 3, [0]),
        ("bob", 4, [0]),
    ]


def test_who_is_equal_after_all_tie_breaks_shares_the_place_in_the_order_of_entry() -> None:
    made = sheet(["ann", "bob", "cid", "dan"], "round_robin", rotate=False, tie_breaks=[pb.TIE_BREAK_WINS])
    made.round([drawn("ann", "dan")], [won("cid", "bob")])
    found = told(made.contest)
    assert [(each.place, each.player_id) for each in found.standings] == [
        (1, "cid"),
        (2, "ann"),
        (2, "dan"),
        (4, "bob"),
    ]
    assert ranking(made.contest, format_of(made.contest.settings)) == [2, 0, 3, 1]


def test_byes_count_as_points_and_are_no_games() -> None:
    made = sheet(["ann", "bob", "cid"], "swiss")
    made.round([won("ann", "bob"), won("ann", "bob")], byes=["cid"])
    cid = next(each for each in told(made.contest).standings if each.player_id == "cid")
    assert (cid.points, cid.games, cid.wins, cid.byes) == (2, 0, 0, 1)


def test_points_are_those_that_formats_pair_by() -> None:
    played = Simulated(settings(seats=3, swiss=pb.Swiss(rounds=3)), 11, luck=2, void=0.1).play()
    by_entrant = sorted((each.entrant, each.points) for each in told(played.contest).standings)
    assert [points for _, points in by_entrant] == pytest.approx(tally.points(played.contest))


def test_void_games_are_left_out_and_adjudicated_ones_are_not() -> None:
    made = sheet(["ann", "bob"], "round_robin", rotate=False, sets=3)
    settled = won("bob", "ann")._replace(state=GameState.ADJUDICATED)
    made.round([Result(("ann", "bob"), state=GameState.VOID), settled, Result(("ann", "bob"))])
    found = told(made.contest)
    assert [(each.player_id, each.games, each.points) for each in found.standings] == [
        ("bob", 1, 1),
        ("ann", 1, 0),
    ]
    assert found.duel.games == 1


def test_at_larger_tables_the_winner_is_who_is_first_alone_and_cells_are_pair_by_pair() -> None:
    made = sheet(["ann", "bob", "cid"], "round_robin", table_seats=3, rotate=False)
    made.round([Result(("ann", "bob", "cid"), (1, 1, 3))], [Result(("cid", "ann", "bob"), (3, 1, 2))])
    found = told(made.contest)
    assert [(e.player_id, e.points, e.wins, e.draws, e.losses) for e in found.standings] == [
        ("ann", 1.75, 1, 1, 0),
        ("bob", 1.25, 0, 1, 1),
        ("cid", 0, 0, 0, 2),
    ]
    assert [(cell.points, cell.games) for cell in found.crosstable[0].cells] == [(0, 0), (1.5, 2), (2, 2)]
    assert [(each.games, each.wins) for each in found.seats] == [(2, 0), (2, 1), (2, 0)]
    assert [list(each.seats) for each in found.standings] == [[1, 1, 0], [0, 1, 1], [1, 0, 1]]


def test_a_duel_of_single_games_is_what_its_games_say() -> None:
    made = series(series=pb.Series(games=6), rotate=False)
    for game in (
        won("ann", "bob"),
        won("ann", "bob"),
        drawn("bob", "ann"),
        won("bob", "ann"),
        won("ann", "bob"),
    ):
        made.round([game])
    duel, known = told(made.contest).duel, difference((1, 1, 3))
    assert (duel.games, duel.wins, duel.draws, duel.losses) == (5, 3, 1, 1)
    assert (duel.elo, duel.elo_low, duel.elo_high) == (known.elo, known.low, known.high)
    assert duel.superiority == known.superiority
    assert not duel.HasField("sprt")


def test_a_duel_of_rotated_sets_weighs_pairs_and_counts_games() -> None:
    made = series(series=pb.Series(games=10))
    made.round(pair((1, 2), (2, 1))).round(pair((1, 2), (1, 1))).round(pair((1, 2), (1, 2)))
    made.round([Result(("ann", "bob"), (1, 2)), Result(("bob", "ann"))])
    duel, known = told(made.contest).duel, difference((0, 0, 1), (0, 0, 1, 1, 1))
    assert (duel.games, duel.wins, duel.draws, duel.losses) == (7, 5, 1, 1)
    assert (duel.elo, duel.elo_low, duel.elo_high) == (known.elo, known.low, known.high)


def test_a_series_with_a_test_tells_where_it_stands() -> None:
    test = pb.Sprt(elo0=0, elo1=20, alpha=0.05, beta=0.1)
    pairs = series(series=pb.Series(sprt=test))
    pairs.round(pair((1, 2), (2, 1))).round(pair((1, 2), (1, 1))).round(pair((1, 2), (1, 2)))
    known = sprt_of_pairs((0, 0, 1, 1, 1), 0, 20, 0.05, 0.1)
    found = told(pairs.contest).duel.sprt
    assert found.log_likelihood_ratio == known.llr
    assert (found.lower_bound, found.upper_bound) == (known.lower, known.upper)
    assert found.decision == pb.SPRT_DECISION_OPEN
    games = series(series=pb.Series(sprt=test), rotate=False)
    games.round([won("ann", "bob")]).round([drawn("ann", "bob")])
    assert told(games.contest).duel.sprt.log_likelihood_ratio == sprt(1, 1, 0, 0, 20, 0.05, 0.1).llr


@pytest.mark.parametrize(
    ("strengths", "decision"), [((0, -400), pb.SPRT_DECISION_H1), ((0, 400), pb.SPRT_DECISION_H0)]
)
def test_a_series_ends_with_the_decision_that_its_standings_tell(
    strengths: Sequence[float], decision: "pb.SprtDecision.ValueType"
) -> None:
    played = Simulated(
        settings(series=pb.Series(sprt=pb.Sprt(elo0=0, elo1=50))), 2, strengths=strengths
    ).play()
    found = told(played.contest)
    assert found.finished
    assert found.duel.sprt.decision == decision
    assert (found.duel.elo > 0) == (decision == pb.SPRT_DECISION_H1)


def test_who_has_won_everything_has_a_duel_without_an_upper_end_and_a_finite_elo() -> None:
    made = (
        series(series=pb.Series(games=4), rotate=False).round([won("ann", "bob")]).round([won("ann", "bob")])
    )
    found = told(made.contest)
    assert found.duel.elo == found.duel.elo_high == math.inf
    assert math.isfinite(found.duel.elo_low)
    assert math.isfinite(found.standings[0].elo)


@pytest.mark.parametrize(
    "asked",
    [
        settings(round_robin=pb.RoundRobin(cycles=2)),
        settings(swiss=pb.Swiss(rounds=4)),
        settings(seats=3, swiss=pb.Swiss(rounds=3)),
        settings(knockout=pb.Knockout(lives=2)),
        settings(groups=pb.Groups(groups=2)),
        settings(seats=4, round_robin=pb.RoundRobin(), duplicate=True),
    ],
    ids=["round robin", "swiss", "swiss of three", "double knockout", "groups", "round robin of four"],
)
def test_the_order_in_which_results_come_changes_nothing(asked: pb.TournamentSettings) -> None:
    straight = Simulated(asked, 9, luck=3).play()
    expected = told(straight.contest)
    for seed in range(3):
        mixed = Simulated(asked, 9, luck=3).play(order=Random(seed))
        assert told(mixed.contest) == expected
    assert ranking(straight.contest, straight.format) == [each.entrant for each in expected.standings]


@pytest.mark.parametrize(
    "asked",
    [settings(knockout=pb.Knockout()), settings(groups=pb.Groups(groups=2))],
    ids=["knockout", "groups"],
)
def test_who_came_further_stands_before_who_has_more_points(asked: pb.TournamentSettings) -> None:
    played = Simulated(asked, 11, luck=1).play()
    found = told(played.contest)
    classes = played.format.rank(played.contest)
    assert classes is not None
    at = {entrant: number for number, each in enumerate(classes) for entrant in each}
    assert [at[each.entrant] for each in found.standings] == sorted(at.values())
    assert [each.stage for each in found.standings] == [
        played.format.stages(played.contest)[each.entrant] for each in found.standings
    ]


def test_standings_are_made_once_for_a_record_and_names_are_always_the_latest() -> None:
    made = sheet(["ann", "bob"], "round_robin", rotate=False).round([won("ann", "bob")])
    kept = Standings(made.contest, format_of(made.contest.settings))
    first = kept.now(str.upper)
    assert kept.now(str.title) is first
    assert [each.player_name for each in first.standings] == ["Ann", "Bob"]
    made.round([won("bob", "ann")])
    assert [each.games for each in kept.now(str.title).standings] == [2, 2]


def test_before_anything_is_played_everybody_is_first() -> None:
    made = sheet(["ann", "bob", "cid"], "swiss")
    found = told(made.contest)
    assert [each.place for each in found.standings] == [1, 1, 1]
    assert [each.elo for each in found.standings] == [0, 0, 0]
    assert not told(sheet([], "swiss").contest).standings


def test_a_large_tournament_has_no_crosstable_and_everybodys_standing() -> None:
    players = [f"player-{number}" for number in range(MOST_IN_CROSSTABLE + 2)]
    made = sheet(players, "swiss")
    made.round(*([won(one, other)] for one, other in zip(players[::2], players[1::2], strict=True)))
    found = told(made.contest)
    assert len(found.standings) == len(players)
    assert not found.crosstable


def test_a_thousand_entrants_and_eleven_rounds_are_told_in_moments() -> None:
    """A fifth of a second where nothing else runs; a bound that only a wrong algorithm misses."""
    dice = Random(8)
    players = [f"player-{number}" for number in range(1000)]
    made = sheet(players, "swiss")
    for _ in range(11):
        dice.shuffle(players)
        tables = zip(players[::2], players[1::2], strict=True)
        made.round(*([won(*dice.sample(two, 2)), Result(two[::-1], (1, 1))] for two in tables))
    began = time.perf_counter()
    found = told(made.contest)
    assert time.perf_counter() - began < 10
    assert len(found.standings) == 1000

"""Standings of tournaments in the real formats: every field, and the same from the same results."""

import math
import time
from collections.abc import Sequence
from random import Random

import pytest

from tests.server.tournaments.sheets import Result, Sheet, drawn, won
from tests.server.tournaments.simulated import Simulated, settings
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.pairing import PairingState
from tilth_server.tournaments.points import points_by_entrant
from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.sprt import sprt, sprt_of_pairs
from tilth_server.tournaments.standings import MAX_CROSSTABLE_ENTRANTS, Standings, ranking, standings
from tilth_server.tournaments.tournament import Tournament


def standings_of(tournament: Tournament) -> pb.GetStandingsResponse:
    return standings(tournament, format_of(tournament.settings), str.upper)


def sheet(players: Sequence[str], of: str, **fields: object) -> Sheet:
    made = pb.TournamentSettings(**fields)  # type: ignore[arg-type]
    getattr(made, of).SetInParent()
    return Sheet(players, made)


def series(**fields: object) -> Sheet:
    return Sheet(["ann", "bob"], pb.TournamentSettings(table_seats=2, **fields))  # type: ignore[arg-type]


def pair(first: Sequence[int], second: Sequence[int]) -> list[Result]:
    """Two games of Ann and Bob with their seats swapped, with Ann's and Bob's places."""
    return [Result(("ann", "bob"), first), Result(("bob", "ann"), second[::-1])]


def test_the_standings_of_a_round_robin_fill_every_field() -> None:
    made = sheet(["ann", "bob", "cid"], "round_robin", rotate=False)
    made.round([Result(("ann", "bob"), (1, 2), scores=(30, 10))])
    made.round([Result(("cid", "ann"), (1, 1), scores=(20, 20))])
    made.round([Result(("bob", "cid"), (2, 1), scores=(0, 20), forfeits=(0,))])
    found = standings_of(made.tournament)
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
    assert list(found.tie_breaks) == list(format_of(made.tournament.settings).tie_breaks)
    assert all(len(each.tie_breaks) == len(found.tie_breaks) for each in found.standings)
    assert [(each.games, each.points, each.wins) for each in found.seats] == [(3, 1.5, 1), (3, 1.5, 1)]
    assert not found.HasField("head_to_head")
    assert not found.finished


def test_the_crosstable_is_in_the_order_of_the_standings() -> None:
    made = sheet(["ann", "bob", "cid"], "round_robin", rotate=False)
    made.round([won("cid", "ann")], [won("cid", "bob")], [drawn("cid", "bob")], [won("bob", "ann")])
    found = standings_of(made.tournament)
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
    found = standings_of(made.tournament)
    assert list(found.tie_breaks) == [pb.TIE_BREAK_WINS]
    assert [(each.player_id, each.place, list(each.tie_breaks)) for each in found.standings] == [
        ("cid", 1, [1]),
        ("dan", 2, [1]),
        ("ann", 3, [0]),
        ("bob", 4, [0]),
    ]


def test_entrants_equal_after_all_tie_breaks_share_the_place_in_the_order_of_entry() -> None:
    made = sheet(["ann", "bob", "cid", "dan"], "round_robin", rotate=False, tie_breaks=[pb.TIE_BREAK_WINS])
    made.round([drawn("ann", "dan")], [won("cid", "bob")])
    found = standings_of(made.tournament)
    assert [(each.place, each.player_id) for each in found.standings] == [
        (1, "cid"),
        (2, "ann"),
        (2, "dan"),
        (4, "bob"),
    ]
    assert ranking(made.tournament, format_of(made.tournament.settings)) == [2, 0, 3, 1]


def test_byes_count_as_points_and_are_no_games() -> None:
    made = sheet(["ann", "bob", "cid"], "swiss")
    made.round([won("ann", "bob"), won("ann", "bob")], byes=["cid"])
    cid = next(each for each in standings_of(made.tournament).standings if each.player_id == "cid")
    assert (cid.points, cid.games, cid.wins, cid.byes) == (2, 0, 0, 1)


def test_points_are_those_that_formats_pair_by() -> None:
    played = Simulated(settings(seats=3, swiss=pb.Swiss(rounds=3)), 11, luck=2, void=0.1).play()
    by_entrant = sorted((each.entrant, each.points) for each in standings_of(played.tournament).standings)
    assert [points for _, points in by_entrant] == pytest.approx(points_by_entrant(played.tournament))


def test_void_games_are_left_out_and_adjudicated_ones_are_not() -> None:
    made = sheet(["ann", "bob"], "round_robin", rotate=False, sets=3)
    settled = won("bob", "ann")._replace(state=PairingState.ADJUDICATED)
    made.round([Result(("ann", "bob"), state=PairingState.VOID), settled, Result(("ann", "bob"))])
    found = standings_of(made.tournament)
    assert [(each.player_id, each.games, each.points) for each in found.standings] == [
        ("bob", 1, 1),
        ("ann", 1, 0),
    ]
    assert found.head_to_head.games == 1


def test_the_winner_of_a_larger_table_is_first_alone_and_cells_are_pair_by_pair() -> None:
    made = sheet(["ann", "bob", "cid"], "round_robin", table_seats=3, rotate=False)
    made.round([Result(("ann", "bob", "cid"), (1, 1, 3))], [Result(("cid", "ann", "bob"), (3, 1, 2))])
    found = standings_of(made.tournament)
    assert [(e.player_id, e.points, e.wins, e.draws, e.losses) for e in found.standings] == [
        ("ann", 1.75, 1, 1, 0),
        ("bob", 1.25, 0, 1, 1),
        ("cid", 0, 0, 0, 2),
    ]
    assert [(cell.points, cell.games) for cell in found.crosstable[0].cells] == [(0, 0), (1.5, 2), (2, 2)]
    assert [(each.games, each.wins) for each in found.seats] == [(2, 0), (2, 1), (2, 0)]
    assert [list(each.seats) for each in found.standings] == [[1, 1, 0], [0, 1, 1], [1, 0, 1]]


def test_a_head_to_head_of_single_games_follows_from_the_games() -> None:
    made = series(series=pb.Series(games=6), rotate=False)
    for game in (
        won("ann", "bob"),
        won("ann", "bob"),
        drawn("bob", "ann"),
        won("bob", "ann"),
        won("ann", "bob"),
    ):
        made.round([game])
    duel, known = standings_of(made.tournament).head_to_head, difference((1, 1, 3))
    assert (duel.games, duel.wins, duel.draws, duel.losses) == (5, 3, 1, 1)
    assert (duel.elo, duel.elo_low, duel.elo_high) == (known.elo, known.low, known.high)
    assert duel.superiority == known.superiority
    assert not duel.HasField("sprt")


def test_a_duel_of_rotated_sets_weighs_pairs_and_counts_games() -> None:
    made = series(series=pb.Series(games=10))
    made.round(pair((1, 2), (2, 1))).round(pair((1, 2), (1, 1))).round(pair((1, 2), (1, 2)))
    made.round([Result(("ann", "bob"), (1, 2)), Result(("bob", "ann"))])
    duel, known = standings_of(made.tournament).head_to_head, difference((0, 0, 1), (0, 0, 1, 1, 1))
    assert (duel.games, duel.wins, duel.draws, duel.losses) == (7, 5, 1, 1)
    assert (duel.elo, duel.elo_low, duel.elo_high) == (known.elo, known.low, known.high)


def test_a_series_with_a_test_tells_where_it_stands() -> None:
    test = pb.Sprt(elo0=0, elo1=20, alpha=0.05, beta=0.1)
    pairs = series(series=pb.Series(sprt=test))
    pairs.round(pair((1, 2), (2, 1))).round(pair((1, 2), (1, 1))).round(pair((1, 2), (1, 2)))
    known = sprt_of_pairs((0, 0, 1, 1, 1), 0, 20, 0.05, 0.1)
    found = standings_of(pairs.tournament).head_to_head.sprt
    assert found.log_likelihood_ratio == known.log_ratio
    assert (found.lower_bound, found.upper_bound) == (known.lower, known.upper)
    assert found.decision == pb.SPRT_DECISION_OPEN
    games = series(series=pb.Series(sprt=test), rotate=False)
    games.round([won("ann", "bob")]).round([drawn("ann", "bob")])
    assert (
        standings_of(games.tournament).head_to_head.sprt.log_likelihood_ratio
        == sprt(1, 1, 0, 0, 20, 0.05, 0.1).log_ratio
    )


@pytest.mark.parametrize(
    ("strengths", "decision"), [((0, -400), pb.SPRT_DECISION_H1), ((0, 400), pb.SPRT_DECISION_H0)]
)
def test_a_series_ends_with_the_decision_that_its_standings_tell(
    strengths: Sequence[float], decision: "pb.SprtDecision.ValueType"
) -> None:
    played = Simulated(
        settings(series=pb.Series(sprt=pb.Sprt(elo0=0, elo1=50))), 2, strengths=strengths
    ).play()
    found = standings_of(played.tournament)
    assert found.finished
    assert found.head_to_head.sprt.decision == decision
    assert (found.head_to_head.elo > 0) == (decision == pb.SPRT_DECISION_H1)


def test_an_entrant_who_won_everything_has_no_upper_bound_but_a_finite_elo() -> None:
    made = (
        series(series=pb.Series(games=4), rotate=False).round([won("ann", "bob")]).round([won("ann", "bob")])
    )
    found = standings_of(made.tournament)
    assert found.head_to_head.elo == found.head_to_head.elo_high == math.inf
    assert math.isfinite(found.head_to_head.elo_low)
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
    expected = standings_of(straight.tournament)
    for seed in range(3):
        mixed = Simulated(asked, 9, luck=3).play(order=Random(seed))
        assert standings_of(mixed.tournament) == expected
    assert ranking(straight.tournament, straight.format) == [each.entrant for each in expected.standings]


@pytest.mark.parametrize(
    "asked",
    [settings(knockout=pb.Knockout()), settings(groups=pb.Groups(groups=2))],
    ids=["knockout", "groups"],
)
def test_coming_further_ranks_before_having_more_points(asked: pb.TournamentSettings) -> None:
    played = Simulated(asked, 11, luck=1).play()
    found = standings_of(played.tournament)
    classes = played.format.rank(played.tournament)
    assert classes is not None
    at = {entrant: number for number, each in enumerate(classes) for entrant in each}
    assert [at[each.entrant] for each in found.standings] == sorted(at.values())
    assert [each.stage for each in found.standings] == [
        played.format.stages(played.tournament)[each.entrant] for each in found.standings
    ]


def test_standings_are_made_once_for_a_record_and_names_are_always_the_latest() -> None:
    made = sheet(["ann", "bob"], "round_robin", rotate=False).round([won("ann", "bob")])
    kept = Standings(made.tournament, format_of(made.tournament.settings))
    first = kept.current(str.upper)
    assert kept.current(str.title) is first
    assert [each.player_name for each in first.standings] == ["Ann", "Bob"]
    made.round([won("bob", "ann")])
    assert [each.games for each in kept.current(str.title).standings] == [2, 2]


def test_before_anything_is_played_everybody_is_first() -> None:
    made = sheet(["ann", "bob", "cid"], "swiss")
    found = standings_of(made.tournament)
    assert [each.place for each in found.standings] == [1, 1, 1]
    assert [each.elo for each in found.standings] == [0, 0, 0]
    assert not standings_of(sheet([], "swiss").tournament).standings


def test_a_large_tournament_has_no_crosstable_and_everybodys_standing() -> None:
    players = [f"player-{number}" for number in range(MAX_CROSSTABLE_ENTRANTS + 2)]
    made = sheet(players, "swiss")
    made.round(*([won(one, other)] for one, other in zip(players[::2], players[1::2], strict=True)))
    found = standings_of(made.tournament)
    assert len(found.standings) == len(players)
    assert not found.crosstable


def test_standings_of_a_thousand_entrants_and_eleven_rounds_are_quick() -> None:
    """A fifth of a second where nothing else runs; a bound that only a wrong algorithm misses."""
    dice = Random(8)
    players = [f"player-{number}" for number in range(1000)]
    made = sheet(players, "swiss")
    for _ in range(11):
        dice.shuffle(players)
        tables = zip(players[::2], players[1::2], strict=True)
        made.round(*([won(*dice.sample(two, 2)), Result(two[::-1], (1, 1))] for two in tables))
    began = time.perf_counter()
    found = standings_of(made.tournament)
    assert time.perf_counter() - began < 10
    assert len(found.standings) == 1000

"""Entrants' Elo within one tournament: fitted to everything, with margins that hold."""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest

from tests.server.tournaments.sheets import Result, Sheet, drawn, won
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.ratings import performance
from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.elo_scale import POINTS, score_of
from tilth_server.tournaments.ratings.performance import Performance, strengths_of
from tilth_server.tournaments.totals import sets_of, totals_of


def played(
    players: Sequence[str], games: Iterable[Result], *, rotate: bool = False, seats: int = 2
) -> list[Performance]:
    """Each game at a table of its own; with rotation, as many in a row as there are seats are a table's."""
    games = list(games)
    settings = pb.TournamentSettings(round_robin=pb.RoundRobin(), rotate=rotate, table_seats=seats)
    size = seats if rotate else 1
    sheet = Sheet(players, settings).round(*(games[at : at + size] for at in range(0, len(games), size)))
    return strengths_of(
        [line.met for line in totals_of(sheet.tournament).entrants], sets_of(sheet.tournament)
    )


def test_two_entrants_have_half_the_difference_each() -> None:
    games = [won("ann", "bob")] * 120 + [drawn("ann", "bob")] * 60 + [won("bob", "ann")] * 80
    ann, bob = played(["ann", "bob"], games)
    known = difference((80, 60, 120))
    assert ann.elo == pytest.approx(-bob.elo)
    assert ann.elo - bob.elo == pytest.approx(known.elo, rel=0.02)
    assert ann.margin + bob.margin == pytest.approx(known.margin, rel=0.05)


def test_everybody_scores_what_their_elo_lets_expect_but_for_the_prior() -> None:
    dice = random.Random(2)
    players = [f"p{number}" for number in range(12)]
    games = []
    for one in players:
        for other in players:
            if one != other:
                games += [
                    drawn(one, other) if dice.random() < 0.3 else won(*dice.sample([one, other], 2))
                ] * 3
    found = dict(zip(players, played(players, games), strict=True))
    for player in players:
        scored = expected = 0.0
        for game in games:
            if player in game.seats:
                other = game.seats[1 - game.seats.index(player)]
                scored += 0.5 if game.places == (1, 1) else game.seats[0] == player
                expected += score_of(found[player].elo - found[other].elo)
        assert expected == pytest.approx(scored, abs=0.25)


def test_a_long_line_of_neighbours_is_fitted_to_its_ends() -> None:
    """At the greatest likelihood, the prior's pull equals the difference between the score and the expected score."""
    players = [f"p{number}" for number in range(300)]
    games = []
    for one, other in pairwise(players):
        games += [won(one, other)] * 5 + [won(other, one)] * 3
    found = [each.elo for each in played(players, games)]
    for number, elo in enumerate(found):
        scored = 5 * (number < 299) + 3 * (number > 0)
        neighbours = found[max(0, number - 1) : number] + found[number + 1 : number + 2]
        expected = sum(8 * score_of(elo - other) for other in neighbours)
        assert scored - expected == pytest.approx(performance.PRIOR * elo / POINTS, abs=1e-4)


def test_the_mean_strength_of_the_entrants_who_played_is_zero() -> None:
    found = played(["ann", "bob", "cid", "dan"], [won("ann", "bob"), won("ann", "cid"), won("bob", "cid")])
    assert sum(each.elo for each in found[:3]) == pytest.approx(0, abs=1e-6)


def test_an_entrant_who_has_not_played_has_the_priors_margin() -> None:
    found = played(["ann", "bob", "cid"], [won("ann", "bob")] * 40)
    assert found[2].elo == 0
    assert found[2].margin == pytest.approx(1.96 * 500, rel=0.001)


@pytest.mark.parametrize("games", [1, 7, 1000])
def test_an_entrant_who_won_everything_has_a_finite_strength(games: int) -> None:
    ann, bob = played(["ann", "bob"], [won("ann", "bob")] * games)
    assert 0 < ann.elo == pytest.approx(-bob.elo)
    assert ann.elo < 1000
    assert math.isfinite(ann.margin)


def test_beating_better_opponents_makes_an_entrant_better() -> None:
    """Both have won two of three, but not against the same."""
    games = [won("a", "b"), won("a", "c"), won("b", "c"), won("c", "d"), won("d", "e"), won("f", "e")]
    games += [won("x", "a"), won("x", "b"), won("a", "x"), won("y", "e"), won("y", "f"), won("e", "y")]
    found = dict(zip("abcdefxy", played("abcdefxy", games), strict=True))
    assert found["x"].elo > found["y"].elo


def test_more_games_leave_less_doubt() -> None:
    few = played(["ann", "bob"], [won("ann", "bob"), won("bob", "ann")] * 10)
    many = played(["ann", "bob"], [won("ann", "bob"), won("bob", "ann")] * 1000)
    assert many[0].margin == pytest.approx(few[0].margin / 10, rel=0.15)


def test_draws_leave_less_doubt_than_wins_and_losses() -> None:
    decided = played(["ann", "bob"], [won("ann", "bob"), won("bob", "ann")] * 50)
    peaceful = played(["ann", "bob"], [won("ann", "bob"), won("bob", "ann"), *[drawn("ann", "bob")] * 8] * 10)
    assert peaceful[0].margin < 0.7 * decided[0].margin


def test_sets_that_the_seat_wins_leave_less_doubt_than_as_many_single_games() -> None:
    games = [won("ann", "bob"), Result(("bob", "ann"), (1, 2))] * 48 + [
        won("ann", "bob"),
        Result(("bob", "ann"), (2, 1)),
    ] * 2
    alone = played(["ann", "bob"], games)
    in_sets = played(["ann", "bob"], games, rotate=True)
    assert in_sets[0].elo == pytest.approx(alone[0].elo)
    assert in_sets[0].margin < alone[0].margin / 2


@pytest.mark.parametrize("seats", [2, 4])
def test_the_truth_is_within_the_margins_as_often_as_they_say(seats: int) -> None:
    """Of 1,600 intervals about 95% hold what the results were made from."""
    dice = random.Random(11)
    held = 0
    for _ in range(100):
        strength = [dice.gauss(0, 150) for _ in range(16)]
        mean = sum(strength) / len(strength)
        games = []
        for _ in range(10):
            order = dice.sample(range(16), 16)
            for at in range(0, 16, seats):
                table = order[at : at + seats]
                places = finish([strength[each] for each in table], dice)
                games.append(Result([f"p{each}" for each in table], places))
        found = played([f"p{number}" for number in range(16)], games, seats=seats)
        held += sum(abs(e.elo - (s - mean)) <= e.margin for e, s in zip(found, strength, strict=True))
    assert 0.92 < held / 1600 < 0.98


def finish(strengths: Sequence[float], dice: random.Random) -> list[int]:
    """Return places drawn at random: each next place goes to a remaining entrant, weighted by strength."""
    places, left = [0] * len(strengths), list(range(len(strengths)))
    for place in range(1, len(strengths) + 1):
        (next_in,) = dice.choices(left, [10 ** (strengths[each] / 400) for each in left])
        places[next_in] = place
        left.remove(next_in)
    return places


def test_margins_are_about_the_same_on_both_sides_of_the_bound_of_exactness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice = random.Random(4)
    players = [f"p{number}" for number in range(48)]
    games = [won(*dice.sample(players, 2)) for _ in range(48 * 6)]
    exact = played(players, games)
    monkeypatch.setattr(performance, "MAX_EXACT_ENTRANTS", 0)
    near = played(players, games)
    for one, other in zip(exact, near, strict=True):
        assert one.elo == other.elo
        assert one.margin == pytest.approx(other.margin, rel=0.05)

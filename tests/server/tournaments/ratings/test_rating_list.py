"""Ratings are openskill's, whatever the order in which results come in."""

import math
import random
from collections.abc import Sequence

import pytest
from openskill.models import PlackettLuce

from tests.server.tournaments.sheets import Result, Sheet, drawn, won
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.pairing import PairingState
from tilth_server.tournaments.ratings.rated_game import RatedGame, rated_game_of
from tilth_server.tournaments.ratings.rating_list import head_to_head, ratings_of

MU, SIGMA = 25.0, 25 / 3


def game(
    number: int,
    players: Sequence[str],
    places: Sequence[int],
    *,
    of: str = "orchard",
    tournament: str = "t",
    ended_ms: int | None = None,
) -> RatedGame:
    at_ms = 1000 * number if ended_ms is None else ended_ms
    return RatedGame(of, f"m{number}", at_ms, tournament, number, tuple(players), tuple(places))


def some_games(count: int) -> list[RatedGame]:
    dice = random.Random(5)
    games = []
    for number in range(1, count + 1):
        players = dice.sample(["ann", "bob", "cid", "dan", "eve", "fay"], dice.choice([2, 2, 3, 4]))
        places = sorted(dice.randint(1, len(players)) for _ in players)
        of, tournament = dice.choice(["orchard", "market"]), dice.choice(["t", "u", "v"])
        # Several end at the same moment.
        games.append(game(number, players, places, of=of, tournament=tournament, ended_ms=number // 3))
    return games


def by_the_paper(players: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """Weng and Lin, A Bayesian Approximation Method for Online Ranking (JMLR 12, 2011), Algorithm 4, for single
    players without equal places; before it every deviation grows by the library's tau."""
    beta, kappa, tau = 25 / 6, 0.0001, 25 / 300
    spread = [math.sqrt(sigma**2 + tau**2) for _, sigma in players]
    c = math.sqrt(sum(sigma**2 + beta**2 for sigma in spread))
    weight = [math.exp(mu / c) for mu, _ in players]
    out = []
    for i, (mu, _) in enumerate(players):
        omega = delta = 0.0
        for q in range(len(players)):
            if places[q] > places[i]:
                continue
            chance = weight[i] / sum(weight[s] for s in range(len(players)) if places[s] >= places[q])
            omega += (q == i) - chance
            delta += chance * (1 - chance)
        omega *= spread[i] ** 2 / c
        delta *= (spread[i] / c) * spread[i] ** 2 / c**2
        out.append((mu + omega, spread[i] * math.sqrt(max(1 - delta, kappa))))
    return out


def test_the_library_does_what_its_readme_shows() -> None:
    """github.com/vivekjoshy/openskill.py README ("Usage" and "Artificial Ranks"), of versions that had no tau."""
    model = PlackettLuce(tau=0)
    one, two = (
        [model.rating(), model.rating(32.444, 5.123)],
        [model.rating(43.381, 2.421), model.rating(25.188, 6.211)],
    )
    (x1, x2), (y1, y2) = model.rate([one, two])
    assert (x1.mu, x1.sigma) == pytest.approx((28.669648436582808, 8.071520788025197))
    assert (x2.mu, x2.sigma) == pytest.approx((33.83086971107981, 5.062772998705765))
    assert (y1.mu, y1.sigma) == pytest.approx((43.071274808241974, 2.4166900452721256))
    assert (y2.mu, y2.sigma) == pytest.approx((23.149503312339064, 6.1378606973362135))
    assert model.rating(43.071274808241974, 2.4166900452721256).ordinal() == pytest.approx(35.821204672425594)
    four = model.rate([[model.rating()] for _ in range(4)], ranks=[4, 1, 3, 2])
    assert [(each.mu, each.sigma) for (each,) in four] == [
        pytest.approx((20.96265504062538, 8.083731307186588)),
        pytest.approx((27.795084971874736, 8.263160757613477)),
        pytest.approx((24.68943500312503, 8.083731307186588)),
        pytest.approx((26.552824984374855, 8.179213704945203)),
    ]


@pytest.mark.parametrize("places", [(1, 2), (2, 1), (4, 1, 3, 2), (3, 1, 2), (5, 4, 3, 2, 1)])
def test_a_game_rates_as_the_paper_says(places: Sequence[int]) -> None:
    players = [f"p{seat}" for seat in range(len(places))]
    games = []
    now = [(MU, SIGMA)] * len(places)
    for number in range(1, 4):
        games.append(game(number, players, places))
        found = {each.player_id: (each.mu, each.sigma) for each in ratings_of(games)}
        now = by_the_paper(now, places)
        for player, expected in zip(players, now, strict=True):
            assert found[player] == pytest.approx(expected)


def test_a_draw_of_equals_moves_nobody_but_says_something_about_them() -> None:
    ann, bob = ratings_of([game(1, ("ann", "bob"), (1, 1))])
    assert [ann.mu, bob.mu] == pytest.approx([MU, MU])
    assert ann.sigma == bob.sigma < SIGMA
    assert (ann.games, ann.wins) == (1, 0)


def test_the_list_is_sorted_by_the_ordinal() -> None:
    table = ratings_of(some_games(60))
    assert [each.ordinal for each in table] == sorted((each.ordinal for each in table), reverse=True)
    assert table[0].ordinal == table[0].mu - 3 * table[0].sigma


def test_ratings_follow_from_the_order_of_the_ends_alone() -> None:
    games = some_games(80)
    in_order = ratings_of(games)
    random.Random(5).shuffle(games)
    assert ratings_of(games) == in_order


def test_the_history_has_a_point_for_each_game_and_ends_at_the_rating() -> None:
    for found in ratings_of(some_games(40)):
        assert len(found.history) == found.games
        assert [point.game.order for point in found.history] == sorted(
            point.game.order for point in found.history
        )
        assert (found.history[-1].mu, found.history[-1].sigma) == (found.mu, found.sigma)


def test_a_duel_counts_games_by_the_better_place() -> None:
    games = [
        game(1, ("ann", "bob"), (1, 2), tournament="t"),
        game(1, ("bob", "ann"), (1, 2), tournament="u"),
        game(2, ("cid", "ann", "bob"), (1, 2, 3)),
        game(3, ("cid", "ann", "bob"), (1, 2, 2), of="market"),
    ]
    found = head_to_head("ann", "bob", games)
    assert (found.wins, found.draws, found.losses, found.games) == (2, 1, 1, 4)
    assert found.difference.elo == -head_to_head("bob", "ann", games).difference.elo > 0


def test_only_matches_that_were_played_to_their_end_are_rated() -> None:
    sheet = Sheet(["ann", "bob", "cid"], pb.TournamentSettings(swiss=pb.Swiss()))
    walkover = Result(("ann", "bob"), (1, 2), forfeits=(1,), match=False)
    void = Result(("ann", "bob"), state=PairingState.VOID)
    settled = drawn("ann", "bob")._replace(state=PairingState.ADJUDICATED)
    due = Result(("ann", "bob"))
    sheet.round([won("bob", "ann"), walkover, void, settled, due], byes=["cid"])
    found = [rated_game_of(sheet.tournament, each) for each in sheet.tournament.pairings]
    assert [each and each.number for each in found] == [1, None, None, None, None]
    assert found[0] == RatedGame("orchard", "match-1", 1000, "t", 1, ("bob", "ann"), (1, 2))

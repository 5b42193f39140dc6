"""Ratings are openskill's, whatever the order in which results come in."""

import math
import random
from collections.abc import Sequence

import pytest
from openskill.models import PlackettLuce

from tests.server.tournaments.sheets import Result, Sheet, drawn, won
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import GameState
from tilth_server.tournaments.ratings.book import MODEL, RatedGame, Ratings, rated

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


def told(ratings: Ratings, of: str = "", tournament: str = "") -> dict[str, tuple[float, float, int, int]]:
    return {
        each.player_id: (each.mu, each.sigma, each.games, each.wins) for each in ratings.table(of, tournament)
    }


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
    ratings = Ratings()
    now = [(MU, SIGMA)] * len(places)
    for number in range(1, 4):
        ratings.take(game(number, players, places))
        now = by_the_paper(now, places)
        for player, expected in zip(players, now, strict=True):
            found = ratings.of(player)
            assert (found.mu, found.sigma) == pytest.approx(expected)


def test_a_draw_of_equals_moves_nobody_but_says_something_about_them() -> None:
    ratings = Ratings()
    ratings.take(game(1, ("ann", "bob"), (1, 1)))
    ann, bob = ratings.of("ann"), ratings.of("bob")
    assert [ann.mu, bob.mu] == pytest.approx([MU, MU])
    assert ann.sigma == bob.sigma < SIGMA
    assert (ann.games, ann.wins) == (1, 0)


def test_who_has_not_played_has_the_rating_to_begin_with() -> None:
    found = Ratings().of("ann")
    assert (found.mu, found.sigma, found.games, found.history) == (MODEL.mu, MODEL.sigma, 0, ())


def test_the_best_come_first_by_what_they_are_at_least() -> None:
    ratings = Ratings()
    for each in some_games(60):
        ratings.take(each)
    table = ratings.table()
    assert [each.ordinal for each in table] == sorted((each.ordinal for each in table), reverse=True)
    assert table[0].ordinal == table[0].mu - 3 * table[0].sigma


@pytest.mark.parametrize("seed", range(5))
def test_ratings_do_not_depend_on_the_order_in_which_results_arrive(seed: int) -> None:
    games = some_games(80)
    in_order, mixed = Ratings(), Ratings()
    for each in sorted(games, key=lambda each: each.order):
        in_order.take(each)
    dice = random.Random(seed)
    dice.shuffle(games)
    for each in games:
        mixed.take(each)
        if dice.random() < 0.2:
            # Who asks meanwhile has it rated, and what arrives later has to be put in before.
            mixed.table()
            mixed.table("market")
            mixed.table(tournament_id="u")
    for of, tournament in (("", ""), ("orchard", ""), ("market", ""), ("", "t"), ("", "u"), ("market", "v")):
        assert told(mixed, of, tournament) == told(in_order, of, tournament)


def test_a_result_that_is_told_twice_counts_once() -> None:
    games = some_games(20)
    once, twice = Ratings(), Ratings()
    for each in games:
        once.take(each)
        twice.take(each)
    for each in games:
        twice.take(each)
    assert told(once) == told(twice)
    assert once.duel("ann", "bob").games == twice.duel("ann", "bob").games


def test_a_result_that_is_changed_afterwards_counts_as_it_is_now() -> None:
    games = some_games(20)
    changed = game(7, ("ann", "bob"), (1, 2), ended_ms=games[6].ended_ms, tournament=games[6].tournament_id)
    straight, late = Ratings(), Ratings()
    for each in games:
        late.take(each)
        straight.take(changed if each.number == 7 else each)
    late.table()
    late.take(changed)
    assert told(late) == told(straight)
    assert late.duel("ann", "bob").wins == straight.duel("ann", "bob").wins


def test_the_history_has_a_point_for_each_game_and_ends_at_the_rating() -> None:
    ratings = Ratings()
    for each in some_games(40):
        ratings.take(each)
    for found in ratings.table():
        assert len(found.history) == found.games
        assert [point.game.order for point in found.history] == sorted(
            point.game.order for point in found.history
        )
        assert (found.history[-1].mu, found.history[-1].sigma) == (found.mu, found.sigma)


def test_a_tournament_has_a_book_of_its_own_from_fresh_ratings() -> None:
    ratings, alone = Ratings(), Ratings()
    for each in some_games(60):
        ratings.take(each)
        if each.tournament_id == "u":
            alone.take(each)
    assert told(ratings, tournament="u") == told(alone)
    assert told(ratings, tournament="nowhere") == {}
    late = game(100, ("ann", "bob"), (2, 1), tournament="u")
    ratings.take(late)
    alone.take(late)
    assert told(ratings, tournament="u") == told(alone)


def test_games_have_books_of_their_own() -> None:
    ratings = Ratings()
    ratings.take(game(1, ("ann", "bob"), (1, 2), of="orchard"))
    ratings.take(game(2, ("ann", "cid"), (1, 2), of="market"))
    assert set(told(ratings, "orchard")) == {"ann", "bob"}
    assert set(told(ratings)) == {"ann", "bob", "cid"}
    assert ratings.of("ann", "market").games == 1
    assert ratings.table("checkers") == ()


def test_a_duel_counts_games_of_all_tournaments_by_the_better_place() -> None:
    ratings = Ratings()
    ratings.take(game(1, ("ann", "bob"), (1, 2), tournament="t"))
    ratings.take(game(1, ("bob", "ann"), (1, 2), tournament="u"))
    ratings.take(game(2, ("cid", "ann", "bob"), (1, 2, 3)))
    ratings.take(game(3, ("cid", "ann", "bob"), (1, 2, 2), of="market"))
    ratings.take(game(4, ("cid", "ann"), (1, 2)))
    found = ratings.duel("ann", "bob")
    assert (found.wins, found.draws, found.losses, found.games) == (2, 1, 1, 4)
    assert found.difference.elo == -ratings.duel("bob", "ann").difference.elo > 0
    assert ratings.duel("ann", "bob", "market").games == 1
    assert ratings.duel("ann", "nobody").games == ratings.duel("ann", "ann").games == 0


def test_only_matches_that_were_played_to_their_end_are_rated() -> None:
    sheet = Sheet(["ann", "bob", "cid"], pb.TournamentSettings(swiss=pb.Swiss()))
    walkover = Result(("ann", "bob"), (1, 2), forfeits=(1,), match=False)
    void = Result(("ann", "bob"), state=GameState.VOID)
    settled = drawn("ann", "bob")._replace(state=GameState.ADJUDICATED)
    due = Result(("ann", "bob"))
    sheet.round([won("bob", "ann"), walkover, void, settled, due], byes=["cid"])
    found = [rated(sheet.contest, each) for each in sheet.contest.games]
    assert [each and each.number for each in found] == [1, None, None, None, None]
    assert found[0] == RatedGame("orchard", "match-1", 1000, "t", 1, ("bob", "ann"), (1, 2))


def test_a_tournaments_ratings_of_one_game_are_kept_and_go_on() -> None:
    ratings = Ratings()
    ratings.take(game(1, ["ann", "bob"], [1, 2]))
    ratings.take(game(2, ["ann", "bob"], [1, 2], of="market"))
    table = ratings.table("orchard", "t")
    assert ratings.table("orchard", "t") is table
    ratings.take(game(3, ["ann", "bob"], [1, 2]))
    assert [each.games for each in ratings.table("orchard", "t")] == [2, 2]
    assert [each.games for each in ratings.table("", "t")] == [3, 3]
    assert list(ratings.table("nothing", "t")) == []

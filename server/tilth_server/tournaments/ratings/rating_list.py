"""Players' ratings as lists show them, and their computation for a single tournament."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

import msgspec

from tilth_server.tournaments.ratings.elo import Difference, difference
from tilth_server.tournaments.ratings.model import RatingsByList, rate
from tilth_server.tournaments.ratings.rated_game import RatedGame

POINTS_AT_ONCE: Final = 10_000
"""The largest number of points in all histories of one page; a page may end early because of it."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A player's rating after one game: the mean `mu` and the deviation `sigma` of the strength."""

    mu: float
    sigma: float
    game: RatedGame


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's present rating in a list: the mean `mu` and the deviation `sigma` of the strength, and the games
    and wins.
    """

    player_id: str
    mu: float
    sigma: float
    games: int
    wins: int
    history: Sequence[RatingPoint] = ()
    """Ratings after each game, if they were asked for."""

    @property
    def ordinal(self) -> float:
        """The number by which lists are sorted: a rating that the player almost surely has at least."""
        return self.mu - 3 * self.sigma


class HeadToHead(msgspec.Struct, frozen=True):
    """The results of one player against another. At larger tables the better place counts as a win."""

    wins: int
    draws: int
    losses: int
    difference: Difference

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses


def count_with_histories(ratings: Sequence[PlayerRating]) -> int:
    """Return how many of these ratings, at least one, fit a page with their histories."""
    points = accumulate(each.games for each in ratings)
    return max(1, sum(each <= POINTS_AT_ONCE for each in points))


def ratings_of(games: Iterable[RatedGame]) -> list[PlayerRating]:
    """Return the ratings of all players of these games, as if all began with the first, the highest `ordinal` first."""
    now: RatingsByList = {}
    histories: dict[str, list[RatingPoint]] = {}
    for game in sorted(games, key=lambda each: each.order):
        rate(game, "", now)
        for player_id in game.player_ids:
            after = now["", player_id]
            assert after is not None, "the game has rated them"
            histories.setdefault(player_id, []).append(RatingPoint(after.mu, after.sigma, game))
    table = [
        PlayerRating(player_id, after.mu, after.sigma, after.games, after.wins, histories[player_id])
        for (_, player_id), after in now.items()
        if after is not None
    ]
    return sorted(table, key=lambda each: (-each.ordinal, each.player_id))


def head_to_head(player_id: str, other_id: str, games: Iterable[RatedGame]) -> HeadToHead:
    """Return the results of one player against another; both have played all of these games."""
    wins = draws = losses = 0
    for game in games:
        place = game.places[game.player_ids.index(player_id)]
        other = game.places[game.player_ids.index(other_id)]
        wins += place < other
        draws += place == other
        losses += place > other
    return HeadToHead(wins, draws, losses, difference((losses, draws, wins)))

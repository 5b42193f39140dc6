"""The rating surprise of a match: how far its result was from what the ratings before it had expected.

Every two players of a match are compared. The expected score of one against the other lies between 0 and 1, and follows
from their ratings in the list of the game; the score is 1 for the better place, a half for the same one. The surprise
is the mean difference over all pairs, in percent. So 0 means that everybody placed as expected, 100 that nobody did.
Among players without a rating it is 50, unless some share a place.

The rows are those of an order of matches (match_orders.py), written with the ratings after the match. They have a tag
in common, because a match that rates nobody any longer keeps a row without tags.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tilth_server.matches.match_orders import RATED, VERSION, Order
from tilth_server.matches.match_rows import game_tag, player_tag, tournament_tag
from tilth_server.store import IndexRow
from tilth_server.tournaments.ratings.rated_game import RatedGame
from tilth_server.tournaments.ratings.rated_rows import RatingAfter

INDEX: Final = Order.SURPRISE


def surprise_of(places: Sequence[int], before: Sequence[RatingAfter], beta: float) -> int:
    """Return the surprise of a result in percent, from the places and the ratings before it, in the order of seats.
    `beta` is the model's deviation of a player's strength in one match.
    """
    differences = [
        abs(_score(places[one], places[other]) - _expected(before[one], before[other], beta))
        for one, other in combinations(range(len(places)), 2)
    ]
    return round(100 * sum(differences) / len(differences))


def row_of(game: RatedGame, surprise: int) -> IndexRow:
    """Return the row of a rated match."""
    tags = {RATED, game_tag(game.game), tournament_tag(game.tournament_id), *map(player_tag, game.player_ids)}
    return IndexRow(INDEX, game.match_id, surprise, tuple(sorted(tags)), (), VERSION)


def empty_row(game: RatedGame) -> IndexRow:
    """Return the row of a match that rates nobody any longer."""
    return IndexRow(INDEX, game.match_id, 0, (), (), VERSION)


def _score(place: int, other: int) -> float:
    """Return the score of a player with a place against one with another place."""
    return 0.5 if place == other else float(place < other)


def _expected(one: RatingAfter, other: RatingAfter, beta: float) -> float:
    """Return the probability that the first player places better than the second."""
    deviation = math.sqrt(2 * beta**2 + one.sigma**2 + other.sigma**2)
    return (1 + math.erf((one.mu - other.mu) / (deviation * math.sqrt(2)))) / 2

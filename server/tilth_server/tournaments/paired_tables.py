"""The tables of a tournament that were paired, with their byes, meetings and shares of scores."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from tilth_server.tournaments.pairing import Pairing, Round
from tilth_server.tournaments.tournament import LAST_SEAT_WINS, Tournament

LOWEST_SUBTRACTED: Final = 1
"""The formula of points in play for new tournaments: if the lowest score is negative, it is subtracted from all scores
first. Records of tournaments from earlier builds hold 0: no subtraction."""

Meetings = Counter[tuple[int, int]]
"""The number of tables that two entrants shared, by the two entrants, the lower number first. Void games count, too."""


def tables_of(played: Round) -> dict[int, list[Pairing]]:
    """Return the pairings of a round, by the number of their table."""
    tables: dict[int, list[Pairing]] = {}
    for game in played.pairings:
        tables.setdefault(game.table, []).append(game)
    return tables


def meetings_of(tournament: Tournament) -> Meetings:
    """Return how many tables each two entrants have shared so far, the round being played included."""
    met: Meetings = Counter()
    for played in tournament.rounds:
        for games in tables_of(played).values():
            met.update(combinations(sorted(games[0].seats), 2))
    return met


def rematches(table: Iterable[int], met: Meetings) -> int:
    """Return the sum of the earlier meetings `met` over all pairs of entrants at a table."""
    return sum(met.get(pair, 0) for pair in combinations(sorted(table), 2))


def byes(tournament: Tournament) -> Counter[int]:
    """Return the number of byes so far, by entrant."""
    return Counter(entrant for played in tournament.rounds for entrant in played.byes)


def all_ended(tournament: Tournament) -> bool:
    """Return whether every pairing so far has a result or is void."""
    return all(game.state.has_ended for game in tournament.pairings)


def is_scored(tournament: Tournament, game: Pairing) -> bool:
    """Return whether the game's scores count. After a forfeit they don't, because it was not played to its end by all
    seats; a game of one seat is played to its end by default answers, and its score counts.
    """
    forfeited = len(game.seats) > 1 and game.forfeits and tournament.forfeit_rules >= LAST_SEAT_WINS
    return bool(game.scores) and not forfeited


def score_shares(tournament: Tournament, game: Pairing) -> tuple[float, ...]:
    """Return each seat's share of the sum of a game's scores; zeros if the game has no scores, or a seat forfeited.

    Shares are between 0 and 1, add up to 1, and are ordered as the scores are. Only in tournaments of earlier builds,
    which keep the formula that they were played with, a negative score can break that.
    """
    scores = game.scores
    if not is_scored(tournament, game):
        return (0.0,) * len(game.seats)
    lowest = min(scores)
    if lowest < 0 and tournament.points_in_play_formula >= LOWEST_SUBTRACTED:
        scores = tuple(score - lowest for score in scores)
    total = sum(scores)
    return tuple(score / total if total > 0 else 1 / len(scores) for score in scores)

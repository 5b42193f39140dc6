"""The results of two entrants of one tournament against each other, counted for `elo.difference`."""

from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.totals import sets_of
from tilth_server.tournaments.tournament import Tournament


def results_between(tournament: Tournament, first: int, second: int) -> tuple[list[int], list[int]]:
    """Return the numbers of single games by the first entrant's half points, and of pairs of games by their sum.

    A pair is two games of a set in which the two exchange their seats. If one of its games has no result or is void,
    the other one is a single game.
    """
    singles, pairs = [0] * 3, [0] * 5
    for games in sets_of(tournament):
        shared = [game for game in games if first in game.seats and second in game.seats]
        halves = [half_points(game, first, second) for game in shared]
        if len(shared) == 2 and _exchange_seats(shared[0], shared[1], first, second):
            pairs[sum(halves)] += 1
        else:
            for half in halves:
                singles[half] += 1
    return singles, pairs


def _exchange_seats(one: Pairing, other: Pairing, first: int, second: int) -> bool:
    """Return whether each of two entrants sits in one game where the other one sits in the other game."""
    seats = one.seats.index(first), one.seats.index(second)
    return seats == (other.seats.index(second), other.seats.index(first))


def half_points(game: Pairing, first: int, second: int) -> int:
    """Return the half points of the first entrant against the second: 0 for a loss, 1 for a draw, 2 for a win."""
    place, other = game.places[game.seats.index(first)], game.places[game.seats.index(second)]
    return 1 + (place < other) - (place > other)

"""Two entrants of one contest against each other, counted as `elo.difference` takes it."""

from tilth_server.tournaments.contest import Contest, Game
from tilth_server.tournaments.ledger import sets_of


def results(contest: Contest, first: int, second: int) -> tuple[list[int], list[int]]:
    """Of the first against the second: single games, and pairs of games in which they swapped seats. A pair of which
    one game is still to come, or is void, is a single game; at tables of more than two there are no pairs."""
    singles, pairs = [0] * 3, [0] * 5
    for games in sets_of(contest):
        halves = [
            _halves(game, first, second) for game in games if first in game.seats and second in game.seats
        ]
        if len(halves) == 2 and games[0].seats == games[1].seats[::-1]:
            pairs[sum(halves)] += 1
        else:
            for half in halves:
                singles[half] += 1
    return singles, pairs


def _halves(game: Game, first: int, second: int) -> int:
    """Half points: 0 lost, 1 drawn, 2 won."""
    place, other = game.places[game.seats.index(first)], game.places[game.seats.index(second)]
    return 1 + (place < other) - (place > other)

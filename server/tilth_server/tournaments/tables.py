"""What was paired: the tables of a contest, read off its games."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tilth_server.tournaments.contest import Contest, Game, Round

Meetings = Counter[tuple[int, int]]
"""How often two entrants were put at one table, the lower number first. A void game is a meeting too."""


def tables_of(played: Round) -> dict[int, list[Game]]:
    """The games of a round by table."""
    tables: dict[int, list[Game]] = {}
    for game in played.games:
        tables.setdefault(game.table, []).append(game)
    return tables


def meetings(contest: Contest) -> Meetings:
    met: Meetings = Counter()
    for played in contest.rounds:
        for games in tables_of(played).values():
            met.update(combinations(sorted(games[0].seats), 2))
    return met


def repeated(table: Iterable[int], met: Meetings) -> int:
    """How often those at a table have met before, over all pairs of them."""
    return sum(met.get(pair, 0) for pair in combinations(sorted(table), 2))


def byes(contest: Contest) -> Counter[int]:
    """How many each entrant had."""
    return Counter(entrant for played in contest.rounds for entrant in played.byes)


def all_over(contest: Contest) -> bool:
    return all(game.state.is_over for game in contest.games)


def shares(game: Game) -> tuple[float, ...]:
    """By seat: what was scored in play as a part of the table's sum; even parts where nothing was scored, and nothing
    where nothing was played."""
    if not game.scores:
        return (0.0,) * len(game.seats)
    total = sum(game.scores)
    return tuple(score / total if total > 0 else 1 / len(game.scores) for score in game.scores)

"""Totals of a tournament's results, for standings, tie-breaks and ratings."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from tilth_server.tournaments.paired_tables import is_scored, score_shares
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.points import games_per_set, games_per_table
from tilth_server.tournaments.thinking import SeatThinking
from tilth_server.tournaments.tournament import Tournament


class PairScore(msgspec.Struct, gc=False):
    """The points of one entrant against another: 1 for each game with the better place, a half for equal places."""

    points: float = 0.0
    games: int = 0

    def add(self, won: float) -> None:
        """Add a game with this many points: 0, a half or 1."""
        self.points += won
        self.games += 1


class EntrantTotals(msgspec.Struct):
    """The sums of one entrant's results: points, games, and how the games ended."""

    points: float = 0.0
    games: int = 0
    wins: int = 0
    """Games won alone."""
    draws: int = 0
    """Games whose first place was shared."""
    losses: int = 0
    forfeits: int = 0
    forfeit_causes: Counter[int] = msgspec.field(default_factory=Counter)
    """Forfeits by their cause; 0 if no cause was recorded."""
    byes: int = 0
    seats: list[int] = []
    """Games by seat."""
    scored_games: int = 0
    score_sum: int = 0
    score_share_sum: float = 0.0
    """Sum of the shares of the tables' points in play."""
    last_round: int = 0
    """The last round in which the entrant was paired or had a bye."""
    thinking: SeatThinking = msgspec.field(default_factory=SeatThinking)
    """Thinking times over all matches that have ended, also those whose result does not count."""
    met: dict[int, PairScore] = {}
    """Scores by opponent, over all tables."""
    tables: dict[tuple[int, int], dict[int, PairScore]] = {}
    """Scores by opponent, by round and table."""


class Totals(msgspec.Struct):
    """The sums of a tournament's results, by entrant, by seat and by round."""

    entrants: list[EntrantTotals]
    seat_points: list[float]
    seat_wins: list[int]
    seat_games: list[int]
    rounds: list[set[int]]
    """By round: the entrants who were paired or had a bye."""
    table_seats: int
    bye_points: int
    """Points of a bye: as many as for winning every game of a table."""


def totals_of(tournament: Tournament) -> Totals:
    """Return the totals of the tournament's results so far, byes included. Void and unfinished games don't count.

    The forfeits of void games do: a game is void if all its seats forfeited.
    """
    width = max([tournament.settings.table_seats, *(len(game.seats) for game in tournament.pairings)])
    totals = Totals(
        entrants=[EntrantTotals(seats=[0] * width) for _ in tournament.entrants],
        seat_points=[0.0] * width,
        seat_wins=[0] * width,
        seat_games=[0] * width,
        rounds=[],
        table_seats=tournament.settings.table_seats,
        bye_points=games_per_table(tournament.settings),
    )
    for each in tournament.rounds:
        present = {entrant for game in each.pairings for entrant in game.seats}.union(each.byes)
        totals.rounds.append(present)
        for entrant in present:
            totals.entrants[entrant].last_round = max(totals.entrants[entrant].last_round, each.number)
        for entrant in each.byes:
            totals.entrants[entrant].byes += 1
            totals.entrants[entrant].points += totals.bye_points
    for game in tournament.counted():
        _add(totals, tournament, game)
    for game in tournament.pairings:
        if game.state is PairingState.VOID:
            _add_forfeits(totals, game)
        for entrant, thinking in zip(game.seats, game.thinking, strict=False):
            totals.entrants[entrant].thinking.add(thinking)
    return totals


def sets_of(tournament: Tournament) -> Iterator[Sequence[Pairing]]:
    """Yield the games of each set that count, without sets that have none.

    Without rotation, each pairing is a set of its own.
    """
    size = games_per_set(tournament.settings)
    if size == 1:
        yield from ((game,) for game in tournament.counted())
        return
    tables: dict[tuple[int, int], list[Pairing]] = {}
    for game in tournament.pairings:
        tables.setdefault((game.round, game.table), []).append(game)
    for games in tables.values():
        for start in range(0, len(games), size):
            counted = [game for game in games[start : start + size] if tournament.counts(game)]
            if counted:
                yield counted


def _add(totals: Totals, tournament: Tournament, game: Pairing) -> None:
    """Add a game with a result to the totals."""
    places = game.places
    best = min(places)
    shared = places.count(best) > 1
    for seat, (entrant, place, won) in enumerate(zip(game.seats, places, game.points(), strict=True)):
        line = totals.entrants[entrant]
        line.points += won
        line.games += 1
        line.seats[seat] += 1
        totals.seat_games[seat] += 1
        totals.seat_points[seat] += won
        if place > best or (len(places) == 1 and not game.is_won_alone):
            line.losses += 1
        elif shared:
            line.draws += 1
        else:
            line.wins += 1
            totals.seat_wins[seat] += 1
        _add_meetings(line, game, seat)
    _add_forfeits(totals, game)
    if is_scored(tournament, game):
        _add_scores(totals, tournament, game)


def _add_forfeits(totals: Totals, game: Pairing) -> None:
    """Count each forfeited seat of a game in the totals of its entrant."""
    causes = {each.seat: each.cause for each in game.forfeit_causes}
    for seat in game.forfeits:
        line = totals.entrants[game.seats[seat]]
        line.forfeits += 1
        line.forfeit_causes[causes.get(seat, 0)] += 1


def _add_meetings(line: EntrantTotals, game: Pairing, seat: int) -> None:
    """Add a game to the scores of the entrant at `seat` against each other one at the table, both those over all tables
    and those of this round's table.
    """
    place = game.places[seat]
    here = line.tables.setdefault((game.round, game.table), {})
    for other, (opponent, theirs) in enumerate(zip(game.seats, game.places, strict=True)):
        if other == seat:
            continue
        won = 1.0 if place < theirs else 0.5 if place == theirs else 0.0
        for scores in (line.met, here):
            score = scores.get(opponent)
            if score is None:
                score = scores[opponent] = PairScore()
            score.add(won)


def _add_scores(totals: Totals, tournament: Tournament, game: Pairing) -> None:
    """Add a game's scores, and the shares of them, to the totals of its entrants."""
    for entrant, score, share in zip(game.seats, game.scores, score_shares(tournament, game), strict=True):
        line = totals.entrants[entrant]
        line.scored_games += 1
        line.score_sum += score
        line.score_share_sum += share

"""A contest's results added up once, for all that is told about them: standings, tie-breaks and ratings."""

from collections.abc import Iterator, Sequence

import msgspec

from tilth_server.tournaments.contest import Contest, Game
from tilth_server.tournaments.tally import games_a_table, rotates


class Score(msgspec.Struct, gc=False):
    """What one has against another: a point for each game in which the place was better, a half for equal places."""

    points: float = 0.0
    games: int = 0

    def add(self, won: float) -> None:
        self.points += won
        self.games += 1


class Line(msgspec.Struct):
    """One entrant's results."""

    points: float = 0.0
    games: int = 0
    wins: int = 0
    """Games whose first place was theirs alone."""
    draws: int = 0
    """Games whose first place was theirs among others'."""
    losses: int = 0
    forfeits: int = 0
    byes: int = 0
    seats: list[int] = []
    """Games on each seat."""
    scored_games: int = 0
    scored: int = 0
    shares: float = 0.0
    """Parts of what the tables scored in play."""
    last_round: int = 0
    """The last one that they were paired in, or had a bye in."""
    met: dict[int, Score] = {}
    """By opponent, over all tables."""
    tables: dict[tuple[int, int], dict[int, Score]] = {}
    """The same by round and table."""


class Ledger(msgspec.Struct):
    """The whole contest's."""

    lines: list[Line]
    seat_points: list[float]
    seat_wins: list[int]
    seat_games: list[int]
    rounds: list[set[int]]
    """Who was paired, or had a bye, in each round."""
    table_seats: int
    bye_points: int


def ledger_of(contest: Contest) -> Ledger:
    """Void games are not in it, nor are games that aren't over; adjudicated ones and forfeits count like any other."""
    width = max([contest.settings.table_seats, *(len(game.seats) for game in contest.games)])
    ledger = Ledger(
        lines=[Line(seats=[0] * width) for _ in contest.entrants],
        seat_points=[0.0] * width,
        seat_wins=[0] * width,
        seat_games=[0] * width,
        rounds=[],
        table_seats=contest.settings.table_seats,
        bye_points=games_a_table(contest),
    )
    for each in contest.rounds:
        present = {entrant for game in each.games for entrant in game.seats}.union(each.byes)
        ledger.rounds.append(present)
        for entrant in present:
            ledger.lines[entrant].last_round = max(ledger.lines[entrant].last_round, each.number)
        for entrant in each.byes:
            ledger.lines[entrant].byes += 1
            ledger.lines[entrant].points += ledger.bye_points
    for game in contest.counted():
        _add(ledger, game)
    return ledger


def sets_of(contest: Contest) -> Iterator[Sequence[Game]]:
    """Games by set, as the tables were to play them: with rotation the games of a set seat the same entrants on
    every seat in turn. Games without a result are left out, so a set may be short."""
    if not rotates(contest.settings):
        yield from ((game,) for game in contest.counted())
        return
    tables: dict[tuple[int, int], list[Game]] = {}
    for game in contest.games:
        tables.setdefault((game.round, game.table), []).append(game)
    for games in tables.values():
        size = len(games[0].seats)
        for start in range(0, len(games), size):
            counted = [game for game in games[start : start + size] if game.state.counts]
            if counted:
                yield counted


def _add(ledger: Ledger, game: Game) -> None:
    places = game.places
    best = min(places)
    shared = places.count(best) > 1
    for seat, (entrant, place, won) in enumerate(zip(game.seats, places, game.points(), strict=True)):
        line = ledger.lines[entrant]
        line.points += won
        line.games += 1
        line.seats[seat] += 1
        ledger.seat_games[seat] += 1
        ledger.seat_points[seat] += won
        if place > best:
            line.losses += 1
        elif shared:
            line.draws += 1
        else:
            line.wins += 1
            ledger.seat_wins[seat] += 1
        _add_meetings(line, game, seat)
    for seat in game.forfeits:
        ledger.lines[game.seats[seat]].forfeits += 1
    if game.scores:
        _add_scores(ledger, game)


def _add_meetings(line: Line, game: Game, seat: int) -> None:
    place = game.places[seat]
    here = line.tables.setdefault((game.round, game.table), {})
    for other, (opponent, theirs) in enumerate(zip(game.seats, game.places, strict=True)):
        if other == seat:
            continue
        won = 1.0 if place < theirs else 0.5 if place == theirs else 0.0
        for scores in (line.met, here):
            score = scores.get(opponent)
            if score is None:
                score = scores[opponent] = Score()
            score.add(won)


def _add_scores(ledger: Ledger, game: Game) -> None:
    """Where nothing is scored, or less than nothing, everybody has an even part."""
    total = sum(game.scores)
    for entrant, score in zip(game.seats, game.scores, strict=True):
        line = ledger.lines[entrant]
        line.scored_games += 1
        line.scored += score
        line.shares += score / total if total > 0 else 1 / len(game.scores)

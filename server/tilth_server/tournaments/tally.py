"""Points so far: what formats pair by and standings begin with."""

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest


def rotates(settings: pb.TournamentSettings) -> bool:
    return not settings.HasField("rotate") or settings.rotate


def games_of_a_table(settings: pb.TournamentSettings) -> int:
    """How many games a table plays: its sets, each with every rotation of its seats."""
    return max(1, settings.sets) * (settings.table_seats if rotates(settings) else 1)


def games_a_table(contest: Contest) -> int:
    return games_of_a_table(contest.settings)


def points(contest: Contest) -> list[float]:
    """By entrant. A bye is worth as much as winning every game of a table."""
    total = [0.0] * len(contest.entrants)
    for game in contest.counted():
        for entrant, won in zip(game.seats, game.points(), strict=True):
            total[entrant] += won
    for each in contest.rounds:
        for entrant in each.byes:
            total[entrant] += games_a_table(contest)
    return total

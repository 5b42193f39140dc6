"""Points of entrants, by which formats pair and standings rank first; and the number of games of a table."""

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.tournament import Tournament


def rotates(settings: pb.TournamentSettings) -> bool:
    """Return whether each set has a game for every rotation of the seats; True unless the settings turn it off."""
    return not settings.HasField("rotate") or settings.rotate


def games_per_set(settings: pb.TournamentSettings) -> int:
    """Return how many games a set has: one, or with rotation one for each seat. A set of a series has two, in which the
    two who are compared exchange their seats.
    """
    if not rotates(settings):
        return 1
    return 2 if settings.HasField("series") else settings.table_seats


def games_per_table(settings: pb.TournamentSettings) -> int:
    """Return how many games a table plays in a round: those of its sets (0 means 1)."""
    return max(1, settings.sets) * games_per_set(settings)


def points_by_entrant(tournament: Tournament) -> list[float]:
    """Return each entrant's points so far. A bye is worth as much as winning every game of a table."""
    total = [0.0] * len(tournament.entrants)
    for game in tournament.counted():
        for entrant, won in zip(game.seats, game.points(), strict=True):
            total[entrant] += won
    for each in tournament.rounds:
        for entrant in each.byes:
            total[entrant] += games_per_table(tournament.settings)
    # Sums of fractions differ a little with the order of their terms.
    return [round(each, 9) for each in total]

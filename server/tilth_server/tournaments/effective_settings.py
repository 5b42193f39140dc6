"""Values that follow from a tournament's settings, and the bounds that settings are held to."""

from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import lookup as formats
from tilth_server.tournaments.tournament import Tournament

MAX_ENTRANTS: Final = 10_000
MAX_AT_ONCE: Final = 10_000
"""Pairings of a tournament, or of one entrant, that may run at once."""
AT_ONCE: Final = 64
"""Pairings that run at once if the settings name no number; also matches that are created or changed at once."""
DEFAULT_ABSENCE_MS: Final = 60_000


def capacity(settings: pb.TournamentSettings) -> int:
    """Return how many players can be active entrants at once: the format's and the settings' maximum, within
    MAX_ENTRANTS.
    """
    return min(formats.max_entrants(settings), MAX_ENTRANTS)


def min_entrants(settings: pb.TournamentSettings) -> int:
    """Return how many entrants a tournament needs before it can start: the format's and the settings' minimum, at
    least two.
    """
    return max(2, formats.min_entrants(settings))


def max_running_pairings(settings: pb.TournamentSettings) -> int:
    """Return how many pairings of the tournament may run at once: the number in the settings, or AT_ONCE."""
    return settings.max_running_pairings or AT_ONCE


def games_of_entrant(tournament: Tournament, entrant: int) -> int:
    """Return how many games an entrant may play at once: the smaller of the tournament's and the entrant's own
    number.
    """
    bounds = tournament.settings.games_per_entrant, tournament.entrants[entrant].max_running_pairings
    return min((bound for bound in bounds if bound), default=MAX_AT_ONCE)


def absence_timeout_ms(settings: pb.TournamentSettings) -> int:
    """Return for how long a seat may be unattended before it forfeits, in milliseconds: as set, or
    DEFAULT_ABSENCE_MS.
    """
    return settings.absence_timeout_ms or DEFAULT_ABSENCE_MS

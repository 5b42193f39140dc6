"""The protocol of all formats, and the answers that a format gives."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.tournament import Tournament


class Table(msgspec.Struct, frozen=True):
    """Entrants who play one or more sets with each other at one table. Their seats are decided when the games are
    paired.
    """

    entrants: tuple[int, ...]
    stage: int = 0
    """Number of the bracket or group, as the format counts them."""
    number: int = 0
    """Number of the table in its round; 0: its position among the tables that are paired together, from 1."""
    played_sets: int = 0
    """Number of sets that the table has played in this round already. If there are any, it plays one more."""


class Tables(msgspec.Struct, frozen=True):
    """The answer of a format that has tables to play now, with the round's number and byes."""

    round: int
    tables: Sequence[Table]
    byes: Sequence[int] = ()
    """Entrants who have a bye in this round."""
    one_deal: bool = False
    """True if all games of these tables share one deal."""


class Wait(msgspec.Struct, frozen=True):
    """The answer of a format that waits for a result, an entry, or a time.

    `until_ms` is that time; 0 if there is none.
    """

    until_ms: int = 0


class Finished(msgspec.Struct, frozen=True):
    """The answer of a format that will pair no more games."""


class Format(Protocol):
    """One way to run a tournament: it chooses the tables and their times, and may rank the entrants."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...]
    """The tie-breaks if the settings name none."""
    takes_late_entries: bool
    """True if players may enter after the start."""

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse settings that the format can't play, with TOURNAMENT_INVALID and the field."""

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants the format needs at least. A table and the settings may need more."""

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants the format takes at most; 0 if there is no bound."""

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the tables to play now, or Wait or Finished. The director asks after every change, and again until the
        answer is one of these two."""

    def rounds(self, tournament: Tournament) -> int:
        """Return how many rounds there will be; 0 if that isn't known."""

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet, as far as that is known."""

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return a text for each entrant about their progress, such as "group 2" or "out in round 3"; "" for none."""

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return classes of entrants, the best class first: points rank only within a class. None if there are no
        classes, so that points rank all entrants."""

"""What every format answers."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest


class Table(msgspec.Struct, frozen=True):
    """Entrants who play a set (or several) with each other. Who sits where is not a format's business."""

    entrants: tuple[int, ...]
    stage: int = 0


class Tables(msgspec.Struct, frozen=True):
    """Play these now."""

    round: int
    tables: Sequence[Table]
    byes: Sequence[int] = ()


class Wait(msgspec.Struct, frozen=True):
    """Nothing to pair until a game ends, somebody enters, or this time comes (0: no such time)."""

    until_ms: int = 0


class Finished(msgspec.Struct, frozen=True):
    """No game will come any more."""


class Format(Protocol):
    """One way to run a contest."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...]
    """What decides between equal points, where the settings don't say."""
    takes_late_entries: bool

    def check(self, settings: pb.TournamentSettings) -> None:
        """Raises Refusal(BAD_TOURNAMENT) with the field, for what can't be played."""

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        """How many it needs, besides a table full and what the settings say."""

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        """How many it can take; 0: no bound."""

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        """What to do. Asked at the start and whenever something has changed, until it says Wait or Finished."""

    def rounds(self, contest: Contest) -> int:
        """How many there will be; 0 where that isn't known."""

    def games_to_come(self, contest: Contest) -> int:
        """How many games are not paired yet, as far as that is known."""

    def stages(self, contest: Contest) -> Sequence[str]:
        """By entrant: where they stand besides points: "group 2", "out in round 3"; "" where there is nothing to
        say."""

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        """Entrants in classes, the best first, that points don't mix: who survived longer. None: points alone."""

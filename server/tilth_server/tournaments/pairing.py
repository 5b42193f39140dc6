"""Pairings: the scheduled games of a tournament, and their results."""

from collections.abc import Sequence
from enum import IntEnum

import msgspec

from tilth.v1.record_pb2 import ForfeitCause
from tilth_server.tournaments.thinking import SeatThinking


class PairingState(IntEnum):
    """The state of a pairing, with the numbers of tilth.v1.PairingState. RUNNING is not recorded, because it follows
    from the match."""

    SCHEDULED = 1
    RUNNING = 2
    FINISHED = 3
    ADJUDICATED = 4
    VOID = 5

    @property
    def has_ended(self) -> bool:
        """True if the pairing has a result or is void."""
        return self >= PairingState.FINISHED

    @property
    def counts(self) -> bool:
        """Return whether there is a result that counts in the standings."""
        return self in (PairingState.FINISHED, PairingState.ADJUDICATED)


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that lost before the end of its game, with the cause."""

    seat: int
    cause: "ForfeitCause.ValueType"
    detail: str = ""


class Pairing(msgspec.Struct):
    """One scheduled game. A set has one for each rotation of its table's seats."""

    number: int
    round: int
    table: int
    seats: tuple[int, ...]
    """Entrants by seat."""
    game_setup: int
    """Index of the game among the settings' games."""
    deal: int
    """Number of the deal; pairings of one deal have the same seed."""
    stage: int = 0
    """Number of the bracket or group, as the format counts them."""
    state: PairingState = PairingState.SCHEDULED
    match_id: str = ""
    places: tuple[int, ...] = ()
    """Places by seat, from 1, equal ones shared; empty without a result."""
    scores: tuple[int, ...] = ()
    """Scores by seat; empty if nothing was played."""
    forfeits: tuple[int, ...] = ()
    """Seats that resigned, ran out of time, or were absent."""
    reason: str = ""
    started_ms: int = 0
    ended_ms: int = 0
    record_count: int = 0
    forfeit_causes: tuple[Forfeit, ...] = ()
    """Forfeits with their causes, in the order in which they came; empty in records of earlier builds."""
    thinking: tuple[SeatThinking, ...] = ()
    """Thinking times by seat; empty until the match has ended, and in records of earlier builds."""
    rules_version: int = 0
    """Version of the rules that the match was played under; 0 without a match, and in records of earlier builds."""
    match_head: bytes = b""
    """Hash of the match's last record when the result was written; empty in records of earlier builds."""
    replays: int = 0
    """Number of times that the pairing was ordered to be played again."""
    replayed_by: str = ""
    """Id of the request that ordered the last replay."""

    def request_id(self, replay: int) -> str:
        """Return the request id under which the match of this attempt is created; attempt 0 is the first."""
        return f"{self.number}.{replay}" if replay else str(self.number)

    def points(self) -> tuple[float, ...]:
        """Return the points by seat: 1 for winning alone, 0 for the last place, evenly spaced between. A game of one
        seat is worth 1 or 0.
        """
        if len(self.places) == 1:
            return (float(self.is_won_alone),)
        return points_of(self.places)

    @property
    def is_won_alone(self) -> bool:
        """True if the only seat has won by the rules of the game, and has not forfeited."""
        return self.places == (1,) and not self.forfeits


def points_of(places: Sequence[int]) -> tuple[float, ...]:
    """Return the points for these places: at a table of n, place k is worth (n - k) / (n - 1).

    Seats that share places get the mean of those places' points.
    """
    last = len(places) - 1
    out = []
    for place in places:
        better = sum(other < place for other in places)
        equal = sum(other == place for other in places)
        out.append((last - better - (equal - 1) / 2) / last)
    return tuple(out)


class Round(msgspec.Struct):
    """Pairings that were made together, and the byes of that round."""

    number: int
    pairings: list[Pairing]
    byes: tuple[int, ...] = ()
    """Entrants who get full points for the round without playing."""

    @property
    def has_ended(self) -> bool:
        """True if all pairings of the round have a result or are void."""
        return all(pairing.state.has_ended for pairing in self.pairings)

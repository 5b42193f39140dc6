"""What is known of a match besides its play: a projection of its stream, of durable facts only."""

from collections.abc import Mapping
from enum import IntEnum

import msgspec

from tilth.v1 import record_pb2
from tilth_rules.kernel import Result
from tilth_server.store import BrokenChain


class State(IntEnum):
    """Where a match stands; the numbers are tilth.v1.MatchState's."""

    OPEN = 1
    RUNNING = 2
    OVER = 3
    CANCELLED = 4


class ClockSettings(msgspec.Struct, frozen=True, gc=False):
    """How long a seat may think: time for each decision, then a bank for the whole match."""

    decision_ms: int = 0
    bank_ms: int = 0
    increment_ms: int = 0
    """Added to the bank after each answer."""
    resigns: bool = False
    """What a timeout does: the seat resigns; else its default answer is given."""

    @property
    def runs(self) -> bool:
        return bool(self.decision_ms or self.bank_ms)


class MatchInfo(msgspec.Struct):
    """One match as a lobby shows it. The seed is for nobody's eyes before the match is over."""

    id: str
    game: str
    rules_version: int
    options: bytes
    seat_count: int
    creator_id: str
    title: str
    clock: ClockSettings
    start_when_full: bool
    invited_ids: tuple[str, ...]
    seed: bytes
    seed_commitment: bytes
    seed_given: bool
    request_id: str
    created_ms: int
    player_ids: list[str]
    """The player of each seat, "" while it is free."""
    seat_requests: list[str]
    """The request by which each seat was taken."""
    state: State = State.OPEN
    resigned: frozenset[int] = frozenset()
    started_ms: int = 0
    ended_ms: int = 0
    result: Result | None = None
    cancelled: str = ""
    record_count: int = 0
    paused: str | None = None
    """Why it stands still; None while it doesn't."""
    tournament_id: str = ""
    tournament_game: int = 0
    """Which of that tournament's games it is."""
    damage: BrokenChain | None = None
    """The first record that is not what was written. All else here is known from the others, and none is added."""

    @property
    def stream(self) -> str:
        return stream_of(self.id)

    @property
    def started(self) -> bool:
        """Whether there is anything to view."""
        return self.started_ms > 0

    def check_whole(self) -> None:
        """Raises BrokenChain for a damaged match: it can be read up to the damage, and is not gone on with."""
        if self.damage is not None:
            raise self.damage.with_traceback(None)


class NewMatch(msgspec.Struct, frozen=True):
    """What a creator asks for."""

    game: str
    seat_count: int
    options: bytes = b""
    settings: Mapping[str, str] = {}
    title: str = ""
    clock: ClockSettings = ClockSettings()
    start_when_full: bool = False
    take_seats: tuple[int, ...] = ()
    invited_ids: tuple[str, ...] = ()
    seed: bytes = b""
    request_id: str = ""
    tournament_id: str = ""
    tournament_game: int = 0
    seed_secret: bool = False
    """The seed given is known to nobody: a tournament's, which the server drew."""


STREAMS = "match/"
TOURNAMENTS = "tournament/"
"""Where the streams of those begin that matches are played for."""


def stream_of(match_id: str) -> str:
    return STREAMS + match_id


class NotAMatch(Exception):
    """The stream does not begin as that of a match does."""


def born(match_id: str, body: bytes) -> MatchInfo:
    """The match as its first record makes it."""
    record = record_pb2.Record.FromString(body)
    if record.WhichOneof("cause") != "created":
        raise NotAMatch(f"record 0 of match {match_id} does not create it")
    made = record.created
    return MatchInfo(
        id=match_id,
        game=made.game,
        rules_version=made.rules_version,
        options=made.options,
        seat_count=made.seat_count,
        creator_id=made.creator_id,
        title=made.title,
        clock=clock_of(made.clock),
        start_when_full=made.start_when_full,
        invited_ids=tuple(made.invited_ids),
        seed=made.seed,
        seed_commitment=made.seed_commitment,
        seed_given=made.seed_given,
        request_id=made.request_id,
        created_ms=record.at.ToMilliseconds(),
        player_ids=[""] * made.seat_count,
        seat_requests=[""] * made.seat_count,
        record_count=1,
        tournament_id=made.tournament_id,
        tournament_game=made.tournament_game,
    )


def clock_of(clock: record_pb2.ClockSettings) -> ClockSettings:
    return ClockSettings(
        clock.decision_ms,
        clock.bank_ms,
        clock.increment_ms,
        clock.on_timeout == record_pb2.TIMEOUT_RULE_RESIGN,
    )


QUIET = frozenset({"created", "answered", "defaulted", "undid"})
"""Causes that change nothing here any more but the number of records."""


def grown(info: MatchInfo, body: bytes) -> None:
    """Take up the next record of the match."""
    record = record_pb2.Record.FromString(body)
    cause = record.WhichOneof("cause")
    info.record_count += 1
    if cause in QUIET:
        return
    if cause == "seat_taken":
        taken = record.seat_taken
        info.player_ids[taken.seat] = taken.player_id
        info.seat_requests[taken.seat] = taken.request_id
    elif cause == "seat_left":
        info.player_ids[record.seat_left.seat] = ""
        info.seat_requests[record.seat_left.seat] = ""
    elif cause == "started":
        info.state = State.RUNNING
        info.started_ms = record.at.ToMilliseconds()
        info.player_ids = list(record.started.player_ids)
    elif cause == "resigned":
        info.resigned |= {record.resigned.seat}
    elif cause == "paused":
        info.paused = record.paused.reason
    elif cause == "resumed":
        info.paused = None
    else:
        _ended(info, record)


def closes(body: bytes) -> bool:
    """Whether it is the last record of a match that was played to its end."""
    return record_pb2.Record.FromString(body).WhichOneof("cause") == "closed"


def _ended(info: MatchInfo, record: record_pb2.Record) -> None:
    info.ended_ms = record.at.ToMilliseconds()
    if record.WhichOneof("cause") == "cancelled":
        info.state = State.CANCELLED
        info.cancelled = record.cancelled.reason
    else:
        closed = record.closed
        info.state = State.OVER
        info.resigned = frozenset(closed.resigned_seats)
        info.result = Result(tuple(closed.result.places), tuple(closed.result.scores))

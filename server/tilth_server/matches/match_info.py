"""A match as lists show it: the fold of its durable records, without its play."""

from collections.abc import Mapping
from enum import IntEnum

import msgspec

from tilth.v1 import record_pb2
from tilth_rules.kernel import Result
from tilth_server.matches.forfeits import cause_of
from tilth_server.store import BrokenChain
from tilth_server.wire.result_messages import result_of


class State(IntEnum):
    """The state of a match. The numbers are tilth.v1.MatchState's."""

    OPEN = 1
    RUNNING = 2
    FINISHED = 3
    CANCELLED = 4


class ClockSettings(msgspec.Struct, frozen=True, gc=False):
    """The time that a seat has: time for each decision, then a bank for the whole match."""

    decision_ms: int = 0
    bank_ms: int = 0
    increment_ms: int = 0
    """Time that is added to the bank after each answer."""
    resigns: bool = False
    """True if a timeout makes the seat resign; otherwise the default answer is given."""

    @property
    def runs(self) -> bool:
        """Return whether the match is played with clocks."""
        return bool(self.decision_ms or self.bank_ms)


class MatchInfo(msgspec.Struct):
    """One match as a lobby shows it. The seed is secret until the match has ended."""

    id: str
    game: str
    rules_version: int
    options: bytes
    seat_count: int
    creator_id: str
    title: str
    clock: ClockSettings
    start_when_full: bool
    invited_player_ids: tuple[str, ...]
    seed: bytes
    seed_commitment: bytes
    seed_given: bool
    request_id: str
    created_ms: int
    player_ids: list[str]
    """The player of each seat, "" while it is free."""
    seat_requests: list[tuple[str, int]]
    """The request by which each seat was taken: its id and its content."""
    state: State = State.OPEN
    resigned: frozenset[int] = frozenset()
    forfeits: tuple[tuple[int, int], ...] = ()
    """The seats that have resigned and the cause of each, in their order."""
    started_ms: int = 0
    ended_ms: int = 0
    result: Result | None = None
    cancelled: str = ""
    record_count: int = 0
    listed_count: int = 0
    """The number of records up to the last one that lists show something of."""
    given_up: dict[tuple[str, str], int] = {}
    """The seat that a player left or resigned, by player and request id: those left until the start, those resigned
    after it."""
    request_hash: int = 0
    """The content of the request that created the match."""
    paused: str | None = None
    """The reason given by the operator who paused the match; None if it is not paused."""
    tournament_id: str = ""
    pairing_number: int = 0
    """The number of the pairing that it is played for."""
    last_seat_wins: bool = False
    """True if the match ends when all seats but one have resigned, and the last one is attended."""
    claimed_ids: frozenset[str] = frozenset()
    """Players of this server that an imported match names without their hashes. Their lists do not show it."""
    is_retitled: bool = False
    """True if an operator has changed the title."""
    adjudicated: str | None = None
    """The reason given by the operator who ended the match with its result; None if it was played to its end."""
    damage: BrokenChain | None = None
    """The first damaged record; None if there is none. All else here follows from the records before it."""

    @property
    def stream(self) -> str:
        """Return the name of the match's stream."""
        return stream_of(self.id)

    @property
    def started(self) -> bool:
        """Return whether the match has started, so that there is a state to view."""
        return self.started_ms > 0

    @property
    def is_unfinished(self) -> bool:
        """Return whether the match is open or running."""
        return self.state is State.OPEN or self.state is State.RUNNING

    def check_whole(self) -> None:
        """Raise BrokenChain for a damaged match. It can be read up to the damage, but not continued."""
        if self.damage is not None:
            raise self.damage.with_traceback(None)


def copy_of(info: MatchInfo) -> MatchInfo:
    """Return a copy, to which records can be applied without changing the original."""
    return msgspec.structs.replace(
        info,
        player_ids=[*info.player_ids],
        seat_requests=[*info.seat_requests],
        given_up={**info.given_up},
    )


class NewMatch(msgspec.Struct, frozen=True):
    """The settings of a match that a creator asks for."""

    game: str
    seat_count: int
    options: bytes = b""
    settings: Mapping[str, str] = {}
    title: str = ""
    clock: ClockSettings = ClockSettings()
    start_when_full: bool = False
    take_seats: tuple[int, ...] = ()
    bot_seats: Mapping[int, str] = {}
    """Players by seat: the bots of the server that get seats at once."""
    invited_player_ids: tuple[str, ...] = ()
    seed: bytes = b""
    request_id: str = ""
    request_hash: int = 0
    tournament_id: str = ""
    pairing_number: int = 0
    last_seat_wins: bool = False
    seed_secret: bool = False
    """True if the given seed is secret: the server drew it for a tournament."""


STREAMS = "match/"
TOURNAMENTS = "tournament/"
"""The beginning of the names of tournaments' streams."""


def stream_of(match_id: str) -> str:
    """Return the name of a match's stream."""
    return STREAMS + match_id


class NotAMatchStream(Exception):
    """Raised for a stream that does not begin as a match does."""


def match_from(match_id: str, body: bytes) -> MatchInfo:
    """Return the match that this first record creates. Raise NotAMatchStream for another record."""
    record = record_pb2.Record.FromString(body)
    if record.WhichOneof("cause") != "created":
        raise NotAMatchStream(f"record 0 of match {match_id} does not create it")
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
        invited_player_ids=tuple(made.invited_player_ids),
        seed=made.seed,
        seed_commitment=made.seed_commitment,
        seed_given=made.seed_given,
        request_id=made.request_id,
        request_hash=made.request_hash,
        created_ms=record.at.ToMilliseconds(),
        player_ids=[""] * made.seat_count,
        seat_requests=[("", 0)] * made.seat_count,
        record_count=1,
        listed_count=1,
        tournament_id=made.tournament_id,
        pairing_number=made.pairing_number,
        last_seat_wins=made.last_seat_wins,
    )


def clock_of(clock: record_pb2.ClockSettings) -> ClockSettings:
    """Return the clock settings of a recorded message."""
    return ClockSettings(
        clock.decision_ms,
        clock.bank_ms,
        clock.increment_ms,
        clock.on_timeout == record_pb2.TIMEOUT_RULE_RESIGN,
    )


UNLISTED = frozenset({"created", "answered", "defaulted", "undone"})
"""Causes of records that change only the number of records here."""


def apply_record(info: MatchInfo, body: bytes) -> None:
    """Change the data of the match by its next record, given as bytes. Answers, default answers and undos change only
    the number of records.
    """
    record = record_pb2.Record.FromString(body)
    cause = record.WhichOneof("cause")
    info.record_count += 1
    if cause in UNLISTED:
        return
    info.listed_count = info.record_count
    if cause == "seat_taken":
        taken = record.seat_taken
        info.player_ids[taken.seat] = taken.player_id
        info.seat_requests[taken.seat] = taken.request_id, taken.request_hash
    elif cause == "seat_left":
        left = record.seat_left
        info.player_ids[left.seat] = ""
        info.seat_requests[left.seat] = "", 0
        if left.request_id:
            info.given_up[left.player_id, left.request_id] = left.seat
    elif cause == "started":
        info.state = State.RUNNING
        info.started_ms = record.at.ToMilliseconds()
        info.player_ids = list(record.started.player_ids)
        info.given_up = {}
    elif cause == "resigned":
        resigned = record.resigned
        info.resigned |= {resigned.seat}
        info.forfeits += ((resigned.seat, cause_of(resigned)),)
        if resigned.request_id:
            info.given_up[info.player_ids[resigned.seat], resigned.request_id] = resigned.seat
    elif cause == "paused":
        info.paused = record.paused.reason
    elif cause == "resumed":
        info.paused = None
    elif cause == "retitled":
        info.title = record.retitled.title
        info.is_retitled = True
    else:
        _ended(info, record)


def starts(body: bytes) -> bool:
    """Return whether the match starts with this record."""
    return record_pb2.Record.FromString(body).WhichOneof("cause") == "started"


def retitles(body: bytes) -> bool:
    """Return whether an operator gives the match another title with this record."""
    return record_pb2.Record.FromString(body).WhichOneof("cause") == "retitled"


def is_final(body: bytes) -> bool:
    """Return whether the record ends a match that was played to its end. Only another title can come after it."""
    return record_pb2.Record.FromString(body).WhichOneof("cause") == "finished"


def resigns(body: bytes) -> bool:
    """Return whether a seat resigns with this record."""
    return record_pb2.Record.FromString(body).WhichOneof("cause") == "resigned"


def has_forfeits(body: bytes) -> bool:
    """Return whether this last record of a match names seats that have resigned."""
    return bool(record_pb2.Record.FromString(body).finished.resigned_seats)


def _ended(info: MatchInfo, record: record_pb2.Record) -> None:
    """Apply the last record of a match, which finished or cancelled it."""
    info.ended_ms = record.at.ToMilliseconds()
    # A reader of an ended match may skip the records between its start and its end.
    info.given_up = {}
    info.paused = None
    if record.WhichOneof("cause") == "cancelled":
        info.state = State.CANCELLED
        info.cancelled = record.cancelled.reason
    else:
        closed = record.finished
        info.state = State.FINISHED
        info.resigned = frozenset(closed.resigned_seats)
        info.result = result_of(closed.result)
        if closed.adjudicator_id:
            info.adjudicated = closed.reason
        if closed.HasField("title"):
            info.title = closed.title
            info.is_retitled = True

"""Whether a foreign log can be that of a match: made as one can be made here, its records in an order that can be.

Whoever wrote the file may mean mischief. What is admitted is listed and shown to everybody, so nothing in it may be
longer, later or odder than what this server itself would have written. What was played, `examination` looks at.
"""

import time
from collections.abc import Mapping

from google.protobuf.message import DecodeError

from tilth.v1.record_pb2 import MatchCancelled, MatchClosed, MatchCreated, MatchPaused, Record
from tilth_rules.kernel import OptionsRefused
from tilth_server.archive.portable import bad_file
from tilth_server.refusal import Refusal
from tilth_server.tables import setup
from tilth_server.tables.lobby import LONGEST_REASON
from tilth_server.tables.matches import MatchInfo, NewMatch, State, born, clock_of, grown
from tilth_server.tables.undoing import MOST_UNDOS
from tilth_server.times import NANOS
from tilth_server.wire import GameWire

LONGEST_ID = 64
CLOCKS_DIFFER_S = 24 * 3600
"""So far ahead of this server's clock another one's may be."""

PLAYED = frozenset({"answered", "defaulted", "undid", "resigned"})


class Admission:
    """Takes up the records of a match in order; each is refused if it can't stand there."""

    def __init__(self, match_id: str, wires: Mapping[str, GameWire]) -> None:
        if not _is_id(match_id):
            raise bad_file("its match has no proper id")
        self._match_id = match_id
        self._wires = wires
        self._latest = time.time() + CLOCKS_DIFFER_S
        self._info: MatchInfo | None = None
        self._undos = 0

    def take_up(self, number: int, body: bytes) -> None:
        """The next record."""
        try:
            record = Record.FromString(body)
        except DecodeError:
            raise bad_file(f"record {number} is none") from None
        wrong = self._wrong_time(record) or (
            self._wrong_beginning(record) if self._info is None else self._wrong_sequel(self._info, record)
        )
        if wrong:
            raise bad_file(f"record {number}: {wrong}")
        if self._info is None:
            self._info = born(self._match_id, body)
        else:
            grown(self._info, body)

    def admitted(self) -> MatchInfo:
        """The whole match, which is over."""
        info = self._info
        if info is None:
            raise bad_file("it holds no records")
        if info.state is not State.OVER and info.state is not State.CANCELLED:
            raise bad_file("its match is not over")
        return info

    def _wrong_time(self, record: Record) -> str:
        at = record.at
        if not (0 < at.seconds <= self._latest and 0 <= at.nanos < NANOS):
            return "its time is before 1970, or still to come"
        return ""

    def _wrong_beginning(self, record: Record) -> str:
        if record.WhichOneof("cause") != "created":
            return "it does not create the match"
        made = record.created
        wire = self._wires.get(made.game)
        if wire is None:
            return f"the game {made.game[:LONGEST_ID]!r} is not installed here"
        if not 1 <= made.rules_version <= wire.game.version:
            return (
                f"its rules are of version {made.rules_version}, this server knows 1 to {wire.game.version}"
            )
        if not all(map(_is_id, (made.creator_id, *made.invited_ids))):
            return "it names a player by what is no id"
        if made.tournament_id and not _is_id(made.tournament_id):
            return "it names a tournament by what is no id"
        try:
            setup.checked(_as_asked_for(made), wire)
        except Refusal as refused:
            return refused.what
        except OptionsRefused as refused:
            return f"its options: {refused}"
        return ""

    def _wrong_sequel(self, info: MatchInfo, record: Record) -> str:
        cause = record.WhichOneof("cause")
        if cause is None or cause == "created":
            return "it has no cause that can be there"
        if info.state is State.OVER or info.state is State.CANCELLED:
            return "the match was over before"
        if cause == "cancelled":
            return _wrong_word(record.cancelled)
        if cause in ("paused", "resumed"):
            return _wrong_pause(info, record)
        before_start = cause in ("seat_taken", "seat_left", "started")
        if before_start is not (info.state is State.OPEN):
            return f"{cause} can't be here"
        if cause == "started":
            players = list(record.started.player_ids)
            return "" if all(players) and players == info.player_ids else "others start than took seats"
        if cause == "closed":
            return _wrong_close(info, record.closed)
        if cause in PLAYED:
            return self._wrong_play(info, record)
        return _wrong_seat(info, record)

    def _wrong_play(self, info: MatchInfo, record: Record) -> str:
        cause = record.WhichOneof("cause") or ""
        if getattr(record, cause).seat >= info.seat_count:
            return "the match has no such seat"
        self._undos += cause == "undid"
        return "more was taken back than can be" if self._undos > MOST_UNDOS else ""


def _wrong_word(said: MatchCancelled | MatchPaused) -> str:
    """Of whoever stopped the match, and why."""
    if not _is_id(said.by_id):
        return "it names a player by what is no id"
    if len(said.reason) > LONGEST_REASON or not said.reason.isprintable():
        return "its reason is too long, or not printable"
    return ""


def _wrong_pause(info: MatchInfo, record: Record) -> str:
    if info.state is not State.RUNNING:
        return "it is not being played"
    if record.HasField("paused"):
        return "it is paused already" if info.paused is not None else _wrong_word(record.paused)
    if info.paused is None:
        return "it is not paused"
    return "" if _is_id(record.resumed.by_id) else "it names a player by what is no id"


def _wrong_seat(info: MatchInfo, record: Record) -> str:
    """Of a seat that is taken or left."""
    if record.HasField("seat_taken"):
        taken = record.seat_taken
        if taken.seat >= info.seat_count or info.player_ids[taken.seat]:
            return "the seat is not free"
        return "" if _is_id(taken.player_id) else "it names a player by what is no id"
    left = record.seat_left
    if left.seat >= info.seat_count or not left.player_id or info.player_ids[left.seat] != left.player_id:
        return "the seat is not theirs"
    return ""


def _wrong_close(info: MatchInfo, closed: MatchClosed) -> str:
    if len(closed.result.places) != info.seat_count or len(closed.result.scores) != info.seat_count:
        return "its result is not one for every seat"
    if list(closed.resigned_seats) != sorted(info.resigned):
        return "other seats resigned than it says"
    return ""


def _as_asked_for(made: MatchCreated) -> NewMatch:
    """What somebody would have had to ask for to get this match."""
    return NewMatch(
        game=made.game,
        seat_count=made.seat_count,
        options=made.options,
        title=made.title,
        clock=clock_of(made.clock),
        invited_ids=tuple(made.invited_ids),
        seed=made.seed,
    )


def _is_id(text: str) -> bool:
    return 0 < len(text) <= LONGEST_ID and text.isascii() and text.replace("-", "").isalnum()

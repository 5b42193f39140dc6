"""Checks that the log of a foreign match is one that this server could have written.

The author of the file may be malicious. An imported match is listed and shown to everybody, so nothing in it may be
longer or later than in a log of this server. `verify` checks the play itself.
"""

import time
from collections.abc import Mapping

from google.protobuf.message import DecodeError

from tilth.v1.record_pb2 import (
    MatchCancelled,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchRetitled,
    Record,
)
from tilth_rules.kernel import OptionsRefused
from tilth_server.archive.match_file import bad_file
from tilth_server.matches import new_match
from tilth_server.matches.forfeits import is_forfeit
from tilth_server.matches.lobby_checks import LONGEST_REASON
from tilth_server.matches.match_info import MatchInfo, NewMatch, State, apply_record, clock_of, match_from
from tilth_server.matches.undos import MAX_UNDOS
from tilth_server.refusal import Refusal
from tilth_server.timestamps import NANOS
from tilth_server.wire import GameWire

LONGEST_ID = 64
CLOCKS_DIFFER_S = 24 * 3600
"""Seconds by which another server's clock may be ahead of this one's."""

PLAYED = frozenset({"answered", "defaulted", "undone", "resigned"})


class ImportCheck:
    """The check of one match's records, added in order. A record that can't come next is refused."""

    def __init__(self, match_id: str, wires: Mapping[str, GameWire]) -> None:
        if not is_id(match_id):
            raise bad_file("the match id is invalid")
        self._match_id = match_id
        self._wires = wires
        self._latest = time.time() + CLOCKS_DIFFER_S
        self._info: MatchInfo | None = None
        self._undos = 0

    def add(self, number: int, body: bytes) -> None:
        """Check the next record; raise Refusal if it can't come next."""
        try:
            record = Record.FromString(body)
        except DecodeError:
            raise bad_file(f"record {number} can't be decoded") from None
        fault = self._check_time(record) or (
            self._check_beginning(record) if self._info is None else self._check_sequel(self._info, record)
        )
        if fault:
            raise bad_file(f"record {number}: {fault}")
        if self._info is None:
            self._info = match_from(self._match_id, body)
        else:
            apply_record(self._info, body)

    def match(self) -> MatchInfo:
        """Return the match; raise Refusal if it has not ended."""
        info = self._info
        if info is None:
            raise bad_file("it has no records")
        if info.state is not State.FINISHED and info.state is not State.CANCELLED:
            raise bad_file("the match has not ended")
        return info

    def _check_time(self, record: Record) -> str:
        """Return the fault in the time of a record; "" if there is none."""
        at = record.at
        if not (0 < at.seconds <= self._latest and 0 <= at.nanos < NANOS):
            return "its time is before 1970 or in the future"
        return ""

    def _check_beginning(self, record: Record) -> str:
        """Return the fault in the first record; "" if there is none."""
        if record.WhichOneof("cause") != "created":
            return "it does not create the match"
        created = record.created
        wire = self._wires.get(created.game)
        if wire is None:
            return f"the game {created.game[:LONGEST_ID]!r} is not installed here"
        if not 1 <= created.rules_version <= wire.game.version:
            return f"its rules are of version {created.rules_version}, this server knows 1 to {wire.game.version}"
        if not all(map(is_id, (created.creator_id, *created.invited_player_ids))):
            return "it has an invalid player id"
        if created.tournament_id and not is_id(created.tournament_id):
            return "it has an invalid tournament id"
        try:
            new_match.checked_options(_request_of(created), wire)
        except Refusal as refused:
            return refused.message
        except OptionsRefused as refused:
            return f"its options are invalid: {refused}"
        return ""

    def _check_sequel(self, info: MatchInfo, record: Record) -> str:
        """Return the fault in a record after the first, given the match so far; "" if there is none."""
        cause = record.WhichOneof("cause")
        if cause is None or cause == "created":
            return "it has no cause, or one that is not allowed here"
        if cause == "retitled":
            return _check_title(record.retitled)
        if info.state is State.FINISHED or info.state is State.CANCELLED:
            return "the match had ended before it"
        if cause == "cancelled":
            if info.tournament_id and not record.cancelled.actor_id:
                return _check_reason(record.cancelled)  # The tournament cancels matches that no longer count.
            return _check_actor_and_reason(record.cancelled)
        if cause in ("paused", "resumed"):
            return _check_pause(info, record)
        before_start = cause in ("seat_taken", "seat_left", "started")
        if before_start is not (info.state is State.OPEN):
            return f"the cause {cause} is not allowed here"
        if cause == "started":
            players = list(record.started.player_ids)
            return (
                ""
                if all(players) and players == info.player_ids
                else "the players that it starts with are not those in the seats"
            )
        if cause == "finished":
            return _check_finish(info, record.finished)
        if cause in PLAYED:
            return self._check_play(info, record)
        return _check_seat(info, record)

    def _check_play(self, info: MatchInfo, record: Record) -> str:
        """Return the fault in a record of play; "" if there is none."""
        cause = record.WhichOneof("cause") or ""
        if getattr(record, cause).seat >= info.seat_count:
            return "the match has no such seat"
        if cause == "resigned" and not is_forfeit(record.resigned.cause, record.resigned.detail):
            return "the cause of the resignation is invalid"
        self._undos += cause == "undone"
        return f"the match has more than {MAX_UNDOS} undos" if self._undos > MAX_UNDOS else ""


def _check_actor_and_reason(stopped: MatchCancelled | MatchPaused) -> str:
    """Return the fault in the actor or the reason of a pause or a cancellation; "" if there is none."""
    if not is_id(stopped.actor_id):
        return "it has an invalid player id"
    return _check_reason(stopped)


def _check_reason(stopped: MatchCancelled | MatchPaused) -> str:
    """Return the fault in the reason of a pause or a cancellation; "" if there is none."""
    if len(stopped.reason) > LONGEST_REASON or not stopped.reason.isprintable():
        return f"its reason is longer than {LONGEST_REASON} characters, or not printable"
    return ""


def _check_title(retitled: MatchRetitled) -> str:
    """Return the fault in a change of the title; "" if there is none."""
    try:
        new_match.check_title(retitled.title, "title")
    except Refusal as refused:
        return refused.message
    return "" if is_id(retitled.actor_id) else "it has an invalid player id"


def _check_pause(info: MatchInfo, record: Record) -> str:
    """Return the fault in a pause or its end; "" if there is none."""
    if info.state is not State.RUNNING:
        return "the match is not running"
    if record.HasField("paused"):
        return (
            "the match is paused already"
            if info.paused is not None
            else _check_actor_and_reason(record.paused)
        )
    if info.paused is None:
        return "the match is not paused"
    return "" if is_id(record.resumed.actor_id) else "it has an invalid player id"


def _check_seat(info: MatchInfo, record: Record) -> str:
    """Return the fault in a record of a seat that is taken or left; "" if there is none."""
    if record.HasField("seat_taken"):
        taken = record.seat_taken
        if taken.seat >= info.seat_count or info.player_ids[taken.seat]:
            return "the seat is not free"
        return "" if is_id(taken.player_id) else "it has an invalid player id"
    left = record.seat_left
    if left.seat >= info.seat_count or not left.player_id or info.player_ids[left.seat] != left.player_id:
        return "the player does not hold the seat"
    return ""


def _check_finish(info: MatchInfo, finished: MatchFinished) -> str:
    """Return the fault in the record that ends the match; "" if there is none."""
    if len(finished.result.places) != info.seat_count or len(finished.result.scores) != info.seat_count:
        return "its result lacks a place or a score for each seat"
    if list(finished.resigned_seats) != sorted(info.resigned):
        return "it lists other seats than those that resigned"
    if finished.HasField("title") != info.is_retitled or finished.title != (
        info.title if info.is_retitled else ""
    ):
        return "its title is not the last title of the match"
    return ""


def _request_of(created: MatchCreated) -> NewMatch:
    """Return the request that would create this match here."""
    return NewMatch(
        game=created.game,
        seat_count=created.seat_count,
        options=created.options,
        title=created.title,
        clock=clock_of(created.clock),
        invited_player_ids=tuple(created.invited_player_ids),
        seed=created.seed,
    )


def is_id(text: str) -> bool:
    """Return whether a text can be the id of a player or match: 1 to LONGEST_ID ASCII letters, digits and hyphens."""
    return 0 < len(text) <= LONGEST_ID and text.isascii() and text.replace("-", "").isalnum()

"""Complete logs, from the server or from an exported file, and the first difference between two of them."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.matches import get_match
from tilth_cli.messages import tr
from tilth_cli.plain import GameTypes, as_plain, message_class
from tilth_dataclasses.tilth.v1 import (
    ExportHeader,
    LogEntry,
    MatchCreated,
    MatchState,
    ReadLogRequest,
    Record,
)

FORMAT = "tilth match"
PLAY = ("answered", "defaulted", "resigned", "undone")
NOT_COMPARED = frozenset(("request_id", "bank_spent_ms", "number"))
"""Fields that differ between two runs of an identical game; the comparison ignores them."""
MADE = ("rules_version", "seat_count", "options", "seed", "clock")
ENDED = (MatchState.FINISHED, MatchState.CANCELLED)


@dataclass
class Log:
    """The complete log of a match, from a server or a file."""

    name: str
    records: list[Record]

    @property
    def created(self) -> MatchCreated:
        """The record in which the match was created."""
        return self.records[0].created or MatchCreated()

    @property
    def types(self) -> GameTypes:
        """The dataclasses of the game's messages."""
        package = f"tilth.games.{self.created.game}.v1"
        return GameTypes(
            event=message_class(f"{package}.Event"),
            move=message_class(f"{package}.Move"),
            view=message_class(f"{package}.View"),
            options=message_class(f"{package}.Options"),
        )

    @property
    def played(self) -> list[tuple[int, Record]]:
        """The records of play with their numbers, from the start of the match on; records of the lobby, such as seats
        taken, are left out."""
        return [
            (n, record) for n, record in enumerate(self.records) if cause_of(record) in ("started", *PLAY)
        ]

    @property
    def players(self) -> list[str]:
        """The ids of the players at the start."""
        started = next((record.started for record in self.records if record.started is not None), None)
        return started.player_ids if started else []


@dataclass
class FirstDifference:
    """The first record of play in which two matches differ: its position among the records of play, and the record of
    each match with its number (None past a match's end)."""

    kind: str
    """answers, events or length."""
    place: int
    sides: tuple[tuple[int, Record] | None, tuple[int, Record] | None]


def cause_of(record: Record) -> str:
    """Return the name of a record's cause: "answered", "started" and so on."""
    names = (
        "created",
        "seat_taken",
        "seat_left",
        "started",
        *PLAY,
        "cancelled",
        "finished",
        "paused",
        "resumed",
        "retitled",
    )
    return next((name for name in names if getattr(record, name) is not None), "")


async def log_of(server: Server, name: str) -> Log:
    """Return the log in the file of this name if there is such a file, else the log of the match with this id from the
    server. Raise UserError if the match has not ended or the file cannot be used."""
    if os.path.isfile(name):  # noqa: ASYNC240 - nothing else runs beside this command
        return Log(name, list(_in_file(Path(name))))
    match = await get_match(server, name)
    if match.state not in ENDED:
        raise UserError(tr("diff-not_over", match=name), "MATCH_NOT_FINISHED")
    records = [
        Record.parse(entry.record)
        async for reply in server.stream(server.archive.read_log, ReadLogRequest(match_id=name))
        for entry in reply.entries
    ]
    return Log(name, records)


def _in_file(path: Path) -> Iterator[Record]:
    """Yield the records of an exported match; raise UserError if the file cannot be read, is none or is torn."""
    try:
        data = path.read_bytes()
        messages = _messages(data)
        header = ExportHeader.parse(next(messages, b""))
        if header.format != FORMAT:
            raise ValueError("another format")
        entries = [LogEntry.parse(message) for message in messages]
        if not entries or len(entries) != header.record_count:
            raise ValueError("torn")
        yield from (Record.parse(entry.record) for entry in entries)
    except OSError as error:
        raise UserError(tr("error-unreadable", path=path, error=error.strerror), "FILE_UNUSABLE") from error
    except Exception as error:
        raise UserError(tr("diff-bad_file", path=path), "FILE_UNUSABLE") from error


def _messages(data: bytes) -> Iterator[bytes]:
    """Yield the messages of a file, each of which stands behind its length as a varint; raise ValueError if the last
    one is torn."""
    at = 0
    while at < len(data):
        length = shift = 0
        while True:
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if at + length > len(data):
            raise ValueError("torn")
        yield data[at : at + length]
        at += length


def differences(a: Log, b: Log) -> dict[str, tuple[Any, Any]]:
    """Return the settings and players that differ between two matches, each as a pair of both values."""
    found = {}
    both = (as_plain(a.created, a.types), as_plain(b.created, b.types))
    for name in MADE:
        one, other = (side.get(name) for side in both)
        if one != other:
            found[name] = (one, other)
    if a.players != b.players:
        found["players"] = (a.players, b.players)
    return found


def first_difference(a: Log, b: Log) -> FirstDifference | None:
    """Return the first record of play in which the answers or events of two matches differ, or which only one of them
    has; None if they were played alike."""
    ours, theirs = a.played, b.played
    for place, ((n, one), (m, other)) in enumerate(zip(ours, theirs, strict=False)):
        sides = ((n, one), (m, other))
        if answer_of(one) != answer_of(other):
            return FirstDifference("answers", place, sides)
        if one.events != other.events:
            return FirstDifference("events", place, sides)
    if len(ours) == len(theirs):
        return None
    place = min(len(ours), len(theirs))
    first = ours[place] if place < len(ours) else None
    return FirstDifference("length", place, (first, theirs[place] if place < len(theirs) else None))


def answer_of(record: Record) -> dict[str, Any]:
    """Return a record's cause and the action that it holds, as plain values without the fields in NOT_COMPARED."""
    cause = cause_of(record)
    if cause == "started":
        return {"cause": cause}
    did = as_plain(getattr(record, cause))
    if cause == "undone":
        # The numbers of records depend on what the lobby wrote before.
        did["undone_records"] = len(did["undone_records"])
    return {"cause": cause, **{name: value for name, value in did.items() if name not in NOT_COMPARED}}

"""A whole log, from the server or from an exported file, and where two of them part."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilth_cli.connection import Server
from tilth_cli.matches import get_match
from tilth_cli.plain import GameTypes, as_plain, message_class
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Entry, ExportHeader, MatchCreated, MatchState, ReadLogRequest, Record

FORMAT = "tilth match"
PLAY = ("answered", "defaulted", "resigned", "undid")
NOT_COMPARED = frozenset(("request_id", "spent_ms", "number"))
"""What differs from playing to playing of the very same game."""
MADE = ("rules_version", "seat_count", "options", "seed", "clock")
OVER = (MatchState.OVER, MatchState.CANCELLED)


@dataclass
class Log:
    name: str
    records: list[Record]

    @property
    def created(self) -> MatchCreated:
        return self.records[0].created or MatchCreated()

    @property
    def types(self) -> GameTypes:
        package = f"tilth.games.{self.created.game}.v1"
        return GameTypes(
            event=message_class(f"{package}.Event"),
            move=message_class(f"{package}.Move"),
            view=message_class(f"{package}.View"),
            options=message_class(f"{package}.Options"),
        )

    @property
    def played(self) -> list[tuple[int, Record]]:
        """The records of play, with their numbers; the set-up is the first."""
        return [
            (n, record) for n, record in enumerate(self.records) if cause_of(record) in ("started", *PLAY)
        ]

    @property
    def players(self) -> list[str]:
        started = next((record.started for record in self.records if record.started is not None), None)
        return started.player_ids if started else []


@dataclass
class Parting:
    """The first record of play in which two matches differ."""

    what: str
    """answers, events or length."""
    place: int
    sides: tuple[tuple[int, Record] | None, tuple[int, Record] | None]


def cause_of(record: Record) -> str:
    names = (
        "created",
        "seat_taken",
        "seat_left",
        "started",
        *PLAY,
        "cancelled",
        "closed",
        "paused",
        "resumed",
    )
    return next((name for name in names if getattr(record, name) is not None), "")


async def log_of(server: Server, name: str) -> Log:
    """Of a file, where there is one of that name; else of a match that is over."""
    if os.path.isfile(name):  # noqa: ASYNC240 - nothing else runs beside this errand
        return Log(name, list(_in_file(Path(name))))
    match = await get_match(server, name)
    if match.state not in OVER:
        raise Trouble(say("diff.not_over", match=name), "not_over")
    records = [
        Record.parse(entry.record)
        async for reply in server.each(server.archive.read_log, ReadLogRequest(match_id=name))
        for entry in reply.entries
    ]
    return Log(name, records)


def _in_file(path: Path) -> Iterator[Record]:
    try:
        data = path.read_bytes()
        messages = _messages(data)
        header = ExportHeader.parse(next(messages, b""))
        if header.format != FORMAT:
            raise ValueError("another format")
        entries = [Entry.parse(message) for message in messages]
        if not entries or len(entries) != header.record_count:
            raise ValueError("torn")
        yield from (Record.parse(entry.record) for entry in entries)
    except OSError as error:
        raise Trouble(say("trouble.unreadable", path=path, said=error.strerror), "file") from error
    except Exception as error:
        raise Trouble(say("diff.bad_file", path=path), "file") from error


def _messages(data: bytes) -> Iterator[bytes]:
    """Each stands behind its length."""
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
    """How the matches were made, where that differs."""
    found = {}
    both = (as_plain(a.created, a.types), as_plain(b.created, b.types))
    for name in MADE:
        one, other = (side.get(name) for side in both)
        if one != other:
            found[name] = (one, other)
    if a.players != b.players:
        found["players"] = (a.players, b.players)
    return found


def parting(a: Log, b: Log) -> Parting | None:
    """Where they part; None where they are played alike."""
    ours, theirs = a.played, b.played
    for place, ((n, one), (m, other)) in enumerate(zip(ours, theirs, strict=False)):
        sides = ((n, one), (m, other))
        if answer_of(one) != answer_of(other):
            return Parting("answers", place, sides)
        if one.events != other.events:
            return Parting("events", place, sides)
    if len(ours) == len(theirs):
        return None
    place = min(len(ours), len(theirs))
    first = ours[place] if place < len(ours) else None
    return Parting("length", place, (first, theirs[place] if place < len(theirs) else None))


def answer_of(record: Record) -> dict[str, Any]:
    """What somebody did, without what differs from playing to playing."""
    cause = cause_of(record)
    if cause == "started":
        return {"cause": cause}
    did = as_plain(getattr(record, cause))
    if cause == "undid":
        # The numbers of records depend on what the lobby wrote before.
        did["takes_back"] = len(did["takes_back"])
    return {"cause": cause, **{name: value for name, value in did.items() if name not in NOT_COMPARED}}

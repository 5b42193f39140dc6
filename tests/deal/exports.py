"""Exported matches, made of random ones as the server writes them; and the same with something changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests.playthroughs.every import GAMES as KEPT
from tests.playthroughs.setups import Setup
from tilth.v1 import record_pb2
from tilth.v1.archive_pb2 import ExportHeader, LogEntry
from tilth_rules.kernel import Record, SeededChance, Table, Undone
from tilth_rules.random_play import inside
from tilth_server.archive.match_file import delimited, split_delimited
from tilth_server.wire import GameWire

PAGES = Path(__file__).parents[2] / "docs" / "games" / "chance"
MATCH_ID = "11111111-2222-3333-4444-555555555555"
UNDO = 0.1


SETUPS = tuple(setup for kept in KEPT for setup in kept.setups)
"""The matches that are kept, which cover every mode, here always to the end."""


def setup(name: str) -> Setup:
    return next(one for one in SETUPS if str(one) == name)


@dataclass(frozen=True)
class Played:
    """A random match: where its chance is from, how it ended, and its log."""

    chance: SeededChance
    table: Table
    records: tuple[Record, ...]


@lru_cache(maxsize=4)
def played(match: Setup) -> Played:
    """A random match, in which some answers are taken back."""
    random = Random(match.seed)
    chance = SeededChance(random.randbytes(32))
    table = Table(match.game, match.options, match.seats, chance, outside=match.outside)
    records = [_there(table.start())]
    while not table.over:
        seat = random.choice(table.pending_seats)
        decision = table.open[seat]
        liked = match.habit(decision, table.state, random)
        chosen, measured = (liked, ()) if liked else inside(decision, random, table.offered.get(seat, ()))
        records.append(_there(table.answer(seat, chosen, measured)))
        if table.undoable(seat) == records[-1].number and random.random() < UNDO:
            table, undone = table.undo(seat, records)
            records.append(undone)
    return Played(chance, table, tuple(records))


def exported(match: Setup) -> bytes:
    """A random match as a file that the server exports, but for who played and when."""
    chance, records = played(match).chance, played(match).records
    wire = GameWire.of(match.game)
    created = record_pb2.MatchCreated(
        game=wire.name,
        options=wire.encode_options(match.game.with_fixed_values(match.options)),
        seat_count=match.seats,
        seed=chance.seed,
        seed_commitment=sha256(chance.seed).digest(),
        rules_version=match.game.version,
    )
    first = record_pb2.Record(created=created).SerializeToString()
    return of_bodies([first, *(wire.records.encode(_after_first(record), 0) for record in records)])


def _there(record: Record | None) -> Record:
    assert record is not None
    return record


def _after_first(record: Record) -> Record:
    """The record as it is numbered in a log, where the match's creation comes before it."""
    cause = record.cause
    if isinstance(cause, Undone):
        cause = msgspec.structs.replace(
            cause, undone_records=tuple(number + 1 for number in cause.undone_records)
        )
    return msgspec.structs.replace(record, number=record.number + 1, cause=cause)


def of_bodies(bodies: Sequence[bytes], match_id: str = MATCH_ID) -> bytes:
    """A file of these records, every hash of which is right."""
    header = ExportHeader(format="tilth match", version=1, match_id=match_id, record_count=len(bodies))
    file = delimited(header.SerializeToString())
    hashed = sha256(b"tilth stream\0match/" + match_id.encode()).digest()
    for number, body in enumerate(bodies):
        hashed = sha256(hashed + body).digest()
        file += delimited(LogEntry(number=number, record=body, hash=hashed).SerializeToString())
    return file


def records_of(file: bytes) -> list[record_pb2.Record]:
    _, *entries = split_delimited(file)
    return [record_pb2.Record.FromString(LogEntry.FromString(entry).record) for entry in entries]


def changed(file: bytes, change: Callable[[list[record_pb2.Record]], Any]) -> bytes:
    """The file with its records changed, and every hash made right again."""
    records = records_of(file)
    change(records)
    return of_bodies([record.SerializeToString() for record in records])

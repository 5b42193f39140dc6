"""A batch: puts that are stored by one statement, and their outcomes."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from tilth_server.store.errors import (
    BrokenChain,
    HeadConflict,
    LengthConflict,
    StoreError,
    StoreFailed,
)
from tilth_server.store.index import IndexRow
from tilth_server.store.postgres.index_changes import IndexChanges, Key, StoredRow, columns
from tilth_server.store.postgres.touched import Put, Touched
from tilth_server.store.streams import Head

MAX_ROWS: Final = 1000
"""Records that are hashed before the loop gets a turn."""


class Tip(NamedTuple):
    """The end of a stream, where appends continue. Identity 0: the stream has no record yet."""

    identity: int
    length: int
    head: bytes
    broken: str = ""
    """A text about the damage of the last record, after which nothing may be appended; else empty."""


class Known(NamedTuple):
    """The state that the database had when the batch was planned."""

    tips: Mapping[str, Tip]
    rows: Mapping[Key, StoredRow]
    holders: Mapping[Key, str]
    revisions: Mapping[str, int]
    """The revisions of the kept values that the batch replaces."""


class Plan:
    """The parameters of one statement, and the outcomes of its puts if it is executed."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.tips: dict[str, Tip] = {}
        """The ends that the batch's streams have after it."""
        self.failures: dict[int, StoreError] = {}
        self.heads: list[Sequence[Head]] = []
        self.identities: list[int] = []
        self.numbers: list[int] = []
        self.bodies: list[bytes] = []
        self.hashes: list[bytes] = []
        self._index = IndexChanges(known.rows, known.holders)
        self._keeps: dict[str, bytes] = {}

    @property
    def is_empty(self) -> bool:
        """Return whether the batch changes nothing."""
        return not (self.numbers or self._index.rows or self._keeps)

    @property
    def has_more(self) -> bool:
        """Return whether the batch changes index rows or kept values."""
        return bool(self._index.rows or self._keeps)

    def ends(self) -> list[tuple[str, int, bytes]]:
        """Return the last record of every stream to which the batch appends: its stream, its number and its hash."""
        before = self._known.tips
        return [
            (stream, tip.length - 1, tip.head)
            for stream, tip in self.tips.items()
            if tip.length > before[stream].length
        ]

    async def add(self, puts: Sequence[Put], new_identity: "NewIdentity") -> None:
        """Judge the puts in their order, each after the ones before it. A put that does not fit leaves nothing."""
        turn = MAX_ROWS
        for place, put in enumerate(puts):
            first = len(self.numbers)
            before: list[tuple[str, Tip | None]] = []
            heads: list[Head] = []
            try:
                self._add(put, new_identity, before, heads)
            except (StoreError, UnicodeEncodeError, TypeError) as error:
                fault = error if isinstance(error, StoreError) else _fault(error)
                self.failures[place] = fault
                heads = []
                for column in (self.identities, self.numbers, self.bodies, self.hashes):
                    del column[first:]
                for stream, tip in reversed(before):
                    if tip is None:
                        del self.tips[stream]
                    else:
                        self.tips[stream] = tip
            self.heads.append(heads)
            if len(self.numbers) >= turn:
                turn = len(self.numbers) + MAX_ROWS
                await asyncio.sleep(0)

    def _add(
        self, put: Put, new_identity: "NewIdentity", before: list[tuple[str, Tip | None]], heads: list[Head]
    ) -> None:
        """Add one put, and to `before` the ends that its streams had."""
        appends, _, keeps = put
        indexed: list[IndexRow] = []
        for append in appends:
            stream = append.stream
            known = self.tips.get(stream)
            identity, number, link, broken = known or self._tip(stream)
            if broken:
                raise BrokenChain(stream, number - 1, broken)
            if number != append.expected_length:
                raise LengthConflict(stream, append.expected_length, number)
            if append.expected_head is not None and append.expected_head != link:
                raise HeadConflict(stream, number)
            if append.bodies and not identity:
                identity = new_identity()
            for body in append.bodies:
                link = sha256(link + body).digest()
                self.identities.append(identity)
                self.numbers.append(number)
                self.bodies.append(body)
                self.hashes.append(link)
                number += 1
            before.append((stream, known))
            self.tips[stream] = Tip(identity, number, link)
            heads.append(Head(number, link))
            indexed += append.rows
        if indexed or keeps:
            for text in (*(keep.key for keep in keeps), *(text for row in indexed for text in _texts(row))):
                text.encode()
        self._index.add(indexed)
        self._keeps.update((keep.key, keep.body) for keep in keeps)

    def _tip(self, stream: str) -> Tip:
        """Return the end of a stream in the database. Raise UnicodeEncodeError for a name that cannot be stored."""
        if stream not in self._known.tips:
            stream.encode()
        return self._known.tips[stream]

    def parameters(self, part: int) -> list[Any]:
        """Return the parameters of the statement; those of rows and kept values only if the batch has any."""
        moved: list[tuple[Any, ...]] = []
        new: list[tuple[Any, ...]] = []
        for stream, tip in self.tips.items():
            old = self._known.tips[stream]
            if old.identity:
                moved.append((old.identity, old.length, old.head, tip.length, tip.head))
            elif tip.identity:
                new.append((tip.identity, stream.encode(), tip.length, tip.head))
        parameters: list[Any] = [*columns(moved, 5), *columns(new, 4)]
        parameters += [self.identities, self.numbers, self.bodies, self.hashes]
        if self.has_more:
            kept = [
                (key.encode(), body, self._known.revisions.get(key, 0) + 1)
                for key, body in self._keeps.items()
            ]
            parameters += [*self._index.arrays(part), *columns(kept, 3)]
        return parameters


class NewIdentity:
    """The source of numbers for new streams: blocks of a sequence, so that no two servers give the same."""

    SIZE: Final = 1000

    def __init__(self) -> None:
        self._next = self._end = 0

    @property
    def left(self) -> int:
        """Return how many numbers there are until the next block is needed."""
        return self._end - self._next

    def refill(self, block: int) -> None:
        """Take the numbers of a block of the sequence. Those that are left stay unused."""
        self._next, self._end = block * self.SIZE, (block + 1) * self.SIZE

    def __call__(self) -> int:
        """Return the next number."""
        self._next += 1
        return self._next - 1


class Batch:
    """Puts that are stored together, and, once they are, their outcomes: the new heads of streams, or an error."""

    def __init__(self, puts: list[Put], touched: Touched | None = None) -> None:
        """`touched` is what the puts touch, if that is known."""
        self.puts = puts
        self._touched = touched
        self.began = time.perf_counter()
        self.seconds = 0.0
        self.records = 0
        self.failures: dict[int, StoreError] = {}
        self.heads: list[Sequence[Head]] = []
        self.unsettled: list[Plan] = []
        """Plans that were sent, and of which nobody knows if they were executed."""
        self.is_ended = False
        """True if the outcomes are there, and wait to be reported at most for those of the batches before."""
        self.is_given_up = False
        """True if the batch has ended with an unknown outcome."""

    @property
    def touched(self) -> Touched:
        """Return the streams, rows and kept values that the batch reads or changes."""
        if self._touched is None:
            self._touched = Touched(self.puts)
        return self._touched

    def succeed(self, plan: Plan) -> None:
        """Take over the outcomes of a plan that was executed."""
        self.failures, self.heads, self.records = plan.failures, plan.heads, len(plan.numbers)

    def fail(self, error: StoreError) -> None:
        """Let every put end with this error."""
        self.failures = dict.fromkeys(range(len(self.puts)), error)
        self.heads = [()] * len(self.puts)
        self.records = 0


def _texts(row: IndexRow) -> tuple[str, ...]:
    """Return all texts of a row."""
    return (row.index, row.key, *row.tags, *row.unique_keys)


def _fault(error: Exception) -> StoreFailed:
    """Return the error for a put that cannot be encoded."""
    return StoreFailed(f"this is a fault of the server: {error!r}")

"""A long match that is loaded: its log is folded in pieces, and what happens between the pieces counts."""

import asyncio
import gc
from asyncio import events
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

import pytest

from tests.server.archive.made import Made, stored
from tests.server.matches.match_host import ManualClock, SlowStreams, disk_failing
from tilth_rules.kernel import Table
from tilth_rules.kernel.table import RECORDS_A_PIECE
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import State
from tilth_server.matches.registry import Matches
from tilth_server.players.name_book import NameBook
from tilth_server.refusal import Refusal
from tilth_server.store import StoreFailed
from tilth_server.wire import LoggedRecord, load_games

MATCH = f"{1:016x}"
EARTH = load_games()["earth"]
RECORDS = 4000


@cache
def a_long_match() -> tuple[list[bytes], Table]:
    """Return the log of a running match of 4,000 records, and its table."""
    number = 0
    while True:
        made = Made(EARTH, 5, Random(number))
        while len(made.bodies) < RECORDS and not made.table.over:
            made.answer_at_random()
        if not made.table.over:
            return made.bodies, made.table
        number += 1


@asynccontextmanager
async def a_server(folder: Path) -> AsyncIterator[Matches]:
    await stored(folder, [(MATCH, a_long_match()[0])])
    streams = await SlowStreams.open(folder)
    matches = Matches(streams, {"earth": EARTH}, names=NameBook(), time=ManualClock())
    await matches.open()
    await matches.index.wait_complete()
    await matches.index.fetch(MATCH)
    try:
        yield matches
    finally:
        await matches.close()
        await streams.close()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Matches]:
    async with a_server(tmp_path) as opened:
        yield opened


@pytest.fixture
def stretches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The CPU seconds of each callback of the loop."""
    seconds: list[float] = []
    run: Callable[[events.Handle], None] = events.Handle._run

    def timed(handle: events.Handle) -> None:
        began = thread_time()
        run(handle)
        seconds.append(thread_time() - began)

    monkeypatch.setattr(events.Handle, "_run", timed)
    gc.disable()
    yield seconds
    gc.enable()


async def test_others_have_the_loop_while_a_long_match_is_woken(
    server: Matches, stretches: list[float]
) -> None:
    match = server.cache.get(MATCH)
    await server.cache.load(match)
    assert max(stretches) < sum(stretches) / 5, "it was one piece of nearly all of this"
    check(match)


class Halting:
    """Halts the fold of a match after some of its pieces, until `may_continue`."""

    def __init__(self, matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
        self._fold: Callable[..., Generator[None, None, Table]] = matches.cache._fold
        monkeypatch.setattr(matches.cache, "_fold", self.fold)
        self.at = -1
        self.is_there = asyncio.Event()
        self.may_continue = False

    def fold(self, match: LiveMatch, logged: Sequence[LoggedRecord]) -> Generator[None, None, Table]:
        work = self._fold(match, logged)
        for piece in count():
            while piece == self.at and not self.may_continue:
                self.is_there.set()
                yield
            try:
                yield next(work)
            except StopIteration as end:
                table: Table = end.value
                return table
        raise AssertionError("a fold ends")

    async def halt(self, piece: int) -> None:
        """Return when the fold that runs now is there."""
        self.at = piece
        self.may_continue = False
        self.is_there.clear()
        await self.is_there.wait()


PIECES = (0, 1, 100, RECORDS // RECORDS_A_PIECE)
"""Pieces that the fold has done when something else happens: the last one is all of them."""


async def test_actions_that_come_while_a_match_is_loaded_are_done(
    server: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator's title needs no table, and may come between any two pieces."""
    cache, halting = server.cache, Halting(server, monkeypatch)
    for piece in PIECES:
        match = cache.get(MATCH)
        loading = asyncio.create_task(cache.load(match))
        await halting.halt(piece)
        await server.admin.retitle("operator", MATCH, f"Title {piece}")
        halting.may_continue = True
        logged = await loading
        assert len(logged) == match.durable == match.next_record
        check(match)
        match.drop_table()
        cache.release(match)
    assert server.find(MATCH).record_count == RECORDS + len(PIECES)


async def test_a_match_that_is_given_up_while_it_is_folded_is_not_brought_back(
    server: Matches, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, halting = server.cache, Halting(server, monkeypatch)
    for piece in PIECES:
        match = cache.get(MATCH)
        loading = asyncio.create_task(cache.load(match))
        await halting.halt(piece)
        with disk_failing(tmp_path), pytest.raises(StoreFailed):
            await server.admin.retitle("operator", MATCH, "Lost")
        halting.may_continue = True
        with pytest.raises(Refusal, match="read again"):
            await loading
        assert match.table is None
        again = cache.get(MATCH)
        assert again is not match
        await cache.load(again)
        check(again)
        again.drop_table()
        cache.release(again)


def check(match: LiveMatch) -> None:
    """The table stands where the log ends."""
    _, truth = a_long_match()
    table: Any = match.table
    assert match.info.state is State.RUNNING
    assert table.state == truth.state
    assert table.open == truth.open
    assert table.number == match.next_record - 1
    assert match.request_ids is not None

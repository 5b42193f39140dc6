"""Two servers on one database, which the lock on the directory otherwise prevents: each finds that matches move on."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from tests.server.matches.market import BUY, wires
from tests.server.matches.match_host import (
    ANN,
    IDS,
    AtOnce,
    Listener,
    ManualClock,
    MatchHost,
    SlowStreams,
    Titles,
    match_host,
)
from tests.server.matches.test_backlog import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.matches import unary
from tilth_server.matches.handover import Handover
from tilth_server.matches.match_info import ClockSettings, MatchInfo, NewMatch, State
from tilth_server.matches.match_rows import INDEX, info_of
from tilth_server.matches.owner_actions import LookedAfter, OwnActions
from tilth_server.matches.registry import Matches
from tilth_server.refusal import Refusal
from tilth_server.store import IndexRow
from tilth_server.store.sqlite.data_directory import DataDirectory

ANSWERS = 12


class Unlocked:
    """A data directory that another store holds."""

    def __init__(self, path: Path) -> None:
        self.database = path / "tilth.db"

    def release(self) -> None:
        """There is nothing to release."""


@asynccontextmanager
async def another_server(here: MatchHost) -> AsyncIterator[MatchHost]:
    """A second server on the database of the first."""
    store, hands = SlowStreams(cast(DataDirectory, Unlocked(here.folder)), None), ManualClock()
    matches = Matches(store, wires(), names=Titles(), fact_source=AtOnce(), time=hands, ids=IDS)
    await matches.open()
    matches.start()
    await matches.loaded_active()
    try:
        yield MatchHost(matches, store, hands, here.folder)
    finally:
        await matches.close()
        await store.close()


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[MatchHost]:
    async with match_host(tmp_path) as opened:
        yield opened


async def causes_of(host: MatchHost, match: str) -> list[str | None]:
    return [
        record_pb2.Record.FromString(each.body).WhichOneof("cause")
        async for each in host.store.read(host.info(match).stream)
    ]


async def test_an_answer_that_meets_records_of_another_server_is_taken_when_it_is_sent_again(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 1)
    async with another_server(host) as there:
        ben = await there.seated(match, 1)
        ben.answer(BUY, request_id="his")
        await ben.receive_until("update")
        ann.answer(BUY, request_id="mine")
        received = await ann.receive_until("cut_off")
        assert [(each.refused.request_id, each.refused.reason) for each in received[:-1]] == [
            ("mine", "MATCH_MOVED")
        ]
        assert received[-1].cut_off.reason == "MATCH_MOVED"
        ann = host.attend(ANN)
        ann.open(1, match, seat=0, from_record=received[-1].record)
        received = await ann.receive_until("caught_up")
        assert [each.record for each in received if each.HasField("update")] == [
            host.info(match).record_count - 1
        ]
        ann.answer(BUY, request_id="mine")
        assert (await ann.next("update")).update.accepted_request_id == "mine"
        ben.leave()


async def test_no_record_bears_an_earlier_time_than_one_of_a_server_whose_clock_is_ahead(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 1)
    async with another_server(host) as there:
        there.clock.advance(3)
        ben = await there.seated(match, 1)
        ben.answer(BUY, request_id="ahead")
        await ben.receive_until("update")
        ann.answer(BUY, request_id="conflict")
        at = (await ann.receive_until("cut_off"))[-1].record
        ann = host.attend(ANN)
        ann.open(1, match, seat=0, from_record=at)
        await ann.receive_until("caught_up")
        for number in range(2):
            ann.answer(BUY, request_id=f"right {number}")
            await ann.next("update")
        ben.leave()
    times = [
        record_pb2.Record.FromString(each.body).at.ToMilliseconds()
        async for each in host.store.read(host.info(match).stream)
    ]
    assert times[-4:] == [times[-4], *[times[-4] + 3000] * 3]


async def test_a_channel_from_a_record_that_is_not_in_memory_shows_what_another_server_wrote(
    host: MatchHost,
) -> None:
    def always(_: str) -> bool:
        return True

    host.matches.follow_owners(always, is_sure_of=always, owned_before=always)
    match = await host.match()
    await shop_for_long(host, match, 1)
    async with another_server(host) as there:
        ben = await there.seated(match, 1)
        ben.answer(BUY, request_id="elsewhere")
        record = (await ben.next("update")).record
        ann = host.attend(ANN)
        opening = pb.OpenChannel(match_id=match, seat=0, from_record=record + 1)
        request = pb.AttendRequest(commands=[pb.Command(channel=1, open=opening)])
        assert ann.session.needs_reading(request)
        await ann.session.prepare(request)
        ann.session.receive_all(request)
        assert (await ann.next("caught_up")).record == record + 1
        ben.leave()


def take_over(host: MatchHost) -> tuple[Handover, Callable[[], None]]:
    """Let the host own every match from now on; return also a function after which all other nodes know that."""
    known: list[bool] = []
    handover = host.matches.follow_owners(
        lambda _: True, is_sure_of=lambda _: bool(known), owned_before=lambda _: True
    )
    host.matches.on_owners_changed(lambda _: True)
    return handover, lambda: known.append(True)


async def answer_at_former_owner(host: MatchHost, match: str, request_id: str) -> None:
    """Answer once at a server that does not know of this one."""
    async with another_server(host) as there:
        ben = await there.seated(match, 1)
        ben.answer(BUY, request_id=request_id)
        await ben.receive_until("update")
        ben.leave()


async def test_what_the_former_owner_writes_after_the_new_one_has_read_is_shown(host: MatchHost) -> None:
    match = await host.match()
    handover, all_know = take_over(host)
    ann, _ = await shop_for_long(host, match, 1)
    for name in ("first", "second"):
        await answer_at_former_owner(host, match, f"late and {name}")
        handover.sweep()
        assert (await ann.receive_until("cut_off"))[-1].cut_off.reason == "MATCH_MOVED"
        ann = await host.seated(match, 0)
        ann.answer(BUY, request_id=name)
        assert (await ann.next("update")).update.accepted_request_id == name
    all_know()
    assert host.matches.index.needs_fetch(match)
    handover.sweep()
    while host.matches.index.needs_fetch(match):  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0.001)


async def test_a_match_that_was_listed_before_all_nodes_knew_its_new_owner_is_read_again(
    host: MatchHost,
) -> None:
    match = (await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2, take_seats=(0,)))).id
    host.matches.cache.evict(host.matches.cache.get(match))
    _, all_know = take_over(host)
    async with another_server(host) as there:
        assert (await host.matches.fetch(match)).player_ids == [ANN, ""]
        await there.matches.lobby.take_seat("ben", match, 1, "")
    all_know()
    assert (await host.matches.fetch(match)).player_ids == [ANN, "ben"]
    assert not host.matches.index.needs_fetch(match)


async def test_a_match_that_is_forgotten_before_its_channel_is_opened_is_asked_for_again(
    host: MatchHost,
) -> None:
    match = (await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2))).id
    host.matches.cache.evict(host.matches.cache.get(match))
    index = host.matches.index
    ann = host.attend(ANN)
    request = pb.AttendRequest(commands=[pb.Command(channel=1, open=pb.OpenChannel(match_id=match))])
    for forget in (partial(index.forget, match), index.forget_cached):
        await ann.session.prepare(request)
        forget()
        ann.session.receive_all(request)
        assert (await ann.next("refused")).refused.reason == "MATCH_MOVED"
    await ann.session.prepare(request)
    ann.session.receive_all(request)
    await ann.receive_until("caught_up")


async def test_a_match_that_another_node_changes_while_its_records_are_read_is_found(
    host: MatchHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node forgets what it knows of a match when another one says that it has changed it."""
    match = await host.match()
    cache, index = host.matches.cache, host.matches.index
    look = index.look_for_damage
    forgotten: list[str] = []

    async def look_and_forget(info: MatchInfo) -> None:
        await look(info)
        if not forgotten:
            forgotten.append(info.id)
            index.forget(info.id)

    cache.evict(cache.loaded[match])
    monkeypatch.setattr(index, "look_for_damage", look_and_forget)
    assert (await host.matches.commits.wait_committed(match)).info.id == match
    assert forgotten == [match]


async def test_a_match_that_cannot_be_read_at_the_moment_does_not_count_as_one_that_cannot_be_played(
    host: MatchHost,
) -> None:
    match = await host.match()
    matches = host.matches
    matches.cache.evict(matches.cache.loaded[match])
    matches.index.forget(match)
    await host.store.close()
    found = await OwnActions(matches.lobby, matches.admin, matches.index).look_after([match], 0)
    assert found == LookedAfter([], [], {})


async def test_a_write_behind_one_that_another_server_has_forestalled_is_not_stored_after_its_record(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 1)
    async with another_server(host) as there:
        hers = await there.seated(match, 0)
        with host.store.held():
            ann.answer(BUY, request_id="first")
            ben.answer(BUY, request_id="behind it")
            assert host.store.held_puts == 2
            hers.answer(BUY, request_id="quicker")
            number = (await hers.next("update")).record
        for listener, request_id in ((ann, "first"), (ben, "behind it")):
            received = await listener.receive_until("cut_off")
            assert (request_id, "MATCH_MOVED") in [
                (each.refused.request_id, each.refused.reason) for each in received
            ]
        stored = [
            record_pb2.Record.FromString(each.body).answered.request_id
            async for each in host.store.read(host.info(match).stream)
        ]
        assert stored[number:] == ["quicker"]
        hers.leave()


async def test_a_request_that_another_server_has_taken_is_not_taken_twice(host: MatchHost) -> None:
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 1)
    async with another_server(host) as there:
        hers = await there.seated(match, 0)
        hers.answer(BUY, request_id="once")
        record = (await hers.next("update")).record
        ann.answer(BUY, request_id="once")
        await ann.receive_until("cut_off")
        answer = hers.filled((BUY,), request_id="once", decision_id=ann.decisions[1].id)
        assert await unary.answer(host.matches, ANN, match, 0, [answer]) == [record]
        assert host.info(match).record_count == record + 1


async def test_an_open_match_that_moved_is_read_again_by_the_call_after_the_refused_one(
    host: MatchHost,
) -> None:
    new = NewMatch(game="market", seat_count=3, take_seats=(0,))
    match = (await host.matches.lobby.create(ANN, new)).id
    async with another_server(host) as there:
        await there.matches.lobby.take_seat("ben", match, 1, "")
        with pytest.raises(Refusal) as refused:
            await host.matches.lobby.take_seat("cay", match, 1, "r")
        assert refused.value.reason == "MATCH_MOVED"
        with pytest.raises(Refusal) as refused:
            await host.matches.lobby.take_seat("cay", match, 1, "r")
        assert refused.value.reason == "SEAT_TAKEN"
        _, seat = await host.matches.lobby.take_seat("cay", match, None, "r")
        assert (seat, host.info(match).player_ids) == (2, [ANN, "ben", "cay"])


async def create_at_both(
    host: MatchHost, there: MatchHost, *wanted: NewMatch
) -> list[MatchInfo | BaseException]:
    """Let both servers look for the match before either has stored it, and store the first one's first."""
    with there.store.held(), host.store.held():
        creating = [
            asyncio.create_task(side.matches.lobby.create(ANN, new))
            for side, new in zip((host, there), wanted, strict=True)
        ]
        while not (host.store.held_puts and there.store.held_puts):  # noqa: ASYNC110 - it takes no time
            await asyncio.sleep(0.001)
    return await asyncio.gather(*creating, return_exceptions=True)


async def test_a_request_that_creates_a_match_at_two_servers_gets_the_same_reply_from_both(
    host: MatchHost,
) -> None:
    new = NewMatch(game="market", seat_count=2, take_seats=(0,), request_id="once", request_hash=7)
    async with another_server(host) as there:
        mine, theirs = await create_at_both(host, there, new, new)
        assert isinstance(mine, MatchInfo)
        assert isinstance(theirs, MatchInfo)
        assert mine == theirs
        await there.matches.lobby.take_seat("ben", theirs.id, 1, "")
    assert len(await host.store.names("match/")) == 1


async def test_another_match_under_a_request_id_that_another_server_has_taken_is_refused(
    host: MatchHost,
) -> None:
    new = NewMatch(game="market", seat_count=2, request_id="once", request_hash=7)
    other = NewMatch(game="market", seat_count=3, request_id="once", request_hash=8)
    async with another_server(host) as there:
        mine, refusal = await create_at_both(host, there, new, other)
    assert isinstance(mine, MatchInfo)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "REQUEST_ID_REUSED"


async def test_records_that_came_without_their_row_get_it_when_the_match_is_read_again(
    host: MatchHost,
) -> None:
    match = await host.match()
    async with another_server(host) as there:
        there.matches.commits.rows_now = lambda *_: (IndexRow("other", match, 0),)  # type: ignore[method-assign]
        await there.matches.admin.retitle("op", match, "Another title")
    with pytest.raises(Refusal):
        await host.matches.admin.retitle("op", match, "A third title")
    async with asyncio.timeout(10):
        while (row := await host.store.index.find(INDEX, match)) is None or not info_of(row).title:  # noqa: ASYNC110 - seldom, and it takes no time
            await asyncio.sleep(0.001)
    assert info_of(row).title == "Another title"


async def test_the_end_that_another_server_wrote_is_seen_and_reported(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    ended: list[str] = []
    host.matches.on_end(lambda info: ended.append(info.id))
    async with another_server(host) as there:
        await there.matches.lobby.cancel("op", match, "enough")
        ann.answer(1)
        assert (await ann.receive_until("cut_off"))[-1].cut_off.reason == "MATCH_MOVED"
        await host.wait_idle()
        again = host.attend(ANN)
        again.open(1, match, seat=0)
        (*_, last) = await again.receive_until("ended")
        assert last.ended.head == (await host.store.head(host.info(match).stream)).hash
    assert ended == [match]
    assert host.info(match).state is State.CANCELLED
    assert host.matches.counts()["cancelled"] == 1


async def test_clocks_of_a_match_that_moved_run_on_without_anybody(host: MatchHost) -> None:
    match = await host.match(clock=ClockSettings(bank_ms=10_000))
    ann = await host.seated(match, 0)
    async with another_server(host) as there:
        await there.matches.admin.retitle("op", match, "Another title")
        ann.answer(1)
        await ann.receive_until("cut_off")
        await host.wait_idle()
        host.clock.advance(10)
        await host.wait_idle()
        assert "defaulted" in await causes_of(host, match)
        assert host.info(match).title == "Another title"


async def buy(host: MatchHost, match: str, seat: int, names: Iterable[object]) -> None:
    """Buy again and again, as a client does: what is refused because the match moved is sent again."""
    listener = await host.seated(match, seat)
    for name in names:
        request_id = f"{seat}/{name}"
        while not await is_taken(listener, request_id):
            listener.leave()
            listener = await host.seated(match, seat)
    listener.leave()


async def is_taken(listener: Listener, request_id: str) -> bool:
    """Answer; return False if the channel was cut off instead."""
    listener.answer(BUY, request_id=request_id)
    while True:
        for received in await heard(listener):
            if request_id in (received.update.accepted_request_id, received.accepted.request_id):
                return True
            if received.HasField("refused"):
                assert received.refused.reason in ("MATCH_MOVED", "DECISION_CLOSED"), received
                if received.refused.reason == "DECISION_CLOSED":
                    return True
            if received.HasField("cut_off"):
                assert received.cut_off.reason == "MATCH_MOVED"
                return False


async def heard(listener: Listener) -> list[pb.Frame]:
    async with asyncio.timeout(30):
        while not (received := listener.listen()):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.001)
    return received


async def test_a_second_server_on_the_same_database_under_load_is_recovered_from(host: MatchHost) -> None:
    matches = [await host.match() for _ in range(4)]
    for match in matches:
        for listener in await shop_for_long(host, match, 0):
            listener.leave()
    async with another_server(host) as there:
        await asyncio.gather(
            *(
                buy(side, match, seat, range(ANSWERS))
                for match in matches
                for seat, side in enumerate((host, there))
            )
        )
        for match in matches:
            stored = [
                record_pb2.Record.FromString(each.body)
                async for each in host.store.read(host.info(match).stream)
            ]
            taken = Counter(record.answered.request_id for record in stored if record.HasField("answered"))
            wanted = {f"{seat}/{number}" for seat in (0, 1) for number in range(ANSWERS)}
            assert wanted <= taken.keys()
            assert all(taken[request_id] == 1 for request_id in wanted)
            for seat, side in enumerate((host, there)):
                await buy(side, match, seat, ["last"])
            async with another_server(host) as third:
                fresh = await unary.view(third.matches, ANN, match, 0, None)
            assert await unary.view(there.matches, ANN, match, 0, None) == fresh

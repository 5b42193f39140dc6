"""Lists of matches on an Attend stream: the newest matches, then every change, whatever the reader does."""

import asyncio
import gc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.play.streams import Stream
from tests.server.serve.full_server import (
    Person,
    RunningServer,
    answer,
    full_server,
    new_match,
    open_decision,
    play_randomly,
)
from tests.server.serve.games import orchard
from tests.server.serve.one_service import until
from tilth.v1 import lobby_pb2, operations_pb2, record_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.api import match_lists, stream_writer
from tilth_server.matches import match_changes

OPEN, RUNNING = lobby_pb2.MATCH_STATE_OPEN, lobby_pb2.MATCH_STATE_RUNNING


class MatchList:
    """A list of matches on a stream, as a client keeps it."""

    def __init__(self, stream: Stream, channel: int = 1) -> None:
        self.stream = stream
        self.channel = channel
        self.matches: dict[str, pb.ListedMatch] = {}
        self.order: list[str] = []
        self.updates = 0
        self.last = pb.MatchListUpdate()

    async def open(self, **wanted: Any) -> "MatchList":
        await self.stream.send(list_command(self.channel, **wanted))
        await self.until(lambda frame: frame.HasField("caught_up"))
        return self

    async def until(self, holds: Any) -> pb.Frame:
        while True:
            frame = await self.stream.until(lambda frame: frame.channel == self.channel)
            if frame.HasField("matches"):
                self._apply(frame.matches)
            if holds(frame):
                return frame

    async def until_listed(self, match: str, holds: Any = lambda listed: True) -> pb.ListedMatch:
        """Wait until the match is on the list in such a state."""
        while match not in self.matches or not holds(self.matches[match]):
            await self.until(lambda frame: frame.HasField("matches"))
        return self.matches[match]

    async def until_gone(self, match: str) -> None:
        while match in self.matches:
            await self.until(lambda frame: frame.HasField("matches"))

    def _apply(self, update: pb.MatchListUpdate) -> None:
        self.updates += 1
        self.last = update
        for listed in update.matches:
            if listed.match.id not in self.matches:
                self.order.append(listed.match.id)
            self.matches[listed.match.id] = listed
        for match in update.removed_match_ids:
            del self.matches[match]


def list_command(channel: int = 1, **wanted: Any) -> pb.Command:
    request = lobby_pb2.ListMatchesRequest(**wanted)
    return pb.Command(channel=channel, open_matches=pb.OpenMatches(filter=request))


async def match_of_its_own_time(*people: Person, start: bool = True) -> str:
    """Return a new match that no later one is as old as: lists order matches by the millisecond."""
    match = await new_match(*people, start=start)
    await asyncio.sleep(0.002)
    return match


async def test_a_list_begins_with_the_newest_matches(running: RunningServer) -> None:
    ann = await running.person("Ann")
    made = [await match_of_its_own_time(ann, start=False) for _ in range(5)]
    shown = await MatchList(Stream(running, ann)).open(state=OPEN, page_size=3)
    assert shown.order == made[:1:-1]
    assert not shown.last.incomplete
    request = lobby_pb2.ListMatchesRequest(state=OPEN, page_size=3, page_token=shown.last.next_page_token)
    older = (await ann.lobby.ListMatches(request)).matches
    assert [match.id for match in older] == made[1::-1]
    page = (await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(state=OPEN, page_size=3))).matches
    assert [shown.matches[match].match for match in shown.order] == list(page)
    assert all(listed.pending_known and not listed.pending_seats for listed in shown.matches.values())


async def test_an_open_match_appears_fills_and_leaves_the_list_when_it_starts(
    running: RunningServer,
) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    # On streams of their own: waiting for a frame of one channel passes over those of others.
    waiting = await MatchList(Stream(running, ben)).open(state=OPEN)
    played = await MatchList(Stream(running, ben)).open(state=RUNNING)
    assert not waiting.matches
    assert not played.matches
    match = await new_match(ann, title="Rainy Thursday", start=False)
    listed = await waiting.until_listed(match)
    assert listed.match.title == "Rainy Thursday"
    assert [seat.player_name for seat in listed.match.seats] == ["Ann", ""]
    await ben.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match))
    await waiting.until_listed(match, lambda listed: listed.match.seats[1].player_name == "Ben")
    await ann.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=match))
    await waiting.until_gone(match)
    assert waiting.last.removed_match_ids == [match]
    listed = await played.until_listed(match)
    assert listed.pending_known
    assert set(listed.pending_seats) <= {0, 1}
    assert listed.pending_seats


async def test_a_list_shows_whose_turn_it_is_and_the_clocks(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    clock = record_pb2.ClockSettings(bank_ms=600_000)
    match = await new_match(ann, ben, clock=clock)
    shown = await MatchList(Stream(running, ann)).open(player_id=ann.id, state=RUNNING)
    random = Random(1)
    for _ in range(3):
        view = await ann.play.GetView(pb.GetViewRequest(match_id=match))
        pending = list(view.pending_seats)
        listed = await shown.until_listed(
            match, lambda listed, pending=pending: list(listed.pending_seats) == pending
        )
        assert [each.seat for each in listed.clocks] == [0, 1]
        assert [each.HasField("remaining_ms") for each in listed.clocks] == [
            seat in pending for seat in range(2)
        ]
        assert listed.match.record_count == view.next_record
        person = (ann, ben)[pending[0]]
        await answer(person, match, pending[0], await open_decision(person, match, pending[0]), random)
        count = view.next_record + 1
        await shown.until_listed(match, lambda listed, count=count: listed.match.record_count == count)
    pause = operations_pb2.PauseMatchRequest(match_id=match, reason="supper")
    await running.operator.operations.PauseMatch(pause)
    assert (await shown.until_listed(match, lambda each: each.match.HasField("pause_reason"))).clocks
    await running.operator.operations.ResumeMatch(operations_pb2.ResumeMatchRequest(match_id=match))
    await shown.until_listed(match, lambda listed: not listed.match.HasField("pause_reason"))
    await play_randomly(match, ann, ben)
    await shown.until_gone(match)


async def test_many_answers_come_as_few_changes(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_changes, "PAUSE_SECONDS", 0.5)
    ann, ben = await running.person("Ann"), await running.person("Ben")
    shown = await MatchList(Stream(running, ann)).open()
    now = asyncio.get_running_loop().time
    began = now()
    match = ""
    for _ in range(6):
        match = await new_match(ann, ben)
        await play_randomly(match, ann, ben)
    listed = await shown.until_listed(
        match, lambda listed: listed.match.state == lobby_pb2.MATCH_STATE_FINISHED
    )
    assert listed.match.result.scores
    # The first frame holds the page.
    assert shown.updates <= 2 + (now() - began) / 0.5


async def test_older_matches_stay_away_until_more_than_their_play_changes(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    older, newer = await match_of_its_own_time(ann, ben), await new_match(ann, ben)
    shown = await MatchList(Stream(running, ann)).open(page_size=1)
    assert list(shown.matches) == [newer]
    await play_randomly(older, ann, ben, max_answers=2)
    await play_randomly(newer, ann, ben, max_answers=2)
    await shown.until_listed(newer, lambda listed: listed.match.record_count == 6)
    assert list(shown.matches) == [newer]
    await ann.lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=older, seat=0))
    assert (await shown.until_listed(older)).match.seats[0].resigned


async def test_ones_own_matches_come_into_memory_one_after_the_other(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, ben = await running.person("Ann"), await running.person("Ben")
        made = [await new_match(ann, ben) for _ in range(3)]
    async with full_server(tmp_path, orchard()) as running:
        ann = Person(running.channel, ann.token, ann.id, "Ann")
        ben = Person(running.channel, ben.token, ben.id, "Ben")
        foreign = await MatchList(Stream(running, await running.person("Cleo"))).open(player_id=ann.id)
        assert not any(listed.pending_known for listed in foreign.matches.values())
        assert not any(live.table for live in running.server.matches.loaded())
        own = await MatchList(Stream(running, ann)).open(player_id=ann.id, state=RUNNING)
        assert set(own.matches) == set(made)
        for match in made:
            assert (await own.until_listed(match, lambda listed: listed.pending_known)).pending_seats
            await foreign.until_listed(match, lambda listed: listed.pending_known)


async def test_a_list_that_cannot_be_made_is_refused(running: RunningServer) -> None:
    ann = await running.person("Ann")
    stream = Stream(running, ann)
    for wanted, reason in (
        ({"page_token": "x"}, "PAGE_TOKEN_INVALID"),
        ({"max_place": 1}, "MALFORMED"),
        ({"state": 77}, "MALFORMED"),
        ({"game": "orchard", "settings": {"baskets": "none"}}, "OPTIONS_INVALID"),
    ):
        await stream.send(list_command(**wanted))
        refused = await stream.until("refused")
        assert (refused.channel, refused.refused.reason) == (1, reason)
    await stream.send(list_command())
    await stream.until("caught_up")
    await stream.send(pb.Command(channel=1, close=pb.CloseChannel()))
    assert (await stream.until("closed")).channel == 1
    assert not running.server.matches.commits.events.changes.is_followed


async def test_a_list_has_a_limited_length(running: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_lists, "MAX_LISTED", 3)
    ann = await running.person("Ann")
    shown = await MatchList(Stream(running, ann)).open()
    made = []
    for _ in range(6):
        made.append(await match_of_its_own_time(ann, start=False))
        await shown.until_listed(made[-1])
    assert list(shown.matches) == made[3:]


async def test_a_list_that_is_far_behind_is_read_again(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    gone, kept = await new_match(ann, ben), await new_match(ann, ben)
    shown = await MatchList(Stream(running, ann)).open(state=RUNNING)
    monkeypatch.setattr(match_changes, "MAX_CHANGES", 1)
    await play_randomly(gone, ann, ben)
    new = await new_match(ann, ben)
    await play_randomly(kept, ann, ben, max_answers=1)
    await shown.until_gone(gone)
    await shown.until_listed(new)
    await shown.until_listed(kept, lambda listed: listed.match.record_count == 5)
    assert set(shown.matches) == {kept, new}


async def test_a_stopping_server_cuts_lists_off(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Ann")
        stream = Stream(running, ann)
        await MatchList(stream).open()
        stopping = asyncio.ensure_future(running.server.stop())
        assert (await stream.until("cut_off")).cut_off.reason == "SERVER_STOPPING"
        await stopping


async def test_an_idle_list_gets_heartbeats(running: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_writer, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(stream_writer, "HEARTBEAT_SECONDS", 0.05)
    stream = Stream(running, await running.person("Ann"))
    await MatchList(stream, 3).open()
    for _ in range(2):
        assert (await stream.until("heartbeat")).channel == 3


async def test_a_list_says_nothing_of_an_answer_that_is_not_durable(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    shown = await MatchList(Stream(running, ann)).open()
    before = list(shown.matches[match].pending_seats)
    live = running.server.matches.cache.loaded[match]
    streams: Any = running.server.matches.cache.streams
    put = streams.put
    held: list[Any] = []
    streams.put = lambda *asked: held.append(asked)
    try:
        seat = before[0]
        decision = await open_decision((ann, ben)[seat], match, seat)
        task = asyncio.ensure_future(answer((ann, ben)[seat], match, seat, decision, Random(1)))
        await until(lambda: bool(held))
        assert live.pending
        running.server.matches.commits.events.changes.note(live, is_listed=True)
        again = await MatchList(Stream(running, ben)).open()
        assert again.matches[match].match.record_count == shown.matches[match].match.record_count
        assert list(again.matches[match].pending_seats) in (before, [])
        assert not again.matches[match].pending_known or list(again.matches[match].pending_seats) == before
    finally:
        streams.put = put
        for asked in held:
            put(*asked)
    await task
    await shown.until_listed(match, lambda listed: listed.match.record_count == 5)


async def test_a_list_that_is_closed_in_the_message_that_opened_it_leaves_nothing(
    running: RunningServer,
) -> None:
    """Its task never began. What it would have done is closed, and the player may open as many as before."""
    ann = await running.person("Ann")
    stream = Stream(running, ann)
    close = pb.Command(channel=1, close=pb.CloseChannel())
    for _ in range(3):
        await stream.send(list_command(1), close)
        await stream.until("closed")
    # Python warns of a coroutine that was never awaited when it is collected.
    gc.collect()
    shown = await MatchList(stream, 2).open(state=OPEN)
    assert not shown.matches

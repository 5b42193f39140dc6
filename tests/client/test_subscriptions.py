"""Replays, tournaments and lists of matches on the stream of a connection, over a real server."""

import asyncio
from typing import Any

import pytest

from tests.client.conftest import Join
from tests.client.matches import new_match
from tests.client.serving import ServerProcess
from tilth_bots import BOTS
from tilth_client import MATCH_STATE_OPEN, MatchSession, NotFound, RoundRobin, Tilth, Update
from tilth_client import subscriptions as tilth_subscriptions

SECONDS = 60


async def finished(*seats: Tilth) -> str:
    """Play a match to its end, and return its id."""
    match = await new_match(seats)
    bots = [tilth.play(match.id, seat, BOTS["random"](seat)) for seat, tilth in enumerate(seats)]
    await asyncio.gather(*bots)
    return match.id


async def replayed(tilth: Tilth, match_id: str, **how: Any) -> list[Update]:
    async with asyncio.timeout(SECONDS), tilth.open_replay(match_id, interval_ms=1, **how) as updates:
        return [update async for update in updates]


async def test_a_replay_yields_the_updates_of_the_call(join: Join) -> None:
    anna, boris = await join(), await join()
    match = await finished(anna, boris)
    called = [update async for update in anna.archive.replay(match, interval_ms=1, seat=1)]
    updates = await replayed(anna, match, seat=1)
    assert [update.record for update in updates] == [update.record for update in called]
    assert [update.events for update in updates] == [update.events for update in called]
    assert updates[-2].view == called[-2].view
    assert updates[-1].ended == called[-1].ended
    assert updates[5].context.opened.match_id == match
    later, *_ = await replayed(anna, match, from_record=20)
    assert later.record == 20


async def test_a_slow_reader_of_a_replay_loses_no_record(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tilth_subscriptions, "MAX_UNREAD", 5)
    anna, boris = await join(), await join()
    match = await finished(anna, boris)
    records = []
    async with asyncio.timeout(SECONDS), anna.open_replay(match, interval_ms=1, views=False) as updates:
        async for update in updates:
            records.append(update.record)
            if len(records) % 7 == 0:
                await asyncio.sleep(0.05)
    assert records[:-1] == list(range(len(records) - 1))
    assert len(records) > 20


async def test_a_replay_of_a_running_match_ends_with_the_present_state(join: Join) -> None:
    anna, boris = await join(), await join()
    match = await new_match([anna, boris])
    updates = await replayed(anna, match.id)
    assert updates[-1].caught_up
    assert updates[-1].record == updates[-2].record + 1


async def test_what_is_not_there_is_refused(join: Join) -> None:
    anna = await join()
    for subscription in (anna.open_replay("nothing"), anna.open_tournament("nothing")):
        with pytest.raises(NotFound):
            async with asyncio.timeout(SECONDS):
                await anext(subscription)


async def test_a_tournament_yields_its_records_to_its_end(join: Join) -> None:
    anna, boris, clara = await join(), await join(), await join()
    tournament = await anna.tournaments.create(RoundRobin(), "petrichor", title="cup")
    await boris.tournaments.enter(tournament.id)
    async with asyncio.timeout(SECONDS), clara.open_tournament(tournament.id) as log:
        numbers = [(await anext(log)).number, (await anext(log)).number]
        await clara.tournaments.enter(tournament.id)
        numbers.append((await anext(log)).number)
        await anna.tournaments.cancel(tournament.id, "rain")
        numbers += [entry.number async for entry in log]
    assert numbers == list(range(len(numbers)))
    called = [entry.number async for entry in clara.tournaments.watch(tournament.id)]
    assert numbers == called


async def test_a_list_of_matches_is_kept_up_to_date_also_over_a_restart(
    own_server: ServerProcess, join: Join
) -> None:
    anna, boris = await join(own_server.address), await join(own_server.address)
    first = await anna.create_match("petrichor", 2, take=[0])
    async with (
        asyncio.timeout(SECONDS),
        boris.open_matches(game="petrichor", state=MATCH_STATE_OPEN) as changes,
    ):
        listed = {one.match.id for one in (await anext(changes)).matches}
        assert listed == {first.id}
        second = await anna.create_match("petrichor", 2, take=[0])
        assert [one.match.id for one in (await anext(changes)).matches] == [second.id]
        own_server.kill()
        own_server.start()
        await boris.take_seat(second.id)
        removed: set[str] = set()
        seen: set[str] = set()
        while second.id not in removed:
            change = await anext(changes)
            seen |= {one.match.id for one in change.matches}
            removed |= set(change.removed_match_ids)
        assert first.id in seen
        assert first.id not in removed


async def test_a_session_tells_who_attends_and_which_record_was_ones_own_last(join: Join) -> None:
    anna, boris = await join(), await join()
    match = await new_match([anna, boris])
    (seat, *_) = (await anna.view(match.id)).pending_seats
    player = (anna, boris)[seat]

    async def attending(session: MatchSession) -> list[bool]:
        """The next news of who attends."""
        async for update in session:
            if update.presence is not None:
                return [one.attending for one in update.presence.seats]
        raise AssertionError("the match has ended")

    async with asyncio.timeout(SECONDS), anna.attend(match.id, presence=True) as watching:
        assert await attending(watching) == [False, False]
        async with player.attend(match.id, seat) as playing:
            while (await attending(watching))[seat] is False:
                pass
            first = await anext(playing)
            assert first.own_record is None
            assert first.decision is not None
            record = await playing.answer(first.decision, first.decision.default)
        async with player.attend(match.id, seat) as again:
            assert (await anext(again)).own_record == record

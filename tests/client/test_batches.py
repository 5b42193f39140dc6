"""Several answers in one message, and heartbeats on request, through the SDK at a real server."""

import asyncio
from typing import Any

import pytest

from tests.client.conftest import Join
from tests.client.matches import answers_in_log
from tests.client.serving import Line, ServerProcess
from tests.client.test_operations import operator
from tilth_client import (
    Answer,
    Decision,
    IllegalAnswer,
    MatchSession,
    Refused,
    Tilth,
    TilthError,
    Update,
    numbers,
    picks,
)


async def its_turn(seat: MatchSession, kind: str) -> Decision:
    """Give defaults until the session is asked a question of this kind."""
    async with asyncio.timeout(30):
        async for update in seat:
            if update.decision is not None:
                if update.decision.kind == kind:
                    return update.decision
                await seat.answer(update.decision, update.decision.default)
    raise AssertionError(f"nobody asked {kind}")


async def turn_and_payment(tilth: Tilth) -> tuple[str, MatchSession, Decision, list[Answer]]:
    """Return a session that is asked for its turn in Petrichor, and answers for the turn and the payment after it.

    The payment is known because the turn was answered once and undone.
    """
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    first: int = (await tilth.view(match.id)).view.first_player
    other = asyncio.create_task(_first_clouds(tilth, match.id, 1 - first))
    seat = tilth.attend(match.id, first)
    turn = await its_turn(seat, "turn")
    await other
    for option in turn.ids:
        await seat.answer(turn, picks(option))
        asked = await next_decision(seat)
        await seat.undo()
        again = await next_decision(seat)
        assert again.kind == "turn"
        turn = again
        if asked.kind == "pay":
            return match.id, seat, turn, [picks(option), asked.default]
    raise AssertionError("no action has several payments")


async def _first_clouds(tilth: Tilth, match_id: str, seat: int) -> None:
    """Place the cloud of a seat, which every seat does before the first turn."""
    async with tilth.attend(match_id, seat) as session:
        asked = await next_decision(session)
        assert asked.kind == "first-cloud"
        await session.answer(asked, asked.default)


async def next_decision(seat: MatchSession) -> Decision:
    async with asyncio.timeout(30):
        async for update in seat:
            if update.decision is not None:
                return update.decision
    raise AssertionError("the match has ended")


async def test_a_batch_is_taken_in_order_and_returns_the_record_of_each_answer(join: Join) -> None:
    tilth = await join()
    match_id, seat, turn, answers = await turn_and_payment(tilth)
    before = (await tilth.view(match_id)).record
    assert await seat.answer_batch(turn, answers) == [before, before + 1]
    taken = await answers_in_log(tilth, match_id)
    assert taken[-2:] == [(turn.seat, turn.id), (turn.seat, turn.id + 1)]
    assert (await next_decision(seat)).id == turn.id + 1
    assert (await next_decision(seat)).id == turn.id + 2
    seat.close()


async def test_a_batch_with_an_illegal_answer_is_refused_with_the_reason_of_that_answer(join: Join) -> None:
    tilth = await join()
    match_id, seat, turn, answers = await turn_and_payment(tilth)
    before = (await tilth.view(match_id)).record
    with pytest.raises(Refused) as refused:
        await seat.answer_batch(turn, [answers[0], picks(12345)])
    assert refused.value.reason == "OPTION_NOT_OFFERED"
    assert (await tilth.view(match_id)).record == before, "none was taken"
    with pytest.raises(IllegalAnswer, match="option 12345 is not offered"):
        await seat.answer_batch(turn, [picks(12345), answers[1]])
    with pytest.raises(IllegalAnswer, match="at least one"):
        await seat.answer_batch(turn, [])
    assert await seat.answer_batch(turn, answers) == [before, before + 1]
    seat.close()
    with pytest.raises(TilthError, match="is closed"):
        await seat.answer_batch(turn, answers)


async def test_a_batch_ends_with_the_answer_that_reveals_something(join: Join) -> None:
    """A flick shows where the disc stops: what was sent after it was sent without knowing that."""
    tilth = await join()
    match = await tilth.create_match("sonora", 1, take=[0])
    async with tilth.attend(match.id, 0) as seat:
        disc = await its_turn(seat, "disc")
        before = (await tilth.view(match.id)).record
        flick = numbers(500, 500, 0, 700)
        records = await seat.answer_batch(disc, [picks(disc.ids[0]), flick, picks(disc.ids[1])])
        assert records == [before, before + 1]
        assert (await tilth.view(match.id)).record == before + 2


@pytest.mark.parametrize("lost_after", [1, 250, 500])
async def test_a_batch_is_taken_once_when_the_line_breaks_before_or_after_it(
    join: Join, server: ServerProcess, lost_after: int
) -> None:
    """The line loses the batch, or the replies to it. The batch is sent again, with the same request ids."""
    async with Line(server.address) as line:
        tilth = await join(line.address)
        match_id, seat, turn, answers = await turn_and_payment(tilth)
        before = (await tilth.view(match_id)).record
        cuts = line.cuts
        line.break_once(lost_after)
        async with asyncio.timeout(40):
            assert await seat.answer_batch(turn, answers) == [before, before + 1]
        assert line.cuts == cuts + 1
        given = await answers_in_log(tilth, match_id)
        assert given.count((turn.seat, turn.id)) >= 1
        assert given[-2:] == [(turn.seat, turn.id), (turn.seat, turn.id + 1)]
        seat.close()


async def test_a_batch_that_the_server_cannot_take_now_is_sent_again(
    join: Join, own_server: ServerProcess
) -> None:
    tilth = await join(own_server.address)
    async with operator(own_server) as staff:
        match_id, seat, turn, answers = await turn_and_payment(tilth)
        before = (await tilth.view(match_id)).record
        await staff.operations.pause(match_id, "tea")
        answering = asyncio.create_task(seat.answer_batch(turn, answers))
        await asyncio.sleep(0.5)
        assert not answering.done()
        await staff.operations.resume(match_id)
        async with asyncio.timeout(40):
            assert await answering == [before + 2, before + 3], "behind the pause and its end"
        seat.close()


def at_hand(session: MatchSession) -> Update:
    """Return the session's next update, which has to be there without a wait."""
    reading: Any = session.__anext__()
    try:
        reading.send(None)
    except StopIteration as read:
        update: Update = read.value
        return update
    reading.close()
    raise AssertionError("the next update has not arrived")


async def test_after_a_heartbeat_everything_that_happened_before_can_be_read_without_a_wait(
    join: Join,
) -> None:
    anna, boris = await join(), await join()
    match = await anna.create_match("petrichor", 2, take=[0, 1])
    async with boris.attend(match.id) as watching:
        assert (await anext(watching)).caught_up
        (first, *_) = (await anna.view(match.id)).pending_seats
        async with anna.attend(match.id, first) as session:
            asked = await next_decision(session)
            record = await session.answer(asked, asked.default)
        async with asyncio.timeout(20):
            await watching.request_heartbeat()
        assert at_hand(watching).record == record
    with pytest.raises(TilthError, match="is closed"):
        await watching.request_heartbeat()


async def test_a_heartbeat_that_a_break_has_lost_is_requested_again(
    join: Join, own_server: ServerProcess
) -> None:
    tilth = await join(own_server.address)
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    async with tilth.attend(match.id) as watching:
        assert (await anext(watching)).caught_up
        own_server.kill()
        waiting = asyncio.create_task(watching.request_heartbeat())
        await asyncio.sleep(0.3)
        assert not waiting.done()
        own_server.start()
        async with asyncio.timeout(40):
            await waiting


async def test_a_heartbeat_fails_with_the_connection(join: Join, own_server: ServerProcess) -> None:
    tilth = await join(own_server.address, retry_seconds=1.0)
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    async with tilth.attend(match.id) as watching:
        assert (await anext(watching)).caught_up
        own_server.kill()
        with pytest.raises(TilthError):
            async with asyncio.timeout(40):
                await watching.request_heartbeat()

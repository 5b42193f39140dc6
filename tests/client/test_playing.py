"""Playing and watching over gRPC, with nothing going wrong."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from tests.client.conftest import Join
from tests.client.matches import answers_in_log, assert_none_lost_or_doubled, new_match
from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor
from tilth.v1 import play_pb2
from tilth_bots import BOTS
from tilth_client import (
    MATCH_STATE_FINISHED,
    Answer,
    Decision,
    IllegalAnswer,
    NotFound,
    Refused,
    Tilth,
    Update,
    decoded,
    picks,
)


async def updates_of(tilth: Tilth, match_id: str, **how: Any) -> list[Update]:
    return [update async for update in tilth.watch(match_id, **how)]


async def test_two_bots_play_a_match_to_its_end_while_a_third_player_watches(join: Join) -> None:
    anna, boris, clara = await join(), await join(), await join()
    match = await new_match([anna, boris])
    watching = asyncio.create_task(updates_of(clara, match.id))
    ends = await asyncio.gather(
        anna.play(match.id, 0, BOTS["random"](1)), boris.play(match.id, 1, BOTS["gardener"](2))
    )
    updates = await watching
    over = await anna.match(match.id)
    assert over.state == MATCH_STATE_FINISHED
    assert ends[0] == ends[1] == updates[-1].ended
    assert ends[0].result == over.result
    records = [update.record for update in updates if update.cause]
    assert records == list(range(over.record_count))
    assert_none_lost_or_doubled(await answers_in_log(clara, match.id), 2)
    assert isinstance(
        updates[-2].events[-1] if updates[-2].events else updates[-3].events[-1], petrichor.Event
    )


async def test_a_games_words_are_asked_for_in_ones_language_or_another(join: Join) -> None:
    tilth = await join()
    crops = {word.number: word.text for word in await tilth.labels("petrichor") if word.kind == "crop"}
    russian = {
        word.number: word.text for word in await tilth.labels("petrichor", "ru") if word.kind == "crop"
    }
    assert set(crops) == set(russian)
    assert "wheat" in {crop.lower() for crop in crops.values()}
    assert all(crops[number] != russian[number] for number in crops)
    with pytest.raises(NotFound):
        await tilth.labels("chess")


async def test_a_plain_function_can_be_a_bot_and_one_player_can_hold_every_seat(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 3, take=[0, 1, 2])

    def bot(view: petrichor.View, decision: Decision) -> Answer:
        assert view.players[decision.seat].hand_size == len(view.players[decision.seat].hand)
        return decision.default

    ends = await asyncio.gather(*(tilth.play(match.id, seat, bot) for seat in range(3)))
    assert ends[0] == ends[1] == ends[2]


async def test_a_bot_that_wants_no_views_is_sent_none(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    seen: list[object] = []

    async def bot(view: object, decision: Decision) -> Answer:
        seen.append(view)
        return decision.default

    bot.wants_views = False  # type: ignore[attr-defined]
    await asyncio.gather(tilth.play(match.id, 0, bot), tilth.play(match.id, 1, BOTS["random"](1)))
    assert set(seen) == {None}


async def test_what_a_bot_raises_is_raised_where_it_is_awaited(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])

    async def confused(view: object, decision: Decision) -> Answer:
        await asyncio.sleep(0)
        return picks(12345)

    with pytest.raises(IllegalAnswer, match="option 12345 is not offered"):
        await asyncio.gather(tilth.play(match.id, 0, confused), tilth.play(match.id, 1, confused))


async def first_and_second(tilth: Tilth, match_id: str) -> tuple[int, int]:
    first: int = (await tilth.view(match_id)).view.first_player
    return first, 1 - first


async def until_its_turn(view: petrichor.View, decision: Decision) -> Answer:
    """Wait forever at a decision about the bot's own turn."""
    if decision.kind == "turn":
        await asyncio.Event().wait()
    return decision.default


async def test_a_seat_in_ones_own_hands_answers_and_takes_back(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    first, second = await first_and_second(tilth, match.id)
    playing = asyncio.create_task(tilth.play(match.id, second, until_its_turn))
    taken_back = None
    async with tilth.attend(match.id, first, texts=True) as seat:
        async for update in seat:
            asked = update.decision
            if update.undone_records:
                assert list(update.undone_records) == [taken_back]
                assert asked is not None
                break
            if asked is not None and taken_back is None:
                assert asked.text
                assert all(option.text for option in asked.options)
                record = await seat.answer(asked, asked.default)
                if (await tilth.view(match.id, first)).undoable:
                    taken_back = record
                    assert await seat.undo() == record + 1
    playing.cancel()


async def test_a_second_answer_to_a_decision_is_refused_with_its_reason(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    _, second = await first_and_second(tilth, match.id)
    async with tilth.attend(match.id, second) as seat:
        asked = (await anext(seat)).decision
        assert asked is not None
        assert asked.kind == "first-cloud"
        await seat.answer(asked, asked.default)
        with pytest.raises(Refused) as refused:
            await seat.answer(asked, asked.default)
        assert refused.value.reason == "DECISION_CLOSED"


async def test_a_seat_of_somebody_else_can_not_be_played(join: Join) -> None:
    anna, boris = await join(), await join()
    match = await new_match([anna, boris])
    with pytest.raises(Refused) as refused:
        await anna.play(match.id, 1, BOTS["first"](0))
    assert refused.value.reason == "NOT_YOUR_SEAT"


async def test_a_finished_match_is_sent_again_from_any_record(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    await asyncio.gather(*(tilth.play(match.id, seat, BOTS["random"](seat)) for seat in (0, 1)))
    updates = await updates_of(tilth, match.id, from_record=10)
    numbers = [update.record for update in updates if update.cause]
    assert numbers[0] == 10
    assert all(after == before + 1 for before, after in pairwise(numbers))
    replayed = [update async for update in tilth.archive.replay(match.id, 10, interval_ms=1)]
    assert [update.record for update in replayed if update.cause] == numbers
    assert (await tilth.archive.verify(match.id)).findings == []
    standing = await tilth.archive.view_at(match.id, numbers[20])
    view = decoded(standing.view_type, standing.view)
    assert isinstance(view, petrichor.View)
    assert view.round == standing.round
    assert updates[-1].ended is not None
    assert updates[-1].cause == play_pb2.CAUSE_UNSPECIFIED

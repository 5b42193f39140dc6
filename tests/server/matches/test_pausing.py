"""A match that an operator has paused takes no answers, and its clocks stand. Then it continues as it was."""

import pytest

from tests.server.matches.match_host import ANN, Listener, MatchHost, match_host, silence
from tests.server.matches.test_clocks import BANK, both, times
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.matches.match_info import State
from tilth_server.refusal import Refusal


async def hear(*listeners: Listener) -> list[pb.Frame]:
    return [await listener.next("update") for listener in listeners]


async def test_nobody_answers_while_a_match_is_paused(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    await host.matches.admin.pause("op", match, "a fire alarm")
    mine, theirs = await hear(ann, ben)
    assert mine.update.cause == theirs.update.cause == pb.CAUSE_PAUSED
    assert (mine.update.open_decision_id, theirs.update.open_decision_id) == (1, 0)
    assert mine.update.pending_seats == [0]
    assert host.info(match).paused == "a fire alarm"
    answer = ann.filled((1,))
    ann.send(pb.Command(channel=1, answer=answer))
    assert await ann.refusal() == "MATCH_PAUSED"
    ann.undo()
    assert await ann.refusal() == "MATCH_PAUSED"
    ann.send_batch(answer, ann.filled((1,), decision_id=2))
    assert [each.refused.reason for each in await ann.receive_until("refused", 2)] == [
        "MATCH_PAUSED",
        "BATCH_REFUSED",
    ]
    assert host.info(match).record_count == 5


async def test_after_a_pause_the_decision_is_asked_again_and_the_same_answer_is_taken(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    await host.matches.admin.pause("op", match, "")
    await hear(ann)
    answer = ann.filled((1,))
    ann.send(pb.Command(channel=1, answer=answer))
    await ann.refusal()
    await host.matches.admin.resume("op", match)
    received = await ann.next("update")
    assert received.update.cause == pb.CAUSE_RESUMED
    assert received.update.decision.id == received.update.open_decision_id == 1
    assert host.info(match).paused is None
    ann.send(pb.Command(channel=1, answer=answer))
    received = await ann.next("update")
    assert received.update.accepted_request_id == answer.request_id
    assert received.record == 6 == host.info(match).record_count - 1


async def test_clocks_stand_while_it_is_paused(host: MatchHost) -> None:
    match, ann, _ = await both(host, BANK)
    host.clock.advance(15)
    await host.matches.admin.pause("op", match, "")
    assert times(await ann.next("update"))[0] == (55_000, 55_000)
    host.clock.advance(100_000)
    await silence(ann)
    assert times((await host.watching(match)).received[-1])[0] == (55_000, 55_000)
    await host.matches.admin.resume("op", match)
    assert times(await ann.next("update"))[0] == (55_000, 55_000)
    host.clock.advance(54.9)
    await silence(ann)
    host.clock.advance(0.1)
    assert (await ann.next("update")).update.cause == pb.CAUSE_TIMED_OUT


async def test_a_pause_outlives_the_server(host: MatchHost) -> None:
    match, _, _ = await both(host, BANK)
    await host.matches.admin.pause("op", match, "tea")
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as reopened:
        assert reopened.info(match).paused == "tea"
        ann = await reopened.seated(match, 0)
        reopened.clock.advance(100_000)
        ann.answer(1)
        assert await ann.refusal() == "MATCH_PAUSED"
        await reopened.matches.admin.resume("op", match)
        await ann.next("update")
        ann.answer(1)
        received = await ann.next("update")
        assert (received.record, received.update.cause) == (6, pb.CAUSE_ANSWERED)


async def test_pausing_twice_is_pausing_once_and_so_is_resuming(host: MatchHost) -> None:
    match = await host.match()
    for _ in range(2):
        await host.matches.admin.pause("op", match, "once")
    for _ in range(2):
        await host.matches.admin.resume("op", match)
    causes = [
        record_pb2.Record.FromString(each.body).WhichOneof("cause")
        async for each in host.store.read(host.info(match).stream, 4)
    ]
    assert causes == ["paused", "resumed"]


async def test_a_paused_match_can_be_resigned_and_cancelled(host: MatchHost) -> None:
    match = await host.match()
    ben = await host.seated(match, 1)
    await host.matches.admin.pause("op", match, "")
    await host.matches.lobby.resign(ANN, match, 0, "r")
    received = await ben.receive_until("update", 3)
    assert [each.update.cause for each in received] == [
        pb.CAUSE_PAUSED,
        pb.CAUSE_RESIGNED,
        pb.CAUSE_DEFAULTED,
    ]
    assert ben.decisions[1].kind == "bid"
    ben.answer(1)
    assert await ben.refusal() == "MATCH_PAUSED"
    await host.matches.lobby.cancel("op", match, "no more")
    assert host.info(match).state is State.CANCELLED


async def test_a_match_that_is_not_running_cannot_be_paused(host: MatchHost) -> None:
    match = await host.match()
    await host.matches.lobby.cancel("op", match, "")
    with pytest.raises(Refusal, match="isn't being played"):
        await host.matches.admin.pause("op", match, "")

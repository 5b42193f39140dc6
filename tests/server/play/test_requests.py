"""Repeated request ids, too many commands in one message, half-closed streams, and frames about changed seats."""

from random import Random

import grpc
import pytest

from tests.server.play.streams import Stream, asked_by
from tests.server.serve.full_server import Person, RunningServer, answer, new_match, open_decision
from tests.server.serve.one_service import reason_of
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, players_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.matches.request_ids import MAX_REPLIES


async def two(running: RunningServer) -> tuple[Person, Person, str]:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    return ann, ben, await new_match(ann, ben)


async def test_an_old_request_id_with_another_answer_is_refused(running: RunningServer) -> None:
    """Also when it was not among the last few."""
    ann, ben, match = await two(running)
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    decision = asked_by_first = asked_by(await stream.until("caught_up"))
    await stream.answer(decision, request_id="old")
    first = await stream.until(lambda received: received.update.accepted_request_id == "old")
    for number in range(2 * MAX_REPLIES):
        await stream.answer(decision, 99, request_id=f"r{number}")
        await stream.until("refused")
    while (decision := await open_decision(ann, match, 0)) is None:
        await answer(ben, match, 1, await open_decision(ben, match, 1), Random(1))
        await stream.until("update")
    length = running.server.matches.find(match).record_count
    await stream.answer(decision, request_id="old")
    received = await stream.receive()
    assert (received.refused.reason, received.refused.request_id) == ("REQUEST_ID_REUSED", "old")
    await stream.answer(asked_by_first, request_id="old")
    received = await stream.receive()
    assert (received.record, received.accepted.request_id) == (first.record, "old")
    assert running.server.matches.find(match).record_count == length


async def test_requests_over_the_limit_each_get_a_reply_and_those_without_an_id_share_one(
    running: RunningServer,
) -> None:
    ann = await running.person("Ann")
    most = running.server.settings.limits.commands_per_message
    stream = Stream(running, ann)
    named = [pb.Command(answer=pb.Answer(request_id=f"r{number}")) for number in range(most + 2)]
    await stream.send(*named, pb.Command(channel=7), pb.Command(channel=8), pb.Command(channel=9))
    replies = [(await stream.receive()).refused for _ in range(most + 3)]
    assert [reply.request_id for reply in replies[-4:]] == [f"r{most - 1}", f"r{most}", f"r{most + 1}", ""]
    assert [reply.reason for reply in replies[-4:]] == [
        "CHANNEL_NOT_OPEN",
        "LIMIT_EXCEEDED",
        "LIMIT_EXCEEDED",
        "LIMIT_EXCEEDED",
    ]
    await stream.send(pb.Command(channel=3))
    assert (await stream.receive()).channel == 3


async def test_far_too_much_in_one_message_ends_the_stream(running: RunningServer) -> None:
    ann = await running.person("Ann")
    most = running.server.settings.limits.commands_per_message
    stream = Stream(running, ann)
    await stream.send(*[pb.Command(channel=1)] * (10 * most + 1))
    assert await stream.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert not stream.frames, "nothing of it was read"


async def test_a_stream_without_channels_ends_when_its_client_half_closes(
    running: RunningServer,
) -> None:
    ann, _, match = await two(running)
    silent = Stream(running, ann)
    await silent.call.done_writing()
    assert await silent.code() is grpc.StatusCode.OK
    stream = Stream(running, ann)
    await stream.open(match, from_record=0)
    await stream.open(match, channel=2, seat=1)
    await stream.call.done_writing()
    await stream.until("caught_up")
    await running.operator.operations.CancelMatch(operations_pb2.CancelMatchRequest(match_id=match))
    assert await stream.code() is grpc.StatusCode.OK
    assert stream.frames[-1].WhichOneof("payload") == "ended"


async def test_a_channel_shows_the_players_who_took_and_left_a_seat(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, start=False)
    stream = Stream(running, ann)
    await stream.open(match)
    await stream.until("caught_up")
    await ben.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match))
    await ben.lobby.LeaveSeat(lobby_pb2.LeaveSeatRequest(match_id=match, seat=1))
    live = [(await stream.receive()).update for _ in range(2)]
    late = Stream(running, ann)
    await late.open(match, from_record=2)
    backlog = [(await late.until("update")).update for _ in range(2)]
    replayed = [
        received.update
        async for piece in ann.archive.Replay(archive_pb2.ReplayRequest(match_id=match, interval_ms=1))
        for received in piece.frames
        if received.HasField("update")
    ]
    for received in (live, backlog, replayed[2:]):
        assert [(each.cause, each.seat, each.player_name) for each in received] == [
            (pb.CAUSE_SEAT_TAKEN, 1, "Ben"),
            (pb.CAUSE_SEAT_LEFT, 1, "Ben"),
        ]


async def test_a_page_token_is_good_for_its_own_list_only(running: RunningServer) -> None:
    ann, _, _ = await two(running)
    await new_match(ann)
    matches = await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_size=1))
    players = await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_size=1))
    mine, theirs = matches.next_page_token, players.next_page_token
    assert (await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_token=mine))).matches
    assert (await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_token=theirs))).players
    for token in (theirs, mine + "=", mine[:-2], "!" + mine, "zz", "é", "OTk5", "bWF0Y2hlczo5OTk5"):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_token=token))
        assert reason_of(raised.value)[0] == "PAGE_TOKEN_INVALID", token
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_token=mine))
    assert reason_of(raised.value)[0] == "PAGE_TOKEN_INVALID"

"""What is said again, said too often, or said no more; and who took which seat."""

from random import Random

import grpc
import pytest

from tests.server.play.streams import Stream, asked_by
from tests.server.serve.small import reason_of
from tests.server.serve.whole import Person, Running, answer, asked, new_match
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, players_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.tables.live import MOST_REPLIES


async def two(house: Running) -> tuple[Person, Person, str]:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    return ann, ben, await new_match(ann, ben)


async def test_an_old_request_id_with_another_answer_gets_the_first_reply_again(house: Running) -> None:
    """Also when it was not among the last few."""
    ann, ben, match = await two(house)
    stream = Stream(house, ann)
    await stream.open(match, seat=0)
    decision = asked_by(await stream.until("caught_up"))
    await stream.answer(decision, request_id="old")
    first = await stream.until(lambda told: told.happened.accepted == "old")
    for number in range(2 * MOST_REPLIES):
        await stream.answer(decision, 99, request_id=f"r{number}")
        await stream.until("refused")
    while (decision := await asked(ann, match, 0)) is None:
        await answer(ben, match, 1, await asked(ben, match, 1), Random(1))
        await stream.until("happened")
    length = house.server.house.find(match).record_count
    await stream.answer(decision, request_id="old")
    told = await stream.hear()
    assert (told.record, told.accepted.request_id) == (first.record, "old")
    assert house.server.house.find(match).record_count == length


async def test_of_what_is_too_much_each_request_gets_a_reply_and_the_nameless_get_one(house: Running) -> None:
    ann = await house.person("Ann")
    most = house.server.settings.limits.answers_per_message
    stream = Stream(house, ann)
    named = [pb.Said(answer=pb.Answer(request_id=f"r{number}")) for number in range(most + 2)]
    await stream.say(*named, pb.Said(channel=7), pb.Said(channel=8), pb.Said(channel=9))
    replies = [(await stream.hear()).refused for _ in range(most + 3)]
    assert [reply.request_id for reply in replies[-4:]] == [f"r{most - 1}", f"r{most}", f"r{most + 1}", ""]
    assert [reply.reason for reply in replies[-4:]] == ["channel_not_open", "limit", "limit", "limit"]
    await stream.say(pb.Said(channel=3))
    assert (await stream.hear()).channel == 3


async def test_far_too_much_in_one_message_ends_the_stream(house: Running) -> None:
    ann = await house.person("Ann")
    most = house.server.settings.limits.answers_per_message
    stream = Stream(house, ann)
    await stream.say(*[pb.Said(channel=1)] * (10 * most + 1))
    assert await stream.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert len(stream.heard) == most


async def test_who_half_closes_with_nothing_open_is_let_go(house: Running) -> None:
    ann, _, match = await two(house)
    silent = Stream(house, ann)
    await silent.call.done_writing()
    assert await silent.code() is grpc.StatusCode.OK
    stream = Stream(house, ann)
    await stream.open(match, from_record=0)
    await stream.open(match, channel=2, seat=1)
    await stream.call.done_writing()
    await stream.until("caught_up")
    await house.operator.operations.CancelMatch(operations_pb2.CancelMatchRequest(match_id=match))
    assert await stream.code() is grpc.StatusCode.OK
    assert stream.heard[-1].WhichOneof("what") == "ended"


async def test_it_is_told_who_took_a_seat_and_who_left_it(house: Running) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, start=False)
    stream = Stream(house, ann)
    await stream.open(match)
    await stream.until("caught_up")
    await ben.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match))
    await ben.lobby.LeaveSeat(lobby_pb2.LeaveSeatRequest(match_id=match, seat=1))
    live = [(await stream.hear()).happened for _ in range(2)]
    late = Stream(house, ann)
    await late.open(match, from_record=2)
    backlog = [(await late.until("happened")).happened for _ in range(2)]
    replayed = [
        told.happened
        async for piece in ann.archive.Replay(archive_pb2.ReplayRequest(match_id=match, interval_ms=1))
        for told in piece.told
        if told.HasField("happened")
    ]
    for told in (live, backlog, replayed[2:]):
        assert [(each.cause, each.seat, each.player_name) for each in told] == [
            (pb.CAUSE_SEAT_TAKEN, 1, "Ben"),
            (pb.CAUSE_SEAT_LEFT, 1, "Ben"),
        ]


async def test_a_page_token_is_good_for_its_own_list_only(house: Running) -> None:
    ann, _, _ = await two(house)
    await new_match(ann)
    matches = await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_size=1))
    players = await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_size=1))
    mine, theirs = matches.next_page_token, players.next_page_token
    assert (await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_token=mine))).matches
    assert (await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_token=theirs))).players
    for token in (theirs, mine + "=", mine[:-2], "!" + mine, "zz", "é", "OTk5", "bWF0Y2hlczo5OTk5"):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_token=token))
        assert reason_of(raised.value)[0] == "bad_page_token", token
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_token=mine))
    assert reason_of(raised.value)[0] == "bad_page_token"

"""A request id belongs to one content: with another it is refused, before and after a restart."""

import time
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.server.play.streams import Stream, asked_by
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer, reason_of
from tilth.v1 import archive_pb2, lobby_pb2, players_pb2, record_pb2, tournaments_pb2
from tilth.v1 import play_pb2 as pb
from tilth.v1.tournaments_pb2_grpc import TournamentsServiceStub

REUSED = "REQUEST_ID_REUSED"


async def reason(call: Any) -> str:
    """The reason for which a call is refused; empty if it is taken."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return reason_of(error)[0]
    return ""


def with_another(answer: pb.Answer) -> pb.Answer:
    other = pb.Answer()
    other.CopyFrom(answer)
    other.decision_id += 1
    return other


async def start(running: RunningServer) -> tuple[Person, Person, str]:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    return ann, ben, await new_match(ann, ben)


def answering(decision: Any, request_id: str) -> pb.Answer:
    return pb.Answer(
        request_id=request_id,
        decision_id=decision.id,
        picks=decision.default_picks,
        numbers=decision.default_numbers,
    )


async def test_a_taken_answer_comes_again_and_another_of_its_id_is_refused_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, ben, match = await start(running)
        view = await ann.play.GetView(pb.GetViewRequest(match_id=match, seat=0))
        first = answering(view.decision, "once")
        (record,) = (await ann.play.Answer(pb.AnswerRequest(match_id=match, seat=0, answers=[first]))).records
    for _ in range(2):
        async with full_server(tmp_path, orchard()) as running:
            again, back = Person(running.channel, ann.token), Person(running.channel, ben.token)
            length = (await running.server.matches.fetch(match)).record_count
            reply = await again.play.Answer(pb.AnswerRequest(match_id=match, seat=0, answers=[first]))
            assert list(reply.records) == [record]
            other = pb.AnswerRequest(match_id=match, seat=0, answers=[with_another(first)])
            assert await reason(again.play.Answer(other)) == REUSED
            assert await reason(again.play.Answer(other)) == REUSED, "the first reply stays the first"
            undo = pb.UndoRequest(match_id=match, seat=0, request_id="once")
            assert await reason(again.play.Undo(undo)) == REUSED
            assert (await running.server.matches.fetch(match)).record_count == length
            theirs = pb.AnswerRequest(match_id=match, seat=1, answers=[with_another(first)])
            assert await reason(back.play.Answer(theirs)) != REUSED, "each seat has ids of its own"


async def test_a_refused_answer_keeps_its_id_too(running: RunningServer) -> None:
    ann, _, match = await start(running)
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    decision = asked_by(await stream.until("caught_up"))
    await stream.answer(decision, 99, request_id="wrong")
    assert (await stream.until("refused")).refused.reason == "OPTION_NOT_OFFERED"
    await stream.answer(decision, 99, request_id="wrong")
    assert (await stream.until("refused")).refused.reason == "OPTION_NOT_OFFERED"
    await stream.answer(decision, request_id="wrong")
    received = await stream.until("refused")
    assert (received.refused.reason, received.refused.request_id) == (REUSED, "wrong")
    await stream.answer(decision, request_id="right")
    assert (await stream.until("update")).update.accepted_request_id == "right"


async def test_an_answer_cannot_take_the_id_of_an_undo(running: RunningServer) -> None:
    ann, _, match = await start(running)
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    decision = asked_by(await stream.until("caught_up"))
    await stream.answer(decision, request_id="a")
    await stream.until("update")
    await stream.send(pb.Command(channel=1, undo=pb.Undo(request_id="back")))
    received = await stream.receive()
    if received.HasField("refused"):
        assert received.refused.reason == "NOTHING_TO_UNDO"
    await stream.answer(decision, request_id="back")
    assert (await stream.until("refused")).refused.reason == REUSED


async def test_answers_together_are_refused_with_the_one_whose_id_was_used(
    running: RunningServer,
) -> None:
    ann, _, match = await start(running)
    view = await ann.play.GetView(pb.GetViewRequest(match_id=match, seat=0))
    first = answering(view.decision, "used")
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    await stream.until("caught_up")
    await stream.answer(view.decision, 99, request_id="used")
    await stream.until("refused")
    together = pb.AnswerBatch(answers=[answering(view.decision, "new"), first])
    await stream.send(pb.Command(channel=1, answer_batch=together))
    replies = [(await stream.until("refused")).refused for _ in range(2)]
    assert {each.request_id: each.reason for each in replies} == {"new": "BATCH_REFUSED", "used": REUSED}
    again = await ann.play.GetView(pb.GetViewRequest(match_id=match, seat=0))
    assert again.decision.id == view.decision.id


async def test_a_match_is_made_once_and_its_id_makes_no_other(tmp_path: Path) -> None:
    made = lobby_pb2.CreateMatchRequest(request_id="m", game="orchard", seat_count=2, take_seats=[0])
    other = lobby_pb2.CreateMatchRequest(request_id="m", game="orchard", seat_count=2, take_seats=[1])
    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Ann")
        match = (await ann.lobby.CreateMatch(made)).match.id
    async with full_server(tmp_path, orchard()) as running:
        again = Person(running.channel, ann.token)
        assert (await again.lobby.CreateMatch(made)).match.id == match
        assert await reason(again.lobby.CreateMatch(other)) == REUSED
        take = lobby_pb2.TakeSeatRequest(match_id=match, seat=1, request_id="t")
        assert (await again.lobby.TakeSeat(take)).seat == 1
    async with full_server(tmp_path, orchard()) as running:
        again = Person(running.channel, ann.token)
        assert (await again.lobby.TakeSeat(take)).seat == 1
        any_seat = lobby_pb2.TakeSeatRequest(match_id=match, request_id="t")
        assert await reason(again.lobby.TakeSeat(any_seat)) == REUSED
        leave = lobby_pb2.LeaveSeatRequest(match_id=match, seat=1, request_id="l")
        await again.lobby.LeaveSeat(leave)
    async with full_server(tmp_path, orchard()) as running:
        again = Person(running.channel, ann.token)
        await again.lobby.LeaveSeat(leave)
        another = lobby_pb2.LeaveSeatRequest(match_id=match, seat=0, request_id="l")
        assert await reason(again.lobby.LeaveSeat(another)) == REUSED
        assert (await running.server.matches.fetch(match)).player_ids[0] == ann.id


async def test_a_resignation_names_one_seat(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Ann")
        request = lobby_pb2.CreateMatchRequest(
            game="orchard", seat_count=2, take_seats=[0, 1], start_when_full=True
        )
        match = (await ann.lobby.CreateMatch(request)).match.id
        one = lobby_pb2.ResignMatchRequest(match_id=match, seat=0, request_id="r")
        await ann.lobby.ResignMatch(one)
    async with full_server(tmp_path, orchard()) as running:
        again = Person(running.channel, ann.token)
        await again.lobby.ResignMatch(one)
        other = lobby_pb2.ResignMatchRequest(match_id=match, seat=1, request_id="r")
        assert await reason(again.lobby.ResignMatch(other)) == REUSED


async def test_a_tournament_is_made_once_and_its_id_makes_no_other(tmp_path: Path) -> None:
    def cup(title: str) -> tournaments_pb2.CreateTournamentRequest:
        settings = tournaments_pb2.TournamentSettings(
            title=title,
            game_setups=[tournaments_pb2.GameSetup(game="orchard")],
            round_robin=tournaments_pb2.RoundRobin(),
            table_seats=2,
        )
        return tournaments_pb2.CreateTournamentRequest(request_id="c", settings=settings)

    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Ann")
        who = bearer(ann.token)
        stub: Any = TournamentsServiceStub(running.channel)
        made = (await stub.CreateTournament(cup("One"), metadata=who)).tournament.id
    async with full_server(tmp_path, orchard()) as running:
        stub = TournamentsServiceStub(running.channel)
        assert (await stub.CreateTournament(cup("One"), metadata=who)).tournament.id == made
        assert await reason(stub.CreateTournament(cup("Other"), metadata=who)) == REUSED


async def test_a_registration_is_done_once_and_its_id_registers_no_other(
    running: RunningServer,
) -> None:
    nobody = Person(running.channel, "")
    first = await nobody.players.Register(players_pb2.RegisterRequest(name="Ann", request_id="r"))
    again = await nobody.players.Register(players_pb2.RegisterRequest(name="Ann", request_id="r"))
    assert again.token == first.token
    other = players_pb2.RegisterRequest(name="Bea", request_id="r")
    assert await reason(nobody.players.Register(other)) == REUSED


async def test_a_running_match_shows_others_no_content_of_requests(running: RunningServer) -> None:
    """A hash of an answer would give the answer away to anybody who tries all of them."""
    ann, ben, match = await start(running)
    view = await ann.play.GetView(pb.GetViewRequest(match_id=match, seat=0))
    await ann.play.Answer(
        pb.AnswerRequest(match_id=match, seat=0, answers=[answering(view.decision, "secret")])
    )
    seen = b""
    call: Any = running.channel.unary_stream("/tilth.v1.ArchiveService/ReadLog")
    request = archive_pb2.ReadLogRequest(match_id=match).SerializeToString()
    async for raw in call(request, metadata=bearer(ben.token)):
        seen += raw
    pages: Any = archive_pb2.ReadLogResponse.FromString(seen)
    records = [record_pb2.Record.FromString(entry.record) for entry in pages.entries]
    answered = [record.answered for record in records if record.HasField("answered")]
    assert answered
    assert {(one.request_id, one.request_hash) for one in answered} == {("", 0)}


@pytest.mark.parametrize("channel", [1, 7])
async def test_a_heartbeat_comes_when_it_is_asked_for(running: RunningServer, channel: int) -> None:
    ann, _, match = await start(running)
    stream = Stream(running, ann)
    await stream.open(match, seat=0, from_record=0)
    await stream.until("caught_up")
    await stream.send(pb.Command(channel=channel, request_heartbeat=pb.RequestHeartbeat()))
    received = await stream.receive()
    length = (await running.server.matches.fetch(match)).record_count
    assert (received.WhichOneof("payload"), received.channel) == ("heartbeat", channel)
    assert received.record == (length if channel == 1 else 0), "a channel that is not open has no next record"


async def test_closing_a_channel_is_answered_by_its_last_frame(running: RunningServer) -> None:
    """The number may be used again at once: each frame belongs to one side of the answer."""
    ann, _, match = await start(running)
    length = (await running.server.matches.fetch(match)).record_count
    stream = Stream(running, ann)
    opening = pb.OpenChannel(match_id=match, from_record=0)
    await stream.send(
        pb.Command(channel=1, open=opening),
        pb.Command(channel=1, close=pb.CloseChannel()),
        pb.Command(channel=1, open=opening),
    )
    await stream.until("closed")
    before = [received.record for received in stream.frames if received.HasField("update")]
    assert stream.frames[-1].record == len(before)
    await stream.until("caught_up")
    kinds = [received.WhichOneof("payload") for received in stream.frames]
    assert kinds[kinds.index("closed") + 1] == "opened"
    after = stream.frames[kinds.index("closed") :]
    assert [received.record for received in after if received.HasField("update")] == list(range(length))
    await stream.send(
        pb.Command(channel=1, close=pb.CloseChannel()), pb.Command(channel=1, close=pb.CloseChannel())
    )
    assert (await stream.receive()).WhichOneof("payload") == "closed"
    assert (await stream.receive()).refused.reason == "CHANNEL_NOT_OPEN"


async def test_everybody_can_ask_for_version_games_limits_and_time(running: RunningServer) -> None:
    stranger = Person(running.channel, "")
    before = time.time_ns()
    info = (await stranger.lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())).server
    after = time.time_ns()
    assert info.version
    assert list(info.games) == ["orchard"]
    assert info.limits["channels_per_stream"] == running.server.settings.limits.channels_per_stream
    assert "request_content" in info.features
    # Both clocks are this machine's; a message may hold microseconds only.
    assert before // 1000 <= info.time.ToMicroseconds() <= after // 1000


def attending(received: pb.Frame) -> list[bool]:
    return [seat.attending for seat in received.presence.seats]


async def test_a_channel_that_asked_learns_who_attends_and_since_when_others_are_away(
    running: RunningServer,
) -> None:
    ann, ben, match = await start(running)
    watcher = Stream(running, await running.person("Wil"))
    await watcher.open(match, presence=True)
    first = await watcher.until("presence")
    assert attending(first) == [False, False]
    assert not any(seat.HasField("away_since") for seat in first.presence.seats)
    mine, other = Stream(running, ann), Stream(running, ann)
    await mine.open(match, seat=0, presence=True)
    assert attending(await watcher.until("presence")) == [True, False]
    assert attending(await mine.until("presence")) == [True, False]
    await other.open(match, seat=0)
    await other.until("caught_up")
    theirs = Stream(running, ben)
    await theirs.open(match, seat=1)
    assert attending(await watcher.until("presence")) == [True, True], (
        "a second stream of a seat changes nothing"
    )
    theirs.call.cancel()
    left = await watcher.until("presence")
    assert attending(left) == [True, False]
    assert left.presence.seats[1].away_since.seconds > 1_700_000_000
    await mine.send(pb.Command(channel=1, close=pb.CloseChannel()))
    await mine.until("closed")
    await other.send(pb.Command(channel=1, close=pb.CloseChannel()))
    assert attending(await watcher.until("presence")) == [False, False]
    silent = Stream(running, ben)
    await silent.open(match, seat=1)
    await silent.until("caught_up")
    assert not any(received.HasField("presence") for received in silent.frames), (
        "only a channel that asked gets it"
    )

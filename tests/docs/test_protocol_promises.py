"""The wire behaviour that docs/protocol describes, tried with bare stubs on a real server."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

from tests.docs.a_server import Running, serving
from tilth.v1 import (
    archive_pb2,
    archive_pb2_grpc,
    lobby_pb2,
    lobby_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
)
from tilth.v1.play_pb2 import Answer, AnswerBatch, Command, Frame, OpenChannel
from tools.match_recorder import Stream, bearer, first_picks

SEED = bytes(32)


@dataclass
class Table:
    """A match in which one player holds both seats."""

    channel: grpc.Channel
    token: str
    match_id: str

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return bearer(self.token)

    def stream(self) -> Stream:
        return Stream(self.channel, self.token)

    @property
    def play(self) -> "play_pb2_grpc.PlayServiceStub":
        return play_pb2_grpc.PlayServiceStub(self.channel)

    def opened(self, stream: Stream, seat: int | None, number: int = 1, from_record: int = 0) -> list[Frame]:
        """Return every frame from the opening to CaughtUp."""
        stream.send(open_command(self, seat, number, from_record))
        frames = [stream.receive()]
        while frames[-1].WhichOneof("payload") not in ("caught_up", "refused"):
            frames.append(stream.receive())
        return frames

    def open_decision(self) -> Any:
        """Return the open decision of the first seat that is asked."""
        for seat in (0, 1):
            reply = self.play.GetView(
                play_pb2.GetViewRequest(match_id=self.match_id, seat=seat), metadata=self.metadata
            )
            if reply.HasField("decision"):
                return reply.decision
        raise AssertionError("nobody is asked")


def open_command(table: Table, seat: int | None, number: int = 1, from_record: int = 0) -> Command:
    return Command(
        channel=number, open=OpenChannel(match_id=table.match_id, seat=seat, from_record=from_record)
    )


def answer_command(
    decision: Any, chosen: list[int] | None = None, number: int = 1, request_id: str = ""
) -> Command:
    answer = Answer(
        request_id=request_id or f"{decision.seat}-{decision.id}",
        decision_id=decision.id,
        picks=first_picks(decision) if chosen is None else chosen,
    )
    return Command(channel=number, answer=answer)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def channel(server: Running) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server.address) as channel:
        yield channel


@pytest.fixture
def table(channel: grpc.Channel, request: pytest.FixtureRequest) -> Table:
    return a_table(channel, request.node.name[:40])


def a_table(channel: grpc.Channel, name: str) -> Table:
    asked = players_pb2.RegisterRequest(name=name)
    token = players_pb2_grpc.PlayersServiceStub(channel).Register(asked).token
    wanted = lobby_pb2.CreateMatchRequest(
        game="petrichor", seat_count=2, take_seats=[0, 1], start_when_full=True, seed=SEED
    )
    made = lobby_pb2_grpc.LobbyServiceStub(channel).CreateMatch(wanted, metadata=bearer(token))
    return Table(channel, token, made.match.id)


def reason_of(error: grpc.RpcError) -> tuple[str, dict[str, str]]:
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    info = ErrorInfo()
    assert status.details[0].Unpack(info)
    assert info.domain == "tilth"
    return info.reason, dict(info.metadata)


def test_half_closing_means_no_more_answers_but_still_watching(table: Table) -> None:
    stream = table.stream()
    table.opened(stream, 0)
    stream.half_close()
    decision = table.open_decision()
    table.play.Answer(
        play_pb2.AnswerRequest(
            match_id=table.match_id, seat=decision.seat, answers=[answer_command(decision).answer]
        ),
        metadata=table.metadata,
    )
    assert stream.receive().update.cause == play_pb2.CAUSE_ANSWERED


def test_a_channels_number_is_free_again_when_it_is_closed(table: Table) -> None:
    stream = table.stream()
    table.opened(stream, 0)
    stream.send(open_command(table, 1))
    refused = stream.receive().refused
    assert (refused.reason, refused.request_id) == ("CHANNEL_IN_USE", "")
    stream.send(Command(channel=1, close=play_pb2.CloseChannel()))
    assert stream.receive().HasField("closed")
    assert table.opened(stream, 1)[0].HasField("opened")


def test_an_opening_may_be_refused(table: Table, channel: grpc.Channel) -> None:
    stream = table.stream()
    assert table.opened(stream, 2)[0].refused.reason == "SEAT_NOT_FOUND"
    assert table.opened(stream, None, from_record=5)[0].refused.reason == "RECORD_BEYOND_LOG"
    assert table.opened(stream, None, from_record=4)[-1].record == 4
    other = a_table(channel, "somebody else")
    assert Table(channel, other.token, table.match_id).opened(other.stream(), 0)[0].refused.reason == (
        "NOT_YOUR_SEAT"
    )


def test_an_opening_refused_by_watch_is_the_calls_status(table: Table) -> None:
    request = play_pb2.WatchRequest(open=OpenChannel(match_id="nowhere"))
    with pytest.raises(grpc.RpcError) as refused:
        next(table.play.Watch(request, metadata=table.metadata))
    assert refused.value.code() is grpc.StatusCode.NOT_FOUND
    assert reason_of(refused.value)[0] == "MATCH_NOT_FOUND"


def test_a_watch_sends_the_frames_of_a_channel_as_channel_0(table: Table) -> None:
    request = play_pb2.WatchRequest(open=OpenChannel(match_id=table.match_id, from_record=0))
    frames: list[Frame] = []
    for response in table.play.Watch(request, metadata=table.metadata):
        frames += response.frames
        if frames[-1].HasField("caught_up"):
            break
    assert {frame.channel for frame in frames} == {0}
    assert [frame.WhichOneof("payload") for frame in frames] == ["opened", *["update"] * 4, "caught_up"]


def test_answers_together_are_taken_all_or_none(table: Table) -> None:
    stream = table.stream()
    decision = table.open_decision()
    table.opened(stream, decision.seat)
    good = answer_command(decision, request_id="good").answer
    bad = Answer(request_id="bad", decision_id=decision.id + 1, picks=[999])
    stream.send(Command(channel=1, answer_batch=AnswerBatch(answers=[good, bad])))
    refused = {
        frame.refused.request_id: frame.refused.reason for frame in (stream.receive(), stream.receive())
    }
    assert refused["good"] == "BATCH_REFUSED"
    assert refused["bad"] in ("OPTION_NOT_OFFERED", "NO_OPEN_DECISION")
    assert table.open_decision() == decision


def test_after_a_break_an_unconfirmed_answer_is_sent_again(table: Table) -> None:
    decision = table.open_decision()
    answer = answer_command(decision)
    stream = table.stream()
    table.opened(stream, decision.seat)
    stream.send(answer)
    taken = stream.receive()
    assert taken.update.accepted_request_id == answer.answer.request_id
    stream.break_off()
    again = table.stream()
    again.send(open_command(table, decision.seat, from_record=taken.record), answer)
    frames = [again.receive() for _ in range(4)]
    kinds = [frame.WhichOneof("payload") for frame in frames]
    assert set(kinds) == {"accepted", "caught_up", "update", "opened"}
    assert frames[kinds.index("accepted")].record == frames[kinds.index("update")].record == taken.record


def test_a_spectators_channel_cannot_answer(table: Table) -> None:
    stream = table.stream()
    table.opened(stream, None)
    stream.send(answer_command(table.open_decision()))
    assert stream.receive().refused.reason == "SPECTATOR_CANNOT_ACT"


def test_bytes_that_are_no_message_end_the_stream(table: Table) -> None:
    attend: grpc.StreamStreamMultiCallable[bytes, bytes] = table.channel.stream_stream(
        "/tilth.v1.PlayService/Attend"
    )
    call = attend(iter([b"\xff\xff"]), metadata=table.metadata, timeout=60)
    with pytest.raises(grpc.RpcError) as refused:
        next(call)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert reason_of(refused.value)[0] == "MALFORMED"


def test_an_error_names_reason_limit_and_field(table: Table, channel: grpc.Channel) -> None:
    big = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, title="x" * (1 << 20))
    lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
    with pytest.raises(grpc.RpcError) as refused:
        lobby.CreateMatch(big, metadata=table.metadata)
    assert reason_of(refused.value) == ("LIMIT_EXCEEDED", {"limit": "message_bytes", "value": "1048576"})
    odd = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, settings={"long_form": "perhaps"})
    with pytest.raises(grpc.RpcError) as refused:
        lobby.CreateMatch(odd, metadata=table.metadata)
    assert reason_of(refused.value)[0] == "OPTIONS_INVALID"
    status: Any = rpc_status.from_call(refused.value)  # type: ignore[arg-type]
    request = BadRequest()
    assert status.details[1].Unpack(request)
    assert request.field_violations[0].field == "settings.long_form"


def test_a_repeated_request_gets_the_same_reply(channel: grpc.Channel) -> None:
    stub = players_pb2_grpc.PlayersServiceStub(channel)
    asked = players_pb2.RegisterRequest(name="Twice", request_id="once")
    assert stub.Register(asked) == stub.Register(asked)
    with pytest.raises(grpc.RpcError) as refused:
        stub.Register(players_pb2.RegisterRequest(name="tWICE", request_id="another"))
    assert reason_of(refused.value)[0] == "NAME_TAKEN"


def test_an_exported_file_is_as_the_page_describes_it(table: Table) -> None:
    head = played_to_the_end(table).ended.head
    archive = archive_pb2_grpc.ArchiveServiceStub(table.channel)
    request = archive_pb2.ExportMatchRequest(match_id=table.match_id)
    file = b"".join(reply.chunk for reply in archive.ExportMatch(request, metadata=table.metadata))
    first, *rest = messages(file)
    header = archive_pb2.ExportHeader.FromString(first)
    assert (header.format, header.version, header.match_id) == ("tilth match", 1, table.match_id)
    assert header.record_count == len(rest)
    hashed = hashlib.sha256(b"tilth stream\0match/" + table.match_id.encode()).digest()
    for number, entry in enumerate(map(archive_pb2.LogEntry.FromString, rest)):
        hashed = hashlib.sha256(hashed + entry.record).digest()
        assert (entry.number, entry.hash) == (number, hashed)
    assert hashed == head
    pieces = iter([archive_pb2.ImportMatchRequest(chunk=file)])
    assert archive.ImportMatch(pieces, metadata=table.metadata).already_present


def test_a_server_that_stops_cuts_channels_off_and_names_the_next_record(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, grpc.insecure_channel(server.address) as channel:
        table = a_table(channel, "Ann")
        stream = table.stream()
        next_record = table.opened(stream, 0)[-1].record
        server.process.terminate()
        last = stream.receive()
        assert (last.cut_off.reason, last.record) == ("SERVER_STOPPING", next_record)
        assert stream.ended() is grpc.StatusCode.OK
        assert server.process.wait(60) == 0


def played_to_the_end(table: Table) -> Frame:
    stream = table.stream()
    open_decisions = {}
    for seat in (0, 1):
        for frame in table.opened(stream, seat, number=seat + 1):
            if frame.caught_up.HasField("decision"):
                open_decisions[seat] = frame.caught_up.decision
    ended: list[Frame] = []
    while len(ended) < 2:
        if open_decisions:
            decision = open_decisions.pop(min(open_decisions))
            stream.send(answer_command(decision, number=decision.seat + 1))
        frame = stream.receive()
        if frame.update.HasField("decision"):
            open_decisions[frame.update.decision.seat] = frame.update.decision
        if frame.HasField("ended"):
            ended.append(frame)
    return ended[0]


def messages(file: bytes) -> Iterator[bytes]:
    """Return the messages of a file in which each follows its length, a varint."""
    at = 0
    while at < len(file):
        length = shift = 0
        while True:
            byte = file[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield file[at : at + length]
        at += length

"""`tilth-server` as a process: how it starts, what it says and hides, how it stops."""

import asyncio
import json
import signal
import socket
import sys
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.e2e.serving import own_port
from tests.server.serve.full_server import SECONDS, Person, new_match, open_decision, play_randomly
from tests.server.serve.process import Process, ended, serving
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, play_pb2, players_pb2
from tilth.v1.record_pb2 import Record

COLLECTING = """
import gc
from tilth_server.main import main
try:
    main()
finally:
    print("collects:", gc.isenabled())
"""


def place(data: Path) -> tuple[str, ...]:
    return ("--data", str(data), "--listen", "127.0.0.1:0")


async def person(channel: grpc.aio.Channel, name: str) -> Person:
    reply = await Person(channel, "").players.Register(players_pb2.RegisterRequest(name=name))
    return Person(channel, reply.token, reply.player.id, name)


async def test_the_first_line_names_the_games_and_the_data_directory_with_the_operators_token(
    tmp_path: Path,
) -> None:
    data = tmp_path / "not" / "made" / "yet"
    async with serving(data) as server:
        assert "petrichor" in server.first_line
        assert f"data in {data}" in server.first_line
        token = (data / "operator.token").read_text().strip()
        async with grpc.aio.insecure_channel(server.address) as channel:
            operator = Person(channel, token)
            assert (await operator.players.GetMe(players_pb2.GetMeRequest())).player.operator
        code, _, out, _ = await server.stop(signal.SIGTERM)
        assert code == 0
        assert str(data / "operator.token") in out
        assert token not in out


async def test_garbage_is_not_looked_for_during_the_start_only(tmp_path: Path) -> None:
    process = await Process.started(sys.executable, "-c", COLLECTING, "serve", *place(tmp_path))
    try:
        await process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        out, _ = await asyncio.wait_for(process.communicate(), SECONDS)
        assert out.endswith(b"collects: True\n")
    finally:
        await process.kill()
    process = await Process.started(sys.executable, "-c", COLLECTING, "verify", *place(tmp_path)[:2])
    out, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    assert out.endswith(b"collects: True\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_stops_within_ten_seconds_and_sends_every_stream_the_record_to_resume_from(
    tmp_path: Path, number: int
) -> None:
    async with serving(tmp_path) as server, grpc.aio.insecure_channel(server.address) as channel:
        ann, bob = await person(channel, "Ann"), await person(channel, "Bob")
        match = await new_match(ann, bob, game="petrichor")
        attending = attend(channel, bob, match)
        watching = bob.play.Watch(
            play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match)), timeout=60
        )
        replaying = bob.archive.Replay(
            archive_pb2.ReplayRequest(match_id=match, interval_ms=60_000), timeout=60
        )
        for call in (attending, watching, replaying):
            await call.read()
        code, seconds, _, _ = await server.stop(number)
        assert code == 0
        assert seconds < 10
        frames = play_pb2.AttendResponse.FromString(await last(attending)).frames
        assert frames[-1].cut_off.reason == "SERVER_STOPPING"
        assert frames[-1].record == 4
        assert (await last(watching)).frames[-1].cut_off.reason == "SERVER_STOPPING"
        assert await attending.code() is StatusCode.OK
        assert await replaying.code() is StatusCode.UNAVAILABLE


def attend(channel: grpc.aio.Channel, who: Person, match: str) -> Any:
    from tests.server.serve.one_service import bearer

    opening = play_pb2.Command(channel=1, open=play_pb2.OpenChannel(match_id=match, seat=1))
    method: Any = channel.stream_stream("/tilth.v1.PlayService/Attend")
    call = method(metadata=bearer(who.token), timeout=60)
    sending = asyncio.ensure_future(
        call.write(play_pb2.AttendRequest(commands=[opening]).SerializeToString())
    )
    sending.add_done_callback(lambda done: done.exception())
    return call


async def last(call: Any) -> Any:
    """The last message of a stream."""
    message = None
    while (read := await call.read()) is not grpc.aio.EOF:
        message = read
    return message


async def test_an_acknowledged_answer_is_there_after_a_stop(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, grpc.aio.insecure_channel(server.address) as channel:
        ann, bob = await person(channel, "Ann"), await person(channel, "Bob")
        match = await new_match(ann, bob, game="petrichor")
        given = await play_randomly(match, ann, bob, max_answers=10)
        await server.stop(signal.SIGTERM)
    async with serving(tmp_path) as server, grpc.aio.insecure_channel(server.address) as channel:
        ann = Person(channel, ann.token, ann.id)
        found = (await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
        assert found.record_count == 4 + given


async def test_a_second_server_on_the_same_data_is_refused_with_one_line(tmp_path: Path) -> None:
    async with serving(tmp_path):
        code, out, err = await ended("serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0")
        assert code == 1
        assert out == ""
        assert err.startswith("tilth-server: ")
        assert "in use by another server" in err
        assert err.count("\n") == 1


async def test_an_address_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for flag in ("--listen", "--metrics"):
            code, _, err = await ended(
                "serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0", flag, address
            )
            assert code == 1
            assert address in err.splitlines()[-1]
            assert "Traceback" not in err


async def test_two_servers_never_share_an_address(tmp_path: Path) -> None:
    async with serving(tmp_path / "one") as server:
        code, _, err = await ended("serve", "--data", str(tmp_path / "other"), "--listen", server.address)
        assert code == 1
        assert server.address in err


async def test_a_bad_flag_is_one_line_and_two(tmp_path: Path) -> None:
    code, out, err = await ended("serve", "--listen", "nowhere")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    code, _, err = await ended("serve", "--listen", "0.0.0.0:4030")
    assert code == 2
    assert "--insecure" in err


async def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = await ended("serve", "--data", str(tmp_path / "file" / "data"))
    assert code == 1
    assert err.startswith("tilth-server: cannot write")
    assert err.count("\n") == 1


async def test_a_store_that_lost_records_is_served_only_if_that_is_accepted(tmp_path: Path) -> None:
    """An older copy in place of the database, and no database at all, as a careless hand leaves them."""
    async with serving(tmp_path) as server:
        await server.stop(signal.SIGTERM)
    older = (tmp_path / "tilth.db").read_bytes()
    async with serving(tmp_path) as server, grpc.aio.insecure_channel(server.address) as channel:
        await Person(channel, "").players.Register(players_pb2.RegisterRequest(name="Ann"))
        await server.stop(signal.SIGTERM)
    token = (tmp_path / "operator.token").read_bytes()
    for database, missing in ((older, "1 record and 0 streams"), (b"", "4 records and 2 streams")):
        (tmp_path / "tilth.db").write_bytes(database)
        for command in ("serve", "operator-token"):
            code, _, err = await ended(command, "--data", str(tmp_path))
            assert code == 1, command
            assert err.count("\n") == 1
            assert f"{missing} are missing" in err
            assert "--accept-older-store" in err
        assert (tmp_path / "operator.token").read_bytes() == token
    (tmp_path / "tilth.db").write_bytes(older)
    code, out, _ = await ended("verify", "--data", str(tmp_path))
    assert code == 1
    assert "1 record and 0 streams are missing" in out
    async with serving(tmp_path, "--accept-older-store", "--log-format", "json") as server:
        _, _, _, err = await server.stop(signal.SIGTERM)
        assert "older store accepted" in err
    async with serving(tmp_path):
        assert (tmp_path / "operator.token").read_bytes() == token


async def test_a_token_file_without_a_database_is_not_overwritten(tmp_path: Path) -> None:
    """A directory of an earlier build, which has no mark, looks like this when its database is lost."""
    (tmp_path / "operator.token").write_text("precious\n")
    (tmp_path / "tilth.db").touch()
    code, _, err = await ended("serve", "--data", str(tmp_path))
    assert code == 1
    assert "its database is empty" in err
    assert (tmp_path / "operator.token").read_text() == "precious\n"
    assert not (tmp_path / "tilth.db").stat().st_size, "a copy can still be restored there"


async def test_the_operators_token_can_be_replaced_while_no_server_runs(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        old = (tmp_path / "operator.token").read_text().strip()
        code, _, err = await ended("operator-token", "--data", str(tmp_path))
        assert code == 1
        assert "in use" in err
        await server.stop(signal.SIGTERM)
    code, out, _ = await ended("operator-token", "--data", str(tmp_path))
    assert code == 0
    new = out.strip()
    assert new != old
    async with serving(tmp_path) as server, grpc.aio.insecure_channel(server.address) as channel:
        assert (await Person(channel, new).players.GetMe(players_pb2.GetMeRequest())).player.operator
        with pytest.raises(grpc.aio.AioRpcError):
            await Person(channel, old).players.GetMe(players_pb2.GetMeRequest())


async def test_a_real_run_logs_important_events_as_json_and_no_secret(tmp_path: Path) -> None:
    port = own_port()
    async with serving(
        tmp_path, "--log-format", "json", "--metrics", f"127.0.0.1:{port}", "--calls-per-second", "1000"
    ) as server:
        async with grpc.aio.insecure_channel(server.address) as channel:
            ann, bob = await person(channel, "Ann"), await person(channel, "Bob")
            operator_token = (tmp_path / "operator.token").read_text().strip()
            operator = Person(channel, operator_token)
            given_seed = bytes(range(32))
            match = await new_match(ann, bob, game="petrichor", seed=given_seed)
            await play_randomly(match, ann, bob)
            other = await new_match(ann, bob, game="petrichor")
            decision = await open_decision(ann, other, 0) or await open_decision(bob, other, 1)
            assert decision is not None
            invitation = (
                await operator.operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
            ).invitation
            with pytest.raises(grpc.aio.AioRpcError):
                await Person(channel, ann.token + "x").players.GetMe(players_pb2.GetMeRequest())
            garbage: Any = channel.unary_unary("/tilth.v1.LobbyService/GetMatch")
            with pytest.raises(grpc.aio.AioRpcError):
                await garbage(b"\xff")
            reading = operator.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=match, limit=1))
            piece = await reading.read()
            created = Record.FromString(piece.entries[0].record)
            assert created.created.seed == given_seed
            metrics = await asyncio.to_thread(scraped, port)
        code, _, out, err = await server.stop(signal.SIGTERM)
    assert code == 0
    lines = [json.loads(line) for line in err.splitlines()]
    events = {line["event"] for line in lines}
    assert {"server started", "server stopping", "server stopped"} <= events
    assert all("timestamp" in line and "level" in line for line in lines)
    assert len(lines) < 40, "a line for every call"
    for secret in (ann.token, bob.token, operator_token, invitation, given_seed.hex(), repr(given_seed)):
        assert secret not in out + err
    assert 'tilth_matches{state="finished"} 1.0' in metrics
    assert 'tilth_refusals_total{reason="TOKEN_INVALID"} 1.0' in metrics
    answers = next(line for line in metrics.splitlines() if line.startswith("tilth_answers_total"))
    assert float(answers.split()[1]) > 50


def scraped(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=SECONDS) as reply:
        return str(reply.read().decode())

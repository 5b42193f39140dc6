"""Four clients that share no code, each playing a match to its end: the protocol is what the schemas say it is."""

import asyncio
import base64
import json
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import grpc

from tests.e2e.people import Person, assert_proven, log_of, match_of
from tests.e2e.serving import ServerProcess, assert_calm
from tilth.v1 import lobby_pb2
from tilth_client import Answer, Decision, connect, picks
from tilth_dataclasses.tilth.v1 import (
    Answer as AnswerMessage,
)
from tilth_dataclasses.tilth.v1 import (
    AttendRequest,
    Command,
    CreateMatchRequest,
    Frame,
    OpenChannel,
    RegisterRequest,
    TakeSeatRequest,
    clients,
)

REPOSITORY = Path(__file__).parents[2]
BUF = Path(sys.executable).parent / "buf"
SECONDS = 100


async def assert_played(person: Person, match_id: str, places: list[int]) -> None:
    """Check that the match has ended with these places, and that it verifies."""
    match = await match_of(person, match_id)
    assert match.state == lobby_pb2.MATCH_STATE_FINISHED
    assert list(match.result.places) == places
    assert len(await log_of(person, match_id)) == match.record_count > 30
    await assert_proven(person, match_id)


# The dataclasses of betterproto2 --------------------------------------------------------------------------------


async def test_the_dataclass_stubs_play_a_match(server: ServerProcess, ann: Person) -> None:
    log = server.log_size()
    async with grpc.aio.insecure_channel(server.address) as channel:
        lobby = clients.LobbyServiceClient(channel)
        tokens = []
        for name in ("Dora Dataclass", "Dan Dataclass"):
            reply = await clients.PlayersServiceClient(channel).register(RegisterRequest(name=name))
            tokens.append((("authorization", f"Bearer {reply.token}"),))
        created = await lobby.create_match(
            CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0], start_when_full=True),
            metadata=tokens[0],
        )
        assert created.match is not None
        match_id = created.match.id
        await lobby.take_seat(TakeSeatRequest(match_id=match_id), metadata=tokens[1])
        ends = await asyncio.wait_for(
            asyncio.gather(
                *(_played_by_dataclasses(channel, match_id, seat, tokens[seat]) for seat in (0, 1))
            ),
            SECONDS,
        )
    assert ends[0].ended is not None
    assert ends[1].ended is not None
    assert ends[0].ended.result is not None
    assert ends[0].ended == ends[1].ended
    await assert_played(ann, match_id, ends[0].ended.result.places)
    assert_calm(server, log)


async def _played_by_dataclasses(
    channel: grpc.aio.Channel, match_id: str, seat: int, metadata: tuple[tuple[str, str], ...]
) -> Frame:
    call = clients.PlayServiceClient(channel).attend(metadata=metadata)
    await call.write(
        AttendRequest(
            commands=[Command(channel=7, open=OpenChannel(match_id=match_id, seat=seat, views=True))]
        )
    )
    async for response in call:
        answers = []
        for frame in response.frames:
            assert frame.refused is None
            if frame.ended is not None:
                call.cancel()
                return frame
            now = frame.update or frame.caught_up
            if now is not None and now.decision is not None:
                asked = now.decision
                answer = AnswerMessage(
                    request_id=f"{asked.id}",
                    decision_id=asked.id,
                    picks=asked.default_picks,
                    numbers=asked.default_numbers,
                )
                answers.append(Command(channel=7, answer=answer))
        if answers:
            await call.write(AttendRequest(commands=answers))
    raise AssertionError("the stream ended before the match")


# The SDK ----------------------------------------------------------------------------------------------------------


async def test_the_sdk_plays_a_match(server: ServerProcess, ann: Person) -> None:
    log = server.log_size()

    async def bot(view: Any, decision: Decision) -> Answer:
        assert view.tiles or decision.kind
        if decision.min_picks == decision.max_picks == 1:
            return picks(decision.ids[-1])
        return decision.default

    async with connect(server.address) as one, connect(server.address) as two:
        await one.register("Sid SDK")
        await two.register("Sue SDK")
        match = await one.create_match("petrichor", 2, take=[0])
        await two.take_seat(match.id)
        ends = await asyncio.wait_for(
            asyncio.gather(one.play(match.id, 0, bot), two.play(match.id, 1, bot)), SECONDS
        )
    assert ends[0] == ends[1]
    await assert_played(ann, match.id, list(ends[0].result.places))
    assert_calm(server, log)


# Reflection alone ---------------------------------------------------------------------------------------------------


async def test_a_client_built_from_reflection_alone_plays_a_match(server: ServerProcess, ann: Person) -> None:
    log = server.log_size()
    program = Path(__file__).with_name("reflecting_client.py")
    words = [sys.executable, "-I", "-S", str(program), sysconfig.get_path("purelib"), server.address]
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = await asyncio.wait_for(process.communicate(), SECONDS)
    assert process.returncode == 0, err.decode()
    printed = json.loads(out)
    assert printed["events"] > 100
    assert printed["views"] > 30
    await assert_played(ann, printed["match_id"], printed["places"])
    assert_calm(server, log)


# buf curl -----------------------------------------------------------------------------------------------------------


class Curl:
    """`buf curl`: everything it knows it asks the server for, by reflection."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._token = ""

    async def register(self, name: str) -> None:
        self._token = (await self.call("PlayersService/Register", {"name": name}))["token"]

    async def call(self, method: str, request: dict[str, Any]) -> Any:
        words = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--data", json.dumps(request)]
        if self._token:
            words += ["--header", f"authorization: Bearer {self._token}"]
        process = await asyncio.create_subprocess_exec(
            str(BUF),
            *words,
            f"http://{self._address}/tilth.v1.{method}",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(process.communicate(), SECONDS)
        assert process.returncode == 0, f"{method}: {err.decode()}"
        return json.loads(out)


async def test_buf_curl_plays_a_match(server: ServerProcess, ann: Person) -> None:
    """A match for two. After some answers both seats resign: each call is a process, so a whole one takes long."""
    log = server.log_size()
    curl = Curl(server.address)
    await curl.register("Bufalo Curl")
    made = await curl.call(
        "LobbyService/CreateMatch",
        {"game": "petrichor", "seatCount": 2, "takeSeats": [0, 1], "startWhenFull": True},
    )
    match_id = made["match"]["id"]
    seat = 0
    answers: list[int] = []
    while len(answers) < 12:
        view = await curl.call("PlayService/GetView", {"matchId": match_id, "seat": seat})
        if seat not in view["pendingSeats"]:
            seat = view["pendingSeats"][0]
            continue
        asked = view["decision"]
        answer = {
            "requestId": f"{seat}/{asked['id']}",
            "decisionId": asked["id"],
            "picks": asked.get("defaultPicks", []),
        }
        taken = await curl.call(
            "PlayService/Answer", {"matchId": match_id, "seat": seat, "answers": [answer]}
        )
        answers += map(int, taken["records"])
    assert answers == sorted(set(answers))
    for seat in (0, 1):
        await curl.call(
            "LobbyService/ResignMatch", {"matchId": match_id, "seat": seat, "requestId": f"enough {seat}"}
        )
    over = (await curl.call("LobbyService/GetMatch", {"matchId": match_id}))["match"]
    assert over["state"] == "MATCH_STATE_FINISHED"
    assert len(base64.b64decode(over["seedCommitment"])) == 32
    await assert_played(ann, match_id, over["result"]["places"])
    assert_calm(server, log)


async def test_buf_curl_finds_every_service_and_the_games_types(server: ServerProcess) -> None:
    async def listed(*words: str) -> str:
        process = await asyncio.create_subprocess_exec(
            str(BUF), "curl", "--protocol", "grpc", "--http2-prior-knowledge", *words, stdout=subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(process.communicate(), SECONDS)
        return out.decode()

    services = (await listed("--list-services", f"http://{server.address}")).split()
    for name in ("Play", "Lobby", "Archive", "Players", "Operations"):
        assert f"tilth.v1.{name}Service" in services
    assert "grpc.health.v1.Health" in services

"""Records that are not what was written: named, never served as good, and nobody else suffers."""

import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator

import grpc
import pytest

from tests.e2e.people import (
    assert_proven,
    attending,
    channel_to,
    match_of,
    new_match,
    picture_of,
    play_on,
    play_out,
    refused,
    somebody,
)
from tests.e2e.serving import ServerProcess, assert_calm
from tests.seeds import thinned
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2


@pytest.fixture
async def channel(own_server: ServerProcess) -> AsyncIterator[grpc.aio.Channel]:
    async with channel_to(own_server.address) as channel:
        yield channel


DAMAGE = {
    "altered in the middle": (
        "UPDATE records SET body = CAST(body || x'00' AS BLOB) WHERE stream = :stream AND number = 5",
        5,
    ),
    "text that is no text": (
        "UPDATE records SET body = CAST(x'ff00' AS TEXT) WHERE stream = :stream AND number = 5",
        5,
    ),
    "with another hash": ("UPDATE records SET hash = zeroblob(32) WHERE stream = :stream AND number = 6", 6),
    "torn": ("UPDATE records SET body = substr(body, 1, 4) WHERE stream = :stream AND number = 7", 7),
    "missing in the middle": ("DELETE FROM records WHERE stream = :stream AND number = 4", 4),
    "missing at the end": (
        "DELETE FROM records WHERE stream = :stream AND number = (SELECT length - 1 FROM streams WHERE id = :stream)",
        -1,
    ),
    "altered at the end": (
        "UPDATE records SET body = x'' WHERE stream = :stream AND number = "
        "(SELECT length - 1 FROM streams WHERE id = :stream)",
        -1,
    ),
    "altered at the beginning": ("UPDATE records SET body = x'00' WHERE stream = :stream AND number = 0", 0),
    "a number": ("UPDATE records SET body = 7 WHERE stream = :stream AND number = 5", 5),
    "altered where it began": ("UPDATE records SET body = x'00' WHERE stream = :stream AND number = 3", 3),
    "all gone": ("DELETE FROM records WHERE stream = :stream", 0),
}


OVER_TOO = ("torn", "missing in the middle", "missing at the end", "altered at the end")


@pytest.mark.parametrize(
    ("damage", "over"),
    thinned([*((damage, False) for damage in DAMAGE), *((damage, True) for damage in OVER_TOO)], 2),
)
async def test_a_damaged_match_is_named_and_all_others_play_on(
    own_server: ServerProcess, channel: grpc.aio.Channel, damage: str, over: bool
) -> None:
    statement, number = DAMAGE[damage]
    ann, bo = await somebody(channel), await somebody(channel)
    hurt, well = await new_match(ann, bo), await new_match(ann, bo)
    await (play_out(hurt, [ann, bo]) if over else play_on(hurt, [ann, bo], 12))
    await play_on(well, [ann, bo], 12)
    before = await picture_of(well, [ann, bo])
    last = (await match_of(ann, hurt)).record_count - 1
    number = last if number < 0 else number
    own_server.stop()
    with contextlib.closing(sqlite3.connect(own_server.data / "tilth.db")) as database, database:
        (stream,) = database.execute("SELECT id FROM streams WHERE name = ?", (f"match/{hurt}",)).fetchone()
        assert database.execute(statement, {"stream": stream}).rowcount >= 1
    own_server.start()
    log = own_server.log_size()

    view = archive_pb2.ViewAtRequest(match_id=hurt, record=last, viewer=archive_pb2.Viewer(spectator=True))
    calls = {
        "ReadLog": ann.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=hurt)),
        "ViewAt": ann.archive.ViewAt(view),
        "GetView": ann.play.GetView(play_pb2.GetViewRequest(match_id=hurt)),
    }
    if not over:
        answer = play_pb2.Answer(request_id="on", decision_id=1)
        request = play_pb2.AnswerRequest(match_id=hurt, seat=0, answers=[answer])
        calls["Answer"] = ann.play.Answer(request)
    wanted = (
        grpc.StatusCode.DATA_LOSS,
        "DATA_DAMAGED",
        (("record", str(number)), ("stream", f"match/{hurt}")),
    )
    got = {name: await refused(call) for name, call in calls.items()}
    assert {name: (each.code, each.reason, each.metadata) for name, each in got.items()} == dict.fromkeys(
        got, wanted
    )
    async with attending(ann) as stream:
        await stream.open(1, hurt, from_record=0)
        while (frame := await stream.next()).WhichOneof("payload") in ("opened", "update"):
            assert frame.record < max(number, 1), "a record behind the damage was shown"
        assert frame.refused.reason == "DATA_DAMAGED"
    assert await picture_of(well, [ann, bo]) == before
    await play_out(well, [ann, bo])
    await assert_proven(ann, well)
    await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())
    assert_calm(own_server, log, "store request failed", "damaged record found", "head unreadable")


async def test_a_match_that_is_damaged_is_not_written_on(
    own_server: ServerProcess, channel: grpc.aio.Channel
) -> None:
    """Its record of the start is altered, so that it looks as if it had not begun: it can't be begun again."""
    ann, bo = await somebody(channel), await somebody(channel)
    match_id = await new_match(ann, bo)
    await play_on(match_id, [ann, bo], 12)
    length = (await match_of(ann, match_id)).record_count
    own_server.stop()
    with contextlib.closing(sqlite3.connect(own_server.data / "tilth.db")) as database, database:
        (stream,) = database.execute(
            "SELECT id FROM streams WHERE name = ?", (f"match/{match_id}",)
        ).fetchone()
        database.execute("UPDATE records SET body = x'00' WHERE stream = ? AND number = 3", (stream,))
    own_server.start()
    calls = [
        ann.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=match_id)),
        bo.lobby.LeaveSeat(lobby_pb2.LeaveSeatRequest(match_id=match_id, seat=1)),
        bo.lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match_id, seat=1)),
        bo.play.Undo(play_pb2.UndoRequest(match_id=match_id, seat=1, request_id="u")),
    ]
    reasons = []
    for call in calls:
        try:
            await call
            reasons.append("it was done")
        except grpc.aio.AioRpcError:
            reasons.append((await refused(call)).reason)
    assert reasons == ["DATA_DAMAGED"] * 4
    own_server.stop()
    with contextlib.closing(sqlite3.connect(own_server.data / "tilth.db")) as database:
        assert database.execute("SELECT length FROM streams WHERE id = ?", (stream,)).fetchone() == (length,)


async def test_a_server_whose_register_is_damaged_does_not_start(
    own_server: ServerProcess, channel: grpc.aio.Channel
) -> None:
    await somebody(channel)
    own_server.stop()
    with contextlib.closing(sqlite3.connect(own_server.data / "tilth.db")) as database, database:
        (stream,) = database.execute("SELECT id FROM streams WHERE name = 'players'").fetchone()
        database.execute("UPDATE records SET body = x'00' WHERE stream = ? AND number = 1", (stream,))
    own_server.begin()
    assert own_server.wait() == 1
    last = own_server.log_file.read_text().splitlines()[-1]
    assert json.loads(last)["event"].startswith("tilth-server: record 1 of stream 'players'")
    assert "Traceback" not in own_server.log_file.read_text()

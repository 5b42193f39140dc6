"""The clients that tools/client_stubs.py writes, against a server on the upb stubs."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from tests.tooling.conftest import Sample

SOON = 10


async def test_a_unary_call_carries_a_message_there_and_back(notes: Any, sample: Sample) -> None:
    note = sample.shared_dataclasses.Note(at=datetime(2026, 3, 1, 12, tzinfo=UTC), text="rain", seat=0)
    reply = await notes.echo(sample.dataclasses.EchoRequest(note=note), timeout=SOON)
    assert reply == sample.dataclasses.EchoResponse(note=note)
    assert (reply.note.seat, reply.note.number) == (0, None)


async def test_a_server_stream_is_iterated(notes: Any, sample: Sample) -> None:
    call = notes.count(sample.dataclasses.CountRequest(to=3), timeout=SOON)
    assert [reply.number async for reply in call] == [0, 1, 2]


async def test_a_client_stream_is_given_or_written(notes: Any, sample: Sample) -> None:
    texts = [sample.dataclasses.ImportRequest(text=text) for text in ("a", "b", "c")]
    assert (await notes.import_(iter(texts), timeout=SOON)).count == 3
    call = notes.import_(timeout=SOON)
    await call.write(texts[0])
    await call.done_writing()
    assert (await call).count == 1


async def test_both_sides_of_a_bidi_stream_talk_in_turn(notes: Any, sample: Sample) -> None:
    call = notes.talk(timeout=SOON)
    for text in ("one", "two"):
        await call.write(sample.dataclasses.TalkRequest(text=text))
        assert (await call.read()).text == text.upper()
    await call.done_writing()
    assert await call.read() is grpc.aio.EOF
    assert await call.code() is grpc.StatusCode.OK


async def test_messages_of_other_packages_and_within_messages_are_found(notes: Any, sample: Sample) -> None:
    copy = await notes.duplicate(sample.shared_dataclasses.Note(number=7), timeout=SOON)
    assert copy == sample.shared_dataclasses.NoteCopy(of=sample.shared_dataclasses.Note(number=7))


async def test_metadata_travels_both_ways(notes: Any, sample: Sample) -> None:
    call = notes.echo(sample.dataclasses.EchoRequest(), timeout=SOON, metadata=[("caller", "seat-2")])
    await call
    assert (await call.trailing_metadata())["heard-from"] == "seat-2"


async def test_a_deadline_ends_a_call(notes: Any, sample: Sample) -> None:
    slow = sample.dataclasses.EchoRequest(note=sample.shared_dataclasses.Note(text="slowly"))
    with pytest.raises(grpc.aio.AioRpcError) as failure:
        await notes.echo(slow, timeout=0.05)
    assert failure.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


async def test_a_refusal_keeps_its_status_and_details(notes: Any, sample: Sample) -> None:
    negative = sample.dataclasses.EchoRequest(note=sample.shared_dataclasses.Note(number=-1))
    call = notes.echo(negative, timeout=SOON)
    with pytest.raises(grpc.aio.AioRpcError, match="a negative number"):
        await call
    status = await rpc_status.aio.from_call(call)
    assert status is not None
    reason = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(reason)
    assert reason.reason == "NEGATIVE"


def test_the_schemas_comment_is_the_class_documentation(sample: Sample) -> None:
    assert sample.clients.NotesServiceClient.__doc__ == "Notes has a call of every kind."


USER = """\
import grpc.aio
from sample_dataclasses.sample.v1 import CountRequest, EchoRequest, EchoResponse, ImportRequest, TalkRequest
from sample_dataclasses.sample.v1.clients import NotesServiceClient

async def use(channel: grpc.aio.Channel) -> int:
    notes = NotesServiceClient(channel)
    reply: EchoResponse = await notes.echo(EchoRequest(), timeout=1.0, metadata=[("caller", "me")])
    async for counted in notes.count(CountRequest(to=3)):
        reveal_type(counted)
    reveal_type(await notes.import_(iter([ImportRequest()])))
    talk = notes.talk()
    await talk.write(TalkRequest(text="hello"))
    async for said in talk:
        reveal_type(said)
    return 1 if reply.note else 0
"""


# mypy reports nothing within installed packages, which is where a user has the stubs.
AS_INSTALLED = "[mypy]\nstrict = true\n[mypy-sample_dataclasses.*]\nignore_errors = true\n"


def mypy(sample: Sample, program: Path) -> subprocess.CompletedProcess[str]:
    settings = sample.folder / "mypy.ini"
    settings.write_text(AS_INSTALLED)
    command = [sys.executable, "-m", "mypy", f"--config-file={settings}", str(program)]
    command.append(f"--cache-dir={sample.folder / '.mypy_cache'}")
    environment = os.environ | {"MYPYPATH": str(sample.folder)}
    return subprocess.run(
        command, env=environment, cwd=program.parent, capture_output=True, text=True, check=False
    )


def test_a_user_of_the_clients_is_checked_strictly(sample: Sample, tmp_path: Path) -> None:
    program = tmp_path / "user.py"
    program.write_text(USER)
    result = mypy(sample, program)
    assert result.returncode == 0, result.stdout
    for revealed in ("CountResponse", "ImportResponse", "TalkResponse"):
        assert f"sample_dataclasses.sample.v1.{revealed}" in result.stdout

    program.write_text(USER.replace("notes.echo(EchoRequest(),", "notes.echo(CountRequest(),"))
    result = mypy(sample, program)
    assert result.returncode == 1
    assert 'has incompatible type "CountRequest"; expected "EchoRequest"' in result.stdout

"""A copy of a running server, taken locally and remotely; and a server that resumes from it after a loss of all
files."""

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import SLOW_NOTE
from tests.e2e.people import (
    Person,
    assert_proven,
    channel_to,
    match_of,
    new_match,
    play_on,
    play_out,
    visitors,
)
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, running
from tests.warm import run
from tilth.v1 import lobby_pb2, operations_pb2
from tilth_server.operations.backup_stream import PREFIX

SERVER = (sys.executable, "-m", "tilth_server.main")
CLIENT = (sys.executable, "-m", "tilth_cli.main")


async def ran(*words: str) -> str:
    """Run a command that must succeed, and return its output."""
    done = await asyncio.to_thread(run, words, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def copied(server: ServerProcess, file: Path, how: str) -> None:
    if how == "here":
        await ran(*SERVER, "backup", "--data", str(server.data), str(file))
    else:
        token = server.operator_token
        await ran(*CLIENT, "ops", "backup", str(file), "--server", server.address, "--token", token)


@pytest.mark.parametrize("how", ["here", "afar"])
async def test_matches_continue_from_a_copy_that_was_taken_while_they_were_played(
    own_server: ServerProcess, tmp_path: Path, how: str
) -> None:
    file = tmp_path / "copy"
    async with visitors(own_server.address, 2) as people:
        over, running_match = await new_match(*people), await new_match(*people)
        await play_out(over, people, Random(1))
        await play_on(running_match, people, 20, Random(2))
        busy = [await new_match(*people) for _ in range(4)]
        playing = [asyncio.create_task(play_out(match, people, Random(3))) for match in busy]
        await copied(own_server, file, how)
        await asyncio.gather(*playing)
        result = (await match_of(people[0], over)).result
        tokens = [person.token for person in people]
    assert file.stat().st_mode & 0o777 == 0o600
    assert_calm(own_server)
    own_server.kill()
    shutil.rmtree(own_server.data)
    await ran(*SERVER, "restore", "--data", str(tmp_path / "anew"), str(file))
    with running(tmp_path / "anew", *MANY_CALLS) as server:
        async with channel_to(server.address) as channel:
            anew = [Person(channel, token) for token in tokens]
            assert (await match_of(anew[0], over)).result == result
            await assert_proven(anew[0], over)
            await play_out(running_match, anew, Random(4))
            assert (await match_of(anew[0], running_match)).state == lobby_pb2.MATCH_STATE_FINISHED
            await assert_proven(anew[0], running_match)
        # The key that signs receipts is a secret of the old machine, and no part of a backup.
        assert_calm(server, 0, "signing key changed")


async def test_nobody_but_an_operator_gets_a_copy_and_each_stands_in_the_audit(
    server: ServerProcess, ann: Person, tmp_path: Path
) -> None:
    refused = await asyncio.to_thread(
        run,
        [*CLIENT, "ops", "backup", str(tmp_path / "no"), "--server", server.address, "--token", ann.token],
        timeout=120,
    )
    assert refused.returncode == 1
    assert len(SLOW_NOTE.sub("", refused.stderr).splitlines()) == 1
    assert not await asyncio.to_thread(lambda: list(tmp_path.glob("no*")))
    await copied(server, tmp_path / "copy", "afar")
    operator = Person(ann.channel, server.operator_token)
    entries = [
        entry
        async for page in operator.operations.ReadAudit(operations_pb2.ReadAuditRequest(once=True))
        for entry in page.entries
    ]
    assert entries[-1].record.action == "CreateBackup"
    assert not list(server.data.glob(f"{PREFIX}*")), "what was made for the way is gone"


async def test_a_copy_in_which_a_record_was_altered_is_refused_by_name(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async with visitors(own_server.address, 2) as people:
        match = await new_match(*people)
        await play_on(match, people, 5)
    await copied(own_server, tmp_path / "copy", "here")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy, copy:
        copy.execute(
            "UPDATE records SET body = X'00' WHERE number = 3 AND stream ="
            f" (SELECT id FROM streams WHERE name = 'match/{match}')"
        )
    words = [*SERVER, "restore", "--data", str(tmp_path / "anew"), str(tmp_path / "copy")]
    result = await asyncio.to_thread(run, words, timeout=120)
    assert result.returncode == 1
    assert f"record 3 of stream 'match/{match}'" in result.stderr
    assert len(result.stderr.splitlines()) == 1

"""The start of the bots' host, beside gRPC's threads: no fork, which these would not survive. And of a bot there."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.server.bots.tables import lives, until_next
from tilth_server.bots.host import BotHost

PROGRAM = """
import asyncio, ctypes
import uvloop
from tilth_server.bots.host import BotHost

forks = []
count_fork = ctypes.CFUNCTYPE(None)(lambda: forks.append(1))
assert ctypes.CDLL(None).__register_atfork(count_fork, None, None, None) == 0

async def main():
    host = BotHost(512 << 20)
    found = await host.describe({"first": "tilth_bots.simple:first_bot"})
    await host.close()
    print(list(found), len(forks))

with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
    runner.run(main())
"""


def test_the_host_is_started_without_a_fork_on_uvloop() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.stdout == "['first'] 0\n", ended.stderr


HANGING = """
import os, time
from pathlib import Path

Path(__file__).with_name("notes").write_text(str(os.getpid()))
time.sleep(1000)
"""


async def test_a_bot_that_hangs_when_it_is_imported_is_left_out_and_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "others_hanging.py").write_text(HANGING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    host = BotHost(512 << 20, describe_seconds=1.0)
    notes = tmp_path / "notes"
    try:
        with capture_logs() as logs:
            describing = asyncio.create_task(host.describe({"hanging": "others_hanging:bot"}))
            assert await describing == {}
        assert [line["reason"] for line in logs] == ["it was not loaded within 1 s"]
        async with asyncio.timeout(60):
            while notes.exists() and lives(int(notes.read_text())):
                await until_next()
        assert host.pid
    finally:
        await host.close()

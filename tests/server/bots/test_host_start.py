"""The start of the bots' host, beside gRPC's threads: no fork, which these would not survive."""

import subprocess
import sys

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

"""The program that `make run` starts."""

import asyncio
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import grpc

from tests.server.serve.full_server import Person
from tilth.v1 import lobby_pb2, players_pb2


async def started(folder: Path, *words: str) -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tilth_server.demo", *words), cwd=folder, stdout=PIPE, stderr=PIPE
    )


async def test_once_it_plays_a_match_to_its_result_and_leaves_nothing_behind(tmp_path: Path) -> None:
    demo = await started(tmp_path, "--once")
    out, err = await asyncio.wait_for(demo.communicate(), 90)
    output = out.decode()
    assert demo.returncode == 0, err.decode()
    for name in ("gardener", "random", "first"):
        assert name in output
    assert re.search(r"The server is at 127\.0\.0\.1:\d+; the match was [0-9a-f]+\.", output)
    assert not (tmp_path / "data").exists()


async def test_the_demo_serves_after_its_match_until_it_is_interrupted(tmp_path: Path) -> None:
    demo = await started(tmp_path, "--lang", "ru")
    try:
        assert demo.stdout is not None
        async with asyncio.timeout(90):
            async for line in demo.stdout:
                if found := re.search(r"The server is at (\S+); the match was (\S+)\.", line.decode()):
                    address, match = found.groups()
                    break
            else:
                assert demo.stderr is not None
                raise AssertionError((await demo.stderr.read()).decode())
        async with grpc.aio.insecure_channel(address) as channel:
            token = (
                await Person(channel, "").players.Register(players_pb2.RegisterRequest(name="Eve"))
            ).token
            over = await Person(channel, token).lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))
            assert over.match.state == lobby_pb2.MATCH_STATE_FINISHED
            assert sorted(over.match.result.places)[0] == 1
        demo.send_signal(signal.SIGINT)
        await asyncio.wait_for(demo.communicate(), 60)
        assert demo.returncode == 0
        async with grpc.aio.insecure_channel(address) as channel:
            try:
                await asyncio.wait_for(channel.channel_ready(), 1)
            except TimeoutError:
                return
            raise AssertionError("the server outlived the demo")
    finally:
        if demo.returncode is None:
            demo.kill()
            await demo.communicate()

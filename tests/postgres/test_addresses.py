"""Clients with the addresses of all nodes play on while nodes are killed: in a sweep each of three in turn."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random

from tests.client.matches import answers_in_log, assert_none_lost_or_doubled, new_match
from tests.e2e.serving import faults_of
from tests.postgres.node_processes import NodeProcess, start
from tests.seeds import Seeds
from tests.warm import Process
from tilth_bots.simple import answer_at_random
from tilth_client import Answer, Decision, Tilth, connect


async def watched(tilth: Tilth, match_id: str) -> list[int]:
    """Return the numbers of a match's records, as a watcher sees them."""
    return [update.record async for update in tilth.watch(match_id) if update.cause]


async def test_clients_with_all_addresses_play_on_while_nodes_are_killed_in_turn(
    servers: list[NodeProcess], postgres_url: str, tmp_path: Path, seeds: Seeds
) -> None:
    servers = servers[: seeds.often(2, 3)]
    await start(servers, *servers[1:])
    addresses = [node.address for node in servers]
    given: list[int] = []

    async def think(_: object, decision: Decision, random: Random) -> Answer:
        given.append(decision.id)
        await asyncio.sleep(0.02)
        return answer_at_random(decision, random)

    async with AsyncExitStack() as stack:
        anna, boris, clara = [
            await stack.enter_async_context(connect(addresses, retry_seconds=30)) for _ in range(3)
        ]
        for name, tilth in (("anna", anna), ("boris", boris), ("clara", clara)):
            await tilth.register(name)
        ids = [(await new_match([anna, boris])).id for _ in range(6)]
        watching = [asyncio.create_task(watched(clara, match_id)) for match_id in ids]
        playing = [
            asyncio.create_task(
                tilth.play(match_id, seat, partial(think, random=Random(f"{match_id}/{seat}")))
            )
            for match_id in ids
            for seat, tilth in enumerate((anna, boris))
        ]
        watcher = Process(
            [sys.executable, "-m", "tilth_cli.main", "watch", ids[0], "--json"],
            env={**os.environ, "TILTH_SERVER": ",".join(addresses), "TILTH_TOKEN": clara.token},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(watcher.kill)
        assert watcher.stdout is not None
        lines = [await asyncio.to_thread(watcher.stdout.readline)]
        for node in servers[: seeds.often(1, 3)]:
            count = len(given) + 40
            async with asyncio.timeout(60):
                while len(given) < count:  # noqa: ASYNC110 - other processes
                    await asyncio.sleep(0.01)
            assert not all(task.done() for task in playing), "the matches are too short for this test"
            await asyncio.to_thread(node.kill)
            # Lists and new matches work at once, too.
            assert len([match async for match in anna.matches()]) >= len(ids)
            assert (await boris.create_match("petrichor", 2)).id
            if seeds.sweep is not None:
                await asyncio.to_thread(node.start)
        await asyncio.wait_for(asyncio.gather(*playing), 100)
        for match_id, records in zip(ids, await asyncio.gather(*watching), strict=True):
            assert records == list(range((await clara.match(match_id)).record_count))
            assert_none_lost_or_doubled(await answers_in_log(clara, match_id), 2)
        lines += (await asyncio.to_thread(watcher.stdout.read)).splitlines()
        frames = [json.loads(line) for line in lines]
        seen = [frame.get("record", 0) for frame in frames if "update" in frame]
        assert seen == list(range(seen[0], (await clara.match(ids[0])).record_count)), "the terminal"
        assert await asyncio.to_thread(watcher.wait, 30) == 0
    for node in servers:
        if node.lives:
            assert await asyncio.to_thread(node.stop) == 0
    assert await faults_of(postgres_url) == []

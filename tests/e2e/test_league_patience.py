"""Bots that are started before their server, and that outlive it."""

import asyncio
from pathlib import Path

from tests.e2e.league import league, until
from tilth.v1 import tournaments_pb2 as pb


async def test_a_bot_without_a_match_waits_for_the_server_and_reports_it(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.player("early")
        cup.server.kill()
        process = await cup.bot("early", "random")
        await until(lambda: "waiting for the server at" in cup.output_of("early"))
        assert "at most" not in cup.output_of("early"), "it waits forever"
        assert process.poll() is None
        await asyncio.to_thread(cup.server.start)
        await cup.bot("other", "random")
        begun = await cup.begin(pb.Series(games=1), "early", "other")
        await cup.finished(begun.id)
        assert "is there again" in cup.output_of("early")


async def test_a_bot_waits_no_longer_than_its_patience(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.player("early")
        cup.server.kill()
        process = await cup.bot("early", "random", "--patience", "2s")
        assert await asyncio.to_thread(process.wait, 60) != 0
        output = cup.output_of("early")
        assert "for 2 s at most" in output
        assert "No server answers at" in output
        await asyncio.to_thread(cup.server.start)

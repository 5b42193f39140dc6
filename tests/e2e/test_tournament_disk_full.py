"""A disk that is full for a while holds a tournament up, and changes nothing of it."""

import asyncio
from pathlib import Path

from tests.client.serving import running
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot
from tilth_client import connect


async def test_a_full_disk_holds_a_tournament_up_and_it_continues_by_itself(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        async with (
            connect(server.address) as me,
            connect(server.address) as ann,
            connect(server.address) as bo,
        ):
            await me.register("organiser")
            made = await me.tournaments.create(pb.RoundRobin(cycles=10), "petrichor", max_running=4)
            serving = []
            for number, tilth in enumerate((ann, bo)):
                await tilth.register(f"bot {number}")
                await tilth.tournaments.enter(made.id)
                serving.append(asyncio.create_task(tilth.play_all(random_bot(number))))
            await me.tournaments.start(made.id)
            ended = 0
            async for entry in me.tournaments.watch(made.id):
                ended += entry.record.HasField("pairing_ended")
                if entry.record.HasField("pairing_ended") and ended in (3, 9):
                    server.fill_the_disk(full=True)
                    await asyncio.sleep(1.5)
                    server.fill_the_disk(full=False)
            over = await me.tournaments.get(made.id)
            assert over.state == pb.TOURNAMENT_STATE_FINISHED
            assert over.finished_pairings == ended == 20
            games = [game async for game in me.tournaments.pairings(made.id)]
            assert {game.state for game in games} == {pb.PAIRING_STATE_FINISHED}
            assert len({game.match_id for game in games}) == 20
            for task in serving:
                task.cancel()
        errors = [line for line in server.log.read_text().splitlines() if '"level":"error"' in line]
        assert any('"event":"tournament step postponed"' in line for line in errors), (
            "the disk was never full for it"
        )

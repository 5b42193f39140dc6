"""A tournament of many entrants: what takes long is worked out beside the matches."""

from pathlib import Path

from tests.server.serve.games import orchard
from tests.server.tournaments.stage import check_books, staged
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot

MANY = 90


async def test_a_swiss_of_ninety_is_played_to_its_end(tmp_path: Path) -> None:
    """A few of them play; the others have withdrawn before it began."""
    async with staged(tmp_path, orchard()) as stage:
        made = await stage.organiser.tournaments.create(pb.Swiss(rounds=2), "orchard", max_running=16)
        for number in range(MANY):
            tilth = await stage.player(f"bot {number}", random_bot(number) if number < 6 else None)
            await tilth.tournaments.enter(made.id)
            if number >= 6:
                await tilth.tournaments.withdraw(made.id)
        entered = await stage.organiser.tournaments.get(made.id)
        assert (entered.entrant_count, len(entered.entrants)) == (6, MANY)
        await stage.organiser.tournaments.start(made.id)
        over = await stage.finished(made.id)
        await check_books(stage, over)
        standings = (await stage.organiser.tournaments.standings(made.id)).standings
        assert len(standings) == MANY
        assert sum(line.withdrawn for line in standings) == MANY - 6

"""Corrections of finished tournaments, as the store gets them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.server.tournaments.stage import staged
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot


async def test_a_correction_and_the_ranking_after_it_become_durable_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is killed between the two would leave a ranking that does not follow from the results."""
    async with staged(tmp_path) as stage:
        bots = {"a": random_bot(1), "b": random_bot(2)}
        begun = await stage.begun(pb.RoundRobin(cycles=2), bots, rotate=False)
        over = await stage.finished(begun.id)
        store, stored = stage.server.store, list[list[str | None]]()
        append = store.append

        async def noted(stream: str, length: int, bodies: Sequence[bytes], *more: Any, **named: Any) -> None:
            if stream.endswith(over.id) and bodies:
                stored.append([pb.TournamentRecord.FromString(body).WhichOneof("cause") for body in bodies])
            await append(stream, length, bodies, *more, **named)

        monkeypatch.setattr(store, "append", noted)
        tournaments = stage.organiser.tournaments
        await tournaments.void(over.id, 1, "the table was shaken")
        await tournaments.adjudicate(over.id, 2, [2, 1], "the second one played for the first")
        assert stored == [["pairing_ended", "finished"]] * 2
        assert not (await stage.operator.tournaments.verify(over.id)).findings

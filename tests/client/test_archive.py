"""The archive by the SDK: text, moments and seasons."""

from pathlib import Path
from random import Random

import tilth_client
from tests.server.archive.made import Made, stored
from tests.server.serve.whole import running
from tilth.v1 import lobby_pb2
from tilth_server.wire import load_games


async def test_matches_travel_by_text_and_by_season(tmp_path: Path) -> None:
    wire = load_games()["petrichor"]
    matches = [(f"m{seed}", Made(wire, 2, Random(seed), title=f"T{seed}").play().bodies) for seed in range(3)]
    await stored(tmp_path / "here", matches)
    async with (
        running(tmp_path / "here", load_games()) as here,
        running(tmp_path / "there", load_games()) as there,
    ):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        async with (
            tilth_client.connect(str(here.server.address), token=ann.token) as ours,
            tilth_client.connect(str(there.server.address), token=bob.token) as theirs,
        ):
            moments = await ours.archive.moments("m0")
            assert [moment.round for moment in moments][:2] == [0, 1]
            assert moments[-1].scores == (await ours.match("m0")).result.scores
            read = await theirs.archive.read_text(await ours.archive.write_text("m0"))
            assert (read.match_id, read.known, read.record_count) == ("m0", False, len(matches[0][1]))
            file = [piece async for piece in ours.archive.export_season()]
            said = [said async for said in theirs.archive.import_season(file)]
            assert (said[-1].matches_done, said[-1].known) == (3, 1)
            wanted = lobby_pb2.ListMatchesRequest(title="t2")
            assert [match.id async for match in theirs.matches(wanted)] == ["m2"]
            done: list[int] = []
            assert (
                await theirs.archive.verify_season(wanted, lambda said: done.append(said.matches_done)) == []
            )
            assert done[-1] == 1

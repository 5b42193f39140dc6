"""A process that appends is killed: what it acknowledged is there, once and in order."""

import time
from pathlib import Path
from random import Random

import pytest

from tests.contracts.stream_index import some
from tests.store.programs import AT_ONCE, STREAMS, start
from tilth_server.store import IndexRow
from tilth_server.store.sqlite import SqliteStreams

KILLS = 12


async def test_every_acknowledged_record_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    random = Random(4)
    data = tmp_path / "data"
    acknowledged = dict.fromkeys(range(STREAMS), 0)
    kills = 0
    # Where everything is slow, some more lives: until there is enough to be lost.
    while kills < KILLS or sum(acknowledged.values()) <= KILLS * AT_ONCE:
        kills += 1
        process = start("append", data)
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        time.sleep(random.uniform(0.0, 0.15))  # noqa: ASYNC251 - nothing else runs here
        process.kill()
        printed, errors = process.communicate(timeout=60)
        assert errors == ""
        for line in printed.splitlines(keepends=True):
            if line.endswith("\n"):
                which, length = map(int, line.split())
                acknowledged[which] = length
        await see_that_all_is_there(data, acknowledged)


async def see_that_all_is_there(data: Path, acknowledged: dict[int, int]) -> None:
    streams = await SqliteStreams.open(data)
    rows: list[IndexRow] = []
    for which, length in acknowledged.items():
        bodies = [record.body async for record in streams.read(f"match/{which}")]
        assert len(bodies) >= length
        assert len(bodies) % AT_ONCE == 0, "a put was torn apart"
        assert bodies == [b"%d.%d" % (which, number) for number in range(len(bodies))]
        shadow = [record.body async for record in streams.read(f"shadow/{which}")]
        assert shadow == bodies, "two appends of one put were torn apart"
        assert (await streams.verify(f"match/{which}")).length == len(bodies)
        if bodies:
            row = await streams.index.find("match", str(which))
            assert row is not None
            assert row.order == len(bodies), "a put and its row were torn apart"
            rows.append(row)
    assert await streams.index.verify("match", some(rows)) == []
    await streams.close()


async def test_a_killed_process_lets_go_of_the_directory_and_a_living_one_does_not(tmp_path: Path) -> None:
    data = tmp_path / "data"
    process = start("append", data)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    with pytest.raises(
        Exception, match=rf"data is in use by another server \(process {process.pid}\): stop that one"
    ):
        await SqliteStreams.open(data)
    process.kill()
    process.communicate(timeout=60)
    streams = await SqliteStreams.open(data)
    await streams.close()

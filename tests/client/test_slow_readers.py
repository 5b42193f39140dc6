"""A reader slower than its match gets every record, and slows down nobody else."""

import asyncio
import signal

import pytest

from tests.client.conftest import Join
from tests.client.matches import new_match
from tests.client.serving import program
from tilth_bots import BOTS
from tilth_client import sessions

WATCHER = """
import asyncio, sys
from tilth_client import connect

opened = asyncio.Semaphore(0)

async def watch(tilth, match_id):
    records, first = [], True
    async for update in tilth.watch(match_id, views=True, texts=True):
        if first:
            opened.release()
        first = False
        if update.cause:
            records.append(update.record)
    assert records == list(range((await tilth.match(match_id)).record_count)), records

async def main():
    async with connect(sys.argv[1], token=sys.argv[2]) as tilth:
        watching = asyncio.gather(*(watch(tilth, match_id) for match_id in sys.argv[3].split(",") for _ in range(40)))
        for _ in range(240):
            await opened.acquire()
        print("watching", flush=True)
        await watching
        channels = next(tilth._stream._numbers) - 1
        assert channels > 240, "nobody was cut off"
        print("sent everything", flush=True)

asyncio.run(main())
"""


async def test_a_program_that_was_stopped_is_cut_off_and_then_sent_everything(join: Join) -> None:
    anna, boris, clara = await join(), await join(), await join()
    ids = [(await new_match([anna, boris])).id for _ in range(6)]
    assert clara.token
    address = clara._connection.address
    watcher = program(WATCHER, address, clara.token, ",".join(ids))
    assert watcher.stdout is not None
    assert await asyncio.to_thread(watcher.stdout.readline) == "watching\n"
    watcher.send_signal(signal.SIGSTOP)
    try:
        bots = ((anna, 0), (boris, 1))
        playing = [
            tilth.play(match_id, seat, BOTS["random"](seat)) for match_id in ids for tilth, seat in bots
        ]
        await asyncio.wait_for(asyncio.gather(*playing), 60)
    finally:
        watcher.send_signal(signal.SIGCONT)
    out, error = await asyncio.to_thread(watcher.communicate, timeout=100)
    assert (out, watcher.returncode) == ("sent everything\n", 0), error


async def test_a_watch_that_is_read_slowly_is_parked_and_resumes_at_the_same_record(
    join: Join, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_UNREAD", 20)
    tilth = await join()
    match = await tilth.create_match("petrichor", 4, take=range(4))
    slow = tilth.attend(match.id, from_record=0)
    await asyncio.gather(*(tilth.play(match.id, seat, BOTS["random"](seat)) for seat in range(4)))
    assert len(slow._inbox) == 20
    records = [update.record async for update in slow if update.cause]
    assert records == list(range((await tilth.match(match.id)).record_count))

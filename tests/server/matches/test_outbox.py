"""The queue of frames for one stream."""

import asyncio
from collections.abc import Callable

from tilth_server.matches.outbox import WRITE_BYTES, Outbox


def outbox(limit: int = 1000) -> tuple[Outbox, list[str]]:
    overflows: list[str] = []
    return Outbox(lambda: overflows.append("over"), limit), overflows


async def test_frames_are_taken_in_order_and_all_at_once() -> None:
    box, _ = outbox()
    box.add(b"a")
    box.add_to_channels([b"1", b"2"], b"x")
    box.add(b"b")
    assert box.take() == [b"a", b"1x", b"2x", b"b"]
    assert box.take() == []
    assert box.size == 0


async def test_a_message_ends_when_it_is_long_enough() -> None:
    box, _ = outbox(limit=10 * WRITE_BYTES)
    frame = b"." * (WRITE_BYTES // 4)
    for _ in range(10):
        box.add(frame)
    assert [len(box.take()) for _ in range(4)] == [4, 4, 2, 0]
    assert box.size == 0


async def test_a_frame_longer_than_a_message_is_a_message() -> None:
    box, _ = outbox(limit=10 * WRITE_BYTES)
    box.add(b"." * (2 * WRITE_BYTES))
    box.add(b"a")
    assert [len(frame) for frame in box.take()] == [2 * WRITE_BYTES]
    assert box.take() == [b"a"]


async def test_an_overflow_is_reported_once_and_not_from_within() -> None:
    box, overflows = outbox(limit=10)
    box.writing = True
    for _ in range(5):
        box.add(b"12345")
    assert overflows == []
    await asyncio.sleep(0)
    assert overflows == ["over"]
    assert len(box.drop_untaken()) == 5


async def test_frames_that_gather_while_no_write_is_pending_do_not_overflow() -> None:
    box, overflows = outbox(limit=10)
    for _ in range(5):
        box.add(b"12345")
    await asyncio.sleep(0)
    assert overflows == []


async def test_a_writer_that_waits_is_woken() -> None:
    box, overflows = outbox(limit=10)
    tells: list[Callable[[], None]] = [
        lambda: box.add(b"x" * 100),
        lambda: box.add_to_channels([b"1"], b"x"),
        box.wake,
        box.finish,
    ]
    for tell in tells:
        waiting = asyncio.ensure_future(box.wait())
        await asyncio.sleep(0)
        tell()
        tell()
        await asyncio.wait_for(waiting, 60)
        box.take()
    assert overflows == []


async def test_a_finished_outbox_takes_no_more_frames() -> None:
    box, _ = outbox()
    box.add(b"last")
    box.finish()
    box.add(b"more")
    box.add_to_channels([b"1"], b"more")
    assert box.take() == [b"last"]
    assert box.finished

"""What waits for one stream."""

import asyncio
from collections.abc import Callable

from tilth_server.tables.outbox import WRITE_BYTES, Outbox


def outbox(most: int = 1000) -> tuple[Outbox, list[str]]:
    overflows: list[str] = []
    return Outbox(lambda: overflows.append("over"), most), overflows


async def test_frames_are_taken_in_order_and_all_at_once() -> None:
    box, _ = outbox()
    box.tell(b"a")
    box.tell_all([b"1", b"2"], b"x")
    box.tell(b"b")
    assert box.take() == [b"a", b"1x", b"2x", b"b"]
    assert box.take() == []
    assert box.size == 0


async def test_a_message_ends_when_it_is_long_enough() -> None:
    box, _ = outbox(most=10 * WRITE_BYTES)
    frame = b"." * (WRITE_BYTES // 4)
    for _ in range(10):
        box.tell(frame)
    assert [len(box.take()) for _ in range(4)] == [4, 4, 2, 0]
    assert box.size == 0


async def test_a_frame_longer_than_a_message_is_a_message() -> None:
    box, _ = outbox(most=10 * WRITE_BYTES)
    box.tell(b"." * (2 * WRITE_BYTES))
    box.tell(b"a")
    assert [len(frame) for frame in box.take()] == [2 * WRITE_BYTES]
    assert box.take() == [b"a"]


async def test_too_much_is_told_once_and_not_from_within() -> None:
    box, overflows = outbox(most=10)
    box.writing = True
    for _ in range(5):
        box.tell(b"12345")
    assert overflows == []
    await asyncio.sleep(0)
    assert overflows == ["over"]
    assert len(box.unsaid()) == 5


async def test_what_gathers_while_nothing_is_written_is_not_too_much() -> None:
    box, overflows = outbox(most=10)
    for _ in range(5):
        box.tell(b"12345")
    await asyncio.sleep(0)
    assert overflows == []


async def test_a_writer_that_waits_is_woken() -> None:
    box, overflows = outbox(most=10)
    tells: list[Callable[[], None]] = [
        lambda: box.tell(b"x" * 100),
        lambda: box.tell_all([b"1"], b"x"),
        box.stir,
        box.finish,
    ]
    for tell in tells:
        waiting = asyncio.ensure_future(box.something())
        await asyncio.sleep(0)
        tell()
        tell()
        await asyncio.wait_for(waiting, 60)
        box.take()
    assert overflows == []


async def test_what_is_finished_takes_no_more() -> None:
    box, _ = outbox()
    box.tell(b"last")
    box.finish()
    box.tell(b"more")
    box.tell_all([b"1"], b"more")
    assert box.take() == [b"last"]
    assert box.finished

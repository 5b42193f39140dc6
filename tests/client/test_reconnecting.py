"""A match resumes after any break: no answer is lost, none counts twice, and no frame is delivered twice."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest

from tests.client.conftest import Join
from tests.client.matches import answers_in_log, assert_none_lost_or_doubled, new_match
from tests.client.serving import Line, ServerProcess
from tilth_bots.simple import answer_at_random
from tilth_client import Answer, ConnectionFailed, Decision, MatchEnd, Tilth, connect


class Thinker:
    """Answers at random, counts the answers it gave, and takes a little time."""

    given = 0
    """By all of them together."""

    def __init__(self, seed: int, seconds: float = 0.0) -> None:
        self._random = Random(seed)
        self._seconds = seconds

    async def __call__(self, view: object, decision: Decision) -> Answer:
        await asyncio.sleep(self._seconds)
        Thinker.given += 1
        return answer_at_random(decision, self._random)


async def records_of(tilth: Tilth, match_id: str) -> list[int]:
    return [update.record async for update in tilth.watch(match_id) if update.cause]


@contextlib.asynccontextmanager
async def disturbed(disturb: Callable[[], Awaitable[None]], every: float = 0.8) -> AsyncIterator[None]:
    """Disturb again and again, and come to an end with the last disturbance over. Where everything is slow there is
    more time between: the match has to get on."""
    enough = asyncio.Event()

    async def keep_disturbing() -> None:
        while not enough.is_set():
            before = Thinker.given
            await asyncio.sleep(every)
            while not enough.is_set() and Thinker.given < before + 10:  # noqa: ASYNC110 - there is no event
                await asyncio.sleep(0.05)
            await disturb()

    task = asyncio.create_task(keep_disturbing())
    try:
        yield
    finally:
        enough.set()
        await task


async def play_disturbed(join: Join, address: str, matches: int, seconds: float) -> list[str]:
    """Matches of two players each, watched by a third, all through that address, until they are over."""
    anna, boris, clara = await join(address), await join(address), await join(address)
    ids = [(await new_match([anna, boris])).id for _ in range(matches)]
    watching = [asyncio.create_task(records_of(clara, match_id)) for match_id in ids]
    playing: list[asyncio.Task[MatchEnd]] = []
    for number, match_id in enumerate(ids):
        for seat, tilth in enumerate((anna, boris)):
            bot = Thinker(10 * number + seat, seconds)
            playing.append(asyncio.create_task(tilth.play(match_id, seat, bot)))
    await asyncio.gather(*playing)
    watched = await asyncio.gather(*watching)
    for match_id, records in zip(ids, watched, strict=True):
        assert records == list(range((await clara.match(match_id)).record_count))
    return ids


async def assert_logs_hold(tilth: Tilth, ids: list[str]) -> None:
    for match_id in ids:
        assert_none_lost_or_doubled(await answers_in_log(tilth, match_id), 2)
        assert (await tilth.archive.verify(match_id)).findings == []


async def test_a_line_that_breaks_again_and_again_loses_and_doubles_nothing(
    join: Join, server: ServerProcess
) -> None:
    async with Line(server.address) as line:
        line.every = 15_000
        ids = await play_disturbed(join, line.address, matches=4, seconds=0.001)
        assert line.cuts > 10
    await assert_logs_hold(await join(), ids)


async def test_a_server_that_is_restarted_in_the_middle_of_a_match_is_found_again(
    join: Join, own_server: ServerProcess
) -> None:
    stops: list[int] = []

    async def restart() -> None:
        stops.append(await asyncio.to_thread(own_server.stop))
        await asyncio.to_thread(own_server.start)

    async with disturbed(restart):
        ids = await play_disturbed(join, own_server.address, matches=2, seconds=0.02)
    assert len(stops) > 1
    assert set(stops) == {0}
    await assert_logs_hold(await join(own_server.address), ids)


async def test_a_server_that_is_killed_in_the_middle_of_a_match_is_found_again(
    join: Join, own_server: ServerProcess
) -> None:
    killed = 0

    async def kill() -> None:
        nonlocal killed
        await asyncio.to_thread(own_server.kill)
        killed += 1
        await asyncio.to_thread(own_server.start)

    async with disturbed(kill):
        ids = await play_disturbed(join, own_server.address, matches=2, seconds=0.02)
    assert killed > 1
    await assert_logs_hold(await join(own_server.address), ids)


async def test_a_server_that_can_not_store_for_a_while_is_asked_again_until_it_can(
    join: Join, own_server: ServerProcess
) -> None:
    async def fill_the_disk() -> None:
        complaints = own_server.log.read_text().count("it is full")
        own_server.fill_the_disk(True)
        # Wait until the server has noticed, unless the match has ended and nobody writes.
        for _ in range(15):
            await asyncio.sleep(0.1)
            if own_server.log.read_text().count("it is full") > complaints:
                break
        await asyncio.sleep(0.2)
        own_server.fill_the_disk(False)

    async with disturbed(fill_the_disk, every=1.2):
        ids = await play_disturbed(join, own_server.address, matches=1, seconds=0.03)
    assert "it is full" in own_server.log.read_text(), "nothing was disturbed"
    await assert_logs_hold(await join(own_server.address), ids)


async def test_a_server_that_stays_away_is_waited_for_as_long_as_patience_lasts(
    join: Join, own_server: ServerProcess
) -> None:
    tilth = await join(retry_seconds=2.0, address=own_server.address)
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    playing = [asyncio.create_task(tilth.play(match.id, seat, Thinker(seat, 0.02))) for seat in (0, 1)]
    await asyncio.sleep(0.2)
    own_server.stop(signal.SIGKILL)
    ended = await asyncio.wait_for(asyncio.gather(*playing, return_exceptions=True), 60)
    assert [type(end) for end in ended] == [ConnectionFailed, ConnectionFailed]
    with pytest.raises(ConnectionFailed, match="No server answers at"):
        await tilth.games()
    own_server.start()
    for _ in range(30):
        # On a slow machine, two seconds may pass before the server is reached.
        with contextlib.suppress(ConnectionFailed):
            assert await tilth.games()
            return
    pytest.fail("it never came back")


async def test_a_bot_program_that_died_takes_its_seat_up_where_it_was(join: Join) -> None:
    anna, boris = await join(), await join()
    match = await new_match([anna, boris])
    playing = asyncio.create_task(anna.play(match.id, 0, Thinker(1)))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(boris.play(match.id, 1, Thinker(2, 0.01)), 0.1)
    async with connect(boris._connection.address, token=boris.token) as again:
        await again.play(match.id, 1, Thinker(3))
    await playing
    assert_none_lost_or_doubled(await answers_in_log(anna, match.id), 2)

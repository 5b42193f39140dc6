"""A bot that plays all matches of its player, and a bot as a program."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator

from tests.client.conftest import Join
from tests.client.serving import ServerProcess, program
from tilth_bots import BOTS
from tilth_client import (
    MATCH_STATE_FINISHED,
    Answer,
    Bot,
    ClockSettings,
    Decision,
    Match,
    MatchEnd,
    Tilth,
    TimeoutRule,
)

PROGRAM = """
import sys
from tilth_bots import BOTS
from tilth_client import run_bot

run_bot(BOTS["random"](1), sys.argv[1], name=sys.argv[2], registered=lambda token: print("registered", flush=True))
"""


@contextlib.asynccontextmanager
async def served(tilth: Tilth, bot: Bot) -> AsyncIterator["asyncio.Queue[tuple[str, int, MatchEnd]]"]:
    """Let the bot play all seats of the player while the block runs; give the ends of its matches."""
    ends: asyncio.Queue[tuple[str, int, MatchEnd]] = asyncio.Queue()

    def ended(match_id: str, seat: int, end: MatchEnd) -> None:
        ends.put_nowait((match_id, seat, end))

    serving = asyncio.create_task(tilth.play_all(bot, ended=ended))
    try:
        yield ends
    finally:
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving


async def over(tilth: Tilth, match_id: str) -> Match:
    async for _ in tilth.watch(match_id):
        pass
    match = await tilth.match(match_id)
    assert match.state == MATCH_STATE_FINISHED
    return match


async def test_a_served_bot_plays_every_seat_of_its_player_now_and_later(join: Join) -> None:
    anna, boris = await join(), await join()
    mine = await anna.create_match("petrichor", 2, take=[0, 1])
    waiting = await anna.create_match("petrichor", 2, take=[1])
    async with served(anna, BOTS["random"](1)) as ends:
        assert {(await ends.get())[:2], (await ends.get())[:2]} == {(mine.id, 0), (mine.id, 1)}
        await boris.take_seat(waiting.id)
        playing = asyncio.create_task(boris.play(waiting.id, 0, BOTS["random"](2)))
        match_id, seat, end = await asyncio.wait_for(ends.get(), 60)
        assert (match_id, seat) == (waiting.id, 1)
        assert end == await playing
        later = await boris.create_match("petrichor", 2, take=[0])
        await anna.take_seat(later.id)
        await boris.play(later.id, 0, BOTS["random"](3))
        assert (await ends.get())[0] == later.id


async def test_where_a_served_bot_fails_its_seat_resigns_and_the_others_finish(join: Join) -> None:
    anna, boris = await join(), await join()
    broken, sound = [await boris.create_match("petrichor", 2, take=[0]) for _ in range(2)]
    for match in (broken, sound):
        await anna.take_seat(match.id)

    async def fails_at_one(view: object, decision: Decision) -> Answer:
        if decision.context.match_id == broken.id:
            raise ValueError("no idea")
        return decision.default

    async with served(anna, fails_at_one):
        for match in (broken, sound):
            await boris.play(match.id, 0, BOTS["random"](1))
    assert [seat.resigned for seat in (await over(boris, broken.id)).seats] == [False, True]
    assert [seat.resigned for seat in (await over(boris, sound.id)).seats] == [False, False]


async def test_a_bot_that_thinks_too_long_is_stopped_when_its_time_is_out(join: Join) -> None:
    tilth = await join()
    clock = ClockSettings(decision_ms=50, on_timeout=TimeoutRule.TIMEOUT_RULE_DEFAULT_ANSWER)
    match = await tilth.create_match("petrichor", 2, take=[0, 1], clock=clock)
    begun: list[int] = []
    stopped: list[int] = []

    async def thinks_forever(view: object, decision: Decision) -> Answer:
        begun.append(decision.id)
        try:
            return await asyncio.Future()
        except asyncio.CancelledError:
            stopped.append(decision.id)
            raise

    await asyncio.gather(tilth.play(match.id, 0, thinks_forever), tilth.play(match.id, 1, BOTS["first"](0)))
    assert stopped == begun
    # The bot does not think about a decision that was closed before it came.
    assert begun == sorted(set(begun))
    assert len(begun) > 10


async def test_a_bot_program_serves_until_it_is_interrupted(join: Join, server: ServerProcess) -> None:
    tilth = await join()
    bot = program(PROGRAM, server.address, "a bot program")
    assert bot.stdout is not None
    assert await asyncio.to_thread(bot.stdout.readline) == "registered\n"
    bot.send_signal(signal.SIGINT)
    out, error = await asyncio.to_thread(bot.communicate, timeout=60)
    assert (out, error, bot.returncode) == ("", "", 130)
    assert [player.name async for player in tilth.players() if player.name == "a bot program"]


def test_a_bot_program_without_a_server_ends_with_one_line() -> None:
    bot = program(PROGRAM, "127.0.0.1:1", "nobody")
    out, error = bot.communicate(timeout=60)
    assert out == ""
    assert error == "No server answers at 127.0.0.1:1; check the address, or start one: tilth-server serve\n"
    assert bot.returncode == 1

"""Bots as programs of their own: `run_bot`, and the functions that it is made of."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from tilth.v1 import play_pb2
from tilth_client.client import DEFAULT_ADDRESS, Tilth, connect
from tilth_client.connection import Tls
from tilth_client.errors import IllegalAnswer, TilthError
from tilth_client.seat_bots import AnyBot

Outcome = TypeVar("Outcome")


def run(main: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run a coroutine as `asyncio.run` does, but on uvloop if it is installed.

    For example, a program that prints the games of a server:

        async def main() -> None:
            async with connect(token=token) as tilth:
                print([game.name for game in await tilth.games()])

        run(main())
    """
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main)


async def play_until_done(
    bot: AnyBot,
    tilth: Tilth,
    match_id: str = "",
    seat: int | None = None,
    *,
    game: str = "",
    ended: Callable[[str, int, play_pb2.MatchEnd], object] | None = None,
) -> None:
    """Let a bot play one match to its end; without `match_id`, all matches of the player until it is cancelled.

    If `seat` is None, the bot plays a seat that the player holds, or takes the first free one. `ended` is called with
    the match's id, the seat and the end of each match.
    """
    if not match_id:
        await tilth.play_all(bot, game=game, ended=ended)
        return
    player_id = (await tilth.me()).id
    held = [
        number
        for number, held in enumerate((await tilth.match(match_id)).seats)
        if held.player_id == player_id
    ]
    if seat is None:
        seat = held[0] if held else await tilth.take_seat(match_id)
    elif seat not in held:
        await tilth.take_seat(match_id, seat)
    end = await tilth.play(match_id, seat, bot)
    if ended is not None:
        ended(match_id, seat, end)


def run_bot(  # noqa: PLR0913  # the settings of a bot's program are given by name
    bot: AnyBot,
    address: str | Iterable[str] = DEFAULT_ADDRESS,
    *,
    name: str = "",
    token: str = "",
    invitation: str = "",
    match_id: str = "",
    seat: int | None = None,
    game: str = "",
    tls: Tls | bool | None = None,
    retry_seconds: float = 60.0,
    registered: Callable[[str], object] | None = None,
    ended: Callable[[str, int, play_pb2.MatchEnd], object] | None = None,
) -> None:
    """Run a bot as a program: until its match has ended or, without `match_id`, until the program is interrupted.

    With a `token` the bot plays as that player. Otherwise it registers under `name`, and `registered` is called with
    the new token. If the server refuses a call or cannot be reached, the program exits with one line about it.

        run_bot(bot, name="ann", registered=print)
    """

    async def main() -> None:
        async with connect(address, token=token, tls=tls, retry_seconds=retry_seconds) as tilth:
            if not token:
                await tilth.register(name, invitation)
                if registered is not None:
                    registered(tilth.token)
            await play_until_done(bot, tilth, match_id, seat, game=game, ended=ended)

    try:
        run(main())
    except IllegalAnswer:
        raise
    except TilthError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None

"""A bot as a program of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tilth.v1 import play_pb2
from tilth_client.client import DEFAULT_ADDRESS, Tilth, connect
from tilth_client.connection import Tls
from tilth_client.errors import IllegalAnswer, TilthError
from tilth_client.playing import Bot

Outcome = TypeVar("Outcome")


def run(main: Coroutine[Any, Any, Outcome]) -> Outcome:
    """`asyncio.run`, on uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main)


async def let_play(
    bot: Bot,
    tilth: Tilth,
    match_id: str = "",
    seat: int | None = None,
    *,
    game: str = "",
    ended: Callable[[str, int, play_pb2.Ended], object] | None = None,
) -> None:
    """Play one match (at this seat, or one the player holds, or the first free one), or without an id all of them."""
    if not match_id:
        await tilth.serve(bot, game=game, ended=ended)
        return
    player_id = (await tilth.me()).id
    held = [
        number
        for number, held in enumerate((await tilth.match(match_id)).seats)
        if held.player_id == player_id
    ]
    if seat is None:
        seat = held[0] if held else await tilth.take(match_id)
    elif seat not in held:
        await tilth.take(match_id, seat)
    end = await tilth.play(match_id, seat, bot)
    if ended is not None:
        ended(match_id, seat, end)


def run_bot(  # noqa: PLR0913  # all that a bot's program may be told when it starts, by name
    bot: Bot,
    address: str = DEFAULT_ADDRESS,
    *,
    name: str = "",
    token: str = "",
    invitation: str = "",
    match_id: str = "",
    seat: int | None = None,
    game: str = "",
    tls: Tls | bool | None = None,
    patience: float = 60.0,
    registered: Callable[[str], object] | None = None,
    ended: Callable[[str, int, play_pb2.Ended], object] | None = None,
) -> None:
    """Run a bot until its match is over; or, without a match, all matches of its player until it is interrupted.

    With a token it plays as that player, else it registers under `name`, and `registered` is called with the token.
    A trouble with the server ends the program with one line.
    """

    async def main() -> None:
        async with connect(address, token=token, tls=tls, patience=patience) as tilth:
            if not token:
                await tilth.register(name, invitation)
                if registered is not None:
                    registered(tilth.token)
            await let_play(bot, tilth, match_id, seat, game=game, ended=ended)

    try:
        run(main())
    except IllegalAnswer:
        raise
    except TilthError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None

"""Films: animations between two views. A game's module makes them, and the program that draws plays them."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from betterproto2 import Message

PICTURE_S = 0.06
"""Seconds between two pictures; a terminal shows no more."""
FAR_BEHIND = 12
"""The number of queued frames from which on no film is played: it would only let more of them wait."""


@dataclass(frozen=True)
class Animation:
    """A film between two views: its length in seconds, and a function for the view at each time."""

    length_s: float
    at: Callable[[float], Message]
    """A function that returns the view after this many seconds."""


AnimationOf = Callable[[Message, Sequence[Message]], Animation | None]


def no_animation(before: Message, events: Sequence[Message]) -> Animation | None:
    """Return no animation, for games without one."""
    return None


async def play_animation(animation: Animation, draw: Callable[[Message], None], skip: asyncio.Event) -> None:
    """Draw a film's views one after another, until it ends or `skip` is set. If drawing is slow, pictures are left out,
    so that the film keeps its length."""
    began = time.monotonic()
    while (gone := time.monotonic() - began) < animation.length_s and not skip.is_set():
        draw(animation.at(gone))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PICTURE_S):
                await skip.wait()

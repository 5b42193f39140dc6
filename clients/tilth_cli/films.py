"""What can be seen between two views: a game's module tells it, whoever draws plays it."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from betterproto2 import Message

PICTURE_S = 0.06
"""Between two pictures; a terminal shows no more."""
FAR_BEHIND = 12
"""Frames that wait to be shown: films would only make more of them wait."""


@dataclass(frozen=True)
class Film:
    length_s: float
    at: Callable[[float], Message]
    """The view as it is after so many seconds."""


FilmOf = Callable[[Message, Sequence[Message]], Film | None]


def no_film(before: Message, events: Sequence[Message]) -> Film | None:
    return None


async def play(film: Film, draw: Callable[[Message], None], skip: asyncio.Event) -> None:
    """In its own time however slow the drawing is, or until somebody has seen enough."""
    began = time.monotonic()
    while (gone := time.monotonic() - began) < film.length_s and not skip.is_set():
        draw(film.at(gone))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PICTURE_S):
                await skip.wait()

"""Matches of the market game in which a coin is thrown: where it lands is a fact from outside, told by the test."""

import asyncio
from typing import Any

import msgspec

from tests.server.tables.market import Landed, Where
from tests.server.tables.tables import Listener, Tables

FIRST_THROW = 6
"""The number of its record: two seats, two cards, two bids."""


class Slow:
    """Says where coins land when the test lets it."""

    def __init__(self) -> None:
        self.asked: list[Where] = []
        self.answers: asyncio.Queue[int | Exception] = asyncio.Queue()

    def has(self, game: str) -> bool:
        return game == "market"

    async def ask(self, game: str, question: Any) -> bytes:
        self.asked.append(question)
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return msgspec.json.encode(Landed(answer))

    def say(self, *answers: int | Exception) -> None:
        for answer in answers:
            self.answers.put_nowait(answer)


async def at_the_throw(house: Tables, **asked: Any) -> tuple[str, Listener, Listener]:
    """Both have bid, and Ann is to throw."""
    match = await house.match(**asked)
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    for listener in (ann, ben):
        listener.answer(1)
        await asyncio.gather(ann.hear_until("happened"), ben.hear_until("happened"))
    assert house.info(match).record_count == FIRST_THROW
    assert ann.asked[1].kind == "throw"
    return match, ann, ben


async def heard_by(slow: Slow, count: int = 1) -> None:
    """Return when so many questions have been put."""
    async with asyncio.timeout(60):
        while len(slow.asked) < count:  # noqa: ASYNC110 - no part of the server to be told by
            await asyncio.sleep(0.001)

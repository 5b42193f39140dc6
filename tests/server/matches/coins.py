"""Matches of the market game in which a coin is thrown: where it lands is a fact from outside, given by the test."""

import asyncio
from typing import Any

import msgspec

from tests.server.matches.market import Landed, Where
from tests.server.matches.match_host import Listener, MatchHost

FIRST_THROW = 6
"""The number of its record: two seats, two cards, two bids."""


class Slow:
    """A source of facts that answers only when the test gives it the place where a coin lands."""

    def __init__(self) -> None:
        self.questions: list[Where] = []
        self.answers: asyncio.Queue[int | Exception] = asyncio.Queue()

    def has(self, game: str) -> bool:
        return game == "market"

    async def ask(self, game: str, question: Any) -> bytes:
        self.questions.append(question)
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return msgspec.json.encode(Landed(answer))

    def give(self, *answers: int | Exception) -> None:
        for answer in answers:
            self.answers.put_nowait(answer)


async def at_the_throw(host: MatchHost, **asked: Any) -> tuple[str, Listener, Listener]:
    """Both have bid, and Ann is to throw."""
    match = await host.match(**asked)
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    for listener in (ann, ben):
        listener.answer(1)
        await asyncio.gather(ann.receive_until("update"), ben.receive_until("update"))
    assert host.info(match).record_count == FIRST_THROW
    assert ann.decisions[1].kind == "throw"
    return match, ann, ben


async def wait_for_questions(slow: Slow, count: int = 1) -> None:
    """Return when this many questions have been asked."""
    async with asyncio.timeout(60):
        while len(slow.questions) < count:  # noqa: ASYNC110 - no part of the server reports it
            await asyncio.sleep(0.001)

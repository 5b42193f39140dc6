"""Following a match at one's own pace: an inbox between the stream and an `async for`."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Final, Self

from tilth_client.attending import Attending
from tilth_client.channels import Channel, Opening
from tilth_client.decisions import Answer, Context, Decision
from tilth_client.errors import TilthError
from tilth_client.happenings import Happening

FULL: Final = 500
"""So many unread happenings, and the channel is parked until they are read: no reader holds up another's channel."""


class Attendance:
    """A seat (or a watch) in one's own hands: `async for happening in attendance`, and `answer`, and `undo`.

    It is closed by `close`, by leaving its `async with`, or by the end of the match.
    """

    def __init__(self, attending: Attending, opening: Opening) -> None:
        self._inbox: deque[Happening] = deque()
        self._news = asyncio.Event()
        self._error: TilthError | None = None
        self._over = False
        self._channel = Channel(attending, opening, self._deliver, self._failed)
        attending.join(self._channel)

    @property
    def context(self) -> Context:
        """The match, as told when the channel opened; empty before the first happening."""
        return self._channel.context

    async def answer(self, decision: Decision, answer: Answer) -> int:
        """Answer a decision; gives the number of its record when it is durable. Raises Refused."""
        return await self._channel.answer(decision, answer)

    async def undo(self) -> int:
        """Take back the last answer; gives the number of the record that says so. Raises Refused."""
        return await self._channel.undo()

    def close(self) -> None:
        self._channel.close()
        self._over = True
        self._news.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def __aiter__(self) -> AsyncIterator[Happening]:
        return self

    async def __anext__(self) -> Happening:
        while not self._inbox:
            if self._over:
                raise StopAsyncIteration
            if self._error is not None:
                raise self._error
            self._news.clear()
            self._channel.unpark()
            await self._news.wait()
        return self._inbox.popleft()

    def _deliver(self, happening: Happening) -> None:
        self._inbox.append(happening)
        self._over = happening.ended is not None
        self._news.set()
        if len(self._inbox) >= FULL:
            self._channel.park()

    def _failed(self, error: TilthError) -> None:
        self._error = error
        self._news.set()

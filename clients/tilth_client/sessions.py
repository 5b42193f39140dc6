"""Sessions at matches: updates are queued between the stream and an `async for`, so a reader may be slow."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Final, Self

from tilth_client.attend_stream import AttendStream
from tilth_client.channels import Channel, ChannelRequest
from tilth_client.decisions import Answer, Context, Decision
from tilth_client.errors import TilthError
from tilth_client.updates import Update

MAX_UNREAD: Final = 500
"""The number of unread updates at which the channel is parked until they are read, so that no reader blocks other
channels."""


class MatchSession:
    """A session of one seat or one spectator at a match, made by `Tilth.attend`. It yields updates and takes answers.

        async with tilth.attend(match_id, 0) as session:
            async for update in session:
                if update.decision:
                    await session.answer(update.decision, update.decision.default)

    It is closed by `close`, by leaving its `async with`, or by the end of the match.
    """

    def __init__(self, stream: AttendStream, request: ChannelRequest) -> None:
        self._inbox: deque[Update] = deque()
        self._has_news = asyncio.Event()
        self._error: TilthError | None = None
        self._has_ended = False
        self._channel = Channel(stream, request, self._on_update, self._on_failure)
        stream.add(self._channel)

    @property
    def context(self) -> Context:
        """The match, as described when the channel opened; empty before the first update."""
        return self._channel.context

    async def answer(self, decision: Decision, answer: Answer) -> int:
        """Answer a decision. Return the number of the answer's record when it is durable. Raise Refused if the server
        refuses it."""
        return await self._channel.answer(decision, answer)

    async def answer_batch(self, decision: Decision, answers: Sequence[Answer]) -> list[int]:
        """Answer a decision and those that follow it, all or none, in one message.

            await session.answer_batch(update.decision, [picks(disc), numbers(500, 500, 0, 700)])

        Return the numbers of the answers' records when they are durable: fewer than answers if one of them revealed
        something, because the server reads none after it. Raise Refused with the reason of the answer that the server
        refuses; then none was taken.
        """
        return await self._channel.answer_batch(decision, answers)

    async def undo(self) -> int:
        """Take back the seat's last answer. Return the number of the undo's record. Raise Refused if the server refuses
        it."""
        return await self._channel.undo()

    async def request_heartbeat(self) -> None:
        """Return when everything has arrived that the server had queued for this connection at the request. The
        connection is alive then, and the updates among it can be read without a wait."""
        await self._channel.request_heartbeat()

    def close(self) -> None:
        """End the session. Updates that were not read yet can still be read."""
        self._channel.close()
        self._has_ended = True
        self._has_news.set()

    def __repr__(self) -> str:
        context = self.context
        viewer = "a spectator" if context.seat is None else f"seat {context.seat}"
        return f"<MatchSession of {viewer} in {context.match_id}>"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        while not self._inbox:
            if self._has_ended:
                raise StopAsyncIteration
            if self._error is not None:
                raise self._error
            self._has_news.clear()
            self._channel.unpark()
            await self._has_news.wait()
        return self._inbox.popleft()

    def _on_update(self, update: Update) -> None:
        """Queue an update, and park the channel if too many are unread."""
        self._inbox.append(update)
        self._has_ended = update.ended is not None
        self._has_news.set()
        if len(self._inbox) >= MAX_UNREAD:
            self._channel.park()

    def _on_failure(self, error: TilthError) -> None:
        """Keep the error, which the reader gets after the unread updates."""
        self._error = error
        self._has_news.set()

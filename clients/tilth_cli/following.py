"""Reading a match's frames without missing one: what was cut off or broke is opened again where it ended.

`watch` listens (Play.Watch); `Attendance` listens and speaks for a seat (Play.Attend).
"""

import asyncio
import dataclasses
import uuid
from collections.abc import AsyncIterator, Callable

import grpc.aio

from tilth_cli.answers import Reply
from tilth_cli.connection import Server
from tilth_cli.troubles import Trouble, is_lost
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    Answer,
    AttendRequest,
    AttendResponse,
    Decision,
    Open,
    Refused,
    Said,
    Told,
    Undo,
    WatchRequest,
)

CHANNEL = 1
PAUSES_S = (0.25, 0.5, 1, 2, 4)
"""Between attempts to reach a server that was lost; the last one from then on."""
ATTEMPTS = 30
"""About two minutes of them. Whoever plays or watches can leave meanwhile."""

OnLost = Callable[[], None]


class Bookmark:
    """Where the reading of one match has come to, over all its connections."""

    def __init__(self, opening: Open, server: Server, on_lost: OnLost) -> None:
        self._opening = opening
        self._server = server
        self._on_lost = on_lost
        self._attempts = 0
        self._began = False
        self._is_lost = False

    @property
    def opening(self) -> Open:
        return self._opening

    def take(self, told: Told) -> None:
        """Notes from which record to go on, and stops at a refused opening."""
        if told.refused is not None and not told.refused.request_id:
            raise Trouble(refusal_text(told.refused), told.refused.reason)
        self._attempts = 0
        self._began = True
        self._is_lost = False
        if told.opened is not None:
            return
        next_record = told.record + 1 if told.happened is not None else told.record
        if told.ended is None and told.refused is None and told.accepted is None:
            self._opening = dataclasses.replace(self._opening, from_record=next_record)

    async def lost(self, error: grpc.aio.AioRpcError | None) -> None:
        """Waits before the next attempt, or gives up: at once if there never was a connection."""
        pause = PAUSES_S[min(self._attempts, len(PAUSES_S) - 1)]
        if error is not None:
            if not self._began or not is_lost(error) or self._attempts >= ATTEMPTS:
                raise self._server.trouble(error) from error
            if not self._is_lost:
                self._is_lost = True
                self._on_lost()
        self._attempts += 1
        await asyncio.sleep(pause)


async def watch(server: Server, opening: Open, on_lost: OnLost) -> AsyncIterator[Told]:
    """The frames of a match until it has ended."""
    bookmark = Bookmark(opening, server, on_lost)
    while True:
        call = server.play.watch(WatchRequest(open=bookmark.opening), metadata=server.metadata)
        try:
            async for response in call:
                for told in response.told:
                    bookmark.take(told)
                    yield told
                    if told.ended is not None:
                        return
                if any(told.cut_off is not None for told in response.told):
                    break
            await bookmark.lost(None)
        except grpc.aio.AioRpcError as error:
            await bookmark.lost(error)
        finally:
            call.cancel()


class Attendance:
    """A seat at a match: its frames, and what it says. What was not confirmed when the connection broke is said again;
    its request id keeps it from counting twice."""

    def __init__(self, server: Server, opening: Open, on_lost: OnLost) -> None:
        self._server = server
        self._bookmark = Bookmark(opening, server, on_lost)
        self._call: grpc.aio.StreamStreamCall[AttendRequest, AttendResponse] | None = None
        self._unconfirmed: Said | None = None

    async def frames(self) -> AsyncIterator[Told]:
        while True:
            call = self._server.play.attend(metadata=self._server.metadata)
            try:
                said = [Said(channel=CHANNEL, open=self._bookmark.opening)]
                await call.write(
                    AttendRequest(
                        said=[*said, *([self._unconfirmed] if self._unconfirmed is not None else [])]
                    )
                )
                self._call = call
                async for response in call:
                    for told in response.told:
                        self._bookmark.take(told)
                        self._confirm(told)
                        yield told
                        if told.ended is not None:
                            return
                    if any(told.cut_off is not None for told in response.told):
                        break
                await self._bookmark.lost(None)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as error:
                await self._bookmark.lost(await _status(call, error))
            finally:
                self._call = None
                call.cancel()

    async def answer(self, decision: Decision, reply: Reply) -> None:
        answer = Answer(
            request_id=uuid.uuid4().hex,
            decision=decision.id,
            chosen=list(reply.chosen),
            measured=list(reply.measured),
        )
        await self._say(Said(channel=CHANNEL, answer=answer))

    async def undo(self) -> None:
        await self._say(Said(channel=CHANNEL, undo=Undo(request_id=uuid.uuid4().hex)))

    async def _say(self, said: Said) -> None:
        self._unconfirmed = said
        if self._call is None:
            return  # said with the next opening
        try:
            await self._call.write(AttendRequest(said=[said]))
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return  # the reading side sees why, opens again, and says it then

    def _confirm(self, told: Told) -> None:
        heard = (
            (told.happened is not None and told.happened.accepted)
            or (told.accepted is not None and told.accepted.request_id)
            or (told.refused is not None and told.refused.request_id)
        )
        if self._unconfirmed is not None and heard == _request_id(self._unconfirmed):
            self._unconfirmed = None


def refusal_text(refused: Refused) -> str:
    return say("refused", what=refused.what or refused.reason)


def _request_id(said: Said) -> str:
    if said.answer is not None:
        return said.answer.request_id
    return said.undo.request_id if said.undo is not None else ""


async def _status(
    call: grpc.aio.StreamStreamCall[AttendRequest, AttendResponse], error: Exception
) -> grpc.aio.AioRpcError | None:
    """A failed write says nothing of why; the call's own status does."""
    if isinstance(error, grpc.aio.AioRpcError) and error.code() is not grpc.StatusCode.INTERNAL:
        return error
    code = await call.code()
    if code is grpc.StatusCode.OK:
        return None
    return grpc.aio.AioRpcError(
        code, await call.initial_metadata(), await call.trailing_metadata(), details=await call.details()
    )

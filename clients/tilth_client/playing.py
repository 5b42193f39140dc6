"""A bot at a seat: it is asked whenever its seat is, and what it answers is sent."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tilth.v1 import play_pb2
from tilth_client.attending import Attending
from tilth_client.channels import Channel, Opening
from tilth_client.decisions import Answer, Decision
from tilth_client.errors import ConnectionProblem, TilthError
from tilth_client.happenings import Happening

log = logging.getLogger("tilth_client")

Bot = Callable[[Any, Decision], Answer | Awaitable[Answer]]
"""A bot is one function of the view (in the game's own type) and the decision; mostly async. A plain function is
called straight from the reader of the stream, which is right for one that answers within a millisecond."""


def wants_views(bot: Bot) -> bool:
    """A bot that never looks at its view says so by an attribute, and is spared the traffic: its view is None."""
    return bool(getattr(bot, "wants_views", True))


def wants_texts(bot: Bot) -> bool:
    """A bot that reads what its decisions say in words asks for that by an attribute."""
    return bool(getattr(bot, "wants_texts", False))


def done_alone(bot: Bot) -> Bot:
    """The same bot, asked only where it has a choice: the only answer there is (done, when nothing else is offered) is
    given without it."""

    def bot_or_nobody(view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
        only = decision.only_answer
        return bot(view, decision) if only is None else only

    bot_or_nobody.wants_views = wants_views(bot)  # type: ignore[attr-defined]
    bot_or_nobody.wants_texts = wants_texts(bot)  # type: ignore[attr-defined]
    return bot_or_nobody


class Playing:
    """One seat of one match, played by a bot to the end."""

    def __init__(
        self, attending: Attending, bot: Bot, match_id: str, seat: int, language: str, number: int = 0
    ) -> None:
        """`number`: of a channel that the server has opened by itself."""
        self._bot = bot
        self._over: asyncio.Future[play_pb2.Ended] = asyncio.get_running_loop().create_future()
        self._thinking: asyncio.Task[None] | None = None
        self._about = 0
        opening = Opening(match_id, seat, views=wants_views(bot), texts=wants_texts(bot), language=language)
        self.channel = Channel(attending, opening, self._deliver, self._failed)
        if number:
            self.channel.number = number
        else:
            attending.join(self.channel)

    async def to_the_end(self) -> play_pb2.Ended:
        try:
            return await self._over
        finally:
            self._stop_thinking()
            self.channel.close()

    def _deliver(self, happening: Happening) -> None:
        if happening.ended is not None:
            if not self._over.done():
                self._over.set_result(happening.ended)
            return
        if happening.open_decision is None:
            return
        if happening.open_decision != self._about:
            # It was closed by a timeout, or taken back. One that is told again, after a break, is thought on.
            self._stop_thinking()
        asked = happening.asked
        if asked is None or self.channel.has_answered(asked.id):
            return
        if self._thinking is None or self._thinking.done() or asked.id != self._about:
            self._ask(happening.view, asked)

    def _ask(self, view: Any, decision: Decision) -> None:
        try:
            answer = self._bot(view, decision)
            if isinstance(answer, Answer):
                self.channel.send(decision, answer)
            else:
                self._about = decision.id
                self._thinking = asyncio.create_task(self._think(answer, decision))
                if isinstance(answer, Coroutine):
                    # Stopped before it has begun to think, it would be missed by nobody but the interpreter.
                    self._thinking.add_done_callback(lambda _: answer.close())
        except Exception as error:  # noqa: BLE001  # it is raised where somebody awaits the match
            self._failed(error)

    async def _think(self, answer: Awaitable[Answer], decision: Decision) -> None:
        try:
            self.channel.send(decision, await answer)
        except Exception as error:  # noqa: BLE001  # as above
            self._failed(error)

    def _stop_thinking(self) -> None:
        thinking, self._thinking = self._thinking, None
        if thinking is not None and thinking is not asyncio.current_task():
            thinking.cancel()

    def _failed(self, error: Exception) -> None:
        if not self._over.done():
            self._over.set_exception(error)


async def play(attending: Attending, bot: Bot, match_id: str, seat: int, language: str) -> play_pb2.Ended:
    return await Playing(attending, bot, match_id, seat, language).to_the_end()


async def or_resign(
    match_id: str, seat: int, match: Awaitable[play_pb2.Ended], resign: Callable[[], Awaitable[object]]
) -> play_pb2.Ended | None:
    """A match that is one of many: when the bot fails at it the seat resigns, so that the others can finish."""
    try:
        return await match
    except ConnectionProblem as problem:
        log.warning("match %s is left at seat %d: %s", match_id, seat, problem)
        return None
    except Exception:
        log.exception("the bot failed at seat %d of match %s, which resigns", seat, match_id)
    try:
        await resign()
    except TilthError as error:
        log.warning("seat %d of match %s could not resign: %s", seat, match_id, error)
    return None

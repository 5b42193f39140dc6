"""A bot at a seat: the SDK calls the bot for each decision of the seat, and sends its answers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from tilth.v1 import play_pb2
from tilth_client.attend_stream import AttendStream
from tilth_client.calling import BotCaller
from tilth_client.channels import Channel, ChannelRequest
from tilth_client.decisions import Answer, Decision
from tilth_client.errors import ConnectionFailed, TilthError
from tilth_client.seat_bots import (
    AnyBot,
    Decide,
    bot_for_seat,
    is_bot_class,
    wants_texts,
    wants_updates,
    wants_views,
    with_decide,
)
from tilth_client.updates import Update

log = logging.getLogger("tilth_client")


def auto_forced(bot: AnyBot) -> Any:
    """Return a bot that calls `bot` only if there is a choice. If a decision has one legal answer, such as "done" when
    nothing else is offered, the returned bot gives that answer itself.

        run_bot(auto_forced(my_bot), name="ann")
    """

    def only_choices(decide: Decide) -> Decide:
        def decide_or_forced(view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
            forced = decision.forced_answer
            return decide(view, decision) if forced is None else forced

        decide_or_forced.__wrapped__ = decide  # type: ignore[attr-defined]
        return decide_or_forced

    return with_decide(bot, only_choices)


class SeatPlayer:
    """A player of one seat of one match, who asks a bot for each answer.

    The bot is asked one decision at a time, and only a decision that is still open: none that a timeout has closed,
    none after the seat has resigned, and none after the end of the match.
    """

    def __init__(
        self,
        stream: AttendStream,
        bot: AnyBot | BotCaller,
        match_id: str,
        seat: int,
        language: str,
        channel_number: int = 0,
    ) -> None:
        """Open a channel for the seat. If the server has opened one by itself, `channel_number` is its number."""
        self._caller = bot if isinstance(bot, BotCaller) else BotCaller(bot)
        self._end: asyncio.Future[play_pb2.MatchEnd] = asyncio.get_running_loop().create_future()
        self._thinking: asyncio.Task[None] | None = None
        self._decision_id = 0
        self._call: Future[Answer | Awaitable[Answer]] | None = None
        """The last call of a plain function. It runs to its end even if its answer is no longer needed."""
        self._has_resigned = False
        self._bot = bot_for_seat(self._caller.bot)
        self._is_class = is_bot_class(self._caller.bot)
        self._takes_updates = wants_updates(self._caller.bot)
        self._new_updates: list[Update] = []
        """Updates that the bot has not been given, because it is deciding."""
        self._has_started = False
        views, texts = wants_views(self._caller.bot), wants_texts(self._caller.bot)
        first = 0 if self._takes_updates else None
        request = ChannelRequest(match_id, seat, first, views=views, texts=texts, language=language)
        self.channel = Channel(stream, request, self._on_update, self._on_failure)
        if channel_number:
            self.channel.number = channel_number
        else:
            stream.add(self.channel)

    async def play_to_end(self) -> play_pb2.MatchEnd:
        """Play until the match ends, and return its end. An exception of the bot is raised here."""
        try:
            end = await self._end
            if self._is_class:
                self._stop_thinking()
                await self._wait_for_call()
                self._give_updates()
                self._bot.ended(end)
            return end
        finally:
            self._stop_thinking()
            self.channel.close()

    def _on_update(self, update: Update) -> None:
        """Give the update to a bot that takes updates. Ask the bot if the update opened a decision, or stop asking if
        it closed one."""
        if self._is_class:
            self._new_updates.append(update)
            if self._call is None or self._call.done():
                try:
                    self._give_updates()
                except Exception as error:  # noqa: BLE001  # play_to_end raises it
                    self._on_failure(error)
                    return
        if update.ended is not None:
            self._stop_thinking()
            if not self._end.done():
                self._end.set_result(update.ended)
            return
        if update.cause == play_pb2.CAUSE_RESIGNED and update.seat == self.channel.context.seat:
            self._has_resigned = True
            self._stop_thinking()
        if update.open_decision_id is None or self._has_resigned or self._end.done():
            return
        if update.open_decision_id != self._decision_id:
            self._stop_thinking()
        # After a break the server sends an open decision again. The bot then continues to think about it.
        decision = update.decision
        if decision is None or self.channel.has_answered(decision.id):
            return
        if self._thinking is None or self._thinking.done() or decision.id != self._decision_id:
            self._decision_id = decision.id
            # The task starts after the frames that came together with this one: one of them may close the decision.
            self._thinking = asyncio.create_task(self._think(update, decision))

    async def _think(self, update: Update, decision: Decision) -> None:
        """Call the bot for one decision, after its earlier call has ended, and send its answer; an exception ends the
        playing of the match."""
        try:
            await self._wait_for_call()
            if self._is_class:
                self._give_updates()
            decide, view = self._bot.decide, update.view
            self._call = self._caller.begin(decide, view, decision)
            if self._call is None:
                answer = await self._caller.call(decide, view, decision)
            else:
                given = await asyncio.wrap_future(self._call)
                answer = await given if isinstance(given, Awaitable) else given
            self.channel.send(decision, answer)
        except Exception as error:  # noqa: BLE001  # play_to_end raises it
            self._on_failure(error)

    async def _wait_for_call(self) -> None:
        """Wait until the earlier call of a plain function has ended. Its decision is closed."""
        if self._call is not None and not self._call.done():
            with suppress(Exception):
                await asyncio.wrap_future(self._call)

    def _give_updates(self) -> None:
        """Give a class's bot the description of the match, once, and the updates that it has not been given."""
        if not self._has_started:
            self._has_started = True
            self._bot.started(self.channel.context)
        updates, self._new_updates = self._new_updates, []
        if self._takes_updates:
            for update in updates:
                if update.ended is None:
                    self._bot.updated(update)

    def _stop_thinking(self) -> None:
        """Cancel the call of the bot that is under way."""
        thinking, self._thinking = self._thinking, None
        if thinking is not None and thinking is not asyncio.current_task():
            thinking.cancel()

    def _on_failure(self, error: Exception) -> None:
        """End the playing of this match with an error, which `play_to_end` raises; only the first error counts."""
        if not self._end.done():
            self._end.set_exception(error)


async def play(
    stream: AttendStream, bot: AnyBot, match_id: str, seat: int, language: str
) -> play_pb2.MatchEnd:
    """Let a bot play a seat to the end of its match, and return the end."""
    return await SeatPlayer(stream, bot, match_id, seat, language).play_to_end()


async def play_or_resign(
    match_id: str,
    seat: int,
    match: Awaitable[play_pb2.MatchEnd],
    resign: Callable[[Exception], Awaitable[object]],
) -> play_pb2.MatchEnd | None:
    """Await the end of one of many matches. If the bot fails, resign its seat and return None, so that the other
    matches can finish.

    `resign` receives the bot's failure. If the connection fails, the seat does not resign.
    """
    try:
        return await match
    except ConnectionFailed as problem:
        log.warning("match %s is left at seat %d: %s", match_id, seat, problem)
        return None
    except Exception as error:
        log.exception("the bot failed at seat %d of match %s, which resigns", seat, match_id)
        failure = error
    try:
        await resign(failure)
    except TilthError as error:
        log.warning("seat %d of match %s could not resign: %s", seat, match_id, error)
    return None

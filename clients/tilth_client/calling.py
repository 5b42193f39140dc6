"""Calls of a bot. A plain function runs in a thread, so that a slow one does not block its player's other matches."""

import asyncio
import inspect
import logging
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from tilth_client.decisions import Answer, Decision
from tilth_client.seat_bots import AnyBot, Decide, decide_of

log = logging.getLogger("tilth_client")

INLINE_SECONDS: Final = 0.002
"""The event loop waits this long for a plain function before it turns to other work."""
SLOW_SECONDS: Final = 0.1
"""A plain function that takes longer is reported once, and from then on the event loop never waits for it."""


class BotCaller:
    """The caller of one bot, for all matches that the bot plays.

    An async function is called on the event loop. A plain function is called in a thread: most answer at once, and the
    loop waits that moment, because it costs less than coming back later. A slower function is awaited like other work.
    Then calls for different matches may overlap; calls for one match never do.
    """

    def __init__(self, bot: AnyBot) -> None:
        self.bot = bot
        self._is_async = _is_async(decide_of(bot))
        self._is_slow = False
        self._idle: deque[_Worker] = deque()

    async def call(self, decide: Decide, view: Any, decision: Decision) -> Answer:
        """Return the answer of an async bot, whose seat decides by `decide`. The call ends if it is cancelled."""
        answer = decide(view, decision)
        return await answer if isinstance(answer, Awaitable) else answer

    def begin(
        self, decide: Decide, view: Any, decision: Decision
    ) -> "Future[Answer | Awaitable[Answer]] | None":
        """Start a call of a plain function, by which the seat decides, in a thread, and return its future. Return None
        for an async bot, which `call` is for."""
        if self._is_async:
            return None
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = _Worker(self._idle)
        future = worker.run(decide, view, decision)
        if not self._is_slow:
            try:
                future.exception(INLINE_SECONDS)
            except TimeoutError:
                asyncio.get_running_loop().call_later(SLOW_SECONDS, self._notice, future, decision)
        return future

    def _notice(self, future: "Future[Any]", decision: Decision) -> None:
        """Log once that the bot is slow, if a call is still running after SLOW_SECONDS."""
        if future.done() or self._is_slow:
            return
        self._is_slow = True
        log.warning(
            "the bot is a plain function and takes more than %g s (decision %d of match %s): from now on it is called"
            " in threads, for several matches at once. Make it async, or let it play each match in a process of its"
            " own (tilth bot run --processes N), if it can't be called so.",
            SLOW_SECONDS,
            decision.id,
            decision.context.match_id,
        )


class _Worker:
    """A thread that runs one call after another. It does not keep the program from ending."""

    def __init__(self, idle: "deque[_Worker]") -> None:
        self._idle = idle
        self._calls: SimpleQueue[tuple[Decide, Any, Decision, Future[Answer | Awaitable[Answer]]]] = (
            SimpleQueue()
        )
        threading.Thread(target=self._work, name="tilth bot", daemon=True).start()

    def run(self, bot: Decide, view: Any, decision: Decision) -> "Future[Answer | Awaitable[Answer]]":
        """Queue a call of the bot for the thread, and return a future of its result: an answer, or an awaitable of
        one."""
        future: Future[Answer | Awaitable[Answer]] = Future()
        future.set_running_or_notify_cancel()  # from here on it can't be cancelled
        self._calls.put((bot, view, decision, future))
        return future

    def _work(self) -> None:
        """Run queued calls, one after another."""
        while True:
            bot, view, decision, future = self._calls.get()
            tell: Callable[[], None]
            try:
                tell = partial(future.set_result, bot(view, decision))
            except BaseException as error:  # noqa: BLE001  # it is raised where the answer is awaited
                tell = partial(future.set_exception, error)
            # Idle before the answer is delivered, so that the next call finds this thread.
            self._idle.append(self)
            tell()
            del bot, view, decision, future, tell  # or they would be kept until the next call


def _is_async(bot: Any) -> bool:
    """Return whether the bot is an async function, or an object whose call is one."""
    found = inspect.unwrap(bot)
    if inspect.isroutine(found) or not callable(found):
        return inspect.iscoroutinefunction(found)
    return inspect.iscoroutinefunction(found) or inspect.iscoroutinefunction(found.__call__)

"""What a match asks outside of the rules, and what waits for it."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from tilth_server.refusal import Refusal
from tilth_server.tables.flights import Flight

MOST_WAITING: Final = 256
"""Acts that queue up at one match. What comes then is refused, and may be tried again."""


class Awaited(BaseException):
    """A step needs a fact that isn't there yet. Nothing is wrong, so whatever handles errors lets this pass."""

    def __init__(self, question: Any) -> None:
        super().__init__(question)
        self.question = question


class Act:
    """Something to be done at a match: an answer, an undo, a resignation, a timeout."""

    __slots__ = ("do", "heard", "known", "refuse", "seat")

    def __init__(
        self,
        do: Callable[[Flight], None],
        refuse: Callable[[Refusal], None],
        heard: float,
        seat: int | None = None,
    ) -> None:
        self.do = do
        """Does it, and replies. It may be done several times, but all before the last have not happened."""
        self.refuse = refuse
        """Replies that it won't be done."""
        self.heard = heard
        """When it was said. Who waits for a fact has answered by then, and pays for no more time."""
        self.seat = seat
        """Whose answer it is, where it is one."""
        self.known: list[tuple[Any, bytes]] = []
        """Questions it has put so far, and the facts."""


class Inquiry:
    """What one match asks. Called with a question it is the port of the match's tables."""

    __slots__ = ("_known", "_next", "acts", "looks_again_at", "plays_on_at", "task")

    def __init__(self) -> None:
        self.acts: list[Act] = []
        """The first waits for a fact, the others for the first."""
        self.task: asyncio.Task[None] | None = None
        self.plays_on_at = 0.0
        """Not before then is it tried again to play on for a seat that has resigned."""
        self.looks_again_at = 0.0
        """Nor before then, where a timeout could not happen, to let it happen."""
        self._known: list[tuple[Any, bytes]] = []
        self._next = 0

    def begin(self, known: list[tuple[Any, bytes]]) -> None:
        """A step begins in which these facts are there."""
        self._known = known
        self._next = 0

    def __call__(self, question: Any) -> bytes:
        known, at = self._known, self._next
        if at < len(known) and known[at][0] != question:
            del known[at:]
        if at == len(known):
            raise Awaited(question)
        self._next += 1
        return known[at][1]

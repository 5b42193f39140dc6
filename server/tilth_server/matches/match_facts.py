"""The outside facts of one match, and the actions that wait for them."""

from collections.abc import Callable
from typing import Any, Final

from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal

MAX_WAITING: Final = 256
"""Actions that may wait in a match with outside facts. A further action is refused; the client may repeat it."""
MAX_WAITING_FOR_LOG: Final = 2000
"""Actions that may wait in a match without outside facts: they wait some milliseconds for its log."""


MAX_LOADS: Final = 10
"""An action that needs the log of its match again and again is at fault."""


class FactNeeded(BaseException):
    """Raised when a step needs an outside fact that is not there yet. It is no error, so error handlers let it pass."""

    def __init__(self, question: Any) -> None:
        super().__init__(question)
        self.question = question


class PendingAction:
    """An action at a match: an answer, an undo, a resignation, a timeout."""

    __slots__ = ("known", "loads", "received_at", "refuse", "run", "seat")

    def __init__(
        self,
        run: Callable[[UnitOfWork], None],
        refuse: Callable[[Refusal], None],
        received_at: float,
        seat: int | None = None,
    ) -> None:
        self.run = run
        """Runs the action and replies. It may run several times; all runs but the last are rolled back."""
        self.refuse = refuse
        """Replies that the action will not run."""
        self.received_at = received_at
        """The time at which it came in. A seat pays for no more time while its answer waits for a fact."""
        self.seat = seat
        """The seat that answers; None if it is no answer."""
        self.known: list[tuple[Any, bytes]] = []
        """The questions that it has asked so far, and the facts."""
        self.loads = 0
        """The number of times that the log was read for it."""


class MatchFacts:
    """The outside facts that one run of an action has. The match's tables call it with a question to get the fact."""

    __slots__ = ("_known", "_next", "resumes_autoplay_at", "retries_timeout_at")

    def __init__(self) -> None:
        self.resumes_autoplay_at = 0.0
        """The server tries again at this time to answer for a seat that has resigned."""
        self.retries_timeout_at = 0.0
        """The server tries again at this time to carry out a timeout that failed."""
        self._known: list[tuple[Any, bytes]] = []
        self._next = 0

    def begin(self, known: list[tuple[Any, bytes]]) -> None:
        """Begin a run of an action for which these questions have been answered, with their facts, in order."""
        self._known = known
        self._next = 0

    def __call__(self, question: Any) -> bytes:
        known, at = self._known, self._next
        if at < len(known) and known[at][0] != question:
            del known[at:]
        if at == len(known):
            raise FactNeeded(question)
        self._next += 1
        return known[at][1]

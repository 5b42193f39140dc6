"""One seat that a bot of the server holds, while it is asked or has a process."""

import asyncio
from typing import Final

from tilth.v1.record_pb2 import ForfeitCause
from tilth_server.bots.seat_stream import SeatStream

MAX_FAILURES: Final = 3
"""Failures at one decision after which its default answer is given."""
MAX_DETAIL: Final = 200
"""Characters of a failure's reason that are recorded."""

SeatKey = tuple[str, int]


class Failure:
    """A failure of a bot: the cause that is recorded, the reason in words, and the cause that metrics count."""

    __slots__ = ("cause", "counted_as", "reason")

    def __init__(self, cause: "ForfeitCause.ValueType", reason: str, *, with_host: bool = False) -> None:
        self.cause = cause
        self.reason = reason
        name = ForfeitCause.Name(cause).removeprefix("FORFEIT_CAUSE_").lower()
        self.counted_as = "host" if with_host else name

    @property
    def detail(self) -> str:
        """Return the last line of the reason, printable, as it is recorded. The lines before it name files of this
        machine: they are for its log only.
        """
        last = self.reason.rstrip().rpartition("\n")[2]
        return "".join(letter for letter in last if letter.isprintable())[:MAX_DETAIL]


class BotSeat:
    """A seat of a running match that a bot plays."""

    __slots__ = (
        "bot",
        "creator_id",
        "decision_id",
        "failure",
        "failures",
        "is_stopping",
        "match_id",
        "player_id",
        "process",
        "rests_since",
        "seat",
        "started_at",
        "stream",
        "timer",
        "token",
        "waits_since",
    )

    def __init__(self, match_id: str, seat: int, bot: str, player_id: str, creator_id: str) -> None:
        self.match_id = match_id
        self.seat = seat
        self.bot = bot
        """The bot's name."""
        self.player_id = player_id
        self.creator_id = creator_id
        """The player who created the match: places for processes are shared between these in turn."""
        self.decision_id = 0
        """The decision that the bot is asked; 0 while it is asked none."""
        self.failures = 0
        """The number of its failures at this decision."""
        self.failure: Failure | None = None
        """The failure for which its process is being killed; None if it is not being killed, or for another reason."""
        self.process = 0
        """The number of its process; 0 while it has none."""
        self.token = b""
        """The secret by which its process is known as this seat's."""
        self.stream: SeatStream | None = None
        self.is_stopping = False
        """True if its process is being stopped without a fault of the bot's."""
        self.started_at = 0.0
        self.rests_since = 0.0
        self.waits_since: float | None = None
        """The time since which it waits for a place; None while it does not wait."""
        self.timer: asyncio.TimerHandle | None = None
        """The end of its time for the decision, the end of a pause, or the end of a rest."""

    @property
    def key(self) -> SeatKey:
        """Return the match and the seat."""
        return self.match_id, self.seat

    def set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        """Replace the timer."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = timer

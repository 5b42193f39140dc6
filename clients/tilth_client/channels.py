"""A channel: one seat of one match, or one watch, on the stream that all of them share.

It knows what it has been told and what it has said without a reply. So after any break it opens anew from the next
record and says the unanswered again, with the same request ids: nothing is lost, and nothing is doubled.
"""

import asyncio
import itertools
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from tilth.v1 import play_pb2
from tilth_client.decisions import Answer, Context, Decision
from tilth_client.errors import IN_A_MOMENT, IllegalAnswer, TilthError, from_frame
from tilth_client.happenings import Happening

TOO_LATE: Final = frozenset({"closed", "not_open", "resigned", "not_running"})
"""Refusals that are no fault of a bot's: a timeout was faster, or the match went on without it."""
SAY_AGAIN_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Opening:
    """What a channel asks for when it opens."""

    match_id: str
    seat: int | None = None
    from_record: int | None = None
    views: bool = False
    texts: bool = False
    language: str = ""


class Stream(Protocol):
    """What a channel needs of the stream it lies on."""

    def say(self, said: play_pb2.Said) -> None: ...

    def open(self, channel: "Channel", *, later: bool = False) -> None: ...

    def shut(self, channel: "Channel", *, tell: bool = True) -> None: ...


@dataclass(slots=True)
class _Unanswered:
    said: play_pb2.Said
    decision: int
    taken: asyncio.Future[int] | None


class Channel:
    """Tells `deliver` of every record once, in order, and answers for its seat."""

    _prefix = secrets.token_urlsafe(6)
    _numbers = itertools.count(1)

    def __init__(
        self,
        stream: Stream,
        opening: Opening,
        deliver: Callable[[Happening], None],
        failed: Callable[[TilthError], None],
    ) -> None:
        self._stream = stream
        self._opening = opening
        self._deliver = deliver
        self._failed = failed
        self._unanswered: dict[str, _Unanswered] = {}
        self._next_record = opening.from_record
        self._live = False
        self._cut_at: int | None = None
        self.number = 0
        """Its number on the stream that runs; 0 while it lies on none."""
        self.parked = False
        """Closed for a while, because its user is slower than its match."""
        self.records_told = 0
        self.context = Context(opening.match_id, opening.seat, opening.language)
        self.closed = False

    # What its user says --------------------------------------------------------------------------------------

    async def answer(self, decision: Decision, answer: Answer) -> int:
        """Answer a decision; gives the number of its record when it is durable. Raises Refused."""
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.send(decision, answer, taken)
        return await taken

    def send(self, decision: Decision, answer: Answer, taken: asyncio.Future[int] | None = None) -> None:
        """Answer a decision without waiting: the record comes with what happens next."""
        if wrong := decision.wrong_with(answer):
            raise IllegalAnswer(f"{decision.kind}: {wrong}")
        said = play_pb2.Said()
        message = said.answer
        message.decision = decision.id
        message.chosen.extend(answer.chosen)
        message.measured.extend(answer.measured)
        message.request_id = self._say(said, decision.id, taken)

    async def undo(self) -> int:
        """Take back the seat's last answer; gives the number of the record that says so. Raises Refused."""
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        said = play_pb2.Said(undo=play_pb2.Undo())
        said.undo.request_id = self._say(said, 0, taken)
        return await taken

    def has_answered(self, decision: int) -> bool:
        """An answer to that decision is under way."""
        return any(unanswered.decision == decision for unanswered in self._unanswered.values())

    def park(self) -> None:
        """Hear no more until `unpark`. A seat that waits for a reply goes on hearing."""
        if not (self.parked or self.closed or self._unanswered or self._next_record is None):
            self.parked = True
            self._stream.shut(self)

    def unpark(self) -> None:
        """Go on with the next record."""
        if self.parked:
            self.parked = False
            self._stream.open(self)

    def close(self) -> None:
        """Hear no more."""
        if not self.closed:
            self.closed = True
            self._stream.shut(self)
            self._give_up(
                TilthError(f"The channel to {self._opening.match_id} was closed before a reply came.")
            )

    def _say(self, said: play_pb2.Said, decision: int, taken: asyncio.Future[int] | None) -> str:
        if self.closed:
            raise TilthError(f"The channel to {self._opening.match_id} is closed.")
        request_id = f"{self._prefix}{next(self._numbers)}"
        self._unanswered[request_id] = _Unanswered(said, decision, taken)
        if self.parked:
            self.unpark()
        elif self.number:
            said.channel = self.number
            self._stream.say(said)
        return request_id

    # What the stream does with it ----------------------------------------------------------------------------

    def opens_as(self, number: int) -> Iterable[play_pb2.Said]:
        """What to say first on a stream, under this number."""
        self.number = number
        self._live = False
        asked = self._opening
        said = play_pb2.Said(channel=number)
        message = said.open
        message.match_id = asked.match_id
        if asked.seat is not None:
            message.seat = asked.seat
        if self._next_record is not None:
            message.from_record = self._next_record
        message.views, message.texts, message.language = asked.views, asked.texts, asked.language
        yield said
        for unanswered in self._unanswered.values():
            unanswered.said.channel = number
            yield unanswered.said

    def told(self, told: play_pb2.Told) -> None:
        """One frame of the stream."""
        match told.WhichOneof("what"):
            case "happened":
                self._happened(told)
            case "caught_up":
                self._live = True
                self._next_record = told.record
                self._deliver(Happening(told, self.context))
            case "accepted":
                self._accepted(told.accepted.request_id, told.record)
            case "refused":
                self._refused(told.refused)
            case "cut_off":
                self._cut_off(told.record, told.cut_off.reason)
            case "opened":
                self.context = Context(
                    self._opening.match_id, self._opening.seat, self._opening.language, told.opened
                )
            case "ended":
                self.closed = True
                self._stream.shut(self, tell=False)
                self._deliver(Happening(told, self.context))
                self._give_up(TilthError(f"The match {self._opening.match_id} is over."))

    def fail(self, error: TilthError) -> None:
        """The end of the channel, other than by the end of its match."""
        if not self.closed:
            self.closed = True
            self._stream.shut(self)
            self._give_up(error)
            self._failed(error)

    def _happened(self, told: play_pb2.Told) -> None:
        self._next_record = told.record + 1
        self.records_told += 1
        if told.happened.accepted:
            self._accepted(told.happened.accepted, told.record)
        self._deliver(Happening(told, self.context, self._live))

    def _accepted(self, request_id: str, record: int) -> None:
        unanswered = self._unanswered.pop(request_id, None)
        if unanswered is not None and unanswered.taken is not None and not unanswered.taken.done():
            unanswered.taken.set_result(record)

    def _refused(self, refused: play_pb2.Refused) -> None:
        error = from_frame(refused.reason, refused.what)
        in_a_moment = refused.reason in IN_A_MOMENT
        if not refused.request_id:
            if in_a_moment:
                self._stream.open(self, later=True)
            else:
                self.fail(error)
            return
        if in_a_moment:
            again = asyncio.get_running_loop().call_later
            again(SAY_AGAIN_SECONDS, self._say_again, refused.request_id)
            return
        unanswered = self._unanswered.pop(refused.request_id, None)
        if unanswered is None:
            return
        if unanswered.taken is not None:
            if not unanswered.taken.done():
                unanswered.taken.set_exception(error)
        elif refused.reason not in TOO_LATE:
            self.fail(error)

    def _say_again(self, request_id: str) -> None:
        unanswered = self._unanswered.get(request_id)
        if unanswered is not None and self.number:
            unanswered.said.channel = self.number
            self._stream.say(unanswered.said)

    def _cut_off(self, record: int, reason: str) -> None:
        """Open again from there; in a while, if the server can't now, or nothing was told since the last time."""
        if self._next_record is None:
            self._next_record = record
        later = reason in IN_A_MOMENT or self._cut_at == self._next_record
        self._cut_at = self._next_record
        self._stream.open(self, later=later)

    def _give_up(self, error: TilthError) -> None:
        for unanswered in self._unanswered.values():
            if unanswered.taken is not None and not unanswered.taken.done():
                unanswered.taken.set_exception(error)
                unanswered.taken.exception()  # whoever waits gets it; if nobody waits, it is no news
        self._unanswered.clear()

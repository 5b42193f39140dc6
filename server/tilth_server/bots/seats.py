"""The seats that bots of the server play: who is asked, in which process, for how long, and what follows a failure."""

import asyncio
import secrets
from asyncio import StreamReader
from asyncio import StreamWriter as SocketWriter
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Final

import structlog

from tilth.v1.record_pb2 import ForfeitCause
from tilth_server.bots.host import BotHost, Ended
from tilth_server.bots.seat import MAX_FAILURES, BotSeat, Failure, SeatKey
from tilth_server.bots.seat_stream import BadBot, SeatStream, read_message
from tilth_server.bots.slots import Slots
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.registry import Matches
from tilth_server.refusal import Refusal
from tilth_server.store import StoreError
from tilth_server.wire import CauseDetails

log = structlog.get_logger()

ANSWER_SECONDS: Final = 10.0
"""Seconds in which a bot has to answer, from the decision or from the start of its process."""
ANSWER_TAKEN_SECONDS: Final = 30.0
"""Seconds within which an answer that was sent has closed its decision: it may wait for an outside fact."""
PAUSE_SECONDS: Final = 0.2
"""Pause before a bot that has failed is started again."""
LEASE_SECONDS: Final = 2.0
"""Seconds for which a process keeps its place although others wait."""
REST_SECONDS: Final = 60.0
"""Seconds without a question after which a process ends. It is started again when the seat is asked."""
END_SECONDS: Final = 2.0
"""Seconds in which a process may end by itself after its match."""
RETRY_SECONDS: Final = 30.0
"""Pause before a default answer that was refused is tried again."""
TOKEN_BYTES: Final = 32
TOKEN_SECONDS: Final = 5.0
"""Seconds in which a process that has connected sends its token."""

CRASH, LIMIT, TIME = (
    ForfeitCause.FORFEIT_CAUSE_CRASH,
    ForfeitCause.FORFEIT_CAUSE_LIMIT,
    ForfeitCause.FORFEIT_CAUSE_TIME,
)

InTurns = Callable[[str, Coroutine[Any, Any, None]], Coroutine[Any, Any, None]]
"""Runs work for a player in that player's turns."""


class BotSeats:
    """The seats that bots play now. A seat is known here while it is asked, or has a process."""

    def __init__(
        self,
        matches: Matches,
        bots: Mapping[str, str],
        programs: Callable[[], Mapping[str, str]],
        host: BotHost,
        most: int,
        socket_path: Callable[[], str],
        in_turns: InTurns,
    ) -> None:
        """`bots` are the bots' names by their players' ids, `programs` their places by name; `most` is the limit on
        processes at once.
        """
        self._matches = matches
        self._metrics = matches.commits.metrics
        self._bots = bots
        self._programs = programs
        self._host = host
        self._socket_path = socket_path
        self._in_turns = in_turns
        self._seats: dict[SeatKey, BotSeat] = {}
        self._by_token: dict[bytes, BotSeat] = {}
        self.slots = Slots(most)
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closed = False
        self._metrics.bot_processes = lambda: len(self.slots.taken)
        self._metrics.bot_seats_waiting = lambda: self.slots.waiting_count

    def look(self, match: LiveMatch) -> None:
        """Take note of what the bots at a match are asked, after a change of it."""
        players = match.info.player_ids
        if self._bots.keys().isdisjoint(players) or match.table is None or self.is_closed:
            return
        is_played = match.info.state is State.RUNNING and match.paused_at is None
        for number, player_id in enumerate(players):
            bot = self._bots.get(player_id)
            if bot is not None and self._matches.cache.names.in_match(match.info.id, player_id).bot:
                decision = match.open_decision_of(number) if is_played else 0
                self._set_decision(match.info, number, bot, decision)

    def end_match(self, info: MatchInfo) -> None:
        """Take note that a match has ended: its bots are asked nothing more, and their processes end."""
        if self._bots.keys().isdisjoint(info.player_ids):
            return
        for number in range(info.seat_count):
            seat = self._seats.get((info.id, number))
            if seat is not None:
                seat.decision_id = 0
                self._wait_no_longer(seat)
                seat.set_timer(None)
                if seat.process:
                    seat.set_timer(self._loop.call_later(END_SECONDS, self._stop, seat))
                else:
                    self._drop(seat)

    async def close(self) -> None:
        """Ask no bot from now on, and end the processes."""
        self.is_closed = True
        for seat in self._seats.values():
            seat.set_timer(None)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def serve(self, reader: StreamReader, writer: SocketWriter) -> None:
        """Serve the connection of one process until it ends. A connection without a good token is closed."""
        seat: BotSeat | None = None
        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                token = await read_message(reader, TOKEN_BYTES)
            seat = self._by_token.pop(token or b"", None)
            if seat is None or seat.stream is not None:
                return
            stream = SeatStream(self._matches, seat.player_id, seat.match_id, seat.seat, reader, writer)
            seat.stream = stream
            stream.on_answer = partial(self._on_answer, seat)
            await self._in_turns(seat.creator_id, stream.run())
        except (BadBot, TimeoutError) as error:
            if seat is not None:
                self._fail(seat, Failure(LIMIT, str(error)))
        finally:
            writer.close()

    # Asking --------------------------------------------------------------------------------------------------

    def _set_decision(self, info: MatchInfo, number: int, bot: str, decision: int) -> None:
        """Take note of the decision that a seat is asked now, 0 for none."""
        seat = self._seats.get((info.id, number))
        if seat is None:
            if not decision:
                return
            seat = BotSeat(info.id, number, bot, info.player_ids[number], info.creator_id)
            self._seats[seat.key] = seat
        if decision == seat.decision_id:
            return
        seat.decision_id, seat.failures = decision, 0
        seat.set_timer(None)
        if decision:
            if seat.stream is not None:
                seat.stream.allow_commands()
            self._ask(seat)
        else:
            self._rest(seat)

    def _ask(self, seat: BotSeat) -> None:
        """Ask a seat that has an open decision: wait for its process, or have one started."""
        if seat.is_stopping or seat.failure is not None:
            return  # a process is started for it when the old one has ended
        if not seat.process:
            self._want_process(seat)
        elif self.slots.has_waiting and self._loop.time() - seat.started_at > LEASE_SECONDS:
            self._stop(seat)
        else:
            seat.set_timer(self._loop.call_later(ANSWER_SECONDS, self._on_time_out, seat))

    def _rest(self, seat: BotSeat) -> None:
        """Let a seat rest that is asked nothing. Its process keeps its place if nobody waits for one."""
        self._wait_no_longer(seat)
        seat.rests_since = self._loop.time()
        if not seat.process:
            self._drop(seat)
        elif self.slots.has_waiting:
            self._stop(seat)
        else:
            seat.set_timer(self._loop.call_later(REST_SECONDS, self._stop, seat))

    def _want_process(self, seat: BotSeat) -> None:
        """Start a process for the seat, now or when there is a place for it."""
        if self.is_closed or seat.process or not seat.decision_id:
            return
        program = self._programs().get(seat.bot)
        if program is None:
            seat.failures = MAX_FAILURES
            self._give_default(seat, Failure(CRASH, f"this server no longer runs the bot {seat.bot}"))
        elif self.slots.take(seat):
            self._start(seat, program)
        else:
            self._wait(seat)
            resting = self.slots.longest_resting()
            if resting is not None:
                self._stop(resting)

    def _wait(self, seat: BotSeat) -> None:
        """Let a seat wait for a place."""
        self.slots.wait(seat)
        if seat.waits_since is None:
            seat.waits_since = self._loop.time()

    def _wait_no_longer(self, seat: BotSeat) -> None:
        """Take a seat that is asked nothing off the queue for places."""
        self.slots.leave(seat)
        seat.waits_since = None

    def _start(self, seat: BotSeat, program: str) -> None:
        """Have a process started for the seat."""
        seat.token = secrets.token_bytes(TOKEN_BYTES)
        self._by_token[seat.token] = seat
        seat.stream, seat.is_stopping, seat.failure = None, False, None
        seat.started_at = self._loop.time()
        self._metrics.bot_starts += 1
        waits_since, seat.waits_since = seat.waits_since, None
        self._metrics.bot_wait_seconds.observe(0.0 if waits_since is None else seat.started_at - waits_since)
        seat.process = self._host.start(
            {
                "program": program,
                "socket": self._socket_path(),
                "token": seat.token.hex(),
                "match": seat.match_id,
                "seat": seat.seat,
                "seed": secrets.randbits(31),
            },
            partial(self._on_ended, seat),
        )
        seat.set_timer(self._loop.call_later(ANSWER_SECONDS, self._on_time_out, seat))

    def _stop(self, seat: BotSeat) -> None:
        """Stop the process of a seat, which has done nothing wrong."""
        seat.set_timer(None)
        seat.is_stopping = True
        self._host.kill(seat.process)

    def _on_answer(self, seat: BotSeat, decision_id: int) -> None:
        """Take note that the process has sent an answer, which may have to wait."""
        if decision_id == seat.decision_id and seat.failure is None and not seat.is_stopping:
            seat.set_timer(self._loop.call_later(ANSWER_TAKEN_SECONDS, self._on_time_out, seat))

    # Failures ------------------------------------------------------------------------------------------------

    def _on_time_out(self, seat: BotSeat) -> None:
        """React to a bot that has not answered in time."""
        self._fail(seat, Failure(TIME, f"no answer within {ANSWER_SECONDS:.0f} s"))

    def _fail(self, seat: BotSeat, failure: Failure) -> None:
        """Kill the process of a bot that has failed; what follows comes with its end."""
        if seat.process and seat.failure is None:
            seat.failure = failure
            seat.set_timer(None)
            self._host.kill(seat.process)

    def _on_ended(self, seat: BotSeat, end: Ended) -> None:
        """React to the end of a seat's process."""
        was_stopped, failure = seat.is_stopping, seat.failure
        seat.process, seat.stream, seat.is_stopping, seat.failure = 0, None, False, None
        self._by_token.pop(seat.token, None)
        self.slots.free(seat)
        seat.set_timer(None)
        if self.is_closed:
            return
        if failure is None and not was_stopped and (seat.decision_id or end.code or end.signal):
            failure = Failure(LIMIT if end.memory else CRASH, end.reason, with_host=end.with_host)
        if failure is not None:
            self._count_failure(seat, failure)
        elif not seat.decision_id:
            self._drop(seat)
        elif self.slots.has_waiting:
            self._wait(seat)
        else:
            self._want_process(seat)
        self._fill()

    def _count_failure(self, seat: BotSeat, failure: Failure) -> None:
        """Count a failure; start the bot again if it is asked, or give the default answer after the last try."""
        self._metrics.bot_failures[failure.counted_as] += 1
        seat.failures += 1
        log.warning(
            "bot failed",
            match=seat.match_id,
            seat=seat.seat,
            bot=seat.bot,
            decision=seat.decision_id,
            times=seat.failures,
            reason=failure.reason,
        )
        if not seat.decision_id:
            self._drop(seat)
        elif seat.failures >= MAX_FAILURES:
            self._give_default(seat, failure)
        else:
            seat.set_timer(self._loop.call_later(PAUSE_SECONDS * seat.failures, self._want_process, seat))

    def _give_default(self, seat: BotSeat, failure: Failure) -> None:
        """Give the default answer for a seat whose bot has failed for the last time at this decision."""
        task = asyncio.create_task(self._default(seat, seat.decision_id, failure))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _default(self, seat: BotSeat, decision_id: int, failure: Failure) -> None:
        """Give the default answer, which the log of the match explains. If it is refused, try again later."""
        details = CauseDetails(forfeit=failure.cause, detail=failure.detail)
        try:
            given = await self._matches.play.default_for_bot(seat.match_id, seat.seat, decision_id, details)
        except (Refusal, StoreError) as error:
            log.warning("bot default refused", match=seat.match_id, seat=seat.seat, error=str(error))
        else:
            if given:
                self._metrics.bot_defaults += 1
                log.info(
                    "bot default given",
                    match=seat.match_id,
                    seat=seat.seat,
                    bot=seat.bot,
                    decision=decision_id,
                )
        if seat.decision_id == decision_id and not self.is_closed:
            again = partial(self._give_default, seat, failure)
            seat.set_timer(self._loop.call_later(RETRY_SECONDS, again))

    def _fill(self) -> None:
        """Give the free places to seats that wait."""
        while self.slots.has_room and (seat := self.slots.next_waiting()) is not None:
            self._want_process(seat)

    def _drop(self, seat: BotSeat) -> None:
        """Forget a seat that is asked nothing and has no process."""
        seat.set_timer(None)
        if self._seats.get(seat.key) is seat:
            del self._seats[seat.key]

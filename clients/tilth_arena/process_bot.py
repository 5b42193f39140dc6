"""A bot whose every seat is played by a process of its own, so that a fault in one process affects no other seat."""

import asyncio
import signal
from asyncio import StreamReader
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tilth.v1.record_pb2 import ForfeitCause
from tilth_arena import line_protocol, pipe_messages
from tilth_arena.limits import Ending, Limits
from tilth_arena.processes import Launcher, Process
from tilth_arena.programs import Kind
from tilth_client import Answer, AnyBot, BotFailed, Context, Decision, MatchEnd, SeatBot, Update

EXIT_SECONDS: Final = 5.0
"""The seconds that a process has to end by itself after it has closed its output or played its last match."""

CRASH: Final = ForfeitCause.FORFEIT_CAUSE_CRASH
ILLEGAL: Final = ForfeitCause.FORFEIT_CAUSE_ILLEGAL_ANSWER

SeatKey = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class Assignment:
    """The data for the process of one seat of one match."""

    seed: int
    environment: Mapping[str, str]
    """The environment variables of the process, in addition to those of this program."""
    log: Path | None = None
    """The file for the process's output; None for stderr."""


Assign = Callable[[Context], Awaitable[Assignment]]


class ProcessBot:
    """A bot whose every seat is played by a process of its own, and that can be used like any other bot.

    The process of a seat starts with the first question, and `ended` ends it.
    """

    def __init__(
        self,
        launcher: Launcher,
        assign: Assign,
        limits: Limits,
        max_running: int = 0,
        on_failure: Callable[[str, int | None, str], object] | None = None,
    ) -> None:
        self._launcher = launcher
        self._assign = assign
        self._limits = limits
        self._seats: dict[SeatKey, _SeatProcess] = {}
        self._failed: dict[SeatKey, BotFailed] = {}
        self._on_failure = on_failure
        self._turns = asyncio.Semaphore(max_running) if max_running else None
        self._stopping: set[asyncio.Task[None]] = set()
        kind = launcher.program.kind
        self._speaks_grpc = kind is Kind.EXECUTABLE
        self.wants_views = launcher.wants_views and not self._speaks_grpc
        self.wants_texts = kind is Kind.LINES

    def as_bot(self) -> AnyBot:
        """Return the bot to play with: this one, or, if the program takes updates, a class that gives them to it."""
        if not self._launcher.wants_updates:
            return self

        class Seat(SeatBot):
            """The bot of one seat, which passes everything on to the seat's process."""

            wants_views = self.wants_views

            def updated(_, update: Update) -> None:  # noqa: N805  # `self` is the process bot
                self._update(update)

            async def decide(_, view: Any, decision: Decision) -> Answer:  # noqa: N805
                return await self(view, decision)

        return Seat

    def _update(self, update: Update) -> None:
        """Keep an update for the process of its seat, which gets it before the next question."""
        key = update.context.match_id, update.context.seat
        if key not in self._failed:
            self._seat(update.context).add_update(update)

    def _seat(self, context: Context) -> "_SeatProcess":
        """Return the process of a seat, which may not have been started."""
        key = context.match_id, context.seat
        seat = self._seats.get(key)
        if seat is None:
            seat = self._seats[key] = _SeatProcess(self._launcher, self._limits, context, self._assign)
        return seat

    async def __call__(self, view: Any, decision: Decision) -> Answer:
        key = decision.context.match_id, decision.context.seat
        if key in self._failed:
            raise self._failed[key]
        seat = self._seat(decision.context)
        try:
            async with self._running():
                return await (seat.wait_for_exit() if self._speaks_grpc else seat.ask(view, decision))
        except BotFailed as failed:
            self._seats.pop(key, None)
            self._failed[key] = failed
            if self._on_failure is not None:
                self._on_failure(*key, str(failed))
            raise

    def ended(self, match_id: str, seat: int, end: MatchEnd) -> None:
        """Let the process of the seat end in the background, since the match has ended."""
        self._failed.pop((match_id, seat), None)
        one = self._seats.pop((match_id, seat), None)
        if one is not None:
            task = asyncio.create_task(one.finish(seat, end))
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)

    async def close(self, reason: str) -> None:
        """Kill the processes of all seats, before their matches have ended, and wait until they have ended. The reason
        goes into their logs."""
        for seat in self._seats.values():
            await seat.stop(reason)
        self._seats.clear()
        if self._stopping:
            await asyncio.wait(self._stopping)

    def _running(self) -> AbstractAsyncContextManager[Any]:
        """Return a context that limits the number of processes that think at a time; without a limit, one that does
        nothing."""
        return nullcontext() if self._turns is None else self._turns


class _SeatProcess:
    """The process of one seat, and the questions that were sent to it."""

    def __init__(self, launcher: Launcher, limits: Limits, context: Context, assign: Assign) -> None:
        self._launcher = launcher
        self._limits = limits
        self._context = context
        self._assign = assign
        self._log: Path | None = None
        self._starting: asyncio.Task[Process] | None = None
        self._stopping: asyncio.Task[Ending | None] | None = None
        self._replies: asyncio.Queue[Answer | str] = asyncio.Queue()
        """Answers in order; or the text with the reason why no more will follow."""
        self._reading: asyncio.Task[None] | None = None
        self._question_count = 0
        self._answer_count = 0
        self._question_time = 0.0
        self._uses_lines = launcher.program.kind is Kind.LINES
        self._next_record = 0
        self._updates: list[Update] = []
        """Updates that the process has not been given."""

    async def ask(self, view: Any, decision: Decision) -> Answer:
        """Return the process's legal answer to this question. Raise BotFailed if the answer is illegal or late, or if
        no answer comes.

        Only a process that owes no answer is asked. While it still thinks about a decision that a timeout has closed,
        this waits for that answer and drops it. If this decision is closed in that time, it is never asked.
        """
        process = await self._started()
        if self._answer_count < self._question_count:
            await self._reply_in_time()
        self._question_count += 1
        self._question_time = asyncio.get_running_loop().time()
        self._write_updates(process)
        message = line_protocol.decide_line if self._uses_lines else pipe_messages.question_message
        process.write(message(view, decision))
        answer = await self._reply_in_time()
        if wrong := decision.problem_with(answer):
            raise await self._failure(f"an illegal answer to {decision.kind}: {wrong}", ILLEGAL)
        return answer

    def add_update(self, update: Update) -> None:
        """Keep an update for the process, unless it came before: after a break the first ones come again."""
        is_known = not update.live and update.record < self._next_record
        if update.ended is None and not is_known:
            self._next_record = update.record + (0 if update.caught_up else 1)
            self._updates.append(update)

    def _write_updates(self, process: Process) -> None:
        """Send the process the updates that it has not been given."""
        updates, self._updates = self._updates, []
        for update in updates:
            process.write(pipe_messages.update_message(update))

    async def _reply_in_time(self) -> Answer:
        """Return the answer to the last question. Raise BotFailed if it does not come within the limit, which began
        when the question was asked."""
        limit = self._limits.answer
        try:
            async with asyncio.timeout_at(self._question_time + limit if limit else None):
                return await self._reply()
        except TimeoutError:
            raise await self._failure(
                f"more than {limit:g} s for one answer", ForfeitCause.FORFEIT_CAUSE_LIMIT
            ) from None

    async def wait_for_exit(self) -> Answer:
        """Wait until a program that speaks gRPC ends, since it answers by itself, and EXIT_SECONDS longer. Then raise
        BotFailed with the way in which it ended; never return."""
        process = await self._started()
        await asyncio.shield(process.ended)
        # The program may have sent its last answer just before, and the update has not arrived yet.
        await asyncio.sleep(EXIT_SECONDS)
        raise await self._failure("")

    async def finish(self, seat: int, end: MatchEnd) -> None:
        """Inform the process of the end of the match, and give it EXIT_SECONDS to end by itself; then kill it. Do
        nothing if it was never started."""
        if self._starting is None:
            return
        process = await self._starting
        if self._uses_lines:
            process.write(line_protocol.ended_line(end))
        elif self._launcher.program.kind.is_python:
            self._write_updates(process)
            process.write(pipe_messages.end_message(end))
        process.close_questions()
        if end.HasField("result"):
            place, score = end.result.places[seat], end.result.scores[seat]
            await self.stop(f"played to the end: place {place}, points {score}", grace_seconds=EXIT_SECONDS)
        else:
            await self.stop("the match was cancelled", grace_seconds=EXIT_SECONDS)

    async def stop(self, reason: str, *, grace_seconds: float = 0.0) -> Ending | None:
        """Kill the process, after `grace_seconds` in which it may end by itself, and write the reason into its log.
        Return its end; None if there was no process. Only the first call has an effect."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop(reason, grace_seconds))
        # The caller may be cancelled by a timeout of the match; the process ends all the same.
        return await asyncio.shield(self._stopping)

    async def _stop(self, reason: str, grace_seconds: float) -> Ending | None:
        """Kill the process, after `grace_seconds` in which it may end by itself, and write the reason into its log.
        Return its end; None if there was no process."""
        if self._starting is None:
            return None
        process = await self._starting
        if not process.ended.done() and grace_seconds:
            await asyncio.wait([process.ended], timeout=grace_seconds)
        self._launcher.signal(process, signal.SIGKILL)
        ending = await process.ended
        if self._reading is not None:
            self._reading.cancel()
        process.close()
        remark = reason
        if not reason:
            breach = ending.breach(self._limits)
            remark = f"{breach} ({ending.describe()})" if breach else ending.describe()
        self._log_line(f"-- {remark}; {ending.cost()}\n")
        return ending

    def _log_line(self, line: str) -> None:
        """Append a line to the log of the process, if it has one."""
        if self._log is not None:
            with self._log.open("a") as log:
                log.write(line)

    async def _started(self) -> Process:
        """Return the process; start it if there is none yet. A start goes through even if this call is cancelled."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    async def _start(self) -> Process:
        """Start the process with its assignment, and send it the beginning of the match, unless it speaks gRPC. Return
        it."""
        assigned = await self._assign(self._context)
        self._log = assigned.log
        grpc = self._launcher.program.kind is Kind.EXECUTABLE
        process = await self._launcher.start(
            assigned.environment, pipes=not grpc, limits=self._limits, log=self._log
        )
        if process.reader is not None:
            begin = line_protocol.match_line if self._uses_lines else pipe_messages.begin_message
            process.write(begin(self._context, assigned.seed))
            self._reading = asyncio.create_task(self._read(process.reader))
        return process

    async def _read(self, reader: StreamReader) -> None:
        """Queue the answers of the process, which come in the order of the questions, until it closes its output. An
        answer without a question or a bad line ends the reading; the reason is queued as text."""
        read = line_protocol.read_answer if self._uses_lines else pipe_messages.read_reply
        try:
            count = 0
            while (answer := await read(reader)) is not None:
                count += 1
                if count > self._question_count:
                    self._replies.put_nowait("an answer that nobody has asked for")
                    return
                self._replies.put_nowait(answer)
            self._replies.put_nowait("")
        except line_protocol.BadLine as bad:
            self._replies.put_nowait(str(bad))

    async def _reply(self) -> Answer:
        """Return the next answer from the queue. Raise BotFailed if none will follow."""
        reply = await self._replies.get()
        if isinstance(reply, str):
            self._replies.put_nowait(reply)
            raise await self._failure(reply, ILLEGAL)
        self._answer_count += 1
        return reply

    async def _failure(self, reason: str, cause: "ForfeitCause.ValueType" = CRASH) -> BotFailed:
        """Stop the process and return the failure to raise: `reason` and its `cause`, or, if the reason is empty, the
        limit that the process exceeded or the way it ended."""
        ending = await self.stop(reason, grace_seconds=0.0 if reason else EXIT_SECONDS)
        if reason:
            return BotFailed(reason, cause)
        if ending is None:
            return BotFailed("it has ended")
        breach = ending.breach(self._limits)
        return BotFailed(breach, ForfeitCause.FORFEIT_CAUSE_LIMIT) if breach else BotFailed(ending.describe())

"""A bot whose every seat is played by a process of its own: what happens to one of them happens to no other."""

import asyncio
import signal
from asyncio import StreamReader
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tilth_arena import frames, lines
from tilth_arena.limits import Ending, Limits
from tilth_arena.processes import Launcher, Process
from tilth_arena.programs import Kind
from tilth_client import Answer, Context, Decision, Ended

GONE_SECONDS: Final = 5.0
"""What has closed its output should have ended by then; and what has played its last match, too."""

SeatKey = tuple[str, int | None]


class BotFailed(Exception):
    """The bot's process can't go on with its match. The text is one line: how it ended."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What goes with one seat of one match."""

    seed: int
    environment: Mapping[str, str]
    """What it finds there, besides this program's own."""
    log: Path | None = None
    """None: what the process prints is seen on stderr."""


Assign = Callable[[Context], Awaitable[Assignment]]


class Isolated:
    """Can be given wherever a bot can. The process starts with the first question, and `ended` ends it."""

    def __init__(
        self,
        launcher: Launcher,
        assign: Assign,
        limits: Limits,
        at_once: int = 0,
        failed: Callable[[str, int | None, str], object] | None = None,
    ) -> None:
        self._launcher = launcher
        self._assign = assign
        self._limits = limits
        self._seats: dict[SeatKey, _Seat] = {}
        self._failed: dict[SeatKey, str] = {}
        self._tell = failed
        self._turns = asyncio.Semaphore(at_once) if at_once else None
        self._stopping: set[asyncio.Task[None]] = set()
        kind = launcher.program.kind
        self._speaks_grpc = kind is Kind.EXECUTABLE
        self.wants_views = launcher.wants_views and not self._speaks_grpc
        self.wants_texts = kind is Kind.LINES

    async def __call__(self, view: Any, decision: Decision) -> Answer:
        key = decision.context.match_id, decision.context.seat
        if key in self._failed:
            raise BotFailed(self._failed[key])
        seat = self._seats.get(key)
        if seat is None:
            seat = _Seat(self._launcher, self._limits, decision.context, self._assign)
            self._seats[key] = seat
        try:
            async with self._turn():
                return await (seat.leave_to_it() if self._speaks_grpc else seat.ask(view, decision))
        except BotFailed as failed:
            self._seats.pop(key, None)
            self._failed[key] = str(failed)
            if self._tell is not None:
                self._tell(*key, str(failed))
            raise

    def ended(self, match_id: str, seat: int, end: Ended) -> None:
        """The match is over, and its process may go."""
        self._failed.pop((match_id, seat), None)
        one = self._seats.pop((match_id, seat), None)
        if one is not None:
            task = asyncio.create_task(one.finish(seat, end))
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)

    async def close(self, why: str) -> None:
        """End all processes; their matches are not over."""
        for seat in self._seats.values():
            await seat.stop(why)
        self._seats.clear()
        if self._stopping:
            await asyncio.wait(self._stopping)

    def _turn(self) -> AbstractAsyncContextManager[Any]:
        return nullcontext() if self._turns is None else self._turns


class _Seat:
    """One process, and what was asked of it."""

    def __init__(self, launcher: Launcher, limits: Limits, context: Context, assign: Assign) -> None:
        self._launcher = launcher
        self._limits = limits
        self._context = context
        self._assign = assign
        self._log: Path | None = None
        self._starting: asyncio.Task[Process] | None = None
        self._stopping: asyncio.Task[Ending | None] | None = None
        self._replies: asyncio.Queue[Answer | str] = asyncio.Queue()
        """Answers in order; or the text that says why there will be no more."""
        self._reading: asyncio.Task[None] | None = None
        self._asked = 0
        self._heard = 0
        self._lines = launcher.program.kind is Kind.LINES

    async def ask(self, view: Any, decision: Decision) -> Answer:
        """The answer to this question. One that a timeout has closed is still owed by the process, and then dropped."""
        process = await self._started()
        self._asked += 1
        number = self._asked
        process.write(lines.decide_line(view, decision) if self._lines else frames.question(view, decision))
        try:
            async with asyncio.timeout(self._limits.answer or None):
                answer = await self._reply(number)
        except TimeoutError:
            raise await self._broken(f"more than {self._limits.answer:g} s for one answer") from None
        if wrong := decision.wrong_with(answer):
            raise await self._broken(f"an illegal answer to {decision.kind}: {wrong}")
        return answer

    async def leave_to_it(self) -> Answer:
        """A program that speaks gRPC answers by itself; all there is to see is whether it still runs."""
        process = await self._started()
        await asyncio.shield(process.ended)
        # It may have given its last answer just now, and that is on its way.
        await asyncio.sleep(GONE_SECONDS)
        raise await self._broken("")

    async def finish(self, seat: int, end: Ended) -> None:
        """The match is over: the process reads so, and has a moment to leave."""
        if self._starting is None:
            return
        process = await self._starting
        if self._lines:
            process.write(lines.ended_line(end))
        process.close_questions()
        if end.HasField("result"):
            place, score = end.result.places[seat], end.result.scores[seat]
            await self.stop(f"played to the end: place {place}, points {score}", patience=GONE_SECONDS)
        else:
            await self.stop("the match was cancelled", patience=GONE_SECONDS)

    async def stop(self, why: str, *, patience: float = 0.0) -> Ending | None:
        """End the process, and write into its log how that came. Gives None where there was none."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop(why, patience))
        # Whoever asked may be cancelled meanwhile, by a timeout of the match; the process ends all the same.
        return await asyncio.shield(self._stopping)

    async def _stop(self, why: str, patience: float) -> Ending | None:
        if self._starting is None:
            return None
        process = await self._starting
        if not process.ended.done() and patience:
            await asyncio.wait([process.ended], timeout=patience)
        self._launcher.signal(process, signal.SIGKILL)
        ending = await process.ended
        if self._reading is not None:
            self._reading.cancel()
        process.close()
        said = why
        if not why:
            breach = ending.breach(self._limits)
            said = f"{breach} ({ending.how()})" if breach else ending.how()
        self._note(f"-- {said}; {ending.cost()}\n")
        return ending

    def _note(self, line: str) -> None:
        if self._log is not None:
            with self._log.open("a") as log:
                log.write(line)

    async def _started(self) -> Process:
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    async def _start(self) -> Process:
        assigned = await self._assign(self._context)
        self._log = assigned.log
        grpc = self._launcher.program.kind is Kind.EXECUTABLE
        process = await self._launcher.start(
            assigned.environment, pipes=not grpc, limits=self._limits, log=self._log
        )
        if process.reader is not None:
            begin = lines.match_line if self._lines else frames.beginning
            process.write(begin(self._context, assigned.seed))
            self._reading = asyncio.create_task(self._read(process.reader))
        return process

    async def _read(self, reader: StreamReader) -> None:
        """Replies come in the order of the questions."""
        read = lines.read_answer if self._lines else frames.read_reply
        try:
            count = 0
            while (answer := await read(reader)) is not None:
                count += 1
                if count > self._asked:
                    self._replies.put_nowait("an answer that nobody has asked for")
                    return
                self._replies.put_nowait(answer)
            self._replies.put_nowait("")
        except lines.BadLine as bad:
            self._replies.put_nowait(str(bad))

    async def _reply(self, number: int) -> Answer:
        while True:
            reply = await self._replies.get()
            if isinstance(reply, str):
                self._replies.put_nowait(reply)
                raise await self._broken(reply)
            self._heard += 1
            if self._heard == number:
                return reply

    async def _broken(self, why: str) -> BotFailed:
        """The failure to raise: what it did, or how it ended by itself."""
        ending = await self.stop(why, patience=0.0 if why else GONE_SECONDS)
        if why or ending is None:
            return BotFailed(why or "it has ended")
        return BotFailed(ending.breach(self._limits) or ending.how())

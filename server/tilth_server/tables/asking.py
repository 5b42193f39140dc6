"""Asking outside of the rules without holding anybody up.

A step is synchronous, a fact from outside takes its time. So a step that asks for one that isn't there is let go as if
it had never begun, the fact is asked for beside the loop, and when it is there the same step is done again, with the
fact at hand. Until then nothing of it is recorded, and nobody sees any of it. Whatever else is to happen at that match
meanwhile queues up behind it, as it would behind a step that takes long; all other matches go on.

Games that never ask don't come this way.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import structlog

from tilth_server.outside import NoAnswer
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import clocks, reasons
from tilth_server.tables.flights import Flight
from tilth_server.tables.flying import Flying, Mark
from tilth_server.tables.inquiries import MOST_WAITING, Act, Awaited, Inquiry
from tilth_server.tables.live import LiveMatch

log = structlog.get_logger()


class Asking(Flying):
    """Does acts, and lets those wait that need a fact."""

    def act(self, flight: Flight, match: LiveMatch, act: Act) -> None:
        """Do it now, or when the fact it needs is there."""
        inquiry = match.inquiry
        if inquiry is None:
            act.do(flight)
        elif len(inquiry.acts) >= MOST_WAITING:
            act.refuse(over_limit("answers_waiting_per_match", MOST_WAITING))
        elif inquiry.acts:
            inquiry.acts.append(act)
        else:
            inquiry.acts.append(act)
            self._do_all(flight, match, inquiry)

    def let_go(self, match: LiveMatch, refusal: Refusal) -> None:
        """Forget what waits: none of it has happened, and none of it will."""
        inquiry = match.inquiry
        if inquiry is None or not inquiry.acts:
            return
        if inquiry.task is not None:
            inquiry.task.cancel()
            inquiry.task = None
        acts, inquiry.acts = inquiry.acts, []
        for act in acts:
            act.refuse(refusal)

    async def quiet(self, match_id: str) -> LiveMatch:
        """The match when nothing of it is in flight, and nothing waits for a fact."""
        while True:
            match = await self.grounded(match_id)
            if not match.waits:
                return match
            await self.next_landing(match)

    async def stepped(self, match: LiveMatch, step: Callable[[Flight], None]) -> None:
        """Let a step happen; return when it is durable, raise why it didn't happen. The match must be quiet."""
        landed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def do(flight: Flight) -> None:
            mark = self.mark(flight, match)
            try:
                step(flight)
            except Exception as error:  # noqa: BLE001 - judged and logged there
                _refuse(landed, self.failed(flight, match, mark, error))
                return
            if flight.landing is None:
                flight.landing = asyncio.get_running_loop().create_future()
            flight.landing.add_done_callback(partial(_passed_on, landed))

        flight = self.flight()
        self.act(flight, match, Act(do, partial(_refuse, landed), flight.now))
        self.depart(flight)
        await landed

    def _do_all(self, flight: Flight, match: LiveMatch, inquiry: Inquiry) -> None:
        """Do what there is to do, up to the first act that needs a fact. An act may put another before the rest."""
        while inquiry.acts and inquiry.task is None:
            self._do(flight, match, inquiry, inquiry.acts.pop(0))

    def _do(self, flight: Flight, match: LiveMatch, inquiry: Inquiry, act: Act) -> None:
        """Do the act; should it need a fact, nothing has happened, and it is the first of those that wait."""
        inquiry.begin(act.known)
        flight.heard = act.heard
        before = None
        with suppress(Exception):  # The act comes upon the same, and says so to whom it concerns.
            before = (match.table or self.awake(match)).clone()
        mark = self.mark(flight, match)
        try:
            act.do(flight)
        except Awaited as awaited:
            self.back_to(mark, flight, match, before)
            if self.closing:
                act.refuse(closing())
                return
            inquiry.acts.insert(0, act)
            inquiry.task = asyncio.create_task(self._ask(match, inquiry, awaited.question))

    async def _ask(self, match: LiveMatch, inquiry: Inquiry, question: Any) -> None:
        problem = None
        began = self.time.now()
        try:
            fact = await self.oracle.ask(match.info.game, question)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged there
            problem = error
        else:
            self.metrics.fact_seconds.observe(self.time.now() - began)
            inquiry.looks_again_at = 0.0
            inquiry.acts[0].known.append((question, fact))
        self._go_on(match, inquiry, problem)

    def _go_on(self, match: LiveMatch, inquiry: Inquiry, problem: Exception | None) -> None:
        """The fact is there, or why it isn't."""
        inquiry.task = None
        flight = self.flight()
        try:
            if problem is not None:
                act = inquiry.acts.pop(0)
                refusal = self._why_not(flight, match, problem)
                self.metrics.fact_failures[refusal.reason] += 1
                if act.seat is not None and match.clocks:
                    # It has answered, and in time: what the question took is not its own.
                    clock = match.clocks[act.seat]
                    clock = clock.later(flight.now - max(act.heard, clock.since))
                    match.clocks = clocks.replaced(match.clocks, act.seat, clock)
                act.refuse(refusal)
            self._do_all(flight, match, inquiry)
        finally:
            self.depart(flight)
            if not inquiry.acts:
                if match.clocks and match.paused_at is None:
                    first = clocks.first_deadline(match.clocks, match.info.clock)
                    self.alarms.set(match, max(first, inquiry.looks_again_at))
                self._grounded(match)

    def _why_not(self, flight: Flight, match: LiveMatch, problem: Exception) -> Refusal:
        if not isinstance(problem, NoAnswer):
            return self.failed(flight, match, None, problem)
        log.error("no outside fact", match=match.info.id, what=str(problem))
        what = "what happened could not be found out, so it has not: try again"
        return Refusal(reasons.OUTSIDE_FAILED, what)

    def failed(self, flight: Flight, match: LiveMatch, mark: Mark | None, error: Exception) -> Refusal:
        raise NotImplementedError


def closing() -> Refusal:
    """Why nothing is done any more that needs a fact."""
    return Refusal(reasons.CLOSING, "the server is stopping: try again in a moment")


def _refuse(landed: "asyncio.Future[None]", refusal: Refusal) -> None:
    if not landed.done():
        landed.set_exception(refusal)


def _passed_on(landed: "asyncio.Future[None]", landing: "asyncio.Future[None]") -> None:
    error = landing.exception()
    if landed.done():
        return
    if error is None:
        landed.set_result(None)
    else:
        landed.set_exception(error)

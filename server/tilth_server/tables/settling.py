"""Settling: what follows from an answer of itself. Who has resigned is played on, and what is over is closed."""

from functools import partial
from typing import Final

from tilth.v1 import play_pb2, record_pb2
from tilth_rules.kernel import RESIGNED, Table
from tilth_server.refusal import Refusal
from tilth_server.tables.asking import Asking
from tilth_server.tables.flights import Flight
from tilth_server.tables.inquiries import Act
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import State
from tilth_server.tables.standing import standing

RETRY_SECONDS: Final = 30.0
"""After a fault in the rules a timeout, or a default answer, is tried again so much later."""


class Settling(Asking):
    """Gives the default answers of those who have resigned."""

    def settle(self, flight: Flight, match: LiveMatch) -> None:
        """Answer for the seats that have resigned, until none of them is asked; close what is over.

        Where answers may need facts, each is an act of its own, next in turn.
        """
        table = match.table
        assert table is not None, "it has just been stepped"
        while (due := _due(table)) >= 0:
            if match.inquiry is not None:
                match.inquiry.acts.insert(0, self._playing_on(match, flight.now))
                return
            record = table.answer_default(due, RESIGNED)
            assert record is not None, "tables of the house keep journals"
            self.take(flight, match, record)
        if table.over:
            self._close(flight, match, table)

    def play_on(self, match: LiveMatch) -> None:
        """Let the seats go on that have resigned and are asked: the server stopped, or there was no fact."""
        if not self.closing and self._live.get(match.info.id) is match and match.info.state is State.RUNNING:
            flight = self.flight()
            self.act(flight, match, self._playing_on(match, flight.now))
            self.depart(flight)

    def _playing_on(self, match: LiveMatch, now: float) -> Act:
        return Act(lambda flight: self._play_on(flight, match), partial(self._play_on_later, match), now)

    def _play_on(self, flight: Flight, match: LiveMatch) -> None:
        """One default answer for a seat that has resigned; `settle` sees to the next."""
        mark = None
        try:
            table = self.awake(match)
            mark = self.mark(flight, match)
            due = _due(table)
            if due >= 0:
                record = table.answer_default(due, RESIGNED)
                assert record is not None, "tables of the house keep journals"
                self.take(flight, match, record)
                self.settle(flight, match)
        except Exception as error:  # noqa: BLE001 - judged and logged there
            self._play_on_later(match, self.failed(flight, match, mark, error))

    def _play_on_later(self, match: LiveMatch, refusal: Refusal) -> None:
        if match.inquiry is not None:
            match.inquiry.plays_on_at = self.time.now() + RETRY_SECONDS
            self.time.call_at(match.inquiry.plays_on_at, partial(self.play_on, match))

    def resign_seat(
        self,
        flight: Flight,
        match: LiveMatch,
        seat: int,
        request_id: str = "",
        *,
        by_timeout: bool = False,
        by_absence: bool = False,
    ) -> None:
        record = self.awake(match).resign(seat)
        assert record is not None, "tables of the house keep journals"
        self.take(
            flight,
            match,
            record,
            request_id=request_id,
            by_timeout=by_timeout,
            by_absence=by_absence,
            listed=True,
        )
        self.settle(flight, match)

    def _close(self, flight: Flight, match: LiveMatch, table: Table) -> None:
        """The match is over: its last record says how it ended."""
        result = match.wire.game.result(table.state)
        if result is None:
            raise RuntimeError(f"{match.info.game} is over and has no result")
        closed = record_pb2.MatchClosed(resigned_seats=sorted(table.resigned))
        closed.result.places.extend(standing(result.places, table.resigned))
        closed.result.scores.extend(result.scores)
        self.take_lobby(flight, match, closed, play_pb2.CAUSE_CLOSED)
        flight.leg(match).ends = True
        match.clocks = ()


def _due(table: Table) -> int:
    """The first seat that has resigned and is asked, -1 if there is none."""
    resigned = table.resigned
    return min((seat for seat in table.open if seat in resigned), default=-1) if resigned else -1

"""Administration: the actions of tournaments and operators on matches. The caller checks that it is allowed."""

from collections.abc import Sequence

from tilth.v1 import decision_pb2, play_pb2, record_pb2
from tilth_server import reasons
from tilth_server.matches.forfeits import BY_OPERATOR, LONGEST_DETAIL, is_forfeit
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.lobby_checks import LONGEST_REASON
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.play import MatchPlay
from tilth_server.refusal import Refusal
from tilth_server.wire import CauseDetails


class MatchAdmin:
    """The changes that tournaments and operators make to matches. When a call returns, its change is durable."""

    def __init__(self, play: MatchPlay) -> None:
        self._play = play
        self._facts = play.facts
        self._commits = play.commits
        self._cache = play.cache

    # Tournaments ---------------------------------------------------------------------------------------------

    async def resign_seat(
        self,
        match_id: str,
        seat: int,
        *,
        by_absence: bool = False,
        forfeit: "record_pb2.ForfeitCause.ValueType" = record_pb2.FORFEIT_CAUSE_UNSPECIFIED,
        detail: str = "",
    ) -> MatchInfo:
        """Resign a seat for its player. If it has resigned, or the match has ended, nothing changes.

        Default answers that need outside facts come later: no tournament waits for those.
        """
        match = await self._facts.wait_loaded(match_id)
        info = match.info
        if info.state is State.RUNNING and seat not in info.resigned:
            details = CauseDetails(by_absence=by_absence, forfeit=forfeit, detail=detail)
            await self._play.resign(match, seat, details)
        return info

    async def absent_seats(self, match_id: str, absent_ms: int) -> list[int]:
        """Return the seats of a running match that are asked, and that nobody has attended for `absent_ms`.

        The time counts from when the last stream left the seat, whenever it was asked. A match that is paused, or that
        waits for an outside fact, waits for no seat.
        """
        match = self._cache.get(match_id)
        if match.info.state is not State.RUNNING or match.pending or match.has_waiting_actions:
            return []
        if match.table is None:
            match = await self._facts.wait_loaded(match_id)
        table = match.table
        if table is None:
            return []
        # Keep the match loaded: only a loaded match knows since when its seats are away.
        now = match.touched_at = self._cache.time.now()
        if match.paused_at is not None:
            return []
        present = match.attended_seats() | table.resigned
        left_by = now - absent_ms / 1000
        return [
            seat for seat in sorted(table.open) if seat not in present and match.away_since[seat] <= left_by
        ]

    async def finish_if_won(self, match_id: str) -> None:
        """Finish a match whose last seat has come back after all others had resigned."""
        await self._cache.index.fetch(match_id)
        match = self._cache.get(match_id)
        if match.last_seat() < 0:
            return
        match = await self._facts.wait_idle(match_id)
        if match.last_seat() >= 0 and match.info.state is State.RUNNING:
            with self._commits.step(match) as step:
                self._play.autoplay.run(step, self._cache.table_of(match))
            await self._commits.commit_and_wait(step.work)

    # Operators -----------------------------------------------------------------------------------------------

    async def resign_by_operator(self, match_id: str, seat: int, reason: str) -> MatchInfo:
        """Resign a seat that keeps the others waiting. A seat that has resigned stays so. Refuse a seat that there is
        not, a match that is not running, and a reason that cannot be recorded.
        """
        match = await self._wait_running(match_id)
        if seat >= match.info.seat_count:
            raise Refusal(
                reasons.SEAT_NOT_FOUND, f"the match has {match.info.seat_count} seats", field="seat"
            )
        if not is_forfeit(BY_OPERATOR, reason):
            message = f"a reason has at most {LONGEST_DETAIL} printable characters"
            raise Refusal(reasons.FORFEIT_INVALID, message, field="reason")
        return await self.resign_seat(match_id, seat, forfeit=BY_OPERATOR, detail=reason)

    async def adjudicate(self, by_id: str, match_id: str, given: Sequence[int], reason: str) -> MatchInfo:
        """End a running match with these places, one for each seat; equal places are shared. The scores are those of
        the present state. Waiting actions are refused.
        """
        match = await self._wait_running(match_id)
        info = match.info
        if len(given) != info.seat_count or not all(0 < place <= info.seat_count for place in given):
            message = f"places must have a place for each of the {info.seat_count} seats, from 1 to {info.seat_count}"
            raise Refusal(reasons.PLACES_INVALID, message, field="places")
        table = self._cache.table_of(match)
        title = (
            match.title_pending
            if match.title_pending is not None
            else info.title
            if info.is_retitled
            else None
        )
        places = [1 + sum(other < place for other in given) for place in given]
        cause = record_pb2.MatchFinished(
            result=decision_pb2.Result(places=places, scores=match.wire.game.scores(table.state)),
            resigned_seats=sorted(table.resigned),
            title=title,
            adjudicator_id=by_id,
            reason=reason[:LONGEST_REASON],
        )
        work = self._commits.begin()
        with self._commits.step(match, work, is_play=False) as step:
            step.add_lobby_record(cause, play_pb2.CAUSE_FINISHED)
            step.writes.is_last = True
        self._facts.discard(match, Refusal(reasons.MATCH_NOT_RUNNING, f"match {match_id} was adjudicated"))
        match.drop_table()
        await self._commits.commit_and_wait(work)
        return info

    async def pause(self, by_id: str, match_id: str, reason: str) -> MatchInfo:
        """Take no answers and stop all clocks until the match is resumed. Pausing twice has no further effect.

        An answer that waits for an outside fact was given before, and in time: it is taken first, with its clock. So
        only default answers of seats that have resigned ever wait in a paused match.
        """
        match = await self._wait_running(match_id)
        info = match.info
        if info.paused is None:
            cause = record_pb2.MatchPaused(actor_id=by_id, reason=reason[:LONGEST_REASON])
            match.paused_at = self._cache.time.now()
            await self._change(match, cause, play_pb2.CAUSE_PAUSED)
        return info

    async def resume(self, by_id: str, match_id: str) -> MatchInfo:
        """Continue a paused match: every clock has the time that it had, and every open decision is sent again."""
        match = await self._wait_running(match_id)
        info = match.info
        if info.paused is not None:
            now = self._cache.time.now()
            if match.paused_at is not None:
                stood = now - match.paused_at
                match.clocks = tuple(clock.shifted(stood) for clock in match.clocks)
                match.away_since = [min(now, since + stood) for since in match.away_since]
            match.paused_at = None
            match.last_step_at = now
            for group in match.groups.values():
                group.decision_number = 0
            await self._change(match, record_pb2.MatchResumed(actor_id=by_id), play_pb2.CAUSE_RESUMED)
        return info

    async def retitle(self, by_id: str, match_id: str, title: str) -> bool:
        """Give a match another title, whatever its state. Return False if it has that title already."""
        match = await self._facts.wait_idle(match_id)
        if title == match.info.title:
            return False
        if match.groups:
            # Its channels are sent the open decisions, as with every record of a running match.
            match = await self._facts.wait_loaded(match_id)
        cause = record_pb2.MatchRetitled(actor_id=by_id, title=title)
        with self._commits.step(match, is_play=False) as step:
            if match.table is None:
                step.add_lobby_record(cause, play_pb2.CAUSE_RETITLED)
            else:
                step.add_pause_record(cause, play_pb2.CAUSE_RETITLED)
        match.title_pending = title
        await self._commits.commit_and_wait(step.work)
        match.title_pending = None
        self._cache.release(match)
        return True

    async def _wait_running(self, match_id: str) -> LiveMatch:
        """Return the running match when it is idle, with its table."""
        match = await self._facts.wait_loaded(match_id)
        if match.info.state is not State.RUNNING:
            raise Refusal(reasons.MATCH_NOT_RUNNING, f"match {match_id} isn't being played")
        return match

    async def _change(
        self, match: LiveMatch, cause: record_pb2.MatchPaused | record_pb2.MatchResumed, kind: int
    ) -> None:
        """Record a pause or its end, set the clocks accordingly, and wait until the record is durable."""
        with self._commits.step(match, is_play=False) as step:
            step.add_pause_record(cause, kind)
            self._cache.set_clocks(match, step.work.now)
        await self._commits.commit_and_wait(step.work)

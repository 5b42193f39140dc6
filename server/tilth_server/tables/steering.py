"""What is done to a match from outside of it: a tournament seats its players, an operator stops its clocks."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tilth.v1 import play_pb2, record_pb2
from tilth_server.refusal import Refusal
from tilth_server.tables import reasons
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.lobby import LONGEST_REASON, Lobby
from tilth_server.tables.matches import MatchInfo, NewMatch, State


class Steering(Lobby):
    """For tournaments and operators. Whoever calls has seen to it that they may; whatever returns is durable."""

    # Tournaments ---------------------------------------------------------------------------------------------

    async def seat_match(self, new: NewMatch, player_ids: Sequence[str]) -> MatchInfo:
        """Make a match of a tournament, seat these players and begin, all at once.

        The tournament is its creator, and the game's number its request: however often it is asked for, it is made
        once.
        """
        creator_id = new.tournament_id
        new = replace(
            new,
            request_id=str(new.tournament_game),
            take_seats=tuple(range(new.seat_count)),
            start_when_full=True,
        )
        made = await self.made_before(creator_id, new.request_id)
        if made is not None:
            return made
        self.check_not_draining()
        return await self.made(creator_id, new, player_ids)

    def on_end(self, call: Callable[[MatchInfo], None]) -> None:
        """`call` is told of every match that is over or cancelled, as soon as that is durable."""
        self.when_ended.append(call)

    async def resign_for(self, match_id: str, seat: int, *, by_absence: bool = False) -> MatchInfo:
        """Let a seat resign, whoever holds it. Where it has resigned, or the match is over, nothing changes.

        Where its default answers need facts from outside they come later: no tournament is to wait for those.
        """
        match = await self.quiet(match_id)
        info = match.info
        if info.state is State.RUNNING and seat not in info.resigned:
            await self.resigned(match, seat, by_absence=by_absence)
        return info

    def absent(self, match_id: str, absent_ms: int) -> list[int]:
        """Seats of a running match that have been asked for so long while nobody attended them.

        Asked means: no answer was taken for so long. A match that is paused waits for nobody, and neither does one
        that waits for a fact from outside.
        """
        match = self.live(match_id)
        if match.info.state is not State.RUNNING or match.flying or match.waits:
            return []
        table = self.awake(match)
        # Asleep it would not know any more since when its seats are asked.
        match.touched = self.time.now()
        if match.paused_at is not None or self.time.now() < match.stepped + absent_ms / 1000:
            return []
        attended = {channel.seat for channel in match.channels}
        return [seat for seat in sorted(table.open) if seat not in attended and seat not in table.resigned]

    # Operators -----------------------------------------------------------------------------------------------

    async def pause(self, by_id: str, match_id: str, reason: str) -> MatchInfo:
        """Take no answers and let no clock run, until it is resumed. What is paused stays paused.

        An answer that waits for a fact from outside was given before, and in time: it happens first, and its clock
        with it. So nothing but the default answers of those who have resigned ever waits in a match that is paused.
        """
        match = await self._running(match_id)
        info = match.info
        if info.paused is None:
            cause = record_pb2.MatchPaused(by_id=by_id, reason=reason[:LONGEST_REASON])
            match.paused_at = self.time.now()
            await self._steer(match, cause, play_pb2.CAUSE_PAUSED)
        return info

    async def resume_match(self, by_id: str, match_id: str) -> MatchInfo:
        """Go on: every clock has what it had, and every open decision is asked anew."""
        match = await self._running(match_id)
        info = match.info
        if info.paused is not None:
            now = self.time.now()
            if match.paused_at is not None:
                match.clocks = tuple(clock.later(now - match.paused_at) for clock in match.clocks)
            match.paused_at = None
            match.stepped = now
            for group in match.groups.values():
                group.asked = 0
            await self._steer(match, record_pb2.MatchResumed(by_id=by_id), play_pb2.CAUSE_RESUMED)
        return info

    async def _running(self, match_id: str) -> LiveMatch:
        match = await self.quiet(match_id)
        if match.info.state is not State.RUNNING:
            raise Refusal(reasons.NOT_RUNNING, f"match {match_id} isn't being played")
        self.awake(match)
        return match

    async def _steer(
        self, match: LiveMatch, cause: record_pb2.MatchPaused | record_pb2.MatchResumed, kind: int
    ) -> None:
        flight = self.flight()
        self.take_pause(flight, match, cause, kind)
        self.wind(match, flight.now)
        await self.landed(flight)

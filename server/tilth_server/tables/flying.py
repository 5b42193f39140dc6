"""Making records durable, and only then showing them."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import structlog

from tilth.v1.record_pb2 import MatchPaused, MatchResumed
from tilth_rules.kernel import Record, Table
from tilth_server.refusal import Refusal
from tilth_server.store import Append, StoreClosed, StoreError, StoreFailed
from tilth_server.tables import reasons
from tilth_server.tables.channels import Channel, Speaker
from tilth_server.tables.clocks import Clocks
from tilth_server.tables.flights import Entry, Flight, Leg
from tilth_server.tables.keeping import Keeper
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import MatchInfo, State, grown
from tilth_server.tables.telling import end_of, name_in, told_of, told_of_lobby, told_of_pause
from tilth_server.wire import LobbyCause, encode_lobby, frames

log = structlog.get_logger()

Pause = MatchPaused | MatchResumed

REVIVE_SECONDS = 5.0
"""After a failed commit a match that goes on by itself is looked at again so soon."""


class Mark(NamedTuple):
    """Where a leg stood before a step that may fail."""

    entries: int
    replies: int
    given: int
    answers: int
    clocks: Clocks
    stepped: float


class Flying(Keeper):
    """Takes records into flights, sends flights off, and hands out what they carry when they land."""

    def flight(self) -> Flight:
        return Flight(self.time.now(), self.time.wall_ms())

    def mark(self, flight: Flight, match: LiveMatch) -> Mark:
        leg = flight.leg(match)
        lengths = len(leg.entries), len(leg.replies), len(leg.given)
        return Mark(*lengths, flight.answers, match.clocks, match.stepped)

    def back_to(self, mark: Mark, flight: Flight, match: LiveMatch, table: Table | None) -> None:
        """Let nothing have happened since the mark; the table is as it was then, or folded anew (None)."""
        leg = flight.leg(match)
        del leg.entries[mark.entries :], leg.replies[mark.replies :], leg.given[mark.given :]
        leg.ends = False
        match.length = leg.first + mark.entries
        match.clocks = mark.clocks
        match.stepped = mark.stepped
        if match.ledger is not None:
            match.ledger.back_to(match.length)
        match.unreplied(match.length)
        flight.answers = mark.answers
        if table is None:
            match.sleep()
            match.clocks = mark.clocks
        else:
            match.wake(table)

    def take(  # noqa: PLR0913 - all that goes with a record
        self,
        flight: Flight,
        match: LiveMatch,
        record: Record,
        *,
        speaker: Speaker | None = None,
        request_id: str = "",
        spent_ms: int = 0,
        by_timeout: bool = False,
        by_absence: bool = False,
        player_ids: Sequence[str] = (),
        listed: bool = False,
    ) -> None:
        """Take a record of play into the flight, with what it will be told by.

        `listed`: the directory shows something of it.
        """
        leg = flight.leg(match)
        body = match.wire.records.encode(
            record,
            flight.at_ms,
            request_id=request_id,
            spent_ms=spent_ms,
            by_timeout=by_timeout,
            by_absence=by_absence,
            player_ids=player_ids,
        )
        match.length += 1
        match.stepped = flight.now
        if match.clocks:
            self.wind(match, flight.now)
        channel = speaker if isinstance(speaker, Channel) and speaker.group is not None else None
        told = told_of(match, record, flight.now, channel, request_id) if match.groups else []
        leg.entries.append(Entry(body, record, told, listed))
        if channel is not None:
            leg.given.append((channel, request_id))
        elif speaker is not None:
            leg.replies.append((speaker, request_id, record.number, None))

    def take_lobby(
        self, flight: Flight, match: LiveMatch, cause: LobbyCause, kind: int, seat: int = -1
    ) -> None:
        """Take a record in which nothing is played into the flight."""
        leg = flight.leg(match)
        body = encode_lobby(cause, flight.at_ms)
        told = told_of_lobby(match, match.length, kind, seat, name_in(cause, self.name_of))
        leg.entries.append(Entry(body, None, told, True))
        match.length += 1

    def take_pause(self, flight: Flight, match: LiveMatch, cause: Pause, kind: int) -> None:
        """Take a record into the flight by which the match stands still, or goes on: what is open stays open."""
        leg = flight.leg(match)
        body = encode_lobby(cause, flight.at_ms)
        leg.entries.append(Entry(body, None, told_of_pause(match, match.length, kind, flight.now), True))
        match.length += 1
        if match.table is not None:
            # The next record of play comes behind this one.
            match.table.number = match.length - 1

    def depart(self, flight: Flight) -> None:
        """Send off what was taken: one put, durable together or not at all."""
        appends: list[Append] = []
        for leg in flight.legs.values():
            if leg.entries:
                bodies = [entry.body for entry in leg.entries]
                appends.append(Append(leg.match.info.stream, leg.first, bodies))
            else:
                self._cancelled(leg)
        if appends:
            self._aloft += 1
            self.streams.put(appends, partial(self._landed, flight))

    async def landed(self, flight: Flight) -> None:
        """Send it off and wait until it is durable; raises what kept it from that."""
        flight.landing = asyncio.get_running_loop().create_future()
        self.depart(flight)
        await asyncio.shield(flight.landing)

    async def grounded(self, match_id: str) -> LiveMatch:
        """The match when nothing of it is in flight; what it shows then is durable. BrokenChain if it is damaged."""
        self.directory.find(match_id).check_whole()
        while (match := self.live(match_id)).flying:
            await self.next_landing(match)
        return match

    async def next_landing(self, match: LiveMatch) -> None:
        landing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        match.landings.append(partial(_done, landing))
        await landing

    async def all_down(self) -> None:
        """Return when nothing at all is in flight."""
        while self._aloft:
            self._all_down.clear()
            await self._all_down.wait()

    def reply(
        self, match: LiveMatch, speaker: Speaker, request_id: str, record: int, refusal: Refusal | None = None
    ) -> None:
        """Reply when all is durable that the reply may follow from."""
        if refusal is not None:
            self.count_refusal(match, speaker, refusal)
        if match.length > match.durable:
            match.flying[-1].replies.append((speaker, request_id, record, refusal))
        else:
            _reply(speaker, request_id, record, refusal)

    def count_refusal(self, match: LiveMatch, speaker: Speaker, refusal: Refusal) -> None:
        """What is told on a channel. A single call that is refused is counted as every call is."""
        if isinstance(speaker, Channel):
            self.metrics.refusals[refusal.reason] += 1
            for observer in self.observers:
                observer.refused(match.info.player_ids[speaker.seat])

    def _landed(self, flight: Flight, error: StoreError | None) -> None:
        """The store has committed it, or failed to."""
        self._aloft -= 1
        for leg in flight.legs.values():
            if leg.entries:
                if error is None:
                    self._show(leg)
                else:
                    self._lose(leg, error)
        if error is None and flight.answers:
            self.metrics.answers += flight.answers
            self.metrics.latency.observe(self.time.now() - flight.heard, flight.answers)
        if error is None:
            for observer in self.observers:
                observer.landed(flight)
        if flight.landing is not None and not flight.landing.done():
            if error is None:
                flight.landing.set_result(None)
            else:
                flight.landing.set_exception(error)
        if not self._aloft:
            self._all_down.set()

    def _show(self, leg: Leg) -> None:
        """Hand out what a leg carries: it is durable."""
        match = leg.match
        first = match.flying.pop(0)
        assert first is leg, "legs land in the order they left"
        match.durable += len(leg.entries)
        info = match.info
        began = False
        for entry in leg.entries:
            if entry.listed:
                before = info.state
                grown(info, entry.body)
                if info.state is not before:
                    self.directory.changed(info, before)
                    log.info("match", id=info.id, game=info.game, state=info.state.name)
                    began = began or info.state is State.RUNNING
            for group, frame, channel, own in entry.told:
                if channel is None:
                    assert frame is not None, "made for the whole group"
                    group.tell(frame)
                else:
                    assert own is not None, "made for who answered"
                    channel.tell(own)
                    if frame is not None:
                        group.tell_others(channel, frame)
        info.record_count = match.durable
        if leg.first == 0:
            self.directory.add(info)
        for speaker, request_id, record, refusal in leg.replies:
            _reply(speaker, request_id, record, refusal)
        if began and self.followers:
            self._tell_followers(info)
        if leg.ends:
            self._end(match)
        self._grounded(match)

    def _tell_followers(self, info: MatchInfo) -> None:
        for player_id in dict.fromkeys(info.player_ids):
            for call in tuple(self.followers.get(player_id, ())):
                call(info)

    def _end(self, match: LiveMatch) -> None:
        """The match is over: tell its channels and close them."""
        info = match.info
        frame = end_of(info, self.head_of(match))
        for channel in list(match.channels):
            if channel.group is not None:
                channel.close(frame)
        match.sleep()
        self.released(match)
        for call in self.when_ended:
            call(info)

    def head_of(self, match: LiveMatch) -> bytes:
        """The hash of the last durable record."""
        try:
            return self.stored(match, match.durable - 1)[0].hash
        except StoreError as error:
            log.error("head", match=match.info.id, what=str(error))
            return b""

    def _lose(self, leg: Leg, error: StoreError) -> None:
        """The commit failed: the match is dropped, and folded anew by whoever touches it next."""
        match = leg.match
        if not isinstance(error, StoreClosed):
            log.error("commit", match=match.info.id, what=str(error))
        match.flying.remove(leg)
        reason = reasons.CLOSING if isinstance(error, StoreClosed) else reasons.STORE_FAILED
        refusal = Refusal(reason, "this could not be stored, so it has not happened: try again")
        self.let_go(match, refusal)
        for lost in (leg, *match.flying):
            self._refuse_all(lost, refusal)
        self._drop(match, reason)
        self._grounded(match)

    def _refuse_all(self, leg: Leg, refusal: Refusal) -> None:
        """Nothing it carries will happen: what left after a leg that was lost finds its log too short."""
        for channel, request_id in leg.given:
            channel.refused(refusal, request_id)
        for speaker, request_id, _, _ in leg.replies:
            speaker.refused(refusal, request_id)
        on_channels = sum(isinstance(speaker, Channel) for speaker, *_ in leg.replies)
        self.metrics.refusals[refusal.reason] += len(leg.given) + on_channels
        leg.given.clear()
        leg.replies.clear()

    def let_go(self, match: LiveMatch, refusal: Refusal) -> None:
        raise NotImplementedError

    def _drop(self, match: LiveMatch, reason: str) -> None:
        self._forget(match)
        for channel in list(match.channels):
            channel.close(frames.cut_off(channel.next_record, reason))
        match.table = None
        if match.clocks or self.plays_itself(match.info):
            self.time.call_at(self.time.now() + REVIVE_SECONDS, partial(self._revive, match.info.id))

    def _revive(self, match_id: str) -> None:
        """Let the clocks of a dropped match run again, and the seats be played on that have resigned."""
        try:
            match = self.live(match_id)
            if match.info.state is State.RUNNING:
                self.awake(match)
        except StoreFailed:
            self.time.call_at(self.time.now() + REVIVE_SECONDS, partial(self._revive, match_id))
        except Exception:
            log.exception("a match that goes on by itself can't be gone on with", match=match_id)

    def _cancelled(self, leg: Leg) -> None:
        """Nothing of this match has happened after all."""
        match = leg.match
        match.flying.remove(leg)
        for speaker, request_id, record, refusal in leg.replies:
            if match.flying:
                match.flying[-1].replies.append((speaker, request_id, record, refusal))
            else:
                _reply(speaker, request_id, record, refusal)
        self._grounded(match)

    def _grounded(self, match: LiveMatch) -> None:
        if match.landings and not match.flying:
            landings, match.landings = match.landings, []
            for landing in landings:
                landing()


def _reply(speaker: Speaker, request_id: str, record: int, refusal: Refusal | None) -> None:
    if refusal is None:
        speaker.accepted(record, request_id)
    else:
        speaker.refused(refusal, request_id)


def _done(landing: "asyncio.Future[None]") -> None:
    if not landing.done():
        landing.set_result(None)

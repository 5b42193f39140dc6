"""The lobby: making matches, taking and leaving seats, starting, resigning, cancelling.

All of it waits until nothing of the match is in flight, so that it is judged by what is durable. Who resigns waits
also for what needs a fact from outside and was said before. A cancellation doesn't: what waits then won't happen.
"""

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tilth.v1 import play_pb2, record_pb2
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import clocks, reasons
from tilth_server.tables.flights import Flight
from tilth_server.tables.inquiries import Awaited
from tilth_server.tables.ledger import Ledger
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import MatchInfo, NewMatch, State, born
from tilth_server.tables.playing import Playing, check_request_id
from tilth_server.tables.setup import created
from tilth_server.wire import GameWire, encode_lobby

LONGEST_REASON = 500


class Lobby(Playing):
    """What happens to a match besides its play. Whatever returns is durable."""

    async def create(self, creator_id: str, new: NewMatch) -> MatchInfo:
        """Make a match; its creator may take seats with it. The same request makes the same match."""
        _check_request_id(new.request_id)
        made = await self.made_before(creator_id, new.request_id)
        if made is not None:
            return made
        self.check_not_draining()
        most = self.limits.open_matches_per_player
        coming = sum(match.info.creator_id == creator_id for match in self._coming)
        if self.directory.under_way[creator_id] + coming >= most:
            raise over_limit("open_matches_per_player", most)
        return await self.made(creator_id, new)

    async def made(self, creator_id: str, new: NewMatch, player_ids: Sequence[str] = ()) -> MatchInfo:
        """Make it; the seats that are to be taken at once are taken by these players, or (none) by the creator."""
        wire = self.wires.get(new.game)
        if wire is None:
            raise Refusal(reasons.NO_GAME, f"this server has no game {new.game!r}", field="game")
        match, flight = self._begun(creator_id, new, wire, player_ids)
        self._coming[match] = flight
        try:
            await self.landed(flight)
        finally:
            del self._coming[match]
        return match.info

    def _begun(
        self, creator_id: str, new: NewMatch, wire: GameWire, player_ids: Sequence[str]
    ) -> tuple[LiveMatch, Flight]:
        """A match that nobody knows of yet, and the flight that will make it known."""
        cause = created(creator_id, new, wire)
        flight = self.flight()
        info = born(secrets.token_hex(8), encode_lobby(cause, flight.at_ms))
        info.record_count = 0
        match = self.enlivened(info, wire, flight.now)
        try:
            with self.stepping(flight, match):
                self.take_lobby(flight, match, cause, play_pb2.CAUSE_CREATED)
                players = [""] * info.seat_count
                for seat in sorted(new.take_seats):
                    players[seat] = player_ids[seat] if player_ids else creator_id
                    self._take_seat(flight, match, seat, players[seat], new.request_id)
                if new.start_when_full and all(players):
                    self._start(flight, match, players)
        except Refusal:
            self._forget(match)
            raise
        return match, flight

    async def take_seat(
        self, player_id: str, match_id: str, seat: int | None, request_id: str
    ) -> tuple[MatchInfo, int]:
        """Hold a seat from now on; without a number the first that is free."""
        _check_request_id(request_id)
        match = await self.grounded(match_id)
        info = match.info
        if request_id:
            for taken, request in enumerate(info.seat_requests):
                if request == request_id and info.player_ids[taken] == player_id and seat in (None, taken):
                    return info, taken
        self.check_not_draining()
        _check_open(info)
        if info.invited_ids and player_id not in (*info.invited_ids, info.creator_id):
            raise Refusal(reasons.NOT_INVITED, "this match is for those who were invited")
        seat = _free_seat(info, seat)
        flight = self.flight()
        with self.stepping(flight, match):
            self._take_seat(flight, match, seat, player_id, request_id)
            players = [*info.player_ids[:seat], player_id, *info.player_ids[seat + 1 :]]
            if info.start_when_full and all(players):
                self._start(flight, match, players)
        await self.landed(flight)
        return info, seat

    async def leave_seat(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo:
        """Give a seat up before the start. One that is free already has been left."""
        _check_request_id(request_id)
        match = await self.grounded(match_id)
        info = match.info
        _check_open(info)
        _check_seat(info, seat)
        if not info.player_ids[seat] and request_id:
            return info
        _check_holder(info, seat, player_id)
        flight = self.flight()
        left = record_pb2.SeatLeft(seat=seat, player_id=player_id)
        self.take_lobby(flight, match, left, play_pb2.CAUSE_SEAT_LEFT, seat)
        await self.landed(flight)
        return info

    async def start(self, player_id: str, match_id: str, operator: bool = False) -> MatchInfo:
        """Begin to play. A match that has begun stays as it is."""
        match = await self.grounded(match_id)
        info = match.info
        if player_id != info.creator_id and not operator:
            raise Refusal(reasons.NOT_YOUR_MATCH, "who made the match, or an operator, starts it")
        if info.started:
            return info
        _check_open(info)
        self.check_not_draining()
        free = [seat for seat, player in enumerate(info.player_ids) if not player]
        if free:
            raise Refusal(reasons.SEATS_FREE, f"seats are free: {', '.join(map(str, free))}")
        flight = self.flight()
        with self.stepping(flight, match):
            self._start(flight, match, info.player_ids)
        await self.landed(flight)
        return info

    async def resign(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo:
        """Give a running match up; default answers play the seat on. Who has resigned has resigned."""
        _check_request_id(request_id)
        match = await self.quiet(match_id)
        info = match.info
        _check_seat(info, seat)
        _check_holder(info, seat, player_id)
        if seat in info.resigned:
            return info
        await self.resigned(match, seat, request_id)
        await self.quiet(match_id)
        return info

    async def resigned(
        self, match: LiveMatch, seat: int, request_id: str = "", *, by_absence: bool = False
    ) -> None:
        """Let the seat of a quiet match resign. Default answers that need facts come afterwards."""
        self.awake(match)
        await self.stepped(
            match,
            lambda flight: self.resign_seat(flight, match, seat, request_id, by_absence=by_absence),
        )

    async def cancel(self, by_id: str, match_id: str, reason: str) -> MatchInfo:
        """End a match that isn't over. Whoever calls has seen to it that they may."""
        match = await self.grounded(match_id)
        info = match.info
        if info.state is State.CANCELLED:
            return info
        if info.state is State.OVER:
            raise Refusal(reasons.NOT_RUNNING, f"match {match_id} is over")
        flight = self.flight()
        cause = record_pb2.MatchCancelled(by_id=by_id, reason=reason[:LONGEST_REASON])
        self.take_lobby(flight, match, cause, play_pb2.CAUSE_CANCELLED)
        flight.leg(match).ends = True
        self.let_go(match, Refusal(reasons.NOT_RUNNING, f"match {match_id} was cancelled"))
        match.sleep()
        await self.landed(flight)
        return info

    def _take_seat(
        self, flight: Flight, match: LiveMatch, seat: int, player_id: str, request_id: str
    ) -> None:
        taken = record_pb2.SeatTaken(seat=seat, player_id=player_id, request_id=request_id)
        self.take_lobby(flight, match, taken, play_pb2.CAUSE_SEAT_TAKEN, seat)

    def _start(self, flight: Flight, match: LiveMatch, player_ids: Sequence[str]) -> None:
        """Set the table up, to the first decisions."""
        table = match.table = self.fresh(match)
        match.ledger = Ledger(match.info.seat_count)
        record = table.start(match.length)
        assert record is not None, "tables of the house keep journals"
        match.names = tuple(map(self.name_of, player_ids))
        settings = match.info.clock
        if settings.runs:
            match.clocks = clocks.wound(settings, match.info.seat_count, ())
        match.touched = flight.now
        self.alarms.set(match, flight.now + self.idle_seconds)
        self.take(flight, match, record, player_ids=player_ids, listed=True)
        self.settle(flight, match)

    @contextmanager
    def stepping(self, flight: Flight, match: LiveMatch) -> Iterator[None]:
        """Should it fail in here, nothing has happened."""
        mark = self.mark(flight, match)
        try:
            yield
        except Exception as error:
            refusal = self.failed(flight, match, mark, error)
            self.depart(flight)
            raise refusal from error
        except Awaited as awaited:
            why = RuntimeError(f"a fact is asked for before the first answer: {awaited.question!r}")
            refusal = self.failed(flight, match, mark, why)
            self.depart(flight)
            raise refusal from None

    async def made_before(self, creator_id: str, request_id: str) -> MatchInfo | None:
        """What the same request has made, which may be on its way still."""
        wanted = (creator_id, request_id)
        for match, flight in list(self._coming.items()):
            if request_id and (match.info.creator_id, match.info.request_id) == wanted and flight.landing:
                await asyncio.wait([flight.landing])
        return self.directory.made_by(creator_id, request_id)

    def check_not_draining(self) -> None:
        if self.draining:
            raise Refusal(reasons.DRAINING, "the server takes no new matches and no new seats for now")


def _check_request_id(request_id: str) -> None:
    """Here it may be left out."""
    if request_id:
        check_request_id(request_id)


def _check_open(info: MatchInfo) -> None:
    if info.state is not State.OPEN:
        raise Refusal(
            reasons.NOT_OPEN_MATCH, f"match {info.id} is {info.state.name.lower()}: its seats stand"
        )


def _check_seat(info: MatchInfo, seat: int) -> None:
    if not 0 <= seat < info.seat_count:
        what = f"the seats of match {info.id} are 0 to {info.seat_count - 1}"
        raise Refusal(reasons.NO_SEAT, what, field="seat")


def _check_holder(info: MatchInfo, seat: int, player_id: str) -> None:
    if info.player_ids[seat] != player_id:
        raise Refusal(reasons.NOT_YOUR_SEAT, f"you don't hold seat {seat} of match {info.id}", field="seat")


def _free_seat(info: MatchInfo, wanted: int | None) -> int:
    if wanted is None:
        if "" not in info.player_ids:
            raise Refusal(reasons.NO_FREE_SEAT, f"every seat of match {info.id} is taken")
        return info.player_ids.index("")
    _check_seat(info, wanted)
    if info.player_ids[wanted]:
        raise Refusal(reasons.SEAT_TAKEN, f"seat {wanted} of match {info.id} is taken", field="seat")
    return wanted

"""The lobby: creating matches, taking and leaving seats, starting, resigning, cancelling.

Each call waits until no record of the match is pending, so that its checks see durable records only. A resignation also
waits for earlier actions that need an outside fact. A cancellation does not wait for them: it refuses them.
"""

import asyncio
from collections.abc import Sequence
from typing import Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from tilth.v1 import play_pb2, record_pb2
from tilth_server import reasons
from tilth_server.matches import clocks
from tilth_server.matches.commits import Step
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.lobby_checks import (
    LONGEST_REASON,
    check_forfeit,
    check_given_up,
    check_holder,
    check_open,
    check_optional_request_id,
    check_seat,
    free_seat,
)
from tilth_server.matches.match_info import MatchInfo, NewMatch, State, match_from, stream_of
from tilth_server.matches.new_match import creation_record
from tilth_server.matches.play import MatchPlay
from tilth_server.matches.request_ids import RequestIds
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal, over_limit
from tilth_server.request_content import contents_differ, reused_id_refusal
from tilth_server.settings import Limits
from tilth_server.wire import CauseDetails, GameWire, encode_lobby

MAX_ID_TRIES: Final = 100
"""Random ids that a node tries to find one that it owns. One that is leaving owns none."""


class Lobby:
    """The changes to matches before and beside their play. When a call returns, its change is durable."""

    def __init__(self, play: MatchPlay, limits: Limits) -> None:
        self._play = play
        self._commits = play.commits
        self._cache = play.cache
        self._limits = limits
        self.draining = False
        """True if the server takes no new matches and no new seats."""
        self._being_created: dict[LiveMatch, UnitOfWork] = {}
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        """The locks of requests that create matches, while they are used."""

    async def create(self, creator_id: str, new: NewMatch) -> MatchInfo:
        """Create a match; its creator may take seats with it. A repeated request creates no second match."""
        check_optional_request_id(new.request_id)
        async with self._turn_of(creator_id, new.request_id):
            created = await self._find_created(creator_id, new.request_id)
            if created is None:
                self._check_not_draining()
                await self._check_limit(creator_id)
                created = await self._create_seated(creator_id, new)
            if contents_differ(created.request_hash, new.request_hash):
                raise reused_id_refusal(new.request_id)
            return created

    async def create_started(self, new: NewMatch, player_ids: Sequence[str]) -> MatchInfo:
        """Create a match of a tournament, seat these players and start, all at once.

        The tournament is its creator, and the pairing's number its request, so a repeated call creates no second match.
        """
        creator_id = new.tournament_id
        new = replace(
            new,
            request_id=new.request_id or str(new.pairing_number),
            take_seats=tuple(range(new.seat_count)),
            start_when_full=True,
        )
        async with self._turn_of(creator_id, new.request_id):
            created = await self._find_created(creator_id, new.request_id)
            if created is not None:
                return created
            self._check_not_draining()
            return await self._create_seated(creator_id, new, player_ids)

    async def take_seat(
        self, player_id: str, match_id: str, seat: int | None, request_id: str, request_hash: int = 0
    ) -> tuple[MatchInfo, int]:
        """Give the player this seat, or the first free one if none is given; return the match and the seat.

        The match starts at once if that fills it and it starts when full. A repeated request gets its seat again.
        Refuse a player who is not invited, a match that is not open, and a server that is being drained.
        """
        check_optional_request_id(request_id)
        match = await self._commits.wait_committed(match_id)
        info = match.info
        taken = _seat_taken_before(info, player_id, seat, request_id, request_hash)
        if taken is not None:
            return info, taken
        self._check_not_draining()
        check_open(info)
        if info.invited_player_ids and player_id not in (*info.invited_player_ids, info.creator_id):
            raise Refusal(reasons.NOT_INVITED, "this match is for those who were invited")
        return await self._seat_player(match, player_id, seat, request_id, request_hash)

    async def add_bot(
        self,
        creator_id: str,
        match_id: str,
        bot_id: str,
        seat: int | None,
        request_id: str,
        request_hash: int = 0,
    ) -> tuple[MatchInfo, int]:
        """Give a bot of the server (by its player's id) this seat, or the first free one; return the match and the
        seat. Only the creator of the match may. Else as `take_seat`.
        """
        check_optional_request_id(request_id)
        match = await self._commits.wait_committed(match_id)
        info = match.info
        if creator_id != info.creator_id:
            raise Refusal(reasons.NOT_YOUR_MATCH, "who made the match gives its seats to bots")
        taken = _seat_taken_before(info, bot_id, seat, request_id, request_hash)
        if taken is not None:
            return info, taken
        self._check_not_draining()
        check_open(info)
        return await self._seat_player(match, bot_id, seat, request_id, request_hash)

    async def _seat_player(
        self, match: LiveMatch, player_id: str, seat: int | None, request_id: str, request_hash: int
    ) -> tuple[MatchInfo, int]:
        """Give the player this seat of an open match, or the first free one, and start the match if it starts when
        full; return the match and the seat when that is durable.
        """
        info = match.info
        seat = free_seat(info, seat)
        with self._commits.step(match) as step:
            self._add_seat_taken(step, seat, player_id, request_id, request_hash)
            players = [*info.player_ids[:seat], player_id, *info.player_ids[seat + 1 :]]
            if info.start_when_full and all(players):
                self._add_start(step, players)
        await self._commits.commit_and_wait(step.work)
        return info, seat

    async def leave_seat(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo:
        """Give a seat up before the start, or as the creator a bot's seat. A named request for a seat that is free
        already has no further effect.
        """
        check_optional_request_id(request_id)
        match = await self._commits.wait_committed(match_id)
        info = match.info
        check_open(info)
        check_seat(info, seat)
        holder = info.player_ids[seat]
        if player_id == info.creator_id and self._cache.names.in_match(match_id, holder).bot:
            player_id = holder
        check_given_up(info, player_id, seat, request_id)
        if not info.player_ids[seat] and request_id:
            return info
        check_holder(info, seat, player_id)
        left = record_pb2.SeatLeft(seat=seat, player_id=player_id, request_id=request_id)
        with self._commits.step(match) as step:
            step.add_lobby_record(left, play_pb2.CAUSE_SEAT_LEFT, seat)
        await self._commits.commit_and_wait(step.work)
        return info

    async def start(self, player_id: str, match_id: str, operator: bool = False) -> MatchInfo:
        """Start the match for its creator or an operator. Starting it twice has no further effect. Refuse while a seat
        is free, or the server is being drained.
        """
        match = await self._commits.wait_committed(match_id)
        info = match.info
        if player_id != info.creator_id and not operator:
            raise Refusal(reasons.NOT_YOUR_MATCH, "who made the match, or an operator, starts it")
        if info.started:
            return info
        check_open(info)
        self._check_not_draining()
        free = [seat for seat, player in enumerate(info.player_ids) if not player]
        if free:
            raise Refusal(reasons.SEATS_NOT_FILLED, f"seats are free: {', '.join(map(str, free))}")
        with self._commits.step(match) as step:
            self._add_start(step, info.player_ids)
        await self._commits.commit_and_wait(step.work)
        return info

    async def resign(
        self,
        player_id: str,
        match_id: str,
        seat: int,
        request_id: str,
        forfeit: "record_pb2.ForfeitCause.ValueType" = record_pb2.FORFEIT_CAUSE_UNSPECIFIED,
        detail: str = "",
    ) -> MatchInfo:
        """Resign a seat of a running match; the server plays default answers for it. Twice has no further effect."""
        check_optional_request_id(request_id)
        check_forfeit(forfeit, detail)
        match = await self._play.facts.wait_loaded(match_id)
        info = match.info
        check_holder(info, seat, player_id)
        check_given_up(info, player_id, seat, request_id)
        if seat in info.resigned:
            return info
        details = CauseDetails(request_id=request_id, forfeit=forfeit, detail=detail)
        await self._play.resign(match, seat, details)
        await self._play.facts.wait_idle(match_id)
        return info

    async def cancel(self, by_id: str, match_id: str, reason: str) -> MatchInfo:
        """Cancel a match that has not ended: its waiting actions are refused, its table is dropped, its channels are
        closed. Cancelling it twice has no further effect. The caller checks that `by_id` may do so.
        """
        match = await self._commits.wait_committed(match_id)
        info = match.info
        if info.state is State.CANCELLED:
            return info
        if info.state is State.FINISHED:
            raise Refusal(reasons.MATCH_NOT_RUNNING, f"match {match_id} is over")
        cause = record_pb2.MatchCancelled(actor_id=by_id, reason=reason[:LONGEST_REASON])
        work = self._commits.begin()
        with self._commits.step(match, work, is_play=False) as step:
            step.add_lobby_record(cause, play_pb2.CAUSE_CANCELLED)
            step.writes.is_last = True
        self._play.facts.discard(match, Refusal(reasons.MATCH_NOT_RUNNING, f"match {match_id} was cancelled"))
        match.drop_table()
        await self._commits.commit_and_wait(work)
        return info

    async def _create_seated(
        self, creator_id: str, new: NewMatch, player_ids: Sequence[str] = ()
    ) -> MatchInfo:
        """Create a match. Its `take_seats` are taken by these players, or by the creator if there are none; its
        `bot_seats` by bots.

        If another process has created a match by the same request in the meantime, return that match.
        """
        wire = self._cache.wires.get(new.game)
        if wire is None:
            raise Refusal(reasons.GAME_NOT_FOUND, f"this server has no game {new.game!r}", field="game")
        match, work = self._new_match(creator_id, new, wire, player_ids)
        self._being_created[match] = work
        try:
            await self._commits.commit_and_wait(work)
        except Refusal as refusal:
            if refusal.reason != reasons.MATCH_MOVED:
                raise
            created = await self._cache.index.find_created_by(creator_id, new.request_id)
            if created is None:
                raise
            return created
        finally:
            del self._being_created[match]
        return match.info

    def _new_match(
        self, creator_id: str, new: NewMatch, wire: GameWire, player_ids: Sequence[str]
    ) -> tuple[LiveMatch, UnitOfWork]:
        """Return a new match and the unit of work that will store it. It cannot be found before the commit."""
        cause = creation_record(creator_id, new, wire)
        work = self._commits.begin()
        match_id = self._cache.ids.match_id(creator_id, new.request_id)
        for _ in range(MAX_ID_TRIES):
            if new.request_id or self._cache.index.owns(match_id):
                break
            # A node creates matches that it owns: nobody has to take them over.
            match_id = self._cache.ids.match_id(creator_id, "")
        cause.name_hashes.extend(self._name_hashes(match_id, [creator_id, *new.invited_player_ids]))
        info = match_from(match_id, encode_lobby(cause, work.at_ms))
        info.record_count = 0
        match = self._cache.add(info, wire)
        try:
            with self._commits.step(match, work) as step:
                step.add_lobby_record(cause, play_pb2.CAUSE_CREATED)
                players = [""] * info.seat_count
                for seat in sorted({*new.take_seats, *new.bot_seats}):
                    sitter = player_ids[seat] if player_ids else creator_id
                    players[seat] = new.bot_seats.get(seat) or sitter
                    self._add_seat_taken(step, seat, players[seat], new.request_id, new.request_hash)
                if new.start_when_full and all(players):
                    self._add_start(step, players)
        except Refusal:
            self._commits.commit(work)
            self._cache.evict(match)
            raise
        return match, work

    def _name_hashes(self, match_id: str, player_ids: Sequence[str]) -> list[record_pb2.NameHash]:
        """Return the hashes of the players' names, made for this match, with the players' ids. Players who are not
        registered here are left out.
        """
        hashes = (
            (player, self._cache.names.hash_in(stream_of(match_id), player))
            for player in dict.fromkeys(player_ids)
        )
        return [record_pb2.NameHash(player_id=player, hash=hashed) for player, hashed in hashes if hashed]

    def _add_seat_taken(
        self, step: Step, seat: int, player_id: str, request_id: str, request_hash: int
    ) -> None:
        """Add the record that a player takes a seat, with the hash of the player's name. Without a request id the hash
        of the request's content is left out.
        """
        taken = record_pb2.SeatTaken(
            seat=seat,
            player_id=player_id,
            request_id=request_id,
            name_hash=self._cache.names.hash_in(step.match.stream, player_id),
            request_hash=request_hash if request_id else 0,
        )
        step.add_lobby_record(taken, play_pb2.CAUSE_SEAT_TAKEN, seat)

    def _add_start(self, step: Step, player_ids: Sequence[str]) -> None:
        """Make the table of the match, run the rules to the first decisions, and add the record of the start. Names,
        clocks and the alarm of the match are set for these players.
        """
        match, now = step.match, step.work.now
        info = match.info
        table = match.table = self._cache.new_table(match)
        match.request_ids = RequestIds(info.seat_count)
        record = table.start(match.next_record)
        match.names = tuple(self._cache.names.in_match(info.id, player_id).name for player_id in player_ids)
        if info.clock.runs:
            match.clocks = clocks.clocks_from_log(info.clock, info.seat_count, ())
        match.touched_at = now
        self._cache.alarms.set(match, now + self._cache.idle_seconds)
        step.add(record, details=CauseDetails(player_ids=tuple(player_ids)), is_listed=True)
        self._play.autoplay.run(step, table)

    async def _check_limit(self, creator_id: str) -> None:
        """Refuse a match over the limit of a creator's matches that have not ended."""
        most = self._limits.unfinished_matches_per_player
        while True:
            before = self._pending_of(creator_id)
            count = await self._cache.index.unfinished_count(creator_id)
            # Matches that became durable during the count may or may not be included.
            pending = before | self._pending_of(creator_id)
            if count + len(pending) < most:
                return
            if not pending:
                raise over_limit("unfinished_matches_per_player", most)
            waiters = [
                each for match in self._pending_of(creator_id) for each in self._being_created[match].waiters
            ]
            if waiters:
                await asyncio.wait(waiters)

    def _pending_of(self, creator_id: str) -> set[LiveMatch]:
        """Return the matches of a creator that are being created."""
        return {match for match in self._being_created if match.info.creator_id == creator_id}

    def _turn_of(self, creator_id: str, request_id: str) -> asyncio.Lock:
        """Return the lock under which this request is carried out: a repeated one waits until the first has ended."""
        if not request_id:
            return asyncio.Lock()
        return self._turns.setdefault((creator_id, request_id), asyncio.Lock())

    async def _find_created(self, creator_id: str, request_id: str) -> MatchInfo | None:
        """Return the match that the same request has created. Its records may still be pending."""
        wanted = (creator_id, request_id)
        for match, work in list(self._being_created.items()):
            if request_id and (match.info.creator_id, match.info.request_id) == wanted:
                await asyncio.wait(work.waiters)
        return await self._cache.index.find_created_by(creator_id, request_id)

    def _check_not_draining(self) -> None:
        """Raise Refusal while an operator drains the server."""
        if self.draining:
            raise Refusal(reasons.SERVER_DRAINING, "the server takes no new matches and no new seats for now")


def _seat_taken_before(
    info: MatchInfo, player_id: str, seat: int | None, request_id: str, request_hash: int
) -> int | None:
    """Return the seat that the player has by an earlier request of this id; None if there was none. Raise Refusal if
    that request had other content.
    """
    if not request_id:
        return None
    for taken, (request, content) in enumerate(info.seat_requests):
        if request == request_id and info.player_ids[taken] == player_id:
            if contents_differ(content, request_hash):
                raise reused_id_refusal(request_id)
            if seat in (None, taken):
                return taken
    return None

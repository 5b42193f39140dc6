"""The registry of this server's tournaments: every access to a tournament goes through it."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.index_progress import Progress
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.play import check_request_id
from tilth_server.matches.registry import Matches
from tilth_server.metrics import Metrics
from tilth_server.players import PlayerRegistry
from tilth_server.refusal import over_limit
from tilth_server.request_content import content_hash, contents_differ, reused_id_refusal
from tilth_server.settings import Limits
from tilth_server.store import BrokenChain, IndexRow, KeyTaken, Store
from tilth_server.tournaments import tournament_rows
from tilth_server.tournaments.cache import TournamentCache
from tilth_server.tournaments.context import SERVER, Actor, TournamentContext
from tilth_server.tournaments.handover import TournamentHandover
from tilth_server.tournaments.indexing import TournamentIndexing
from tilth_server.tournaments.live import LiveTournament
from tilth_server.tournaments.log import create_stream, shielded
from tilth_server.tournaments.new_tournament import creation_record
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.ratings.keeper import RatingKeeper
from tilth_server.tournaments.ratings.pools import PoolRatings
from tilth_server.tournaments.ratings.rating_index import RatingIndex
from tilth_server.tournaments.ratings.seasons import Seasons
from tilth_server.tournaments.tournament import State, Tournament
from tilth_server.tournaments.tournament_index import TournamentFilter, TournamentIndex
from tilth_server.wire import GameWire

log = structlog.get_logger()

CHECK_SECONDS: Final = 1.0
"""Seconds between two checks of each tournament: for absent entrants, the end of the entry, and failed steps."""

MAX_TRIES: Final = 1000

Listed = LiveTournament | pb.Tournament | BrokenChain
"""A tournament in a list: one that has not ended, an ended one as lists show it, or the damage of its stream."""


class Tournaments:
    """The tournaments of this server. `open` them after the matches, and `close` them before the store."""

    def __init__(
        self,
        store: Store,
        matches: Matches,
        players: PlayerRegistry,
        wires: Mapping[str, GameWire],
        limits: Limits,
        metrics: Metrics,
    ) -> None:
        self._players = players
        self._wires = wires
        self._limits = limits
        self._index = TournamentIndex(store)
        self._keeper = RatingKeeper(store)
        self._ratings = RatingIndex(store.index)
        self.seasons = Seasons(store)
        self.pools = PoolRatings(store.index, matches.index, self._keeper, wires)
        self._context = context = TournamentContext(
            store,
            self._index,
            matches,
            players,
            self._keeper,
            self._on_settled,
            self._on_appended,
            self._on_moved,
        )
        self._cache = TournamentCache(context)
        self.handover = TournamentHandover(store, self._cache, self._keeper, self.seasons)
        self._indexing = TournamentIndexing(context)
        self._creating = asyncio.Lock()
        self._checking: asyncio.Task[None] | None = None
        self._continuing: asyncio.Task[None] | None = None
        self._withdrawals: set[asyncio.Task[None]] = set()
        self.message_at_owner: Callable[[str], Awaitable[pb.Tournament | None]] = _nowhere
        """Returns the message of a tournament that another node directs, from there; None if it can't be had."""
        matches.on_end(self.on_match_ended)
        matches.presence.when_here.append(self._on_arrival)
        players.on_token_lost(self._on_token_lost)
        metrics.tournaments = self.counts
        metrics.running_pairings = lambda: sum(each.running_pairings for each in self._cache.running.values())

    async def open(self) -> None:
        """Load and continue the tournaments that have not ended. Others are loaded when somebody asks for them."""
        await self._index.count_states()
        await self.seasons.load()
        await self._indexing.open()
        if self._context.matches.index.progress is None and self._indexing.is_complete:
            await self._continue_all()
        else:
            # Only a complete index of matches shows whether a pairing has a match.
            self._continuing = asyncio.create_task(self._continue_all())

    async def _continue_all(self) -> None:
        """Index what is not indexed yet, then continue all tournaments that have not ended."""
        await self._context.matches.index.wait_complete()
        await self._indexing.run()
        await self.handover.open()
        for live in list(self._cache.running.values()):
            for entrant in live.tournament.active():
                player_id = entrant.player_id
                if self._players.knows(player_id):
                    self._on_token_lost(player_id)
        self._checking = asyncio.create_task(self._check_all())

    async def close(self) -> None:
        """Finish the directors' steps that have begun, and begin no others."""
        self.handover.close()
        for task in (self._continuing, self._checking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._cache.close()
        await self._keeper.close()

    # Reading --------------------------------------------------------------------------------------------------

    async def fetch(self, tournament_id: str) -> LiveTournament:
        """Return a tournament. Raises Refusal(TOURNAMENT_NOT_FOUND), or BrokenChain if its stream is damaged."""
        return await self._cache.fetch(tournament_id)

    async def list_page(
        self, wanted: TournamentFilter, size: int, after: str
    ) -> tuple[dict[str, Listed], str]:
        """Return a page of tournaments by id, the newest first, and the key of the next page; "" at the end.

        Damaged tournaments are listed only without a filter.
        """
        rows, following = await self._index.page(wanted, size, after)
        found = {row.key: await self._listed(row) for row in rows}
        if wanted != TournamentFilter():
            found = {key: each for key, each in found.items() if not isinstance(each, BrokenChain)}
        return found, following

    @property
    def index_progress(self) -> Progress | None:
        """The progress of indexing an older store; None if every tournament and every match is in the index."""
        return self._context.matches.index.progress or self._index.progress

    def counts(self) -> dict[str, int]:
        """Return the number of tournaments by state, and of those that were found damaged."""
        states = self._index.states
        return {state.name.lower(): states[state] for state in State} | {"damaged": len(self._cache.damaged)}

    async def ratings(self) -> RatingIndex:
        """Wait until all results are rated that were durable before the call; return the ratings."""
        self._index.check_complete()
        await self._keeper.settle()
        return self._ratings

    async def rated_name(self, player_id: str) -> str:
        """Return the name of a rated player; that of a player who is registered elsewhere is in the rated matches."""
        if self._players.knows(player_id):
            return self._players.name(player_id)
        match_id = await self._ratings.match_of(player_id)
        return self._players.names.in_match(match_id, player_id).name if match_id else player_id

    # Creating -------------------------------------------------------------------------------------------------

    async def create(self, actor: Actor, settings: pb.TournamentSettings, request_id: str) -> LiveTournament:
        """Create a tournament. A repeated request returns the same tournament."""
        if request_id:
            check_request_id(request_id)
        return await shielded(self._create_once(actor, settings, request_id))

    async def _create_once(
        self, actor: Actor, settings: pb.TournamentSettings, request_id: str
    ) -> LiveTournament:
        """Create a tournament, unless this request has created one already."""
        async with self._creating:
            known = await self._created_by(actor.player_id, request_id)
            if known:
                return await self._same(known, settings, request_id)
            await self._check_limit(actor.player_id)
            for player_id in settings.invited_player_ids:
                self._players.get(player_id)
            created = creation_record(actor.player_id, settings, request_id, self._wires)
            try:
                tournament = await create_stream(self._context, self._new_id(), created)
            except KeyTaken as taken:
                # Another process has just created it.
                return await self._same(taken.holder, settings, request_id)
            live = await self._cache.add(tournament)
        log.info(
            "tournament state changed",
            tournament=tournament.id,
            state="ENTRY",
            format=settings.WhichOneof("format"),
        )
        return live

    def _new_id(self) -> str:
        """Return the id of a new tournament: one that this node directs, if it takes any, so that it need not be moved
        at once.
        """
        ids = (secrets.token_hex(8) for _ in range(MAX_TRIES))
        return next(filter(self._cache.owns, ids), secrets.token_hex(8))

    async def _created_by(self, organiser_id: str, request_id: str) -> str:
        """Return the id of the tournament that this request has created; "" if there is none."""
        if not request_id:
            return ""
        self._index.check_complete()
        return await self._index.find_created_by(organiser_id, request_id)

    async def _same(
        self, tournament_id: str, settings: pb.TournamentSettings, request_id: str
    ) -> LiveTournament:
        """Return the tournament that a request has created. Refuse a repeated request id with other settings."""
        live = await self.fetch(tournament_id)
        if contents_differ(live.tournament.request_hash, content_hash(settings)):
            raise reused_id_refusal(request_id)
        return live

    async def _check_limit(self, organiser_id: str) -> None:
        """Refuse a new tournament to an organiser who has too many unfinished ones."""
        most = self._limits.unfinished_tournaments_per_player
        if await self._index.unfinished_count(organiser_id) >= most:
            raise over_limit("unfinished_tournaments_per_player", most)

    async def add_imported(self, tournament: Tournament, bodies: Sequence[bytes]) -> None:
        """Store a checked tournament of a file, which has ended, with its rows, in one commit."""
        games = rated_rows.rows_of(tournament)
        row = tournament_rows.row_of(tournament, is_settled=True)
        rows = [row, *tournament_rows.entrant_rows(tournament), *games]
        streams = self._context.streams
        with self._keeper.writing(games):
            try:
                await streams.append(tournament.stream, 0, bodies, rows=rows)
            except KeyTaken:
                rows[0] = replace(row, unique_keys=())
                await streams.append(tournament.stream, 0, bodies, rows=rows)
        self._index.count_state_change(None, tournament.state)
        await self._cache.add(tournament, is_settled=True)
        log.info("tournament imported", tournament=tournament.id, games=len(tournament.pairings))

    # Keeping --------------------------------------------------------------------------------------------------

    async def _listed(self, row: IndexRow) -> Listed:
        """Return the tournament of this row as a list shows it."""
        live = self._cache.running.get(row.key)
        if live is not None:
            return live
        if not row.body and not self._cache.owns(row.key):
            message = await self.message_at_owner(row.key)
            if message is not None:
                return message
        damage = self._cache.damaged.get(row.key)
        if damage is not None:
            return damage
        if row.body:
            return tournament_rows.message_of(row)
        try:
            return await self.fetch(row.key)
        except BrokenChain as broken:
            return broken

    def _on_settled(self, tournament_id: str, is_settled: bool) -> None:
        """Tell the cache whether the tournament and its matches have ended, so that it may be dropped from memory."""
        self._cache.on_settled(tournament_id, is_settled)

    def _on_appended(self, tournament_id: str) -> None:
        """Let the other nodes know that this one has appended to a tournament."""
        self.handover.on_appended(tournament_id)

    def _on_moved(self, tournament_id: str) -> None:
        """Read a tournament again to which another node has appended, although it was in memory here."""
        self.handover.on_moved(tournament_id)

    def on_match_ended(self, info: MatchInfo) -> None:
        """Tell the running tournament to which the match belongs, if any, that the match has ended."""
        live = self._cache.running.get(info.tournament_id)
        if live is not None:
            live.on_match_ended(info)

    def _on_arrival(self, player_id: str) -> None:
        """Tell every running tournament that the player has connected, so that the pairings which waited for them
        begin.
        """
        for live in self._cache.running.values():
            live.on_arrival(player_id)

    def _on_token_lost(self, player_id: str) -> None:
        """Withdraw the player from all tournaments if their access was revoked."""
        if not self._players.get(player_id).revoked:
            return
        withdrawal = asyncio.create_task(self._withdraw_everywhere(player_id))
        self._withdrawals.add(withdrawal)
        withdrawal.add_done_callback(self._withdrawals.discard)

    async def _withdraw_everywhere(self, player_id: str) -> None:
        """Withdraw the player, as the server, from all tournaments that have not ended and that the player has entered.
        An error in one is logged, and the others follow.
        """
        for live in list(self._cache.running.values()):
            tournament = live.tournament
            number = tournament.numbers.get(player_id)
            if number is None or tournament.state.has_ended or tournament.entrants[number].withdrawn:
                continue
            try:
                await live.withdraw(SERVER, player_id)
            except Exception:
                log.exception("withdrawal failed", tournament=tournament.id, player=player_id)

    async def _check_all(self) -> None:
        """Call `check` of every tournament that has not ended once in CHECK_SECONDS, without end. An error in one is
        logged.
        """
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.handover.check()
            for live in list(self._cache.running.values()):
                try:
                    await live.check()
                except Exception:
                    log.exception("tournament check failed", tournament=live.tournament.id)


async def _nowhere(tournament_id: str) -> None:
    """Return None: this server runs alone, and directs every tournament."""

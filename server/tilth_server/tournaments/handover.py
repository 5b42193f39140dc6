"""The handover of tournaments between nodes: each has one director, at the node that owns it.

Owners are worked out and may be wrong for a moment, so there may be two directors. Then the append of one of them fails
because the stream is longer than it knows, and that director stops. Its tournament is read again.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import structlog

from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Store, StoreClosed
from tilth_server.tournaments.cache import TournamentCache
from tilth_server.tournaments.ratings.keeper import RatingKeeper
from tilth_server.tournaments.ratings.seasons import Seasons
from tilth_server.tournaments.tournament import stream_of

log = structlog.get_logger()

RATINGS: Final = "ratings"
"""The key whose owner keeps the ratings and the seasons."""
CHECKS_PER_LOOK: Final = 5
"""Checks (seconds) after which a node looks for what other nodes have changed, in case that a signal was lost."""


class TournamentHandover:
    """Gives up the tournaments and ratings that are another node's, and takes over those that are this node's."""

    def __init__(self, store: Store, cache: TournamentCache, keeper: RatingKeeper, seasons: Seasons) -> None:
        self.on_appended_here: list[Callable[[str], None]] = []
        """Callbacks that are called with the id of a tournament whose new records are durable."""
        self._store = store
        self._cache = cache
        self._keeper = keeper
        self._seasons = seasons
        self._turn = asyncio.Lock()
        """The lock under which tournaments are given up and taken over."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_open = False
        self._is_node = False
        self._checks = 0

    def follow_owners(self, owns: Callable[[str], bool]) -> None:
        """Direct only the tournaments that `owns` says yes to, by their ids; other nodes direct the others."""
        self._cache.owns = owns
        self._keeper.fence.is_shared = self._is_node = True

    async def open(self) -> None:
        """Continue the tournaments of this node that have not ended, and begin to rate games if that is its part."""
        async with self._turn:
            self._is_open = True
            if self._cache.owns(RATINGS):
                self._keeper.open()
            await self._cache.open()

    def close(self) -> None:
        """Take nothing over any longer."""
        self._is_open = False
        for task in self._tasks:
            task.cancel()

    def check(self) -> None:
        """Look now and then for what other nodes have changed."""
        self._checks += self._is_node
        if self._checks >= CHECKS_PER_LOOK:
            self.look_again()

    def look_again(self) -> None:
        """Look for everything that other nodes may have changed."""
        self._checks = 0
        self._store.wake_tails()
        self._start(self._follow_owners({}, keeps_all=True))

    def on_owners_changed(self, owned_before: Callable[[str], bool]) -> None:
        """Give up the tournaments that are no longer this node's, and continue those that are now."""
        # It is asked now: the owners may change again before the work is done.
        self._start(self._follow_owners({key: owned_before(key) for key in self._cache.running}))

    def on_appended(self, tournament_id: str) -> None:
        """Tell the listeners that this node has appended to a tournament."""
        for call in self.on_appended_here:
            call(tournament_id)

    def on_appended_elsewhere(self, tournament_id: str) -> None:
        """Take note that another node has appended to a tournament: its watchers here get the new records, and if it is
        this node's, it is read again.
        """
        self._store.wake_tails(stream_of(tournament_id))
        self._keeper.note_elsewhere()
        if self._cache.owns(tournament_id):
            self._start(self._read_again(tournament_id))

    def on_moved(self, tournament_id: str) -> None:
        """Read a tournament again to which another node has appended, although it was in memory here."""
        log.info("tournament moved", tournament=tournament_id)
        self._start(self._read_again(tournament_id, is_moved=True))

    async def _follow_owners(self, kept: Mapping[str, bool], *, keeps_all: bool = False) -> None:
        """Give up the tournaments of other nodes, and those that another node owned before; continue all others of this
        node.
        """
        async with self._turn:
            await self._cache.give_up_others(
                lambda tournament_id: keeps_all or kept.get(tournament_id, False)
            )
            if not self._is_open:
                return
            if not self._cache.owns(RATINGS):
                await self._keeper.close()
            elif not self._keeper.is_open:
                await self._seasons.load()
                self._keeper.open()
            else:
                self._keeper.note_elsewhere()
            for tournament_id in list(self._cache.running):
                await self._cache.drop_if_stale(tournament_id)
            await self._cache.take_over()

    async def _read_again(self, tournament_id: str, *, is_moved: bool = False) -> None:
        """Forget a tournament if another node has appended to it, and continue it if it is this node's."""
        async with self._turn:
            if is_moved:
                await self._cache.give_up(tournament_id)
            else:
                await self._cache.drop_if_stale(tournament_id)
            if self._is_open and self._cache.owns(tournament_id):
                await self._cache.fetch(tournament_id)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in a task of its own."""
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """Do the work, and log a failure: the next look does it."""
    try:
        await work
    except (StoreClosed, Refusal, BrokenChain):
        return
    except Exception:
        log.exception("tournament not read again")

"""The index of all matches of this server: lists, filters, counts, and each match by its id.

Its rows are in the store, written with the records that they follow from. The matches used last are kept in memory.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Final

from tilth_server import reasons
from tilth_server.derived_ids import DerivedIds
from tilth_server.index_progress import NO_STREAM, Progress
from tilth_server.matches import match_rows as rows
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_fold import MatchFold
from tilth_server.matches.match_info import STREAMS, MatchInfo, NotAMatchStream, State, stream_of
from tilth_server.matches.match_orders import RATED, Order, Range, rows_of
from tilth_server.matches.naming import Names
from tilth_server.positions import page_key_of, position_of_key
from tilth_server.recent_cache import RecentCache
from tilth_server.refusal import Refusal
from tilth_server.store import Append, BrokenChain, IndexRow, Position, Store

if TYPE_CHECKING:
    from tilth_server.matches.live import LiveMatch

NAMES_AT_ONCE: Final = 1000
MAX_CACHED: Final = 10_000
"""Matches that are not being played and are cached, some 1.5 KB each."""
MAX_EXAMINED: Final = 5000
"""Rows that are examined for one page. A page may end early because of it; the next page continues."""
MAX_DAMAGED: Final = 1000
ROWS_AT_ONCE: Final = 500

Also = Callable[[MatchInfo], Awaitable[bool]]
"""Returns whether a match meets a condition that its data do not answer."""


class MatchIndex:
    """The index of all matches. A match is in it when its first record is durable."""

    def __init__(
        self, store: Store, names: Names, ids: DerivedIds, loaded: Mapping[str, "LiveMatch"]
    ) -> None:
        """`loaded` are the matches that are played; their infos are newer than the rows."""
        self._store = store
        self._rows = store.index
        self._ids = ids
        self._loaded = loaded
        self._cached: RecentCache[str, MatchInfo] = RecentCache(MAX_CACHED)
        self._forgotten: RecentCache[str, MatchInfo] = RecentCache(MAX_CACHED)
        """Matches that were cached until other nodes changed them, or might have."""
        self._damaged: RecentCache[str, BrokenChain] = RecentCache(MAX_DAMAGED)
        """Matches whose beginning was found damaged."""
        self._verified: RecentCache[str, bool] = RecentCache(MAX_CACHED)
        """Matches whose records are known to be good."""
        self._fold = MatchFold(store, names)
        self.owns: Callable[[str], bool] = _always
        """Returns whether this server acts for a match."""
        self.trusts: Callable[[str], bool] = _always
        """Returns whether what is in memory of a match is new: no other node acts for it, or did a moment ago."""
        self.on_read: Callable[[str], None] = _ignore
        """Called with each match that is read from the store."""
        self.drop_if_stale: Callable[[LiveMatch], Awaitable[None]] = _keep
        """Evicts a loaded match of another node if that has changed it."""
        self.states: Counter[State] = Counter()
        self.progress: Progress | None = None
        """The progress of the first indexing; None if every match is in the index."""
        self._completed = asyncio.Event()

    # One match -----------------------------------------------------------------------------------------------

    def find_cached(self, match_id: str) -> MatchInfo | None:
        """Return the match if it is in memory, loaded or cached; None if not, or if no record of it is durable yet."""
        live = self._loaded.get(match_id)
        if live is not None:
            return live.info if live.durable else None
        return self._cached.get(match_id)

    def find(self, match_id: str) -> MatchInfo:
        """Return a match that was fetched before. Raise Refusal if there is none, or if another node has changed it
        since.
        """
        info = self.find_cached(match_id)
        if info is None:
            if self._forgotten.get(match_id) is not None:
                raise Refusal(reasons.MATCH_MOVED, f"match {match_id} is read again: send the request again")
            broken = self._damaged.get(match_id)
            raise _no_match(match_id) if broken is None else broken.with_traceback(None)
        return info

    def needs_fetch(self, match_id: str, from_record: int = 0) -> bool:
        """Return whether `fetch` has something to read before `find` may be called."""
        info = self.find_cached(match_id)
        return info is None or from_record > info.record_count or not self.trusts(match_id)

    async def fetch(self, match_id: str, from_record: int = 0) -> MatchInfo:
        """Return the match. Raise Refusal if there is none, or BrokenChain if its beginning is damaged.

        Somebody knows that records up to `from_record` are there: what is in memory is old if it has fewer.
        """
        info = self.find_cached(match_id)
        if info is not None and from_record <= info.record_count and self.trusts(match_id):
            return info
        live = self._loaded.get(match_id)
        if live is not None and live.durable:
            await self.drop_if_stale(live)
            if self._loaded.get(match_id) is live:
                return live.info
        # What another node appends from now on may be missing.
        self.on_read(match_id)
        row = await self._rows.find(rows.INDEX, match_id)
        return self.cache(await self._read(match_id) if row is None else await self._info_of(row))

    async def find_created_by(self, creator_id: str, request_id: str) -> MatchInfo | None:
        """Return the match that this request of the creator has created, by the match id that follows from both, or
        else by the tag of its row in the index. Return None if there is none, or without a request id.
        """
        if not request_id:
            return None
        try:
            return await self.fetch(self._ids.match_id(creator_id, request_id))
        except Refusal:
            pass
        page = await self._rows.page(rows.INDEX, [rows.request_tag(creator_id, request_id)], size=1)
        for row in page.rows:
            return self.find_cached(row.key) or self.cache(await self._info_of(row))
        return None

    def add(self, info: MatchInfo) -> None:
        """Add a match that was created or imported, and count its state."""
        self.on_read(info.id)
        self._cached.put(info.id, info)
        self._verified.put(info.id, True)
        self.states[info.state] += 1

    def count_change(self, info: MatchInfo, before: State) -> None:
        """Count a match in its new state instead of the state before."""
        self.states[before] -= 1
        self.states[info.state] += 1

    def write_row(self, info: MatchInfo) -> None:
        """Write the row of a match. If its stream has further records by that time, write nothing: they bring a
        newer row.
        """
        append = Append(info.stream, info.record_count, (), rows=rows_of(info, self._ids))
        self._store.put((append,), lambda *_: None)

    def cache(self, info: MatchInfo) -> MatchInfo:
        """Store a match in the cache and return it; return the cached match if there is one, because it is newer."""
        known = self.find_cached(info.id)
        if known is not None and self.trusts(info.id) and info.record_count <= known.record_count:
            return known
        self._cached.put(info.id, info)
        return info

    async def look_for_damage(self, info: MatchInfo) -> None:
        """Read the records of a match that has not ended, once while it is in memory: it may only be changed if all of
        them are good."""
        if info.damage is not None or not info.is_unfinished or self._verified.get(info.id):
            return
        try:
            async with aclosing(self._store.read(info.stream)) as records:
                async for _ in records:
                    pass
        except BrokenChain as broken:
            self.note_damage(info, broken)
        else:
            self._verified.put(info.id, True)

    def note_damage(self, info: MatchInfo, broken: BrokenChain) -> None:
        """Take note that a record of the match is damaged. It can't continue, so it no longer counts as open."""
        if broken.stream == info.stream and info.damage is None:
            info.damage = broken
            row = rows.row_of(info, self._ids)
            self._store.put((Append(NO_STREAM, 0, (), rows=(row,)),), lambda *_: None)

    async def _listed(self, row: IndexRow) -> MatchInfo:
        """Return a match on a page of a list, from its row if it is not in memory, or another node's."""
        known = self.find_cached(row.key) if self.trusts(row.key) else None
        self.on_read(row.key)
        return known or self.cache(await self._info_of(row))

    def forget(self, match_id: str) -> None:
        """Forget a match that is not loaded: other nodes may change it."""
        info = self._cached.get(match_id)
        if info is not None:
            self._forgotten.put(match_id, info)
            self._cached.drop(match_id)
        self._verified.drop(match_id)

    def forget_cached(self) -> None:
        """Forget the matches that are not loaded: other nodes may have changed them."""
        self._forgotten, self._cached = self._cached, RecentCache(MAX_CACHED)
        self._verified.clear()

    # Lists ---------------------------------------------------------------------------------------------------

    async def page(
        self, wanted: MatchFilter, size: int, after: str, also: Also | None = None
    ) -> tuple[list[MatchInfo], str]:
        """Return the first matches after the key `after` in the wanted order, and the key to continue after, "" at the
        end. `also` is a further condition.
        """
        position = position_of_key(after)
        tags = _tags_of(wanted)
        found: list[MatchInfo] = []
        left = MAX_EXAMINED
        order = wanted.order
        index, min_order, max_order = (
            rows.INDEX,
            wanted.from_ms or None,
            wanted.until_ms - 1 if wanted.until_ms else None,
        )
        if order is not None:
            bounds = wanted.ranges.get(order, Range())
            index, min_order, max_order = order.value, bounds.min, bounds.max
        while left > 0 and len(found) < size:
            page = await self._rows.page(
                index,
                tags,
                size=min(left, ROWS_AT_ONCE if wanted.is_examined or also else size - len(found)),
                after=position,
                min_order=min_order,
                max_order=max_order,
                max_examined=left,
            )
            left -= max(1, page.examined)
            position = page.next
            for row in page.rows:
                if order is None:
                    info = await self._listed(row)
                else:
                    try:
                        info = await self.fetch(row.key)
                    except (Refusal, BrokenChain):
                        continue
                if wanted.holds(info) and (also is None or await also(info)):
                    found.append(info)
                    if len(found) == size:
                        is_last = row is page.rows[-1]
                        return found, page_key_of(page.next if is_last else Position(row.order, row.key))
            if position is None:
                break
        return found, page_key_of(position)

    async def running_matches_of(self, player_id: str) -> list[MatchInfo]:
        """Return the running matches in which the player holds a seat."""
        return await self._all_with(rows.playing_tag(player_id))

    async def running_matches(self) -> list[MatchInfo]:
        """Return all running matches."""
        return await self._all_with(rows.state_tag(State.RUNNING))

    async def unfinished_matches(self) -> list[MatchInfo]:
        """Return all open and running matches."""
        return [
            info
            for state in (State.OPEN, State.RUNNING)
            for info in await self._all_with(rows.state_tag(state))
        ]

    async def active_matches(
        self, size: int, after: Position | None
    ) -> tuple[list[MatchInfo], Position | None]:
        """Return some of the matches that continue without clients, and the position to continue from."""
        page = await self._rows.page(rows.INDEX, [rows.ACTIVE], size=size, after=after)
        return [
            self.find_cached(row.key) or self.cache(await self._info_of(row)) for row in page.rows
        ], page.next

    async def unfinished_count(self, creator_id: str) -> int:
        """Return the number of matches of a creator that have not ended."""
        return await self._rows.count(rows.INDEX, rows.unfinished_tag(creator_id))

    async def playing_count(self, player_id: str) -> int:
        """Return the number of running matches in which the player holds a seat."""
        return await self._rows.count(rows.INDEX, rows.playing_tag(player_id))

    async def paused_count(self) -> int:
        """Return the number of running matches that an operator has paused."""
        return await self._rows.count(rows.INDEX, rows.PAUSED)

    async def unreadable(self) -> dict[str, BrokenChain]:
        """Return the matches that have no row because their beginning is damaged."""
        names: list[str] = []
        while some := await self._store.names(STREAMS, names[-1] if names else "", NAMES_AT_ONCE):
            names += [name for name, _ in some]
        found: dict[str, BrokenChain] = {}
        if len(names) == await self._rows.count(rows.INDEX):
            return found
        for match_id in (name.removeprefix(STREAMS) for name in names):
            if self.find_cached(match_id) is None and await self._rows.find(rows.INDEX, match_id) is None:
                try:
                    await self._fold.read(match_id)
                except BrokenChain as broken:
                    found[match_id] = broken
                except NotAMatchStream:
                    continue
        return found

    async def count_states(self) -> None:
        """Set `states` to the numbers of matches by state that the store's index has."""
        counts = await self._rows.counts(rows.INDEX, rows.STATE)
        self.states = Counter({state: counts.get(rows.state_tag(state), 0) for state in State})

    # The first indexing of an older store ----------------------------------------------------------------------

    def check_complete(self) -> None:
        """Raise Refusal while an older store is being indexed, for calls that need the whole index."""
        if self.progress is not None:
            done, total = self.progress
            message = f"the index of matches is being built: {done} of {total} are in it; try again later"
            raise Refusal(reasons.INDEX_BUILDING, message, details={"done": str(done), "total": str(total)})

    def mark_complete(self) -> None:
        """Take note that every match is in the index."""
        self.progress = None
        self._completed.set()

    async def wait_complete(self) -> None:
        """Return when every match is in the index."""
        if self.progress is not None:
            await self._completed.wait()

    # -----------------------------------------------------------------------------------------------------------

    async def _all_with(self, tag: str) -> list[MatchInfo]:
        """Return the matches whose rows have this tag, all of them."""
        found: list[MatchInfo] = []
        position = None
        while True:
            page = await self._rows.page(rows.INDEX, [tag], size=ROWS_AT_ONCE, after=position)
            found += [self.find_cached(row.key) or self.cache(await self._info_of(row)) for row in page.rows]
            position = page.next
            if position is None:
                return found

    async def _info_of(self, row: IndexRow) -> MatchInfo:
        """Return the match of a row. The record count of a running match is read from its stream."""
        info = rows.info_of(row)
        if rows.lacks_forfeits(row):
            with suppress(BrokenChain, NotAMatchStream):
                return await self._fold.read(row.key)
        if info.state is State.RUNNING:
            # Answers write no row.
            info.record_count = (await self._store.head(info.stream)).length
        return info

    async def _read(self, match_id: str) -> MatchInfo:
        """Return a match that has no row: the index is not complete, or the beginning of the match is damaged."""
        if not (await self._store.head(stream_of(match_id))).length:
            raise _no_match(match_id)
        try:
            return await self._fold.read(match_id)
        except NotAMatchStream as why:
            raise _no_match(match_id) from why
        except BrokenChain as broken:
            self._damaged.put(match_id, broken)
            raise


def _tags_of(wanted: MatchFilter) -> list[str]:
    """Return the tags of the index by which the filter finds its matches."""
    tags = []
    if wanted.game:
        tags.append(rows.game_tag(wanted.game))
    # The indexes of orders hold matches that have ended, and know no state.
    if wanted.order is None:
        if wanted.state is not None:
            tags.append(rows.state_tag(wanted.state))
        elif Order.LAST_RECORD in wanted.ranges:
            tags.append(rows.state_tag(State.RUNNING))
    if wanted.player_id:
        tags.append(rows.player_tag(wanted.player_id))
    if wanted.tournament_id:
        tags.append(rows.tournament_tag(wanted.tournament_id))
    if wanted.order is Order.SURPRISE:
        return tags or [RATED]
    if wanted.forfeit:
        tags.append(rows.forfeit_tag(wanted.forfeit))
    return tags


def _no_match(match_id: str) -> Refusal:
    """Return the refusal for an id that no match has."""
    return Refusal(reasons.MATCH_NOT_FOUND, f"there is no match {match_id!r}", field="match_id")


def _always(match_id: str) -> bool:
    """Return True: a server that runs alone acts for every match."""
    return True


async def _keep(match: "LiveMatch") -> None:
    """Do nothing: no other node changes a match."""


def _ignore(match_id: str) -> None:
    """Do nothing: no other node changes a match."""

"""The directory: all matches of this server, by id and by age."""

from bisect import bisect_left, insort
from collections import Counter

import msgspec

from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain
from tilth_server.tables import reasons
from tilth_server.tables.matches import MatchInfo, State

MOST_SCANNED = 5000
"""Matches looked at for one page; a page may end early because of it, and the next one goes on."""

LONGEST_TIME = 15
"""Digits of milliseconds since 1970, up to the year 9999."""

Place = tuple[int, str]
"""Where a match stands in the order: when it was made, its id."""


class Filter(msgspec.Struct, frozen=True):
    """Which matches a list is of; empty fields hold for all."""

    game: str = ""
    state: State | None = None
    player_id: str = ""

    def holds(self, info: MatchInfo) -> bool:
        return (
            (not self.game or info.game == self.game)
            and (self.state is None or info.state is self.state)
            and (not self.player_id or self.player_id in info.player_ids)
        )


class Directory:
    """Every match there is, in memory: some 1.5 KB each."""

    def __init__(self) -> None:
        self._matches: dict[str, MatchInfo] = {}
        self._order: list[Place] = []
        self._broken: dict[str, BrokenChain] = {}
        self._requests: dict[tuple[str, str], str] = {}
        """Matches by creator and request id, so that to ask twice makes one match."""
        self.states: Counter[State] = Counter()
        self.under_way: Counter[str] = Counter()
        """Per creator, the matches that are not over."""

    def add(self, info: MatchInfo) -> None:
        if info.id in self._matches:
            return
        self._matches[info.id] = info
        self._broken.pop(info.id, None)
        insort(self._order, (info.created_ms, info.id))
        if info.request_id:
            self._requests[info.creator_id, info.request_id] = info.id
        self._count(info, 1)

    def add_broken(self, match_id: str, why: BrokenChain) -> None:
        """Its log can't be read: it is not listed, and whoever asks for it hears why."""
        self._broken[match_id] = why

    def changed(self, info: MatchInfo, before: State) -> None:
        """The match is in another state than before."""
        if info.id not in self._matches:
            return
        after, info.state = info.state, before
        self._count(info, -1)
        info.state = after
        self._count(info, 1)

    def find(self, match_id: str) -> MatchInfo:
        info = self._matches.get(match_id)
        if info is None:
            if match_id in self._broken:
                raise self._broken[match_id].with_traceback(None)
            raise Refusal(reasons.NO_MATCH, f"there is no match {match_id!r}", field="match_id")
        return info

    def made_by(self, creator_id: str, request_id: str) -> MatchInfo | None:
        """The match that this very request has made before."""
        match_id = self._requests.get((creator_id, request_id)) if request_id else None
        return None if match_id is None else self._matches[match_id]

    def running(self) -> list[MatchInfo]:
        return [info for info in self._matches.values() if info.state is State.RUNNING]

    def page(self, wanted: Filter, size: int, after: str) -> tuple[list[MatchInfo], str]:
        """The newest first, of those after the key `after`; and the key to go on after, "" at the end."""
        at = bisect_left(self._order, _place(after)) if after else len(self._order)
        last = max(0, at - MOST_SCANNED)
        found: list[MatchInfo] = []
        while at > last and len(found) < size:
            at -= 1
            info = self._matches[self._order[at][1]]
            if wanted.holds(info):
                found.append(info)
        return found, _key(self._order[at]) if at else ""

    def _count(self, info: MatchInfo, by: int) -> None:
        self.states[info.state] += by
        if (info.state is State.OPEN or info.state is State.RUNNING) and info.damage is None:
            self.under_way[info.creator_id] += by
            if not self.under_way[info.creator_id]:
                del self.under_way[info.creator_id]


def _key(place: Place) -> str:
    return f"{place[0]}/{place[1]}"


def _place(key: str) -> Place:
    made, _, match_id = key.partition("/")
    if made.isdecimal() and len(made) <= LONGEST_TIME:
        place = int(made), match_id
        if _key(place) == key:
            return place
    raise Refusal(reasons.BAD_PAGE_TOKEN, "this is no page token of this list", field="page_token")

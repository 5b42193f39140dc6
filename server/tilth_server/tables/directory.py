"""The directory: all matches of this server, by id and by age."""

from bisect import bisect_left, insort
from collections import Counter

from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain
from tilth_server.tables import reasons
from tilth_server.tables.filters import Filter
from tilth_server.tables.matches import MatchInfo, State

MOST_SCANNED = 2000
"""Matches looked at for one page; a page may end early because of it, and the next one goes on."""

LONGEST_TIME = 15
"""Digits of milliseconds since 1970, up to the year 9999."""

GAME = "game"
TOURNAMENT = "tournament"
PLAYER = "player"

Place = tuple[int, str]
"""Where a match stands in the order: when it was made, its id."""


class Directory:
    """Every match there is, in memory: some 1.5 KB each."""

    def __init__(self) -> None:
        self._matches: dict[str, MatchInfo] = {}
        self._order: list[Place] = []
        self._open: dict[str, MatchInfo] = {}
        """Whose seats may still change hands."""
        self._shelves: dict[tuple[str, str], list[Place]] = {}
        """In order, too: the matches of a game, of a tournament, and, once their seats stand, of a player."""
        self._broken: dict[str, BrokenChain] = {}
        self._requests: dict[tuple[str, str], str] = {}
        """Matches by creator and request id, so that to ask twice makes one match."""
        self.states: Counter[State] = Counter()
        self.playing: dict[str, set[str]] = {}
        """Running matches by player."""
        self.under_way: Counter[str] = Counter()
        """Per creator, the matches that are not over."""

    def add(self, info: MatchInfo) -> None:
        if info.id in self._matches:
            return
        self._matches[info.id] = info
        self._broken.pop(info.id, None)
        insort(self._order, _place_of(info))
        self._shelve(info, (GAME, info.game), (TOURNAMENT, info.tournament_id))
        if info.state is State.OPEN:
            self._open[info.id] = info
        else:
            self._shelve_by_players(info)
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
        if self._open.pop(info.id, None) is not None:
            self._shelve_by_players(info)

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

    def broken(self) -> dict[str, BrokenChain]:
        """Matches of whom not even the beginning can be read."""
        return self._broken

    def page(self, wanted: Filter, size: int, after: str) -> tuple[list[MatchInfo], str]:
        """The newest first, of those after the key `after`; and the key to go on after, "" at the end."""
        places = self._places(wanted)
        at = bisect_left(places, (wanted.until_ms, "")) if wanted.until_ms else len(places)
        if after:
            at = min(at, bisect_left(places, _place(after)))
        end = bisect_left(places, (wanted.from_ms, "")) if wanted.from_ms else 0
        last = max(end, at - MOST_SCANNED)
        found: list[MatchInfo] = []
        while at > last and len(found) < size:
            at -= 1
            info = self._matches[places[at][1]]
            if wanted.holds(info):
                found.append(info)
        return found, _key(places[at]) if at > end else ""

    def _places(self, wanted: Filter) -> list[Place]:
        """Where to look: the shortest of the lists that hold all that is wanted."""
        if wanted.state is State.OPEN:
            return sorted(map(_place_of, self._open.values()))
        lists = [self._order]
        keys = ((GAME, wanted.game), (TOURNAMENT, wanted.tournament_id))
        lists += [self._shelves.get(key, []) for key in keys if key[1]]
        if wanted.player_id:
            lists.append(self._of_player(wanted.player_id))
        return min(lists, key=len)

    def _of_player(self, player_id: str) -> list[Place]:
        shelved = self._shelves.get((PLAYER, player_id), [])
        waiting = [_place_of(info) for info in self._open.values() if player_id in info.player_ids]
        return sorted([*shelved, *waiting]) if waiting else shelved

    def _shelve_by_players(self, info: MatchInfo) -> None:
        self._shelve(info, *((PLAYER, player_id) for player_id in set(info.player_ids)))

    def _shelve(self, info: MatchInfo, *keys: tuple[str, str]) -> None:
        for key in keys:
            if key[1]:
                insort(self._shelves.setdefault(key, []), _place_of(info))

    def _count(self, info: MatchInfo, by: int) -> None:
        self.states[info.state] += by
        if info.state is State.RUNNING:
            self._count_players(info, by)
        if (info.state is State.OPEN or info.state is State.RUNNING) and info.damage is None:
            self.under_way[info.creator_id] += by
            if not self.under_way[info.creator_id]:
                del self.under_way[info.creator_id]

    def _count_players(self, info: MatchInfo, by: int) -> None:
        for player_id in set(info.player_ids):
            if by > 0:
                self.playing.setdefault(player_id, set()).add(info.id)
            elif matches := self.playing.get(player_id):
                matches.discard(info.id)
                if not matches:
                    del self.playing[player_id]


def _place_of(info: MatchInfo) -> Place:
    return info.created_ms, info.id


def _key(place: Place) -> str:
    return f"{place[0]}/{place[1]}"


def _place(key: str) -> Place:
    made, _, match_id = key.partition("/")
    if made.isdecimal() and len(made) <= LONGEST_TIME:
        place = int(made), match_id
        if _key(place) == key:
            return place
    raise Refusal(reasons.BAD_PAGE_TOKEN, "this is no page token of this list", field="page_token")

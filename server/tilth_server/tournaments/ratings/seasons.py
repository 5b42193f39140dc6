"""The seasons of ratings, which operators name. They are the fold of the stream "seasons"."""

import asyncio
from typing import Final

import structlog

from tilth.v1 import ratings_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, LengthConflict, Store
from tilth_server.timestamps import is_valid_time

log = structlog.get_logger()

STREAM: Final = "seasons"
LONGEST_NAME: Final = 40
MAX_SEASONS: Final = 1000


class Seasons:
    """The seasons of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_name: dict[str, pb.Season] = {}
        self._length = 0
        self._turn = asyncio.Lock()

    async def load(self) -> None:
        """Read the seasons from the store. After a damaged record the earlier ones hold."""
        self._length = (await self._store.head(STREAM)).length
        try:
            async for stored in self._store.read(STREAM):
                season = pb.SeasonRecord.FromString(stored.body).season
                self._by_name[season.name] = season
        except BrokenChain as broken:
            log.error("damaged record found", error=str(broken))

    def all(self) -> list[pb.Season]:
        """Return all seasons, the latest start first."""
        return sorted(self._by_name.values(), key=lambda each: -each.start.ToMilliseconds())

    def span_of(self, name: str) -> tuple[int, int | None]:
        """Return the start and the end of a season in ms since 1970, None for no end; all times for "". Refuse an
        unknown name."""
        if not name:
            return 0, None
        season = self._by_name.get(name)
        if season is None:
            raise Refusal(TOURNAMENT_INVALID, f"there is no season {name!r}", field="season")
        return season.start.ToMilliseconds(), season.end.ToMilliseconds() or None

    async def set(self, actor_id: str, season: pb.Season) -> None:
        """Store a season, in place of an earlier one of its name. Refuse one without a name or a span of time."""
        name = season.name
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            message = (
                f"a season's name has 1 to {LONGEST_NAME} printable characters, without spaces at its ends"
            )
            raise Refusal(TOURNAMENT_INVALID, message, field="season.name")
        if not season.HasField("start") or not all(map(is_valid_time, (season.start, season.end))):
            raise Refusal(TOURNAMENT_INVALID, "a season needs a valid time of start", field="season.start")
        if season.HasField("end") and season.end.ToMilliseconds() <= season.start.ToMilliseconds():
            raise Refusal(TOURNAMENT_INVALID, "a season ends after its start", field="season.end")
        if len(self._by_name) >= MAX_SEASONS and name not in self._by_name:
            raise Refusal(TOURNAMENT_INVALID, f"there are at most {MAX_SEASONS} seasons", field="season.name")
        kept = pb.Season()
        kept.CopyFrom(season)
        async with self._turn:
            body = pb.SeasonRecord(season=kept, actor_id=actor_id).SerializeToString()
            while True:
                try:
                    await self._store.append(STREAM, self._length, [body])
                    break
                except LengthConflict:
                    # Another node has set a season.
                    await self.load()
            self._length += 1
            self._by_name[name] = kept

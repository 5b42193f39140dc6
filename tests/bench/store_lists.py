"""The first page of lists: of 1,000,000 matches against 1,000, for each filter alone and for each pair of them."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import combinations
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from tests.bench.measurement import Measurement, median
from tests.bench.stores import IDS, write_rows
from tests.server.matches.match_host import Titles
from tilth_rules.kernel import Result
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_index import MatchIndex
from tilth_server.matches.match_info import ClockSettings, MatchInfo, State
from tilth_server.store.sqlite import SqliteStreams

FEW, MANY = 1000, 1_000_000
PAGE = 50
CALLS = 40
MAX_TIMES = 3.0
BLOCK = 1000
"""Matches in a row that the same five players play in two tournaments."""
GAMES = ("petrichor", "earth", "sonora", "agricola")


def infos(count: int) -> Iterator[MatchInfo]:
    """Yield matches that have ended, two players each."""
    for number in range(count):
        block, place = divmod(number, BLOCK)
        players = [f"p{block:05}-{(place + seat) % 5}" for seat in range(2)]
        yield MatchInfo(
            id=f"{number:016x}",
            game=GAMES[number % 4],
            rules_version=1,
            options=bytes(40),
            seat_count=2,
            creator_id=players[0],
            title=f"Match {number}",
            clock=ClockSettings(),
            start_when_full=True,
            invited_player_ids=(),
            seed=bytes(32),
            seed_commitment=bytes(32),
            seed_given=False,
            request_id="",
            created_ms=1_700_000_000_000 + number,
            player_ids=players,
            seat_requests=[("", 0)] * 2,
            state=State.CANCELLED if number % 5 == 0 else State.FINISHED,
            started_ms=1,
            ended_ms=2,
            result=Result((1, 2), (30, 20)),
            record_count=80,
            listed_count=80,
            tournament_id=f"t{2 * block + place // 500:06}",
        )


def filters(block: int) -> dict[str, dict[str, object]]:
    """Return one filter of each kind, for a block of matches."""
    return {
        "player": {"player_id": f"p{block:05}-1"},
        "game": {"game": "earth"},
        "state": {"state": State.FINISHED},
        "tournament": {"tournament_id": f"t{2 * block:06}"},
        "time": {"until_ms": 1_700_000_000_000 + (block + 1) * BLOCK},
    }


async def p50s(data: Path, count: int) -> dict[str, float]:
    """Return the median seconds of a first page, by filter."""
    store = await SqliteStreams.open(data)
    kinds = list(filters(0))
    wanted = [(kind,) for kind in kinds] + list(combinations(kinds, 2))
    found: dict[str, float] = {}
    try:
        for names in wanted:
            seconds = []
            for call in range(CALLS):
                index = MatchIndex(store, Titles(), IDS, {})
                block = call * 7919 % max(1, count // BLOCK)
                fields: dict[str, object] = {}
                for name in names:
                    fields |= filters(block)[name]
                asked = replace(MatchFilter(), **fields)
                began = perf_counter()
                page, _ = await index.page(asked, PAGE, "")
                seconds.append(perf_counter() - began)
                if len(page) != PAGE:
                    raise RuntimeError(f"a page of {names} has {len(page)} matches")
            found["+".join(names)] = median(seconds)
    finally:
        await store.close()
    return found


async def measure() -> AsyncIterator[Measurement]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        few, many = Path(folder) / "few", Path(folder) / "many"
        await write_rows(few, infos(FEW))
        began = perf_counter()
        await write_rows(many, infos(MANY))
        writing = perf_counter() - began
        small, large = await p50s(few, FEW), await p50s(many, MANY)
        ratios = {name: large[name] / small[name] for name in small}
        size = sum(file.stat().st_size for file in many.iterdir())
    yield Measurement(
        "store.lists",
        max(ratios.values()),
        "times the p50 of a first page among 1,000, the worst filter",
        MAX_TIMES,
        max(small.values()),
        {
            **{f"ms {name}": 1000 * seconds for name, seconds in large.items()},
            **{f"times {name}": ratio for name, ratio in ratios.items()},
            "bytes a row": size / MANY,
            "us to write a row": writing / MANY * 1e6,
        },
        target_is_max=True,
    )
    await asyncio.sleep(0)

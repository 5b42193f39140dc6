"""Searching the archive: by player, game, options, result, date, and what else a list can be asked for."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from tests.server.archive.made import Made, stored
from tests.server.matches.match_host import IDS, Titles
from tests.server.serve.full_server import Person, full_server
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import archive_pb2, lobby_pb2
from tilth_rules.kernel import Result
from tilth_server.index_progress import Progress
from tilth_server.matches import match_index
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_index import MatchIndex
from tilth_server.matches.match_info import ClockSettings, MatchInfo, State
from tilth_server.matches.match_rows import row_of
from tilth_server.store import Append
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.wire import load_games


def match(number: int, *players: str, **more: Any) -> MatchInfo:
    given: dict[str, Any] = {
        "game": "orchard",
        "title": f"Game {number}",
        "state": State.FINISHED,
        "result": Result((1, 2), (number, 3)),
        **more,
    }
    return MatchInfo(
        id=f"m{number}",
        rules_version=1,
        options=b"",
        seat_count=len(players),
        creator_id="c",
        clock=ClockSettings(),
        start_when_full=True,
        invited_player_ids=(),
        seed=b"",
        seed_commitment=b"",
        seed_given=False,
        request_id="",
        created_ms=1000 + number,
        player_ids=list(players),
        seat_requests=[("", 0) for _ in players],
        **given,
    )


class Directory:
    """An index on a real store, to which matches are added as rows."""

    def __init__(self, store: SqliteStreams) -> None:
        self._store = store
        self.index = MatchIndex(store, Titles(), IDS, {})

    async def add(self, *infos: MatchInfo) -> None:
        await asyncio.gather(*(_put(self._store, info) for info in infos))


async def _put(store: SqliteStreams, info: MatchInfo) -> None:
    durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    append = Append(info.stream, 0, (), rows=(row_of(info, IDS),))
    store.put(
        (append,),
        lambda error, _: durable.set_result(None) if error is None else durable.set_exception(error),
    )
    await durable


async def found(directory: Directory, size: int = 10_000, **wanted: Any) -> list[int]:
    numbers: list[int] = []
    after = ""
    while True:
        infos, after = await directory.index.page(MatchFilter(**wanted), size, after)
        numbers += [int(info.id[1:]) for info in infos]
        if not after:
            return numbers


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncIterator[Directory]:
    store = await SqliteStreams.open(tmp_path / "index")
    yield Directory(store)
    await store.close()


@pytest.fixture
async def directory(empty: Directory) -> Directory:
    for number in range(100):
        players = ("ann", "bob") if number % 2 else ("bob", "cai")
        await empty.add(match(number, *players, tournament_id="t" if number < 10 else ""))
    return empty


async def test_each_filter_finds_its_matches_only_the_newest_first(directory: Directory) -> None:
    assert await found(directory) == list(range(99, -1, -1))
    assert await found(directory, player_id="ann") == list(range(99, 0, -2))
    assert await found(directory, player_id="bob", max_place=1) == list(range(98, -1, -2))
    assert await found(directory, player_id="bob", max_place=2, tournament_id="t") == list(range(9, -1, -1))
    assert await found(directory, min_score=97) == [99, 98, 97]
    assert await found(directory, from_ms=1095, until_ms=1097) == [96, 95]
    assert await found(directory, title="game 9") == [*range(99, 89, -1), 9]
    assert await found(directory, state=State.FINISHED, tournament_id="t") == list(range(9, -1, -1))
    for wanted in ({"seat_count": 3}, {"game": "chess"}, {"player_id": "x"}, {"state": State.OPEN}):
        assert await found(directory, **wanted) == []


@pytest.mark.parametrize("size", [1, 3, 7])
async def test_pages_lose_and_double_nothing_whatever_is_filtered(directory: Directory, size: int) -> None:
    wishes: list[dict[str, Any]] = [
        {},
        {"player_id": "ann"},
        {"tournament_id": "t"},
        {"from_ms": 1020, "until_ms": 1060},
        {"title": "game 1"},
        {"player_id": "bob", "tournament_id": "t"},
    ]
    for wanted in wishes:
        assert await found(directory, size, **wanted) == await found(directory, **wanted)


async def test_a_title_is_looked_for_in_a_bounded_number_of_matches(
    empty: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_index, "MAX_EXAMINED", 50)
    monkeypatch.setattr(match_index, "ROWS_AT_ONCE", 20)
    await empty.add(
        *(match(number, "ann", "bob", title="rare" if number == 3 else "") for number in range(120))
    )
    infos, after = await empty.index.page(MatchFilter(title="rare"), 10, "")
    assert (infos, after != "") == ([], True)
    assert await found(empty, title="rare") == [3]


async def test_one_players_few_matches_are_one_page_among_many(directory: Directory) -> None:
    await directory.add(*(match(number, "x", "y") for number in range(100, 6000)))
    infos, after = await directory.index.page(MatchFilter(player_id="ann"), 50, "")
    assert (len(infos), after) == (50, "")


async def listed(person: Person, **wanted: Any) -> list[str]:
    reply = await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest(**wanted))
    return [each.title for each in reply.matches]


async def test_while_the_index_is_built_lists_are_incomplete_and_calls_that_need_all_are_refused(
    tmp_path: Path,
) -> None:
    async with full_server(tmp_path, orchard()) as here:
        ann = await here.person("Ann")
        match = (
            await ann.lobby.CreateMatch(lobby_pb2.CreateMatchRequest(game="orchard", seat_count=2))
        ).match.id
        index = here.server.matches.index
        index.progress = Progress(3, 10)
        reply = await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())
        assert ([each.id for each in reply.matches], reply.incomplete) == ([match], True)
        assert (await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.id == match
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            _ = [response async for response in ann.archive.VerifyMatches(archive_pb2.VerifyMatchesRequest())]
        reason, details, _ = reason_of(refused.value)
        assert (reason, details) == ("INDEX_BUILDING", {"done": "3", "total": "10"})
        index.mark_complete()
        assert not (await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())).incomplete


async def test_options_are_asked_for_as_they_are_written(tmp_path: Path) -> None:
    wire = load_games()["petrichor"]
    long = wire.options_from(b"", {"long_form": "true"})
    matches = [
        ("a", Made(wire, 2, Random(1), title="short").play().bodies),
        ("b", Made(wire, 2, Random(2), title="long", options=long).play().bodies),
    ]
    await stored(tmp_path, matches)
    games = {**load_games(), **orchard()}
    async with full_server(tmp_path, games) as here:
        ann = await here.person("Ann")
        assert await listed(ann, settings={"long_form": "true"}) == ["long"]
        assert await listed(ann, settings={"long_form": "FALSE"}) == ["short"]
        assert sorted(await listed(ann, settings={"lake": "false"})) == ["long", "short"]
        assert await listed(ann, settings={"no_such": "1"}) == []
        for reason, wanted in (
            ("OPTIONS_INVALID", {"game": "petrichor", "settings": {"no_such": "1"}}),
            ("OPTIONS_INVALID", {"game": "petrichor", "settings": {"long_form": "wide"}}),
            ("MALFORMED", {"max_place": 1}),
            ("MALFORMED", {"created_until": Timestamp(seconds=-5)}),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await listed(ann, **wanted)
            assert reason_of(error.value)[0] == reason

"""Searching the archive: by player, game, options, result, date, and what else a list can be asked for."""

from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from tests.server.archive.made import Made, stored
from tests.server.serve.games import orchard
from tests.server.serve.small import reason_of
from tests.server.serve.whole import Person, running
from tilth.v1 import lobby_pb2
from tilth_rules.kernel import Result
from tilth_server.tables.directory import MOST_SCANNED, Directory
from tilth_server.tables.filters import Filter
from tilth_server.tables.matches import ClockSettings, MatchInfo, State
from tilth_server.wire import load_games


def match(number: int, *players: str, **more: Any) -> MatchInfo:
    given: dict[str, Any] = {
        "game": "orchard",
        "title": f"Game {number}",
        "state": State.OVER,
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
        invited_ids=(),
        seed=b"",
        seed_commitment=b"",
        seed_given=False,
        request_id="",
        created_ms=1000 + number,
        player_ids=list(players),
        seat_requests=["" for _ in players],
        **given,
    )


def found(directory: Directory, size: int = 10_000, **wanted: Any) -> list[int]:
    numbers: list[int] = []
    after = ""
    while True:
        infos, after = directory.page(Filter(**wanted), size, after)
        numbers += [int(info.id[1:]) for info in infos]
        if not after:
            return numbers


@pytest.fixture
def directory() -> Directory:
    directory = Directory()
    for number in range(100):
        players = ("ann", "bob") if number % 2 else ("bob", "cai")
        directory.add(match(number, *players, tournament_id="t" if number < 10 else ""))
    return directory


def test_each_filter_finds_just_what_it_says_the_newest_first(directory: Directory) -> None:
    assert found(directory) == list(range(99, -1, -1))
    assert found(directory, player_id="ann") == list(range(99, 0, -2))
    assert found(directory, player_id="bob", best_place=1) == list(range(98, -1, -2))
    assert found(directory, player_id="bob", best_place=2, tournament_id="t") == list(range(9, -1, -1))
    assert found(directory, least_score=97) == [99, 98, 97]
    assert found(directory, from_ms=1095, until_ms=1097) == [96, 95]
    assert found(directory, title="game 9") == [*range(99, 89, -1), 9]
    assert (
        found(directory, seat_count=3)
        == found(directory, game="chess")
        == found(directory, player_id="x")
        == []
    )


@pytest.mark.parametrize("size", [1, 3, 7])
def test_pages_lose_and_double_nothing_whatever_is_filtered(directory: Directory, size: int) -> None:
    for wanted in ({}, {"player_id": "ann"}, {"tournament_id": "t"}, {"from_ms": 1020, "until_ms": 1060}):
        assert found(directory, size, **wanted) == found(directory, **wanted)


def test_a_players_matches_are_found_while_seats_change_hands() -> None:
    directory = Directory()
    open_match = match(1, "ann", "", state=State.OPEN, result=None)
    directory.add(open_match)
    directory.add(match(2, "ann", "bob"))
    assert found(directory, player_id="ann") == [2, 1]
    open_match.player_ids[:] = ["", "dan"]
    assert found(directory, player_id="ann") == [2]
    assert found(directory, player_id="dan") == found(directory, state=State.OPEN) == [1]
    open_match.player_ids = ["eve", "dan"]
    open_match.state = State.RUNNING
    directory.changed(open_match, State.OPEN)
    open_match.state = State.OVER
    directory.changed(open_match, State.RUNNING)
    assert found(directory, player_id="eve") == [1]
    assert found(directory, state=State.OPEN) == []


def test_one_players_few_matches_are_one_page_among_many(directory: Directory) -> None:
    for number in range(100, 100 + 2 * MOST_SCANNED):
        directory.add(match(number, "x", "y"))
    infos, after = directory.page(Filter(player_id="ann"), 50, "")
    assert (len(infos), after) == (50, "")


async def listed(person: Person, **wanted: Any) -> list[str]:
    reply = await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest(**wanted))
    return [each.title for each in reply.matches]


async def test_options_are_asked_for_as_they_are_written(tmp_path: Path) -> None:
    wire = load_games()["petrichor"]
    long = wire.options_from(b"", {"long_form": "true"})
    matches = [
        ("a", Made(wire, 2, Random(1), title="short").play().bodies),
        ("b", Made(wire, 2, Random(2), title="long", options=long).play().bodies),
    ]
    await stored(tmp_path, matches)
    games = {**load_games(), **orchard()}
    async with running(tmp_path, games) as here:
        ann = await here.person("Ann")
        assert await listed(ann, settings={"long_form": "true"}) == ["long"]
        assert await listed(ann, settings={"long_form": "FALSE"}) == ["short"]
        assert sorted(await listed(ann, settings={"lake": "false"})) == ["long", "short"]
        assert await listed(ann, settings={"no_such": "1"}) == []
        for reason, wanted in (
            ("options_refused", {"game": "petrichor", "settings": {"no_such": "1"}}),
            ("options_refused", {"game": "petrichor", "settings": {"long_form": "wide"}}),
            ("malformed", {"best_place": 1}),
            ("malformed", {"until": Timestamp(seconds=-5)}),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await listed(ann, **wanted)
            assert reason_of(error.value)[0] == reason

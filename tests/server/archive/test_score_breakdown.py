"""The score sheet of a finished match: its rows add up to the recorded scores."""

from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

import tilth_client
from tests.server.archive.made import Bodies, Made, stored
from tests.server.serve.full_server import RunningServer, full_server, new_match
from tests.server.serve.one_service import reason_of
from tests.sonora.ports import straight
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import Record
from tilth_rules.earth.options import Options as Earth
from tilth_server.wire import load_games

WIRES = load_games()
MATCHES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("crops", "petrichor", 3, {}),
    ("winds", "petrichor", 1, {}),
    ("discs", "sonora", 2, {"outside": straight}),
    ("island", "earth", 2, {}),
    ("teams", "earth", 4, {"options": Earth(teams=True)}),
    ("gaia", "earth", 1, {}),
    ("farm", "agricola", 2, {}),
)


@cache
def played() -> list[tuple[str, Bodies]]:
    return [
        (name, Made(WIRES[game], seats, Random(7), **created).play().bodies)
        for name, game, seats, created in MATCHES
    ]


def otherwise_scored(body: bytes) -> bytes:
    """The last record of a match, as rules would have made it that score a point more."""
    record = Record.FromString(body)
    record.finished.result.scores[0] += 1
    return record.SerializeToString()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    *before, last = played()[0][1]
    await stored(tmp_path, [*played(), ("otherwise", [*before, otherwise_scored(last)])])
    async with full_server(tmp_path, WIRES) as house:
        yield house


async def rows_of(house: RunningServer, match: str, language: str = "en") -> list[pb.ScoreRow]:
    cid = await house.person(f"Cid {match} {language}")
    async with tilth_client.connect(str(house.server.address), token=cid.token, language=language) as tilth:
        return await tilth.archive.score_breakdown(match)


async def test_the_rows_of_every_game_add_up_to_the_recorded_scores(house: RunningServer) -> None:
    ann = await house.person("Ann")
    for match, game, _, _ in MATCHES:
        result = (await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.result
        rows = await rows_of(house, match)
        names = [row.name for row in rows]
        assert names == [name for name in WIRES[game].game.score_rows if name in names]
        assert [sum(points) for points in zip(*(row.points for row in rows), strict=True)] == result.scores
        if any(row.HasField("opponent") for row in rows):
            assert sum(row.opponent for row in rows) == result.solo.points


async def test_the_opponents_rows_are_those_of_gaia_and_of_the_neutral_player(house: RunningServer) -> None:
    for match in ("gaia", "winds"):
        assert all(row.HasField("opponent") for row in await rows_of(house, match))
    assert not any(row.HasField("opponent") for row in await rows_of(house, "teams"))


async def test_every_row_has_a_text_in_the_language_asked_for(house: RunningServer) -> None:
    english = [row.text for row in await rows_of(house, "crops")]
    assert english == ["Harvested crops", "Harvest dice", "Voting Wins track", "Wheat tokens"]
    russian = [row.text for row in await rows_of(house, "crops", "ru")]
    assert russian == ["Собранный урожай", "Кубики урожая", "Шкала голосований", "Жетоны пшеницы"]


async def test_a_match_that_was_scored_otherwise_has_no_rows(house: RunningServer) -> None:
    assert await rows_of(house, "otherwise") == []


async def test_a_match_that_is_played_has_no_rows_yet(house: RunningServer) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob, game="petrichor")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await ann.archive.GetScoreBreakdown(pb.GetScoreBreakdownRequest(match_id=match))
    assert reason_of(refused.value)[0] == "MATCH_NOT_FINISHED"

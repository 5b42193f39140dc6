"""Matches of one seat: every result names the opponent, its points, and whether the match was won."""

from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.seeds import Seeds
from tests.server.archive.made import Made, made, stored
from tests.server.serve.full_server import Person, RunningServer, full_server, play_randomly
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2, play_pb2
from tilth.v1.decision_pb2 import SoloResult
from tilth_rules.agricola.options import Options as Agricola
from tilth_rules.kernel import Result, Solo
from tilth_server.matches.places import agrees, final_result
from tilth_server.wire import GameWire, load_games


@cache
def games() -> dict[str, GameWire]:
    return load_games()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", games()) as house:
        yield house


async def played(person: Person, game: str = "petrichor") -> str:
    request = lobby_pb2.CreateMatchRequest(game=game, seat_count=1, take_seats=[0], start_when_full=True)
    match: str = (await person.lobby.CreateMatch(request)).match.id
    await play_randomly(match, person)
    return match


async def results(person: Person, match: str) -> list[Any]:
    """The result as the lobby, a list, a watch and a replay tell it."""
    shown = (await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.result
    listed = (await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest())).matches[0].result
    watched = person.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match)))
    replayed = person.archive.Replay(pb.ReplayRequest(match_id=match, speed_percent=1_000_000))
    ends = [
        [frame for response in [each async for each in stream] for frame in response.frames][-1].ended.result
        for stream in (watched, replayed)
    ]
    return [shown, listed, *ends]


def test_in_petrichor_the_opponent_is_the_neutral_player(seeds: Seeds) -> None:
    for seed in seeds(3):
        match = made(games()["petrichor"], 1, seed)
        state, result = match.table.state, games()["petrichor"].game.result(match.table.state)
        assert result is not None
        yours, neutral = state.points[:2]
        assert result.solo == Solo("neutral", neutral, yours > neutral)
        assert result.places == ((1,) if result.solo.won else (2,))


def test_in_earth_the_opponent_is_gaia() -> None:
    match = made(games()["earth"], 1, 1)
    result = games()["earth"].game.result(match.table.state)
    assert result is not None
    (ended,) = (event for event in match.history[-1].events if type(event).__name__ == "MatchEnded")
    assert result.solo == Solo("gaia", ended.scores[1], ended.scores[0] > ended.scores[1])
    assert result.places == ((1,) if result.solo.won else (2,))


@pytest.mark.parametrize(("series", "target"), [(0, 50), (3, 59)])
def test_in_agricola_the_opponent_is_a_target(series: int, target: int) -> None:
    options = Agricola(series=series, permanent=("E148", "E150")[: max(0, series - 1)])
    match = made(games()["agricola"], 1, 1, options=options)
    result = games()["agricola"].game.result(match.table.state)
    assert result is not None
    assert result.solo == Solo("target", target, result.scores[0] >= target)


def test_in_sonora_the_opponent_is_a_bot_without_points() -> None:
    game = games()["sonora"].game
    state, _ = game.start(game.options(), 1)
    state.places = (1,)
    result = game.result(state)
    assert result is not None
    assert result.solo == Solo("bot")


@pytest.mark.parametrize("game", ["petrichor", "earth", "agricola", "sonora"])
def test_a_match_of_several_seats_has_no_solo_result(game: str) -> None:
    rules = games()[game].game
    state, _ = rules.start(rules.options(), 2)
    state.places = (1, 2)
    result = rules.result(state)
    assert result is not None
    assert result.solo is None


def test_a_seat_that_resigns_alone_has_not_won() -> None:
    class Reached:
        def result(self, _: object) -> Result:
            return Result((1,), (60,), Solo("target", 50, won=True))

    reached: Any = Reached()
    resigned = final_result(reached, None, 1, [0], last_seat_wins=False)
    assert resigned == Result((1,), (60,), Solo("target", 50, won=False))
    assert final_result(reached, None, 1, [], last_seat_wins=False) == reached.result(None)
    assert not agrees(reached.result(None), Result((1,), (60,), Solo("target", 50, won=False)))
    assert agrees(reached.result(None), Result((1,), (60,))), "earlier builds recorded no more"


async def test_every_call_with_a_result_has_the_solo_result(house: RunningServer) -> None:
    ann = await house.person("Ann")
    match = await played(ann)
    results_shown = await results(ann, match)
    assert all(each == results_shown[0] for each in results_shown)
    result = results_shown[0]
    assert result.solo == SoloResult(
        opponent="neutral", points=result.solo.points, won=result.scores[0] > result.solo.points
    )
    text = (await ann.archive.ExportText(pb.ExportTextRequest(match_id=match))).text
    ends = f'against "neutral" {result.solo.points} {"won" if result.solo.won else "lost"}'
    assert ends in text.splitlines()[-1]
    assert " raw " not in text
    verdict = [response async for response in ann.archive.VerifyMatch(pb.VerifyMatchRequest(match_id=match))][
        -1
    ]
    assert (verdict.finished, verdict.fold_ok, list(verdict.findings)) == (True, True, [])


async def test_a_match_of_an_earlier_build_shows_the_result_in_its_log(tmp_path: Path) -> None:
    match = Made(games()["petrichor"], 1, Random(3)).play()
    await stored(tmp_path / "here", [("old", match.bodies)])
    async with full_server(tmp_path / "here", games()) as house:
        ann = await house.person("Ann")
        (listed,) = (await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())).matches
        results_shown = [listed.result, *await results(ann, "old")]
        points = match.table.state.points[1]
        for each in results_shown:
            assert (each.solo.opponent, each.solo.points, each.solo.HasField("won")) == (
                "neutral",
                points,
                True,
            )
        verdict = [
            response async for response in ann.archive.VerifyMatch(pb.VerifyMatchRequest(match_id="old"))
        ][-1]
        assert (verdict.fold_ok, list(verdict.findings)) == (True, [])
        text = (await ann.archive.ExportText(pb.ExportTextRequest(match_id="old"))).text
        assert "against" not in text.splitlines()[-1]

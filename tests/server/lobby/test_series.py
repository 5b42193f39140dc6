"""The games of a series follow each other over the wire: options of the next out of one that is over."""

from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from random import Random

import grpc
import pytest

import tilth_client
from tests.server.archive.made import Made, stored
from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.server.serve.one_service import reason_of
from tilth.v1 import lobby_pb2 as pb
from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION
from tilth_rules.agricola.options import Options
from tilth_server.wire import load_games

WIRES = load_games()
FIRST = Options(series=1, without_k=True)


def occupations(match: Made) -> list[str]:
    return [CARDS[card].id for card in match.table.state.seats[0].cards if IS_OCCUPATION[card]]


@cache
def finished(least: int, most: int) -> Made:
    """Make a first game of a series in which this many occupations were played."""
    for seed in range(200):
        match = Made(WIRES["agricola"], 1, Random(seed), options=FIRST).play()
        if least <= len(occupations(match)) <= most:
            return match
    raise AssertionError("no such match was played")


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    crops = Made(WIRES["petrichor"], 1, Random(1)).play()
    games = {"none": finished(0, 0), "one": finished(1, 1), "several": finished(2, 9), "crops": crops}
    await stored(tmp_path, [(name, match.bodies) for name, match in games.items()])
    async with full_server(tmp_path, WIRES) as running:
        yield running


async def refused(person: Person, match: str, **choices: str) -> tuple[str, list[str]]:
    """The reason why nothing follows, and the fields that are wrong."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await person.lobby.GetNextInSeries(pb.GetNextInSeriesRequest(match_id=match, choices=choices))
    reason, _, fields = reason_of(error.value)
    return reason, fields


async def test_the_only_occupation_needs_no_choice(running: RunningServer) -> None:
    ann = await running.person("Ann")
    async with tilth_client.connect(str(running.server.address), token=ann.token) as tilth:
        following = await tilth.next_in_series("one")
        (kept,) = occupations(finished(1, 1))
        assert (following.game, following.seat_count) == ("agricola", 1)
        assert following.settings["permanent"] == kept
        again = await tilth.next_in_series("one", {"keep": kept})
        assert again == following


async def test_a_player_of_several_occupations_chooses_one(running: RunningServer) -> None:
    ann = await running.person("Ann")
    played = occupations(finished(2, 9))
    assert await refused(ann, "several") == ("OPTIONS_INVALID", ["choices.keep"])
    assert await refused(ann, "several", keep="A1") == ("OPTIONS_INVALID", ["choices.keep"])
    async with tilth_client.connect(str(running.server.address), token=ann.token) as tilth:
        for kept in played:
            settings = dict((await tilth.next_in_series("several", {"keep": kept})).settings)
            assert settings.pop("extra_food", "0").isdecimal()
            assert settings == {"series": "2", "permanent": kept, "decks": "E,I"}


async def test_the_next_game_is_created_of_the_reply(running: RunningServer) -> None:
    ann = await running.person("Ann")
    async with tilth_client.connect(str(running.server.address), token=ann.token) as tilth:
        following = await tilth.next_in_series("one")
        by_bytes = await tilth.create_match(
            following.game, following.seat_count, options=following.options, take=[0]
        )
        by_text = await tilth.create_match(following.game, following.seat_count, following.settings, take=[0])
        assert by_bytes.settings == by_text.settings == following.settings
        assert by_bytes.state == pb.MATCH_STATE_RUNNING
        assert await refused(ann, by_bytes.id) == ("MATCH_NOT_FINISHED", ["match_id"])


async def test_no_game_follows_without_an_occupation_or_without_a_series(
    running: RunningServer,
) -> None:
    ann = await running.person("Ann")
    assert await refused(ann, "none") == ("OPTIONS_INVALID", ["choices.keep"])
    assert await refused(ann, "one", food="7") == ("OPTIONS_INVALID", ["choices.food"])
    assert await refused(ann, "crops") == ("NOT_IN_A_SERIES", ["match_id"])

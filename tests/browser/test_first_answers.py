"""The first answers of each game are given by clicking what is lit on the table."""

from pathlib import Path

import grpc
import pytest

from tests.browser.playing import assert_on_the_table, play
from tests.browser.reader import chromium, page_server, reader
from tests.server.serve.full_server import Person
from tests.server.serve.test_process import person
from tilth.v1 import lobby_pb2

GAMES = ("petrichor", "sonora", "earth", "agricola")
ANSWERS = 60


async def registered(address: str, name: str) -> Person:
    """Register a player of this name. The connection is closed then: only the token and the id are of use."""
    async with grpc.aio.insecure_channel(address) as channel:
        return await person(channel, name)


async def solo_match(
    address: str, ann: Person, game: str, seed: bytes = b"1" * 32, options: bytes = b""
) -> str:
    """Start a solo match of the player; return its id."""
    request = lobby_pb2.CreateMatchRequest(
        request_id=game,
        game=game,
        seat_count=1,
        take_seats=[0],
        start_when_full=True,
        seed=seed,
        options=options,
    )
    async with grpc.aio.insecure_channel(address) as channel:
        made = await Person(channel, ann.token).lobby.CreateMatch(request)
    match_id: str = made.match.id
    return match_id


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_sixty_answers_are_given_on_the_table(tmp_path: Path, game: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, game)
        async with reader(browser, home, reduced_motion="reduce") as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            played = await play(tab, ANSWERS)
            assert played.answers >= ANSWERS or await tab.page.locator(".dock table").count(), played
            assert played.by_table > played.by_list, played
            assert_on_the_table(played, game)

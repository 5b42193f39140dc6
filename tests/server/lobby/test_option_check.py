"""The check of options before a match is created: it says what CreateMatch would refuse, in the same words."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import grpc
import pytest

from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.server.serve.one_service import reason_of
from tilth.v1 import lobby_pb2 as pb
from tilth_server.wire import load_games
from tilth_server.wire.option_check import LONGEST_SETTINGS, check_options

WIRES: Final = load_games()


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, WIRES) as running:
        yield running


async def check(person: Person, game: str, seats: int, **settings: str) -> pb.CheckOptionsResponse:
    request = pb.CheckOptionsRequest(game=game, settings=settings, seat_count=seats)
    response: pb.CheckOptionsResponse = await person.lobby.CheckOptions(request)
    return response


def refused(response: pb.CheckOptionsResponse) -> dict[tuple[str, str], str]:
    return {(one.option, one.value): one.message for one in response.refused_values}


async def test_what_excludes_another_option_is_shown_before_it_is_set(running: RunningServer) -> None:
    ann = await running.person("Ann")
    plain = await check(ann, "petrichor", 2)
    assert not plain.HasField("refusal")
    assert refused(plain)["double_card", "true"] == "only the solo game has a neutral player"
    assert ("cactus", "true") not in refused(plain)
    laid = await check(ann, "petrichor", 2, first_layout="true")
    assert refused(laid)["cactus", "true"] == "the suggested layouts have no place for promo tiles"
    assert refused(laid)["seat_count", "1"] == "the solo game orders its tiles by priority"


async def test_options_that_are_refused_now_are_named(running: RunningServer) -> None:
    ann = await running.person("Ann")
    alone = await check(ann, "petrichor", 1, long_form="true")
    assert (alone.refusal.option, alone.refusal.value) == ("long_form", "true")
    assert ("cactus", "true") not in refused(alone), "the fault is not the cactus's"
    assert (await check(ann, "sonora", 2, rounds="9")).refusal.option == "rounds"
    assert (await check(ann, "sonora", 2, rounds="many")).refusal.option == "rounds"
    assert (await check(ann, "sonora", 2, cloud="1")).refusal.option == "cloud"
    assert (await check(ann, "sonora", 9)).refusal.option == "seat_count"


async def test_the_words_are_those_of_the_refusal(running: RunningServer) -> None:
    ann = await running.person("Ann")
    message = (await check(ann, "earth", 3, teams="true")).refusal.message
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await ann.lobby.CreateMatch(
            pb.CreateMatchRequest(game="earth", seat_count=3, settings={"teams": "true"})
        )
    assert reason_of(error.value)[0] == "OPTIONS_INVALID"
    assert message in (error.value.details() or "")


async def test_an_unknown_game_is_refused(running: RunningServer) -> None:
    ann = await running.person("Ann")
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await check(ann, "chess", 2)
    assert reason_of(error.value)[0] == "GAME_NOT_FOUND"


@pytest.mark.parametrize("name", sorted(WIRES))
def test_a_value_is_refused_exactly_if_a_match_with_it_would_be(name: str) -> None:
    wire, random = WIRES[name], Random(14)
    switches = [field.name for field in wire.option_fields("en") if field.kind == "bool"]
    for _ in range(20):
        settings = {one: "true" for one in switches if random.random() < 0.2}
        seats = random.choice(wire.game.seats)
        if check_options(wire, settings, seats).HasField("refusal"):
            continue
        shown = refused(check_options(wire, settings, seats))
        for one in switches:
            value = "false" if one in settings else "true"
            isnt_possible = check_options(wire, {**settings, one: value}, seats).HasField("refusal")
            assert ((one, value) in shown) == isnt_possible


def test_long_texts_are_checked_once() -> None:
    response = check_options(WIRES["petrichor"], {"values": " " * (LONGEST_SETTINGS + 1)}, 2)
    assert not response.refused_values

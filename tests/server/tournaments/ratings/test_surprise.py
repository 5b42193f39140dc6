"""Lists of matches by the surprise of their results, over a whole server."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.lobby.test_match_orders import forget
from tests.server.serve.full_server import ANY_PORT
from tests.server.tournaments.ratings.test_pools import has_finished, played
from tests.server.tournaments.stage import Stage, staged, until
from tests.stores.test_stores import STORES, unpacked
from tilth.v1 import lobby_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_client import Refused
from tilth_server.matches.match_orders import RATED, Order
from tilth_server.serving import Server
from tilth_server.settings import Settings
from tilth_server.wire import load_games

BY_SURPRISE = lobby_pb2.MATCH_ORDER_RATING_SURPRISE


async def listed(stage: Stage, **wanted: Any) -> list[lobby_pb2.Match]:
    """Return all matches of a list, read in pages of two."""
    request = lobby_pb2.ListMatchesRequest(page_size=2, **wanted)
    return [match async for match in stage.organiser.matches(request)]


async def test_the_list_begins_with_the_result_that_was_expected_least(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        first = await played(stage, pb.GameSetup(game="petrichor"), a=1, b=2, c=3)
        await played(stage, pb.GameSetup(game="petrichor"), a=1, b=2)
        casual = await stage.tilths["a"].create_match("petrichor", 2, take=(0,))
        await stage.tilths["b"].take_seat(casual.id, 1)
        await stage.tilths["a"].start_match(casual.id)
        await until(partial(has_finished, stage, casual.id))
        pairings = [*await stage.games(first.id)]
        await stage.server.tournaments.ratings()

        found = await listed(stage, order=BY_SURPRISE)
        numbers = [match.rating_surprise for match in found]
        assert numbers == sorted(numbers, reverse=True)
        assert len({match.id for match in found}) == len(found) == 6 + 2
        assert casual.id not in {match.id for match in found}
        of_first = await listed(stage, order=BY_SURPRISE, tournament_id=first.id)
        assert {match.id for match in of_first} == {pairing.match_id for pairing in pairings}
        of_c = await listed(stage, order=BY_SURPRISE, player_id=stage.ids["c"])
        assert len(of_c) == 4

        middle = numbers[3]
        wanted = lobby_pb2.NumberRange(min=middle)
        expected = {match.id for match in found if match.rating_surprise >= middle}
        for order in (BY_SURPRISE, lobby_pb2.MATCH_ORDER_UNSPECIFIED, lobby_pb2.MATCH_ORDER_ENDED):
            some = await listed(stage, order=order, rating_surprise=wanted)
            assert {match.id for match in some} == expected
            assert all(match.rating_surprise >= middle for match in some)
        (plain,) = [match for match in await listed(stage) if match.id == found[0].id]
        assert not plain.HasField("rating_surprise")

        await stage.organiser.tournaments.void(first.id, pairings[0].number, "a bot was broken")
        await stage.server.tournaments.ratings()
        left = {match.id for match in await listed(stage, order=BY_SURPRISE)}
        assert left == {match.id for match in found} - {pairings[0].match_id}
        some = await listed(stage, rating_surprise=lobby_pb2.NumberRange(min=0))
        assert {match.id for match in some} == left


async def test_a_list_that_is_kept_up_to_date_cannot_filter_by_it(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        wanted = lobby_pb2.ListMatchesRequest(rating_surprise=lobby_pb2.NumberRange(min=1))
        async with stage.organiser.open_matches(wanted) as changes:
            with pytest.raises(Refused, match="kept up to date"):
                await anext(aiter(changes))


async def test_an_index_without_surprises_gets_them(tmp_path: Path) -> None:
    """The index is made what the build before the surprises left."""
    async with staged(tmp_path) as stage:
        made = await played(stage, pb.GameSetup(game="petrichor"), a=1, b=2)
        await stage.server.tournaments.ratings()
        before = {match.id: match.rating_surprise for match in await listed(stage, order=BY_SURPRISE)}
        assert len(before) == made.pairing_count
    with closing(sqlite3.connect(tmp_path / "data" / "tilth.db")) as store, store:
        forget(store, 1, f"name = '{Order.SURPRISE}'", "tournament")
    async with staged(tmp_path) as stage:
        found = await until(partial(listed, stage, order=BY_SURPRISE))
        assert {match.id: match.rating_surprise for match in found} == before


@pytest.mark.parametrize("commit", STORES)
async def test_rated_matches_of_an_earlier_build_get_their_surprise(tmp_path: Path, commit: str) -> None:
    unpacked(commit, tmp_path)
    server = await Server.start(Settings(data=tmp_path / "data", listen=ANY_PORT), load_games())
    try:

        async def rated() -> int | None:
            if server.tournaments.index_progress is not None:
                return None
            await server.tournaments.ratings()
            return await server.matches.cache.streams.index.count(Order.SURPRISE, RATED) or None

        assert await until(rated)
    finally:
        await server.stop()

"""Ratings in the index are those of all games in the order of their ends, in whatever order results come in."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from itertools import combinations
from pathlib import Path

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from tests.server.tournaments.ratings.test_rating_list import game, some_games
from tilth_server.matches.match_orders import RATED, Order
from tilth_server.store import IndexRow
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.tournaments.ratings import keeper as keeping
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.ratings.keeper import RatingKeeper
from tilth_server.tournaments.ratings.rated_game import RatedGame
from tilth_server.tournaments.ratings.rating_index import RatingIndex
from tilth_server.tournaments.ratings.rating_list import PlayerRating, ratings_of


class Place:
    """A store with a keeper, and the games that rate somebody now."""

    def __init__(self, store: SqliteStreams) -> None:
        self.store = store
        self.games: dict[str, RatedGame] = {}
        self.keeper = RatingKeeper(store)
        self.ratings = RatingIndex(store.index)
        self.keeper.open()

    async def restart(self) -> None:
        await self.keeper.close()
        self.keeper = RatingKeeper(self.store)
        self.keeper.open()

    async def take(self, played: RatedGame) -> None:
        row = rated_rows.row_of(played)
        self.games[row.key] = played
        await self._write(row)

    async def take_back(self, played: RatedGame) -> None:
        row = rated_rows.empty_row(played)
        del self.games[row.key]
        await self._write(row)

    async def _write(self, row: IndexRow) -> None:
        with self.keeper.writing([row]):
            await self.store.append("no stream", 0, (), rows=[row])

    async def table(self, of: str = "") -> list[PlayerRating]:
        await self.keeper.settle()
        found, after = await self.ratings.page(of, 3, "", with_histories=True)
        while after:
            more, after = await self.ratings.page(of, 3, after, with_histories=True)
            found += more
        return found

    async def check(self) -> None:
        """Compare every list, with its histories, with a fold of all games."""
        for of in ("", "orchard", "market"):
            expected = ratings_of(each for each in self.games.values() if of in ("", each.game))
            found = await self.table(of)
            assert sorted(found, key=lambda each: each.player_id) == sorted(
                expected, key=lambda each: each.player_id
            )
            assert [each.ordinal for each in found] == sorted((each.ordinal for each in found), reverse=True)
        assert await self.surprises() == expected_surprises(self.games.values())

    async def surprises(self) -> dict[str, int]:
        """Return the surprise of every match that is in the order of surprises."""
        page = await self.store.index.page(Order.SURPRISE, [RATED], size=1000)
        return {row.key: row.order for row in page.rows}


def expected_surprises(games: Iterable[RatedGame]) -> dict[str, int]:
    """Return the surprises of these games by match, computed by the library alone."""
    model = PlackettLuce()
    ratings: dict[tuple[str, str], PlackettLuceRating] = {}
    found = {}
    for each in sorted(games, key=lambda each: each.order):
        keys = [(each.game, player) for player in each.player_ids]
        before = [ratings.get(key) or model.rating() for key in keys]
        wrong = []
        for (one, place), (other, worse) in combinations(zip(before, each.places, strict=True), 2):
            expected = model.predict_win([[one], [other]])[0]
            wrong.append(abs(expected - (0.5 if place == worse else place < worse)))
        found[each.match_id] = round(100 * sum(wrong) / len(wrong))
        after = model.rate([[rating] for rating in before], ranks=list(each.places))
        ratings.update({key: new for key, (new,) in zip(keys, after, strict=True)})
    return found


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    store = await SqliteStreams.open(tmp_path)
    here = Place(store)
    yield here
    await here.keeper.close()
    await store.close()


@pytest.mark.parametrize("seed", range(4))
async def test_ratings_do_not_depend_on_the_order_in_which_results_arrive(
    place: Place, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AT_ONCE", 7)
    monkeypatch.setattr(keeping, "ROWS_AT_ONCE", 11)
    games = some_games(80)
    dice = random.Random(seed)
    dice.shuffle(games)
    for each in games:
        await place.take(each)
        if dice.random() < 0.1:
            await place.keeper.settle()
        if dice.random() < 0.1:
            await place.restart()
        if dice.random() < 0.1:
            await place.take_back(dice.choice([*place.games.values()]))
    await place.check()


async def test_the_surprise_is_how_far_a_result_was_from_the_ratings_before_it(place: Place) -> None:
    for number in range(1, 30):
        await place.take(game(number, ("ann", "bob"), (1, 2)))
    await place.take(game(30, ("bob", "ann"), (1, 2)))
    await place.take(game(31, ("cid", "dan"), (1, 1)))
    await place.take(game(32, ("ann", "eve"), (1, 1), of="market"))
    await place.keeper.settle()
    found = await place.surprises()
    numbers = [found[place.games[key].match_id] for key in sorted(place.games)]
    assert numbers[0] == 50, "nobody had a rating"
    assert numbers[:29] == sorted(numbers[:29], reverse=True)
    assert numbers[28] < 10
    assert numbers[29] > 90, "the worse player has won"
    assert numbers[30:] == [0, 0], "equals have drawn; ratings in another game do not count"


async def test_a_game_that_is_taken_back_rates_nobody_and_the_only_player_of_it_is_in_no_list(
    place: Place,
) -> None:
    first, second = game(1, ("ann", "bob"), (1, 2)), game(2, ("ann", "cid"), (1, 2), of="market")
    await place.take(first)
    await place.take(second)
    assert {each.player_id for each in await place.table()} == {"ann", "bob", "cid"}
    await place.take_back(first)
    await place.check()
    assert {each.player_id for each in await place.table()} == {"ann", "cid"}
    assert await place.table("orchard") == []


async def test_a_result_that_is_taken_back_while_its_game_is_rated_stays_taken_back(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = some_games(30)
    for each in games:
        await place.take(each)
    await place.keeper.settle()
    rated, changed = keeping._rows_after_rating, asyncio.Event()
    loop = asyncio.get_running_loop()
    pending: list[asyncio.Task[None]] = []

    def take_back() -> None:
        pending.append(asyncio.create_task(place.take_back(games[20])))

    def slowly(*arguments: object) -> list[IndexRow]:
        if not changed.is_set():
            loop.call_soon_threadsafe(take_back)
            loop.call_soon_threadsafe(changed.set)
        return rated(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(keeping, "_rows_after_rating", slowly)
    await place.take(game(3, ("ann", "bob"), (2, 1), tournament="w", ended_ms=1))
    await place.keeper.settle()
    assert changed.is_set()
    await asyncio.gather(*pending)
    await place.check()


async def test_the_results_of_two_players_against_each_other_are_found(place: Place) -> None:
    await place.take(game(1, ("ann", "bob"), (1, 2), tournament="t"))
    await place.take(game(1, ("bob", "ann"), (1, 2), tournament="u"))
    await place.take(game(3, ("cid", "ann", "bob"), (1, 2, 2), of="market"))
    await place.take(game(4, ("cid", "ann"), (1, 2)))
    found = await place.ratings.head_to_head("ann", "bob", "")
    assert (found.wins, found.draws, found.losses) == (1, 1, 1)
    assert (await place.ratings.head_to_head("ann", "bob", "market")).games == 1
    for other in ("nobody", "ann"):
        assert (await place.ratings.head_to_head("ann", other, "")).games == 0

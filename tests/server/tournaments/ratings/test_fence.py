"""The fence of ratings: one node at a time writes them, and none writes what a correction has made wrong."""

import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.seeds import Seeds
from tests.server.tournaments.ratings.test_rating_list import some_games
from tilth_server.store import Append, IndexRow, StreamMoved
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.tournaments.ratings import keeper as keeping
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.ratings.keeper import RatingKeeper
from tilth_server.tournaments.ratings.rated_game import RatedGame
from tilth_server.tournaments.ratings.rating_index import RatingIndex
from tilth_server.tournaments.ratings.rating_list import ratings_of


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStreams]:
    opened = await SqliteStreams.open(tmp_path)
    yield opened
    await opened.close()


def keeper_of(store: SqliteStreams) -> RatingKeeper:
    """Return the keeper of one of several nodes."""
    keeper = RatingKeeper(store)
    keeper.fence.is_shared = True
    return keeper


def row(body: bytes) -> IndexRow:
    return IndexRow("test", "key", 0, body=body)


async def test_a_node_that_begins_keeps_the_one_before_from_writing(store: SqliteStreams) -> None:
    first, second = keeper_of(store).fence, keeper_of(store).fence
    await first.begin()
    await first.write("no stream", [row(b"first")])
    await second.begin()
    with pytest.raises(StreamMoved):
        await first.write("no stream", [row(b"too late")])
    await second.write("no stream", [row(b"second")])
    await first.append_correction(Append("match", 0, [b"corrected"]))
    with pytest.raises(StreamMoved):
        await second.write("no stream", [row(b"computed before it")])
    with pytest.raises(StreamMoved):
        await second.append_correction(Append("match", 0, [b"of another director"]))
    shown = await store.index.find("test", "key")
    assert shown is not None
    assert shown.body == b"second"


async def test_two_nodes_that_both_rate_games_come_to_the_ratings_of_one(
    store: SqliteStreams, seeds: Seeds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AT_ONCE", 3)
    monkeypatch.setattr(keeping, "GATHER_SECONDS", 0.01)
    for seed in seeds(2):
        dice = random.Random(seed)
        keepers = [keeper_of(store), keeper_of(store)]
        for keeper in keepers:
            keeper.open()
        rated: dict[str, RatedGame] = {}
        games = some_games(40)
        dice.shuffle(games)
        for game in games:
            await _write(store, keepers, dice, rated_rows.row_of(game), is_correction=False)
            rated[game.match_id] = game
            if dice.random() < 0.3:
                gone = rated.pop(dice.choice(sorted(rated)))
                await _write(store, keepers, dice, rated_rows.empty_row(gone), is_correction=True)
            if dice.random() < 0.2:
                await dice.choice(keepers).settle()
        for keeper in (*keepers, *keepers):
            keeper.note_elsewhere()
            await keeper.settle()
        found, following = await RatingIndex(store.index).page("", 100, "", with_histories=False)
        assert not following
        expected = {each.player_id: (each.mu, each.sigma, each.games) for each in ratings_of(rated.values())}
        assert {each.player_id: (each.mu, each.sigma, each.games) for each in found} == expected
        for keeper in keepers:
            await keeper.close()
        for game in rated.values():
            await _write(store, keepers, dice, rated_rows.empty_row(game), is_correction=True)


async def _write(
    store: SqliteStreams,
    keepers: Sequence[RatingKeeper],
    dice: random.Random,
    row: IndexRow,
    *,
    is_correction: bool,
) -> None:
    """Write a result at one of the nodes, as its director does."""
    here = dice.choice(keepers)
    with here.writing([row]):
        if is_correction:
            length = (await store.head("tournament")).length
            await here.fence.append_correction(Append("tournament", length, [b"corrected"], rows=[row]))
        else:
            await store.append("no stream", 0, (), rows=[row])
    for keeper in keepers:
        if keeper is not here:
            keeper.note_elsewhere()

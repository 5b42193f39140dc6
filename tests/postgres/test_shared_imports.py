"""Imports at two nodes of one database: each knows what the other has imported."""

from collections.abc import AsyncIterator

import pytest

from tests.cli.test_ops import earlier
from tests.postgres.stores import PostgresData
from tilth_server.archive.match_transfer import MatchImporter
from tilth_server.players import PlayerRegistry
from tilth_server.refused_words import RefusedWords
from tilth_server.settings import Registration
from tilth_server.wire import load_games

Node = tuple[PlayerRegistry, MatchImporter]


@pytest.fixture
async def nodes(engine: PostgresData) -> AsyncIterator[list[Node]]:
    """The registers and the importers of two nodes."""
    stores = [await engine.open() for _ in range(2)]
    found = []
    for store in stores:
        players = PlayerRegistry(store, Registration.OPEN)
        await players.load()
        imports = MatchImporter(store, players, load_games(), RefusedWords(None))
        await imports.load()
        players.turn.is_shared = imports.turn.is_shared = True
        found.append((players, imports))
    yield found
    for store in stores:
        await store.close()


async def test_matches_are_imported_at_both_nodes_and_known_at_both(nodes: list[Node]) -> None:
    files = {
        f"{number:016x}": earlier(
            f"{number:016x}", {f"p{seat:016x}": f"guest {number} {seat}" for seat in (1, 2)}
        )
        for number in range(4)
    }
    for number, (match_id, file) in enumerate(files.items()):
        header, is_new = await nodes[number % 2][1].import_file(file, operator=True)
        assert (header.match_id, is_new) == (match_id, True)
        assert not (await nodes[1 - number % 2][1].import_file(file, operator=True))[1]
    for players, imports in nodes:
        await imports.turn.catch_up()
        for number, match_id in enumerate(files):
            names = [players.names.in_match(match_id, f"p{seat:016x}").name for seat in (1, 2)]
            assert names == [f"guest {number} 1", f"guest {number} 2"]

"""A season may be larger than memory: the server keeps no more than a match of it at a time."""

import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.server.archive.made import BEGAN_MS, Bodies, stored
from tests.server.serve.one_service import bearer
from tests.server.serve.process import Serving, serving
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import archive_pb2_grpc, players_pb2, players_pb2_grpc
from tilth.v1.record_pb2 import MatchCancelled, MatchCreated, SeatLeft, SeatTaken
from tilth_rules.kernel import commitment
from tilth_server.wire import encode_lobby, load_games

MATCHES = 32
PAIRS = 8000
MAX_EXPORT_GROWTH = 30 << 20
MAX_IMPORT_GROWTH = 50 << 20
PIECE = 1 << 16


def restless(number: int) -> Bodies:
    """A match that never began: somebody sat down and stood up again, for two megabytes."""
    wire = load_games()["petrichor"]
    seed = bytes([number]) * 32
    created = MatchCreated(
        game="petrichor",
        options=wire.encode_options(wire.game.options()),
        seat_count=2,
        creator_id="p",
        seed=seed,
        seed_commitment=commitment(seed),
        rules_version=wire.game.version,
    )
    bodies = [encode_lobby(created, BEGAN_MS)]
    for _ in range(PAIRS):
        who = secrets.token_hex(32)
        bodies.append(
            encode_lobby(SeatTaken(seat=0, player_id=who, request_id=secrets.token_hex(32)), BEGAN_MS)
        )
        bodies.append(encode_lobby(SeatLeft(seat=0, player_id=who), BEGAN_MS))
    return [*bodies, encode_lobby(MatchCancelled(actor_id="p"), BEGAN_MS)]


def resident(server: Serving) -> int:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.sweep
async def test_the_server_does_not_grow_with_a_bundle(tmp_path: Path) -> None:
    size = 0
    for number in range(MATCHES):
        bodies = restless(number)
        size += sum(map(len, bodies))
        await stored(tmp_path / "here", [(f"r{number}", bodies)])
    assert size > MAX_IMPORT_GROWTH
    file = tmp_path / "season"
    async with serving(tmp_path / "here") as here, grpc.aio.insecure_channel(here.address) as channel:
        archive, who = await _known(channel)
        before = resident(here)
        growth = 0
        with file.open("wb") as out:
            async for response in archive.ExportMatches(pb.ExportMatchesRequest(), metadata=who):
                out.write(response.chunk)
                growth = max(growth, resident(here) - before)
        assert response.matches_done == MATCHES
        assert file.stat().st_size > size // 4
        assert growth < MAX_EXPORT_GROWTH

    async def pieces() -> AsyncIterator[Any]:
        with file.open("rb") as source:
            while piece := source.read(PIECE):
                yield pb.ImportMatchesRequest(chunk=piece)

    async with serving(tmp_path / "there") as there, grpc.aio.insecure_channel(there.address) as channel:
        archive, who = await _known(channel)
        before = resident(there)
        growth = 0
        async for response in archive.ImportMatches(pieces(), metadata=who):
            assert not response.refused
            growth = max(growth, resident(there) - before)
        assert (response.finished, response.matches_done) == (True, MATCHES)
        assert growth < MAX_IMPORT_GROWTH


async def _known(channel: grpc.aio.Channel) -> tuple[Any, Any]:
    players: Any = players_pb2_grpc.PlayersServiceStub(channel)
    token = (await players.Register(players_pb2.RegisterRequest(name="Ann"))).token
    return archive_pb2_grpc.ArchiveServiceStub(channel), bearer(token)

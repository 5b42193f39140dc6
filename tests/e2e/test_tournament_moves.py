"""A tournament moves between servers that are killed while they export and import it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.serving import ServerProcess, running
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot
from tilth_client import Refused, Tilth, connect

FLAGS: Final = ("--calls-per-second", "100000")
GAMES: Final = 24
PIECE_BYTES: Final = 4_000
KILLS: Final = (0.1, 0.4, 0.7, 0.99)
"""The parts of the file after which the importing server is killed."""
PATIENCE_S: Final = 60.0


async def played(server: ServerProcess, operator: Tilth) -> str:
    """A series of games between two bots, to its end."""
    made = await operator.tournaments.create(pb.Series(games=GAMES), "petrichor", title="Cup")
    serving = []
    people = [connect(server.address) for _ in range(2)]
    for number, person in enumerate(people):
        tilth = await person.__aenter__()
        await tilth.register(f"bot {number}")
        await tilth.tournaments.enter(made.id, version=f"{number}.0")
        serving.append(asyncio.create_task(tilth.play_all(random_bot(number))))
    await operator.tournaments.start(made.id)
    async with asyncio.timeout(PATIENCE_S):
        async for _ in operator.tournaments.watch(made.id):
            pass
    for task, person in zip(serving, people, strict=True):
        task.cancel()
        await person.__aexit__(None, None, None)
    return made.id


async def shown(tilth: Tilth, tournament_id: str) -> list[object]:
    return [
        await tilth.tournaments.standings(tournament_id),
        [game async for game in tilth.tournaments.pairings(tournament_id)],
        [rating async for rating in tilth.tournaments.ratings(history=True)],
    ]


def tilth(server: ServerProcess, folder: Path, *words: str) -> "subprocess.Popen[str]":
    """A command of the operator."""
    own = {"TILTH_TOKEN": server.operator_token, "TILTH_LANG": "en", "XDG_CONFIG_HOME": str(folder)}
    words = (sys.executable, "-m", "tilth_cli.main", "--server", server.address, "--json", *words)
    return subprocess.Popen(
        words, cwd=folder, env=os.environ | own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def printed(command: "subprocess.Popen[str]") -> dict[str, object]:
    out, error = command.communicate(timeout=PATIENCE_S)
    assert command.returncode == 0, error
    document: dict[str, object] = json.loads(out)
    return document


async def test_a_tournament_is_whole_or_not_there_when_servers_are_killed(tmp_path: Path) -> None:
    with running(tmp_path / "one", *FLAGS) as one:
        async with connect(one.address, token=one.operator_token) as operator:
            tournament_id = await played(one, operator)
            expected = await shown(operator, tournament_id)
        written = printed(tilth(one, tmp_path, "tournament", "export", tournament_id, "-o", "cup.gz"))
        assert written["matches"] == GAMES
        for _ in range(3):
            (tmp_path / "again.gz").unlink(missing_ok=True)
            exporting = tilth(one, tmp_path, "tournament", "export", tournament_id, "-o", "again.gz")
            await asyncio.sleep(0.5)
            one.kill()
            exporting.communicate(timeout=PATIENCE_S)
            is_there = (tmp_path / "again.gz").exists()
            assert is_there == (exporting.returncode == 0)
            assert not is_there or whole(tmp_path / "again.gz", tmp_path / "cup.gz")
            one.start()
        (tmp_path / "again.gz").unlink(missing_ok=True)
        cut_off = tilth(one, tmp_path, "tournament", "export", tournament_id, "-o", "again.gz")
        cut_off.kill()
        cut_off.communicate()
        assert not (tmp_path / "again.gz").exists() or whole(tmp_path / "again.gz", tmp_path / "cup.gz")
        printed(tilth(one, tmp_path, "tournament", "export", tournament_id, "-o", "again.gz"))
        assert whole(tmp_path / "again.gz", tmp_path / "cup.gz")
    file = (tmp_path / "cup.gz").read_bytes()
    with running(tmp_path / "two", *FLAGS) as two:
        stored: list[int] = []
        for part in KILLS:
            await killed_in_the_middle(two, file, part)
            two.start()
            async with connect(two.address, token=two.operator_token) as operator:
                assert not [each async for each in operator.tournaments.list()]
                assert not [each async for each in operator.tournaments.ratings()]
                with pytest.raises(Refused, match="there is no tournament"):
                    await operator.tournaments.get(tournament_id)
                assert not await operator.archive.verify_matches()
                stored.append(len([each async for each in operator.matches()]))
        assert 0 < stored[0] < stored[2] < GAMES, "the kills left no whole match, or all"
        done = printed(tilth(two, tmp_path, "tournament", "import", "cup.gz"))
        assert (done["tournament_id"], done["already_present"]) == (tournament_id, False)
        assert done["new_matches"] == GAMES - stored[-1]
        async with connect(two.address, token=two.operator_token) as operator:
            assert await shown(operator, tournament_id) == expected
        verdict = printed(tilth(two, tmp_path, "tournament", "verify", tournament_id))
        assert (verdict["findings"], verdict["failed_matches"]) == ([], [])
        assert verdict["matches_checked"] == GAMES
        two.kill()
        two.start()
        async with connect(two.address, token=two.operator_token) as operator:
            assert await shown(operator, tournament_id) == expected
        again = printed(tilth(two, tmp_path, "tournament", "import", "cup.gz"))
        assert (again["already_present"], again["new_matches"]) == (True, 0)


def whole(file: Path, other: Path) -> bool:
    return file.read_bytes() == other.read_bytes()


async def killed_in_the_middle(server: ServerProcess, file: bytes, part: float) -> None:
    """Send this part of the file, and kill the server when it has stored some of it, or was about to."""
    stop = int(len(file) * part)

    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, stop, PIECE_BYTES):
            yield file[at : min(stop, at + PIECE_BYTES)]
        await asyncio.sleep(0.3)
        server.kill()

    async with connect(server.address, token=server.operator_token) as operator:
        with pytest.raises(Exception, match=r".") as lost:
            async for _ in operator.tournaments.import_file(pieces()):
                pass
        assert not isinstance(lost.value, Refused)

"""A league whose matches are archived, backed up, restored and imported elsewhere stands as it did."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.e2e.league import League, league
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, running
from tests.seeds import Seeds
from tests.store.moving import count
from tests.warm import Process, run
from tilth.v1 import tournaments_pb2 as pb
from tilth_client import Tilth, connect

SERVER = (sys.executable, "-m", "tilth_server.main")
LATER = "2100-01-01"
OLD_RECORDS = "SELECT count(*) FROM records JOIN streams ON id = stream WHERE name GLOB 'match/*'"
PATIENCE_S = 120.0


async def ran(*words: str) -> str:
    """Run a command of `tilth-server` that must succeed, and return its output."""
    done = await asyncio.to_thread(run, (*SERVER, *words), timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def shown(server: ServerProcess, token: str, tournament_id: str) -> list[object]:
    """Return what a server shows of the league to an operator, after everything was verified."""
    async with connect(server.address, token=token) as operator:
        assert not await operator.archive.verify_matches()
        verdict = await operator.tournaments.verify(tournament_id)
        assert not verdict.findings
        games = [game async for game in operator.tournaments.pairings(tournament_id)]
        return [
            await operator.tournaments.standings(tournament_id),
            games,
            [rating async for rating in operator.tournaments.ratings(history=True)],
            [await heads(operator, game.match_id) for game in games],
        ]


async def heads(operator: Tilth, match_id: str) -> tuple[bytes, str]:
    """Return a match's last hash, and the match as text."""
    return (await operator.archive.verify(match_id)).head, await operator.archive.export_text(match_id)


async def killed_while_archiving(data: Path, delays: Sequence[float]) -> None:
    """Begin to archive, and kill the process after each of these seconds."""
    for delay in delays:
        words = (*SERVER, "archive", "--data", str(data), "--before", LATER)
        process = Process(words, stdout=subprocess.PIPE)
        await asyncio.sleep(delay)
        process.kill()
        with process:
            process.wait(PATIENCE_S)


async def test_an_archived_restored_and_imported_league_stands_as_it_did(
    tmp_path: Path, seeds: Seeds
) -> None:
    backups = tmp_path / "backups"
    random = Random(seeds.first)
    async with league(tmp_path) as cup:
        for name in ("gardener", "first", "random"):
            await cup.bot(name, name)
        made = await cup.begin(pb.RoundRobin(cycles=2), "gardener", "first", "random", title="League")
        await cup.finished(made.id)
        played = (await cup.games(made.id))[0]
        await cup.organiser.tournaments.void(made.id, played.number, "the table was shaken")
        one, token = cup.server, cup.server.operator_token
        before = await shown(one, token, made.id)
        await ran("backup", "--data", str(one.data), "--incremental", "--verify", str(backups))
        kills = [random.uniform(0.2, 1.5) for _ in range(seeds.often(2, 10))]
        await killed_while_archiving(one.data, kills)
        assert await shown(one, token, made.id) == before
        await ran("archive", "--data", str(one.data), "--before", LATER)
        assert count(one.data, OLD_RECORDS) == 0
        assert await shown(one, token, made.id) == before
        await ran("backup", "--data", str(one.data), "--incremental", "--verify", str(backups))
        await ran("backup", "--data", str(one.data), str(tmp_path / "copy"))
        one.kill()
        await asyncio.to_thread(one.start)
        assert await shown(one, token, made.id) == before
    exported = tmp_path / "league.gz"
    for number, source in enumerate((backups, tmp_path / "copy")[: seeds.often(1, 2)]):
        data = tmp_path / f"restored-{number}"
        await ran("restore", "--data", str(data), str(source))
        shutil.copy(one.data / "signing.key", data)
        with running(data, *MANY_CALLS) as two:
            assert await shown(two, token, made.id) == before
            async with connect(two.address, token=token) as operator:
                exported.write_bytes(b"".join([p async for p in operator.tournaments.export(made.id)]))
            assert_calm(two)
        printed = await ran("verify", "--data", str(data))
        assert "no faults" in printed
    with running(tmp_path / "three", *MANY_CALLS) as three:
        async with connect(three.address, token=three.operator_token) as operator:
            async for _ in operator.tournaments.import_file([exported.read_bytes()]):
                pass
        assert await shown(three, three.operator_token, made.id) == before


async def played_again(cup: League, tournament_id: str, number: int) -> None:
    """Wait until a game that is played again has ended."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            over = await cup.games(tournament_id, state=pb.PAIRING_STATE_FINISHED)
            if number in {game.number for game in over}:
                return
            await asyncio.sleep(0.05)


async def test_a_correction_is_done_or_not_when_the_server_is_killed_in_the_middle(
    tmp_path: Path, seeds: Seeds
) -> None:
    random = Random(seeds.first)
    async with league(tmp_path) as cup:
        for name in ("one", "two"):
            await cup.bot(name, "random")
        await cup.bot("slow", "first", "--delay", "60")
        games = seeds.often(2, 8)
        begun = await cup.begin(
            pb.RoundRobin(cycles=games), "one", "two", "slow", rotate=False, max_running=3 * games
        )
        await cup.until(begun.id, lambda now: now.finished_pairings == games)
        over = await cup.games(begun.id, state=pb.PAIRING_STATE_FINISHED)
        tournaments = cup.organiser.tournaments
        for number, game in enumerate(over):
            is_void = number % 2 == 0
            call = tournaments.void if is_void else tournaments.replay
            correcting = asyncio.create_task(call(begun.id, game.number, "the lamp fell"))
            await asyncio.sleep(random.uniform(0.0, 0.02))
            cup.server.kill()
            correcting.cancel()
            await asyncio.gather(correcting, return_exceptions=True)
            await asyncio.to_thread(cup.server.start)
            (now,) = [each for each in await cup.games(begun.id) if each.number == game.number]
            is_done = now.state == pb.PAIRING_STATE_VOID if is_void else now.replays == 1
            assert is_done or (now.state, now.match_id) == (game.state, game.match_id), "half of it is done"
            if not is_done:
                await call(begun.id, game.number, "the lamp fell")
            if not is_void:
                await played_again(cup, begun.id, game.number)
        cup.server.kill()
        printed = await ran("verify", "--data", str(cup.server.data))
        assert "no faults" in printed
        await asyncio.to_thread(cup.server.start)
        again = {game.number: game for game in await cup.games(begun.id)}
        for number, game in enumerate(over):
            expected = (pb.PAIRING_STATE_VOID, 0) if number % 2 == 0 else (pb.PAIRING_STATE_FINISHED, 1)
            assert (again[game.number].state, again[game.number].replays) == expected
        matches = [match async for match in cup.organiser.matches()]
        assert len(matches) == 3 * games + games // 2, "each replayed game has one further match"
        assert {rating.player_name: rating.games async for rating in tournaments.ratings()} == {
            "one": games // 2,
            "two": games // 2,
        }

"""A whole server whose store is in PostgreSQL: killed and started again, cut off from its database, verified."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import grpc
import pytest

from tests.e2e.campaign import Campaign, assess
from tests.e2e.people import (
    Person,
    assert_proven,
    channel_to,
    is_serving,
    log_of,
    match_of,
    new_match,
    play_on,
    play_out,
    refusal_of,
    standing,
    visitors,
)
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, faults_of
from tests.postgres.conftest import SharedServer
from tests.postgres.proxy import Proxy
from tests.postgres.stores import until
from tests.seeds import Seeds
from tests.warm import run
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import TIMEOUT_RULE_RESIGN, ClockSettings
from tilth_server.arguments import settings_from

SERVER = (sys.executable, "-m", "tilth_server.main")
CLIENT = (sys.executable, "-m", "tilth_cli.main")
FLAGS = (*MANY_CALLS, "--unfinished-matches-per-player", "100000")


@pytest.fixture
def server(tmp_path: Path, postgres_url: str) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data", "--store", postgres_url, *FLAGS).start()
    yield process
    if process.lives:
        process.kill()


async def command(*words: str, code: int = 0) -> str:
    """Run a program that ends with this code; return what it says."""
    done = await asyncio.to_thread(run, words, timeout=120)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


async def test_confirmed_answers_survive_kills_of_the_server(
    server: ServerProcess, postgres_url: str, seeds: Seeds
) -> None:
    random = Random(seeds.first)
    campaign = Campaign(server, seeds.first)
    await campaign.register()

    async def killer() -> None:
        await asyncio.sleep(random.uniform(0.2, 0.7))
        server.kill()

    for _ in range(2):
        await campaign.live(killer)
        server.start()
    await campaign.live(None)
    counted = await assess(campaign)
    assert counted["answers"] > 20, counted
    assert_calm(server)
    verified = await command(*SERVER, "verify", "--store", postgres_url)
    assert "no faults" in verified, "also while the server runs"
    assert server.stop() == 0
    assert await faults_of(postgres_url) == []


async def test_a_damaged_record_is_found(
    server: ServerProcess, postgres_url: str, postgres: SharedServer, database: str
) -> None:
    async with visitors(server.address, 2) as people:
        match_id = await new_match(*people)
        await play_out(match_id, people, Random(1))
        await assert_proven(people[0], match_id)
    change = "UPDATE tilth.records SET body = body || 'x' WHERE number = 5 AND stream ="
    change += " (SELECT id FROM tilth.streams WHERE name = $1)"
    await asyncio.to_thread(
        partial(postgres.execute, change, f"match/{match_id}".encode(), database=database)
    )
    output = await command(*SERVER, "verify", "--store", postgres_url, code=1)
    assert f"match {match_id}: record 5 is not what was written" in output


async def test_a_server_that_loses_its_database_says_so_and_continues_by_itself(
    postgres: SharedServer, postgres_url: str, tmp_path: Path
) -> None:
    with Proxy(postgres.port) as proxy:
        url = postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/")
        server = ServerProcess(tmp_path / "data", "--store", url, *FLAGS).start()
        async with visitors(server.address, 2) as people, channel_to(server.address) as channel:
            assert await is_serving(channel)
            match_id = await new_match(*people)
            await play_on(match_id, people, 20, Random(1))
            before = (await match_of(people[0], match_id)).record_count
            proxy.lifetime = lambda: 0
            proxy.cut_all()
            await until(partial(is_serving, channel, False))
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await people[0].lobby.ListMatches(lobby_pb2.ListMatchesRequest())
            assert refusal_of(refused.value).reason == "STORE_FAILED"
            answer = asyncio.ensure_future(play_on(match_id, people, 1, Random(1)))
            await asyncio.sleep(0.5)
            assert not answer.done(), "an answer waits for the database"
            proxy.lifetime = None
            assert await answer == 1
            await until(partial(is_serving, channel, True))
            assert (await match_of(people[0], match_id)).record_count > before
            await play_out(match_id, people, Random(2))
            await assert_proven(people[0], match_id)
        assert server.stop() == 0
    assert await faults_of(postgres_url) == []


async def test_nobody_loses_by_time_while_the_database_is_away(
    postgres: SharedServer, postgres_url: str, tmp_path: Path
) -> None:
    clock = ClockSettings(decision_ms=4000, on_timeout=TIMEOUT_RULE_RESIGN)
    with Proxy(postgres.port) as proxy:
        url = postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/")
        server = ServerProcess(tmp_path / "data", "--store", url, *FLAGS).start()
        async with visitors(server.address, 2) as people:
            match_id = await new_match(*people, clock=clock)
            await play_on(match_id, people, 3)
            before = await standing(people[0], match_id)
            proxy.lifetime = lambda: 0
            proxy.cut_all()
            await asyncio.sleep(5)
            proxy.lifetime = None
            await until(partial(answered_once, match_id, people, before.next_record))
            records = await log_of(people[0], match_id)
            assert not [record for record in records if record.WhichOneof("cause") == "resigned"]
        assert server.stop() == 0


async def answered_once(match_id: str, people: Sequence[Person], records: int) -> bool:
    """Give one answer if the database lets itself be asked; return whether it was stored."""
    with suppress(grpc.aio.AioRpcError):
        await play_on(match_id, people, 1)
        return (await standing(people[0], match_id)).next_record > records
    return False


async def test_backups_are_left_to_the_database(
    server: ServerProcess, postgres_url: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "copy")
    for word in ("backup", "restore"):
        output = await command(*SERVER, word, file, "--store", postgres_url, code=1)
        assert "is backed up and restored with PostgreSQL's own tools" in output
        assert "`tilth-server copy` makes a verified copy" in output
    output = await command(*SERVER, "backup", "--incremental", file, "--store", postgres_url, code=1)
    assert "is backed up and restored with PostgreSQL's own tools" in output
    output = await command(*SERVER, "archive", "--before", "2026-01-31", "--store", postgres_url, code=1)
    assert "keeps all matches in the database" in output
    words = ("ops", "backup", file, "--server", server.address, "--token", server.operator_token)
    output = await command(*CLIENT, *words, code=1)
    assert "is backed up and restored with PostgreSQL's own tools" in " ".join(output.split())
    assert not await asyncio.to_thread((tmp_path / "copy").exists)
    assert server.stop() == 0
    before = server.operator_token
    renewed = await command(*SERVER, "operator-token", "--store", postgres_url, "--data", str(server.data))
    assert renewed.strip() == server.operator_token != before


async def test_a_start_without_the_database_is_one_line(tmp_path: Path) -> None:
    words = ("serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0")
    output = await command(*SERVER, *words, "--store", "postgresql://127.0.0.1:1/tilth", code=1)
    assert output.startswith("tilth-server: PostgreSQL at 127.0.0.1:1 cannot be reached: ")
    assert output.count("\n") == 1
    output = await command(*SERVER, *words, "--store", "postgresql://ann:secret@a/tilth", code=1)
    assert "secret" not in output
    assert output.startswith("tilth-server: the store's URL holds a password")
    output = await command(*SERVER, "migrate", "--data", str(tmp_path / "data"), code=2)
    assert "migrate needs --store" in output


def test_the_store_is_named_by_a_flag_the_environment_or_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, settings = settings_from(["serve", "--data", str(tmp_path)])
    assert settings.store_url == f"sqlite:{tmp_path}"
    file = tmp_path / "tilth.toml"
    file.write_text('store = "postgresql://in-file/tilth"\n')
    _, settings = settings_from(["serve", "--config", str(file)])
    assert settings.store_url == "postgresql://in-file/tilth"
    monkeypatch.setenv("TILTH_SERVER_STORE", "postgresql://in-environment/tilth")
    _, settings = settings_from(["serve", "--config", str(file)])
    assert settings.store_url == "postgresql://in-environment/tilth"
    _, settings = settings_from(["verify", "--store", "postgresql://flag/tilth"])
    assert settings.store_url == "postgresql://flag/tilth"

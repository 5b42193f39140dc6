"""Bots that a real server runs: whole matches against people, killed programs, a server without the client packages."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.e2e.serving import SERVE, ServerProcess, own_port, running
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import Record
from tilth_client import Decision, Refused, Tilth, connect

PATIENCE_S = 120
SHIPPED = {
    "gardener": "petrichor",
    "sharpshooter": "sonora",
    "naturalist": "earth",
    "farmer": "agricola",
    "random": "petrichor",
    "first": "petrichor",
}


@asynccontextmanager
async def person(server: ServerProcess, name: str = "ann", token: str = "") -> AsyncIterator[Tilth]:
    async with connect(server.address, token=token) as tilth:
        if not token:
            await tilth.register(name)
        yield tilth


async def default(view: object, decision: Decision) -> object:
    return decision.default


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def bot_hosts(process: int) -> list[int]:
    return [
        one
        for one in children(process)
        if b"tilth_client.bot_host" in Path(f"/proc/{one}/cmdline").read_bytes()
    ]


def read_of(process: int, name: str) -> bytes:
    return Path(f"/proc/{process}/{name}").read_bytes()


def resident_mib(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> object:
    with running(tmp_path_factory.mktemp("bots") / "data") as started:
        yield started


@pytest.mark.parametrize("bot", SHIPPED)
async def test_a_person_plays_a_whole_match_against_each_shipped_bot(server: ServerProcess, bot: str) -> None:
    async with person(server, f"ann against {bot}") as ann:
        match = await ann.create_match(SHIPPED[bot], 2, take=[0], bots={1: bot})
        assert match.state == lobby_pb2.MATCH_STATE_RUNNING
        end = await asyncio.wait_for(ann.play(match.id, 0, default), PATIENCE_S)  # type: ignore[arg-type]
        assert sorted(end.result.places) in ([1, 2], [1, 1])
        causes = [
            Record.FromString(entry.record).WhichOneof("cause") async for entry in ann.archive.log(match.id)
        ]
        assert causes[-1] == "finished"
        assert "defaulted" not in causes


async def test_the_host_starts_with_the_first_bot_and_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_TOKEN", "a secret of the server's")
    with running(tmp_path / "data") as server:
        async with person(server) as ann:
            assert not bot_hosts(server.pid), "nobody has asked for a bot"
            assert {bot.name for bot in await ann.bots("agricola", 2)} >= {"farmer", "random", "first"}
            (host,) = bot_hosts(server.pid)
            words = read_of(host, "cmdline").split(b"\0")
            assert words[1:] == [b"-P", b"-m", b"tilth_client.bot_host", b""]
            environment = read_of(host, "environ")
            assert b"TOKEN" not in environment.upper()
            match = await ann.create_match("agricola", 2, take=[0], bots={1: "farmer"})
            async with ann.attend(match.id, 0) as session:
                async for update in session:
                    if update.decision:
                        break
            assert resident_mib(host) < 100
        server.kill()
        for _ in range(100):
            if resident_gone(host):
                break
            await asyncio.sleep(0.05)
        assert resident_gone(host)


def resident_gone(process: int) -> bool:
    """True if the process is a zombie."""
    try:
        return "VmRSS" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return True


async def test_a_match_ends_although_its_bots_and_their_host_are_killed_all_the_time(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        async with person(server) as ann:
            match = await ann.create_match("petrichor", 2, take=[0], bots={1: "gardener"})
            count = 0

            async def slow(view: object, decision: Decision) -> object:
                nonlocal count
                count += 1
                if count % 5 == 0:
                    for host in bot_hosts(server.pid):
                        victim = host if count % 2 else next(iter(children(host)), host)
                        os.kill(victim, signal.SIGKILL)
                return decision.default

            end = await asyncio.wait_for(ann.play(match.id, 0, slow), PATIENCE_S)  # type: ignore[arg-type]
            assert count > 10
            assert sorted(end.result.places) in ([1, 2], [1, 1])


async def test_bots_continue_when_the_server_was_killed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    async with person(server) as ann:
        token = ann.token
        alone = await ann.create_match("agricola", 3, bots=dict.fromkeys(range(3), "farmer"))
        together = await ann.create_match("petrichor", 2, take=[0], bots={1: "gardener"})
    server.kill()
    server.start()
    try:
        async with person(server, token=token) as ann:
            # To look at a match would load it, and its bots would be asked: the list is read from the index.
            async with asyncio.timeout(PATIENCE_S):
                while alone.id not in await finished_matches(ann):  # noqa: ASYNC110 - another process plays it
                    await asyncio.sleep(0.1)
            end = await asyncio.wait_for(ann.play(together.id, 0, default), PATIENCE_S)  # type: ignore[arg-type]
            assert end.result.places
            ends = [update.ended async for update in ann.watch(alone.id) if update.ended is not None]
            assert len(ends[0].result.places) == 3
    finally:
        server.kill()


async def finished_matches(ann: Tilth) -> list[str]:
    return [match.id async for match in ann.matches(state=lobby_pb2.MATCH_STATE_FINISHED)]


WITHOUT_CLIENTS = """
import sys
sys.path[:] = [place for place in sys.path if not place.rstrip("/").endswith("clients")]
"""


def test_without_the_client_packages_the_flag_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_CLIENTS)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    address = f"127.0.0.1:{own_port()}"
    words = (*SERVE, "--data", str(tmp_path / "data"), "--listen", address, "--bots", "first")
    ended = subprocess.run(words, check=False, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode
    assert "--bots needs the client packages, which are not installed" in ended.stderr


async def test_without_the_client_packages_bots_are_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_CLIENTS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(tmp_path / "data") as server:
        async with person(server) as ann:
            assert not await ann.bots()
            with pytest.raises(Refused) as refused:
                await ann.create_match("petrichor", 2, take=[0], bots={1: "first"})
            assert refused.value.reason == "BOTS_OFF"
            assert "this server runs no bots" in str(refused.value)

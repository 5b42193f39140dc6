"""Workers: ports are called in processes of their own, and whatever those do, an answer comes or a reason."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.outside import ports as kinds
from tilth_server.outside import NoAnswer, PortFailed, Workers, ports
from tilth_server.worker import framed

NAMES = (
    "doubles",
    "whose",
    "prints",
    "raises",
    "sleeps",
    "dies_once",
    "hangs_once",
    "dies",
    "breaks_off_once",
)
PATIENCE_S = 60
"""For a process that starts and ends, on a machine that may be busy."""
PORTS = {name: f"{kinds.__name__}:{name}" for name in NAMES}


@asynccontextmanager
async def workers(**how: Any) -> AsyncIterator[Workers]:
    opened = Workers(PORTS, **how)
    try:
        yield opened
    finally:
        await opened.close()


async def test_a_port_is_called_elsewhere_and_its_answer_comes_back() -> None:
    async with workers() as oracle:
        assert oracle.has("doubles")
        assert not oracle.has("petrichor")
        assert await oracle.ask("doubles", 21) == b"42"
        assert int(await oracle.ask("whose", None)) != os.getpid()
        assert await oracle.ask("prints", "fact") == b"fact"


async def test_one_process_answers_many_questions_and_only_so_many_run() -> None:
    async with workers(most=2) as oracle:
        assert len({await oracle.ask("whose", None) for _ in range(5)}) == 1
        answers = asyncio.gather(*(oracle.ask("sleeps", 0.2) for _ in range(4)))
        assert await answers == [b"awake"] * 4
        assert len(set(await asyncio.gather(*(oracle.ask("whose", None) for _ in range(6))))) <= 2


async def test_the_loop_is_free_while_a_port_works() -> None:
    async with workers() as oracle:
        await oracle.ask("doubles", 1)
        asked = asyncio.create_task(oracle.ask("sleeps", 0.5))
        looks = 0
        while not asked.done():
            looks += 1
            await asyncio.sleep(0.005)
        assert looks > 5, "a loop that is held up comes to look twice at most"


async def test_a_port_that_raises_says_why_and_is_not_asked_again() -> None:
    async with workers(most=1) as oracle:
        worker = await oracle.ask("whose", None)
        with pytest.raises(PortFailed, match=r"raises on 'cracked': ValueError: cracked"):
            await oracle.ask("raises", "cracked")
        assert await oracle.ask("whose", None) == worker, "its process lives on"


async def test_a_worker_that_dies_is_replaced_and_the_question_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with workers() as oracle:
        assert await oracle.ask("dies_once", str(tmp_path / "died")) == b"alive"
        assert "a worker was replaced" in capsys.readouterr().out


async def test_a_worker_that_hangs_is_replaced_and_the_question_asked_again(tmp_path: Path) -> None:
    async with workers(seconds=3.0) as oracle:
        assert await oracle.ask("hangs_once", str(tmp_path / "hung")) == b"alive"


async def test_one_that_is_killed_while_it_has_nothing_to_do_is_replaced() -> None:
    async with workers() as oracle:
        os.kill(int(await oracle.ask("whose", None)), signal.SIGKILL)
        assert await oracle.ask("doubles", 4) == b"8"


async def test_after_some_tries_it_is_given_up() -> None:
    async with workers() as oracle:
        with pytest.raises(NoAnswer, match="did not answer"):
            await oracle.ask("dies", 7)
        assert await oracle.ask("doubles", 4) == b"8"


async def test_where_none_can_be_started_there_is_no_answer_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine has no room for a process: the question is good, and may be asked again."""
    async with workers() as oracle:
        with monkeypatch.context() as crowded:
            crowded.setattr(sys, "executable", str(tmp_path / "nowhere"))
            with pytest.raises(NoAnswer):
                await oracle.ask("doubles", 4)
        assert oracle.replaced == 3
        assert await oracle.ask("doubles", 4) == b"8"


async def test_who_is_cancelled_leaves_no_answer_behind_for_the_next() -> None:
    async with workers(most=1) as oracle:
        await oracle.ask("doubles", 1)
        asked = asyncio.create_task(oracle.ask("sleeps", 600))
        await asyncio.sleep(0.05)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await oracle.ask("doubles", 2) == b"4"


async def test_closing_ends_the_processes_even_busy_ones() -> None:
    async with workers() as oracle:
        process = int(await oracle.ask("whose", None))
        busy = asyncio.create_task(oracle.ask("sleeps", 600))
        await asyncio.sleep(0.1)
        busy.cancel()
    with pytest.raises(asyncio.CancelledError):
        await busy
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_who_waits_while_all_is_closed_gets_no_answer_and_starts_nothing() -> None:
    async with workers(most=1) as oracle:
        await oracle.ask("doubles", 1)
        busy = asyncio.create_task(oracle.ask("sleeps", 600))
        next_in_line = asyncio.create_task(oracle.ask("doubles", 2))
        await asyncio.sleep(0.1)
    for asked in (busy, next_in_line):
        with pytest.raises(NoAnswer):
            await asked


async def test_one_that_ends_in_the_middle_of_its_answer_is_replaced(tmp_path: Path) -> None:
    async with workers() as oracle:
        assert await oracle.ask("breaks_off_once", str(tmp_path / "broke off")) == b"whole"


def test_a_worker_ends_with_its_server() -> None:
    """Its stdin ends when the server is gone, however that went."""
    with subprocess.Popen(
        [sys.executable, "-m", "tilth_server.worker", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(framed((PORTS["doubles"], 3)))
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0


def test_a_worker_that_hangs_ends_without_a_server_too() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilth_server.worker", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(framed((PORTS["sleeps"], 600)))
        process.stdin.flush()
        assert process.wait(PATIENCE_S) == -signal.SIGALRM


def test_sonoras_port_is_found_among_the_installed() -> None:
    assert ports()["sonora"] == "tilth_physics:port"

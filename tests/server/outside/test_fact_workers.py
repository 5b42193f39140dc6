"""Fact workers: ports are called in processes of their own, and the caller gets an answer or a reason."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.outside import ports as kinds
from tilth_server.outside.fact_source import FactSourceFailed, FactTimeout, NoWorker
from tilth_server.outside.fact_workers import FactWorkers
from tilth_server.outside.ports import ports
from tilth_server.workers.request_loop import delimited

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
"""The seconds that a process may take to start and end, on a machine that may be busy."""
PORTS = {name: f"{kinds.__name__}:{name}" for name in NAMES}


@asynccontextmanager
async def workers(**how: Any) -> AsyncIterator[FactWorkers]:
    opened = FactWorkers(PORTS, **how)
    try:
        yield opened
    finally:
        await opened.close()


async def test_a_port_is_called_in_another_process_and_its_answer_comes_back() -> None:
    async with workers() as source:
        assert source.has("doubles")
        assert not source.has("petrichor")
        assert await source.ask("doubles", 21) == b"42"
        assert int(await source.ask("whose", None)) != os.getpid()
        assert await source.ask("prints", "fact") == b"fact"


async def test_one_process_answers_many_questions_and_max_workers_is_kept() -> None:
    async with workers(max_workers=2) as source:
        assert len({await source.ask("whose", None) for _ in range(5)}) == 1
        answers = asyncio.gather(*(source.ask("sleeps", 0.2) for _ in range(4)))
        assert await answers == [b"awake"] * 4
        assert len(set(await asyncio.gather(*(source.ask("whose", None) for _ in range(6))))) <= 2


async def test_the_loop_is_free_while_a_port_works() -> None:
    async with workers() as source:
        await source.ask("doubles", 1)
        question = asyncio.create_task(source.ask("sleeps", 0.5))
        looks = 0
        while not question.done():
            looks += 1
            await asyncio.sleep(0.005)
        assert looks > 5, "a blocked loop looks at most twice"


async def test_a_port_that_raises_gives_its_error_and_is_not_asked_again() -> None:
    async with workers(max_workers=1) as source:
        worker = await source.ask("whose", None)
        with pytest.raises(FactSourceFailed, match=r"raises on 'cracked': ValueError: cracked"):
            await source.ask("raises", "cracked")
        assert await source.ask("whose", None) == worker, "its process lives on"


async def test_a_worker_that_dies_is_replaced_and_the_question_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with workers() as source:
        assert await source.ask("dies_once", str(tmp_path / "died")) == b"alive"
        assert "worker replaced" in capsys.readouterr().out


async def test_a_worker_that_hangs_is_replaced_and_the_question_asked_again(tmp_path: Path) -> None:
    async with workers(answer_seconds=3.0) as source:
        assert await source.ask("hangs_once", str(tmp_path / "hung")) == b"alive"


async def test_an_idle_worker_that_is_killed_is_replaced() -> None:
    async with workers() as source:
        os.kill(int(await source.ask("whose", None)), signal.SIGKILL)
        assert await source.ask("doubles", 4) == b"8"


async def test_a_question_that_kills_every_worker_fails_after_some_tries() -> None:
    async with workers() as source:
        with pytest.raises(FactTimeout, match="did not answer"):
            await source.ask("dies", 7)
        assert await source.ask("doubles", 4) == b"8"


async def test_a_question_fails_at_once_while_no_worker_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine has no room for a process: the question is good, and may be asked again."""
    async with workers(first_pause=0.2) as source:
        with monkeypatch.context() as crowded:
            crowded.setattr(sys, "executable", str(tmp_path / "nowhere"))
            for _ in range(50):
                with pytest.raises(NoWorker):
                    await source.ask("doubles", 4)
            assert source.missing
        assert source.replaced == 1, "attempts are made in their own time, however often somebody asks"
        async with asyncio.timeout(PATIENCE_S):
            while source.missing:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
        assert await source.ask("doubles", 4) == b"8"


async def test_pauses_between_attempts_grow_and_their_errors_share_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))
    async with workers(first_pause=0.01) as source:
        began = asyncio.get_running_loop().time()
        with pytest.raises(NoWorker):
            await source.ask("doubles", 4)
        async with asyncio.timeout(PATIENCE_S):
            while source.replaced < 6:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.005)
        assert asyncio.get_running_loop().time() - began >= 0.01 + 0.02 + 0.04 + 0.08 + 0.16
    lines = [line for line in capsys.readouterr().out.splitlines() if "worker replaced" in line]
    assert len(lines) == 2, "one at once, one with the count of the others"
    assert "count" in lines[1]


async def test_a_worker_can_be_started_before_the_first_question() -> None:
    async with workers() as source:
        await source.start()
        worker = await source.ask("whose", None)
        assert await source.ask("whose", None) == worker


async def test_a_port_that_cannot_be_loaded_is_named_at_the_start() -> None:
    source = FactWorkers({"broken": "nowhere.to.be.found:port"})
    with pytest.raises(NoWorker, match=r"broken.*cannot load its ports.*nowhere"):
        await source.start()
    await source.close()


async def test_the_answer_for_a_cancelled_caller_does_not_reach_the_next_one() -> None:
    async with workers(max_workers=1) as source:
        await source.ask("doubles", 1)
        question = asyncio.create_task(source.ask("sleeps", 600))
        await asyncio.sleep(0.05)
        question.cancel()
        with pytest.raises(asyncio.CancelledError):
            await question
        assert await source.ask("doubles", 2) == b"4"


async def test_closing_ends_idle_and_busy_processes() -> None:
    async with workers() as source:
        process = int(await source.ask("whose", None))
        busy = asyncio.create_task(source.ask("sleeps", 600))
        await asyncio.sleep(0.1)
        busy.cancel()
    with pytest.raises(asyncio.CancelledError):
        await busy
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_callers_that_wait_when_the_workers_close_get_no_answer() -> None:
    async with workers(max_workers=1) as source:
        await source.ask("doubles", 1)
        busy = asyncio.create_task(source.ask("sleeps", 600))
        next_in_line = asyncio.create_task(source.ask("doubles", 2))
        await asyncio.sleep(0.1)
    for question in (busy, next_in_line):
        with pytest.raises(FactTimeout):
            await question


async def test_a_worker_that_ends_in_the_middle_of_its_answer_is_replaced(tmp_path: Path) -> None:
    async with workers() as source:
        assert await source.ask("breaks_off_once", str(tmp_path / "broke off")) == b"whole"


def test_a_worker_ends_with_its_server() -> None:
    """Its stdin ends when the server is gone, however that went."""
    with subprocess.Popen(
        [sys.executable, "-m", "tilth_server.outside.worker_main", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(delimited(pickle.dumps((PORTS["doubles"], 3))))
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0


def test_a_worker_that_hangs_ends_even_without_a_server() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilth_server.outside.worker_main", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(delimited(pickle.dumps((PORTS["sleeps"], 600))))
        process.stdin.flush()
        assert process.wait(PATIENCE_S) == -signal.SIGALRM


def test_sonoras_port_is_found_among_the_installed() -> None:
    assert ports()["sonora"] == "tilth_physics:port"

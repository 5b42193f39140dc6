"""Processes beside the server that obey commands: one JSON object a line in, one out."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.processes import CLIENT_CORE, SERVER_CORE

__all__ = ["CLIENT_CORE", "LOWEST_PRIORITY", "SERVER_CORE", "Child", "obey", "on_core"]

ROOT = Path(__file__).parents[2]
LOWEST_PRIORITY = 19
"""The niceness of attackers and sinks, which give way to every other process."""

Handler = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class Child:
    """A process of ours. `ask` sends a command and waits for its reply."""

    def __init__(self, module: str, *arguments: str, core: int | None, niceness: int = 0) -> None:
        with on_core(core):
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        os.setpriority(os.PRIO_PROCESS, self._process.pid, niceness)

    def tell(self, **command: Any) -> None:
        """Send a command; its reply is read by `reply`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()

    def reply(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._process.args!r} ended with {self._process.wait()}")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def ask(self, **command: Any) -> dict[str, Any]:
        self.tell(**command)
        return self.reply()

    def end(self) -> None:
        with self._process:
            self._process.kill()


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Run processes that are started in this block on one core only (None, or a machine with one core: anywhere)."""
    before = os.sched_getaffinity(0)
    if core is not None and len(before) > 1:
        os.sched_setaffinity(0, {sorted(before)[core]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


async def obey(handlers: dict[str, Handler]) -> None:
    """Do what each line says until there are no more lines. Each names its handler under `do`."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        command = json.loads(line)
        reply = await handlers[command.pop("do")](command)
        print(json.dumps(reply), flush=True)

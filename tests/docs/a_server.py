"""A real server, in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.warm import Process


@dataclass
class Running:
    address: str
    process: Process

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return self.process.wait(60)


@contextmanager
def serving(data: Path, *flags: str) -> Iterator[Running]:
    words = [
        sys.executable,
        "-m",
        "tilth_server.main",
        "serve",
        "--data",
        str(data),
        "--listen",
        "127.0.0.1:0",
    ]
    with Process([*words, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None, "it was asked for"
        try:
            greeting = process.stdout.readline()
            assert " on " in greeting, process.communicate()
            yield Running(greeting.partition(" on ")[2].split()[0], process)
        finally:
            process.kill()

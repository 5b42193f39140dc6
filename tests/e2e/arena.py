"""`tilth arena` as somebody runs it, and what it leaves in its folder."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.warm import Process

ARENA = (sys.executable, "-m", "tilth_cli.main", "arena")
PATIENCE_S = 90.0


class Arena:
    """An arena in a folder of its own below the place where its bots lie."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.folder = place / "arena"

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"XDG_CONFIG_HOME": str(self.place), "TILTH_LANG": "en", "COLUMNS": ""}

    @contextmanager
    def started(self, *words: str) -> Iterator[Process]:
        """Start an arena with `--json`, so that its lines can be read one by one."""
        process = Process(
            [*ARENA, *words, "--folder", str(self.folder), "--json"],
            cwd=self.place,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def run(self, *words: str) -> list[dict[str, Any]]:
        """Run the arena to its end, and return the lines that it printed."""
        with self.started(*words) as process:
            out, error = process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0, error
        return [json.loads(line) for line in out.splitlines()]

    def log(self, game: int, bot: str) -> str:
        return (self.folder / "logs" / f"{game:06}-{bot}.log").read_text()

    def server_pid(self) -> int:
        """The process that serves this arena's data. The one that writes its log is a fork, and younger."""
        return min(pid for pid, words in processes() if str(self.folder / "data") in words)


def processes() -> Iterator[tuple[int, list[str]]]:
    """Return all running processes: their ids and command lines."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                yield int(entry.name), (entry / "cmdline").read_text().split("\0")
            except OSError:
                continue


def games_printed(process: Process, count: int) -> list[dict[str, Any]]:
    """Return the next `count` games that the process reports."""
    assert process.stdout is not None
    games: list[dict[str, Any]] = []
    while len(games) < count:
        line = process.stdout.readline()
        assert line, process.stderr and process.stderr.read()
        report = json.loads(line)
        if "game" in report:
            games.append(report)
    return games


def interrupted(process: Process) -> str:
    """Press Ctrl-C, and return what the process then prints on stderr."""
    process.send_signal(signal.SIGINT)
    error: str = process.communicate(timeout=PATIENCE_S)[1]
    return error


def last_line(text: str) -> str:
    """Return the last line without the parts that differ from run to run."""
    return re.sub(r"; [\d.]+ s of CPU time, \d+ MiB$", "", text.splitlines()[-1])

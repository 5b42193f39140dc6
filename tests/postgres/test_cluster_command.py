"""`make cluster` shows a tournament on three nodes, and leaves nothing behind. A sweep runs it; it takes a minute."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seeds import Seeds
from tests.warm import Process

COMMAND = (sys.executable, "-m", "tools.cluster", "--once")


def processes_of(folder: Path) -> list[str]:
    """Return the command lines of the processes whose arguments name a folder."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(folder) in line:
            found.append(line)
    return found


def store_of(folder: Path) -> int:
    """Return the port of the PostgreSQL on which the nodes in a folder serve."""
    (line, *_) = processes_of(folder)
    return int(line.partition("tilth@127.0.0.1:")[2].partition(",")[0])


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("postgres_binaries")
@pytest.mark.parametrize("stopped", [False, True], ids=["to the end", "stopped by Ctrl-C"])
def test_a_cluster_plays_a_tournament_and_leaves_nothing(tmp_path: Path, seeds: Seeds, stopped: bool) -> None:
    if seeds.sweep is None:
        pytest.skip("a minute long: part of make sweep")
    process = Process(
        COMMAND,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    printed, port = "", 0
    for line in process.stdout:
        printed += line
        if "Watch it in a browser" in line:
            port = store_of(tmp_path)
        if stopped and "was killed" in line:
            process.send_signal(signal.SIGINT)
    code = process.wait(60)
    if stopped:
        assert code == 130, printed
    else:
        assert code == 0, printed
        assert "no faults" in printed
        assert "The standby holds the same" in printed
        assert (
            printed.index("was killed")
            < printed.index("is back")
            < printed.index("The tournament is finished")
        )
    assert processes_of(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    assert port
    assert processes_of(Path(f"-p {port}")) == [], "PostgreSQL has ended"

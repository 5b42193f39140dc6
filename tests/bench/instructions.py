"""The instructions that a fixed piece of work takes. No other work on the machine disturbs this figure.

    python -m tests.bench.instructions LINE COUNT

does the work of a line COUNT times, the same each time it is called, and prints how many answers or events that were.
`counted` runs it under callgrind.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

FEW: Final = 2
MANY: Final = 6
COUNTED: Final = re.compile(rb"Collected : (\d+)")
SECONDS: Final = 1800
RUN: Final = """
import gc, runpy, sys
gc.disable()
runpy.run_module("tests.bench.instructions", run_name="__main__")
"""
"""The garbage collector is off: one pass through all objects takes as many instructions as hundreds of answers, and
which build happens to need one while it is counted says nothing about either."""


def petrichor(journal: bool) -> Callable[[int], int]:
    def play(count: int) -> int:
        from tests.bench import playout

        return sum(playout.play(4, seed, Random(seed), journal)[0] for seed in range(count))

    return play


def earth(count: int) -> int:
    from tests.bench import fields

    return sum(fields.play(seed, Random(seed), False)[0] for seed in range(count))


def agricola(family: bool) -> Callable[[int], int]:
    def play(count: int) -> int:
        from tests.bench import harvests

        options = harvests.FAMILY if family else harvests.FULL
        return sum(harvests.play(options, seed, Random(seed), False)[0] for seed in range(count))

    return play


WORKLOADS: Final[dict[str, Callable[[int], int]]] = {
    "petrichor.playout": petrichor(journal=False),
    "petrichor.playout.journal": petrichor(journal=True),
    "earth.playout": earth,
    "agricola.playout": agricola(family=False),
    "agricola.family": agricola(family=True),
}
"""By the name of the line."""


def counted(tree: Path, line: str) -> float:
    """Return the instructions an answer, of the build in this tree. What starting costs is taken off."""
    few, many = (_collected(tree, line, count) for count in (FEW, MANY))
    return (many[0] - few[0]) / (many[1] - few[1])


def _collected(tree: Path, line: str, count: int) -> tuple[int, int]:
    words: list[str] = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        str(tree / ".venv" / "bin" / "python"),
    ]
    run = subprocess.run(
        [*words, "-c", RUN, line, str(count)],
        cwd=tree,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    found = COUNTED.search(run.stderr)
    assert found is not None, run.stderr[-500:]
    return int(found[1]), int(run.stdout)


if __name__ == "__main__":
    print(WORKLOADS[sys.argv[1]](int(sys.argv[2])))

"""Two builds measured in turns: is this one slower than the one of another commit?

Each round measures both builds, group by group, and the one that begins changes from round to round. A line's ratio is
that of a round, this build to the other, each held against the baseline of its own run; above 1 is better. The result
is the median of the ratios with the interval that holds the true median in some nine of ten cases. A line has become
worse if its whole interval lies more than 3 % below 1. A line whose interval is wider than 6 % is judged by what is
steadier: the server's CPU an answer, or the instructions that callgrind counts for a fixed number of matches.
"""

import json
import shutil
import subprocess
import sys
from math import comb
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from tests.bench import instructions

ROOT: Final = Path(__file__).resolve().parent.parent.parent
ROUNDS: Final = 10
ALLOWED: Final = 0.03
WIDEST: Final = 0.06
CONFIDENCE: Final = 0.89
"""Ten values give 89 %, and no more than that without being much wider."""
SERVER_CPU: Final = "server us of CPU an answer"
GROUP_SECONDS: Final = 600
OWN: Final = "measured_by_itself"
"""The folder with the other build's own measurements: what reaches into the inside of a build can't measure another."""

Line = dict[str, Any]


class Interval(NamedTuple):
    """A median, and the least and greatest value that it may well have."""

    low: float
    middle: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    def __str__(self) -> str:
        return f"{self.middle:.3f} [{self.low:.3f}, {self.high:.3f}]"


def compare(commit: str, groups: list[str], rounds: int) -> int:
    """Measure both builds in turns and print a line for each measurement. Return 1 if one has become worse."""
    other = built(commit)
    seen: dict[str, list[tuple[Line, Line]]] = {}
    alone: set[str] = set()
    for turn in range(rounds):
        for group in groups:
            order = (ROOT, other) if turn % 2 == 0 else (other, ROOT)
            lines = {tree: measured(tree, group) for tree in order}
            alone |= lines[ROOT].keys() - lines[other].keys()
            for name, line in lines[ROOT].items():
                if name in lines[other]:
                    seen.setdefault(name, []).append((line, lines[other][name]))
        print(f"round {turn + 1} of {rounds} is done", file=sys.stderr, flush=True)
    if alone:
        print(f"not measured by {commit}, so not compared: {', '.join(sorted(alone))}")
    if not seen:
        print("no line was compared")
        return 1
    worse = [name for name, pairs in seen.items() if not judged(name, pairs, other)]
    print(f"worse than {commit}: {', '.join(worse) or 'nothing'}")
    return 1 if worse else 0


def built(commit: str) -> Path:
    """Return a tree of the commit with an environment of its own, and with these measurements beside its own."""
    full = subprocess.run(
        ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    tree = ROOT / f".bench-{full[:12]}"
    if not tree.exists():
        tree.mkdir()
        packed = subprocess.run(["git", "archive", full], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "x"], cwd=tree, input=packed, check=True)
        shutil.copytree(tree / "tests", tree / OWN / "tests")
    subprocess.run(["make", "--no-print-directory", "setup"], cwd=tree, stdout=sys.stderr, check=True)
    shutil.copytree(ROOT / "tests" / "bench", tree / "tests" / "bench", dirs_exist_ok=True)
    return tree


def measured(tree: Path, group: str) -> dict[str, Line]:
    """Return the lines of a group by name; none if this tree cannot measure it."""
    run = _run(tree, tree, group)
    if run.returncode and (tree / OWN).exists():
        run = _run(tree, tree / OWN, group)
    if run.returncode:
        print(
            f"{tree.name}: {group} failed: {run.stderr.strip().splitlines()[-1:]}",
            file=sys.stderr,
            flush=True,
        )
    return {line["name"]: line for line in map(json.loads, run.stdout.splitlines())}


def _run(tree: Path, folder: Path, group: str) -> subprocess.CompletedProcess[str]:
    """Measure the build of the tree by the tests in the folder."""
    return subprocess.run(
        [tree / ".venv" / "bin" / "python", "-m", "tests.bench", group],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=GROUP_SECONDS,
        check=False,
    )


def judged(name: str, pairs: list[tuple[Line, Line]], other: Path) -> bool:
    """Print how a line compares. Return whether it is no worse."""
    ratios = [_ratio(*pair) for pair in pairs]
    interval = interval_of(ratios)
    judge = "ratio"
    if interval.width > WIDEST:
        if all(SERVER_CPU in line["beside"] for pair in pairs for line in pair):
            judge = SERVER_CPU
            interval = interval_of(
                [old["beside"][SERVER_CPU] / new["beside"][SERVER_CPU] for new, old in pairs]
            )
        elif name in instructions.WORKLOADS and shutil.which("valgrind"):
            judge = "instructions"
            steady = instructions.counted(other, name) / instructions.counted(ROOT, name)
            interval = Interval(steady, steady, steady)
    holds = interval.high >= 1 - ALLOWED
    print(
        json.dumps(
            {
                "name": name,
                "ratio": str(interval_of(ratios)),
                "judged by": judge,
                "interval": str(interval),
                "rounds": len(pairs),
                "worse": not holds,
            }
        ),
        flush=True,
    )
    return holds


def _ratio(new: Line, old: Line) -> float:
    """Return the ratio of the new line to the old one; above 1 is better."""
    if new.get("at_most"):
        return float(old["value"]) / float(new["value"])
    if "CPU" in new["unit"]:
        # A rate a second of CPU time: what the machine can do at the moment stands beside it.
        return float(new["value"] / new["baseline"] / (old["value"] / old["baseline"]))
    return float(new["value"]) / float(old["value"])


def interval_of(ratios: list[float]) -> Interval:
    """Return the median and its interval, by the order of the values: nothing is assumed of how they spread."""
    ranked = sorted(ratios)
    count = len(ranked)
    left_out, below = 0, 0.0
    for at in range((count - 1) // 2):
        below += comb(count, at) / 2**count
        if 1 - 2 * below < CONFIDENCE:
            break
        left_out = at
    return Interval(ranked[left_out], median(ranked), ranked[count - 1 - left_out])

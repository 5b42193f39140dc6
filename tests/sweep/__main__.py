"""Run the tests that search at random, with fresh seeds, in rounds, until the time is up."""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.sweep.turns import Turns, page_tests

TREE = Path(__file__).parents[2]
SEARCHES = re.compile(
    r"^\s*@(?:given|examples)\(|mark\.sweep\b|\b(?:seeds|sweep): (?:Seeds|Sweep)\b|^class Test\w*\(\w*Contract",
    re.MULTILINE,
)
"""Stands in the files of tests that a sweep runs."""
SECONDS = 600
SHARE_S = 3.0
"""Seconds for which a test continues with further seeds in a round."""
ROUND_S = 15
"""A round is not begun for less: its processes need some seconds before the first test."""
BELOW = 10**9
NOTHING_RAN = 5
"""The exit code of pytest then."""


def main() -> int:
    """Return 0 if no test has failed."""
    options = arguments()
    until = time.time() + options.seconds
    if options.seed is not None:
        return one_round(options.part, options.seed, until, share=0)
    share = float(options.seconds) if "::" in options.part else SHARE_S
    numbers = random.Random(options.begin) if options.begin else random.SystemRandom()
    turns = Turns([] if options.part else page_tests(), numbers.randrange(BELOW))
    while True:
        seed = numbers.randrange(BELOW)
        left = max(0.0, until - time.time())
        print(f"=== a round with seed {seed}, {left:.0f} s left ===", flush=True)
        code = one_round(options.part, seed, until, share, turns.take(left))
        if code or until - time.time() < ROUND_S:
            return code


def arguments() -> argparse.Namespace:
    """Return what the command line says; a word that is left empty counts as not given."""
    parser = argparse.ArgumentParser(prog="make sweep")
    parser.add_argument("--seconds", default="", help=f"how long to search; {SECONDS} unless told")
    parser.add_argument("--part", default="", help="a folder, a file or a test; or a word of its name")
    parser.add_argument("--seed", default="", help="try this seed only, once")
    parser.add_argument(
        "--begin", default="", help="a text from which the rounds' seeds follow; else they are fresh"
    )
    options = parser.parse_args()
    options.seconds = int(options.seconds or SECONDS)
    options.seed = int(options.seed) if options.seed else None
    return options


def one_round(part: str, seed: int, until: float, share: float, page: Sequence[str] = ()) -> int:
    """Run every test of the part once, and these tests of the page; return pytest's exit code."""
    workers = 0 if "::" in part else os.cpu_count() or 1
    chosen = [part] if part.startswith("tests") else [*page, *files()]
    words = ["-k", part] if part and not part.startswith("tests") else []
    command = [
        *(sys.executable, "-m", "pytest", "-m", "", "-q", "-rf", "--tb=short", *chosen, *words),
        *("-n", str(workers), "--maxschedchunk", "1", "-p", "no:cacheprovider"),
        *("--sweep", str(seed), "--sweep-until", str(until), "--sweep-share", str(share)),
        *("--hypothesis-seed", str(seed)),
    ]
    code = subprocess.run(command, cwd=TREE, check=False).returncode
    return 0 if code == NOTHING_RAN and not part else code


def files() -> list[str]:
    """Return the files with tests that search at random, so that no other is read. Those in a browser take turns: one
    of them may take as long as a whole round.
    """
    return sorted(
        str(file.relative_to(TREE))
        for file in (TREE / "tests").rglob("test_*.py")
        if file.parent.name != "browser" and SEARCHES.search(file.read_text(encoding="utf-8"))
    )


sys.exit(main())

"""The long tests of the page, which take turns in a sweep: each round takes those for which it has the time."""

import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

TREE: Final = Path(__file__).parents[2]
BROWSER: Final = "tests/browser"
QUARTER: Final = 0.25
"""The share of the time left that the page's tests may take, so that everything else keeps its turns."""
SHORT_S: Final = 45.0
LONG_S: Final = 240.0
LONG: Final = (
    "test_a_whole_match_is_played_by_clicking_and_replayed_as_it_was",
    "test_two_browsers_play_against_each_other",
)
"""Tests that play a match to its end. The others play a few answers at most."""


def page_tests() -> list[str]:
    """Return the ids of the page's tests that only a sweep runs; none where no Chromium is installed, which would skip
    them."""
    from tests.report.browser import found

    if found() is None:
        return []
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "sweep", BROWSER)
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if line.startswith(f"{BROWSER}/") and "::" in line]


def length(test: str) -> float:
    """Return the seconds that a test of the page may take."""
    name = test.rpartition("::")[2].partition("[")[0]
    return LONG_S if name in LONG else SHORT_S


class Turns:
    """A queue of tests. A test that has had its turn goes to the end; one that did not fit keeps its place."""

    def __init__(self, tests: Sequence[str], first: int) -> None:
        self._waiting = deque(tests)
        if tests:
            self._waiting.rotate(-(first % len(tests)))

    def take(self, seconds_left: float) -> list[str]:
        """Return the tests whose turn it is in a round that begins with this time left: together they take at most a
        quarter of it."""
        room = seconds_left * QUARTER
        taken: list[str] = []
        for test in list(self._waiting):
            if length(test) <= room:
                room -= length(test)
                taken.append(test)
        for test in taken:
            self._waiting.remove(test)
        self._waiting.extend(taken)
        return taken

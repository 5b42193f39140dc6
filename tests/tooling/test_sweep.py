"""Tests that search at random have the same seeds in each run of the tests, and fresh ones in a sweep."""

import re
import subprocess
import sys
from pathlib import Path

from tests.report.browser import found
from tests.seeds import thinned
from tests.sweep.turns import LONG, Turns, length, page_tests

TREE = Path(__file__).parents[2]
SEARCHING = """
import pytest
from hypothesis import given, strategies as st
from tests.seeds import Seeds, examples, thinned

def test_a_walk(seeds: Seeds) -> None:
    for seed in seeds(5):
        assert seed not in (3, 700)

def test_one_seed(seeds: Seeds) -> None:
    assert seeds.first in (0, 1000)

@pytest.mark.sweep
def test_a_long_one() -> None:
    pass

@examples(1, 300)
@given(number=st.integers(0, 1000))
def test_numbers(number: int) -> None:
    assert number < 900

def test_of_nothing_random() -> None:
    pass
"""


def ran(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the tests above with these words more."""
    (folder / "test_searching.py").write_text(SEARCHING)
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder))
    settings = ("-c", str(TREE / "pyproject.toml"), "-o", f"pythonpath={TREE}", str(folder))
    return subprocess.run(
        [*command, *settings, *words], cwd=TREE, capture_output=True, text=True, check=False
    )


def test_a_test_fails_with_the_same_seed_each_time_and_names_the_command_that_repeats_it(
    tmp_path: Path,
) -> None:
    done = ran(tmp_path)
    assert "1 failed, 3 passed, 1 deselected" in done.stdout, done.stdout
    assert "make sweep PART='test_searching.py::test_a_walk' SEED=3" in done.stdout


def test_a_sweep_begins_with_its_seed_runs_only_searching_tests_and_continues_with_further_seeds(
    tmp_path: Path,
) -> None:
    later = "9" * 10
    once = ran(tmp_path, "-m", "", "-k", "not numbers", "--sweep", "1000", "--sweep-until", later)
    assert "3 passed" in once.stdout, once.stdout
    words = ("--sweep", "690", "--sweep-until", later, "--sweep-share", "60")
    on = ran(tmp_path, "-m", "", "-k", "walk", *words)
    assert "1 failed" in on.stdout, on.stdout
    assert "SEED=700" in on.stdout


def test_a_sweep_begins_no_test_when_its_time_is_up(tmp_path: Path) -> None:
    done = ran(tmp_path, "-m", "", "--sweep", "1", "--sweep-until", "1")
    assert "no tests ran" in done.stdout, done.stdout


def test_hypothesis_finds_the_same_example_again_with_the_seed_of_the_sweep(tmp_path: Path) -> None:
    words = ("-m", "", "-k", "numbers", "--sweep-until", "9" * 10, "--sweep", "77", "--hypothesis-seed", "77")
    first, second = ran(tmp_path, *words), ran(tmp_path, *words)
    assert "SEED=77" in first.stdout, first.stdout
    found = [re.findall(r"number=(\d+)", run.stdout) for run in (first, second)]
    assert found[0]
    assert found[0] == found[1]


def test_one_test_is_repeated_with_one_seed() -> None:
    part = "tests/kernel/test_conforms.py::test_bazaar_conforms"
    command = (sys.executable, "-m", "tests.sweep", "--part", part, "--seed", "5")
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


PAGE = [
    f"tests/browser/test_it.py::{name}" for name in ("test_one", f"{LONG[0]}[phone-earth]", "test_two[ru]")
]


def test_a_short_sweep_has_time_for_one_short_test_of_the_page_and_a_long_one_for_all() -> None:
    for first in range(len(PAGE)):
        short = Turns(PAGE, first)
        rounds = [short.take(left) for left in (240, 150, 60, 5)]
        assert [len(taken) for taken in rounds] == [1, 0, 0, 0]
        assert length(rounds[0][0]) < 60
        assert sorted(Turns(PAGE, first).take(3_600)) == sorted(PAGE)


def test_the_tests_of_the_page_take_turns() -> None:
    turns = Turns(PAGE, 0)
    taken = [turns.take(240) for _ in range(4)]
    assert taken == [[PAGE[0]], [PAGE[2]], [PAGE[0]], [PAGE[2]]]
    # The long one has kept its place, and has its turn as soon as there is time for it.
    assert turns.take(980) == [PAGE[1]]
    assert Turns([], 7).take(10_000) == []


def test_every_test_of_the_page_that_waits_for_a_sweep_has_a_turn() -> None:
    tests = page_tests()
    assert bool(tests) == (found() is not None)
    names = {test.rpartition("::")[2].partition("[")[0] for test in tests}
    assert names >= set(LONG) or not tests


def test_the_page_comes_first_in_a_round(tmp_path: Path) -> None:
    (tmp_path / "browser").mkdir()
    (tmp_path / "browser" / "test_page.py").write_text(
        "import pytest\n\n@pytest.mark.sweep\ndef test_drawn() -> None:\n    pass\n"
    )
    words = ("-m", "", "-vv", "-k", "long_one or drawn", "--sweep-until", "9" * 10, "--sweep")
    for seed in ("1000", "1001"):
        done = ran(tmp_path, *words, seed)
        lines = [line for line in done.stdout.splitlines() if "PASSED" in line]
        assert len(lines) == 2, done.stdout
        assert "test_drawn" in lines[0]


def test_every_run_has_each_third_value_and_a_sweep_has_the_others() -> None:
    given = thinned([*zip("abcdef", range(6), strict=True), "g"], 3)
    assert [value.values for value in given] == [*zip("abcdef", range(6), strict=True), ("g",)]
    assert [not value.marks for value in given] == [True, False, False] * 2 + [True]
    assert {mark.name for value in given for mark in value.marks} == {"sweep"}

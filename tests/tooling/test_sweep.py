"""Tests that search at random have the same seeds in each run of the tests, and fresh ones in a sweep."""

import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).parents[2]
SEARCHING = """
import pytest
from hypothesis import given, strategies as st
from tests.seeds import Seeds, examples

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

"""A test that a page names for a ruling fails where nobody answers a decision in it."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_a_test_of_a_ruling_that_answers_nothing_fails(tmp_path: Path) -> None:
    name = "test_rooms_and_stables_are_built_one_by_one_till_it_is_enough"
    ruling = "test_sowing_and_baking_may_both_be_done"
    module = tmp_path / "test_rulings.py"
    module.write_text(
        f"from tests.agricola.test_building import {ruling} as played\n\n\n"
        f"def {ruling}():\n    assert True\n\n\ndef {name}():\n    assert True\n"
    )
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_runtest_call\n")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path))
    done = subprocess.run(
        [*command, str(module)], cwd=TESTS.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stdout
    assert "1 failed, 1 passed" in done.stdout
    assert "nobody answers a decision in it" in done.stdout

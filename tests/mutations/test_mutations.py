"""The list of faults stays true while the code changes."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.mutations.every import MUTATIONS
from tests.mutations.in_clients import IN_CLIENTS
from tests.mutations.in_rules import IN_RULES
from tests.mutations.in_server import IN_SERVER
from tests.mutations.mutation import TREE, Mutation
from tests.mutations.running import Copy

MIN_MUTATIONS = 60


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_its_old_text_stands_once_in_its_file_and_its_tests_are_there(mutation: Mutation) -> None:
    text = (TREE / mutation.file).read_text()
    assert text.count(mutation.old) == 1, "write the same fault again in the code as it is now"
    ast.parse(text.replace(mutation.old, mutation.new))
    assert mutation.new != mutation.old
    assert mutation.tests
    for test in mutation.tests:
        file, _, function = test.partition("::")
        assert function.partition("[")[0] in functions_of(TREE / file), test


def test_there_are_enough_of_them_in_every_part_and_each_has_a_name_of_its_own() -> None:
    assert len(MUTATIONS) >= MIN_MUTATIONS
    assert len(IN_RULES) >= MIN_MUTATIONS // 3
    assert len(IN_SERVER) >= MIN_MUTATIONS // 4
    assert len(IN_CLIENTS) >= MIN_MUTATIONS // 6
    for package in ("kernel", "petrichor", "sonora", "earth", "agricola"):
        assert any(f"tilth_rules/{package}/" in mutation.file for mutation in IN_RULES), package
    assert not [name for name, often in Counter(one.name for one in MUTATIONS).items() if often > 1]


@cache
def functions_of(file: Path) -> set[str]:
    """Return the tests in a file; those of a class as `Class::test`."""
    tree = ast.parse(file.read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_a_fault_is_tried_in_a_copy_and_one_that_no_test_sees_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tmp_path / "tree"
    (tree / "rules").mkdir(parents=True)
    (tree / "tests").mkdir()
    (tree / "rules" / "adding.py").write_text("def total(a, b):\n    return a + b\n")
    (tree / "tests" / "test_adding.py").write_text(
        "from adding import total\n\n\n"
        "def test_a_total() -> None:\n    assert total(2, 3) == 5\n\n\n"
        "def test_of_nothing() -> None:\n    assert total(0, 0) == 0\n"
    )
    monkeypatch.setattr("tests.mutations.running.TREE", tree)
    copy = Copy(tmp_path / "copy")
    tests = ("tests/test_adding.py::test_a_total", "tests/test_adding.py::test_of_nothing")
    fault = Mutation("minus", "rules/adding.py", "a + b", "a - b", tests)
    assert copy.run(fault).missed == (tests[1],)
    assert copy.run(fault._replace(old="return", new="return 1 +")).missed == ()
    assert copy.run(fault._replace(new="a +")).missed == tests
    for root in (tree, tmp_path / "copy"):
        assert (root / "rules" / "adding.py").read_text() == "def total(a, b):\n    return a + b\n"

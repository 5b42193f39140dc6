"""The workflow file that a code host runs, and the text editors' file."""

import re
import tomllib

import pytest

from tools.generate import REPOSITORY

WORKFLOW = (REPOSITORY / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", re.findall(r"- run: (.+)", WORKFLOW))
def test_a_step_is_a_target_of_the_makefile(command: str) -> None:
    assert re.match(r"make (\w+)", command)[1] in TARGETS  # type: ignore[index]  # a step that is none fails


def test_it_checks_and_tests_on_the_oldest_and_the_newest_python() -> None:
    assert {"make check", "make test"} <= set(re.findall(r"- run: (.+)", WORKFLOW))
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [name.rpartition(" ")[2] for name in project["classifiers"] if re.search(r":: 3\.\d+$", name)]
    (matrix,) = re.findall(r"python: \[(.*)\]", WORKFLOW)
    assert re.findall(r'"(.*?)"', matrix) == [versions[0], versions[-1]]


def test_editors_and_the_formatter_break_lines_at_the_same_place() -> None:
    ruff = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    editors = (REPOSITORY / ".editorconfig").read_text(encoding="utf-8")
    assert f"[*.py]\nmax_line_length = {ruff['line-length']}\n" in editors

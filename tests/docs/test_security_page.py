"""SECURITY.md names tests that exist."""

import re

import pytest

from tests.docs.pages import REPOSITORY, section

PAGE = (REPOSITORY / "SECURITY.md").read_text(encoding="utf-8")


def names_of_tests() -> set[str]:
    """Return the names of all test functions."""
    sources = (path.read_text(encoding="utf-8") for path in (REPOSITORY / "tests").rglob("test_*.py"))
    return {name for source in sources for name in re.findall(r"^(?:async )?def (test_\w+)", source, re.M)}


def promises() -> list[str]:
    """Return the rows of every table of promises."""
    rows = section(PAGE, "## What is promised").splitlines()
    return [row for row in rows if row.startswith("| ") and not row.startswith(("| promise", "| ---"))]


def test_the_page_names_tests_that_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 20
    assert not named - names_of_tests(), "rename it in SECURITY.md, too"


@pytest.mark.parametrize("row", promises(), ids=lambda row: row[2:40])
def test_every_promise_names_its_test(row: str) -> None:
    assert "`test_" in row

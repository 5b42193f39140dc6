"""Every link on a page leads somewhere, and the code names only pages that exist."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, REPOSITORY

PAGES = [*sorted(REPOSITORY.glob("*.md")), *sorted(DOCS.rglob("*.md"))]


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub makes from the headings of a page."""
    headings = re.findall(r"^#{1,6} (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        if target.startswith(("http://", "https://")):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        assert there.exists(), f"{path.name} links to {target}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{path.name} links to {target}"


def test_every_page_that_the_code_names_exists() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    command += ["*.py", "*.proto", "*.toml", "*.json", "Makefile", ":!tests/stores", ":!tests/tooling"]
    listed = subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    named = {
        (path, page)
        for path in listed
        if (REPOSITORY / path).is_file()
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", (REPOSITORY / path).read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert [each for each in sorted(named) if not (REPOSITORY / each[1]).exists()] == []

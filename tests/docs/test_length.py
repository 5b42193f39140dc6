"""A page is short enough to be read at once."""

from pathlib import Path

import pytest

from tests.docs.pages import DOCS

WORDS = 1600
GENERATED = ("reference/sdk.md", "reference/kernel-api.md", "protocol/recorded-match.md")
TABLES = ("protocol/reasons.md", "performance.md")
LONGER = ("architecture.md",)
"""Pages that are looked things up in, or that have still to be cut."""


def pages() -> list[Path]:
    """Return the pages that are read from the beginning to the end."""
    apart = {DOCS / name for name in (*GENERATED, *TABLES, *LONGER)}
    folders = {DOCS / "games", DOCS / "reference" / "schema"}
    return [
        path for path in sorted(DOCS.rglob("*.md")) if path not in apart and not folders & {*path.parents}
    ]


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(DOCS)))
def test_a_page_has_few_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.split()) <= WORDS

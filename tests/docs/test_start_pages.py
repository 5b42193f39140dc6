"""Every tutorial in docs/start works as it stands there, in a folder of its own."""

from pathlib import Path

import pytest

from tests.docs.pages import DOCS
from tests.docs.tutorial import blocks, tutorial

PAGES = sorted((DOCS / "start").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_works_from_its_first_line_to_its_last(tmp_path: Path, page: Path) -> None:
    steps = list(blocks(f"start/{page.name}"))
    assert any(step.kind == "sh" for step in steps)
    with tutorial(tmp_path) as reader:
        for step in steps:
            reader.do(step)

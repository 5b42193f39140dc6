"""The files that are written from the cards' data are up to date."""

from pathlib import Path

import pytest

from tests.earth.content.fields import face
from tilth_rules.earth.content.cards import FACES
from tools import earth_cards


def test_the_files_are_those_that_the_tool_writes() -> None:
    for path, text in earth_cards.files():
        assert path.read_text() == text, f"{path.name}: run `python -m tools.earth_cards --write`"


def test_the_page_has_every_face_once() -> None:
    rows = [line for line in earth_cards.page().splitlines() if line.startswith("| ") and "**" in line]
    assert len(rows) == len(FACES)


def test_the_page_marks_our_translations_and_figures_in_doubt() -> None:
    page = earth_cards.page()
    assert "**Белый дуб**°<br>" in page
    assert "**Прерия**<br>" in page
    assert "Open: its canopy: 2 points, or 3." in page
    assert "| 285a¹ | **Kauai**" in page


def test_a_face_is_a_message_with_its_text_and_its_facts() -> None:
    lines = earth_cards.messages("en").splitlines()
    at = lines.index(f"face-{face(14)} = Basil")
    assert lines[at + 1] == "    .text = Red: draw 1 card."
    assert lines[at + 2].startswith("    .facts = herb · wet · cost 3")


def test_the_part_above_the_card_messages_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.ftl").write_text("title = Earth\n\n" + earth_cards.MARKER + "\nold = old\n")
    monkeypatch.setattr(earth_cards, "TEXTS", tmp_path)
    texts = {path.name: text for path, text in earth_cards.files()}
    assert texts["en.ftl"] == "title = Earth\n\n" + earth_cards.messages("en")
    assert texts["ru.ftl"] == earth_cards.messages("ru")

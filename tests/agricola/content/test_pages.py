"""The files that are written from the cards' data are up to date."""

from pathlib import Path

import pytest

from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES
from tools import agricola_cards


def test_the_files_are_those_that_the_tool_writes() -> None:
    for path, text in agricola_cards.files():
        assert path.read_text() == text, f"{path.name}: run `python -m tools.agricola_cards --write`"


def test_the_page_has_every_card_and_every_space_once() -> None:
    rows = [line for line in agricola_cards.page().splitlines() if line.startswith("| ") and "**" in line]
    assert len(rows) == len(CARDS) + len(SPACES)
    assert len({row.split("|")[1] for row in rows}) == len(rows)


def test_the_page_marks_names_that_are_translated() -> None:
    page = agricola_cards.page()
    assert "**Противень**°<br>" in page
    assert "**Удилище**<br>" in page


def test_the_page_says_how_a_card_is_read() -> None:
    assert "<br>*Spent by the first growth that needs it.* |" in agricola_cards.page()


def test_a_card_shows_the_tests_that_show_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_minors.py").write_text("def test_e43_bears_five_times() -> None:\n    pass\n")
    monkeypatch.setattr(agricola_cards, "TESTS", tmp_path)
    (row,) = (line for line in agricola_cards.page().splitlines() if line.startswith("| E43 |"))
    assert "`test_e43_bears_five_times`" in row


def test_a_test_of_several_cards_shows_each_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_points.py").write_text(
        "def test_e28_e173_and_k144_and_others_add_up() -> None:\n    pass\n"
    )
    monkeypatch.setattr(agricola_cards, "TESTS", tmp_path)
    names = ["test_e28_e173_and_k144_and_others_add_up"]
    assert agricola_cards.tests_by_card() == {"E28": names, "E173": names, "K144": names}


def test_every_card_has_a_test_that_shows_its_effect() -> None:
    tests = agricola_cards.tests_by_card()
    assert [card.id for card in CARDS if card.id not in tests] == []


def test_a_card_is_a_message_with_its_text_and_its_facts() -> None:
    lines = agricola_cards.messages("en").splitlines()
    at = lines.index(f"card-{INDEX['E39']} = Market Stall")
    assert lines[at + 1] == "    .text = Take 1 vegetable."
    assert lines[at + 2] == "    .facts = minor improvement · price: 1 grain · passed on"


def test_a_space_is_a_message_with_its_text_and_its_facts() -> None:
    lines = agricola_cards.messages("ru").splitlines()
    at = lines.index(f"space-{SPACE_INDEX['R3-VEG']} = 1 Овощ")
    assert lines[at + 1] == "    .text = Возьмите 1 овощ."
    assert lines[at + 2] == "    .facts = карта раунда, этап 3"


def test_the_part_above_the_card_messages_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.ftl").write_text("title = Agricola\n\n" + agricola_cards.MARKER + "\nold = old\n")
    monkeypatch.setattr(agricola_cards, "TEXTS", tmp_path)
    texts = {path.name: text for path, text in agricola_cards.files()}
    assert texts["en.ftl"] == "title = Agricola\n\n" + agricola_cards.messages("en")
    assert texts["ru.ftl"] == agricola_cards.messages("ru")

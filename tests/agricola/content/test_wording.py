"""The texts of cards and spaces, in both languages."""

import re
from typing import Final

import pytest

from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.content.wording import (
    LANGUAGES,
    TEXTS,
    card_facts,
    card_text,
    counted,
    space_facts,
    space_text,
)


def test_every_card_and_every_space_has_a_text_in_both_languages() -> None:
    assert set(TEXTS["cards"]) == {card.id for card in CARDS}
    assert set(TEXTS["spaces"]) == {space.id for space in SPACES}
    for language in LANGUAGES:
        texts = [card_text(card, language) for card in CARDS]
        texts += [space_text(space, language) for space in SPACES]
        for text in texts:
            assert re.fullmatch(r"[^{}|\s][^{}|\n]{8,240}\.", text), text


def test_texts_are_in_their_language() -> None:
    for texts in TEXTS.values():
        for name, text in texts.items():
            assert not re.search(r"[А-Яа-я]", text["en"]), name
            assert not re.search(r"[A-Za-z]", text["ru"]), name


def test_russian_texts_spell_yo_as_those_of_all_other_games_do() -> None:
    for texts in TEXTS.values():
        for name, text in texts.items():
            assert not re.search(r"\b(еще|ее|нее|дает|трех|зерен|четные|все дерево)\b", text["ru"]), name


PRINTED: Final = {
    "A10": (
        "major improvement · price: 1 wood + 3 stone · 4 points",
        "особое улучшение · цена: 1 дерево + 3 камня · 4 очка",
    ),
    "E11": (
        "minor improvement · price: 1 food · passed on",
        "простое улучшение · цена: 1 еда · передаётся соседу",
    ),
    "E38": (
        "minor improvement · price: give up 2 improvements · 2 points",
        "простое улучшение · цена: 2 своих улучшения · 2 очка",
    ),
    "I71": (
        "minor improvement · price: 3 wood + 2 reed or 3 clay + 2 reed · needs round 13 or earlier · 8 points",
        "простое улучшение · цена: 3 дерева + 2 тростника или 3 глины + 2 тростника"
        " · условие: не позже 13-го раунда · 8 очков",
    ),
    "I64": (
        "minor improvement · needs no occupations · passed on",
        "простое улучшение · условие: ни одного занятия · передаётся соседу",
    ),
    "I99": (
        "minor improvement · needs 3 fields of grain · 1 point",
        "простое улучшение · условие: 3 поля с зерном · 1 очко",
    ),
    "K128": (
        "minor improvement · price: return Fireplace or Simple Fireplace · 1 point",
        "простое улучшение · цена: возврат карты «Очаг» или «Простой очаг» · 1 очко",
    ),
    "K291": (
        "occupation · with 3 players or more · costs 4 food more",
        "занятие · от 3 игроков · дороже на 4 еды",
    ),
}


@pytest.mark.parametrize("name", PRINTED)
def test_the_print_of_a_card_is_put_into_words_from_the_data(name: str) -> None:
    card = CARDS[INDEX[name]]
    assert (card_facts(card, "en"), card_facts(card, "ru")) == PRINTED[name]


def test_a_space_says_where_it_comes_from() -> None:
    def facts(name: str) -> tuple[str, str]:
        space = SPACES[SPACE_INDEX[name]]
        return space_facts(space, "en"), space_facts(space, "ru")

    assert facts("R3-VEG") == ("round card, stage 3", "карта раунда, этап 3")
    assert facts("P5-RSW") == ("with 5 players", "на 5 игроков")
    assert facts("F-DAY") == ("on the board · in the family game", "на планшете · в семейной игре")
    assert facts("C-TAVERN") == ("by a card", "за счёт карты")


def test_russian_counts_by_three_forms() -> None:
    forms = ("овца", "овцы", "овец")
    assert [counted(n, forms) for n in (1, 2, 4, 5, 11, 12, 21, 22)] == [
        "1 овца",
        "2 овцы",
        "4 овцы",
        "5 овец",
        "11 овец",
        "12 овец",
        "21 овца",
        "22 овцы",
    ]

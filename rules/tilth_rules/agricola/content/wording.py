"""The texts of cards and spaces in our own words, and the rest of their print, in both languages.

The sentences are in `wording.json`. The print (price, prerequisite, points) is put into words from the data, so that
the two can't differ. A match uses the texts that were generated from it, except for the cards and spaces that it
corrects.
"""

from collections.abc import Sequence
from typing import Final, Literal

from tilth_rules.agricola.codes import GOOD_NAMES
from tilth_rules.agricola.content.cards import CARDS, Card, Cost
from tilth_rules.agricola.content.conditions import Condition, InPlay, Number
from tilth_rules.agricola.content.spaces import Space
from tilth_rules.agricola.content.types import CardIndex, Goods
from tilth_rules.common.value_file import load

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")

_Texts = dict[str, dict[str, dict[Language, str]]]
TEXTS: Final = load(__package__, "wording.json", _Texts)
"""Sentences by "cards" and "spaces", by id, by language."""


def card_text(card: Card, language: Language) -> str:
    """Return the sentences about a card's effect in our own words, as written in `wording.json`, without corrections of
    a match."""
    return TEXTS["cards"][card.id][language]


def space_text(space: Space, language: Language) -> str:
    """Return the sentences about a space's acts in our own words, as written in `wording.json`, without corrections of
    a match."""
    return TEXTS["spaces"][space.id][language]


def card_facts(card: Card, language: Language) -> str:
    """Return the rest of the card's print, with dots between its parts, without those that it lacks: "minor improvement
    · price: 2 wood · needs 2 occupations · 1 point"."""
    phrases = PHRASES[language]
    parts = [phrases[card.kind]]
    if card.players > 1:
        parts.append(phrases["players"].format(card.players))
    if card.costs != (Cost(),):
        price = phrases["or"].join(_cost(one, language) for one in card.costs)
        parts.append(phrases["surcharge" if card.kind == "occupation" else "price"].format(price))
    if card.prerequisite:
        parts.append(
            phrases["needs"].format(", ".join(_condition(one, language) for one in card.prerequisite))
        )
    if card.points:
        parts.append(counted(card.points, POINTS[language]))
    parts.extend(phrases[flag] for flag in ("bonus", "passing") if getattr(card, flag))
    return " · ".join(parts)


def space_facts(space: Space, language: Language) -> str:
    """Return the origin of the space and, if it has, its side of the board: "on the board", "round card, stage 2",
    "with 4 players · in the family game"."""
    phrases = PHRASES[language]
    parts = [phrases[space.kind].format(space.stage or space.players)]
    if space.side != "both":
        parts.append(phrases[space.side])
    return " · ".join(parts)


def goods(some: Goods, language: Language) -> str:
    """Return a sum of goods in words: "2 wood + 1 reed"."""
    return " + ".join(counted(n, GOODS[language][GOOD_NAMES[good]]) for good, n in some)


def counted(number: int, forms: Sequence[str]) -> str:
    """Return a number with its noun: "1 point", "3 points". `forms` are those for one, a few and many; the last is used
    for many, and English has two."""
    if number % 10 == 1 and number % 100 != 11:
        return f"{number} {forms[0]}"
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return f"{number} {forms[1] if few else forms[-1]}"


def names(cards: Sequence[CardIndex], language: Language, form: str = "{}") -> str:
    """Return the names of cards, each once, joined by "or"; `form` is a pattern for each name, such as "«{}»"."""
    found = dict.fromkeys(form.format(CARDS[at].name.in_language(language)) for at in cards)
    return PHRASES[language]["or"].join(found)


def _cost(cost: Cost, language: Language) -> str:
    """Return one of a card's prices in words, joined by "+": goods, the card that is returned, the number of
    improvements given up: "2 clay + return Fireplace"."""
    phrases = PHRASES[language]
    parts = [goods(cost.goods, language)] if cost.goods else []
    if cost.returns:
        parts.append(phrases["return"].format(names(cost.returns, language, phrases["card_name"])))
    if cost.improvements:
        parts.append(phrases["give_up"].format(cost.improvements))
    return " + ".join(parts)


def _condition(condition: Condition, language: Language) -> str:
    """Return a prerequisite in words: "3 occupations", "no occupations", "round 6 or earlier", or names of cards. Raise
    ValueError for one without words."""
    phrases = PHRASES[language]
    match condition:
        case InPlay(cards=cards):
            return names(cards, language)
        case Number(of="round", most=most):
            return phrases["by_round"].format(most)
        case Number(of="occupation_worth", most=most, seat="another"):
            return phrases["poorer"].format(most + 1)
        case Number(of="occupations", most=0):
            return phrases["none"]
        case Number(of=of, least=least):
            return counted(least, COUNTED[language][of])
    raise ValueError(f"there are no words for the condition {condition!r}")


PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "major": "major improvement",
        "minor": "minor improvement",
        "occupation": "occupation",
        "players": "with {} players or more",
        "price": "price: {}",
        "surcharge": "costs {} more",
        "needs": "needs {}",
        "bonus": "bonus points",
        "passing": "passed on",
        "or": " or ",
        "return": "return {}",
        "card_name": "{}",
        "give_up": "give up {} improvements",
        "by_round": "round {} or earlier",
        "poorer": "another player with fewer than {} occupations",
        "none": "no occupations",
        "board": "on the board",
        "round": "round card, stage {}",
        "green": "with {} players",
        "card": "by a card",
        "full": "not in the family game",
        "family": "in the family game",
    },
    "ru": {
        "major": "особое улучшение",
        "minor": "простое улучшение",
        "occupation": "занятие",
        "players": "от {} игроков",
        "price": "цена: {}",
        "surcharge": "дороже на {}",
        "needs": "условие: {}",
        "bonus": "бонусные очки",
        "passing": "передаётся соседу",
        "or": " или ",
        "return": "возврат карты {}",
        "card_name": "«{}»",
        "give_up": "{} своих улучшения",
        "by_round": "не позже {}-го раунда",
        "poorer": "соперник, у которого меньше {} занятий",
        "none": "ни одного занятия",
        "board": "на планшете",
        "round": "карта раунда, этап {}",
        "green": "на {} игроков",
        "card": "за счёт карты",
        "full": "не в семейной игре",
        "family": "в семейной игре",
    },
}
POINTS: Final[dict[Language, tuple[str, ...]]] = {"en": ("point", "points"), "ru": ("очко", "очка", "очков")}
_UNCOUNTED: Final[dict[str, tuple[str, ...]]] = {name: (name, name) for name in GOOD_NAMES}
GOODS: Final[dict[Language, dict[str, tuple[str, ...]]]] = {
    "en": _UNCOUNTED | {"vegetable": ("vegetable", "vegetables"), "boar": ("boar", "boars")},
    "ru": {
        "wood": ("дерево", "дерева"),
        "clay": ("глина", "глины"),
        "reed": ("тростник", "тростника"),
        "stone": ("камень", "камня"),
        "grain": ("зерно", "зерна"),
        "vegetable": ("овощ", "овоща", "овощей"),
        "food": ("еда", "еды"),
        "sheep": ("овца", "овцы", "овец"),
        "boar": ("свинья", "свиньи", "свиней"),
        "cattle": ("корова", "коровы", "коров"),
    },
}
COUNTED: Final[dict[Language, dict[str, tuple[str, ...]]]] = {
    "en": {
        "occupation_worth": ("occupation", "occupations"),
        "improvements": ("improvement", "improvements"),
        "animals": ("animal", "animals"),
        "sheep": ("sheep", "sheep"),
        "cattle": ("cattle", "cattle"),
        "grain_fields": ("field of grain", "fields of grain"),
        "vegetable_fields": ("field of vegetables", "fields of vegetables"),
        "sown_fields": ("sown field", "sown fields"),
    },
    "ru": {
        "occupation_worth": ("занятие", "занятия", "занятий"),
        "improvements": ("улучшение", "улучшения", "улучшений"),
        "animals": ("животное", "животных"),
        "sheep": ("овца", "овцы", "овец"),
        "cattle": ("корова", "коровы", "коров"),
        "grain_fields": ("поле с зерном", "поля с зерном", "полей с зерном"),
        "vegetable_fields": ("поле с овощами", "поля с овощами", "полей с овощами"),
        "sown_fields": ("засеянное поле", "засеянных поля", "засеянных полей"),
    },
}

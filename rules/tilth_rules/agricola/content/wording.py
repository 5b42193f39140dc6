"""What cards and spaces say, in words of our own, and what else is printed on them, in both languages.

The sentences stand in `wording.json`; what is printed (price, prerequisite, points) is put into words from the data, so
that it can't say anything else. Only tools and tests need this module: a match reads the texts that were generated.
"""

from collections.abc import Sequence
from typing import Final, Literal

from tilth_rules.agricola.content.cards import CARDS, Card, Cost
from tilth_rules.agricola.content.conditions import Condition, InPlay, Number
from tilth_rules.agricola.content.names import decoded
from tilth_rules.agricola.content.spaces import Space
from tilth_rules.agricola.content.values import CardIndex, Goods
from tilth_rules.agricola.words import GOOD_NAMES

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")

_Texts = dict[str, dict[str, dict[Language, str]]]
TEXTS: Final = decoded("wording.json", _Texts)
"""By "cards" and "spaces", by id, by language."""


def card_text(card: Card, language: Language) -> str:
    """What the card does."""
    return TEXTS["cards"][card.id][language]


def space_text(space: Space, language: Language) -> str:
    """What one does there."""
    return TEXTS["spaces"][space.id][language]


def card_facts(card: Card, language: Language) -> str:
    """What is printed on the card besides: what it is, its price, what it asks for, its points."""
    say = SAYINGS[language]
    parts = [say[card.kind]]
    if card.players > 1:
        parts.append(say["players"].format(card.players))
    if card.costs != (Cost(),):
        price = say["or"].join(_cost(one, language) for one in card.costs)
        parts.append(say["surcharge" if card.kind == "occupation" else "price"].format(price))
    if card.prerequisite:
        parts.append(say["needs"].format(", ".join(_condition(one, language) for one in card.prerequisite)))
    if card.points:
        parts.append(counted(card.points, POINTS[language]))
    parts.extend(say[flag] for flag in ("bonus", "passing") if getattr(card, flag))
    return " · ".join(parts)


def space_facts(space: Space, language: Language) -> str:
    """Where the space comes from."""
    say = SAYINGS[language]
    parts = [say[space.kind].format(space.stage or space.players)]
    if space.side != "both":
        parts.append(say[space.side])
    return " · ".join(parts)


def goods(some: Goods, language: Language) -> str:
    """Some goods, as they are listed."""
    return " + ".join(counted(n, GOODS[language][GOOD_NAMES[good]]) for good, n in some)


def counted(number: int, forms: Sequence[str]) -> str:
    """A number with its noun: for one, for a few, for many; English has but one plural."""
    if number % 10 == 1 and number % 100 != 11:
        return f"{number} {forms[0]}"
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return f"{number} {forms[1] if few else forms[-1]}"


def names(cards: Sequence[CardIndex], language: Language, form: str = "{}") -> str:
    """Cards by name, each name once."""
    found = dict.fromkeys(form.format(CARDS[at].name.says(language)) for at in cards)
    return SAYINGS[language]["or"].join(found)


def _cost(cost: Cost, language: Language) -> str:
    say = SAYINGS[language]
    parts = [goods(cost.goods, language)] if cost.goods else []
    if cost.returns:
        parts.append(say["return"].format(names(cost.returns, language, say["card_name"])))
    if cost.improvements:
        parts.append(say["give_up"].format(cost.improvements))
    return " + ".join(parts)


def _condition(condition: Condition, language: Language) -> str:
    say = SAYINGS[language]
    match condition:
        case InPlay(cards=cards):
            return names(cards, language)
        case Number(of="round", most=most):
            return say["by_round"].format(most)
        case Number(of="occupation_worth", most=most, seat="another"):
            return say["poorer"].format(most + 1)
        case Number(of="occupations", most=0):
            return say["none"]
        case Number(of=of, least=least):
            return counted(least, COUNTED[language][of])
    raise ValueError(f"no words for {condition!r}")


SAYINGS: Final[dict[Language, dict[str, str]]] = {
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

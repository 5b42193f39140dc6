"""The cards and spaces of a match: as printed, or as the option `values` corrects them.

A correction, `{"E11": {"points": 1}, "B-DAY": {"do": [{"act": "gain", "goods": {"food": 3}}]}}`, is merged over
`cards.json` and `spaces.json` (see `tilth_rules.common.value_file`). It may correct figures, the goods of prices, and
texts. The kind of a card, its names and the structure of its effects stay as printed, because numbers that stored
matches hold follow from them.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from tilth_rules.agricola.codes import BUILDING
from tilth_rules.agricola.content.cards import CARDS, Card
from tilth_rules.agricola.content.cards import read as read_card
from tilth_rules.agricola.content.names import CARD_DATA, CARD_INDEX, SPACE_DATA, SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES, Space
from tilth_rules.agricola.content.spaces import read as read_space
from tilth_rules.agricola.moves.numbers import PAY
from tilth_rules.common.value_file import converted, merged, parsed, unless
from tilth_rules.kernel import OptionsRefused

Sentence = Annotated[str, Meta(max_length=600)]

OF_CARDS: Final = ("costs", "prerequisite", "points", "clauses", "text")
OF_SPACES: Final = ("do", "accumulates", "solo", "text")
"""The parts of a card and of a space that can be corrected."""
FIGURES: Final = ("prerequisite", "clauses", "do", "accumulates", "solo")
"""Parts in which only the figures can be corrected."""
HIGHEST_FIGURE: Final = 6
"""The highest figure that a correction may set, unless a higher one is printed.

The numbers of options have room for prices of such figures.
"""
STORED: Final = ("slot", "slots")
"""Numbers by which stored matches know a part of a card."""
PRICE_CLAUSES: Final = ("base", "replace", "as_minor")
"""Clauses that make prices from others. Their figures stay, because such prices add up."""


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The corrected sentences of a card or a space, by language."""

    en: Sentence = ""
    ru: Sentence = ""


class Content(msgspec.Struct, frozen=True):
    """The cards and spaces of a match, as printed or with corrections."""

    cards: tuple[Card, ...]
    spaces: tuple[Space, ...]
    texts: Mapping[str, Sentences]
    """The sentences of cards and spaces that a correction changes, by id."""


PRINTED: Final = Content(CARDS, SPACES, {})


@lru_cache(maxsize=64)
def content_of(values: str) -> Content:
    """Return the cards and spaces of a match with these corrections. Raise OptionsRefused if one does not fit."""
    if not values:
        return PRINTED
    cards, spaces = list(CARDS), list(SPACES)
    texts: dict[str, Sentences] = {}
    for name, change in parsed(values).items():
        unless(name in CARD_DATA or name in SPACE_DATA, name, "there is no such card or space")
        if not isinstance(change, dict):
            raise OptionsRefused(f"values.{name}", "must be a JSON object")
        if "text" in change:
            texts[name] = converted(change["text"], Sentences, f"values.{name}.text")
        if name in CARD_DATA:
            cards[CARD_INDEX[name]] = _card(name, change)
        else:
            spaces[SPACE_INDEX[name]] = _space(name, change)
    return Content(tuple(cards), tuple(spaces), texts)


def _card(name: str, change: dict[str, Any]) -> Card:
    """Return the card of this id with a correction merged over it."""
    data = _corrected(name, CARD_DATA[name], change, OF_CARDS)
    try:
        card = read_card(data, name)
    except ValueError as error:
        raise OptionsRefused(f"values.{name}", str(error)) from None
    _check_costs(card, CARDS[card.index])
    return card


def _space(name: str, change: dict[str, Any]) -> Space:
    """Return the space of this id with a correction merged over it."""
    try:
        return read_space(_corrected(name, SPACE_DATA[name], change, OF_SPACES), name)
    except ValueError as error:
        raise OptionsRefused(f"values.{name}", str(error)) from None


def _corrected(
    name: str, printed: dict[str, Any], change: dict[str, Any], open_: tuple[str, ...]
) -> dict[str, Any]:
    """Return the data of a card or a space with a correction merged over them. Raise OptionsRefused for a part that
    can't be corrected."""
    for field in change:
        unless(field in open_, f"{name}.{field}", "cannot be corrected")
    data = merged(printed, {field: value for field, value in change.items() if field != "text"})
    for field in FIGURES:
        _check_figures(printed.get(field), data.get(field), f"{name}.{field}")
    return data


def _check_figures(printed: Any, corrected: Any, where: str) -> None:
    """Raise OptionsRefused unless the corrected data differ from the printed ones in figures only, and each figure can
    be played."""
    if printed == corrected:
        return
    unless(type(printed) is type(corrected), where, "only figures can be corrected")
    if isinstance(printed, dict):
        fixed = printed.get("clause") in PRICE_CLAUSES
        unless(printed.keys() == corrected.keys() and not fixed, where, "only figures can be corrected")
        for key, value in printed.items():
            unless(key not in STORED or value == corrected[key], f"{where}.{key}", "cannot be corrected")
            _check_figures(value, corrected[key], f"{where}.{key}")
        if corrected.get("act") == "choose":
            many = len(corrected["of"])
            unless(
                corrected.get("n", 1) <= many,
                f"{where}.n",
                f"at most {many}, because there are {many} goods to choose from",
            )
    elif isinstance(printed, list):
        unless(len(printed) == len(corrected), where, "only figures can be corrected")
        for at, (one, other) in enumerate(zip(printed, corrected, strict=True)):
            _check_figures(one, other, f"{where}[{at}]")
        unless(_choices(corrected) == _choices(printed), where, "two choices cannot bring the same goods")
    else:
        unless(type(printed) is int, where, "only figures can be corrected")
        low, high = min(printed, 1), max(printed, HIGHEST_FIGURE)
        unless(low <= corrected <= high, where, f"must be from {low} to {high}")


def _choices(acts: list[Any]) -> int:
    """Return the number of different sums of goods that these acts bring. It must stay the same in a correction,
    because options name the acts of a choice by these goods."""
    brings = [act.get("get", act.get("goods")) for act in acts if isinstance(act, dict) and "act" in act]
    return len({msgspec.json.encode(one, order="deterministic") for one in brings})


def _check_costs(card: Card, printed: Card) -> None:
    """Raise OptionsRefused unless the corrected prices differ from the printed ones in goods only, and have room in the
    numbers of options."""
    field = f"{card.id}.costs"
    unless(
        len(card.costs) == len(printed.costs),
        field,
        f"the card needs as many prices as printed: {len(printed.costs)}",
    )
    for cost, was in zip(card.costs, printed.costs, strict=True):
        given = (cost.returns, cost.improvements) == (was.returns, was.improvements)
        unless(given, field, "only the goods of a price can be corrected")
        small = all(amount <= HIGHEST_FIGURE or (good, amount) in was.goods for good, amount in cost.goods)
        unless(
            small and PAY.fits(cost.goods),
            field,
            f"a price has at most {HIGHEST_FIGURE} of a good, and no boar or cattle",
        )
        if card.kind == "major":
            building = all(good in BUILDING for good, _ in cost.goods)
            unless(building, field, "a major improvement costs wood, clay, reed and stone only")

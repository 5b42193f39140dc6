"""The ways to use a card in words, for cards whose owner chooses between several.

A way is a number: of one of a card's offers, or of one of its effects at a moment. Exchanges and purchases are put
into words from the data; if a card's own function has several ways, their words are in `wording.json`.
"""

from collections.abc import Iterator
from typing import Final

from tilth_rules.agricola.content.acts import Act, Gain
from tilth_rules.agricola.content.cards import Card
from tilth_rules.agricola.content.clauses import MOMENTS, Convert, When
from tilth_rules.agricola.content.types import Goods
from tilth_rules.agricola.content.wording import TEXTS, Language, goods

Exchange = tuple[Goods, Goods]
"""The goods given, which may be none, and the goods that come for them."""

LIMITS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "action": "in an action",
        "turn": "in a turn",
        "round": "in a round",
        "harvest": "in a harvest",
        "game": "in the match",
    },
    "ru": {
        "action": "за действие",
        "turn": "за ход",
        "round": "за раунд",
        "harvest": "за урожай",
        "game": "за партию",
    },
}


def card_ways(card: Card, language: Language) -> dict[int, str]:
    """Return texts that distinguish the ways to use a card, by the number of the way.

    The only way to use a card at a moment needs none beside the card's text. The only exchange of a card has one,
    unless the same number stands for an effect at a moment.
    """
    converts, *moments = _together(card)
    found = {
        way: _way_text(exchange, language)
        for together in moments
        if len(together) > 1
        for way, exchange in together.items()
    }
    if converts and (len(converts) > 1 or not any(moments)):
        limits = {
            slot: clause
            for clause in card.clauses
            if isinstance(clause, Convert)
            for slot, _ in clause.slotted()
        }
        found |= {
            way: _way_text(exchange, language) + _limit(limits[way], language)
            for way, exchange in converts.items()
        }
    for name, texts in TEXTS["ways"].items():
        owner, _, way = name.partition("-")
        if owner == card.id:
            found[int(way)] = texts[language]
    return found


def _together(card: Card) -> Iterator[dict[int, Exchange]]:
    """Yield groups of exchanges of a card among which the owner may have to choose, as a dict by number: first its
    offers at any decision, then for each moment those that are optional or have a price."""
    converts = [clause for clause in card.clauses if isinstance(clause, Convert)]
    yield {slot: (clause.give, get) for clause in converts for slot, get in clause.slotted()}
    for moment in MOMENTS:
        heard = [clause for clause in card.clauses if isinstance(clause, When) and clause.on == moment]
        yield {
            clause.slot: (clause.cost, _gained(clause.do))
            for clause in heard
            if clause.optional or clause.cost
        }


def _limit(convert: Convert, language: Language) -> str:
    """Return the limit of an exchange in words and in brackets, behind a space: " (once in a round)"; "" without a
    limit."""
    if convert.limit is None:
        return ""
    within = LIMITS[language][convert.limit]
    if convert.times == 1:
        often = "once" if language == "en" else "1 раз"
    else:
        often = f"at most {convert.times} times" if language == "en" else f"не больше {convert.times} раз"
    return f" ({often} {within})"


def _gained(acts: tuple[Act, ...]) -> Goods:
    """Return the goods that these acts give, of acts of gaining only, and only with amounts that are printed
    numbers."""
    gains = [act for act in acts if isinstance(act, Gain)]
    return Goods((good, n) for act in gains for good, n in act.goods if isinstance(n, int))


def _way_text(exchange: Exchange, language: Language) -> str:
    """Return an exchange in words: "1 grain → 3 food", or only the goods received if none are given."""
    give, get = exchange
    return " → ".join(goods(some, language) for some in (give, get) if some)

"""The ways to use a card, in words, where its owner chooses between several.

A way is a number: of the things that a card offers, or of those that it may do at one moment. Exchanges and purchases
are put into words from the data; where a card's own function has several ways, their words stand in `wording.json`.
"""

from collections.abc import Iterator

from tilth_rules.agricola.content.acts import Act, Gain
from tilth_rules.agricola.content.cards import Card
from tilth_rules.agricola.content.clauses import MOMENTS, Convert, When
from tilth_rules.agricola.content.values import Goods
from tilth_rules.agricola.content.wording import TEXTS, Language, goods

Exchange = tuple[Goods, Goods]
"""What is given, which may be nothing, and what comes for it."""


def card_ways(card: Card, language: Language) -> dict[int, str]:
    """What each of the card's ways is called; of a card that has but one, mostly nothing."""
    found = {
        way: _told(exchange, language)
        for together in _together(card)
        if len(together) > 1
        for way, exchange in together.items()
    }
    for name, texts in TEXTS["ways"].items():
        owner, _, way = name.partition("-")
        if owner == card.id:
            found[int(way)] = texts[language]
    return found


def _together(card: Card) -> Iterator[dict[int, Exchange]]:
    """Those that the owner may have to choose between, by their numbers."""
    converts = [clause for clause in card.clauses if isinstance(clause, Convert)]
    yield dict(enumerate((clause.give, get) for clause in converts for get in clause.get))
    for moment in MOMENTS:
        heard = [clause for clause in card.clauses if isinstance(clause, When) and clause.on == moment]
        yield {
            way: (clause.cost, _gained(clause.do))
            for way, clause in enumerate(heard)
            if clause.optional or clause.cost
        }


def _gained(acts: tuple[Act, ...]) -> Goods:
    """The goods that these acts bring, as far as their number is printed."""
    gains = [act for act in acts if isinstance(act, Gain)]
    return Goods((good, n) for act in gains for good, n in act.goods if isinstance(n, int))


def _told(exchange: Exchange, language: Language) -> str:
    give, get = exchange
    return " → ".join(goods(some, language) for some in (give, get) if some)

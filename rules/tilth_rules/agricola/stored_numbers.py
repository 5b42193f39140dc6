"""The numbers of cards, spaces and their parts, which stored matches hold (`Game.stored_numbers`)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from tilth_rules.agricola.cards import functions, moments
from tilth_rules.agricola.cards.registry import LISTENERS, OFFERS, QUESTIONS, SEQUELS
from tilth_rules.agricola.cards.vocabulary.moments import NUMBER_OF, SCOPES
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.names import CARD_DATA, CARD_INDEX, SPACE_DATA, SPACE_INDEX

MOMENTS: Final[dict[str, int]] = {
    **{str(name): number for name, number in NUMBER_OF.items()},
    "reaped": moments.REAPED,
    "played": moments.PLAYED,
    "offered": moments.OFFERED,
}


def stored_numbers() -> dict[str, dict[str, int]]:
    """Return the numbers of cards, spaces and parts of cards that stored matches hold, by kind and name."""
    return {
        "card": CARD_INDEX,
        "space": SPACE_INDEX,
        "part of a space": {
            f"{space}: {_as_text(act)}": number
            for space, data in SPACE_DATA.items()
            for number, act in enumerate(data["do"])
            if len(data["do"]) > 1
        },
        "moment": MOMENTS,
        "scope": {name or "-": number for name, number in SCOPES.items() if name != "action"},
        "slot of a listener": {
            f"{CARDS[card].id} {moment}: {_part_name(listener.act, CARDS[card].id, moment, slot)}": slot
            for moment, number in MOMENTS.items()
            if number < moments.MOMENTS
            for card, listeners in enumerate(LISTENERS[number])
            for slot, listener in enumerate(listeners)
        },
        "slot of an offer": {
            f"{CARDS[card].id}: {_offered(offer.act, CARDS[card].id, slot)}": slot
            for card, offers in enumerate(OFFERS)
            for slot, offer in enumerate(offers)
        },
        "stage of a question": dict(_stages(QUESTIONS, lambda question: (question.ask, question.take))),
        "stage of a sequel": dict(_stages(SEQUELS, lambda act: (act,))),
    }


def _stages(
    table: list[tuple[Any, ...]], functions_of: Callable[[Any], tuple[Callable[..., Any], ...]]
) -> Iterator[tuple[str, int]]:
    """Yield a name and the stage for each question, or sequel, of all cards."""
    for card, parts in enumerate(table):
        for stage, part in enumerate(parts):
            named = ", ".join(function.__qualname__ for function in functions_of(part))
            yield f"{CARDS[card].id}: {named}", stage


def _part_name(act: Callable[..., Any], card: str, moment: str, slot: int) -> str:
    """Return the name of a card's listener: the name of its function, or the acts of the clause that it stands for."""
    if not act.__module__.startswith(functions.__name__):
        for clause in CARD_DATA[card]["clauses"]:
            if (clause["clause"], clause.get("on"), clause.get("slot", 0)) == ("when", moment, slot):
                return _as_text(clause["do"])
    return act.__qualname__


def _offered(act: Callable[..., Any], card: str, slot: int) -> str:
    """Return the name of a card's offer: the goods of an exchange, or the name of its function."""
    for clause in CARD_DATA[card].get("clauses", ()):
        if clause["clause"] == "convert":
            for number, get in zip(clause.get("slots", (0,)), clause["get"], strict=True):
                if number == slot:
                    return f"{_as_text(clause['give'])} -> {_as_text(get)}"
    return f"{act.__qualname__} {slot}"


def _as_text(part: Any) -> str:
    """Return data as JSON without quotation marks."""
    return msgspec.json.encode(part).decode().replace('"', "")

"""The texts of Agricola.

LABELS gives the label kind of each field of events, moves and facts that is shown in words; COUNTED names the fields
that are amounts of goods.
"""

from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.content.ways import card_ways
from tilth_rules.agricola.content.wording import LANGUAGES, card_facts, card_text, space_facts, space_text
from tilth_rules.agricola.options import Options

LABELS = {
    "actor": "seat",
    "along": "by-good",
    "amount": "counted-good-{good}",
    "card": "card",
    "cards": "card",
    "cell": "plot",
    "cells": "plot",
    "gain": "by-good",
    "given_up": "part",
    "good": "good",
    "goods": "good",
    "herd": "by-good",
    "house": "house",
    "lost": "by-good",
    "lying": "by-good",
    "minors": "card",
    "occupations": "card",
    "onto": "space",
    "owner": "seat",
    "part": "part",
    "person": "person",
    "phase": "phase",
    "places": "by-seat",
    "played": "card",
    "plot": "plot",
    "price": "by-good",
    "returned": "card",
    "savers": "card",
    "scope": "scope",
    "scores": "by-seat",
    "seats": "seat",
    "source": "source",
    "space": "space",
    "spaces": "space",
    "to": "seat",
    "toll": "by-good",
    "unpaid": "card",
    "way": "card-{card}-way",
    "young": "by-good",
}

_ANIMALS = {"sheep": "good-8", "boar": "good-9", "cattle": "good-10"}

COUNTED = {
    "Cooked": {**_ANIMALS, "vegetables": "good-6"},
    "KeepHerd": _ANIMALS,
    "Pay": {
        "wood": "good-1",
        "clay": "good-2",
        "reed": "good-3",
        "stone": "good-4",
        "grain": "good-5",
        "vegetables": "good-6",
        "food": "good-7",
        "sheep": "good-8",
    },
}


def corrections(options: Options) -> dict[tuple[str, int, str], dict[str, str]]:
    """Return the texts of the cards and spaces that the option `values` corrects, by kind, number and language."""
    content = content_of(options.values)
    found: dict[tuple[str, int, str], dict[str, str]] = {}
    for language in LANGUAGES:
        for at, (card, was) in enumerate(zip(content.cards, CARDS, strict=True)):
            if card != was or card.id in content.texts:
                text = getattr(content.texts.get(card.id), language, "") or card_text(card, language)
                facts = card_facts(card, language)
                found["card", at, language] = {
                    "": card.name.in_language(language),
                    "text": text,
                    "facts": facts,
                }
                for way, text in card_ways(card, language).items():
                    found[f"card-{at}-way", way, language] = {"": text}
        for at, (space, printed) in enumerate(zip(content.spaces, SPACES, strict=True)):
            if space != printed or space.id in content.texts:
                text = getattr(content.texts.get(space.id), language, "") or space_text(space, language)
                facts = space_facts(space, language)
                found["space", at, language] = {
                    "": space.name.in_language(language),
                    "text": text,
                    "facts": facts,
                }
    return found

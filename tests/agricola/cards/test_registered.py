"""How the registry is filled: what a card does is stored by a number that must stay the same."""

from collections import defaultdict
from collections.abc import Iterator

from tilth_rules.agricola.cards import functions
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS, OFFERS, QUESTIONS, SEQUELS
from tilth_rules.agricola.content.cards import CARDS


def numbered(card: int) -> Iterator[list[str]]:
    """For each place where what the card does there is numbered, the modules that it comes from."""
    for listeners in LISTENERS:
        yield [listener.act.__module__ for listener in listeners[card]]
    for answers in ANSWERS:
        yield [answered.__module__ for answered in answers[card]]
    yield [offer.act.__module__ for offer in OFFERS[card]]
    yield [asked.ask.__module__ for asked in QUESTIONS[card]]
    yield [act.__module__ for act in SEQUELS[card]]


def is_function(module: str) -> bool:
    return module.startswith(functions.__name__)


def test_all_functions_of_a_card_stand_in_one_module() -> None:
    modules: dict[str, set[str]] = defaultdict(set)
    for at, card in enumerate(CARDS):
        modules[card.id].update(one for place in numbered(at) for one in place if is_function(one))
    assert {name: found for name, found in modules.items() if len(found) > 1} == {}


def test_no_place_of_a_card_is_shared_by_functions_and_clauses() -> None:
    shared = [
        card.id
        for at, card in enumerate(CARDS)
        for place in numbered(at)
        if len({is_function(one) for one in place}) > 1
    ]
    assert shared == []

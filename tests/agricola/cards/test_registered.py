"""The registry: stored numbers name the effects of cards, and must stay the same."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import tilth_rules.agricola
from tilth_rules.agricola.cards import functions
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS, OFFERS, QUESTIONS, SEQUELS
from tilth_rules.agricola.content.cards import CARDS, INDEX

ENGINE = Path(tilth_rules.agricola.__file__).parent
MODULES = sorted(ENGINE.rglob("*.py"))


def numbered(card: int) -> Iterator[list[str]]:
    """Yield the modules of each list of a card's numbered effects."""
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


def is_inside(module: Path, *folders: str) -> bool:
    return any((ENGINE / folder) in module.parents for folder in folders)


def test_no_module_names_a_card_but_those_of_the_cards_own_functions() -> None:
    named = [
        (module.name, node.lineno, node.value)
        for module in MODULES
        if not is_inside(module, "cards/functions")
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in INDEX
    ]
    assert named == []
    own = "".join(module.read_text() for module in MODULES if is_inside(module, "cards/functions"))
    assert sum(f'"{card}"' in own for card in INDEX) > 60


def test_rules_are_asked_in_one_way() -> None:
    """Only the registry, and the events that note the cards in play, read the table of answers itself."""
    ways = ("ANSWERS", "tables.answers", ").answers")
    seeing = [str(one.relative_to(ENGINE)) for one in MODULES if any(way in one.read_text() for way in ways)]
    assert seeing == ["cards/registry.py", "events/cards.py"]
    walking = [str(one.relative_to(ENGINE)) for one in MODULES if "in mine.rules[" in one.read_text()]
    assert walking == ["events/cards.py"]

"""Writes what is said about Agricola's cards and action spaces from their data: docs/games/agricola-cards.md, and the
last part of the game's texts, where each has a message with its name, what it does and what is printed on it.

    python -m tools.agricola_cards [--write]

Without --write it only tells which of them would change.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tilth_rules.agricola.content.cards import CARDS, Card
from tilth_rules.agricola.content.names import Name
from tilth_rules.agricola.content.spaces import SPACES, Space
from tilth_rules.agricola.content.ways import card_ways
from tilth_rules.agricola.content.wording import (
    LANGUAGES,
    Language,
    card_facts,
    card_text,
    space_facts,
    space_text,
)
from tools.written import ROOT, texts_in, write_or_tell

PAGE: Final = ROOT / "docs" / "games" / "agricola-cards.md"
TEXTS: Final = ROOT / "rules" / "tilth_rules" / "agricola" / "texts"
TESTS: Final = ROOT / "tests" / "agricola"
MARKER: Final = "## Cards and action spaces. All below this line is written by tools/agricola_cards.py."
TEST_OF_CARDS: Final = re.compile(
    r"^(?:async )?def (test_([aeik][0-9]+(?:_(?:and_)?[aeik][0-9]+)*)_\w+)\(", re.MULTILINE
)
"""The test that shows what cards do begins with their ids: test_e43_..., test_e28_e173_and_k144_..."""

INTRODUCTION: Final = """\
# The cards of Agricola

What every card and every action space says, in words of our own. This page is written by
`python -m tools.agricola_cards --write` from the data in `rules/tilth_rules/agricola/content`;
[agricola.md](agricola.md) says what the rules make of it.

Names in Russian are those of the Russian edition where its rulebook gives them; the others, marked °, are translated by
us. Below a card stand the tests that show what it does, and where it needs saying, how we read it.
"""


def main(arguments: list[str]) -> int:
    return write_or_tell(__doc__, arguments, files())


def files() -> Iterator[tuple[Path, str]]:
    """Each file as it should be."""
    yield PAGE, page()
    yield from texts_in(TEXTS, LANGUAGES, MARKER, messages)


def messages(language: Language) -> str:
    """The last part of a language's texts."""
    lines = [MARKER, ""]
    for at, card in enumerate(CARDS):
        lines += _message(
            f"card-{at}", card.name, card_text(card, language), card_facts(card, language), language
        )
        lines += [f"card-{at}-way-{way} = {text}" for way, text in sorted(card_ways(card, language).items())]
    for at, space in enumerate(SPACES):
        lines += _message(
            f"space-{at}", space.name, space_text(space, language), space_facts(space, language), language
        )
    return "\n".join(lines) + "\n"


def _message(key: str, name: Name, text: str, facts: str, language: Language) -> list[str]:
    return [f"{key} = {name.says(language)}", f"    .text = {text}", f"    .facts = {facts}"]


def page() -> str:
    tests = tests_by_card()
    parts = [INTRODUCTION]
    for title, cards in sections():
        parts.append(_head(title))
        parts.extend(_card(card, tests) for card in cards)
    parts.append(_head("Action spaces"))
    parts.extend(_space(space) for space in SPACES)
    return "".join(parts)


def sections() -> Iterator[tuple[str, Sequence[Card]]]:
    """The cards as the page shows them: majors, then deck by deck."""
    yield "Major improvements", [card for card in CARDS if card.kind == "major"]
    for kind, title in (("minor", "Minor improvements"), ("occupation", "Occupations")):
        for deck in "EIK":
            yield f"{title}, deck {deck}", [c for c in CARDS if c.kind == kind and c.deck == deck]


def tests_by_card() -> Mapping[str, Sequence[str]]:
    """The names of the tests of each card, by its id."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, cards in TEST_OF_CARDS.findall(path.read_text()):
            for card in cards.upper().replace("_AND_", "_").split("_"):
                found[card].append(name)
    return found


def _head(title: str) -> str:
    return f"\n## {title}\n\n| | English | | Русский | |\n|---|---|---|---|---|\n"


def _card(card: Card, tests: Mapping[str, Sequence[str]]) -> str:
    below = "".join(f"<br>`{name}`" for name in tests.get(card.id, ()))
    note = f"<br>*{card.note}*" if card.note else ""
    cells = (
        card.id,
        f"**{card.name.en}**<br>{card_facts(card, 'en')}{below}",
        card_text(card, "en") + note,
        f"**{card.name.ru}**{'°' if card.name.translated else ''}<br>{card_facts(card, 'ru')}",
        card_text(card, "ru"),
    )
    return f"| {' | '.join(cells)} |\n"


def _space(space: Space) -> str:
    cells = (
        space.id,
        f"**{space.name.en}**<br>{space_facts(space, 'en')}",
        space_text(space, "en"),
        f"**{space.name.ru}**{'°' if space.name.translated else ''}<br>{space_facts(space, 'ru')}",
        space_text(space, "ru"),
    )
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

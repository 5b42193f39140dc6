"""Write the pages and texts of Agricola's cards and action spaces from their data.

They are docs/games/agricola/cards.md, and the last part of the game's texts, where each card and space has a message
with its name, its effect and the rest of its print.

    python -m tools.agricola_cards [--write]

Without --write it only lists the files that would change.
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
from tools.file_writer import ROOT, texts_in, write_or_list

PAGE: Final = ROOT / "docs" / "games" / "agricola" / "cards.md"
TEXTS: Final = ROOT / "rules" / "tilth_rules" / "agricola" / "texts"
TESTS: Final = ROOT / "tests" / "agricola"
MARKER: Final = "## Cards and action spaces. All below this line is written by tools/agricola_cards.py."
TEST_OF_CARDS: Final = re.compile(
    r"^(?:async )?def (test_([aeik][0-9]+(?:_(?:and_)?[aeik][0-9]+)*)_\w+)\(", re.MULTILINE
)
"""A test of a card has the card's id in front: test_e43_..., test_e28_e173_and_k144_..."""

INTRODUCTION: Final = """\
# The cards of Agricola

What every card and every action space says, in words of our own. This page is written by
`python -m tools.agricola_cards --write` from the data in `rules/tilth_rules/agricola/content`;
[rulings](rulings.md) says what the rules make of them.

Names in Russian are those of the Russian edition where its rulebook gives them; the others, marked °, are translated by
us. Below a card stand the tests that show what it does, and where it needs saying, how we read it.
"""


def main(arguments: list[str]) -> int:
    """List the files that differ from the cards' data, and return 1 if there are any; with `--write`, write them: the
    page of cards and the texts of each language."""
    return write_or_list(__doc__, arguments, files())


def files() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text, as it should be, of each file that is made from the cards' data."""
    yield PAGE, page()
    yield from texts_in(TEXTS, LANGUAGES, MARKER, messages)


def messages(language: Language) -> str:
    """Return the generated last part of a language's Fluent file: name, text and facts of every card and action
    space."""
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
    """Return the lines of a Fluent message: the name under its key, with the attributes `text` and `facts`."""
    return [f"{key} = {name.in_language(language)}", f"    .text = {text}", f"    .facts = {facts}"]


def page() -> str:
    """Return the Markdown page of all cards, section by section, and of the action spaces."""
    tests = tests_by_card()
    parts = [INTRODUCTION]
    for title, cards in sections():
        parts.append(_head(title))
        parts.extend(_card(card, tests) for card in cards)
    parts.append(_head("Action spaces"))
    parts.extend(_space(space) for space in SPACES)
    return "".join(parts)


def sections() -> Iterator[tuple[str, Sequence[Card]]]:
    """Yield the title and the cards of each section of the page: major improvements, then minor improvements and
    occupations deck by deck."""
    yield "Major improvements", [card for card in CARDS if card.kind == "major"]
    for kind, title in (("minor", "Minor improvements"), ("occupation", "Occupations")):
        for deck in "EIK":
            yield f"{title}, deck {deck}", [c for c in CARDS if c.kind == kind and c.deck == deck]


def tests_by_card() -> Mapping[str, Sequence[str]]:
    """Return the names of the tests whose names begin with a card's id, by the card's id."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, cards in TEST_OF_CARDS.findall(path.read_text()):
            for card in cards.upper().replace("_AND_", "_").split("_"):
                found[card].append(name)
    return found


def _head(title: str) -> str:
    """Return the heading of a section and the head of its table, English and Russian side by side."""
    return f"\n## {title}\n\n| | English | | Русский | |\n|---|---|---|---|---|\n"


def _card(card: Card, tests: Mapping[str, Sequence[str]]) -> str:
    """Return a card's row of the table: name, facts and text in English and Russian, its note, and the names of the
    tests that name the card."""
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
    """Return an action space's row of the table: name, facts and text in English and Russian."""
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

"""Write the pages and texts of Earth's cards from their data.

They are docs/games/earth/cards.md, and the last part of the game's texts, where each face has a message with its name,
its effect and the rest of its print.

    python -m tools.earth_cards [--write]

Without --write it only lists the files that would change.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.content.faces import Face
from tilth_rules.earth.content.wording import LANGUAGES, face_facts, face_name, face_text
from tools.file_writer import ROOT, texts_in, write_or_list

PAGE: Final = ROOT / "docs" / "games" / "earth" / "cards.md"
TEXTS: Final = ROOT / "rules" / "tilth_rules" / "earth" / "texts"
MARKER: Final = "## Cards. All below this line is written by tools/earth_cards.py."

TITLES: Final = {
    "earth": "Earth cards",
    "island": "Islands",
    "climate": "Climates",
    "ecosystem": "Ecosystems",
    "fauna": "Fauna",
    "gaia": "Gaia",
}
INTRODUCTION: Final = """\
# The cards of Earth

What every face says, in words of our own. This page is written by `python -m tools.earth_cards --write` from
`rules/tilth_rules/earth/content/cards.json`; [rulings](rulings.md) says what the rules make of them.

A price stands before the arrow and is paid in full; each gain is the most that can be taken. Names in Russian are
those of the Russian edition where its rulebook gives them; the others, marked °, are translated by us. Figures of faces
marked ¹ were found in one source only. A figure that two sources print differently is named below the card: it can be
corrected for one match with the option `values`, for all in the file.
"""


def main(arguments: list[str]) -> int:
    """List the files that differ from the cards' data, and return 1 if there are any; with `--write`, write them: the
    page of cards and the texts of each language."""
    return write_or_list(__doc__, arguments, files())


def files() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text, as it should be, of each file that is made from the cards' data."""
    yield PAGE, page()
    yield from texts_in(TEXTS, LANGUAGES, MARKER, messages)


def messages(language: str) -> str:
    """Return the generated last part of a language's Fluent file: name, text and facts of every card face."""
    lines = [MARKER, ""]
    for number, face in enumerate(FACES):
        lines.append(f"face-{number} = {face_name(face, language)}")
        lines.append(f"    .text = {face_text(face, language)}")
        lines.append(f"    .facts = {face_facts(face, language)}")
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the Markdown page of all card faces, in one table for each family."""
    parts = [INTRODUCTION]
    for family, faces in groupby(FACES, key=lambda face: face.id.partition("-")[0]):
        parts.append(f"\n## {TITLES[family]}\n\n| | English | | Русский | |\n|---|---|---|---|---|\n")
        parts.extend(_row(face) for face in faces)
    return "".join(parts)


def _row(face: Face) -> str:
    """Return a card face's row of the table: number and side, then name, facts and text in English and Russian, with
    marks for translated names and open doubts."""
    latin = f" *{face.latin}*" if face.latin else ""
    doubt = f"<br>Open: {face.open}." if face.open else ""
    cells = (
        f"{face.number}{face.side}{'¹' if face.one_source else ''}",
        f"**{face_name(face, 'en')}**{latin}<br>{face_facts(face, 'en')}{doubt}",
        face_text(face, "en"),
        f"**{face_name(face, 'ru')}**{'°' if face.name.translated else ''}<br>{face_facts(face, 'ru')}",
        face_text(face, "ru"),
    )
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

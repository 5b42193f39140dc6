"""The page of numbers: the names of the numbers in each game's messages, as ListLabels gives them in English.

`python -m tools.list_numbers` prints the page, `--write` puts it into docs/games/numbers.md.
"""

import sys
from itertools import groupby
from pathlib import Path

from tilth_server.wire import load_games

PAGE = Path(__file__).parents[1] / "docs" / "games" / "numbers.md"
HEAD = """# The numbers of things

Messages name spaces, cards, faces, rows of sheets and the like by numbers. `ListLabels` gives their names in the
client's language, with longer texts; here are the English ones, by the `kind` of the `Word`. This page is made by
`python -m tools.list_numbers --write`.
"""


def page() -> str:
    """Return the text of the page: for each game and kind, the numbers with their English names."""
    parts = [HEAD]
    for name, wire in sorted(load_games().items()):
        parts.append(f"\n## {name}\n")
        words = sorted(wire.texts.labels("en"), key=lambda word: (word.kind, word.number))
        for kind, of_kind in groupby(words, key=lambda word: word.kind):
            names = ", ".join(f"{word.number} {' '.join(word.text.split())}" for word in of_kind)
            parts.append(f"\n**{kind}**: {names}\n")
    return "".join(parts)


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page())
    else:
        sys.stdout.write(page())

"""The example of docs/explanation/fairness.md comes out, and deal-tables.md explains every word of the tables."""

import re
from hashlib import sha256
from itertools import chain

from tests.deal.exports import PAGES
from tools.check_deal import Stretch, tables_of, things

DOCS = PAGES.parents[1]
PAGE = (DOCS / "explanation" / "fairness.md").read_text(encoding="utf-8")
WORDS = (DOCS / "reference" / "deal-tables.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
GAMES = ("agricola", "earth", "petrichor", "sonora")
VERBS = {
    "draw",
    "take",
    "put",
    "turn",
    "move",
    "set",
    "empty",
    "sort",
    "refill",
    "drop",
    "expect",
    "seats",
    "code",
}


def indented(block: int) -> str:
    """A line of bytes that the example shows."""
    example = PAGE.partition("### An example")[2]
    return str(re.findall(r"^    ([0-9a-f ]+)$", example, re.MULTILINE)[block])


def test_the_example_comes_out_as_the_page_says() -> None:
    named = bytes.fromhex(indented(1))
    assert indented(0) == sha256(SEED).hexdigest()
    assert indented(2) == sha256(SEED + named).hexdigest()
    assert f"= {int(indented(2)[:8], 16)}." in PAGE
    assert Stretch(SEED, "first-player", 0, 0).below(3) == int(indented(2)[:8], 16) % 3 == 0
    name = b"\7islands" + bytes(8)
    for block in (0, 1):
        assert indented(3 + block) == sha256(SEED + name + block.to_bytes(4, "big")).hexdigest()
    islands = Stretch(SEED, "islands", 0, 0).shuffled(things("283/284..301/302", 2))
    assert indented(5) == " ".join(str(face) for face, _ in islands)


def test_the_page_explains_every_word_of_the_tables() -> None:
    explained = set(re.findall(r"^\| ([a-z]+)", WORDS, re.MULTILINE)) | {"sort", "refill", "drop"}
    used = set()
    for game in GAMES:
        tables = tables_of((PAGES / f"{game}.md").read_text(encoding="utf-8"))
        moves = chain.from_iterable(tables.moves.values())
        used |= {move.rpartition(": ")[2].split()[0] for move in moves}
        used |= {purpose.draw.split()[0] for purpose in tables.purposes}
    assert used <= explained
    assert used <= VERBS | {"shuffle", "one", "keep"}


def test_every_code_of_the_tables_is_explained_on_the_games_page() -> None:
    for game in GAMES:
        page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
        tables = tables_of(page)
        wanted = {purpose.draw for purpose in tables.purposes if purpose.draw.startswith("code ")}
        wanted |= {move for moves in tables.moves.values() for move in moves if move.startswith("code ")}
        for code in wanted:
            assert f"**{code}**" in page, f"{game}: {code}"

"""Decisions of every game say what they are about, in both languages."""

import pytest

from tests.seeds import Seeds
from tests.texts import facts_agricola, facts_earth, facts_petrichor, facts_sonora
from tests.texts.kinds import kinds_of
from tests.texts.law import Book, walk
from tilth_server.wire import load_games

GAMES = load_games()
FEW, MANY = 10, 400
RARE = {"agricola": (22, 29, 30), "earth": (11, 47, 141, 182), "petrichor": (46, 62), "sonora": (30,)}
"""Seeds of matches in which the kinds of decisions are met that the first few have not."""
BOOKS = {
    "agricola": facts_agricola.BOOK,
    "earth": facts_earth.BOOK,
    "petrichor": facts_petrichor.BOOK,
    "sonora": facts_sonora.BOOK,
}
books = pytest.mark.parametrize(("name", "book"), BOOKS.items(), ids=BOOKS.keys())


@books
def test_every_decision_can_be_answered_without_the_board(name: str, book: Book, seeds: Seeds) -> None:
    met, faults = walk(GAMES[name], book, seeds.some(0, MANY) or [*range(FEW), *RARE[name]])
    assert not faults, "\n".join(faults)
    never = book.rows.keys() - met - book.rare
    # Fresh matches may lack what is rare; the steady ones of `make test` have everything.
    assert seeds.sweep or not never, f"rows of the table that no match has met: {sorted(never)}"


@books
def test_the_table_has_a_row_for_every_kind_that_the_rules_name(name: str, book: Book) -> None:
    assert book.rows.keys() | book.not_yet == kinds_of(GAMES[name]).keys()
    assert not book.rows.keys() & book.not_yet

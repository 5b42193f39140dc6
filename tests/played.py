"""A test of a ruling plays it: somebody answers a decision. What only reads data shows nothing of what is played.

The pages of docs/games name the tests of rulings and of the rulebook's examples. `conftest.py` counts the answers that
are given while one of these runs, and fails a test that passes without any. What cannot be played is listed here with
its reason; a ruling or an example of the rulebook has no place in that list.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilth_rules.kernel import Table

PAGES = Path(__file__).parents[1] / "docs" / "games"
ANSWERING = ("answer", "answer_default")


NOBODY_DECIDES = {
    "it reads the source of the rules, which no match shows": ("test_the_engine_names_no_card_and_no_space",),
}


def named() -> frozenset[str]:
    """Return the names of the tests that have to be played: those that the pages of games name, but for the lists of
    cards and what nobody decides."""
    pages = [page for page in PAGES.rglob("*.md") if page.stem != "cards"]
    names = {name for page in pages for name in re.findall(r"`(test_\w+)`", page.read_text())}
    listed = {name for names in NOBODY_DECIDES.values() for name in names}
    assert listed <= names, f"no page names {sorted(listed - names)}"
    return frozenset(names - listed)


class Answers:
    """A count of the answers that were given."""

    count = 0


@contextmanager
def counted() -> Iterator[Answers]:
    """Count the answers that tables of this process take, rehearsals apart."""
    answers = Answers()
    before = {name: getattr(Table, name) for name in ANSWERING}

    def counting(method: Any) -> Any:
        def answer(*args: Any, **more: Any) -> Any:
            result = method(*args, **more)
            answers.count += 1
            return result

        return answer

    for name, method in before.items():
        setattr(Table, name, counting(method))
    try:
        yield answers
    finally:
        for name, method in before.items():
            setattr(Table, name, method)

"""Print decisions of random matches as a client shows them: `python -m tests.texts petrichor ru 200`.

A fourth argument names one kind of decision, a fifth a first seed.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from random import Random

from tests.texts.law import Asked, decisions
from tests.texts.test_law import BOOKS, GAMES

SHOWN = 12
"""Options of one decision that are printed."""
PRINTED = 1 / 5
"""Probability that a decision is printed, so that 200 of them come from matches with many setups."""


def printed(asked: Asked) -> str:
    """Return a decision in lines."""
    decision = asked.message
    bounds = "" if decision.quantities else f"  [{decision.min_picks}..{decision.max_picks}]"
    lines = [f"{asked.name(asked.seat)} · {asked.kind}: {decision.text}{bounds}"]
    lines += [
        f"    {quantity.text}: {quantity.min}..{quantity.max} / {quantity.scale}"
        for quantity in decision.quantities
    ]
    each = list(decision.max_each) or [1] * len(decision.options)
    options = [
        f"    {option.text}" + (f"  (x{most})" if most > 1 else "")
        for option, most in zip(decision.options, each, strict=True)
    ]
    lines += options[:SHOWN]
    if len(options) > SHOWN:
        lines.append(f"    ... {len(options) - SHOWN} more")
    return "\n".join([*lines, *(f"    offer: {offer.text}" for offer in decision.offers)])


def main(game: str, language: str = "en", many: str = "200", kind: str = "", seed: str = "0") -> None:
    book, wire = BOOKS[game], GAMES[game]

    def all_decisions() -> Iterator[Asked]:
        number = int(seed)
        random = Random(number)
        setups = random.sample(book.setups, len(book.setups))
        while True:
            for table, seat in decisions(wire, setups[number % len(setups)], number):
                if kind == table.open[seat].kind or (not kind and random.random() < PRINTED):
                    yield Asked(wire, table, seat, language)
            number += 1

    for asked in islice(all_decisions(), int(many)):
        print(printed(asked))


if __name__ == "__main__":
    main(*sys.argv[1:])

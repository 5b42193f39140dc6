"""The number of ways that a match can take: every answer to every question, up to a depth.

The numbers test the rules (`test_positions.py`): a change of the possible answers changes them. They are also a
benchmark: `python -m tests.petrichor.positions` prints the number of positions per second of CPU time.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from time import process_time
from typing import NamedTuple

from tests.petrichor.habits import at_random
from tilth_rules.kernel import Choose, SeededChance, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.random_play import inside


class Tree(NamedTuple):
    """A match from its seed, a number of random answers, and the numbers of positions after 0, 1, 2, ... more
    answers."""

    name: str
    seats: int
    seed: int
    options: Options
    answered: int
    positions: tuple[int, ...]

    def table(self) -> Table:
        table = Table(
            game, self.options, self.seats, SeededChance(self.seed.to_bytes(32, "big")), journal=False
        )
        table.start()
        random = Random(self.seed)
        for _ in range(self.answered):
            seat = random.choice(table.pending_seats)
            decision = table.open[seat]
            picks = at_random(decision, table.state, random)
            table.answer(seat, *((picks, ()) if picks is not None else inside(decision, random)))
        return table


PLAIN = Options()
PROMOS = Options(fertilizer=True, cactus=True, lake=True)
HARDEST = Options(double_card=True, non_random_targeting=True, no_more_tricks=True, one_more_turn=True)

TREES = (
    Tree("two", 2, 1, PLAIN, 0, (1, 7, 42, 168, 630, 1632, 4896, 24480)),
    Tree("three-draft", 3, 2, Options(draft=True), 0, (1, 3, 12, 48, 300, 1600, 10000)),
    Tree("four-promos", 4, 3, PROMOS, 0, (1, 12, 98, 504, 6048)),
    Tree("solo", 1, 4, HARDEST, 0, (1, 4, 22, 38, 114, 570, 2802, 7417)),
    Tree("two-late", 2, 5, Options(long_form=True), 90, (1, 2, 10, 12, 26, 54, 108, 172, 350)),
    Tree("three-late", 3, 6, Options(lake=True), 110, (1, 3, 12, 24, 63, 216, 894, 2559, 9031)),
    Tree("four-late", 4, 7, PLAIN, 150, (1, 3, 12, 30, 78, 234, 1170, 2124, 7317)),
)


def positions(table: Table, depth: int) -> int:
    """Return the number of positions that lie `depth` answers ahead. A match that has ended has none."""
    if depth == 0 or table.over:
        return 1
    seat, decision = next(iter(table.open.items()))
    assert isinstance(decision, Choose)
    counted = 0
    for picks in answers(decision):
        after = table.clone()
        after.answer(seat, picks)
        counted += positions(after, depth - 1)
    return counted


def answers(decision: Choose) -> Iterator[Sequence[int]]:
    """Yield every answer to a decision, each once: picks that differ only in their order are one answer."""
    most = decision.max_each or (1,) * len(decision.options)
    for counts in product(*(range(many + 1) for many in most)):
        if decision.min_picks <= sum(counts) <= decision.max_picks:
            yield [option for option, many in zip(decision.options, counts, strict=True) for _ in range(many)]


def main() -> None:
    for tree in TREES:
        began = process_time()
        counted = positions(tree.table(), len(tree.positions) - 1)
        rate = counted / (process_time() - began)
        print(
            json.dumps(
                {"name": f"petrichor.positions.{tree.name}", "value": round(rate), "unit": "positions/s"}
            )
        )


if __name__ == "__main__":
    main()

"""Moments of matches of Agricola that were really played, as a client sees them."""

from collections.abc import Iterator

from tests.cli.moments import MomentOf, asked_at_random, words_of
from tilth_cli.lexicon import Lexicon
from tilth_dataclasses.tilth.games.agricola.v1 import Player, View
from tilth_rules.agricola.options import Options
from tilth_rules.kernel import Table


def words(language: str) -> Lexicon:
    return words_of("agricola", language)


class Moment(MomentOf[View]):
    game = "agricola"

    @property
    def own(self) -> Player:
        return self.view.players[self.seat]


def played(name: str, options: Options, seats: int, seed: int) -> Iterator[Moment]:
    table: Table | None = None
    for table, seat in asked_at_random("agricola", options, seats, seed):
        yield Moment(name, table.clone(), seat)
    assert table is not None
    yield Moment(name, table.clone(), 0)


SETTINGS = {
    "family": (Options(family=True), 2, 1),
    "alone": (Options(), 1, 2),
    "three": (Options(), 3, 3),
    "four": (Options(draft=True), 4, 4),
    "five": (Options(), 5, 5),
}
KINDS: dict[str, Moment] = {}
"""Each kind of question, late in a match, when there is much to see."""
LAST: dict[str, Moment] = {}
"""In each match the last question."""
OVER: dict[str, Moment] = {}
"""Each match when it is over."""


def _sort() -> None:
    for name, setting in SETTINGS.items():
        for moment in played(name, *setting):
            if moment.table.over:
                OVER[name] = moment
                continue
            LAST[name] = moment
            KINDS[moment.kind] = moment


_sort()
EACH = {
    **KINDS,
    **{f"{name}-last": moment for name, moment in LAST.items()},
    **{f"{name}-over": moment for name, moment in OVER.items()},
}
"""Each kind of question once, the last one of each match, and how it ends."""

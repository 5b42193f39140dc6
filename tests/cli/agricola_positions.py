"""Moments of matches of Agricola that were really played, as a client sees them."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.cli.positions import PositionOf, asked_at_random, labels_of
from tilth_cli.labels import Labels
from tilth_dataclasses.tilth.games.agricola.v1 import Player, View
from tilth_rules.agricola.options import Options
from tilth_rules.kernel import Table


def words(language: str) -> Labels:
    return labels_of("agricola", language)


class Moment(PositionOf[View]):
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


class Sorted(NamedTuple):
    """Moments that are worth a look."""

    kinds: dict[str, Moment]
    """Each kind of question, late in a match, when there is much to see."""
    last: dict[str, Moment]
    """In each match the last question."""
    over: dict[str, Moment]
    """Each match when it is over."""


@cache
def moments() -> Sorted:
    """Play the matches."""
    found = Sorted({}, {}, {})
    for name, setting in SETTINGS.items():
        for moment in played(name, *setting):
            if moment.table.over:
                found.over[name] = moment
                continue
            found.last[name] = moment
            found.kinds[moment.kind] = moment
    return found


def last() -> dict[str, Moment]:
    """Return the last question of each match."""
    return moments().last


def over() -> dict[str, Moment]:
    """Return each match when it is over."""
    return moments().over


def each() -> dict[str, Moment]:
    """Return each kind of question once, the last one of each match, and how it ends."""
    return {
        **moments().kinds,
        **{f"{name}-last": moment for name, moment in last().items()},
        **{f"{name}-over": moment for name, moment in over().items()},
    }

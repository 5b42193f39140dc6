"""Moments of matches of Earth that were really played, as a client sees them."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.cli.positions import PositionOf, asked_at_random, labels_of
from tilth_cli.labels import Labels
from tilth_cli.option_search import MANY
from tilth_dataclasses.tilth.games.earth.v1 import View
from tilth_rules.earth.options import Level, Options, Setup
from tilth_rules.kernel import Choose


def words(language: str) -> Labels:
    return labels_of("earth", language)


class Moment(PositionOf[View]):
    game = "earth"

    @property
    def many(self) -> int:
        """Return a sort key: the number of options, then the number of cards on the table."""
        return 1000 * self.options_count + sum(len(seat.places) for seat in self.table.state.seats)


def played(name: str, options: Options, seats: int, seed: int) -> Iterator[Moment]:
    for table, seat in asked_at_random("earth", options, seats, seed):
        assert isinstance(table.open[seat], Choose)
        yield Moment(name, table.clone(), seat)


SETTINGS = {
    "two": (Options(), 2, 1),
    "five": (Options(setup=Setup.ADVANCED), 5, 2),
    "alone": (Options(level=Level.HARD), 1, 3),
    "teams": (Options(teams=True), 4, 4),
    "beginners": (Options(setup=Setup.BEGINNER), 3, 5),
}


class Sorted(NamedTuple):
    """Moments that are worth a look."""

    kinds: dict[tuple[str, str], Moment]
    """In each match each kind of question with the most options, of those that are simply listed."""
    wide: dict[tuple[str, str], Moment]
    """The same of those with more of them."""
    last: dict[str, Moment]
    """In each match the last question."""


@cache
def moments() -> Sorted:
    """Play the matches."""
    kinds: dict[tuple[str, str], Moment] = {}
    wide: dict[tuple[str, str], Moment] = {}
    last: dict[str, Moment] = {}
    for name, setting in SETTINGS.items():
        for moment in played(name, *setting):
            found = kinds if moment.options_count <= MANY else wide
            before = found.get((name, moment.kind))
            if before is None or before.many <= moment.many:
                found[name, moment.kind] = moment
            last[name] = moment
    return Sorted(kinds, wide, last)


def last() -> dict[str, Moment]:
    """Return the last question of each match."""
    return moments().last


def each() -> dict[str, Moment]:
    """Return each kind of question once, and the last one of each match."""
    return {
        **{kind: moment for (_, kind), moment in moments().kinds.items()},
        **{f"{name}-last": moment for name, moment in last().items()},
    }

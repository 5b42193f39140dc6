"""Moments of matches of Earth that were really played, as a client sees them."""

from collections.abc import Iterator

from tests.cli.moments import MomentOf, asked_at_random, words_of
from tilth_cli.lexicon import Lexicon
from tilth_cli.narrowing import MANY
from tilth_dataclasses.tilth.games.earth.v1 import View
from tilth_rules.earth.options import Level, Options, Setup
from tilth_rules.kernel import Choose


def words(language: str) -> Lexicon:
    return words_of("earth", language)


class Moment(MomentOf[View]):
    game = "earth"

    @property
    def many(self) -> int:
        """By how many options there are, and then by how many cards lie on the table."""
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
KINDS: dict[tuple[str, str], Moment] = {}
"""In each match each kind of question with the most options, of those that are simply listed."""
WIDE: dict[tuple[str, str], Moment] = {}
"""The same of those with more of them."""
LAST: dict[str, Moment] = {}
"""In each match the last question."""


def _sort() -> None:
    for name, setting in SETTINGS.items():
        for moment in played(name, *setting):
            found = KINDS if moment.options_count <= MANY else WIDE
            before = found.get((name, moment.kind))
            if before is None or before.many <= moment.many:
                found[name, moment.kind] = moment
            LAST[name] = moment


_sort()
EACH = {
    **{kind: moment for (_, kind), moment in KINDS.items()},
    **{f"{name}-last": moment for name, moment in LAST.items()},
}
"""Each kind of question once, and the last one of each match."""

"""Moments of matches of Sonora that were really played, as a client sees them."""

from collections.abc import Iterator
from random import Random

from tests.cli.moments import MomentOf
from tilth_cli.narrowing import MANY
from tilth_dataclasses.tilth.games.sonora.v1 import View
from tilth_physics import port
from tilth_rules.kernel import Choose, Seeded, Table
from tilth_rules.randomly import inside
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.words import ON_BOARD


class Moment(MomentOf[View]):
    game = "sonora"


def played(seats: int, seed: int) -> Iterator[Moment]:
    """A match at random, with real physics."""
    random = Random(seed)
    chance = Seeded(random.randbytes(32))
    table = Table(game, Options(rounds=5), seats, chance, outside=port, journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        yield Moment("", table.clone(), seat)
        if isinstance(decision, Choose):
            table.answer(seat, *inside(decision, random))
        else:  # into the middle of the board, more or less
            table.answer(seat, (), (random.randint(300, 700), 0, random.randint(-2500, 2500), 300))


MOMENTS = [moment for seats, seed in ((1, 3), (2, 1), (3, 5), (4, 2)) for moment in played(seats, seed)]
KINDS = {(moment.seats, moment.kind): moment for moment in sorted(MOMENTS, key=lambda one: one.options_count)}
"""When so many were asked each kind of question with the most options."""
CANYONS = [moment for moment in MOMENTS if moment.kind == "canyon" and moment.options_count > MANY]
FULLEST = max(MOMENTS, key=lambda moment: moment.table.state.where.count(ON_BOARD))

"""Moments of matches of Sonora that were really played, as a client sees them."""

from collections.abc import Iterator
from functools import cache
from random import Random

from tests.cli.positions import PositionOf
from tests.sonora.habits import at_random
from tilth_cli.option_search import MANY
from tilth_dataclasses.tilth.games.sonora.v1 import View
from tilth_physics import port
from tilth_rules.kernel import Choose, SeededChance, Table
from tilth_rules.random_play import inside
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.codes import ON_BOARD


class Moment(PositionOf[View]):
    game = "sonora"


def played(seats: int, seed: int) -> Iterator[Moment]:
    """Play a match at random with the real simulator, and yield its positions."""
    random = Random(seed)
    chance = SeededChance(random.randbytes(32))
    table = Table(game, Options(rounds=5), seats, chance, outside=port, journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.pending_seats)
        decision = table.open[seat]
        yield Moment("", table.clone(), seat)
        if isinstance(decision, Choose):
            idle = at_random(decision, table.state, random)
            table.answer(seat, *(inside(decision, random) if idle is None else (idle, ())))
        else:  # into the middle of the board, more or less
            table.answer(seat, (), (random.randint(300, 700), 0, random.randint(-2500, 2500), 300))


@cache
def moments() -> list[Moment]:
    """Play the matches."""
    return [moment for seats, seed in ((1, 3), (2, 1), (3, 5), (4, 2)) for moment in played(seats, seed)]


@cache
def kinds() -> dict[tuple[int, str], Moment]:
    """Return, by the number of seats, each kind of question with the most options."""
    return {
        (moment.seats, moment.kind): moment for moment in sorted(moments(), key=lambda one: one.options_count)
    }


@cache
def canyons() -> list[Moment]:
    """Return the moments at which many cells of the canyon can be marked."""
    return [moment for moment in moments() if moment.kind == "canyon" and moment.options_count > MANY]


@cache
def fullest() -> Moment:
    """Return the moment with the most discs on the board."""
    return max(moments(), key=lambda moment: moment.table.state.where.count(ON_BOARD))

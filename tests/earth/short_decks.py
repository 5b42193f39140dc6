"""Earth with a short deck, so that it runs dry in a short match."""

from collections.abc import Sequence

from tilth_rules.earth import Earth, Options
from tilth_rules.earth.state import State
from tilth_rules.kernel import Step


class ShortEarth(Earth):
    """Earth with every n-th card of the deck only; the others stay in the box."""

    every: int = 4

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        state, steps = super().start(options, seats)
        state.deck = state.deck[:: self.every]
        return state, steps


def short(every: int) -> ShortEarth:
    earth = ShortEarth()
    earth.every = every
    return earth

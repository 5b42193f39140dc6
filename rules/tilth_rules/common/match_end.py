"""The end of a match: places by points, and the event that notes them."""

from collections.abc import Sequence
from typing import Any, ClassVar

from tilth_rules.kernel import Event


def places(keys: Sequence[Any], mates: int = 1) -> tuple[int, ...]:
    """Return the place of every seat by its key: points, or points with tie-breaks. The highest key has place 1.

    Seats with equal keys share a place, and the places after it are left out. `mates` seats of a team have one key and
    one place.
    """
    return tuple(1 + sum(other > mine for other in keys) // mates for mine in keys)


def place_alone(*, won: bool) -> tuple[int]:
    """Return the place of a seat that plays alone: 1 if it has won, else 2."""
    return (1,) if won else (2,)


class MatchEnded(Event):
    """The match ended with these places (1 is the best) and points. A game may add how the points are made up."""

    over: ClassVar[int]
    """The state's phase after the match."""
    places: tuple[int, ...]
    scores: tuple[int, ...]

    def apply(self, state: Any) -> None:
        """Set the phase to `over`, and the places."""
        state.phase = self.over
        state.places = self.places

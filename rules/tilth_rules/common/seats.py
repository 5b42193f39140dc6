"""The clockwise order of seats, and questions to several seats at once."""

from collections.abc import Callable, Iterable

from tilth_rules.kernel import Step, Table


def clockwise(seats: int, first: int = 0) -> list[int]:
    """Return the numbers of all seats in clockwise order, from seat `first` on."""
    first %= seats
    return [*range(first, seats), *range(first)]


def ask_at_once(
    table: Table, seats: Iterable[int], step: Callable[[int], Step], *, sealed: bool = False
) -> None:
    """Fork a lane for each of these seats, with one step in it. If there are no seats, fork nothing.

    If the lanes are sealed, no seat sees another seat's answer until all have answered.
    """
    lanes = [((seat,), (step(seat),)) for seat in seats]
    if lanes:
        table.fork(*lanes, sealed=sealed)

"""The final places of a match, with resignations."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from tilth_rules.kernel import Game, Result, Solo


def final_result(
    game: Game, state: Any, seats: int, resigned: Sequence[int], *, last_seat_wins: bool
) -> Result | None:
    """Return the result that the match is closed with; None while it is played.

    `resigned` are the seats that resigned, in that order. If the last seat wins, a match with one seat left may be
    closed before the game has ended: the scores are then those of that moment.
    """
    reached = game.result(state)
    if reached is not None:
        places = (
            places_in_order(reached.places, resigned)
            if last_seat_wins and resigned
            else final_places(reached.places, resigned)
        )
        return Result(tuple(places), reached.scores, solo_outcome(reached, resigned))
    if last_seat_wins and len(resigned) == seats - 1 > 0:
        return Result(tuple(places_in_order((0,) * seats, resigned)), tuple(game.scores(state)[:seats]))
    return None


def final_places(places: Sequence[int], resigned: Collection[int]) -> list[int]:
    """Return the places with the seats that resigned behind all others. Both parts keep the order of the game.

    If all or none have resigned, the game's places count: a seat that plays alone and loses has the second place.
    """
    if len(resigned) in (0, len(places)):
        return list(places)
    return _ranked([(seat in resigned, place) for seat, place in enumerate(places)])


def places_in_order(places: Sequence[int], resigned: Sequence[int]) -> list[int]:
    """Return the places with the seats that resigned behind all others, and the first of them in the last place."""
    order = {seat: -at for at, seat in enumerate(resigned)}
    return _ranked([(seat in order, order.get(seat, place)) for seat, place in enumerate(places)])


def _ranked(ranks: Sequence[tuple[bool, int]]) -> list[int]:
    """Return the place of each seat by its rank, the lowest first: 1 plus the number of lower ranks. Equal ranks
    share a place.
    """
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def agrees(reached: Result | None, recorded: Result) -> bool:
    """Return whether the result that the rules reach is the recorded one.

    Where the record has no `solo` (earlier builds wrote none), that part is not compared.
    """
    if reached is not None and recorded.solo is None:
        reached = msgspec.structs.replace(reached, solo=None)
    return reached == recorded


def solo_outcome(reached: Result, resigned: Collection[int]) -> Solo | None:
    """Return the outcome of a match of one seat, as not won if the seat has resigned; None for matches of more
    seats.
    """
    solo = reached.solo
    return msgspec.structs.replace(solo, won=False) if solo is not None and solo.won and resigned else solo

"""How a match ended, as the house sees it."""

from collections.abc import Collection, Sequence


def standing(places: Sequence[int], resigned: Collection[int]) -> list[int]:
    """The places with who has resigned behind all others; among each other both stand as the game says.

    Where all or none have resigned, the game's places stand: who plays alone and loses has the second.
    """
    if len(resigned) in (0, len(places)):
        return list(places)
    ranks = [(seat in resigned, place) for seat, place in enumerate(places)]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]

"""Which cards a filter means, read from the tables of `content/sieves.py`."""

from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.compiled import Cards
from tilth_rules.earth.content.faces import Filter
from tilth_rules.earth.content.sieves import Sieve, sieved


def matches(wanted: Filter, face: int, sprouts: int = 0, growth: int = 0, cards: Cards = CARDS) -> bool:
    """Whether a face with these pieces on it is meant. No filter means EMPTY."""
    sieve = cards.sieves.get(wanted) or sieve_of(wanted, cards)
    return bool(sieve.fits[face]) and (
        not sieve.by_pieces
        or (
            sieve.least_sprouts[face] <= sprouts <= sieve.most_sprouts[face]
            and sieve.least_growth[face] <= growth <= sieve.most_growth[face]
        )
    )


def sieve_of(wanted: Filter, cards: Cards) -> Sieve:
    """The filter's tables. Those of a filter that no card speaks of are made when they are first asked for."""
    sieve = cards.sieves.get(wanted)
    if sieve is None:
        sieve = cards.sieves[wanted] = sieved(wanted, cards.faces)
    return sieve

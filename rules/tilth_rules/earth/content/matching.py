"""The cards that a filter means, read from the tables of `face_filters.py`."""

from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.compiled.faces import Cards
from tilth_rules.earth.content.face_filters import Sieve, filter_tables
from tilth_rules.earth.content.faces import Filter


def matches(wanted: Filter, face: int, sprouts: int = 0, growth: int = 0, cards: Cards = CARDS) -> bool:
    """Return whether a face with this many sprouts and growth on it fits the filter, among the given cards. EMPTY fits
    no filter."""
    sieve = cards.sieves.get(wanted) or sieve_of(wanted, cards)
    return bool(sieve.fits[face]) and (
        not sieve.by_pieces
        or (
            sieve.min_sprouts[face] <= sprouts <= sieve.max_sprouts[face]
            and sieve.min_growth[face] <= growth <= sieve.max_growth[face]
        )
    )


def sieve_of(wanted: Filter, cards: Cards) -> Sieve:
    """Return the compiled form of a filter for these cards, which keep it. It is made at the first call if no card
    names the filter."""
    sieve = cards.sieves.get(wanted)
    if sieve is None:
        sieve = cards.sieves[wanted] = filter_tables(wanted, cards.faces)
    return sieve

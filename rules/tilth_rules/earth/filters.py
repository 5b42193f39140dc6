"""Which cards a filter means.

A filter is worked out once for every face of a match and then read from tables: whether a face can meet it, and how
many sprouts and how much growth must lie on it.
"""

from typing import Final

from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.compiled import SPACES_AT_MOST, Cards, Sieve
from tilth_rules.earth.content.faces import CountCards, CountChain, CountGaps, Face, Filter, Measure

ANY: Final = (0, SPACES_AT_MOST, 0, SPACES_AT_MOST)
"""Least and most sprouts, least and most growth, where all are welcome."""


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
    """The filter's tables, made when they are first asked for."""
    sieve = cards.sieves.get(wanted)
    if sieve is None:
        sieve = cards.sieves[wanted] = _compiled(wanted, cards.faces)
    return sieve


def _compiled(wanted: Filter, faces: tuple[Face, ...]) -> Sieve:
    pieces = [_pieces(wanted, face) for face in faces]
    tables = [bytes((*column, 0)) for column in zip(*pieces, strict=True)]
    return Sieve(
        bytes((*(_fits(wanted, face) for face in faces), 0)),
        any(one != ANY for one in pieces),
        *tables,
    )


def _pieces(wanted: Filter, face: Face) -> tuple[int, int, int, int]:
    """The least and most sprouts and the least and most growth that such a face must hold."""
    if wanted.pieces == "none":
        return 0, 0, 0, 0
    sprouts = face.sprouts if wanted.pieces in ("full", "sprouts full") else 0
    growth = face.growth if wanted.pieces in ("full", "canopy") else 0
    return (
        max(sprouts, wanted.sprouts_least or 0),
        SPACES_AT_MOST,
        max(growth, wanted.growth_least or 0),
        SPACES_AT_MOST,
    )


def _fits(wanted: Filter, face: Face) -> bool:
    """What the card itself must be."""
    return _is(wanted, face) and _prints(wanted, face) and _has_room(wanted, face)


def _is(wanted: Filter, face: Face) -> bool:
    multicoloured = any(ability.multicolour for ability in face.abilities)
    return (
        (wanted.is_ is None or wanted.is_ == face.kind or wanted.is_ in face.types)
        and (wanted.habitat is None or wanted.habitat in face.habitats)
        and (wanted.colour is None or wanted.colour in face.colours)
        and (not wanted.multicolour or multicoloured)
        and (wanted.named is None or wanted.named in face.marks)
        and (not wanted.arrows or has_arrows(face))
    )


def _prints(wanted: Filter, face: Face) -> bool:
    """Numbers that are printed on it. A card that doesn't print a number meets no filter on it."""
    even = {None: None, "even": 0, "odd": 1}[wanted.parity]
    return (
        _between(wanted.cost_least, face.cost, wanted.cost_most)
        and _between(wanted.vp_least, face.vp, wanted.vp_most)
        and (even is None or (face.vp is not None and face.vp % 2 == even))
        and _between(wanted.abilities_least, len(face.abilities), None)
        and _between(wanted.habitats_least, len(face.habitats), wanted.habitats_most)
    )


def _has_room(wanted: Filter, face: Face) -> bool:
    canopy = face.canopy or 0
    return (
        _between(wanted.sprout_spaces, face.sprouts, wanted.sprout_spaces)
        and _between(None, face.sprouts, wanted.sprout_spaces_most)
        and _between(wanted.growth_limit_least, face.growth, wanted.growth_limit_most)
        and _between(wanted.canopy_vp_least, canopy, wanted.canopy_vp_most)
        and (wanted.pieces != "canopy" or face.growth > 0)
    )


def _between(least: int | None, number: int | None, most: int | None) -> bool:
    if number is None:
        return least is None and most is None
    return (least is None or least <= number) and (most is None or number <= most)


def has_arrows(face: Face) -> bool:
    """Whether the card bears the arrows that remind of a direction: whatever it does along a line, to its neighbours
    or along a path."""
    return any(
        ability.target is not None or (ability.score is not None and _points_somewhere(ability.score.measure))
        for ability in face.abilities
    )


def _points_somewhere(counted: Measure) -> bool:
    if isinstance(counted, CountCards):
        return counted.within in ("row", "column", "beside", "corners")
    return isinstance(counted, CountChain | CountGaps)

"""Tables of the filters for every face of a match.

They are made once, before the first count: whether a face can meet a filter, and the number of sprouts and
growth that must lie on it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from tilth_rules.earth.content.faces import (
    CountCards,
    CountChain,
    CountGaps,
    CountRichest,
    CountSets,
    Face,
    Filter,
    Measure,
)

MAX_SPACES: Final = 255


class Sieve(msgspec.Struct, frozen=True):
    """The compiled form of a filter: tables by face, with one more entry for EMPTY, which is -1."""

    fits: bytes
    by_pieces: bool
    """True if the filter asks for pieces, so that the four tables below matter."""
    min_sprouts: bytes
    max_sprouts: bytes
    min_growth: bytes
    max_growth: bytes


def filter_tables(wanted: Filter, faces: Sequence[Face]) -> Sieve:
    """Return the compiled form of a filter: for each face, whether it fits, and the least and greatest numbers of
    sprouts and growth that may lie on it."""
    named = [(CONDITIONS[name], value) for name, value in _conditions_of(wanted) if name in CONDITIONS]
    fits = bytes((*(all(holds(face, value) for holds, value in named) for face in faces), False))
    least, most = _no_pieces_table(0, len(faces)), _no_pieces_table(MAX_SPACES, len(faces))
    if any(name in PIECES for name, _ in _conditions_of(wanted)):
        pieces = [_pieces(wanted, face) for face in faces]
        sprouts, growth = (bytes((*column, 0)) for column in zip(*pieces, strict=True))
        most = least if wanted.pieces == "none" else most
        return Sieve(fits, True, sprouts, most, growth, most)
    return Sieve(fits, False, least, most, least, most)


@lru_cache(maxsize=2)
def _no_pieces_table(number: int, faces: int) -> bytes:
    """Return a table with the same number for each face and 0 for EMPTY, for a filter without conditions on pieces."""
    return bytes((*(number for _ in range(faces)), 0))


PIECES: Final = ("sprouts_least", "growth_least", "pieces")
"""Conditions on the pieces that lie on a card."""


def _conditions_of(wanted: Filter) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each condition that the filter makes."""
    for name in Filter.__struct_fields__:
        value = getattr(wanted, name)
        if value is not None and value is not False:
            yield name, value


def _pieces(wanted: Filter, face: Face) -> tuple[int, int]:
    """Return the least numbers of sprouts and of growth that must lie on a card with this face to fit the filter."""
    sprouts = face.sprouts if wanted.pieces in ("full", "sprouts full") else 0
    growth = face.growth if wanted.pieces in ("full", "canopy") else 0
    return max(sprouts, wanted.sprouts_least or 0), max(growth, wanted.growth_least or 0)


def has_arrows(face: Face) -> bool:
    """Return whether a card has arrows: it puts pieces on cards in a direction, or scores along a line, its neighbours
    or a path."""
    return any(
        ability.target is not None or (ability.score is not None and _points_somewhere(ability.score.measure))
        for ability in face.abilities
    )


def _points_somewhere(counted: Measure) -> bool:
    """Return whether a measure counts in a direction from its card (a line, neighbours, a path)."""
    if isinstance(counted, CountCards):
        return counted.within in ("row", "column", "beside", "corners")
    return isinstance(counted, CountChain | CountGaps)


def _at_least(number: int | None, least: int) -> bool:
    """Return whether a card's printed number is at least this; False if it prints none."""
    return number is not None and number >= least


def _at_most(number: int | None, most: int) -> bool:
    """Return whether a card's printed number is at most this; False if it prints none."""
    return number is not None and number <= most


CONDITIONS: Final[Mapping[str, Callable[[Face, Any], bool]]] = {
    "is_": lambda face, kind: kind == face.kind or kind in face.types,
    "habitat": lambda face, habitat: habitat in face.habitats,
    "colour": lambda face, colour: colour in face.colours,
    "multicolour": lambda face, _: any(ability.multicolour for ability in face.abilities),
    "named": lambda face, mark: mark in face.marks,
    "arrows": lambda face, _: has_arrows(face),
    "cost_least": lambda face, least: _at_least(face.cost, least),
    "cost_most": lambda face, most: _at_most(face.cost, most),
    "vp_least": lambda face, least: _at_least(face.vp, least),
    "vp_most": lambda face, most: _at_most(face.vp, most),
    "parity": lambda face, parity: face.vp is not None and face.vp % 2 == (parity == "odd"),
    "abilities_least": lambda face, least: len(face.abilities) >= least,
    "habitats_least": lambda face, least: len(face.habitats) >= least,
    "habitats_most": lambda face, most: len(face.habitats) <= most,
    "sprout_spaces": lambda face, spaces: face.sprouts == spaces,
    "sprout_spaces_most": lambda face, most: face.sprouts <= most,
    "growth_limit_least": lambda face, least: face.growth >= least,
    "growth_limit_most": lambda face, most: face.growth <= most,
    "canopy_vp_least": lambda face, least: (face.canopy or 0) >= least,
    "canopy_vp_most": lambda face, most: (face.canopy or 0) <= most,
    "pieces": lambda face, pieces: {"canopy": face.growth, "sprouts full": face.sprouts}.get(pieces, 1) > 0,
}
"""The conditions on a card itself, each with a function that checks it."""


def filters_of(face: Face) -> Iterator[Filter]:
    """Yield every filter that the abilities and the objective of a face name, possibly one several times."""
    for ability in face.abilities:
        if ability.planted is not None:
            yield ability.planted
        for part in (ability.target, ability.op):
            of = getattr(part, "of", None)
            if isinstance(of, Filter):
                yield of
        if ability.score is not None:
            yield from _counted(ability.score.measure)
    if face.objective is not None:
        yield from _counted(face.objective.measure)


def _counted(counted: Measure) -> Iterator[Filter]:
    """Yield the filters of the cards that a measure counts; none for measures that count no cards."""
    match counted:
        case CountCards() | CountRichest() | CountChain():
            yield counted.of
        case CountSets():
            yield from counted.of

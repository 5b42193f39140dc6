"""Filters worked out for every face of a match, once and before anybody asks: whether a face can meet one, and how many
sprouts and how much growth must lie on it.
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

SPACES_AT_MOST: Final = 255


class Sieve(msgspec.Struct, frozen=True):
    """Tables by face, with one more entry for EMPTY, which is -1."""

    fits: bytes
    by_pieces: bool
    """Whether the four tables below matter."""
    least_sprouts: bytes
    most_sprouts: bytes
    least_growth: bytes
    most_growth: bytes


def sieved(wanted: Filter, faces: Sequence[Face]) -> Sieve:
    """A filter, worked out."""
    named = [(CONDITIONS[name], value) for name, value in _named(wanted) if name in CONDITIONS]
    fits = bytes((*(all(holds(face, value) for holds, value in named) for face in faces), False))
    least, most = _everywhere(0, len(faces)), _everywhere(SPACES_AT_MOST, len(faces))
    if any(name in PIECES for name, _ in _named(wanted)):
        pieces = [_pieces(wanted, face) for face in faces]
        sprouts, growth = (bytes((*column, 0)) for column in zip(*pieces, strict=True))
        most = least if wanted.pieces == "none" else most
        return Sieve(fits, True, sprouts, most, growth, most)
    return Sieve(fits, False, least, most, least, most)


@lru_cache(maxsize=2)
def _everywhere(number: int, faces: int) -> bytes:
    """The table of the filters that ask nothing of what lies on a card."""
    return bytes((*(number for _ in range(faces)), 0))


PIECES: Final = ("sprouts_least", "growth_least", "pieces")
"""Conditions on what lies on a card."""


def _named(wanted: Filter) -> Iterator[tuple[str, Any]]:
    """The conditions that the filter makes."""
    for name in Filter.__struct_fields__:
        value = getattr(wanted, name)
        if value is not None and value is not False:
            yield name, value


def _pieces(wanted: Filter, face: Face) -> tuple[int, int]:
    """The least sprouts and the least growth that such a face must hold."""
    sprouts = face.sprouts if wanted.pieces in ("full", "sprouts full") else 0
    growth = face.growth if wanted.pieces in ("full", "canopy") else 0
    return max(sprouts, wanted.sprouts_least or 0), max(growth, wanted.growth_least or 0)


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


def _at_least(number: int | None, least: int) -> bool:
    """A card that doesn't print a number meets no condition on it; so below."""
    return number is not None and number >= least


def _at_most(number: int | None, most: int) -> bool:
    return number is not None and number <= most


CONDITIONS: Final[Mapping[str, Callable[[Face, Any], bool]]] = {
    "is_": lambda face, what: what == face.kind or what in face.types,
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
"""What a card itself must be."""


def filters_of(face: Face) -> Iterator[Filter]:
    """Every filter that a face speaks of."""
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
    match counted:
        case CountCards() | CountRichest() | CountChain():
            yield counted.of
        case CountSets():
            yield from counted.of

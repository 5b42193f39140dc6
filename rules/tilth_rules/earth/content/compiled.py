"""Faces as the rules count with them: tables of small numbers by face.

Each table has one entry more than there are faces, so that EMPTY, which is -1, reads as nothing at all.
"""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from tilth_rules.earth.content.faces import (
    Colour,
    Face,
    Filter,
    FloraType,
    Habitat,
    Objective,
)
from tilth_rules.earth.content.sieves import Sieve, filters_of, sieved

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
HABITATS: Final[tuple[Habitat, ...]] = get_args(Habitat)
FLORA_TYPES: Final[tuple[FloraType, ...]] = get_args(FloraType)
KINDS: Final = (*FLORA_TYPES, "terrain")
"""What a card of the field can be."""


class Cards:
    """The faces of a match: as printed, or with corrections."""

    __slots__ = (
        "canopies",
        "colours",
        "faces",
        "habitats",
        "kinds",
        "limits",
        "scored",
        "sieves",
        "spaces",
        "vp",
    )

    def __init__(self, faces: Iterable[Face]) -> None:
        self.faces: Final = tuple(faces)
        self.vp: Final = (*(face.vp or 0 for face in self.faces), 0)
        self.spaces: Final = _table(face.sprouts for face in self.faces)
        """Room for sprouts."""
        self.limits: Final = _table(face.growth for face in self.faces)
        """Room for growth."""
        self.canopies: Final = _table(face.canopy or 0 for face in self.faces)
        """Points of the finished canopy."""
        self.colours: Final = _table(_bits(COLOURS, face.colours) for face in self.faces)
        """Bits of COLOURS."""
        self.kinds: Final = _table(_bits(KINDS, (*face.types, face.kind)) for face in self.faces)
        """Bits of KINDS."""
        self.habitats: Final = _table(_bits(HABITATS, face.habitats) for face in self.faces)
        """Bits of HABITATS."""
        self.scored: Final[tuple[tuple[Objective, ...], ...]] = (
            *(tuple(one.score for one in face.abilities if one.score) for face in self.faces),
            (),
        )
        """What a face on the field is worth at the end, besides its points."""
        self.sieves: Final[dict[Filter, Sieve]] = {
            wanted: sieved(wanted, self.faces)
            for wanted in dict.fromkeys(wanted for face in self.faces for wanted in filters_of(face))
        }
        """Every filter of these faces, worked out now, so that no count in a match has to wait for it."""


def _table(numbers: Iterable[int]) -> bytes:
    return bytes((*numbers, 0))


def _bits(words: Sequence[str], some: Iterable[str]) -> int:
    bits = 0
    for word in some:
        if word in words:
            bits |= 1 << words.index(word)
    return bits

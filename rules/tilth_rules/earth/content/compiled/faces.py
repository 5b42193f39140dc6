"""Tables of small numbers by face, with which the rules count.

Each table has one entry more than there are faces, so that EMPTY, which is -1, reads as 0.
"""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from tilth_rules.earth.content.face_filters import Sieve, filter_tables, filters_of
from tilth_rules.earth.content.faces import (
    Colour,
    Face,
    Filter,
    FloraType,
    Habitat,
    Objective,
)

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
HABITATS: Final[tuple[Habitat, ...]] = get_args(Habitat)
FLORA_TYPES: Final[tuple[FloraType, ...]] = get_args(FloraType)
KINDS: Final = (*FLORA_TYPES, "terrain")
"""The kinds of a card in the field."""


class Cards:
    """The faces of a match, as printed or with corrections, with tables of their numbers by face."""

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
        """The sprout spaces of each face."""
        self.limits: Final = _table(face.growth for face in self.faces)
        """The growth limit of each face."""
        self.canopies: Final = _table(face.canopy or 0 for face in self.faces)
        """The points of each face's finished canopy."""
        self.colours: Final = _table(_bits(COLOURS, face.colours) for face in self.faces)
        """Bits of COLOURS for each face."""
        self.kinds: Final = _table(_bits(KINDS, (*face.types, face.kind)) for face in self.faces)
        """Bits of KINDS for each face."""
        self.habitats: Final = _table(_bits(HABITATS, face.habitats) for face in self.faces)
        """Bits of HABITATS for each face."""
        self.scored: Final[tuple[tuple[Objective, ...], ...]] = (
            *(tuple(one.score for one in face.abilities if one.score) for face in self.faces),
            (),
        )
        """The objectives that a face on the field scores at the end, besides its points."""
        self.sieves: Final[dict[Filter, Sieve]] = {
            wanted: filter_tables(wanted, self.faces)
            for wanted in dict.fromkeys(wanted for face in self.faces for wanted in filters_of(face))
        }
        """The tables of every filter that these faces name, made now so that no count in a match has to wait
        for one."""


def _table(numbers: Iterable[int]) -> bytes:
    """Return the numbers as bytes, with a 0 for EMPTY at the end."""
    return bytes((*numbers, 0))


def _bits(words: Sequence[str], some: Iterable[str]) -> int:
    """Return `some` of the words as bits, by their places among all `words`."""
    bits = 0
    for word in some:
        if word in words:
            bits |= 1 << words.index(word)
    return bits

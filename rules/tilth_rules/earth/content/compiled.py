"""Faces as the rules count with them: tables of small numbers by face.

Each table has one entry more than there are faces, so that EMPTY, which is -1, reads as nothing at all.
"""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

import msgspec

from tilth_rules.earth.content.faces import (
    Ability,
    Action,
    Colour,
    Face,
    Filter,
    FloraType,
    Habitat,
    Objective,
)

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
HABITATS: Final[tuple[Habitat, ...]] = get_args(Habitat)
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
FLORA_TYPES: Final[tuple[FloraType, ...]] = get_args(FloraType)
KINDS: Final = (*FLORA_TYPES, "terrain")
"""What a card of the field can be."""

SPACES_AT_MOST: Final = 255


class Sieve(msgspec.Struct, frozen=True):
    """A filter, worked out for every face: whether the face can meet it at all, and with how many pieces on it."""

    fits: bytes
    by_pieces: bool
    """Whether the four tables below matter."""
    least_sprouts: bytes
    most_sprouts: bytes
    least_growth: bytes
    most_growth: bytes


class Cards:
    """The faces of a match: as printed, or with corrections."""

    __slots__ = (
        "abilities",
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
        self.abilities: Final[dict[Action, tuple[Ability | None, ...]]] = {
            action: (*(_activated(face, action) for face in self.faces), None) for action in ACTIONS
        }
        """What a face does when abilities of a colour are activated: no face has two for one colour."""
        self.scored: Final[tuple[tuple[Objective, ...], ...]] = (
            *(tuple(one.score for one in face.abilities if one.score) for face in self.faces),
            (),
        )
        """What a face on the field is worth at the end, besides its points."""
        self.sieves: Final[dict[Filter, Sieve]] = {}
        """Kept by `filters.py`."""


def _table(numbers: Iterable[int]) -> bytes:
    return bytes((*numbers, 0))


def _bits(words: Sequence[str], some: Iterable[str]) -> int:
    bits = 0
    for word in some:
        if word in words:
            bits |= 1 << words.index(word)
    return bits


def _activated(face: Face, action: Action) -> Ability | None:
    return next((one for one in face.abilities if one.when == "activate" and action in one.colours), None)

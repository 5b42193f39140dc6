"""The one module that reads `cards.json`: every face of the game.

A face is known by its index in `FACES`. The file gives each face its index, which never changes, because stored matches
hold it; a new face takes the next one. A text given in the options, `{"earth-079": {"cost": 4}}`, is merged
over the file (see `tilth_rules.common.value_file`) and held against the rules by `checks.py`; it may correct figures
and texts, but neither add nor remove a face nor turn one into another kind. So the decks below are those of every
match.
The checks of the deck as a whole (`deck.py`) apply to the file only, because a correction may mend a count.
"""

from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.common.value_file import converted, corrected_entries, load_entries
from tilth_rules.earth.content.checks import check
from tilth_rules.earth.content.compiled.faces import Cards
from tilth_rules.earth.content.deck import check_deck
from tilth_rules.earth.content.faces import Face
from tilth_rules.kernel import OptionsRefused


@lru_cache(maxsize=64)
def cards_of(text: str) -> Cards:
    """Return the cards of the file with the corrections in this text merged over it. Raise OptionsRefused if the text
    does not fit."""
    faces = [
        _by_slot(converted({"id": name, **face}, Face, f"values.{name}"))
        for name, face in corrected_entries(FILE, text, ("id", "index", "kind"), "face")
    ]
    check(faces)
    return Cards(faces)


def _by_slot(face: Face) -> Face:
    """Return the face with its abilities in the order of their slots.

    A correction may leave the slots out. Then the order of its list counts, which is stored in the match's
    options.
    """
    slots = [ability.slot for ability in face.abilities]
    if all(slot is None for slot in slots):
        return face
    ordered = {ability.slot: msgspec.structs.replace(ability, slot=None) for ability in face.abilities}
    if set(ordered) != set(range(len(slots))):
        raise OptionsRefused(f"values.{face.id}.abilities", "slots count from 0")
    return msgspec.structs.replace(face, abilities=tuple(ordered[slot] for slot in range(len(slots))))


def _check_slots() -> None:
    """Raise ValueError for a face of the file with several abilities that do not say their slots."""
    for name, face in FILE.items():
        if len(face.get("abilities", ())) > 1 and not all("slot" in one for one in face["abilities"]):
            raise ValueError(f"cards.json: {name} has several abilities: each needs a slot")


FILE: Final = load_entries(__package__, "cards.json")

_check_slots()
CARDS: Final = cards_of("")
"""The cards as printed."""
FACES: Final[tuple[Face, ...]] = CARDS.faces
check_deck(FACES)


def _of_kind(*kinds: str) -> tuple[int, ...]:
    """Return the indices of all faces of these kinds."""
    return tuple(at for at, face in enumerate(FACES) if face.kind in kinds)


def _pairs(kind: str) -> tuple[tuple[int, int], ...]:
    """Return the indices of the faces of a kind two by two: both sides of each card."""
    faces = _of_kind(kind)
    return tuple(zip(faces[::2], faces[1::2], strict=True))


EARTH: Final = _of_kind("flora", "terrain", "event")
"""The deck of 283 cards."""
ISLANDS: Final = _pairs("island")
"""The pairs of faces on one island card. Climates, ecosystems and fauna have pairs too."""
CLIMATES: Final = _pairs("climate")
ECOSYSTEMS: Final = _pairs("ecosystem")
FAUNA: Final = _pairs("fauna")
GAIA: Final = _of_kind("gaia")

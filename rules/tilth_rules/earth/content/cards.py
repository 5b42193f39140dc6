"""The one module that reads `cards.json`: every face of the game, in the order of the printed numbers, a before b.

A face is known by its index in `FACES`, for ever. A text given in the options, `{"earth-079": {"cost": 4}}`, is merged
over the file (see `tilth_rules.corrections`) and held against the rules by `checks.py`; it may correct figures and
texts, but neither add nor remove a face nor turn one into another kind. So the decks below are those of every match.
What is known of the deck as a whole (`deck.py`) is asked of the file only: a correction may be what mends a count.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from tilth_rules.corrections import converted, merged, parsed
from tilth_rules.earth.content.checks import check
from tilth_rules.earth.content.compiled import Cards
from tilth_rules.earth.content.deck import check_deck
from tilth_rules.earth.content.faces import Face
from tilth_rules.kernel import OptionsRefused


@lru_cache(maxsize=64)
def cards_of(text: str) -> Cards:
    """The cards of the file with this text merged over it; raises OptionsRefused where it doesn't fit."""
    patch = parsed(text)
    faces = []
    for name, face in FILE.items():
        change = patch.pop(name, {})
        if not isinstance(change, dict):
            raise OptionsRefused(f"values.{name}", "not a JSON object")
        for fixed in ("id", "kind"):
            if fixed in change:
                raise OptionsRefused(f"values.{name}.{fixed}", "cannot be corrected")
        faces.append(converted({"id": name, **merged(face, change)}, Face, f"values.{name}"))
    for name in patch:
        raise OptionsRefused(f"values.{name}", "no such face")
    check(faces)
    return Cards(faces)


FILE: Final[dict[str, Any]] = msgspec.json.decode((files(__package__) / "cards.json").read_bytes())

CARDS: Final = cards_of("")
"""The cards as printed."""
FACES: Final[tuple[Face, ...]] = CARDS.faces
check_deck(FACES)


def _of_kind(*kinds: str) -> tuple[int, ...]:
    return tuple(at for at, face in enumerate(FACES) if face.kind in kinds)


def _pairs(kind: str) -> tuple[tuple[int, int], ...]:
    faces = _of_kind(kind)
    return tuple(zip(faces[::2], faces[1::2], strict=True))


EARTH: Final = _of_kind("flora", "terrain", "event")
"""The deck of 283 cards."""
ISLANDS: Final = _pairs("island")
"""Two faces to a card, as with climates, ecosystems and fauna."""
CLIMATES: Final = _pairs("climate")
ECOSYSTEMS: Final = _pairs("ecosystem")
FAUNA: Final = _pairs("fauna")
GAIA: Final = _of_kind("gaia")

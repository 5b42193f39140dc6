"""The one module that reads `cards.json`: every face of the game, in the order of the printed numbers, a before b.

A face is known by its index in `FACES`, for ever. A text given in the options is merged over the file as a JSON merge
patch, `{"earth-079": {"cost": 4}}`, and held against the rules by `checks.py`; it may correct figures and texts, but
neither add nor remove a face nor turn one into another kind. So the decks below are those of every match. What is known
of the deck as a whole (`deck.py`) is asked of the file only: a correction may be what mends a count.
"""

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from tilth_rules.earth.content.checks import check
from tilth_rules.earth.content.compiled import Cards
from tilth_rules.earth.content.deck import check_deck
from tilth_rules.earth.content.faces import Face
from tilth_rules.kernel import OptionsRefused


@lru_cache(maxsize=64)
def cards_of(text: str) -> Cards:
    """The cards of the file with this text merged over it; raises OptionsRefused where it doesn't fit."""
    patch = _parsed(text) if text else {}
    faces = []
    for name, face in FILE.items():
        change = patch.pop(name, {})
        if not isinstance(change, dict):
            raise OptionsRefused(f"values.{name}", "not a JSON object")
        for fixed in ("id", "kind"):
            if fixed in change:
                raise OptionsRefused(f"values.{name}.{fixed}", "cannot be corrected")
        faces.append(_face(name, _merged(face, change)))
    for name in patch:
        raise OptionsRefused(f"values.{name}", "no such face")
    check(faces)
    return Cards(faces)


def _face(name: str, data: dict[str, Any]) -> Face:
    try:
        return msgspec.convert({"id": name, **data}, Face)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at ")
        raise OptionsRefused(f"values.{name}" + re.sub(r"[`$]", "", path), what) from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        parsed = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise OptionsRefused("values", f"not JSON that can be read: {error}") from None
    if not isinstance(parsed, dict):
        raise OptionsRefused("values", "not a JSON object")
    return parsed


def _merged(base: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """RFC 7396: objects are merged, null removes, all else replaces."""
    out = dict(base)
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
            continue
        below = out.get(key)
        if isinstance(value, dict):
            out[key] = _merged(below if isinstance(below, dict) else {}, value)
        else:
            out[key] = value
    return out


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

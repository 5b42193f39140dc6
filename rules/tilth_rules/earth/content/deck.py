"""Checks of the printed cards as a whole. They find a slip in the file when it is read."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Final

from tilth_rules.earth.content.compiled.faces import FLORA_TYPES
from tilth_rules.earth.content.faces import Face, Kind

FACES_OF: Final[dict[Kind, int]] = {
    "flora": 179,
    "terrain": 66,
    "event": 38,
    "island": 20,
    "climate": 20,
    "ecosystem": 64,
    "fauna": 46,
    "gaia": 6,
}
FIRST_NUMBERS: Final = {
    "earth": 1,
    "island": 285,
    "climate": 295,
    "ecosystem": 305,
    "fauna": 337,
    "gaia": 360,
}
PLANTS_OF_A_TYPE: Final = 44
"""The number of plants of each type. Three more plants are of every type."""
COLOURS_OF_FLORA: Final = {"yellow": 59, "blue": 59, "red": 59, "multicolour": 20, "black": 10, "brown": 3}
MULTICOLOURED_OF_A_TYPE: Final = 5
NAMES_WITH_A_MARK: Final = 34
PAIR_VP: Final = {"island": 10, "climate": 5}
"""The points of both sides of a card together."""
EVENT_VP: Final = (-4, 1)
MAX_ROOM: Final = (6, 8)
"""The largest number of sprout spaces, and the largest growth limit, of one plant."""


def check_deck(faces: Sequence[Face]) -> None:
    """Check the whole deck against the counts of the box. Raise ValueError naming the count that is wrong."""
    _expect("faces of each kind", Counter(face.kind for face in faces), FACES_OF)
    _check_order(faces)
    flora = [face for face in faces if face.kind == "flora"]
    of_one_type = [face for face in flora if len(face.types) == 1]
    _expect(
        "plants of a type",
        Counter(face.types[0] for face in of_one_type),
        _same_for_each(FLORA_TYPES, PLANTS_OF_A_TYPE),
    )
    colours = Counter(
        "multicolour" if ability.multicolour else ability.colours[0]
        for face in flora
        for ability in face.abilities
    )
    _expect("colours of plants' abilities", colours, COLOURS_OF_FLORA)
    several = Counter(face.types[0] for face in flora for ability in face.abilities if ability.multicolour)
    _expect("multicoloured plants of a type", several, _same_for_each(FLORA_TYPES, MULTICOLOURED_OF_A_TYPE))
    marks = Counter(mark for face in flora for mark in face.marks)
    _expect("marked names", marks, _same_for_each(("place", "colour", "animal"), NAMES_WITH_A_MARK))
    _check_points(faces)
    _expect("room on a plant", (max(f.sprouts for f in flora), max(f.growth for f in flora)), MAX_ROOM)


def _check_order(faces: Sequence[Face]) -> None:
    """Raise ValueError unless the numbers in each family of ids rise by one from its first number, with side a before
    side b."""
    for before, after in pairwise(faces):
        family, next_family = before.id.partition("-")[0], after.id.partition("-")[0]
        if family != next_family:
            follows = after.number == FIRST_NUMBERS[next_family] and after.side in ("", "a")
        elif before.side == "a":
            follows = (after.number, after.side) == (before.number, "b") and before.kind == after.kind
        else:
            follows = after.number == before.number + 1 and after.side != "b"
        _expect(f"{after.id} after {before.id}", follows, True)


def _check_points(faces: Sequence[Face]) -> None:
    """Raise ValueError unless the points of both sides of each island and climate have the fixed sum, and the events'
    points the fixed least and greatest value."""
    for kind, points in PAIR_VP.items():
        values = [face.vp or 0 for face in faces if face.kind == kind]
        for one, other in zip(values[::2], values[1::2], strict=True):
            _expect(f"points of both sides of a card of the kind {kind}", one + other, points)
    events = [face.vp or 0 for face in faces if face.kind == "event"]
    _expect("least and most points of events", (min(events), max(events)), EVENT_VP)


def _same_for_each(words: Iterable[Hashable], number: int) -> dict[Hashable, int]:
    """Return a mapping from each of the words to the same number."""
    return dict.fromkeys(words, number)


def _expect(name: str, found: object, expected: object) -> None:
    """Raise ValueError, with `name` in the text, unless the found value equals the expected one."""
    if found != expected:
        raise ValueError(f"cards.json: {name} must be {expected}, not {found}")

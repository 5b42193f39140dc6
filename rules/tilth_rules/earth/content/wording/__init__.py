"""What a card is and does, in words of our own, made from its data.

The texts of the game hold what these functions give, and so does what a view says of the cards that show in it.
"""

from typing import Final

from tilth_rules.earth.content.faces import Face
from tilth_rules.earth.content.wording.english import English
from tilth_rules.earth.content.wording.russian import Russian
from tilth_rules.earth.content.wording.sentences import Wording

LANGUAGES: Final[dict[str, Wording]] = {"en": English(), "ru": Russian()}


def face_name(face: Face, language: str) -> str:
    return face.name.says(language)


def face_text(face: Face, language: str) -> str:
    """What the card does: its abilities, or its goal."""
    return LANGUAGES[language].text(face)


def face_facts(face: Face, language: str) -> str:
    """What else is printed on it: kind, habitats, cost, points, room."""
    return LANGUAGES[language].facts(face)

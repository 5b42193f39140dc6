"""The texts of cards in our own words, made from the cards' data.

The game's message files hold what these functions return, and a view shows them for cards that the match
corrects.
"""

from typing import Final

from tilth_rules.earth.content.faces import Face
from tilth_rules.earth.content.wording.english import English
from tilth_rules.earth.content.wording.russian import Russian
from tilth_rules.earth.content.wording.sentences import Wording

LANGUAGES: Final[dict[str, Wording]] = {"en": English(), "ru": Russian()}


def face_name(face: Face, language: str) -> str:
    """Return the card's name in a language."""
    return face.name.in_language(language)


def face_text(face: Face, language: str) -> str:
    """Return the effect of the card in a sentence or more: its abilities, or its goal."""
    return LANGUAGES[language].text(face)


def face_facts(face: Face, language: str) -> str:
    """Return the rest of the card's print: kind, habitats, cost, points, room."""
    return LANGUAGES[language].facts(face)

"""What cards and spaces are called: their ids, which the files use to speak of each other, and their names."""

from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from tilth_rules.agricola.content.values import Part


class Name(Part, frozen=True, cache_hash=True):
    """A name in both languages."""

    en: Annotated[str, Meta(min_length=1, max_length=90)]
    ru: Annotated[str, Meta(min_length=1, max_length=90)]
    translated: bool = False
    """The Russian name is ours, not the Russian edition's."""

    def says(self, language: str) -> str:
        return self.ru if language == "ru" else self.en


def _raw(name: str) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode((files(__package__) / name).read_bytes())
    return data


CARD_DATA: Final = _raw("cards.json")
SPACE_DATA: Final = _raw("spaces.json")
CARD_INDEX: Final = {name: at for at, name in enumerate(CARD_DATA)}
SPACE_INDEX: Final = {name: at for at, name in enumerate(SPACE_DATA)}

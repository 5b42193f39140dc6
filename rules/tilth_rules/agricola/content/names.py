"""The files of cards and spaces, and what they call each other: ids, and names for people."""

from importlib.resources import files
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from tilth_rules.agricola.content.values import Part, Reader

Shape = TypeVar("Shape")


class Name(Part, frozen=True, cache_hash=True):
    """A name in both languages."""

    en: Annotated[str, Meta(min_length=1, max_length=90)]
    ru: Annotated[str, Meta(min_length=1, max_length=90)]
    translated: bool = False
    """The Russian name is ours, not the Russian edition's."""

    def says(self, language: str) -> str:
        return self.ru if language == "ru" else self.en


def decoded(file: str, shape: type[Shape]) -> Shape:
    """A file of this folder."""
    return msgspec.json.decode((files(__package__) / file).read_bytes(), type=shape)


CARD_DATA: Final = decoded("cards.json", dict[str, dict[str, Any]])
SPACE_DATA: Final = decoded("spaces.json", dict[str, dict[str, Any]])
CARD_INDEX: Final = {name: at for at, name in enumerate(CARD_DATA)}
SPACE_INDEX: Final = {name: at for at, name in enumerate(SPACE_DATA)}
_READER: Final = Reader(CARD_INDEX, SPACE_INDEX)


def understood(data: dict[str, Any], what: str, name: str, shape: type[Shape]) -> Shape:
    """One card or space of the files; raises ValueError, with its id, where the data say what nobody knows."""
    try:
        return _READER.read({"id": name, **data}, shape)
    except msgspec.ValidationError as error:
        raise ValueError(f"{what} {name}: {error}") from None

"""The files of cards and spaces, their ids, and their names in both languages."""

from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from tilth_rules.agricola.content.types import Part, Reader
from tilth_rules.common.value_file import load_entries

Shape = TypeVar("Shape")


class Name(Part, frozen=True, cache_hash=True):
    """The name of a card or a space in English and Russian."""

    en: Annotated[str, Meta(min_length=1, max_length=90)]
    ru: Annotated[str, Meta(min_length=1, max_length=90)]
    translated: bool = False
    """True if the Russian name is ours, not the Russian edition's."""

    def in_language(self, language: str) -> str:
        """Return the name in Russian for "ru", otherwise in English."""
        return self.ru if language == "ru" else self.en


CARD_DATA: Final = load_entries(__package__, "cards.json")
SPACE_DATA: Final = load_entries(__package__, "spaces.json")
CARD_INDEX: Final[dict[str, int]] = {name: data["index"] for name, data in CARD_DATA.items()}
SPACE_INDEX: Final[dict[str, int]] = {name: data["index"] for name, data in SPACE_DATA.items()}
_READER: Final = Reader(CARD_INDEX, SPACE_INDEX)


def parse_entry(data: dict[str, Any], kind: str, name: str, shape: type[Shape]) -> Shape:
    """Return a card or space converted from its file entry. Raise ValueError, with its id, if the data have an unknown
    word."""
    try:
        return _READER.read({"id": name, **data}, shape)
    except msgspec.ValidationError as error:
        raise ValueError(f"{kind} {name}: {error}") from None

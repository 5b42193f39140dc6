"""The rules for players' names: for valid names, and for names that count as the same."""

import re
import unicodedata

from tilth_server.characters import invisible_in, scripts_of
from tilth_server.reasons import NAME_INVALID
from tilth_server.refusal import Refusal

MAX_NAME_LENGTH = 40
RESERVED = re.compile(r"erased\s\S{1,6}")
"""The shape of placeholders for erased names."""


def checked_name(name: str) -> str:
    """Return the name in its normal form, in which it is stored. Raises Refusal if it is invalid."""
    kept = unicodedata.normalize("NFC", name)
    if not 1 <= len(kept) <= MAX_NAME_LENGTH:
        raise _invalid(f"a name has 1 to {MAX_NAME_LENGTH} characters, this one has {len(kept)}")
    if kept != kept.strip():
        raise _invalid("a name neither begins nor ends with a space")
    if not kept.isprintable():
        raise _invalid("a name has only characters that can be printed")
    if hidden := invisible_in(kept):
        raise _invalid(f"a name has only visible characters, and {hidden} is invisible")
    if unicodedata.combining(kept[0]):
        raise _invalid("a name does not begin with a combining mark")
    scripts = scripts_of(kept)
    if len(scripts) > 1:
        mixed = " and ".join(sorted(script.capitalize() for script in scripts))
        raise _invalid(f"a name is written in one script, this one mixes {mixed}")
    if RESERVED.fullmatch(name_key(kept)):
        raise _invalid("names of this form are placeholders for erased names")
    return kept


def name_key(name: str) -> str:
    """Return the key by which names are compared. Names that differ in case or width have the same key: Ann, ANN,
    full-width Ann."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _invalid(message: str) -> Refusal:
    """Return the refusal NAME_INVALID with this message."""
    return Refusal(NAME_INVALID, message, field="name")

"""Which names a player may have, and when two names are the same."""

import unicodedata

from tilth_server.players.reasons import BAD_NAME
from tilth_server.refusal import Refusal

LONGEST = 40


def checked(name: str) -> str:
    """The name as it is kept; refused when it can't be one."""
    kept = unicodedata.normalize("NFC", name)
    if not 1 <= len(kept) <= LONGEST:
        raise _refused(f"a name has 1 to {LONGEST} characters, this one has {len(kept)}")
    if kept != kept.strip():
        raise _refused("a name neither begins nor ends with a space")
    if not kept.isprintable():
        raise _refused("a name has only characters that can be printed")
    return kept


def key(name: str) -> str:
    """Equal for names that people would take for one another: Ann, ANN, and full-width Ann."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _refused(what: str) -> Refusal:
    return Refusal(BAD_NAME, what, field="name")

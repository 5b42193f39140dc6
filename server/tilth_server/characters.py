"""Characters of names and titles: those that cannot be seen, the script of each, and those that look alike.

The tables of scripts and of look-alikes are Unicode's (UAX 24 and UTS 39), as the package confusable_homoglyphs ships
them. They are read from its files: its own functions load them more slowly, and know no skeletons.
"""

import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import orjson

PACKAGE: Final = "confusable_homoglyphs"
NO_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})
WRITTEN_TOGETHER: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Scripts that one language uses side by side."""

# Invisible characters: Unicode's Default_Ignorable_Code_Point, and letters and symbols that are blank.
INVISIBLE_RANGES: Final = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
INVISIBLE: Final = frozenset(code for first, last in INVISIBLE_RANGES for code in range(first, last + 1))


def invisible_in(text: str) -> str:
    """Return the first character of the text that nobody can see, as U+FE0F; nothing if all can be seen."""
    if text.isascii():
        return ""
    return next((f"U+{ord(char):04X}" for char in text if ord(char) in INVISIBLE), "")


def scripts_of(text: str) -> frozenset[str]:
    """Return the scripts of the text's letters: one for what one language writes, more for a mixture."""
    if text.isascii():
        return frozenset({"LATIN"} if any(map(str.isalpha, text)) else ())
    found = frozenset(map(_script, text)) - NO_SCRIPT
    together = next((scripts for scripts in WRITTEN_TOGETHER if found <= scripts), None)
    return frozenset({"+".join(sorted(found))}) if together and found else found


def skeletons(text: str) -> frozenset[str]:
    """Return the looks of the text, as it is written and in small letters: equal for texts that look alike."""
    seen = unicodedata.normalize("NFKC", text)
    return frozenset({_skeleton(seen), _skeleton(seen.casefold())})


def folded_skeleton(text: str) -> str:
    """Return the looks of the text in small letters."""
    return _skeleton(unicodedata.normalize("NFKC", text).casefold())


def _skeleton(text: str) -> str:
    """Return the looks of a normalised text: each character replaced by the one it looks like, spaces made one."""
    plain = "".join(map(_prototype, unicodedata.normalize("NFD", text)))
    return " ".join(unicodedata.normalize("NFD", plain).split())


@lru_cache(10_000)
def _script(char: str) -> str:
    """Return the script of a character (LATIN); UNKNOWN for one that the table lacks."""
    ranges, names = _scripts()
    place = bisect_right(ranges, (ord(char), 1 << 32, 0)) - 1
    _, last, name = ranges[place]
    return names[name] if place >= 0 and ord(char) <= last else "UNKNOWN"


@lru_cache(10_000)
def _prototype(char: str) -> str:
    """Return the text that stands for a character and its look-alikes: two letters for one that looks like two."""
    alike = _alike(char)
    several = min((text for text in alike if len(text) > 1), default="")
    return "".join(_single(each) for each in several) if several else min(alike)


def _single(char: str) -> str:
    """Return the character that stands for all single characters which look like this one."""
    return min(text for text in _alike(char) if len(text) == 1)


def _alike(text: str) -> set[str]:
    """Return every text that this one is taken for, directly or by way of another."""
    table = _confusables()
    found, ahead = {text}, [text]
    while ahead:
        for other in table.get(ahead.pop(), ()):
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


@cache
def _confusables() -> dict[str, tuple[str, ...]]:
    """Return the look-alikes of every text in the table. Each pair is in it both ways."""
    table = _table("confusables.json")
    return {_seen(text): tuple(_seen(other["c"]) for other in others) for text, others in table.items()}


def _seen(text: str) -> str:
    """Return an entry of the look-alike table without the direction marks around it; a text of such marks alone
    stays.
    """
    return text.strip("\u200e\u200f") or text


@cache
def _scripts() -> tuple[list[tuple[int, int, int]], list[str]]:
    """Return the table of scripts: ranges of characters with the number of a script, and the names of the scripts."""
    table = _table("categories.json")
    return [(first, last, name) for first, last, name, _ in table["code_points_ranges"]], table[
        "iso_15924_aliases"
    ]


def _table(name: str) -> Any:
    """Return a table of the package confusable_homoglyphs."""
    return orjson.loads(files(PACKAGE).joinpath(name).read_bytes())

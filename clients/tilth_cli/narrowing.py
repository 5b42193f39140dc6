"""Decisions with very many options: a person types words of the one that is meant, and sees fewer.

    e5            of 150 places to draw on, the 20 that cover E5, still under their own numbers
    f5            of those, the 6 that cover F5 as well
    Enter         picks what is left alone, else shows all again

It knows no game: words are looked for in the options' own texts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilth_cli.aiming import CYRILLIC
from tilth_dataclasses.tilth.v1 import Decision, Option

MANY = 24
"""So many options, and fewer, are simply listed."""
WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Narrowed:
    """What has been typed to one decision so far."""

    decision: int
    words: tuple[str, ...]


def is_wide(asked: Decision) -> bool:
    return len(asked.options) > MANY


def narrow(typed: str, asked: Decision, before: Narrowed | None) -> Narrowed | None:
    """With the words typed now besides those from before, or else alone; None where they fit no option. What fits
    none may have been typed on a keyboard that is switched to Russian."""
    words = _words(typed)
    if not words or not is_wide(asked) or all(word.isdigit() for word in words):
        return None
    kept = before.words if before is not None and before.decision == asked.id else ()
    latin = tuple(word.translate(CYRILLIC) for word in words)
    for tried in (_joined(kept, words), words, _joined(kept, latin), latin):
        if fitting(asked.options, tried):
            return Narrowed(asked.id, tried)
    return None


def left(asked: Decision, narrowed: Narrowed | None) -> set[int]:
    """The places in the list of the options that are still meant, from 0."""
    if narrowed is None or narrowed.decision != asked.id:
        return set(range(len(asked.options)))
    return fitting(asked.options, narrowed.words)


def only_one(asked: Decision, narrowed: Narrowed | None) -> str:
    """The number of the option that is left alone; "" where it is not."""
    kept = left(asked, narrowed) if narrowed is not None and narrowed.decision == asked.id else set()
    return str(min(kept) + 1) if len(kept) == 1 else ""


def fitting(options: Sequence[Option], words: Sequence[str]) -> set[int]:
    """The places of the options that have all these words, or, where none has a word, that have it as a beginning."""
    texts = [set(_words(option.text)) for option in options]
    found = set(range(len(options)))
    for word in words:
        whole = {at for at, text in enumerate(texts) if word in text}
        begun = {at for at, text in enumerate(texts) if any(one.startswith(word) for one in text)}
        found &= whole or begun
    return found


def _joined(kept: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    return (*kept, *(word for word in words if word not in kept))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in WORD.findall(text))

"""Search among very many options: a person types words of an option, and sees fewer of them.

    e5            of 150 places to draw on, the 20 that cover E5, still under their own numbers
    f5            of those, the 6 that cover F5 as well
    Enter         picks what is left alone, else shows all again

It knows no game: words are looked for in the options' own texts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilth_cli.number_input import CYRILLIC
from tilth_dataclasses.tilth.v1 import Decision, Option

MANY = 24
"""The number of options up to which they are simply listed."""
WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class OptionSearch:
    """The words typed so far to narrow down the options of one decision."""

    decision: int
    words: tuple[str, ...]


def is_wide(decision: Decision) -> bool:
    """Return whether a decision has more than MANY options, so that they can be searched."""
    return len(decision.options) > MANY


def narrow(typed: str, decision: Decision, before: OptionSearch | None) -> OptionSearch | None:
    """Return the search with the typed words added to those typed before, or with the new words alone if no option fits
    both. None if no option fits, or if the decision has few options or only numbers were typed. Words that fit nothing
    are tried again as typed on a keyboard that is switched to Russian."""
    words = _words(typed)
    if not words or not is_wide(decision) or all(word.isdigit() for word in words):
        return None
    kept = before.words if before is not None and before.decision == decision.id else ()
    latin = tuple(word.translate(CYRILLIC) for word in words)
    for tried in (_joined(kept, words), words, _joined(kept, latin), latin):
        if fitting(decision.options, tried):
            return OptionSearch(decision.id, tried)
    return None


def remaining(decision: Decision, search: OptionSearch | None) -> set[int]:
    """Return the indexes of the options that fit the words of the search; all options if there is no search for this
    decision."""
    if search is None or search.decision != decision.id:
        return set(range(len(decision.options)))
    return fitting(decision.options, search.words)


def only_remaining(decision: Decision, search: OptionSearch | None) -> str:
    """Return the number, counted from 1, of the only option that fits the search; "" if several fit or there is no
    search."""
    kept = remaining(decision, search) if search is not None and search.decision == decision.id else set()
    return str(min(kept) + 1) if len(kept) == 1 else ""


def fitting(options: Sequence[Option], words: Sequence[str]) -> set[int]:
    """Return the indexes of the options whose texts have all these words. If no option has a word as a whole, words
    that begin with it count."""
    texts = [set(_words(option.text)) for option in options]
    found = set(range(len(options)))
    for word in words:
        whole = {at for at, text in enumerate(texts) if word in text}
        begun = {at for at, text in enumerate(texts) if any(one.startswith(word) for one in text)}
        found &= whole or begun
    return found


def _joined(kept: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words kept before, followed by the words that are not among them."""
    return (*kept, *(word for word in words if word not in kept))


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, for comparison."""
    return tuple(word.casefold() for word in WORD.findall(text))

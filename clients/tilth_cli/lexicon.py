"""What the numbers of a game's messages are called: the words that the server tells options and events with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tilth_dataclasses.tilth.v1 import Word


@dataclass(frozen=True)
class Lexicon:
    """All words of one game, in the language that is spoken; empty where nobody has asked for them."""

    _words: Mapping[tuple[str, int], Word] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Iterable[Word]) -> "Lexicon":
        return cls({(word.kind, word.number): word for word in words})

    def text(self, kind: str, number: int) -> str:
        """The word itself; the number where there is no such word."""
        word = self._words.get((kind, number))
        return word.text if word is not None else str(number)

    def form(self, kind: str, number: int, form: str) -> str:
        """Another form of it, or what else is said of it; "" where there is none."""
        word = self._words.get((kind, number))
        return word.forms.get(form, "") if word is not None else ""


NO_WORDS = Lexicon()

"""The names of the numbers in a game's messages: the words that the server uses in texts of options and events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tilth_dataclasses.tilth.v1 import Label


@dataclass(frozen=True)
class Labels:
    """The words of one game in the client's language; empty if they have not been requested."""

    _labels: Mapping[tuple[str, int], Label] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Iterable[Label]) -> "Labels":
        """Return the labels that a server has listed."""
        return cls({(word.kind, word.number): word for word in words})

    def text(self, kind: str, number: int) -> str:
        """Return the word for a number; the number itself if there is no word."""
        word = self._labels.get((kind, number))
        return word.text if word is not None else str(number)

    def form(self, kind: str, number: int, form: str) -> str:
        """Return another form of a word, or another text that belongs to it; "" if there is none."""
        word = self._labels.get((kind, number))
        return word.forms.get(form, "") if word is not None else ""


NO_LABELS = Labels()

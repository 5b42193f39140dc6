"""Names and titles that nobody may choose on this server. The operator lists them in a file."""

import re
from pathlib import Path

from tilth_server.characters import folded_skeleton, invisible_in
from tilth_server.reasons import NAME_INVALID, TITLE_INVALID
from tilth_server.refusal import Refusal


class RefusedWordsUnreadable(Exception):
    """The file of refused words cannot be read. The message says why."""


class RefusedWords:
    """The list of refused names and titles. Texts are compared by their looks.

    A file has a text on each line: `*` stands for any characters, `#` begins a comment.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._refused: re.Pattern[str] | None = None
        self.read()

    def read(self) -> None:
        """Read the file again. If it raises UnreadableWords, the list that was read before stays in force."""
        if self._file is None:
            return
        try:
            lines = self._file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise RefusedWordsUnreadable(f"--refused-words {self._file} cannot be read: {error}") from error
        words = [word for line in lines if (word := line.partition("#")[0].strip())]
        self._refused = re.compile("|".join(map(_pattern, words)), re.DOTALL) if words else None

    def check_name(self, name: str, field: str = "name") -> None:
        """Refuse a name that is on the list."""
        if self._is_refused(name):
            raise Refusal(NAME_INVALID, "this server does not take this name", field=field)

    def check_title(self, title: str, field: str) -> None:
        """Refuse a title that is on the list, or holds invisible characters."""
        check_visible(title, field)
        if self._is_refused(title):
            raise Refusal(TITLE_INVALID, "this server does not take this title", field=field)

    def _is_refused(self, text: str) -> bool:
        """Return whether the text is on the list."""
        return self._refused is not None and self._refused.fullmatch(folded_skeleton(text)) is not None


def check_visible(title: str, field: str) -> None:
    """Refuse a title that holds invisible characters."""
    if hidden := invisible_in(title):
        message = f"a title has only characters that can be seen, and {hidden} cannot"
        raise Refusal(TITLE_INVALID, message, field=field)


def _pattern(word: str) -> str:
    """Return a regular expression for one line of the file."""
    return ".*".join(re.escape(folded_skeleton(part)) for part in word.split("*"))

"""Messages in the reader's language, from Fluent files (`en.ftl`, `ru.ftl`).

Parsing a whole file, and importing the library that formats messages, take longer than most commands. So a message is
parsed when it is needed, and the library is imported for messages that choose a plural: all others are text with
values in it.
"""

import functools
import importlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGES: Final = ("en", "ru")
"""The languages of messages; the first one replaces an unknown one."""

_ENTRY: Final = re.compile(r"^([a-z]\w*(?:-\w+)*) =", re.MULTILINE)
"""The beginning of a message: its id begins a line, and the message's further lines are indented."""
_END: Final = re.compile(r"\n(?=[a-z#])")
"""The end of a message: the next line is another message, or a comment."""
_PLACEABLE: Final = re.compile(r'\{ \$(\w+) \}|\{"([^"\\]*)"\}')
"""A value, or text in quotes: braces that need no library."""


class Translate(Protocol):
    """A function that returns the text of a message with values for its variables."""

    def __call__(self, key: str, /, **values: object) -> str: ...


class Catalogue:
    """The messages in the Fluent file of one package (`LANGUAGE.ftl` beside its module) in one language."""

    def __init__(self, package: str, language: str) -> None:
        self.language = language
        module = importlib.import_module(package)
        assert module.__file__ is not None
        file = Path(module.__file__).with_name(f"{language}.ftl")
        self._file = "\n" + file.read_text(encoding="utf-8")
        self._plain: dict[str, str | None] = {}
        """The texts of messages that need no library; None for messages that need it."""

    @property
    def keys(self) -> frozenset[str]:
        """The ids of all messages."""
        return frozenset(_ENTRY.findall(self._file))

    def source(self, key: str) -> str:
        """Return the source of a message; raise KeyError for an unknown one."""
        begin = self._file.find(f"\n{key} =") + 1
        if not begin:
            raise KeyError(key)
        end = _END.search(self._file, begin)
        return self._file[begin : end.start() if end else len(self._file)]

    def text(self, key: str, /, **values: object) -> str:
        """Return the text of a message. Raise KeyError if the message, or a value for it, is missing."""
        if key not in self._plain:
            self._plain[key] = plain_text(self.source(key))
        plain = self._plain[key]
        if plain is None:
            return self.formatted(key, **values)
        return _PLACEABLE.sub(lambda found: str(values[found[1]]) if found[1] else found[2], plain)

    def formatted(self, key: str, /, **values: object) -> str:
        """Return the text of a message as the Fluent library formats it, which is slower than `text`; raise KeyError
        for a missing message or value."""
        from fluent.runtime.types import fluent_number

        bundle = self._bundle
        if not bundle.has_message(key):
            from fluent.syntax import FluentParser

            bundle.add_resource(FluentParser(with_spans=False).parse(self.source(key)))
        pattern = bundle.get_message(key).value
        assert pattern is not None, "a message has a text"
        given = {
            # A whole number chooses a plural, and is written without separators.
            name: fluent_number(value, useGrouping=False) if type(value) is int else str(value)
            for name, value in values.items()
        }
        text, errors = bundle.format_pattern(pattern, given)
        if errors:
            raise KeyError(key) from errors[0]
        return str(text)

    @functools.cached_property
    def _bundle(self) -> "FluentBundle":
        """Return an empty bundle of Fluent messages for the language; the import is delayed until it is needed."""
        from fluent.runtime import FluentBundle

        return FluentBundle([self.language], use_isolating=False)


@functools.cache
def catalogue(package: str, language: str) -> Catalogue:
    """Return the messages of a package in a language, in English if the language is not in LANGUAGES. Each catalogue is
    read once."""
    return Catalogue(package, language if language in LANGUAGES else LANGUAGES[0])


def plain_text(entry: str) -> str | None:
    """Return a message's text if it holds nothing but text and values; None if it needs the Fluent library."""
    first, *others = entry.partition(" =")[2].split("\n")
    if "{" in (rest := _PLACEABLE.sub("", entry)) or "}" in rest:
        return None
    indents = [len(line) - len(line.lstrip(" ")) for line in others if line.strip()]
    indent = min(indents, default=0)
    lines = [first.strip(" "), *(line[indent:].rstrip(" ") for line in others)]
    return "\n".join(lines).strip("\n")

"""Finds retired words in names and prose, and says what to write instead.

    python -m tools.plain_words [--write]

tools/plain_words.toml lists the words. tools/plain_words_left.toml counts, per room and word, the places that have
still to be rewritten; a room that is not in it is free of retired words and stays so. The check fails, and names each
place, if a room has more of a word than that. Counts only fall: --write lowers them to the present ones, and raises
none.
"""

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path
from subprocess import check_output
from typing import Final, NamedTuple

import msgspec

from tools.file_writer import ROOT
from tools.plain_text import DOCSTRING, FIELD, NAME, PARAMETER, PROSE, Piece, parts_of, pieces_of

TABLE: Final = ROOT / "tools" / "plain_words.toml"
LEFT: Final = ROOT / "tools" / "plain_words_left.toml"

NAMES: Final = frozenset((NAME, FIELD, PARAMETER))
KINDS: Final[Mapping[str, frozenset[str]]] = {
    "names": NAMES,
    "fields": frozenset((FIELD,)),
    "arguments": frozenset((FIELD, PARAMETER)),
    "prose": frozenset((PROSE, DOCSTRING)),
    "docstart": frozenset((DOCSTRING,)),
}
"""The pieces of a file in which words of a kind are looked for."""

HEAD: Final = (
    "# Retired words that are left to rewrite. `python -m tools.plain_words --write` lowers the counts."
)

READ: Final = ("*.py", "proto/*.proto", "docs/*.md", "*.md", "*/en.ftl", "*/en.toml")
UNREAD: Final = (
    "tests/stores/*/*.py",
    "docs/games/*cards*.md",
    "docs/reference/sdk.md",
    "docs/reference/kernel-api.md",
    "docs/reference/schema/*.md",
    "tests/tooling/test_plain_words.py",
)
"""Scripts that ran with earlier builds, pages made from card texts and docstrings, and the test of the check."""

LISTED: Final = 20
"""The number of places that are listed for a word."""


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A retired word: the kind of text or name in which it is looked for, its pattern, the words to write instead, the
    rooms in which it is retired (all if empty), and the files that may use it."""

    kind: str
    pattern: str
    instead: str
    rooms: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = msgspec.field(name="except", default=())

    def is_retired_in(self, path: str) -> bool:
        """Return whether the word is looked for in a file: the file is in one of the word's rooms (in any, if it names
        none) and is no exception."""
        room = room_of(path)
        if self.rooms and not any(room == one or room.startswith(f"{one}/") for one in self.rooms):
            return False
        return not any(fnmatch(path, one) for one in self.exceptions)


class Place(NamedTuple):
    """A place where a retired word stands: file, line, the word's name in the table, and the text that was found."""

    path: str
    line: int
    word: str
    """The name of the word in the table."""
    found: str


class Finder:
    """A search for the retired words of a table."""

    def __init__(self, words: Mapping[str, Word]) -> None:
        self.words = words
        self._patterns = {name: _compiled(word) for name, word in words.items()}
        self._names: dict[str, list[str]] = {}

    def places(self, path: str, source: str) -> Iterator[Place]:
        """Yield each retired word in the text of a file. `path` decides which words are retired there and how the file
        is read."""
        words = {name: word for name, word in self.words.items() if word.is_retired_in(path)}
        # Most files have none of the words, and are not taken apart. Names of tests are sentences.
        spaced = source.replace("_", " ")
        if not any(self._patterns[name][0].search(spaced) for name in words):
            return
        for piece in pieces_of(Path(path).suffix, source):
            for name, line, found in self._in_name(piece) if piece.kind in NAMES else self._in_text(piece):
                if name in words and piece.kind in KINDS[words[name].kind]:
                    yield Place(path, line, name, found)

    def _in_name(self, piece: Piece) -> Iterator[tuple[str, int, str]]:
        """Yield the table's name, the line and the full text for each retired word that is a part of a name."""
        if piece.text not in self._names:
            parts = parts_of(piece.text)
            self._names[piece.text] = [
                name
                for name, word in self.words.items()
                if KINDS[word.kind] <= NAMES and any(map(self._patterns[name][1].fullmatch, parts))
            ]
        for name in self._names[piece.text]:
            yield name, piece.line, piece.text

    def _in_text(self, piece: Piece) -> Iterator[tuple[str, int, str]]:
        """Yield the table's name, the line and the found words for each retired word or phrase in a text."""
        for name, word in self.words.items():
            pattern = self._patterns[name][1]
            if word.kind == "prose":
                for match in pattern.finditer(piece.text):
                    line = piece.line + piece.text.count("\n", 0, match.start())
                    yield name, line, " ".join(match[0].split())
            elif word.kind == "docstart" and (start := pattern.match(piece.text.lstrip())):
                yield name, piece.line, start[0]


def _compiled(word: Word) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return two patterns for a word: a fast one, which finds every file with the word and perhaps others, and the
    exact one."""
    if word.kind == "docstart":
        exact = rf"(?:{word.pattern})\b"
        return re.compile(rf'"""\s*{exact}'), re.compile(exact)
    pattern = word.pattern.replace(" ", r"\s+") if word.kind == "prose" else word.pattern
    flags = re.MULTILINE if word.pattern.startswith("(?:^") else re.IGNORECASE
    return re.compile(pattern, flags | re.IGNORECASE), re.compile(pattern, flags)


def room_of(path: str) -> str:
    """Return the room of a file: a package of the rules, the server or the clients, or another part of the tree."""
    top, *folders = path.split("/")
    if top in ("rules", "server", "clients"):
        package = [folder for folder in folders[:-1] if folder not in ("tilth_rules", "tilth_server")]
        return "/".join([top, *package[:1]])
    return top if folders else "docs"


def read_table() -> dict[str, Word]:
    """Return the table of retired words from plain_words.toml, by name."""
    return msgspec.toml.decode(TABLE.read_bytes(), type=dict[str, Word])


def read_left() -> dict[str, dict[str, int]]:
    """Return the counts of retired words that are still allowed, by room and word; empty if the file is missing."""
    return tomllib.loads(LEFT.read_text()) if LEFT.is_file() else {}


def files() -> Iterator[str]:
    """Yield the paths of the files to read: those of the working tree that git does not ignore, without UNREAD."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *READ]
    listed = check_output(command, cwd=ROOT, text=True)
    for path in sorted(set(listed.splitlines())):
        if (ROOT / path).is_file() and not any(fnmatch(path, one) for one in UNREAD):
            yield path


def places() -> dict[str, dict[str, list[Place]]]:
    """Return all places of retired words in the files of the tree, by room and word."""
    finder = Finder(read_table())
    found: dict[str, dict[str, list[Place]]] = defaultdict(lambda: defaultdict(list))
    for path in files():
        for place in finder.places(path, (ROOT / path).read_text()):
            found[room_of(path)][place.word].append(place)
    return found


def too_many(
    found: Mapping[str, Mapping[str, Sequence[Place]]], left: Mapping[str, Mapping[str, int]]
) -> Iterator[Place]:
    """Yield all places of each word that a room has more often than `left` allows."""
    for room, words in sorted(found.items()):
        for word, there in sorted(words.items()):
            if len(there) > left.get(room, {}).get(word, 0):
                yield from there


def lowered(
    found: Mapping[str, Mapping[str, Sequence[Place]]], left: Mapping[str, Mapping[str, int]]
) -> dict[str, dict[str, int]]:
    """Return the counts of `left`, each lowered to the number of places found if that is less; words and rooms that
    come to 0 are left out."""
    rooms: dict[str, dict[str, int]] = {}
    for room, words in left.items():
        counts = {word: min(count, len(found.get(room, {}).get(word, ()))) for word, count in words.items()}
        rooms[room] = {word: count for word, count in counts.items() if count}
    return {room: words for room, words in rooms.items() if words}


def written(left: Mapping[str, Mapping[str, int]]) -> str:
    """Return the text of plain_words_left.toml: a table for each room, with the count of each word."""
    tables = [
        "\n".join([f'["{room}"]', *(f"{word} = {count}" for word, count in sorted(words.items()))])
        for room, words in sorted(left.items())
    ]
    return "\n\n".join([HEAD, *tables]) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Print the retired words that stand more often than is left to rewrite, and return 1 if there are any, or 2 for
    wrong arguments; with `--write`, first lower the counts that are left to the present ones."""
    if arguments not in ([], ["--write"]):
        print(__doc__, file=sys.stderr)
        return 2
    found, left = places(), read_left()
    if arguments:
        left = lowered(found, left)
        LEFT.write_text(written(left))
    words = read_table()
    bad = list(too_many(found, left))
    for (room, word), group in groupby(bad, key=lambda place: (room_of(place.path), place.word)):
        there, most = list(group), left.get(room, {}).get(word, 0)
        for place in there[:LISTED]:
            print(f"{place.path}:{place.line}: {place.found!r}: write instead: {words[word].instead}")
        print(f"{room} has {word} {len(there)} times, and at most {most} are left to rewrite ({LEFT.name})")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

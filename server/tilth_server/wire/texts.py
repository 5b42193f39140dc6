"""A game's texts in the languages of its rulebooks, from `texts/<language>.ftl` in its package (Project Fluent).

Keys are `title`, `event-<class>`, `move-<class>`, `ask-<kind>` and `option-<field>`; their arguments are the
struct's fields. The game's `texts/__init__.py` may hold WORDS, by field the kind of word its number stands for:
`{"crop": "crop"}` shows a crop's number n as the message `crop-<n>`. Of a field `crop` a text can use

    $crop          the word, the number, the string; of a tuple the joined words; "true" or "false"; "none"
    $crop-<form>   the word's form, written as an attribute of its message: `.of` for a genitive
    $crop-id       the number itself, to select by
    $crop-count    of a tuple, how many

A kind may name another field of the struct whose numbers its own belong to: with `{"way": "card-{card}-way"}` the way 1
of card 7 is the message `card-7-way-1`, and no word that is listed.

A question has $least and $most, and the fields of the move that it is about.
"""

import importlib
import importlib.resources
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec
from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser, ast

from tilth_rules.kernel import Event, Game, Move
from tilth_server.wire.codec import shape_of
from tilth_server.wire.errors import SchemaMismatch
from tilth_server.wire.memo import Memo

LANGUAGES: Final = ("en", "ru")
"""English is first: what another language lacks is said in it."""

SEAT: Final = "seat"
"""The kind of word that stands for a seat, shown by its player's name. Fields named `seat` are of it unasked."""

BY_SEAT: Final = "by-seat"
"""The kind of a tuple that has a number for each seat, shown as "Ada 3, Bo 5"."""

WORD: Final = re.compile(r"([a-z][a-z-]*)-(\d+)")
"""The key of a word: its kind and its number."""

Arguments = dict[str, Any]


def language_of(asked: str) -> str:
    """The language a client gets: the one it asked for ("ru", "ru-RU"), or English."""
    short = asked.replace("_", "-").partition("-")[0].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


class Word(msgspec.Struct, frozen=True, gc=False):
    """What a number is called."""

    kind: str
    number: int
    text: str
    forms: dict[str, str]


class Texts:
    """The texts of one game; what Russian lacks is said in English and listed by `missing`."""

    def __init__(
        self, folders: Iterable[Traversable], words: Mapping[str, str], required: Iterable[str]
    ) -> None:
        self._words = {SEAT: SEAT, **words}
        self._required = frozenset(required)
        self._bundles: dict[str, FluentBundle] = {}
        self.keys: dict[str, frozenset[str]] = {}
        """What can be said, by language."""
        folders = tuple(folders)
        for language in LANGUAGES:
            self._bundles[language], self.keys[language] = _bundle(language, folders)
        self._shapes: dict[type, tuple[tuple[str, str | None, bool], ...]] = {}
        self._word_forms: Memo[tuple[str, int, str], Arguments] = Memo(self._make_word)

    @classmethod
    def of(cls, game: Game) -> "Texts":
        """The texts beside a game's rules. A game without any is shown by the names of its classes."""
        package = _package_of(game)
        folders = [importlib.resources.files("tilth_server.wire") / "common"]
        words: Mapping[str, str] = {}
        texts = importlib.resources.files(package) / "texts" if package else None
        if texts is not None and texts.is_dir():
            folders.append(texts)
            words = getattr(importlib.import_module(f"{package}.texts"), "WORDS", {})
        return cls(folders, words, _required(game))

    def missing(self, language: str) -> list[str]:
        """The keys that this language should have and does not."""
        wanted = self._required | self.keys[LANGUAGES[0]]
        return sorted((self._required if language == LANGUAGES[0] else wanted) - self.keys[language])

    def word_of(self, field: str) -> str | None:
        """The kind of word that the numbers in fields of this name stand for."""
        return self._words.get(field)

    def words(self, language: str) -> list[Word]:
        """Every word of the game's, by kind and number."""
        keys = self.keys[language] | self.keys[LANGUAGES[0]]
        found = (match.groups() for match in map(WORD.fullmatch, keys) if match)
        return [
            self._word(kind, number, language)
            for kind, number in sorted((kind, int(number)) for kind, number in found)
        ]

    def _word(self, kind: str, number: int, language: str) -> Word:
        forms = self._make_word((kind, number, language))
        others = {name[1:]: said for name, said in forms.items() if name not in ("", "-id")}
        return Word(kind, number, forms[""], others)

    def text(self, key: str, language: str, **arguments: Any) -> str:
        """What the key says, "" for a key that nobody has."""
        return self.render(key, language, arguments)[0]

    def told(self, prefix: str, struct: Event | Move, language: str, seats: "Seats") -> str:
        """An event or a move in words; its class and fields where no words are found."""
        key = f"{prefix}-{type(struct).__name__}"
        if not any(key in self.keys[spoken] for spoken in (language, LANGUAGES[0])):
            return f"{type(struct).__name__} {msgspec.structs.asdict(struct)}"
        return self.render(key, language, self.arguments(struct, language, seats))[0]

    def render(self, key: str, language: str, arguments: Arguments) -> tuple[str, list[Exception]]:
        """The text, and what is wrong with it: an argument or a word that is not there."""
        if key not in self.keys[language]:
            language = LANGUAGES[0]
        if key not in self.keys[language]:
            return "", []
        bundle = self._bundles[language]
        pattern = bundle.get_message(key).value
        if pattern is None:
            return "", [LookupError(f"{key} has no text")]
        text, errors = bundle.format_pattern(pattern, arguments)
        return str(text), errors

    def arguments(self, struct: msgspec.Struct, language: str, seats: "Seats") -> Arguments:
        """The struct's fields as its text may use them."""
        shapes = self._shapes.get(type(struct))
        if shapes is None:
            shapes = self._shapes[type(struct)] = tuple(self._shapes_of(type(struct)))
        arguments: Arguments = {}
        for name, word, many in shapes:
            value = getattr(struct, name)
            if word is not None and "{" in word:
                word = word.format_map(msgspec.structs.asdict(struct))
            if many:
                arguments[f"{name}-count"] = len(value)
                if word == BY_SEAT:
                    named = (f"{seats.name(seat, language, self)} {one}" for seat, one in enumerate(value))
                    arguments[name] = ", ".join(named)
                    continue
                forms = [self._forms(word, one, language, seats) for one in value]
                for form in forms[0] if forms else ("",):
                    arguments[name + form] = ", ".join(str(one.get(form, one[""])) for one in forms)
            else:
                for form, said in self._forms(word, value, language, seats).items():
                    arguments[name + form] = said
        return arguments

    def _forms(self, word: str | None, value: Any, language: str, seats: "Seats") -> Arguments:
        """A value by the endings of the arguments that show it."""
        if value is None:
            return {"": "none"}
        if isinstance(value, bool):
            return {"": "true" if value else "false"}
        if not isinstance(value, int):
            return {"": str(value)}
        if word is None or word == BY_SEAT:
            return {"": value}
        if word == SEAT:
            return {"": seats.name(value, language, self), "-id": value}
        return self._word_forms[word, value, language]

    def _make_word(self, key: tuple[str, int, str]) -> Arguments:
        kind, number, language = key
        name = f"{kind}-{number}"
        if name not in self.keys[language]:
            language = LANGUAGES[0]
        if name not in self.keys[language]:
            return {"": number, "-id": number}
        forms: Arguments = {"": self.text(name, language), "-id": number}
        bundle = self._bundles[language]
        for attribute, pattern in bundle.get_message(name).attributes.items():
            forms[f"-{attribute}"] = str(bundle.format_pattern(pattern, {})[0])
        return forms

    def _shapes_of(self, struct: type[msgspec.Struct]) -> Iterable[tuple[str, str | None, bool]]:
        for field in msgspec.structs.fields(struct):
            shape = shape_of(field.type)
            yield field.name, self._words.get(field.name), shape is not None and shape.many


class Seats(msgspec.Struct, frozen=True, gc=False):
    """How seats are called: by their players' names where these are known, else by number."""

    names: tuple[str, ...] = ()
    count: int = 0
    """How many there are, when it is known without names."""

    def name(self, seat: int, language: str, texts: Texts) -> str:
        if seat < 0:
            return texts.text("nobody", language)
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        if 0 < max(len(self.names), self.count) <= seat:
            return texts.text("no-seat", language)
        return texts.text("seat", language, number=str(seat + 1))


NOBODY_KNOWN: Final = Seats()


def _required(game: Game) -> list[str]:
    """The keys that follow from the game's classes. Kinds of decisions are only known when they are asked."""
    return [
        "title",
        *(f"event-{event.__name__}" for event in game.events),
        *(f"move-{move.__name__}" for move in game.moves),
        *(f"option-{name}" for name in game.options.__struct_fields__),
    ]


def _package_of(game: Game) -> str:
    module = type(game).__module__
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]


def _bundle(language: str, folders: Sequence[Traversable]) -> tuple[FluentBundle, frozenset[str]]:
    bundle = FluentBundle([language], use_isolating=False)
    keys: set[str] = set()
    parse: Callable[[str], ast.Resource] = FluentParser().parse
    for folder in folders:
        source = folder / f"{language}.ftl"
        if not source.is_file():
            continue
        resource = parse(source.read_text(encoding="utf-8"))
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise SchemaMismatch(f"{source}: not understood: {(entry.content or '').strip()[:80]!r}")
            if isinstance(entry, ast.Message):
                keys.add(entry.id.name)
        bundle.add_resource(resource, allow_overrides=True)
    return bundle, frozenset(keys)

"""The texts of a game in the languages of its rulebooks, from `texts/<language>.ftl` in its package (Project Fluent).

Keys are `title`, `event-<class>`, `move-<class>`, `ask-<kind>`, `option-<field>` and `score-<row>`; the arguments are
the struct's fields. LABELS in the game's `texts/__init__.py` gives, by field, the kind of label that its number stands
for: `{"crop": "crop"}` shows a crop's number n as the message `crop-<n>`. For a field `crop` a text can use

    $crop          the label, the number, the string; for a tuple the joined labels; "true" or "false"; "none"
    $crop-<form>   the label's form, written as an attribute of its message: `.of` for a genitive
    $crop-id       the number itself, to select by
    $crop-count    for a tuple, its length

A kind may contain the name of another field of the struct: with `{"way": "card-{card}-way"}` the way 1 of card 7 is the
message `card-7-way-1`. Such messages are not listed as labels.

For a kind of label that can be counted, each message has the attribute `counted` with the argument $n: "{ $n } wood".
`{"amount": "counted-good-{good}"}` counts the label in the field `good` of the same struct, if it has one: the text
may use $amount-counted, "3 wood". `{"price": "by-good"}` is for a tuple with an amount for each number of the kind:
$price is "3 wood and 2 reed", $price-count its number of kinds. `COUNTED` names, by class, fields that are amounts
of a label: with `{"Pay": {"wood": "good-1", "clay": "good-2"}}` the text of Pay may use $counted, "3 wood and 2 clay".

A question (`ask-<kind>`) has $least, $most, $options (their number) and the fields of the move that it is about;
a quantity (`quantity-<name>`) has $low, $high and $scale. A question, its options, offers and quantities have the facts
that the game gives for them, too (`question_facts`, `option_facts`, `offer_facts`); their names are looked up in LABELS
as those of fields are.

If options of a match change labels, `corrections(options)` of the game's `texts/__init__.py` returns the changed
labels, and the decisions of that match show them.

Russian texts get a no-break space between a number and its noun when they are made; the files have plain spaces.

A seat has a form for each attribute of the messages `seat`, `player`, `nobody` and `no-seat`: `$owner-of` is "of Ada",
or "of Seat 2" if the player's name is not known.
"""

import copy
import importlib
import importlib.resources
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Final

import msgspec
from fluent.runtime import FluentBundle
from fluent.syntax import ast

from tilth_rules.kernel import NO_FACTS, Event, Game, Move, TextFacts
from tilth_server.wire.codec import shape_of
from tilth_server.wire.errors import SchemaMismatch
from tilth_server.wire.fluent_cache import parse_texts
from tilth_server.wire.memo import Memo

LANGUAGES: Final = ("en", "ru")
"""The languages of texts. English is first, because it is shown for texts that another language lacks."""

SEAT: Final = "seat"
"""The kind of label for a seat, shown as its player's name. Fields named `seat` always have this kind."""

BY_SEAT: Final = "by-seat"
"""The kind of a tuple that has a number for each seat, shown as "Ada 3, Bo 5"."""

BY: Final = "by-"
"""The prefix of a kind of a tuple that has an amount for each number of the kind of label that follows."""

COUNTED: Final = "counted"
"""The attribute of a label with a number before it, and the prefix of the kind of an amount."""

LABEL_KEY: Final = re.compile(r"([a-z][a-z-]*)-(\d+)")
"""The key of a label: its kind and its number."""

NUMBER_BEFORE_NOUN: Final = re.compile(
    r"(?<!\w)(?<!\w-)(?<!грок )(?<!грока )(?<!гроку )(?<!гроком )(\d+) "
    r"(?=[А-Яа-яЁё])(?!(?:и|или|либо|из|за|с|со|в|на|по|до|от|для|у|к)\b)"
)
"""A number and the space before its noun, in Russian; a number in a name ("bot-2", "Игрок 2") is left out."""

FIELD_NAME: Final = re.compile(r"\{(\w+)\}")
"""The name of another field inside a kind."""

CORRECTED_LABELS: Final = 2_000
"""Limit on the cached labels for one set of options with corrections."""

Arguments = dict[str, Any]
Corrections = Callable[[Any], Mapping[tuple[str, int, str], Mapping[str, str]]]
"""A function that returns the labels that a match's options change: by kind, number and language, the forms of each.
The form "" is the label itself.
"""


def language_of(wanted: str) -> str:
    """Return the language of the texts for a client: the wanted one ("ru", "ru-RU"), or English."""
    short = wanted.replace("_", "-").partition("-")[0].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


def typeset(text: str, language: str) -> str:
    """Return the text with the spaces of its language: in Russian a number and its noun stay on one line."""
    return NUMBER_BEFORE_NOUN.sub("\\1\N{NO-BREAK SPACE}", text) if language == "ru" else text


class Label(msgspec.Struct, frozen=True, gc=False):
    """The word for a number of one kind, with its grammatical forms: for example a crop's name."""

    kind: str
    number: int
    text: str
    forms: dict[str, str]


class Texts:
    """The texts of one game. Texts that Russian lacks are shown in English; `missing` lists them."""

    def __init__(
        self,
        folders: Iterable[Traversable],
        label_kinds: Mapping[str, str],
        required: Iterable[str],
        counted: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
        corrections: "Corrections | None" = None,
    ) -> None:
        self._corrections = corrections
        self._label_kinds = {SEAT: SEAT, **label_kinds}
        self._amounts = {
            struct: [(field, *name.rpartition("-")[::2]) for field, name in fields.items()]
            for struct, fields in counted.items()
        }
        self._required = frozenset(required)
        self._bundles: dict[str, FluentBundle] = {}
        self.keys: dict[str, frozenset[str]] = {}
        """The keys that have a text, by language."""
        folders = tuple(folders)
        for language in LANGUAGES:
            self._bundles[language], self.keys[language] = _load_bundle(language, folders)
        self._show_seats: dict[type | None, bool] = {}
        self._shapes: dict[type, tuple[tuple[str, str | None, bool], ...]] = {}
        self._label_forms: Memo[tuple[str, int, str], Arguments] = Memo(self._make_label)

    @property
    def has_corrections(self) -> bool:
        """Return whether options of a match may change labels."""
        return self._corrections is not None

    def corrected(self, options: msgspec.Struct) -> "Texts | None":
        """Return the texts of a match whose options change labels; None if they change none."""
        corrected = self._corrections(options) if self._corrections is not None else {}
        if not corrected:
            return None
        texts = copy.copy(self)

        def made(key: tuple[str, int, str]) -> Arguments:
            forms = corrected.get(key)
            return self._label_forms[key] if forms is None else _label_arguments(key, forms)

        texts._label_forms = Memo(made, CORRECTED_LABELS)
        return texts

    @classmethod
    def of(cls, game: Game) -> "Texts":
        """Return the texts in a game's package. A game without texts is shown by the names of its classes."""
        package = _package_of(game)
        folders = [importlib.resources.files("tilth_server.wire") / "common"]
        label_kinds: Mapping[str, str] = {}
        corrections: Corrections | None = None
        counted: Mapping[str, Mapping[str, str]] = {}
        texts = importlib.resources.files(package) / "texts" if package else None
        if texts is not None and texts.is_dir():
            folders.append(texts)
            module = importlib.import_module(f"{package}.texts")
            label_kinds, counted = getattr(module, "LABELS", {}), getattr(module, "COUNTED", {})
            corrections = getattr(module, "corrections", None)
        return cls(folders, label_kinds, _required_keys(game), counted, corrections)

    def missing(self, language: str) -> list[str]:
        """Return the keys that this language needs and does not have."""
        wanted = self._required | self.keys[LANGUAGES[0]]
        return sorted((self._required if language == LANGUAGES[0] else wanted) - self.keys[language])

    def label_kind_of(self, field: str) -> str | None:
        """Return the kind of label that numbers in fields of this name stand for; None if they are plain numbers."""
        return self._label_kinds.get(field)

    def labels(self, language: str) -> list[Label]:
        """Return every label of the game, ordered by kind and number."""
        return list(self.each_label(language))

    def each_label(self, language: str) -> Iterator[Label]:
        """Yield every label of the game, ordered by kind and number. The first time, making them takes long."""
        keys = self.keys[language] | self.keys[LANGUAGES[0]]
        found = (match.groups() for match in map(LABEL_KEY.fullmatch, keys) if match)
        for kind, number in sorted((kind, int(number)) for kind, number in found):
            yield self._label(kind, number, language)

    def _label(self, kind: str, number: int, language: str) -> Label:
        """Return the label of a kind and number in a language."""
        forms = self._make_label((kind, number, language))
        others = {name[1:]: text for name, text in forms.items() if name not in ("", "-id")}
        return Label(kind, number, forms[""], others)

    def text(self, key: str, language: str, **arguments: Any) -> str:
        """Return the text of the key; "" if no language has the key."""
        return self.render(key, language, arguments)[0]

    def render_struct(
        self, prefix: str, struct: Event | Move, language: str, seats: "Seats", facts: TextFacts = NO_FACTS
    ) -> str:
        """Return the text of an event or a move; its class and fields if there is no text."""
        key = f"{prefix}-{type(struct).__name__}"
        if not any(key in self.keys[spoken] for spoken in (language, LANGUAGES[0])):
            return f"{type(struct).__name__} {msgspec.structs.asdict(struct)}"
        arguments = self.arguments(struct, language, seats) | self.fact_arguments(facts, language, seats)
        return self.render(key, language, arguments)[0]

    def render(self, key: str, language: str, arguments: Arguments) -> tuple[str, list[Exception]]:
        """Return the text of the key, and the errors of Fluent, such as missing arguments."""
        if key not in self.keys[language]:
            language = LANGUAGES[0]
        if key not in self.keys[language]:
            return "", []
        bundle = self._bundles[language]
        pattern = bundle.get_message(key).value
        if pattern is None:
            return "", [LookupError(f"{key} has no text")]
        text, errors = bundle.format_pattern(pattern, arguments)
        return typeset(str(text), language), errors

    def arguments(self, struct: msgspec.Struct, language: str, seats: "Seats") -> Arguments:
        """Return the struct's fields, and the facts of an event, as arguments for its text."""
        shapes = self._shapes.get(type(struct))
        if shapes is None:
            shapes = self._shapes[type(struct)] = tuple(self._shape_fields(type(struct)))
        arguments: Arguments = {}
        for name, label_kind, many in shapes:
            value = getattr(struct, name)
            if label_kind is not None and "{" in label_kind:
                label_kind = label_kind.format_map(msgspec.structs.asdict(struct))
            if many:
                self._add_tuple(arguments, name, label_kind, value, language, seats)
            else:
                self._add(arguments, name, label_kind, value, language, seats)
        amounts = self._amounts.get(type(struct).__name__)
        if amounts is not None:
            counts = [(kind, number, getattr(struct, field)) for field, kind, number in amounts]
            listed = [self._counted_label(*count, language) for count in counts if count[2]]
            arguments[COUNTED] = self._join(listed, language)
            arguments[f"{COUNTED}-count"] = len(listed)
        if isinstance(struct, Event):
            arguments |= self.fact_arguments(struct.text_facts(), language, seats)
        return arguments

    def fact_arguments(self, facts: TextFacts, language: str, seats: "Seats") -> Arguments:
        """Return facts as arguments for texts."""
        arguments: Arguments = {}
        for name, value in facts.items():
            label_kind = self._label_kinds.get(name)
            if label_kind is not None and "{" in label_kind:
                label_kind = (
                    label_kind.format_map(facts)
                    if facts.keys() >= set(FIELD_NAME.findall(label_kind))
                    else None
                )
            if isinstance(value, tuple):
                self._add_tuple(arguments, name, label_kind, value, language, seats)
            else:
                self._add(arguments, name, label_kind, value, language, seats)
        return arguments

    def names_seats(self, struct: type | None, facts: TextFacts) -> bool:
        """Return whether the text of this struct with these facts may show the name of a seat."""
        shows = self._show_seats.get(struct)
        if shows is None:
            fields = () if struct is None else getattr(struct, "__struct_fields__", ())
            shows = self._show_seats[struct] = any(
                self._label_kinds.get(field) in (SEAT, BY_SEAT) for field in fields
            )
        return shows or any(self._label_kinds.get(name) in (SEAT, BY_SEAT) for name in facts)

    def _add(
        self,
        arguments: Arguments,
        name: str,
        label_kind: str | None,
        value: Any,
        language: str,
        seats: "Seats",
    ) -> None:
        """Add the arguments of a field with one value."""
        for form, text in self._forms(label_kind, value, language, seats).items():
            arguments[name + form] = text

    def _add_tuple(
        self,
        arguments: Arguments,
        name: str,
        label_kind: str | None,
        values: Any,
        language: str,
        seats: "Seats",
    ) -> None:
        """Add the arguments of a field with several values."""
        arguments[f"{name}-count"] = len(values)
        if label_kind == BY_SEAT:
            named = (f"{seats.name(seat, language, self)} {one}" for seat, one in enumerate(values))
            arguments[name] = ", ".join(named)
            return
        if label_kind is not None and label_kind.startswith(BY):
            kind = label_kind.removeprefix(BY)
            listed = [self._counted_label(kind, at, many, language) for at, many in enumerate(values) if many]
            arguments |= {name: self._join(listed, language), f"{name}-count": len(listed)}
            return
        forms = [self._forms(label_kind, one, language, seats) for one in values]
        for form in forms[0] if forms else ("",):
            arguments[name + form] = ", ".join(str(one.get(form, one[""])) for one in forms)

    def _forms(self, label_kind: str | None, value: Any, language: str, seats: "Seats") -> Arguments:
        """Return the arguments for a field's value, by their endings: the text or number, and a label's grammatical
        forms.
        """
        if value is None:
            return {"": "none"}
        if isinstance(value, bool):
            return {"": "true" if value else "false"}
        if not isinstance(value, int):
            return {"": str(value)}
        if label_kind is None or label_kind == BY_SEAT:
            return {"": value}
        if label_kind == SEAT:
            return self.seat_forms(value, language, seats)
        if label_kind.startswith(COUNTED):
            kind, _, number = label_kind.removeprefix(f"{COUNTED}-").rpartition("-")
            return {"": value, f"-{COUNTED}": self._counted_label(kind, number, value, language)}
        return self._label_forms[label_kind, value, language]

    def seat_forms(self, seat: int, language: str, seats: "Seats") -> Arguments:
        """Return the arguments that name a seat, by their endings: its name under "", its number under "-id", and each
        further grammatical form under "-" and the form's name.
        """
        message, known = seats.message_of(seat)
        spoken = language if message in self.keys[language] else LANGUAGES[0]
        if message not in self.keys[spoken]:
            return {"": known.get("name", ""), "-id": seat}
        found = self._bundles[spoken].get_message(message)
        forms: Arguments = {"": self.text(message, language, **known), "-id": seat}
        for attribute, pattern in found.attributes.items():
            forms[f"-{attribute}"] = str(self._bundles[spoken].format_pattern(pattern, known)[0])
        return forms

    def _counted_label(self, kind: str, number: int | str, many: int, language: str) -> str:
        """Return the label of `number` as it is counted, such as "3 coins" for `many` = 3; only `many` if it has no
        text.
        """
        name = f"{kind}-{number}"
        if name not in self.keys[language]:
            language = LANGUAGES[0]
        if name not in self.keys[language]:
            return str(many)
        message = self._bundles[language].get_message(name)
        pattern = message.attributes.get(COUNTED, message.value)
        assert pattern is not None, f"{name} has no text"
        return str(self._bundles[language].format_pattern(pattern, {"n": many})[0])

    def _join(self, parts: Sequence[str], language: str) -> str:
        """Return the parts joined as in a sentence: "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.text('and', language)} {parts[-1]}"

    def _make_label(self, key: tuple[str, int, str]) -> Arguments:
        """Return the forms of a label, from its message."""
        kind, number, language = key
        name = f"{kind}-{number}"
        if name not in self.keys[language]:
            language = LANGUAGES[0]
        if name not in self.keys[language]:
            return {"": number, "-id": number}
        forms: Arguments = {"": self.text(name, language), "-id": number}
        bundle = self._bundles[language]
        for attribute, pattern in bundle.get_message(name).attributes.items():
            if attribute == COUNTED:
                continue
            forms[f"-{attribute}"] = typeset(str(bundle.format_pattern(pattern, {})[0]), language)
        return forms

    def _shape_fields(self, struct: type[msgspec.Struct]) -> Iterable[tuple[str, str | None, bool]]:
        """Yield, for each field of a struct, its name, its kind of label, and whether it has several values."""
        names = set(struct.__struct_fields__)
        for field in msgspec.structs.fields(struct):
            shape = shape_of(field.type)
            label_kind = self._label_kinds.get(field.name)
            if label_kind is not None and not names.issuperset(FIELD_NAME.findall(label_kind)):
                label_kind = None
            yield field.name, label_kind, shape is not None and shape.many


class Seats(msgspec.Struct, frozen=True, gc=False):
    """The names of seats: their players' names if these are known, else their numbers."""

    names: tuple[str, ...] = ()
    count: int = 0
    """The number of seats, if it is known without names; else 0."""

    def name(self, seat: int, language: str, texts: Texts) -> str:
        """Return the name of a seat in a language: its player's name, or one like "Seat 2"."""
        message, known = self.message_of(seat)
        return known["name"] if message == "player" else texts.text(message, language, **known)

    def message_of(self, seat: int) -> tuple[str, dict[str, str]]:
        """Return the message with the name of a seat, and its arguments."""
        if seat < 0:
            return "nobody", {}
        if seat < len(self.names) and self.names[seat]:
            return "player", {"name": self.names[seat]}
        if 0 < max(len(self.names), self.count) <= seat:
            return "no-seat", {}
        return "seat", {"number": str(seat + 1)}


NOBODY_KNOWN: Final = Seats()


def _label_arguments(key: tuple[str, int, str], forms: Mapping[str, str]) -> Arguments:
    """Return the forms of a corrected label, by the endings of the arguments that show them."""
    _, number, language = key
    shown: Arguments = {f"-{name}" if name else "": typeset(text, language) for name, text in forms.items()}
    return {**shown, "-id": number}


def _required_keys(game: Game) -> list[str]:
    """Return the keys that the game's classes need. Kinds of decisions are known only when they are asked."""
    return [
        "title",
        *(f"event-{event.__name__}" for event in game.events),
        *(f"move-{move.__name__}" for move in game.moves),
        *(f"option-{name}" for name in game.options.__struct_fields__),
        *(f"score-{name}" for name in game.score_rows),
    ]


def _package_of(game: Game) -> str:
    """Return the name of the package that holds the game's class."""
    module = type(game).__module__
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]


def _load_bundle(language: str, folders: Sequence[Traversable]) -> tuple[FluentBundle, frozenset[str]]:
    """Load the message files of a language from these folders; return the Fluent bundle and its keys."""
    bundle = FluentBundle([language], use_isolating=False)
    keys: set[str] = set()
    for folder in folders:
        source = folder / f"{language}.ftl"
        if not source.is_file():
            continue
        resource = parse_texts(source)
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise SchemaMismatch(f"{source} can't be parsed: {(entry.content or '').strip()[:80]!r}")
            if isinstance(entry, ast.Message):
                keys.add(entry.id.name)
        bundle.add_resource(resource, allow_overrides=True)
    return bundle, frozenset(keys)

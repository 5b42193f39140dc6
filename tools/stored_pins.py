"""Pins of a game: everything that stored matches hold of it, as values for a file (`baseline.py`)."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from itertools import groupby
from typing import Any, Final, get_args

import msgspec

from tilth_rules.kernel import Game, Step
from tilth_server.wire.envelopes import member_name

Pins = dict[str, dict[str, Any]]
"""The pins of one game: by section, by number or name."""
ReadMove = Callable[[int], Any]
"""Returns the move that an option number means."""

OPTIONS: Final = (
    *range(24_576),
    *(number for power in range(15, 32) for number in range(1 << power, (1 << power) + 128)),
)
"""Option numbers that are compared: the small ones, and some from each larger power of two on."""


def pins_of(game: Game, event_numbers: dict[str, int]) -> Pins:
    """Return the pins of a game as its code is now. `event_numbers` are the numbers of the events in the schema, by
    field name."""
    structs: dict[str, list[str]] = {}
    return {
        "steps": {
            str(step.__struct_config__.tag): {"name": stored_name(step), "fields": _fields(step, structs)}
            for step in _by_tag(game)
        },
        "structs": structs,
        "events": {
            str(number): name
            for number, name in sorted(
                (event_numbers[member_name(event.__name__)], stored_name(event)) for event in game.events
            )
        },
        "moves": _moves(game),
        "numbers": {
            kind: dict(sorted(numbers.items(), key=lambda entry: (entry[1], entry[0])))
            for kind, numbers in sorted({**_words(game), **game.stored_numbers()}.items())
        },
    }


def _by_tag(game: Game) -> list[type[Step]]:
    """Return the game's steps in the order of their tags."""
    return sorted(game.steps, key=lambda step: int(str(step.__struct_config__.tag)))


def stored_name(kind: type) -> str:
    """Return the name by which the baseline knows a class: its own, or the `stored` one that a renamed class gives."""
    return str(kind.__dict__.get("stored") or kind.__name__)


def _fields(kind: type, structs: dict[str, list[str]]) -> list[str]:
    """Return a struct's fields as texts of name, type and "= default", in order. Each struct in their types is added to
    `structs` with its own fields."""
    fields = []
    for field in msgspec.structs.fields(kind):
        for inner in _structs_in(field.type):
            if stored_name(inner) not in structs:
                structs[stored_name(inner)] = []
                structs[stored_name(inner)] = _fields(inner, structs)
        has_default = field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
        fields.append(f"{field.name}: {_type_name(field.type)}" + (" = default" if has_default else ""))
    return fields


def _structs_in(annotation: Any) -> Iterator[type]:
    """Yield the structs that a type annotation names, also inside other types."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for inner in get_args(annotation):
        yield from _structs_in(inner)


def _type_name(annotation: Any) -> str:
    """Return a type annotation as text: a class by its stored name, and modules without their package of the rules."""
    if isinstance(annotation, type) and not get_args(annotation):
        return stored_name(annotation)
    return str(annotation).replace("tilth_rules.", "")


def _moves(game: Game) -> dict[str, Any]:
    """Return the meanings of option numbers: for each step that asks, runs of numbers that mean one class of moves. A
    step that reads them as an earlier one does has that one's name instead."""
    found: dict[str, Any] = {}
    for way, read in move_readers(game).items():
        read_so = list(runs(read, OPTIONS))
        found[way] = next((other for other, known in found.items() if known == read_so), read_so)
    return found


def move_readers(game: Game) -> dict[str, ReadMove]:
    """Return the functions that read option numbers as moves, by the stored name of the step that asks; `offers` is the
    one for offers, if the game has some."""
    readers: dict[str, ReadMove] = {
        stored_name(step): step.move  # type: ignore[attr-defined]  # it asks
        for step in _by_tag(game)
        if step.asks
    }
    return readers | ({"offers": game.offer_move} if game.has_offers else {})


def _meaning(read: ReadMove, number: int) -> tuple[str, str]:
    """Return the class of move that an option number means, and the whole move as text; empty if it means none."""
    try:
        meant = read(number)
    except Exception:  # noqa: BLE001  # a number that is never offered may be refused in any way
        return "", ""
    return (stored_name(type(meant)), repr(meant)) if isinstance(meant, msgspec.Struct) else ("", "")


def runs(read: ReadMove, numbers: Sequence[int]) -> Iterator[list[Any]]:
    """Yield [first, last, class, digest] for each run of numbers that mean the same class of move. A run that follows a
    gap is left out if its class is the one before the gap."""
    for kind, run in groupby(((*_meaning(read, number), number) for number in numbers), lambda one: one[0]):
        first = last = -1
        digest = sha256()
        for _, text, number in run:
            if last >= 0 and number != last + 1:
                break
            first, last = number if first < 0 else first, number
            digest.update(text.encode())
        if kind:
            yield [first, last, kind, digest.hexdigest()[:12]]


def _words(game: Game) -> dict[str, dict[str, int]]:
    """Return the numbers in the game's module `codes`, by name: its constants, and names by their place in a tuple.

    The baseline knows them as words, as the module was called once.
    """
    package = type(game).__module__.rpartition(".")[0]
    module = next((name for name in (f"{package}.codes", f"{package}.words") if find_spec(name)), None)
    if module is None:
        return {}
    words = importlib.import_module(module)
    found: dict[str, dict[str, int]] = {"words": {}}
    for name, value in vars(words).items():
        if not name.isupper():
            continue
        if isinstance(value, int):
            found["words"][name] = value
        elif isinstance(value, tuple) and all(isinstance(one, str) for one in value):
            found[f"words {name}"] = {one or "-": at for at, one in enumerate(value)}
    return found

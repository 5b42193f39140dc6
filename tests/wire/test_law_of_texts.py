"""The law of texts (`tests/texts/law.py`) finds what is wrong with a game's texts."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from google.protobuf.descriptor import FileDescriptor

from tests.texts.law import Asked, Book, Fact, Row, SetUp, walk
from tests.wire.orchard import EatFruit, Options, game
from tests.wire.orchard.texts import LABELS
from tilth_server.wire import GameWire, Texts

RIGHT = MappingProxyType(
    {
        "fruit-1": "apple",
        "fruit-2": "pear",
        "fruit-3": "plum",
        "seat": "Seat { $number }",
        "player": "{ $name }",
        "no-seat": "nobody",
        "ask-fruit": "Which fruits do you take? At most { $most }; pick nothing to take none.",
        "ask-hidden-fruit": "Which fruit do you hide?",
        "ask-weight": "How heavy is the { $fruit }?",
        "ask-guest": "Which seat gets the guest?",
        "move-Pick": "take the { $fruit }",
        "move-Bring": "bring the guest to seat { $guest }",
        "move-EatFruit": "eat the fruit",
        "quantity-grams": "weight in grams",
        "quantity-angle": "angle in degrees",
    }
)
FRUITS = MappingProxyType({1: "apple", 2: "pear", 3: "plum"})


def limits(asked: Asked) -> Iterable[Fact]:
    yield "at most 3"
    yield ("take none", "take nothing")


def fruit(asked: Asked, option: int) -> Iterable[Fact]:
    yield FRUITS[option]


def apple(asked: Asked) -> Iterable[Fact]:
    yield FRUITS[1]


def eat(asked: Asked, offer: int) -> Iterable[Fact]:
    yield "eat"


ROWS = MappingProxyType(
    {
        "fruit": Row(limits, fruit),
        "weight": Row(apple),
        "hidden-fruit": Row(option=fruit),
        "guest": Row(),
    }
)
BOOK = Book(setups=(SetUp(2, Options()), SetUp(3, Options(baskets=1))), rows=ROWS, offers={EatFruit: eat})


def read(
    folder: Path, schema: FileDescriptor, wrong: Mapping[str, str], book: Book = BOOK
) -> tuple[set[str], list[str]]:
    """Walk the orchard with right texts, but for these."""
    texts = {**RIGHT, **wrong}
    for language in ("en", "ru"):
        lines = (f"{key} = {text}" for key, text in texts.items() if text)
        (folder / f"{language}.ftl").write_text("\n".join(lines))
    return walk(GameWire(game, schema, Texts([folder], LABELS, [])), book, range(8))


def test_complete_texts_pass(tmp_path: Path, orchard_schema: FileDescriptor) -> None:
    met, faults = read(tmp_path, orchard_schema, {})
    assert met == ROWS.keys()
    assert faults == []


@pytest.mark.parametrize(
    ("key", "text", "fault"),
    [
        (
            "ask-fruit",
            "Which fruits do you take? Up to { $most }; pick nothing to take none.",
            "'at most 3' is not in",
        ),
        (
            "ask-fruit",
            "Which fruits do you take? At most { $most }.",
            "'take none' or 'take nothing' is not in",
        ),
        ("ask-weight", "How heavy is it?", "'apple' is not in"),
        ("move-Pick", "take the pear", "two options are called 'take the pear'"),
        ("move-Pick", "take a pineapple, pear and plum", "'apple' is not in"),
        ("move-EatFruit", "swallow it", "'eat' is not in"),
        ("quantity-angle", "", "the quantity angle has no text but 'angle'"),
        ("ask-guest", "For { $price } food?", "Unknown external: price in 'For price food?'"),
    ],
)
def test_each_fault_is_reported_in_both_languages(
    tmp_path: Path, orchard_schema: FileDescriptor, key: str, text: str, fault: str
) -> None:
    _, faults = read(tmp_path, orchard_schema, {key: text})
    for language in ("en", "ru"):
        assert any(language in line and fault in line for line in faults), faults


def test_a_kind_or_an_offer_without_a_row_is_reported(tmp_path: Path, orchard_schema: FileDescriptor) -> None:
    rows = {kind: row for kind, row in ROWS.items() if kind != "guest"}
    _, faults = read(tmp_path, orchard_schema, {}, BOOK._replace(rows=rows, offers={}))
    assert any("guest" in line and "without a row" in line for line in faults)
    assert any("an offer without a row" in line for line in faults)

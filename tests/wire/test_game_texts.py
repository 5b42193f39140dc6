"""Every game's texts, walked from end to end in both languages."""

import ast
import importlib.util
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from google.protobuf.descriptor import FieldDescriptor

from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.farm import Reaped
from tilth_rules.agricola.events.goods import Cooked
from tilth_rules.agricola.moves import UseCard, UseOffer
from tilth_rules.agricola.words import GRAIN
from tilth_rules.kernel import Event, Move
from tilth_server.wire import LANGUAGES, GameWire, load_games
from tilth_server.wire.codec import shape_of
from tilth_server.wire.envelopes import member_name
from tilth_server.wire.texts import BY_SEAT, SEAT, Seats

GAMES = load_games()
CLASSES = [(wire, prefix, struct) for wire in GAMES.values() for prefix, struct in (
    *(("event", event) for event in wire.game.events),
    *(("move", move) for move in wire.game.moves),
)]  # fmt: skip
NUMBERS = (0, 1, 2, 5, 21)
LENGTHS = (0, 1, 2, 5)
NEVER_EMPTY = (
    {("petrichor", name) for name in ("CardsPlayed", "CardsShown", "DiceRolled", "Pay")}
    | {
        ("sonora", name)
        for name in (
            *("ShapeDrawn", "DrawShape", "PathLaid", "DiscsMarked", "RuinsOrdered", "DiscsSorted"),
            *("BotDrew", "BotDraws", "BotLaid", "BotMarked", "BotLost"),
        )
    }
    | {
        ("earth", name)
        for name in (
            *("BoardLaid", "SidesDealt", "GoalsReached", "SproutsPlaced", "SproutsPaid", "SproutsExchanged"),
            *("GrowthPlaced", "GrowthPaid", "CardsStayKnown", "GaiaShuffled", "GaiaScored", "GaiaTook"),
        )
    }
)
NAMES = ("Ада", "Bo", "Cid", "Dee")
LEFTOVER = re.compile(
    r"[{}$]|\?\?\?|\s\s|\s[.,:;]|^\s|\s$|none|None|true|false"
    r"|(?<!Mac)(?<=[a-z])[A-Z]|[a-zа-яё](?=[А-ЯЁ])|\d(?=[^\W\d_])|\w\("
)
"""What a text keeps of its own making: marks, doubled spaces, Python's words, and words glued together."""
CYRILLIC = re.compile(r"[А-Яа-яЁё]")

games = pytest.mark.parametrize("wire", GAMES.values(), ids=GAMES.keys())
classes = pytest.mark.parametrize(
    ("wire", "prefix", "struct"),
    CLASSES,
    ids=[f"{wire.name}-{struct.__name__}" for wire, _, struct in CLASSES],
)


def words(wire: GameWire, kind: str) -> list[int]:
    """The numbers that this kind of word has words for."""
    found = (re.fullmatch(rf"{kind}-(\d+)", key) for key in wire.texts.keys["en"])
    return sorted(int(match[1]) for match in found if match)


def values(wire: GameWire, name: str, annotation: Any) -> list[Any]:
    """What a field can hold, the odd cases first."""
    shape = shape_of(annotation)
    assert shape is not None
    kind = wire.texts.word_of(name)
    if shape.kind is bool:
        single: list[Any] = [False, True]
    elif shape.kind is int:
        numbers = range(len(NAMES)) if kind == SEAT else () if kind in (None, BY_SEAT) else words(wire, kind)
        single = list(numbers) or list(NUMBERS)
    else:
        single = ["word"]
    if shape.many:
        lengths = (1, len(NAMES)) if kind == BY_SEAT else LENGTHS
        return [tuple(single[at % len(single)] for at in range(length)) for length in lengths]
    return [*single, None] if shape.optional else single


def samples(wire: GameWire, struct: type[Event | Move]) -> Iterator[Event | Move]:
    fields = msgspec.structs.fields(struct)
    choices = [values(wire, field.name, field.type) for field in fields]
    for chosen in itertools.islice(itertools.product(*choices), 500):
        if () not in chosen or (wire.name, struct.__name__) not in NEVER_EMPTY:
            yield struct(*chosen)


def assert_reads_well(text: str, errors: list[Exception]) -> None:
    assert not errors, (text, errors)
    assert not LEFTOVER.search(text), text


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing(wire: GameWire, language: str) -> None:
    assert wire.texts.missing(language) == []


@classes
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_or_move_reads_well_whatever_it_holds(
    wire: GameWire, prefix: str, struct: type[Event | Move], language: str
) -> None:
    said = set()
    for sample in samples(wire, struct):
        arguments = wire.texts.arguments(sample, language, Seats(NAMES))
        text, errors = wire.texts.render(f"{prefix}-{struct.__name__}", language, arguments)
        assert_reads_well(text, errors)
        said.add(text)
    assert "" not in said
    if language == "ru" and prefix == "event":
        assert all(CYRILLIC.search(text.replace(NAMES[0], "")) for text in said)


@classes
def test_what_a_text_shows_differs_where_the_fields_do(
    wire: GameWire, prefix: str, struct: type[Event | Move]
) -> None:
    """A field that both languages leave out would be a text that hides what happened."""
    for language in LANGUAGES:
        for field in msgspec.structs.fields(struct):
            if field.name in UNTOLD.get((wire.name, struct.__name__), ()):
                continue
            told = {
                wire.texts.told(prefix, sample, language, Seats(NAMES))
                for sample in varied(wire, struct, field.name)
            }
            assert len(told) > 1, (language, field.name)


UNTOLD = {
    ("petrichor", "FieldsLaid"): ("crops", "needs"),
    ("petrichor", "CardsKept"): ("pack",),
    ("petrichor", "SouthernWindMissed"): ("wind",),
    ("sonora", "DiscFlicked"): ("x", "y", "heading", "speed"),
    ("sonora", "DiscsCameToRest"): ("moved", "xs", "ys", "touched_far_edge", "contacts", "path"),
    ("sonora", "DiscsSorted"): ("sections", "doubled"),
    ("earth", "SidesRevealed"): ("standing",),
    ("earth", "CardsDrawn"): ("source",),
    ("agricola", "Reaped"): ("seat",),
    ("agricola", "CardNoted"): ("numbers",),
}
"""Fields that are drawn, told just before or after, or mean something to a card alone: they would only lengthen the
sentence."""


def varied(wire: GameWire, struct: type[Event | Move], name: str) -> Iterator[Event | Move]:
    """Samples that differ in one field only."""
    fields = msgspec.structs.fields(struct)
    choices = {field.name: values(wire, field.name, field.type) for field in fields}
    for value in choices[name]:
        yield struct(**{**{other: choice[-1] for other, choice in choices.items()}, name: value})


@games
def test_every_number_of_an_enum_has_a_word(wire: GameWire) -> None:
    types = wire.schema.message_types_by_name
    for prefix, struct in ((prefix, struct) for of, prefix, struct in CLASSES if of is wire):
        member = types[prefix.capitalize()].fields_by_name[member_name(struct.__name__)].message_type
        assert member is not None
        for field in member.fields:
            if field.type == FieldDescriptor.TYPE_ENUM and field.enum_type is not None:
                kind = wire.texts.word_of(field.name)
                assert kind is not None, field.full_name
                numbers = {value.number for value in field.enum_type.values if value.number}
                assert numbers <= set(words(wire, kind)), field.full_name


def kinds_of(wire: GameWire) -> dict[str, str]:
    """The kinds of decisions that the game's source names: `Choose(seat, "rain-clouds", ..., about=Pick(...))`. With
    each the class of what it is about, "" for nothing."""
    package = type(wire.game).__module__.partition(f".{wire.name}")[0] + f".{wire.name}"
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    found = {}
    for source in Path(spec.origin).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Choose", "Measure"):
                kind = node.args[1]
                assert isinstance(kind, ast.Constant), (
                    f"{source}:{node.lineno} names its kind in no plain string"
                )
                about = [each.value for each in node.keywords if each.arg == "about"]
                found[str(kind.value)] = ast.unparse(about[0]).partition("(")[0] if about else ""
    return found


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_has_its_question(wire: GameWire, language: str) -> None:
    kinds = kinds_of(wire)
    assert kinds.keys() == {
        key.removeprefix("ask-") for key in wire.texts.keys[language] if key.startswith("ask-")
    }
    moves = {move.__name__: move for move in wire.game.moves}
    for kind, about in kinds.items():
        for move in samples(wire, moves[about]) if about else [None]:
            more = {} if move is None else wire.texts.arguments(move, language, Seats(NAMES))
            for least, most in ((0, 1), (1, 1), (1, 2), (2, 2), (5, 5)):
                bounds = {"least": least, "most": most}
                assert_reads_well(*wire.texts.render(f"ask-{kind}", language, bounds | more))


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_titles_read_well(wire: GameWire, language: str) -> None:
    for field in wire.option_fields(language):
        assert_reads_well(field.text, [])
        assert field.text
    assert_reads_well(wire.title(language), [])


@games
def test_nothing_is_left_of_what_the_game_no_longer_has(wire: GameWire) -> None:
    known = {f"{prefix}-{struct.__name__}" for of, prefix, struct in CLASSES if of is wire}
    known |= {f"option-{name}" for name in wire.game.options.__struct_fields__}
    for language in LANGUAGES:
        for key in wire.texts.keys[language]:
            if key.partition("-")[0] in ("event", "move", "option"):
                assert key in known, key


def test_a_way_to_use_a_card_of_agricola_is_told_in_words() -> None:
    wire = GAMES["agricola"]
    assert wire.move_text(UseOffer(INDEX["E186"], 4), "en") == "Clay Seller: 4 clay → 1 cattle"
    assert wire.move_text(UseOffer(INDEX["E186"], 4), "ru") == "«Торговец глиной»: 4 глины → 1 корова"
    assert wire.move_text(UseCard(INDEX["K268"], 5), "en") == "Use Pieceworker: 2 food → 1 vegetable"
    assert wire.move_text(UseCard(INDEX["E178"], 0), "en") == "Use Hut Builder"


def test_what_was_not_cooked_is_not_told_and_nobody_is_named_twice() -> None:
    texts, seats = GAMES["agricola"].texts, Seats(("Ann", "Bo"))
    cooked, reaped = Cooked(0, 2, 0, 1, 0, 7), Reaped(0, 3, GRAIN, 0)
    assert texts.told("event", cooked, "en", seats) == "Ann cooks sheep 2, cattle 1, for 7 food"
    assert texts.told("event", cooked, "ru", seats) == "Ann готовит: овцы 2, коровы 1, выходит еды: 7"
    assert texts.told("event", reaped, "en", seats) == "Ann reaps grain from D1"
    assert texts.told("event", reaped, "ru", seats) == "Ann собирает зерно (D1)"

"""Every game's texts, walked from end to end in both languages."""

import importlib.resources
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from google.protobuf.descriptor import FieldDescriptor

from tests.texts.kinds import kinds_of
from tests.texts.law import LEFTOVER
from tilth.v1.decision_pb2 import Decision
from tilth_rules.agricola.codes import GRAIN
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.farm import Reaped
from tilth_rules.agricola.events.goods import Cooked
from tilth_rules.agricola.moves import UseCard, UseOffer
from tilth_rules.earth import Options
from tilth_rules.earth.content.cards import FACES, ISLANDS
from tilth_rules.kernel import Event, Move, SeededChance, Table
from tilth_rules.sonora.events.flicks import DiscsCameToRest
from tilth_rules.sonora.flick_question import RIMS
from tilth_server.wire import LANGUAGES, GameWire, load_games
from tilth_server.wire.codec import shape_of
from tilth_server.wire.envelopes import member_name
from tilth_server.wire.texts import BY_SEAT, SEAT, Seats, typeset

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
            *("BotShapeDrawn", "BotDrawsShape", "BotPathLaid", "BotMarked", "BotLost"),
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
VALUES = re.compile(r"none|true|false")
"""Values that a text selects by; here none of them is a word of its own."""
CYRILLIC = re.compile(r"[А-Яа-яЁё]")

games = pytest.mark.parametrize("wire", GAMES.values(), ids=GAMES.keys())
classes = pytest.mark.parametrize(
    ("wire", "prefix", "struct"),
    CLASSES,
    ids=[f"{wire.name}-{struct.__name__}" for wire, _, struct in CLASSES],
)


def words(wire: GameWire, kind: str) -> list[int]:
    """Return the numbers that this kind of word has words for."""
    found = (re.fullmatch(rf"{kind}-(\d+)", key) for key in wire.texts.keys["en"])
    return sorted(int(match[1]) for match in found if match)


def values(wire: GameWire, name: str, annotation: Any) -> list[Any]:
    """Return the values that a field can hold, the unusual ones first."""
    shape = shape_of(annotation)
    assert shape is not None
    kind = wire.texts.label_kind_of(name)
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


def needs_facts(errors: list[Exception]) -> bool:
    """Return whether the text of a move or a question says facts that only a table knows. The law of texts reads it."""
    return any(str(error).startswith("Unknown external: ") for error in errors)


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing(wire: GameWire, language: str) -> None:
    assert wire.texts.missing(language) == []


@classes
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_or_move_reads_well_whatever_it_holds(
    wire: GameWire, prefix: str, struct: type[Event | Move], language: str
) -> None:
    shown = set()
    for sample in samples(wire, struct):
        arguments = wire.texts.arguments(sample, language, Seats(NAMES))
        text, errors = wire.texts.render(f"{prefix}-{struct.__name__}", language, arguments)
        if prefix == "move" and needs_facts(errors):
            return
        assert_reads_well(text, errors)
        if prefix == "event":
            assert not VALUES.search(text), text
        shown.add(text)
    assert "" not in shown
    if language == "ru" and prefix == "event":
        assert all(CYRILLIC.search(text.replace(NAMES[0], "")) for text in shown)


@classes
def test_texts_differ_if_the_fields_differ(wire: GameWire, prefix: str, struct: type[Event | Move]) -> None:
    """A field that both languages leave out would be a text that hides what happened."""
    for language in LANGUAGES:
        for field in msgspec.structs.fields(struct):
            if field.name in UNTOLD.get((wire.name, struct.__name__), ()):
                continue
            shown = {
                wire.texts.render_struct(prefix, sample, language, Seats(NAMES))
                for sample in varied(wire, struct, field.name)
            }
            assert len(shown) > 1, (language, field.name)


UNTOLD = {
    ("petrichor", "FieldsLaid"): ("crops", "needs"),
    ("petrichor", "CardsKept"): ("pack",),
    ("petrichor", "SouthernWindMissed"): ("wind",),
    ("sonora", "DiscFlicked"): ("x", "y", "heading", "speed"),
    ("sonora", "DiscsCameToRest"): ("moved", "xs", "ys", "touched_far_edge", "contacts", "path"),
    ("sonora", "DiscsSorted"): ("sections", "doubled"),
    ("sonora", "BotLaysPath"): ("cell", "last"),
    ("earth", "SidesRevealed"): ("standing",),
    ("earth", "CardsDrawn"): ("source",),
    ("agricola", "Reaped"): ("seat",),
    ("agricola", "CardNoted"): ("numbers",),
}
"""Fields that are drawn, shown just before or after or by facts, or mean something to a card alone: they would only
lengthen the sentence."""


def varied(wire: GameWire, struct: type[Event | Move], name: str) -> Iterator[Event | Move]:
    """Samples that differ in one field only."""
    fields = msgspec.structs.fields(struct)
    choices = {field.name: values(wire, field.name, field.type) for field in fields}
    for value in choices[name]:
        yield struct(**{**{other: choice[-1] for other, choice in choices.items()}, name: value})


@games
def test_every_number_of_an_enum_has_a_label(wire: GameWire) -> None:
    types = wire.schema.message_types_by_name
    for prefix, struct in ((prefix, struct) for of, prefix, struct in CLASSES if of is wire):
        member = types[prefix.capitalize()].fields_by_name[member_name(struct.__name__)].message_type
        assert member is not None
        for field in member.fields:
            if field.type == FieldDescriptor.TYPE_ENUM and field.enum_type is not None:
                kind = wire.texts.label_kind_of(field.name)
                assert kind is not None, field.full_name
                numbers = {value.number for value in field.enum_type.values if value.number}
                assert numbers <= set(words(wire, kind)), field.full_name


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
                text, errors = wire.texts.render(f"ask-{kind}", language, bounds | more)
                if not needs_facts(errors):
                    assert_reads_well(text, errors)


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_titles_read_well(wire: GameWire, language: str) -> None:
    for field in wire.option_fields(language):
        assert_reads_well(field.text, [])
        assert field.text
    assert_reads_well(wire.title(language), [])


@games
def test_no_text_is_left_without_its_class_or_kind(wire: GameWire) -> None:
    known = {f"{prefix}-{struct.__name__}" for of, prefix, struct in CLASSES if of is wire}
    known |= {f"option-{name}" for name in wire.game.options.__struct_fields__}
    for language in LANGUAGES:
        for key in wire.texts.keys[language]:
            if key.partition("-")[0] in ("event", "move", "option"):
                assert key in known, key


def test_a_way_to_use_a_card_of_agricola_is_shown_in_words() -> None:
    wire = GAMES["agricola"]
    assert wire.move_text(UseOffer(INDEX["E186"], 4), "en") == "use Clay Seller: 4 clay → 1 cattle"
    assert (
        wire.move_text(UseOffer(INDEX["E186"], 4), "ru")
        == "применить карту «Торговец глиной»: 4\N{NO-BREAK SPACE}глины → 1\N{NO-BREAK SPACE}корова"
    )
    assert wire.move_text(UseCard(INDEX["K268"], 5), "en") == "use Pieceworker: 2 food → 1 vegetable"
    assert wire.move_text(UseCard(INDEX["E178"], 0), "en").startswith("use Hut Builder: ")


def test_only_cooked_goods_are_shown_and_no_seat_is_named_twice() -> None:
    texts, seats = GAMES["agricola"].texts, Seats(("Ann", "Bo"))
    cooked, reaped = Cooked(0, 2, 0, 1, 0, 7), Reaped(0, 3, GRAIN, 0)
    assert (
        texts.render_struct("event", cooked, "en", seats) == "Ann cooks 2 sheep and 1 cattle and gets 7 food"
    )
    assert texts.render_struct("event", cooked, "ru", seats) == (
        "Ann пускает на еду 2\N{NO-BREAK SPACE}овцы и 1\N{NO-BREAK SPACE}корову "
        "и получает 7\N{NO-BREAK SPACE}еды"
    )
    assert texts.render_struct("event", reaped, "en", seats) == "Ann reaps 1 grain from D1"
    assert (
        texts.render_struct("event", reaped, "ru", seats)
        == "Ann собирает 1\N{NO-BREAK SPACE}зерно с ячейки D1"
    )


@pytest.mark.parametrize(
    ("contacts", "english", "russian"),
    [
        ((), "Disc A4 slides 30 mm", "Диск A4 скользит 30 мм"),
        ((50, 3, 8), "Disc A4 slides 30 mm, touches disc B4", "Диск A4 скользит 30 мм, задевает диск B4"),
        (
            (50, 3, 8, 60, 3, 9, 70, 3, RIMS),
            "Disc A4 slides 30 mm, touches discs B4, B5, touches the edge of the board",
            "Диск A4 скользит 30 мм, задевает диски B4, B5, задевает край поля",
        ),
    ],
)
def test_the_text_of_a_slide_of_sonora_says_how_far_and_what_was_touched(
    contacts: tuple[int, ...], english: str, russian: str
) -> None:
    slide = DiscsCameToRest(3, (), (), (), (), (), False, True, contacts, (0, 3, 0, 0, 100, 3, 3000, 0))
    assert GAMES["sonora"].event_text(slide, "en", NAMES) == english
    assert GAMES["sonora"].event_text(slide, "ru", NAMES).replace("\N{NO-BREAK SPACE}", " ") == russian


@games
def test_a_number_and_its_noun_stay_on_one_line_in_russian(wire: GameWire) -> None:
    for seats in (1, 2, 5, 21):
        text = typeset(f"взять {seats} овец и 3 из 4 карт, 2 ПО", "ru")
        assert (
            text
            == f"взять {seats}\N{NO-BREAK SPACE}овец и 3 из 4\N{NO-BREAK SPACE}карт, 2\N{NO-BREAK SPACE}ПО"
        )
    for word in wire.texts.labels("ru"):
        for text in (word.text, *word.forms.values()):
            assert not re.search(r"\d (?!либо|или)[а-яё]{3,}", text), text
    assert typeset("take 2 sheep", "en") == "take 2 sheep"
    assert typeset("Игрок 2 тайком ест, bot-2 сажает карту", "ru") == "Игрок 2 тайком ест, bot-2 сажает карту"


@games
def test_russian_texts_have_guillemets_and_dashes_with_spaces(wire: GameWire) -> None:
    folder = importlib.resources.files(type(wire.game).__module__.rpartition(".")[0]) / "texts"
    for line in (folder / "ru.ftl").read_text(encoding="utf-8").splitlines():
        shown = re.sub(r"\{[^{}]*\}|^\s*#.*|^[\w-]+ =", "", line)
        assert not re.search(r"\"| - |[а-яё]—|—[а-яё]", shown, re.IGNORECASE), line


@pytest.mark.parametrize(("language", "points"), [("en", "19 VP"), ("ru", "19\N{NO-BREAK SPACE}ПО")])
def test_decisions_of_a_match_with_corrected_cards_show_the_corrections(language: str, points: str) -> None:
    wire = GAMES["earth"]
    values = json.dumps({FACES[side].id: {"vp": 19} for island in ISLANDS for side in island})
    texts = []
    for options in (Options(values=values), Options()):
        table = Table(wire.game, options, 2, SeededChance(bytes(32)))
        table.start()
        decision = Decision.FromString(wire.decision(table, 0, language))
        texts.append([option.text for option in decision.options])
    corrected, printed = texts
    assert all(points in text for text in corrected)
    assert not any(points in text for text in printed)

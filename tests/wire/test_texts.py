import pickle
from pathlib import Path

import pytest

from tests.wire.orchard import (
    BasketWeighed,
    Bring,
    FruitDealt,
    FruitEaten,
    FruitPicked,
    GuestCame,
    Pick,
    SeasonEnded,
    SeatGuest,
    State,
    Weigh,
)
from tests.wire.play import answer, table
from tilth.v1.decision_pb2 import Decision
from tilth_rules.kernel import Choose, Event, Move, TextFacts
from tilth_server.wire import GameWire, SchemaMismatch, Texts, language_of
from tilth_server.wire.texts import Seats

NAMES = ("Ann", "Борис")


@pytest.mark.parametrize(
    ("event", "english", "russian"),
    [
        (FruitDealt(0, 2), "Ann draws the pear", "Ann тянет карту груши"),
        (FruitDealt(1, 0), "Борис draws a fruit", "Борис тянет карту фрукта"),
        (FruitPicked(0, ()), "Ann picks nothing", "Ann берёт 0 плодов"),
        (FruitPicked(0, (1,)), "Ann picks one fruit: apple", "Ann берёт 1 плод"),
        (FruitPicked(0, (1, 1)), "Ann picks 2 fruits: apple, apple", "Ann берёт 2 плода"),
        (FruitPicked(1, (2, 2), last=True), "Борис picks 2 fruits: pear, pear in secret", "Борис берёт 2 плода"),
        (FruitPicked(1, (2,) * 5), "Борис picks 5 fruits: pear, pear, pear, pear, pear", "Борис берёт 5 плодов"),
        (GuestCame(0), "The guest sits with Ann", "Гость: Ann"),
        (BasketWeighed(-5), "The basket weighs -5 g", "Вес корзины: -5 г"),
        (FruitEaten(1), "Борис eats in secret", "Борис тайком ест"),
        (SeasonEnded(), "", ""),
    ],
)  # fmt: skip
def test_an_event_is_rendered_with_names_labels_and_plurals(
    wire: GameWire, event: Event, english: str, russian: str
) -> None:
    assert wire.event_text(event, "en", NAMES) == english
    assert wire.event_text(event, "ru", NAMES).replace("\N{NO-BREAK SPACE}", " ") == russian


def test_a_seat_without_a_known_name_is_a_number(wire: GameWire) -> None:
    assert wire.event_text(FruitEaten(1), "en") == "Seat 2 eats in secret"
    assert wire.event_text(FruitEaten(1), "ru") == "Игрок 2 тайком ест"
    assert wire.event_text(FruitEaten(0), "en", ("", "Bo")) == "Seat 1 eats in secret"
    assert wire.event_text(FruitEaten(-1), "en", NAMES) == "nobody eats in secret"
    assert wire.event_text(FruitEaten(2), "en", NAMES) == "nobody's side eats in secret"


def test_texts_that_russian_lacks_are_shown_in_english_and_listed(wire: GameWire) -> None:
    assert wire.move_text(Bring(None), "ru") == "send the guest away"
    assert wire.move_text(Pick(3), "ru") == "взять: plum"
    assert wire.texts.missing("ru") == ["ask-guest", "ask-weight", "fruit-3", "move-Bring"]
    assert wire.texts.missing("en") == []


def test_labels_are_listed_by_kind_and_number_and_in_english_if_russian_has_none(wire: GameWire) -> None:
    words = {(word.kind, word.number): word for word in wire.texts.labels("ru")}
    assert list(words) == sorted(words)
    assert words["fruit", 2].text == "груша"
    assert words["fruit", 2].forms == {"of": "груши"}
    assert words["fruit", 3].text == "plum"
    assert words["fruit", 3].forms == {}
    assert not {kind for kind, _ in words} & {"event", "move", "ask", "option"}


def test_a_kind_without_a_question_is_asked_by_its_name(wire: GameWire) -> None:
    assert wire.decision_texts.question(Choose(0, "hidden-fruit", ()), "ru") == "hidden-fruit"
    assert wire.title("ru") == "Сад"


def test_a_name_is_never_read_as_markup(wire: GameWire) -> None:
    assert wire.event_text(FruitEaten(0), "en", ("{ $seat }",)) == "{ $seat } eats in secret"


def test_texts_of_encoded_events_leave_out_the_wordless(wire: GameWire) -> None:
    events = [wire.encode_event(event) for event in (FruitEaten(0), SeasonEnded(), BasketWeighed(3))]
    assert wire.texts_of(events, "en", NAMES) == ["Ann eats in secret", "The basket weighs 3 g"]


@pytest.mark.parametrize(
    ("asked", "given"),
    [("ru", "ru"), ("RU", "ru"), ("ru-RU", "ru"), ("ru_RU", "ru"), ("", "en"), ("de", "en"), ("en-GB", "en")],
)
def test_an_unknown_language_gives_english(asked: str, given: str) -> None:
    assert language_of(asked) == given


def test_a_quantity_has_a_text_in_the_viewers_language(wire: GameWire) -> None:
    laid, _ = table(baskets=0)
    for language, texts in (("en", ["weight in grams", "angle"]), ("ru", ["вес в граммах", "angle"])):
        asked = Decision.FromString(wire.decision(laid, 0, language))
        assert [quantity.text for quantity in asked.quantities] == texts
    asked = Decision.FromString(wire.decision(laid, 0))
    assert [quantity.text for quantity in asked.quantities] == ["", ""]


def test_a_decision_shows_the_facts_of_the_game_and_the_names_of_players(
    wire: GameWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Facts that change are no longer the same option, and only what names a seat depends on who sits there."""

    def who(step: Weigh, state: State, seat: int) -> TextFacts:
        return {"fruit": 2, "owner": seat, "baskets": tuple(state.hands)}

    def at(step: SeatGuest, state: State, seat: int, option: int) -> TextFacts:
        return {"guest": option - 1 if option != 9 else None}

    monkeypatch.setattr(Weigh, "question_facts", who)
    monkeypatch.setattr(SeatGuest, "option_facts", at)
    laid, _ = table(baskets=0)
    assert Decision.FromString(wire.decision(laid, 0, "en", NAMES)).text == "How heavy is the pear?"
    answer(laid, 0, numbers=(5, 5))
    answer(laid, 0, 1)
    answer(laid, 1, 1)
    asked = Decision.FromString(wire.decision(laid, 0, "en", NAMES))
    assert [option.text for option in asked.options] == ["to nobody", "to Ann", "send the guest away"]
    assert Decision.FromString(wire.decision(laid, 0, "en")).options[1].text == "to Seat 1"


@pytest.mark.parametrize(
    ("names", "count", "seat", "english", "russian"),
    [
        (NAMES, 2, 1, "of Борис", "игрока Борис"),
        ((), 2, 1, "of Seat 2", "игрока 2"),
        ((), 2, 2, "of nobody", "ничьей стороны"),
        ((), 2, -1, "of nobody", "ничья"),
    ],
)
def test_a_text_may_name_the_owner_of_a_thing(
    wire: GameWire, names: tuple[str, ...], count: int, seat: int, english: str, russian: str
) -> None:
    for language, text in (("en", english), ("ru", russian)):
        assert wire.texts.seat_forms(seat, language, Seats(names, count))["-of"] == text


def test_a_file_that_fluent_does_not_understand_is_refused_at_load(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("title = fine\nevent-X = { $seat\n")
    with pytest.raises(SchemaMismatch, match=r"en\.ftl can't be parsed: 'event-X"):
        Texts([tmp_path], {}, ["title"])


def test_a_parsed_file_is_cached_and_a_changed_or_damaged_one_is_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)

    def title() -> str:
        return Texts([tmp_path], {}, []).text("title", "en")

    def kept() -> list[Path]:
        return list((tmp_path / "__pycache__").iterdir())

    (tmp_path / "en.ftl").write_text("title = Orchard\n")
    assert title() == "Orchard"
    (first,) = kept()
    other = pickle.loads(first.read_bytes())
    other.body[0].value.elements[0].value = "Meadow"
    first.write_bytes(pickle.dumps(other))
    assert title() == "Meadow", "it was read where it is kept"
    first.write_bytes(b"damaged")
    assert title() == "Orchard"
    (tmp_path / "en.ftl").write_text("title = Vineyard\n")
    assert title() == "Vineyard"
    (second,) = kept()
    assert second != first


def test_a_game_without_texts_is_shown_by_its_classes() -> None:
    texts = Texts([], {}, ["title", "event-FruitEaten"])
    assert texts.missing("en") == ["event-FruitEaten", "title"]


class Take(Move):
    shelf: int
    place: int


def test_a_number_may_belong_to_another_field(tmp_path: Path) -> None:
    lines = ["shelf-1 = upper", "shelf-1-place-0 = left", "shelf-1-place-2 = right", "shelf-2 = lower"]
    (tmp_path / "en.ftl").write_text("\n".join(["move-Take = { $shelf }{ $place ->", "    [0] { \"\" }",
        "   *[other] : { $place }", "}", *lines]))  # fmt: skip
    texts = Texts([tmp_path], {"shelf": "shelf", "place": "shelf-{shelf}-place"}, [])
    shown = {
        (s, p): texts.render_struct("move", Take(s, p), "en", Seats()) for s in (1, 2) for p in (0, 1, 2)
    }
    assert shown == {
        (1, 0): "upper: left",
        (1, 1): "upper: 1",
        (1, 2): "upper: right",
        (2, 0): "lower",
        (2, 1): "lower: 1",
        (2, 2): "lower: 2",
    }
    assert [(word.kind, word.number) for word in texts.labels("en")] == [("shelf", 1), ("shelf", 2)]

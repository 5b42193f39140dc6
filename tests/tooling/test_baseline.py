"""The baseline of stored numbers lets a build add to them, and catches a build that would misread a stored match."""

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
import pytest

from tilth_rules.kernel import Ask, Choose, Event, Game, Move, Step
from tools.baseline import FILE, differences
from tools.file_writer import ROOT
from tools.stored_pins import Pins, move_readers, pins_of


class Nested(msgspec.Struct, frozen=True, array_like=True):
    good: int


class TakeStone(Move):
    stone: int


class PutStone(Move):
    stone: int


class Draw(Ask, tag=1):
    seat: int
    nested: Nested = Nested(0)

    def ask(self, state: Any) -> Choose | None:
        raise NotImplementedError

    @classmethod
    def move(cls, option: int) -> Move:
        return TakeStone(option) if option < 100 else PutStone(option - 100)


class Pay(Step, tag=2):
    seat: int


class StoneTaken(Event):
    stone: int


class Stones(Game):
    name = "stones"
    version = 1
    events = (StoneTaken,)
    steps: ClassVar[tuple[type[Step], ...]] = (Draw, Pay)

    def stored_numbers(self) -> dict[str, dict[str, int]]:
        return {"stone": {"agate": 0, "beryl": 1}}


EVENTS = {"stone_taken": 1}


def pins(game: Game) -> Pins:
    return json.loads(json.dumps(pins_of(game, EVENTS)))  # type: ignore[no-any-return]  # as the file holds them


def found(game: Game, before: Pins | None = None, events: dict[str, int] = EVENTS) -> list[str]:
    known = pins(Stones()) if before is None else before
    now = json.loads(json.dumps(pins_of(game, events)))
    return list(differences("stones", known, now, move_readers(game)))


def with_steps(*steps: type[Step]) -> Game:
    class Other(Stones):
        pass

    Other.steps = steps
    return Other()


def _step(name: str, tag: int, fields: Sequence[Any], **more: Any) -> type[Step]:
    return msgspec.defstruct(name, fields, bases=(Step,), tag=tag, namespace=more)  # type: ignore[return-value]


FIRST = ("seat", int)


def test_an_unchanged_game_differs_in_nothing() -> None:
    assert found(Stones()) == []


def test_swapped_tags_are_named_with_the_matches_they_would_break() -> None:
    lines = found(with_steps(_step("Pay", 1, [FIRST]), _step("Draw", 2, [FIRST])))
    assert any("the step Draw had the tag 1, which is Pay" in line for line in lines)
    assert any("stored stacks name steps by this tag" in line for line in lines)


CHANGES: dict[str, tuple[type[Step], str]] = {
    "a field is renamed": (_step("Pay", 2, [("owner", int)]), "had the fields (seat: int)"),
    "a field changes its type": (_step("Pay", 2, [("seat", str)]), "had the fields (seat: int)"),
    "a field is gone": (_step("Pay", 2, []), "had the fields (seat: int)"),
    "a field comes first": (_step("Pay", 2, [("more", int, 0), ("seat", int, 0)]), "had the fields"),
    "a new field has no default": (_step("Pay", 2, [FIRST, ("more", int)]), "without a default"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_step_is_refused(change: str) -> None:
    step, sentence = CHANGES[change]
    assert any(sentence in line for line in found(with_steps(Draw, step)))


def test_a_field_at_the_end_with_a_default_and_a_new_step_are_allowed() -> None:
    longer = _step("Pay", 2, [FIRST, ("more", int, 0)])
    new = _step("Sell", 3, [FIRST])
    assert found(with_steps(Draw, longer, new)) == []


def test_a_renamed_class_keeps_its_stored_name() -> None:
    renamed = _step("PayPrice", 2, [FIRST])
    assert any("had the tag 2, which is PayPrice" in line for line in found(with_steps(Draw, renamed)))
    renamed = _step("PayPrice", 2, [FIRST], stored="Pay", __annotations__={"stored": ClassVar[str]})
    assert found(with_steps(Draw, renamed)) == []


def test_a_number_of_an_event_cannot_change() -> None:
    assert any(
        "the event StoneTaken had the number 1" in line for line in found(Stones(), events={"stone_taken": 2})
    )


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"agate": 1, "beryl": 0}, "'agate' had the number 0 and has the number 1"),
        ({"agate": 0}, "'beryl' had the number 1 and is gone"),
        ({"agate": 0, "beryl": 1, "coral": 1}, "'coral' has the number 1 of 'beryl'"),
    ],
)
def test_numbers_of_content_are_neither_changed_nor_used_again(
    numbers: dict[str, int], sentence: str
) -> None:
    class Other(Stones):
        def stored_numbers(self) -> dict[str, dict[str, int]]:
            return {"stone": numbers}

    assert any(sentence in line for line in found(Other()))


def test_a_new_number_is_allowed() -> None:
    class Other(Stones):
        def stored_numbers(self) -> dict[str, dict[str, int]]:
            return {"stone": {"agate": 0, "beryl": 1, "coral": 2}, "shell": {"cone": 0}}

    assert found(Other()) == []


class Parts(Stones):
    """A game with numbers that count within a card."""

    parts: ClassVar[dict[str, int]] = {"K1 play: take": 0, "K1 play: pay": 1, "K3 play: take": 0}

    def stored_numbers(self) -> dict[str, dict[str, int]]:
        return {"slot": self.parts}


@pytest.mark.parametrize(
    ("part", "number", "is_allowed"),
    [
        ("K2 play: take", 0, True),
        ("K1 took: give", 0, True),
        ("K1 play: give", 2, True),
        ("K1 play: give", 0, False),
    ],
)
def test_a_number_that_counts_within_a_card_is_free_for_every_other_card(
    part: str, number: int, is_allowed: bool
) -> None:
    class Other(Parts):
        parts: ClassVar[dict[str, int]] = {**Parts.parts, part: number}

    assert (found(Other(), pins(Parts())) == []) is is_allowed


def test_an_option_number_that_means_another_move_is_refused() -> None:
    class Other(Draw, tag=1, kw_only=False):
        stored: ClassVar[str] = "Draw"

        @classmethod
        def move(cls, option: int) -> Move:
            return TakeStone(option) if option < 50 else PutStone(option - 50)

    assert any("options 0 to 99 of Draw were TakeStone" in line for line in found(with_steps(Other, Pay)))


# The games that are here -------------------------------------------------------------------------


def real() -> dict[str, Pins]:
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def _swap(game: str, section: str, one: str, other: str) -> Callable[[dict[str, Pins]], None]:
    def change(pinned: dict[str, Pins]) -> None:
        part = pinned[game][section]
        part[one], part[other] = part[other], part[one]

    return change


def _swap_numbers(game: str, kind: str, one: str, other: str) -> Callable[[dict[str, Pins]], None]:
    def change(pinned: dict[str, Pins]) -> None:
        numbers = pinned[game]["numbers"][kind]
        numbers[one], numbers[other] = numbers[other], numbers[one]

    return change


@pytest.mark.parametrize(
    "change",
    [
        _swap_numbers("agricola", "stage of a sequel", "K275: draw", "K275: pay"),
        _swap("petrichor", "steps", "60", "61"),
        _swap_numbers("agricola", "card", "E148", "K139"),
        _swap_numbers("earth", "face", "earth-001", "earth-002"),
        _swap("sonora", "events", "1", "2"),
    ],
)
def test_the_faults_that_once_passed_unseen_are_caught(
    change: Callable[[dict[str, Pins]], None],
) -> None:
    """Two sequels of one card, two tags, two cards, two faces, two events that changed places."""
    now = real()
    before = copy.deepcopy(now)
    change(before)
    changed = [name for name in now if before[name] != now[name]]
    readers = {way: TakeStone for name in changed for way in now[name]["moves"]}
    assert [list(differences(name, before[name], now[name], readers)) != [] for name in changed] == [True]


def test_the_file_lists_every_game_and_the_check_reads_it() -> None:
    assert sorted(real()) == ["agricola", "earth", "petrichor", "sonora"]
    assert "$(IN_VENV) -m tools.baseline\n" in (ROOT / "Makefile").read_text(encoding="utf-8")

"""Moves and views as rows of numbers."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.kernel.bazaar import Bazaar, CardPicked, Deed, Seen, ShelfPicked, Trade, bazaar
from tests.kernel.test_conforms import breaks
from tilth_rules import conformance
from tilth_rules.kernel import Encoding, Game, Move

LAW = "rows keep their meaning"


class Cut(msgspec.Struct, frozen=True):
    """A part of a view."""

    depth: int
    name: str


class Scene(msgspec.Struct, frozen=True):
    """A view with every kind of field."""

    whole: int
    yes: bool
    maybe: int | None
    part: Cut
    missing: Cut | None
    parts: tuple[Cut, ...]
    numbers: tuple[int, ...]
    lists: tuple[tuple[int, ...], ...]


class Stage(Game):
    name = "stage"
    views = Scene
    moves = (Trade,)


def unpadded(rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    assert len(set(map(len, rows))) == 1
    return [tuple(int(text) for text in " ".join(map(str, row)).removesuffix(" 0").split()) for row in rows]


def test_this_number_means_these_rows() -> None:
    """A change of the rows needs another `FORMAT`: what has learned from the old ones must not read new ones."""
    encoding = Encoding(bazaar)
    assert (encoding.number, encoding.width) == (1691290359, 14)
    assert encoding.move(CardPicked(17)) == [(1, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0)]
    assert encoding.move(Deed(2)) == [(2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0)]
    assert encoding.view(Seen(1, (5, 6), (), (1,) * 9, (), 11, 3)) == [
        (5, 0, 0, 0, 1, 2, 0, 9, 0, 11, 3, 0, 0, 0),
        (0, 0, 1, 0, 0, 2, 5, 6, 0, 0, 0, 0, 0, 0),
        (0, 0, 3, 0, 0, 8, 1, 1, 1, 1, 1, 1, 1, 1),
        (0, 0, 3, 0, 8, 1, 1, 0, 0, 0, 0, 0, 0, 0),
    ]


def test_every_kind_of_field_has_its_place() -> None:
    scene = Scene(7, True, None, Cut(1, "a"), None, (Cut(2, ""), Cut(3, "")), (), ((4,), ()))
    rows = Encoding(Stage()).view(scene)
    assert [row[:10] for row in rows] == [
        (2, 0, 0, 0, 7, 1, 0, 0, 0, 2),
        (3, 0, 3, 0, 1, 0xE8B7BE43, 0, 0, 0, 0),
        (3, 0, 5, 0, 2, 0, 0, 0, 0, 0),
        (3, 0, 5, 1, 3, 0, 0, 0, 0, 0),
        (0, 0, 7, 0, 0, 1, 4, 0, 0, 0),
        (0, 0, 7, 1, 0, 0, 0, 0, 0, 0),
    ]
    assert Encoding(Stage()).view(msgspec.structs.replace(scene, maybe=0)) != rows


def test_another_layout_has_another_number() -> None:
    class Rests(Move):
        seat: int

    def with_moves(*moves: type[Move]) -> Game:
        made: Game = type("Other", (Bazaar,), {"moves": moves})()
        return made

    turned, more = with_moves(Deed, CardPicked, ShelfPicked, Trade), with_moves(*bazaar.moves, Rests)
    numbers = [Encoding(game).number for game in (bazaar, turned, more, Stage())]
    assert len(set(numbers)) == 4


# Broken on purpose ---------------------------------------------------------------------------------


class NumbersAsItMeets(Encoding):
    """Classes get their numbers as they are met first."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._known = self._kinds
        self._kinds = {}

    def _rows(self, whole: Any) -> Any:
        self._kinds.setdefault(type(whole), len(self._kinds) + 1)
        return super()._rows(whole)


class CountsItsCalls(Encoding):
    """Rows have something of what was encoded before."""

    calls = 0

    def view(self, view: Any) -> Any:
        self.calls += 1
        first, *rest = super().view(view)
        return [(*first[:-1], self.calls), *rest]


class LeavesOutAField(Encoding):
    """Two moves look alike."""

    def move(self, move: Any) -> Any:
        return [row[:4] for row in super().move(move)]


@pytest.mark.parametrize("broken", [NumbersAsItMeets, CountsItsCalls, LeavesOutAField])
def test_an_encoding_that_changes_with_the_same_number_is_caught(
    broken: Callable[[Game], Encoding], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "Encoding", broken)
    breaks(LAW)

"""Moments of matches that were really played, as a client sees them. Each game says which ones are looked at."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast

from betterproto2 import Message

from tilth_cli.drawing import labelled
from tilth_cli.lexicon import Lexicon
from tilth_cli.looks import Look
from tilth_cli.plain import GameTypes, chosen_member, message_class
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.v1 import Decision, Option, Word
from tilth_rules.kernel import Choose, Seeded, Table
from tilth_rules.randomly import inside
from tilth_server.wire import load_games

NAMES = ("Ada", "Bo", "Christopher Robin", "Dora", "Emil")
ENDLESS = 1000
GAMES = load_games()

View = TypeVar("View", bound=Message)


@cache
def words_of(game: str, language: str) -> Lexicon:
    """As the lobby lists them."""
    found = GAMES[game].texts.words(language)
    return Lexicon.of(Word(kind=one.kind, number=one.number, text=one.text, forms=one.forms) for one in found)


@cache
def types_of(game: str) -> GameTypes:
    wire = GAMES[game]
    return GameTypes(view=message_class(wire.view_type), move=message_class(wire.move_type))


@dataclass(frozen=True)
class MomentOf(Generic[View]):
    """Somebody is asked something in a match that was really played; or it is over, and a seat looks. What comes of it
    through the wire is made when a test looks at it: of thousands of moments it does at few."""

    game: ClassVar[str]

    name: str
    table: Table
    seat: int

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def kind(self) -> str:
        decision = self.table.open.get(self.seat)
        return decision.kind if decision is not None else ""

    @property
    def options_count(self) -> int:
        decision = self.table.open.get(self.seat)
        return len(decision.options) if isinstance(decision, Choose) else 0

    @cached_property
    def view(self) -> View:
        view = types_of(self.game).read_view(GAMES[self.game].view(self.table.state, self.seat))
        return cast("View", view)

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        if self.seat not in self.table.open:
            return {}
        wire = GAMES[self.game]
        return {lang: Decision.parse(wire.decision(self.table, self.seat, lang)) for lang in ("en", "ru")}

    def scene(self, language: str = "en") -> Scene:
        return Scene(
            match_id="m1",
            seat=self.seat,
            game=self.game,
            names=list(NAMES[: self.seats]),
            words=words_of(self.game, language),
            types=types_of(self.game),
            view=self.view,
            asked=self.decisions.get(language),
            started=True,
        )

    def look(self, width: int = 100, language: str = "en", **also: Any) -> Look:
        asked = self.decisions.get("en")
        look = Look(
            NAMES[: self.seats],
            width,
            self.seat,
            {label: self._move(option.move) for label, option in self.options()},
            room=ENDLESS,
            about=self._move(asked.about) if asked is not None and asked.about else None,
            words=words_of(self.game, language),
        )
        return replace(look, **also)

    def options(self) -> list[tuple[str, Option]]:
        return labelled(self.decisions["en"]) if self.decisions else []

    def _move(self, data: bytes) -> Message:
        known = types_of(self.game).move
        assert known is not None
        move = chosen_member(known.parse(data))
        assert move is not None
        return move


def asked_at_random(game: str, options: Any, seats: int, seed: int) -> Iterator[tuple[Table, int]]:
    """A match at random, in which nothing is left out that can be had: the table at each question, and who is asked.
    The table goes on; whoever keeps it clones it."""
    random = Random(seed)
    table = Table(GAMES[game].game, options, seats, Seeded(random.randbytes(32)), journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        yield table, seat
        picks, numbers = inside(decision, random)
        while not picks and isinstance(decision, Choose) and decision.most and decision.options:
            picks, numbers = inside(decision, random)
        table.answer(seat, picks, numbers)

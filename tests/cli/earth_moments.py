"""Moments of matches of Earth that were really played, as a client sees them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random
from typing import cast

from betterproto2 import Message

from tilth_cli.drawing import labelled
from tilth_cli.lexicon import Lexicon
from tilth_cli.looks import Look
from tilth_cli.narrowing import MANY
from tilth_cli.plain import GameTypes, chosen_member
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.games.earth.v1 import Move, View
from tilth_dataclasses.tilth.v1 import Decision, Option, Word
from tilth_rules.earth import game
from tilth_rules.earth.options import Level, Options, Setup
from tilth_rules.kernel import Choose, Seeded, Table
from tilth_rules.randomly import inside
from tilth_server.wire import load_games

NAMES = ("Ada", "Bo", "Christopher Robin", "Dora", "Emil")
ENDLESS = 1000
TYPES = GameTypes(view=View, move=Move)
WIRE = load_games()["earth"]


@cache
def words(language: str) -> Lexicon:
    """As the lobby lists them."""
    found = WIRE.texts.words(language)
    return Lexicon.of(Word(kind=one.kind, number=one.number, text=one.text, forms=one.forms) for one in found)


@dataclass(frozen=True)
class Moment:
    """Somebody is asked something in a match that was really played."""

    name: str
    table: Table
    seat: int

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def kind(self) -> str:
        return self.table.open[self.seat].kind

    @property
    def options_count(self) -> int:
        decision = self.table.open[self.seat]
        return len(decision.options) if isinstance(decision, Choose) else 0

    @property
    def many(self) -> int:
        """By how many options there are, and then by how many cards lie on the table."""
        return 1000 * self.options_count + sum(len(seat.places) for seat in self.table.state.seats)

    @cached_property
    def view(self) -> View:
        return View.parse(WIRE.view(self.table.state, self.seat))

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        return {lang: Decision.parse(WIRE.decision(self.table, self.seat, lang)) for lang in ("en", "ru")}

    def scene(self, language: str = "en") -> Scene:
        return Scene(
            match_id="m1",
            seat=self.seat,
            game="earth",
            names=list(NAMES[: self.seats]),
            words=words(language),
            types=TYPES,
            view=self.view,
            asked=self.decisions[language],
            started=True,
        )

    def look(self, width: int = 100, language: str = "en", **also: object) -> Look:
        moves = {
            label: cast("Message", chosen_member(Move.parse(option.move))) for label, option in self.options()
        }
        look = Look(NAMES[: self.seats], width, self.seat, moves, room=ENDLESS, words=words(language))
        return replace(look, **also)  # type: ignore[arg-type]

    def options(self) -> list[tuple[str, Option]]:
        return labelled(self.decisions["en"])


def played(name: str, options: Options, seats: int, seed: int) -> Iterator[Moment]:
    """A match at random, in which nothing is left out that can be had."""
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)), journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        assert isinstance(decision, Choose)
        yield Moment(name, table.clone(), seat)
        picks, numbers = inside(decision, random)
        while not picks and decision.most and decision.options:
            picks, numbers = inside(decision, random)
        table.answer(seat, picks, numbers)


SETTINGS = {
    "two": (Options(), 2, 1),
    "five": (Options(setup=Setup.ADVANCED), 5, 2),
    "alone": (Options(level=Level.HARD), 1, 3),
    "teams": (Options(teams=True), 4, 4),
    "beginners": (Options(setup=Setup.BEGINNER), 3, 5),
}
KINDS: dict[tuple[str, str], Moment] = {}
"""In each match each kind of question with the most options, of those that are simply listed."""
WIDE: dict[tuple[str, str], Moment] = {}
"""The same of those with more of them."""
LAST: dict[str, Moment] = {}
"""In each match the last question."""


def _sort() -> None:
    for name, setting in SETTINGS.items():
        for moment in played(name, *setting):
            found = KINDS if moment.options_count <= MANY else WIDE
            before = found.get((name, moment.kind))
            if before is None or before.many <= moment.many:
                found[name, moment.kind] = moment
            LAST[name] = moment


_sort()
EACH = {
    **{kind: moment for (_, kind), moment in KINDS.items()},
    **{f"{name}-last": moment for name, moment in LAST.items()},
}
"""Each kind of question once, and the last one of each match."""

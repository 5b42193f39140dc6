"""Moments of matches of Sonora that were really played, as a client sees them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import cast

from betterproto2 import Message

from tilth_cli.drawing import labelled
from tilth_cli.looks import Look
from tilth_cli.narrowing import MANY
from tilth_cli.plain import GameTypes, chosen_member
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.games.sonora.v1 import Move, View
from tilth_dataclasses.tilth.v1 import Decision, Option
from tilth_physics import port
from tilth_rules.kernel import Choose, Seeded, Table
from tilth_rules.randomly import inside
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.words import ON_BOARD
from tilth_server.wire import load_games

NAMES = ("Ada", "Bo", "Christopher Robin", "Dora")
ENDLESS = 1000
TYPES = GameTypes(view=View, move=Move)
WIRE = load_games()["sonora"]


@dataclass(frozen=True)
class Moment:
    """Somebody is asked something in a match that was really played. What comes of it through the wire is made when a
    test looks at it: of thousands of moments it does at few."""

    table: Table
    seat: int

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def kind(self) -> str:
        return self.table.open[self.seat].kind

    @property
    def many(self) -> int:
        """How many options there are."""
        decision = self.table.open[self.seat]
        return len(decision.options) if isinstance(decision, Choose) else 0

    @cached_property
    def view(self) -> View:
        return View.parse(WIRE.view(self.table.state, self.seat))

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        return {lang: Decision.parse(WIRE.decision(self.table, self.seat, lang)) for lang in ("en", "ru")}

    def scene(self, language: str = "en") -> Scene:
        decision = self.decisions[language]
        return Scene(
            match_id="m1",
            seat=decision.seat,
            game="sonora",
            names=list(NAMES[: self.seats]),
            types=TYPES,
            view=self.view,
            asked=decision,
            started=True,
        )

    def look(self, width: int = 100, **also: object) -> Look:
        moves = {
            label: cast("Message", chosen_member(Move.parse(option.move))) for label, option in self.options()
        }
        asked = self.decisions["en"]
        about = chosen_member(Move.parse(asked.about)) if asked.about else None
        look = Look(NAMES[: self.seats], width, asked.seat, moves, room=ENDLESS, about=about)
        return replace(look, **also)  # type: ignore[arg-type]

    def options(self) -> list[tuple[str, Option]]:
        return labelled(self.decisions["en"])


def played(seats: int, seed: int) -> Iterator[Moment]:
    """A match at random, with real physics."""
    random = Random(seed)
    chance = Seeded(random.randbytes(32))
    table = Table(game, Options(rounds=5), seats, chance, outside=port, journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        yield Moment(table.clone(), seat)
        if isinstance(decision, Choose):
            table.answer(seat, *inside(decision, random))
        else:  # into the middle of the board, more or less
            table.answer(seat, (), (random.randint(300, 700), 0, random.randint(-2500, 2500), 300))


MOMENTS = [moment for seats, seed in ((1, 3), (2, 1), (3, 5), (4, 2)) for moment in played(seats, seed)]
KINDS = {(moment.seats, moment.kind): moment for moment in sorted(MOMENTS, key=lambda one: one.many)}
"""When so many were asked each kind of question with the most options."""
CANYONS = [moment for moment in MOMENTS if moment.kind == "canyon" and moment.many > MANY]
FULLEST = max(MOMENTS, key=lambda moment: moment.table.state.where.count(ON_BOARD))

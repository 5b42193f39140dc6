"""Moments of matches of Agricola that were really played, as a client sees them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random
from typing import cast

from betterproto2 import Message

from tilth_cli.drawing import labelled
from tilth_cli.lexicon import Lexicon
from tilth_cli.looks import Look
from tilth_cli.plain import GameTypes, chosen_member
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.games.agricola.v1 import Move, Player, View
from tilth_dataclasses.tilth.v1 import Decision, Option, Word
from tilth_rules.agricola import game
from tilth_rules.agricola.options import Options
from tilth_rules.kernel import Choose, Seeded, Table
from tilth_rules.randomly import inside
from tilth_server.wire import load_games

NAMES = ("Ada", "Bo", "Christopher Robin", "Dora", "Emil")
ENDLESS = 1000
TYPES = GameTypes(view=View, move=Move)
WIRE = load_games()["agricola"]


@cache
def words(language: str) -> Lexicon:
    """As the lobby lists them."""
    found = WIRE.texts.words(language)
    return Lexicon.of(Word(kind=one.kind, number=one.number, text=one.text, forms=one.forms) for one in found)


@dataclass(frozen=True)
class Moment:
    """Somebody is asked something in a match that was really played; or it is over, and a seat looks."""

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

    @cached_property
    def view(self) -> View:
        return View.parse(WIRE.view(self.table.state, self.seat))

    @property
    def own(self) -> Player:
        return self.view.players[self.seat]

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        if self.seat not in self.table.open:
            return {}
        return {lang: Decision.parse(WIRE.decision(self.table, self.seat, lang)) for lang in ("en", "ru")}

    def scene(self, language: str = "en") -> Scene:
        return Scene(
            match_id="m1",
            seat=self.seat,
            game="agricola",
            names=list(NAMES[: self.seats]),
            words=words(language),
            types=TYPES,
            view=self.view,
            asked=self.decisions.get(language),
            started=True,
        )

    def look(self, width: int = 100, language: str = "en", **also: object) -> Look:
        moves = {
            label: cast("Message", chosen_member(Move.parse(option.move))) for label, option in self.options()
        }
        asked = self.decisions.get("en")
        about = chosen_member(Move.parse(asked.about)) if asked is not None and asked.about else None
        look = Look(
            NAMES[: self.seats], width, self.seat, moves, room=ENDLESS, words=words(language), about=about
        )
        return replace(look, **also)  # type: ignore[arg-type]

    def options(self) -> list[tuple[str, Option]]:
        return labelled(self.decisions["en"]) if self.decisions else []


def played(name: str, options: Options, seats: int, seed: int) -> Iterator[Moment]:
    """A match at random, in which nothing is left out that can be had."""
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)), journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        yield Moment(name, table.clone(), seat)
        picks, numbers = inside(decision, random)
        while not picks and isinstance(decision, Choose) and decision.most and decision.options:
            picks, numbers = inside(decision, random)
        table.answer(seat, picks, numbers)
    yield Moment(name, table.clone(), 0)


SETTINGS = {
    "family": (Options(family=True), 2, 1),
    "alone": (Options(), 1, 2),
    "three": (Options(), 3, 3),
    "four": (Options(draft=True), 4, 4),
    "five": (Options(), 5, 5),
}
KINDS: dict[str, Moment] = {}
"""Each kind of question, late in a match, when there is much to see."""
LAST: dict[str, Moment] = {}
"""In each match the last question."""
OVER: dict[str, Moment] = {}
"""Each match when it is over."""


def _sort() -> None:
    for name, setting in SETTINGS.items():
        for moment in played(name, *setting):
            if moment.table.over:
                OVER[name] = moment
                continue
            LAST[name] = moment
            KINDS[moment.kind] = moment


_sort()
EACH = {
    **KINDS,
    **{f"{name}-last": moment for name, moment in LAST.items()},
    **{f"{name}-over": moment for name, moment in OVER.items()},
}
"""Each kind of question once, the last one of each match, and how it ends."""

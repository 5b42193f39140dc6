"""Positions of matches that were really played, as a client sees them. Each game chooses the ones that are tested."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast

from betterproto2 import Message

from tilth_cli.draw_context import DrawContext
from tilth_cli.drawing import labelled_options
from tilth_cli.labels import Labels
from tilth_cli.plain import GameTypes, chosen_member, message_class
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.v1 import Decision, Label, Option
from tilth_rules.kernel import Choose, SeededChance, Table
from tilth_rules.random_play import inside
from tilth_server.wire import load_games

NAMES = ("Ada", "Bo", "Christopher Robin", "Dora", "Emil")
ENDLESS = 1000
GAMES = load_games()

View = TypeVar("View", bound=Message)


@cache
def labels_of(game: str, language: str) -> Labels:
    """Return the words of a game as the lobby lists them."""
    found = GAMES[game].texts.labels(language)
    return Labels.of(Label(kind=one.kind, number=one.number, text=one.text, forms=one.forms) for one in found)


@cache
def types_of(game: str) -> GameTypes:
    wire = GAMES[game]
    return GameTypes(view=message_class(wire.view_type), move=message_class(wire.move_type))


@dataclass(frozen=True)
class PositionOf(Generic[View]):
    """A position of a played match in which a seat is asked, or the end of the match as a seat sees it. Its messages
    are made when a test reads them: tests look at few of thousands of positions."""

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
            labels=labels_of(self.game, language),
            types=types_of(self.game),
            view=self.view,
            decision=self.decisions.get(language),
            started=True,
        )

    def context(self, width: int = 100, language: str = "en", **also: Any) -> DrawContext:
        asked = self.decisions.get("en")
        context = DrawContext(
            NAMES[: self.seats],
            width,
            self.seat,
            {label: self._move(option.move) for label, option in self.options()},
            room=ENDLESS,
            about=self._move(asked.about) if asked is not None and asked.about else None,
            labels=labels_of(self.game, language),
        )
        return replace(context, **also)

    def options(self) -> list[tuple[str, Option]]:
        return labelled_options(self.decisions["en"]) if self.decisions else []

    def _move(self, data: bytes) -> Message:
        known = types_of(self.game).move
        assert known is not None
        move = chosen_member(known.parse(data))
        assert move is not None
        return move


def for_each(
    moments: Callable[[], Mapping[Any, Any]],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each of these positions, which are played when the first test needs them. The test may take the
    number of the position, too."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        def run(**fixtures: Any) -> None:
            for number, (name, moment) in enumerate(moments().items()):
                given = {"number": number} if "number" in signature.parameters else {}
                try:
                    test(moment=moment, **given, **fixtures)
                except BaseException as error:
                    error.add_note(f"at the moment {name}")
                    raise

        others = [one for name, one in signature.parameters.items() if name not in ("moment", "number")]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__dict__.update(test.__dict__)  # its marks
        return run

    return decorate


def asked_at_random(game: str, options: Any, seats: int, seed: int) -> Iterator[tuple[Table, int]]:
    """Play a match at random that never declines an option; yield the table and the asked seat at each question. The
    table changes afterwards, so a caller that keeps it has to clone it."""
    random = Random(seed)
    table = Table(GAMES[game].game, options, seats, SeededChance(random.randbytes(32)), journal=False)
    table.start(seats + 1)
    while not table.over:
        seat = random.choice(table.pending_seats)
        decision = table.open[seat]
        yield table, seat
        picks, numbers = inside(decision, random)
        while not picks and isinstance(decision, Choose) and decision.max_picks and decision.options:
            picks, numbers = inside(decision, random)
        table.answer(seat, picks, numbers)

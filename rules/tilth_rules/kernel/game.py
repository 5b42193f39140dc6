"""`Game`: everything that the kernel, the server and the tests need of a rule set, in one value."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from tilth_rules.kernel.base import NO_FACTS, Ask, AskSeveral, Event, Move, Step, TextFacts


class Solo(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The end of a match of one seat: its opponent, the opponent's points, and the verdict."""

    opponent: str
    """A stable word for the opponent, such as `gaia`; `target` if the seat has to reach a number of points."""
    points: int | None = None
    """The opponent's points, or the points to reach; None if the opponent has none."""
    won: bool | None = None
    """True if the seat won; None if the rules do not define a win."""


class Result(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The end of a match: a place and a score per seat. Place 1 is the best, and seats may share a place."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    solo: Solo | None = None
    """Set only for a match of one seat."""


class ScoreRow(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A row of the score sheet: the points of one kind."""

    name: str
    """A stable word, one of `Game.score_rows`; its text is `score-<name>`."""
    points: tuple[int, ...]
    """Per seat."""
    opponent: int | None = None
    """The opponent's points in a match of one seat; None if the opponent has none."""


class Game:
    """A rule set. A game is a subclass, and registers one instance as an entry point `tilth.games`.

    A state is a mutable msgspec struct (which gives it equality and encoding) with a `clone` method.
    """

    name: ClassVar[str]
    """The stable name of the game, such as `petrichor`."""
    version: ClassVar[int]
    """The version of the rules. Every match records it. Verification runs the rules again only for the same version."""
    seats: ClassVar[tuple[int, ...]]
    """The possible numbers of seats, such as (1, 2, 3, 4). Options may allow fewer, see `check`."""
    options: ClassVar[type[msgspec.Struct]]
    """The options of a match, with defaults: fields of bool, int, str, enum or a tuple of these."""
    events: ClassVar[tuple[type[Event], ...]]
    steps: ClassVar[tuple[type[Step], ...]]
    moves: ClassVar[tuple[type[Move], ...]]
    views: ClassVar[type[msgspec.Struct]]
    """The class that `view` returns."""
    max_records: ClassVar[int]
    """An upper bound on the number of records of a match."""
    has_offers: ClassVar[bool] = False
    """True if the kernel has to call `offers` for every decision."""
    score_rows: ClassVar[tuple[str, ...]] = ()
    """The names of the rows that `score_breakdown` may return, in their order."""

    def __repr__(self) -> str:
        """Return the name of the game and its rules version."""
        return f"<{type(self).__name__}: {self.name}, rules version {self.version}>"

    def check(self, options: Any, seats: int) -> None:
        """Raise OptionsRefused if no table can be set up with these options and this number of seats."""

    def with_fixed_values(self, options: Any) -> Any:
        """Return the options as a new match records them.

        A game fills in the values that a running match depends on and that a later build may change.
        """
        return options

    def stored_numbers(self) -> Mapping[str, Mapping[str, int]]:
        """Return numbers of cards, spaces, parts of cards that stored steps, events and answers hold, by kind and name.

        A number keeps its meaning in every later build. `make check` compares (tools/baseline.py).
        """
        return {}

    def start(self, options: Any, seats: int) -> tuple[Any, Sequence[Step]]:
        """Return the state before anything is drawn, and the steps of the whole match in reading order."""
        raise NotImplementedError

    def view(self, state: Any, viewer: int) -> msgspec.Struct:
        """Return the part of the state that this viewer may see."""
        raise NotImplementedError

    def result(self, state: Any) -> Result | None:
        """Return the places and scores of a match that has ended, or None while it runs."""
        raise NotImplementedError

    def round(self, state: Any) -> int:
        """Return the round being played, from 1, or 0 before the first. Replays use it to jump."""
        return 0

    def scores(self, state: Any) -> tuple[int, ...]:
        """Return the points that each seat has now, as far as everybody may know them."""
        raise NotImplementedError

    def score_breakdown(self, state: Any) -> Sequence[ScoreRow]:
        """Return the rows of the score sheet that add up to `scores`; no rows if the game has no such sheet.

        In every state the rows add up to the scores, and those of the opponent to the opponent's points.
        """
        return ()

    def next_in_series(self, options: Any, state: Any, choices: Mapping[str, str]) -> Any:
        """Return the options of the game that follows a finished one in a series; None if it is not part of a series.

        `choices` are the players' choices between the games, by name. Raises OptionsRefused with the name of a choice
        that is missing or not allowed, and with the possible ones.
        """
        return None

    def knowledge(self, state: Any, viewer: int) -> Any:
        """Return the knowledge of a seat or SPECTATOR: equal for all states that the viewer cannot tell apart.

        The value shares no mutable part with the state. By default nothing is hidden, and the value is the state.
        """
        return state.clone()

    def deal(self, knowledge: Any, random: Random) -> Any:
        """Return a state that the viewer cannot tell from the true one, made from that knowledge alone.

        It agrees with the knowledge, everything else is dealt at random, and every open decision stays open.
        """
        return knowledge.clone()

    def deal_sealed(self, state: Any, seat: int, after: Step, random: Random) -> None:
        """Change a dealt state so that `seat` has given some answer in a sealed lane; only the seat knows which.

        The lane of the seat has ended, and `after` is the step that waits for the others. A game needs this only if
        its state does not show that an answer was given.
        """

    def offers(self, state: Any, seat: int, step: Ask | AskSeveral) -> Sequence[int]:
        """Return the standing offers on this decision: option ids that no option of the game has."""
        return ()

    def take_offer(self, state: Any, seat: int, offer: int) -> Step:
        """Return the step that carries out the offer. After it the kernel asks the decision again."""
        raise NotImplementedError

    def offer_move(self, offer: int) -> Move:
        """Return the move that an offer stands for, as `Ask.move` does for an option."""
        raise NotImplementedError

    def offer_facts(self, state: Any, seat: int, offer: int) -> TextFacts:
        """Return the values that an offer shows in its text, beside the fields of its move; see `Step.option_facts`."""
        return NO_FACTS

    def kept_on_undo(self, state: Any, events: Iterable[Event]) -> Sequence[Event]:
        """Return the events that an undo of `events` emits, so that the other seats still know what they saw.

        `state` is the state before the undo.
        """
        return ()

    def conserved(self, state: Any) -> dict[str, int]:
        """Return the sums of goods that never change during a match, by name. `conforms` checks them."""
        return {}

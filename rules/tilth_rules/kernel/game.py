"""What a game is to the kernel, the server and the tests: one value, read from top to bottom."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from tilth_rules.kernel.base import Ask, AskSeveral, Event, Move, Step


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a match ended: a place (1 is best, shared places are equal) and a score per seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


class Game:
    """A rule set. A game subclasses this and registers one instance as an entry point `tilth.games`.

    A state is a mutable msgspec struct (equality and encoding come with it) with a `clone` of its own.
    """

    name: ClassVar[str]
    """The word for it everywhere: `petrichor`."""
    version: ClassVar[int]
    """Of the rules. Recorded with every match; a replay does not need it, a re-run does."""
    seats: ClassVar[tuple[int, ...]]
    """How many can play: (1, 2, 3, 4). What the options allow may be less, see `check`."""
    options: ClassVar[type[msgspec.Struct]]
    """What can be set up, with defaults: fields of bool, int, str, enum or a tuple of these."""
    events: ClassVar[tuple[type[Event], ...]]
    steps: ClassVar[tuple[type[Step], ...]]
    moves: ClassVar[tuple[type[Move], ...]]
    views: ClassVar[type[msgspec.Struct]]
    """The class `view` returns."""
    bound: ClassVar[int]
    """No match has more records than this."""
    has_offers: ClassVar[bool] = False

    def check(self, options: Any, seats: int) -> None:
        """Raises OptionsRefused when no table can be set up so."""

    def pinned(self, options: Any) -> Any:
        """These options as a new match records them: with all filled in that belongs to this match, and that a later
        build may have otherwise."""
        return options

    def start(self, options: Any, seats: int) -> tuple[Any, Sequence[Step]]:
        """The bare state (nothing drawn yet) and the steps of the whole match, in reading order."""
        raise NotImplementedError

    def view(self, state: Any, viewer: int) -> msgspec.Struct:
        """What this viewer may see."""
        raise NotImplementedError

    def result(self, state: Any) -> Result | None:
        """How the match ended, or None while it goes on."""
        raise NotImplementedError

    def round(self, state: Any) -> int:
        """The round being played, from 1; 0 before the first. For who jumps through a replay."""
        return 0

    def scores(self, state: Any) -> tuple[int, ...]:
        """The points each seat has now, as far as the table shows them."""
        raise NotImplementedError

    def determinize(self, state: Any, viewer: int, random: Random) -> Any:
        """A clone in which everything hidden from the viewer is resampled.

        What the viewer knows stays, and every open decision stays open.
        """
        raise NotImplementedError

    def offers(self, state: Any, seat: int, step: Ask | AskSeveral) -> Sequence[int]:
        """The standing offers on this decision: numbers apart from all options' numbers."""
        return ()

    def take_offer(self, state: Any, seat: int, offer: int) -> Step:
        """The step that taking the offer pushes; after it the decision is asked anew."""
        raise NotImplementedError

    def offer_move(self, offer: int) -> Move:
        """What an offer means, as `Ask.move` says it of an option."""
        raise NotImplementedError

    def remembers(self, state: Any, events: Iterable[Event]) -> Sequence[Event]:
        """Events to go with an undo of these: what the others saw stays known to them.

        `state` is the one that is being left.
        """
        return ()

    def counts(self, state: Any) -> dict[str, int]:
        """Goods that must be conserved, by name: `conforms` asserts that the sums never change."""
        return {}

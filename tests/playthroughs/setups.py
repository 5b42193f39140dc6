"""The setup of a golden playthrough: the game, its options, the habit of the seats, and the seed."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tilth_rules.kernel import Game, Outside, nothing_outside
from tilth_rules.playthrough import Habit, Names, Playthrough, as_text, trace

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Setup:
    """A match to play at random."""

    game: Game
    name: str
    seats: int
    seed: int
    options: Any
    habit: Habit
    outside: Outside = nothing_outside

    def __str__(self) -> str:
        return f"{self.game.name}-{self.name}"

    def playthrough(self) -> Playthrough:
        return Playthrough(
            self.game, self.options, self.seats, self.seed, ask_outside=self.outside, habit=self.habit
        )


@dataclass(frozen=True, eq=False)
class Golden:
    """A match that is recorded in a file, or some of its rounds."""

    setup: Setup
    names: Names
    first: int = 0
    """The first round in the file."""
    last: int | None = None

    def __str__(self) -> str:
        return str(self.setup)

    @property
    def path(self) -> Path:
        return FOLDER / self.setup.game.name / f"{self.setup.name}.txt"


class Played(NamedTuple):
    """A match that was played, and what is kept of it."""

    match: Playthrough
    text: str
    kinds: frozenset[str] = frozenset()
    """Kinds of decisions that were answered."""


@cache
def played(golden: Golden) -> Played:
    """Play the recorded part of a match."""
    match = golden.setup.playthrough()
    match.last_round = golden.last
    return Played(match, as_text(match, golden.names, golden.first))


@cache
def traced(setup: Setup) -> Played:
    """Play a match to its end, of which a line of digests is kept."""
    match = setup.playthrough()
    digests, kinds = trace(match)
    rounds = " ".join(f"{number}:{digest}" for number, digest in digests)
    result = match.game.result(match.table.state)
    scores = ", ".join(map(str, result.scores)) if result else "none"
    return Played(
        match, f"{setup.name}: {len(match.records)} records, scores {scores}; rounds {rounds}", kinds
    )


def traces_path(game: Game) -> Path:
    return FOLDER / game.name / "traces.txt"


def traces(game: Game) -> dict[str, str]:
    """Return the lines that are kept, by the name of the setup."""
    lines = traces_path(game).read_text().splitlines()
    return {line.partition(":")[0]: line for line in lines}

"""The steps of a whole match in their order."""

from tilth_rules.earth.rounds.turns import PlayRound
from tilth_rules.earth.setup import ChooseSides, CompostAtStart, DealCards, DealSides, FirstGoals, LayBoard
from tilth_rules.earth.solo import SoloRound, SoloSetUp
from tilth_rules.kernel import Step


def match_steps(seats: int) -> tuple[Step, ...]:
    """Return the steps of a match: the set-up, and the first round, which leads to all others."""
    rounds: tuple[Step, ...] = (SoloSetUp(), SoloRound()) if seats == 1 else (PlayRound(),)
    return LayBoard(), DealSides(), ChooseSides(), DealCards(), CompostAtStart(), FirstGoals(), *rounds

"""Which matches of Agricola are kept. Together they cover every mode, and every event and question that does not need
one rare card. Most break off after some rounds, so that they can be read."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from tilth_rules.agricola import Options, game
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Decision
from tilth_rules.playthrough import Habit, Playthrough

FOLDER = Path(__file__).parent / "agricola"

SELDOM = 0.4
MOSTLY = 0.85
CARD_SPACES = ("B-OCC", "B-START", "P3-OCC", "P4-OCC", "P5-OCCGROW", "R1-IMPR", "R2-RENO", "R2-GROWTH")


def at_random(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    return None


def eager(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Often goes where cards are played, and mostly does what may be left."""
    if not isinstance(decision, Choose) or not decision.options:
        return None
    if decision.kind == "place" and random.random() < SELDOM:
        liked = [option for option in decision.options if SPACES[option - SPACE_AT].id in CARD_SPACES]
        return (random.choice(liked),) if liked else None
    if decision.least == 0 and decision.most == 1 and random.random() < MOSTLY:
        return (random.choice(list(decision.options)),)
    return None


UNTOLD = ("prerequisite", "rules")
"""What a card asks for and does: `content/cards.json` says it."""


class Golden(NamedTuple):
    name: str
    seats: int
    seed: int
    options: Options = Options()
    rounds: int | None = None
    habit: Habit = eager

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def playthrough(self) -> Playthrough:
        told = Playthrough(game, self.options, self.seats, self.seed, habit=self.habit)
        told.last_round = self.rounds
        told.untold = UNTOLD
        return told


FAMILY = Options(family=True)
DECK_E = Options(without_i=True, without_k=True)
DECK_I = Options(without_e=True, without_k=True)
DECK_K = Options(without_e=True, without_i=True)
EVERYTHING = Options(draft=True, ten_keep_seven=True, mulligan=True, three_for_one=True)
SECOND = Options(series=2, permanent=("E175",), extra_food=2)
EIGHTH = Options(
    series=8, permanent=("E171", "E172", "E175", "E191", "I263", "I265", "K283"), extra_food=1, mulligan=True
)

AGRICOLA = (
    Golden("family-alone", 1, 11822, FAMILY),
    Golden("family-two-to-the-end", 2, 20616, FAMILY),
    Golden("family-three", 3, 30903, FAMILY, 7),
    Golden("family-four", 4, 40000, FAMILY, 6, at_random),
    Golden("family-five", 5, 50009, FAMILY, 5),
    Golden("alone", 1, 60416),
    Golden("alone-at-random", 1, 71401, Options(), 9, at_random),
    Golden("alone-series-second", 1, 82423, SECOND, 9),
    Golden("alone-series-eighth", 1, 90000, EIGHTH, 9),
    Golden("two-to-the-end", 2, 100504),
    Golden("two-deck-e", 2, 110705, DECK_E, 9),
    Golden("two-ten-keep-seven", 2, 120601, Options(ten_keep_seven=True), 7),
    Golden("two-deck-k-mulligan", 2, 130000, Options(without_e=True, without_i=True, mulligan=True), 7),
    Golden("three-deck-i", 3, 141510, DECK_I, 7),
    Golden("three-draft", 3, 151400, Options(draft=True), 5),
    Golden("three-for-one", 3, 160100, Options(three_for_one=True), 6),
    Golden("three-everything", 3, 170026, EVERYTHING, 5),
    Golden("four-decks-e-and-i", 4, 180000, Options(without_k=True), 5),
    Golden("four-deck-k", 4, 190225, DECK_K, 5),
    Golden("four-at-random", 4, 200000, Options(), 6, at_random),
    Golden("five-decks-i-and-k", 5, 210000, Options(without_e=True), 5),
    Golden("five-decks-e-and-k-draft", 5, 221600, Options(without_i=True, draft=True), 4),
    Golden("five", 5, 230000, Options(), 5),
)

"""The golden matches of Agricola. Together they cover every mode, and every event and question that does not need
one rare card."""

from random import Random

from tests.playthroughs.names.agricola import AGRICOLA
from tests.playthroughs.setups import Golden, Setup
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Decision
from tilth_rules.playthrough import Habit

SELDOM = 0.4
MOSTLY = 0.85
CARD_SPACES = ("B-OCC", "B-START", "P3-OCC", "P4-OCC", "P5-OCCGROW", "R1-IMPR", "R2-RENO", "R2-GROWTH")


def at_random(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    return None


def eager(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Choose spaces where cards are played often, and decline optional things seldom."""
    if not isinstance(decision, Choose) or not decision.options:
        return None
    if decision.kind == "place" and random.random() < SELDOM:
        liked = [option for option in decision.options if SPACES[USE_SPACE.part(option)].id in CARD_SPACES]
        return (random.choice(liked),) if liked else None
    if decision.min_picks == 0 and decision.max_picks == 1 and random.random() < MOSTLY:
        return (random.choice(list(decision.options)),)
    return None


PLAIN = Options()


def _setup(name: str, seats: int, seed: int, options: Options = PLAIN, habit: Habit = eager) -> Setup:
    return Setup(game, name, seats, seed, options, habit)


FAMILY = Options(family=True)
DECK_E = Options(without_i=True, without_k=True)
DECK_I = Options(without_e=True, without_k=True)
DECK_K = Options(without_e=True, without_i=True)
EVERYTHING = Options(draft=True, ten_keep_seven=True, mulligan=True, three_for_one=True)
SECOND = Options(series=2, permanent=("E175",), extra_food=2)
THIRD = Options(series=3, permanent=("K293", "E184"), extra_food=9)
EIGHTH = Options(
    series=8, permanent=("E171", "E172", "E175", "E191", "I263", "I265", "K283"), extra_food=1, mulligan=True
)

SETUPS = (
    _setup("family-alone", 1, 11822, FAMILY),
    _setup("family-two-to-the-end", 2, 20616, FAMILY),
    _setup("family-three", 3, 30903, FAMILY),
    _setup("family-four", 4, 40000, FAMILY, at_random),
    _setup("family-five", 5, 50009, FAMILY),
    _setup("alone", 1, 60416),
    _setup("alone-at-random", 1, 71401, Options(), at_random),
    _setup("alone-series-second", 1, 82423, SECOND),
    _setup("alone-series-third", 1, 85300, THIRD),
    _setup("alone-series-eighth", 1, 90000, EIGHTH),
    _setup("two-to-the-end", 2, 100504),
    _setup("two-deck-e", 2, 110705, DECK_E),
    _setup("two-ten-keep-seven", 2, 120601, Options(ten_keep_seven=True)),
    _setup("two-deck-k-mulligan", 2, 130000, Options(without_e=True, without_i=True, mulligan=True)),
    _setup("three-deck-i", 3, 141510, DECK_I),
    _setup("three-draft", 3, 151400, Options(draft=True)),
    _setup("three-for-one", 3, 160100, Options(three_for_one=True)),
    _setup("three-everything", 3, 170026, EVERYTHING),
    _setup("four-decks-e-and-i", 4, 180000, Options(without_k=True)),
    _setup("four-deck-k", 4, 190225, DECK_K),
    _setup("four-at-random", 4, 200000, Options(), at_random),
    _setup("five-decks-i-and-k", 5, 210000, Options(without_e=True)),
    _setup("five-decks-e-and-k-draft", 5, 221600, Options(without_i=True, draft=True)),
    _setup("five", 5, 230000, Options()),
)

"""Every mode. A line of digests is kept of each match."""

DECKS_E_AND_I = Options(without_k=True, ten_keep_seven=True)
DRAFT_OF_DECK_I = Options(draft=True, without_e=True, without_k=True)
DECK_K_MULLIGAN = Options(without_e=True, without_i=True, mulligan=True)
SECOND_WITH_OWN_CARDS = Options(
    series=2,
    permanent=("E175",),
    extra_food=2,
    own_cards=("I73", "E174", "I337", "I238"),
    round_cards=(
        *("R1-IMPR", "R1-SOW", "R1-FENCES", "R1-SHEEP", "R2-GROWTH", "R2-STONE", "R2-RENO"),
        *("R3-BOAR", "R3-VEG", "R4-CATTLE", "R4-STONE", "R5-GROWTH", "R5-PLOUGHSOW", "R6-RENOFENCE"),
    ),
)

GOLDENS = (
    Golden(_setup("recorded-family-alone", 1, 138, FAMILY), AGRICOLA),
    Golden(_setup("recorded-family-three", 3, 727, FAMILY), AGRICOLA, 11, 12),
    Golden(_setup("recorded-alone-series-second", 1, 212, SECOND_WITH_OWN_CARDS), AGRICOLA, 0, 8),
    Golden(_setup("recorded-two-decks-e-and-i", 2, 872, DECKS_E_AND_I), AGRICOLA, 0, 3),
    Golden(_setup("recorded-two-deck-k-mulligan", 2, 80, DECK_K_MULLIGAN), AGRICOLA, 0, 2),
    Golden(_setup("recorded-three-draft-deck-i", 3, 384, DRAFT_OF_DECK_I), AGRICOLA, 0, 1),
    Golden(_setup("recorded-four-three-for-one", 4, 162, Options(three_for_one=True)), AGRICOLA, 13, 13),
    Golden(_setup("recorded-five", 5, 94), AGRICOLA, 14),
)
"""The matches that are kept in words."""

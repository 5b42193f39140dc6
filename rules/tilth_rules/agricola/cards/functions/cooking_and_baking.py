"""Cards about cooking and baking: what pots and bread bring besides."""

from typing import Final

from tilth_rules.agricola.actions.kitchen import BakeBread, can_bake, rates
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import ANSWERS, OTHERS, index, on, rule
from tilth_rules.agricola.cards.words import BAKE, BAKED, COOK, COOK_BONUS
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain
from tilth_rules.agricola.words import FOOD
from tilth_rules.kernel import Table

POTS: Final = frozenset(map(index, ("A1", "A2", "E20", "A3", "A4", "K128", "I85")))
"""Fireplaces, Cooking Hearths and the Cooking Corner."""
Counts = tuple[int, int, int, int]
"""Sheep, boar, cattle and vegetables that are cooked."""


def in_pots(state: State, seat: int, counts: Counts) -> int:
    """How many of the goods cooked are cooked in pots: those that no other card makes more of."""
    best = rates(state, seat)
    potted = 0
    for at, count in enumerate(counts):
        if any(
            answered(state, seat)[at] == best[at] > 0
            for card in state.seats[seat].rules[COOK]
            if card in POTS
            for answered in ANSWERS[COOK][card]
        ):
            potted += count
    return potted


def in_fires(state: State, seat: int, grain: int) -> int:
    """How much of the grain baked is baked in pots: better ovens come first."""
    ovens = [
        (*answered(state, seat), card in POTS)
        for card in state.seats[seat].rules[BAKE]
        for answered in ANSWERS[BAKE][card]
    ]
    potted = 0
    for _, most, pot in sorted(ovens, reverse=True):
        baked = min(grain, most) if most else grain
        potted += baked if pot else 0
        grain -= baked
    return potted


@rule("E19", COOK_BONUS)
def gypsys_crock(state: State, seat: int, counts: Counts) -> int:
    """A food for every two goods that are cooked together in pots."""
    return in_pots(state, seat, counts) // 2


@on("E19", BAKED, wants=lambda state, call: in_fires(state, call.seat, call.facts.count) >= 2)
def gypsys_crock_bakes(table: Table, call: Call) -> None:
    """Baking in a pot is cooking, too."""
    food = in_fires(table.state, call.seat, call.facts.count) // 2
    gain(table, call.seat, ((FOOD, food),), card=call.card)


@rule("E25", COOK_BONUS)
def spices(state: State, seat: int, counts: Counts) -> int:
    """A food more for every vegetable cooked in a pot."""
    return in_pots(state, seat, (0, 0, 0, counts[3]))


# -------------------------------------------------------------------------------------------------


@on("E149", BAKED, wants=lambda state, call: call.facts.via != call.card)
def master_baker(table: Table, call: Call) -> None:
    """A food more for one's own bread, unless it is baked because somebody else has baked."""
    gain(table, call.seat, ((FOOD, 1),), card=call.card)


@on("E149", BAKED, whose=OTHERS, optional=True, wants=lambda state, call: can_bake(state, call.seat))
def bake_along(table: Table, call: Call) -> None:
    """Whenever somebody else bakes, bread of one's own."""
    table.then(BakeBread(Facts(call.seat, via=call.card)))

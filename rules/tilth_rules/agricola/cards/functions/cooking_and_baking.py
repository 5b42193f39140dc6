"""Cards about cooking and baking, with further goods from pots and bread."""

from typing import Final

from tilth_rules.agricola.actions.goods import gain
from tilth_rules.agricola.actions.kitchen import BakeBread, can_bake
from tilth_rules.agricola.cards.means import cooking_rates
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import BAKE, BAKED, COOK, COOK_BONUS
from tilth_rules.agricola.cards.registry import OTHERS, answers, index, on, rule
from tilth_rules.agricola.codes import FOOD
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table

POTS: Final = frozenset(map(index, ("A1", "A2", "E20", "A3", "A4", "K128", "I85")))
"""The cards that count as pots: Fireplaces, Cooking Hearths and the Cooking Corner."""
Counts = tuple[int, int, int, int]
"""Numbers of sheep, boar, cattle and vegetables that are cooked."""


def in_pots(state: State, seat: int, counts: Counts) -> int:
    """Return how many of these cooked goods are cooked on the seat's pots (Fireplaces, Cooking Hearths, Cooking
    Corner): those for which no other card gives more food."""
    best = cooking_rates(state, seat)
    potted = 0
    for at, count in enumerate(counts):
        if any(
            answered(state, seat)[at] == best[at] > 0
            for card, answered in answers(state, state.seats[seat], COOK)
            if card in POTS
        ):
            potted += count
    return potted


def in_fires(state: State, seat: int, grain: int) -> int:
    """Return how much of this baked grain is baked on the seat's pots (Fireplaces, Cooking Hearths, Cooking Corner);
    better ovens come first."""
    ovens = [
        (*answered(state, seat), card in POTS) for card, answered in answers(state, state.seats[seat], BAKE)
    ]
    potted = 0
    for _, most, pot in sorted(ovens, reverse=True):
        baked = min(grain, most) if most else grain
        potted += baked if pot else 0
        grain -= baked
    return potted


@rule("E19", COOK_BONUS)
def gypsys_crock(state: State, seat: int, counts: Counts) -> int:
    """Gypsy's Crock: return the food that the owner gets besides: one for every two goods that are cooked together in
    pots."""
    return in_pots(state, seat, counts) // 2


@on("E19", BAKED, wants=lambda state, call: in_fires(state, call.seat, call.facts.count) >= 2)
def gypsys_crock_bakes(table: Table, call: Call) -> None:
    """Gypsy's Crock: give the owner a food for every two grain that were baked in pots, since baking in pots counts as
    cooking."""
    food = in_fires(table.state, call.seat, call.facts.count) // 2
    gain(table, call.seat, ((FOOD, food),), card=call.card)


@rule("E25", COOK_BONUS)
def spices(state: State, seat: int, counts: Counts) -> int:
    """Spices: return one more food for every vegetable that is cooked in a pot."""
    return in_pots(state, seat, (0, 0, 0, counts[3]))


# -------------------------------------------------------------------------------------------------


@on("E149", BAKED, wants=lambda state, call: call.facts.via != call.card)
def master_baker(table: Table, call: Call) -> None:
    """Master Baker: the owner gets one more food for the owner's own bread, unless it is baked because another seat has
    baked."""
    gain(table, call.seat, ((FOOD, 1),), card=call.card)


@on("E149", BAKED, slot=1, whose=OTHERS, optional=True, wants=lambda state, call: can_bake(state, call.seat))
def bake_along(table: Table, call: Call) -> None:
    """Master Baker: let the owner bake bread because another seat has baked."""
    table.then(BakeBread(Facts(call.seat, via=call.card)))

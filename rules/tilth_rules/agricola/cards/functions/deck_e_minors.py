"""Minor improvements of deck E that do what clauses cannot say."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import BuildFences
from tilth_rules.agricola.actions.improvements import held
from tilth_rules.agricola.actions.kitchen import rates
from tilth_rules.agricola.actions.occupations import PlayOccupation
from tilth_rules.agricola.cards.asking import yes_or_no
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import ANSWERS, Offer, Question, index, offer, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import (
    BAKE,
    BAKED,
    COOK,
    COOK_BONUS,
    GOT,
    OCCED,
    PER_HARVEST,
    PLAY,
    REAPED,
)
from tilth_rules.agricola.choices import PART_AT
from tilth_rules.agricola.farm.fencing import cells_offered
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import ANIMALS, FEEDING, FENCES, FOOD, NO_CARD, NO_SPACE, VEGETABLE, WOOD
from tilth_rules.kernel import Choose, Table

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


# Plane -------------------------------------------------------------------------------------------

JOINERIES: Final = frozenset(map(index, ("A7", "K122", "I258")))
ONE_FOOD: Final = PART_AT + 16 * FOOD + 1
TWO_FOOD: Final = PART_AT + 16 * FOOD + 2


def ask_plane(state: State, call: Call) -> Choose:
    """A food for nothing, or two for another wood."""
    return Choose(
        call.seat, "one-of", (ONE_FOOD, TWO_FOOD) if state.seats[call.seat].goods[WOOD] else (ONE_FOOD,)
    )


def take_plane(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks[0] == TWO_FOOD:
        lose(table, call.seat, ((WOOD, 1),), card=call.card)
    gain(table, call.seat, ((FOOD, 2 if picks[0] == TWO_FOOD else 1),), card=call.card)


PLANE: Final = question("E26", Question(ask_plane, take_plane))


@on(
    "E26",
    GOT,
    wants=lambda state, call: (
        call.facts.via in JOINERIES and any(good == FOOD for good, _ in call.facts.goods)
    ),
)
def plane(table: Table, call: Call) -> None:
    """More food, whenever wood became food on one of the cards that can do so."""
    if table.state.seats[call.seat].goods[WOOD]:
        table.then(CardAsks(call, PLANE))
    else:
        gain(table, call.seat, ((FOOD, 1),), card=call.card)


# -------------------------------------------------------------------------------------------------


@on("E40", PLAY, wants=lambda state, call: bool(cells_offered(state.seats[call.seat].yard, 0, FENCES)))
def mini_pasture(table: Table, call: Call) -> None:
    """A pasture of one cell, for nothing; or none."""
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(BuildFences(facts, need=False, most=1, free=FENCES, once=True))


def grew_on(state: State, call: Call) -> bool:
    """Whether something has been reaped from the card."""
    plots = state.seats[call.seat].plot_cards
    return any(plot >= CARD_PLOTS and plots[plot - CARD_PLOTS] == call.card for plot in call.facts.more)


@on("E47", REAPED, wants=grew_on)
def lettuce_patch(table: Table, call: Call) -> None:
    """The vegetable that has just been taken from the card may become food at once."""
    table.then(CardAsks(call, LETTUCE))


def eat_lettuce(table: Table, call: Call) -> None:
    lose(table, call.seat, ((VEGETABLE, 1),), card=call.card)
    gain(table, call.seat, ((FOOD, 4),), card=call.card)


LETTUCE: Final = yes_or_no(
    "E47", lambda state, call: state.seats[call.seat].goods[VEGETABLE] > 0, eat_lettuce
)


@on(
    "E49",
    OCCED,
    optional=True,
    wants=lambda state, call: (
        call.facts.space != NO_SPACE
        and call.facts.via == NO_CARD
        and held(state.seats[call.seat], "occupation") > 0
    ),
)
def writing_desk(table: Table, call: Call) -> None:
    """A second occupation after one that was played on a space, for two food."""
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(PlayOccupation(facts, 2, need=False))


# Feed Pellets ------------------------------------------------------------------------------------


def pellets(animal: int) -> Offer:
    def ready(state: State, call: Call) -> bool:
        seat = state.seats[call.seat]
        in_time = state.phase == FEEDING and not seat.skips
        return in_time and seat.goods[VEGETABLE] > 0 and seat.goods[animal] > 0

    def feed_pellets(table: Table, call: Call) -> None:
        """A vegetable for an animal of a kind that the owner has."""
        lose(table, call.seat, ((VEGETABLE, 1),), card=call.card)
        gain(table, call.seat, ((animal, 1),), card=call.card)

    return Offer(feed_pellets, ready, limit=PER_HARVEST)


for _animal in ANIMALS:
    offer("E338", pellets(_animal))

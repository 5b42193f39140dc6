"""Occupations of deck I that have a part in what others do."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import ANYBODY, OTHERS, Question, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import GREW, PLAY, TOOK
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.state import State, family_size
from tilth_rules.agricola.supply import gain, hand_over
from tilth_rules.agricola.words import FOOD, REED, STONE, WOOD
from tilth_rules.kernel import Choose, Table


def larger(state: State, call: Call) -> int:
    """By how many people the family of whoever acts is larger than the owner's."""
    return family_size(state.seats[call.facts.seat]) - family_size(state.seats[call.seat])


@on("I232", GREW, whose=OTHERS, wants=lambda state, call: larger(state, call) > 0)
def midwife(table: Table, call: Call) -> None:
    """A food for a child that makes another family larger than one's own, or two for a much larger one."""
    gain(table, call.seat, ((FOOD, min(2, larger(table.state, call))),), card=call.card)


def carried(call: Call, good: int) -> int:
    return dict(call.facts.goods).get(good, 0)


def can_deal(state: State, call: Call, good: int) -> bool:
    """Whether the owner has a food, and whoever acts has the good."""
    return state.seats[call.seat].goods[FOOD] > 0 and state.seats[call.facts.seat].goods[good] > 0


@on(
    "I234",
    TOOK,
    whose=OTHERS,
    optional=True,
    wants=lambda state, call: carried(call, WOOD) > 0 and can_deal(state, call, WOOD),
)
def wood_buyer(table: Table, call: Call) -> None:
    """A food for one of the wood that somebody else has just got, like it or not."""
    deal(table, call, WOOD)


def deal(table: Table, call: Call, good: int) -> None:
    hand_over(table, call.seat, call.facts.seat, ((FOOD, 1),))
    hand_over(table, call.facts.seat, call.seat, ((good, 1),))


# Reed Buyer and Stone Buyer ----------------------------------------------------------------------

SOURCES: Final = {
    REED: (SPACE["B-REED1"], SPACE["P4-RSF"], SPACE["P5-RSW"]),
    STONE: (SPACE["R2-STONE"], SPACE["R4-STONE"], SPACE["P4-RSF"], SPACE["P5-RSW"]),
}
"""Where whoever stands there has taken the good."""


def buyer(card: str, good: int) -> None:
    """A card whose owner buys one of a good from whoever is the first to take some in a round. The card notes the last
    round in which that has happened."""

    def ask(state: State, call: Call) -> Choose | None:
        return may_use(call, call.seat) if can_deal(state, call, good) else None

    def take(table: Table, call: Call, picks: Sequence[int]) -> None:
        if picks:
            deal(table, call, good)
            gain(table, call.facts.seat, ((FOOD, 1),), card=call.card)

    stage = question(card, Question(ask, take))

    def is_first(state: State, call: Call) -> bool:
        noted = state.seats[call.seat].notes.get(call.card)
        return carried(call, good) > 0 and noted != (state.round,)

    @on(card, TOOK, whose=ANYBODY, wants=is_first)
    def first_taken(table: Table, call: Call) -> None:
        """Only the first taking counts, and only if it is somebody else's."""
        table.emit(CardNoted(call.seat, call.card, (table.state.round,)))
        if call.facts.seat != call.seat:
            table.then(CardAsks(call, stage))

    @on(card, PLAY, wants=lambda state, call: any(state.visitors[space] for space in SOURCES[good]))
    def too_late(table: Table, call: Call) -> None:
        """Played after somebody has taken some in this round."""
        table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


buyer("I251", REED)
buyer("I255", STONE)

"""Cards that gain when a space is entered or goods are taken, or have a share in them."""

from typing import Final

from tilth_rules.agricola.actions.goods import gain, push_after_gain
from tilth_rules.agricola.actions.hauls import goods_on
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import ENTER, GOT
from tilth_rules.agricola.cards.registry import OTHERS, index, on
from tilth_rules.agricola.codes import FOOD, GRAIN, NO_CARD, VEGETABLE, WOOD
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import GoodsTaken
from tilth_rules.kernel import Table

BUILDING_MATERIAL: Final = index("E16")
THREE_WOOD: Final = SPACE["B-WOOD3"]


@on(
    "E152",
    GOT,
    wants=lambda state, call: (
        call.facts.via == BUILDING_MATERIAL and any(good == WOOD for good, _ in call.facts.goods)
    ),
)
def berry_picker(table: Table, call: Call) -> None:
    """Berry Picker: the owner gets a food for the wood of Building Material, too."""
    gain(table, call.seat, ((FOOD, 1),), card=call.card)


@on(
    "I80",
    ENTER,
    whose=OTHERS,
    wants=lambda state, call: (
        call.facts.space == THREE_WOOD and dict(goods_on(state, THREE_WOOD)).get(WOOD, 0) > 0
    ),
)
def spinney(table: Table, call: Call) -> None:
    """Spinney: the owner takes one wood from the space with three wood, before another seat's person takes any or
    leaves some."""
    table.emit(GoodsTaken(call.seat, THREE_WOOD, WOOD, 1))
    push_after_gain(table, call.seat, ((WOOD, 1),), 0, call.card)


@on("I261", ENTER, wants=lambda state, call: call.facts.space in state.order[-1:])
def outrider(table: Table, call: Call) -> None:
    """Outrider: a person of the owner who goes to the card of this round takes a grain there, too."""
    gain(table, call.seat, ((GRAIN, 1),), card=call.card)


# Market Woman ------------------------------------------------------------------------------------


def from_minor(call: Call) -> bool:
    """Market Woman: return whether a minor improvement has brought vegetables. The data cover the gains of actions."""
    facts = call.facts
    return (
        facts.via != NO_CARD
        and CARDS[facts.via].kind == "minor"
        and any(good == VEGETABLE for good, _ in facts.goods)
    )


@on("K292", GOT, wants=lambda state, call: from_minor(call))
def market_woman(table: Table, call: Call) -> None:
    """Market Woman: the owner gets two grain with vegetables from a minor improvement, for any number of them."""
    gain(table, call.seat, ((GRAIN, 2),), card=call.card)

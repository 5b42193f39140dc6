"""Cards that bring something when a space is entered or goods are taken, or have a share in them."""

from typing import Final

from tilth_rules.agricola.actions.hauls import lying
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import OTHERS, index, on
from tilth_rules.agricola.cards.words import ENTER, GOT
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import GoodsTaken
from tilth_rules.agricola.supply import gain, received
from tilth_rules.agricola.words import FOOD, GRAIN, NO_CARD, VEGETABLE, WOOD
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
    """A food for the wood of Building Material, too."""
    gain(table, call.seat, ((FOOD, 1),), card=call.card)


@on(
    "I80",
    ENTER,
    whose=OTHERS,
    wants=lambda state, call: (
        call.facts.space == THREE_WOOD and dict(lying(state, THREE_WOOD)).get(WOOD, 0) > 0
    ),
)
def spinney(table: Table, call: Call) -> None:
    """One of the wood is the owner's, before the others' person takes any or leaves some."""
    table.emit(GoodsTaken(call.seat, THREE_WOOD, WOOD, 1))
    received(table, call.seat, ((WOOD, 1),), 0, call.card)


@on("I261", ENTER, wants=lambda state, call: call.facts.space in state.order[-1:])
def outrider(table: Table, call: Call) -> None:
    """A grain on the card of this round, soon enough to be used there."""
    gain(table, call.seat, ((GRAIN, 1),), card=call.card)


# Market Woman ------------------------------------------------------------------------------------


def from_minor(call: Call) -> bool:
    """Whether a minor improvement has brought vegetables. What a person's action brings is said by the data."""
    facts = call.facts
    return (
        facts.via != NO_CARD
        and CARDS[facts.via].kind == "minor"
        and any(good == VEGETABLE for good, _ in facts.goods)
    )


@on("K292", GOT, wants=lambda state, call: from_minor(call))
def market_woman(table: Table, call: Call) -> None:
    """Two grain go with vegetables, however many."""
    gain(table, call.seat, ((GRAIN, 2),), card=call.card)

"""Cards about fields: ploughing, sowing and reaping."""

from typing import Final

from tilth_rules.agricola.actions.fields import Plough, PloughEffect, Sow, can_plough, sowable
from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import FIELD_ENDS, NIGHT, PLOUGH, PLOUGHED, REAP, REAPED, SOWN, STACK
from tilth_rules.agricola.cards.questions import yes_or_no
from tilth_rules.agricola.cards.registry import OTHERS, index, on, rule
from tilth_rules.agricola.cards.steps import CardAsks, Opens
from tilth_rules.agricola.codes import ENDLESS, FOOD, GRAIN, HARVESTS, VEGETABLE
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.farm import CropsAdded
from tilth_rules.agricola.farm.yard import beside
from tilth_rules.agricola.rounds.harvest import Reap
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.kernel import Table

PLOUGHING: Final = frozenset((SPACE["B-PLOUGH"], SPACE["R5-PLOUGHSOW"]))
NO_HELP: Final = PloughEffect()


# Harrow and Punner -------------------------------------------------------------------------------

HARROW: Final = index("I68")
OWN_HARROW: Final = PloughEffect(to=2, each=True)


@rule("I68", PLOUGH)
def harrow(state: State, owner: int, facts: Facts) -> PloughEffect:
    """Harrow: return the effect that a seat may plough two fields instead of one, once in the match for each seat; a
    seat other than the owner's pays the owner two food. On spaces that are not for ploughing, return no effect."""
    if facts.space not in PLOUGHING:
        return NO_HELP
    return (
        OWN_HARROW if facts.seat == owner else PloughEffect(2, each=True, cost=((FOOD, 2),), to_owner=owner)
    )


def ploughed_deep(facts: Facts) -> bool:
    """Punner: return whether a plough or the Harrow has laid more than one field."""
    return facts.count > 1 and any(card == HARROW or "plough" in CARDS[card].tags for card in facts.more)


@on(
    "I70",
    PLOUGHED,
    whose=OTHERS,
    optional=True,
    wants=lambda state, call: ploughed_deep(call.facts) and can_plough(state, call.seat),
)
def punner(table: Table, call: Call) -> None:
    """Punner: let the owner plough one field, without a plough, because another seat has used a plough."""
    table.then(Plough(Facts(call.seat, via=call.card), 1, plain=True))


# Plow Maker --------------------------------------------------------------------------------------

ONE_MORE: Final = PloughEffect(plus=1, cost=((FOOD, 1),))


@rule("E195", PLOUGH)
def plow_maker(state: State, owner: int, facts: Facts) -> PloughEffect:
    """Plow Maker: return the effect of one more field for a food, on the spaces where the owner ploughs; otherwise no
    effect."""
    return ONE_MORE if facts.seat == owner and facts.space in PLOUGHING else NO_HELP


# Sowing ------------------------------------------------------------------------------------------


@on("I86", FIELD_ENDS, optional=True, wants=lambda state, call: bool(sowable(state, call.seat, GRAIN)))
def corn_storehouse(table: Table, call: Call) -> None:
    """Corn Storehouse: the owner may sow grain right after the field phase, one less than usual on each field."""
    table.then(Sow(Facts(call.seat, via=call.card), ENDLESS, GRAIN, fewer=1))


@rule("I90", STACK)
def planter_box(state: State, seat: int, plot: int, good: int) -> int:
    """Planter Box: return the goods that a sown field gets more if it lies beside the house. Plots on cards lie beside
    nothing."""
    if plot >= CARD_PLOTS or not beside(state.seats[seat].yard.rooms) >> plot & 1:
        return 0
    return {GRAIN: 2, VEGETABLE: 1}.get(good, 0)


SURPLUS: Final = {1: 2, 2: 1}
"""The number of further crops on each field, by the number of fields sown in one action."""


@on("I219", SOWN, wants=lambda state, call: call.facts.count in SURPLUS)
def fieldsman(table: Table, call: Call) -> None:
    """Fieldsman: the owner gets more on fields if only one or two are sown. Their number is known when the sowing has
    ended."""
    for plot in call.facts.more:
        table.emit(CropsAdded(call.seat, plot, SURPLUS[call.facts.count]))


# Reaping -----------------------------------------------------------------------------------------


@on(
    "I92",
    NIGHT,
    optional=True,
    wants=lambda state, call: state.round not in HARVESTS and bool(crops(state.seats[call.seat])),
)
def manure(table: Table, call: Call) -> None:
    """Manure: the owner has a field phase alone: ripe crops come in, and effects at the end of a field phase may
    follow."""
    table.then(Reap(call.seat), Opens(FIELD_ENDS, Facts(call.seat, via=call.card)))


@rule("I226", REAP)
def gardener(state: State, seat: int) -> tuple[int, ...]:
    """Gardener: return the crops that the owner gets from the supply in the field phase, while those on the fields
    stay: vegetables."""
    return (VEGETABLE,)


def grew_on(state: State, call: Call) -> bool:
    """Lettuce Patch: return whether a crop has been reaped from the card."""
    plots = state.seats[call.seat].plot_cards
    return any(plot >= CARD_PLOTS and plots[plot - CARD_PLOTS] == call.card for plot in call.facts.more)


@on("E47", REAPED, wants=grew_on)
def lettuce_patch(table: Table, call: Call) -> None:
    """Lettuce Patch: the owner may turn the vegetable that was just taken from the card into food at once."""
    table.then(CardAsks(call, LETTUCE))


def eat_lettuce(table: Table, call: Call) -> None:
    """Lettuce Patch: take a vegetable from the owner and give it four food."""
    lose(table, call.seat, ((VEGETABLE, 1),), card=call.card)
    gain(table, call.seat, ((FOOD, 4),), card=call.card)


LETTUCE: Final = yes_or_no(
    "E47", lambda state, call: state.seats[call.seat].goods[VEGETABLE] > 0, eat_lettuce
)

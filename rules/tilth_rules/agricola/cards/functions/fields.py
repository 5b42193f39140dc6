"""Cards about fields: ploughing, sowing and reaping."""

from typing import Final

from tilth_rules.agricola.actions.fields import Plough, Ploughing, Sow, can_plough, sowable
from tilth_rules.agricola.cards.asking import yes_or_no
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import OTHERS, index, on, rule
from tilth_rules.agricola.cards.steps import CardAsks, Opens
from tilth_rules.agricola.cards.words import FIELD_ENDS, NIGHT, PLOUGH, PLOUGHED, REAP, REAPED, SOWN, STACK
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.farm import CropsAdded
from tilth_rules.agricola.farm.yard import beside
from tilth_rules.agricola.rounds.harvest import Reap
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import ENDLESS, FOOD, GRAIN, HARVESTS, VEGETABLE
from tilth_rules.kernel import Table

PLOUGHING: Final = frozenset((SPACE["B-PLOUGH"], SPACE["R5-PLOUGHSOW"]))
NO_HELP: Final = Ploughing()


# Harrow and Punner -------------------------------------------------------------------------------

HARROW: Final = index("I68")
OWN_HARROW: Final = Ploughing(to=2, each=True)


@rule("I68", PLOUGH)
def harrow(state: State, owner: int, facts: Facts) -> Ploughing:
    """Two fields instead of one, once in the match for everybody; others pay the owner for it."""
    if facts.space not in PLOUGHING:
        return NO_HELP
    return OWN_HARROW if facts.seat == owner else Ploughing(2, each=True, cost=((FOOD, 2),), to_owner=owner)


def ploughed_deep(facts: Facts) -> bool:
    """Whether a plough or the harrow has laid more than one field."""
    return facts.count > 1 and any(card == HARROW or "plough" in CARDS[card].tags for card in facts.more)


@on(
    "I70",
    PLOUGHED,
    whose=OTHERS,
    optional=True,
    wants=lambda state, call: ploughed_deep(call.facts) and can_plough(state, call.seat),
)
def punner(table: Table, call: Call) -> None:
    """A field of one's own, when somebody else has used a plough."""
    table.then(Plough(Facts(call.seat, via=call.card), 1, plain=True))


# Plow Maker --------------------------------------------------------------------------------------

ONE_MORE: Final = Ploughing(plus=1, cost=((FOOD, 1),))


@rule("E195", PLOUGH)
def plow_maker(state: State, owner: int, facts: Facts) -> Ploughing:
    """A field more for a food, with whatever plough."""
    return ONE_MORE if facts.seat == owner and facts.space in PLOUGHING else NO_HELP


# Sowing ------------------------------------------------------------------------------------------


@on("I86", FIELD_ENDS, optional=True, wants=lambda state, call: bool(sowable(state, call.seat, GRAIN)))
def corn_storehouse(table: Table, call: Call) -> None:
    """Grain is sown right after the field phase, one less than usual on each field."""
    table.then(Sow(Facts(call.seat, via=call.card), ENDLESS, GRAIN, fewer=1))


@rule("I90", STACK)
def planter_box(state: State, seat: int, plot: int, good: int) -> int:
    """More on fields beside the house. Cards lie beside nothing."""
    if plot >= CARD_PLOTS or not beside(state.seats[seat].yard.rooms) >> plot & 1:
        return 0
    return {GRAIN: 2, VEGETABLE: 1}.get(good, 0)


SURPLUS: Final = {1: 2, 2: 1}
"""By fields sown in one action: how much more lies on each."""


@on("I219", SOWN, wants=lambda state, call: call.facts.count in SURPLUS)
def fieldsman(table: Table, call: Call) -> None:
    """More on fields where only one or two are sown. How many it is, is known when the sowing is over."""
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
    """A field phase of one's own: what is ripe comes in, and what ends a field phase may follow."""
    table.then(Reap(call.seat), Opens(FIELD_ENDS, Facts(call.seat, via=call.card)))


@rule("I226", REAP)
def gardener(state: State, seat: int) -> tuple[int, ...]:
    """Vegetables come from the supply, and those on the fields stay."""
    return (VEGETABLE,)


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

"""Occupations of deck I that do what clauses cannot say. Those that deal with others stand in `deck_i_dealers.py`."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions import kitchen
from tilth_rules.agricola.actions.fences import BuildFences, Fencing, can_build_fences, fences_left
from tilth_rules.agricola.actions.hauls import lying
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.losses import paid_cells
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks, is_spent
from tilth_rules.agricola.cards.words import (
    DUE,
    ENTER,
    FENCING,
    FINAL,
    GREW,
    HOME,
    MAY_GROW,
    PER_GAME,
    PLAY,
    REAP,
    ROUND,
    SCORE,
    SOWN,
    TOOK,
)
from tilth_rules.agricola.choices import YES
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.events.cards import CardNoted, PointsNoted
from tilth_rules.agricola.events.farm import CropsAdded
from tilth_rules.agricola.events.goods import GoodsTaken, LaidOut
from tilth_rules.agricola.events.rounds import HarvestForegone
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State, family_size
from tilth_rules.agricola.supply import gain, lose, received
from tilth_rules.agricola.words import (
    FOOD,
    GRAIN,
    NO_CARD,
    NO_SPACE,
    REED,
    ROUNDS,
    VEGETABLE,
    WOOD,
    WOODEN,
)
from tilth_rules.kernel import Choose, Measure, Quantity, Table

FISHING: Final = SPACE["B-FISH"]
SURPLUS: Final = {1: 2, 2: 1}
"""By fields sown in one action: how much more lies on each."""


@on("I219", SOWN, wants=lambda state, call: call.facts.count in SURPLUS)
def fieldsman(table: Table, call: Call) -> None:
    """More on fields where only one or two are sown. How many it is, is known when the sowing is over."""
    for plot in call.facts.more:
        table.emit(CropsAdded(call.seat, plot, SURPLUS[call.facts.count]))


@rule("I226", REAP)
def gardener(state: State, seat: int) -> tuple[int, ...]:
    """Vegetables come from the supply, and those on the fields stay."""
    return (VEGETABLE,)


# Church Warden -----------------------------------------------------------------------------------

CONGREGATION: Final = 5


@on("I227", HOME, wants=lambda state, call: state.round == ROUNDS)
def church_warden(table: Table, call: Call) -> None:
    """Points for everybody who has had five people at work in the last round, guests among them."""
    state: State = table.state
    for seat, mine in enumerate(state.seats):
        people = zip(mine.places, mine.born, strict=True)
        if sum(place >= 0 and born < ROUNDS for place, born in people) >= CONGREGATION:
            table.emit(PointsNoted(seat, call.card, 3))


# Farm Steward ------------------------------------------------------------------------------------

STEWARD: Final = index("I233")
ROOMLESS: Final = frozenset(
    at
    for at, space in enumerate(SPACES)
    if any(isinstance(act, acts.Grow) and act.anyhow for act in space.do)
)
"""Where a family grows without a free room in any case."""


@rule("I233", MAY_GROW)
def may_grow(state: State, facts: Facts) -> bool:
    """Once, in a better house, no free room is needed."""
    seat = state.seats[facts.seat]
    return seat.yard.house != WOODEN and not is_spent(state, STEWARD, PER_GAME, 1)


def was_needed(state: State, call: Call) -> bool:
    """Whether the child has come because the steward allowed it."""
    mine = state.seats[call.seat]
    crowded = mine.yard.rooms().bit_count() < family_size(mine)
    facts = call.facts
    return crowded and mine.yard.house != WOODEN and facts.via == NO_CARD and facts.space not in ROOMLESS


@on("I233", GREW, limit=PER_GAME, wants=was_needed)
def farm_steward(table: Table, call: Call) -> None:
    """The growth that needs it uses it up, which the limit counts."""


# Hide Farmer -------------------------------------------------------------------------------------


def ask_cells(state: State, call: Call) -> Measure | None:
    """Asked also of who has no food yet, and could have some."""
    mine = state.seats[call.seat]
    cells = mine.yard.unused().bit_count()
    if not cells or not (mine.goods[FOOD] or kitchen.offers(state, call.seat)):
        return None
    return Measure(call.seat, "pay-cells", (Quantity("cells", 0, min(cells, mine.goods[FOOD])),))


def take_cells(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks[0]:
        lose(table, call.seat, ((FOOD, picks[0]),), card=call.card)
        table.emit(CardNoted(call.seat, call.card, (picks[0],)))


CELLS: Final = question("I236", Question(ask_cells, take_cells))


@on("I236", FINAL)
def hide_farmer(table: Table, call: Call) -> None:
    """A food for each unused cell that is to cost no point."""
    table.then(CardAsks(call, CELLS))


@rule("I236", SCORE)
def cells_paid_for(state: State, seat: int) -> int:
    return paid_cells(state, seat)


# -------------------------------------------------------------------------------------------------


@on("I244", PLAY)
def layabout(table: Table, call: Call) -> None:
    """The next harvest takes place without the owner."""
    table.emit(HarvestForegone(call.seat))


@on(
    "I248",
    TOOK,
    wants=lambda state, call: (
        call.facts.space != NO_SPACE
        and any(good == REED for good, _ in (*call.facts.goods, *call.facts.left))
    ),
)
def claim(table: Table, call: Call) -> None:
    """Whoever was on a space with reed has a claim to Fishing in this round."""
    table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


@on(
    "I248",
    HOME,
    wants=lambda state, call: (
        state.seats[call.seat].notes.get(call.card) == (state.round,) and food_left(state) > 0
    ),
)
def net_fisherman(table: Table, call: Call) -> None:
    """What is still there when all go home is the owner's. That is no fishing."""
    food = food_left(table.state)
    table.emit(GoodsTaken(call.seat, FISHING, FOOD, food))
    received(table, call.seat, ((FOOD, food),), 0, call.card)


def food_left(state: State) -> int:
    return dict(lying(state, FISHING)).get(FOOD, 0)


@on("I261", ENTER, wants=lambda state, call: call.facts.space in state.order[-1:])
def outrider(table: Table, call: Call) -> None:
    """A grain on the card of this round, soon enough to be used there."""
    gain(table, call.seat, ((GRAIN, 1),), card=call.card)


# Fence Deliveryman -------------------------------------------------------------------------------

AFTER: Final = (6, 10)
LOAD: Final = 4
FEE: Final = ((FOOD, 2),)
# The card notes what lies where: round, fences, round, fences.


@on("I265", PLAY)
def fence_deliveryman(table: Table, call: Call) -> None:
    """Four fences each on two rounds to come. Nobody can build them before."""
    state: State = table.state
    left = fences_left(state, call.seat)
    noted: tuple[int, ...] = ()
    for round_ in (state.round + after for after in AFTER):
        load = min(LOAD, left)
        if round_ <= ROUNDS and load:
            left -= load
            noted += (round_, load)
            table.emit(LaidOut(call.seat, call.card, round_, 0, 0, 0))
    table.emit(CardNoted(call.seat, call.card, noted))


@rule("I265", FENCING)
def fences_away(state: State, seat: int) -> Fencing:
    return Fencing(away=sum(state.seats[seat].notes.get(index("I265"), ())[1::2]))


def ask_delivery(state: State, call: Call) -> Choose | None:
    if not can_build_fences(state, call.seat, call.memo[0]):
        return None
    payable = state.seats[call.seat].goods[FOOD] >= FEE[0][1]
    return Choose(
        call.seat, "use-card", (YES,) if payable else (), least=0, about=UseCard(call.card, call.slot)
    )


def take_delivery(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        lose(table, call.seat, FEE, card=call.card)
        table.then(BuildFences(Facts(call.seat, via=call.card), free=call.memo[0]))


DELIVERY: Final = question("I265", Question(ask_delivery, take_delivery))


@on("I265", DUE)
def delivered(table: Table, call: Call) -> None:
    """The fences of this round are built for two food, all or some of them; what is not goes to the supply."""
    noted = table.state.seats[call.seat].notes[call.card]
    table.emit(CardNoted(call.seat, call.card, noted[2:]))
    table.then(CardAsks(replace(call, memo=(noted[1],)), DELIVERY))


# -------------------------------------------------------------------------------------------------


def has_fewest(state: State, call: Call) -> bool:
    unused = [seat.yard.unused().bit_count() for seat in state.seats]
    return all(unused[call.seat] < many for seat, many in enumerate(unused) if seat != call.seat)


@on("I340", ROUND, wants=has_fewest)
def rancher(table: Table, call: Call) -> None:
    """A wood for whoever has fewer unused cells than everybody else."""
    gain(table, call.seat, ((WOOD, 1),), card=call.card)

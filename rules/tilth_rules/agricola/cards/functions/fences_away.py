"""Cards that take fences out of their owner's hands: to an action space, or to rounds to come."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions.fences import BuildFences, Fencing, can_build_fences, fences_left
from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import DUE, FENCING, PLAY, USED
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.goods import LaidOut
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import lose
from tilth_rules.agricola.words import FOOD, ROUNDS
from tilth_rules.kernel import Choose, Table

# Fence Builder -----------------------------------------------------------------------------------


def ask_where(state: State, call: Call) -> Choose:
    spaces = [SPACE_AT + space for space in state.open]
    return Choose(call.seat, "card-space", spaces, about=UseCard(call.card, call.slot))


def take_where(table: Table, call: Call, picks: Sequence[int]) -> None:
    state: State = table.state
    space = picks[0] - SPACE_AT
    now = (state.round, state.placed) if space == call.facts.space else (0, 0)
    table.emit(CardNoted(call.seat, call.card, (space, *now)))


WHERE: Final = question("I263", Question(ask_where, take_where))


@on("I263", PLAY)
def fence_builder(table: Table, call: Call) -> None:
    """One of the owner's fences goes to an action space."""
    table.then(CardAsks(call, WHERE))


@rule("I263", FENCING)
def one_fence_away(state: State, seat: int) -> Fencing:
    """It can't be built any more."""
    return Fencing(away=1)


def stands_there(state: State, call: Call) -> bool:
    """Whether the fence stands on the space that was used. The use by which the card came into play is none."""
    noted = state.seats[call.seat].notes.get(call.card)
    return noted is not None and noted[0] == call.facts.space and noted[1:] != (state.round, state.placed)


@on(
    "I263",
    USED,
    optional=True,
    wants=lambda state, call: stands_there(state, call) and can_build_fences(state, call.seat),
)
def fences_besides(table: Table, call: Call) -> None:
    """After what the space is for, fences can be built at their usual price."""
    table.then(BuildFences(Facts(call.seat, call.facts.space, call.card), need=False))


# Fence Deliveryman -------------------------------------------------------------------------------

AFTER: Final = (6, 10)
LOAD: Final = 4
FEE: Final = ((FOOD, 2),)


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
    """The card notes rounds and loads in turn; what it has not delivered yet can't be built."""
    return Fencing(away=sum(state.seats[seat].notes.get(index("I265"), ())[1::2]))


def ask_delivery(state: State, call: Call) -> Choose | None:
    if not can_build_fences(state, call.seat, call.memo[0]):
        return None
    return may_use(call, call.seat, has(state, call.seat, FEE))


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

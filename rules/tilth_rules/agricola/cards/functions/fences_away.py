"""Cards that take fences away from their owner: to an action space, or to later rounds."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import BuildFences, FenceEffect, can_build_fences, fences_left
from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import DUE, FENCING, PLAY, USED
from tilth_rules.agricola.cards.questions import use_question
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import FOOD, ROUNDS
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.goods import GoodsLaidOut
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table

# Fence Builder -----------------------------------------------------------------------------------


def ask_where(state: State, call: Call) -> Choose:
    """Fence Builder: ask the owner on which open space it puts the fence."""
    spaces = [USE_SPACE.option(space) for space in state.open]
    return Choose(call.seat, "card-space", spaces, about=UseCard(call.card, call.slot))


def take_where(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Fence Builder: note the chosen space on the card; if it is the space of this moment, also the round and the
    number of people placed."""
    state: State = table.state
    space = USE_SPACE.part(picks[0])
    now = (state.round, state.placed) if space == call.facts.space else (0, 0)
    table.emit(CardNoted(call.seat, call.card, (space, *now)))


WHERE: Final = question("I263", Question(ask_where, take_where))


@on("I263", PLAY)
def fence_builder(table: Table, call: Call) -> None:
    """Fence Builder: when it is played, one of the owner's fences goes to an action space."""
    table.then(CardAsks(call, WHERE))


@rule("I263", FENCING)
def one_fence_away(state: State, seat: int) -> FenceEffect:
    """Fence Builder: return the effect that one fence lies elsewhere, so that it can't be built."""
    return FenceEffect(away=1)


def stands_there(state: State, call: Call) -> bool:
    """Fence Builder: return whether the fence stands on the space that was used.

    The use of the space by which the card came into play does not count.
    """
    noted = state.seats[call.seat].notes.get(call.card)
    return noted is not None and noted[0] == call.facts.space and noted[1:] != (state.round, state.placed)


@on(
    "I263",
    USED,
    optional=True,
    wants=lambda state, call: stands_there(state, call) and can_build_fences(state, call.seat),
)
def fences_besides(table: Table, call: Call) -> None:
    """Fence Builder: after the action of the space with the fence, the owner can build fences at their usual price."""
    table.then(BuildFences(Facts(call.seat, call.facts.space, call.card), need=False))


# Fence Deliveryman -------------------------------------------------------------------------------

AFTER: Final = (6, 10)
LOAD: Final = 4
FEE: Final = ((FOOD, 2),)


@on("I265", PLAY)
def fence_deliveryman(table: Table, call: Call) -> None:
    """Fence Deliveryman: four of the owner's fences go onto each of two later rounds. They can't be built before."""
    state: State = table.state
    left = fences_left(state, call.seat)
    noted: tuple[int, ...] = ()
    for round_ in (state.round + after for after in AFTER):
        load = min(LOAD, left)
        if round_ <= ROUNDS and load:
            left -= load
            noted += (round_, load)
            table.emit(GoodsLaidOut(call.seat, call.card, round_, 0, 0, 0))
    table.emit(CardNoted(call.seat, call.card, noted))


@rule("I265", FENCING)
def fences_away(state: State, seat: int) -> FenceEffect:
    """Fence Deliveryman: return the effect that fences on later rounds can't be built. The card notes rounds and
    numbers of fences in turn."""
    noted = state.seats[seat].notes.get(index("I265"), ())
    return FenceEffect(away=sum(load for round_, load in deliveries(noted) if round_ > state.round))


def deliveries(noted: tuple[int, ...]) -> list[tuple[int, int]]:
    """Fence Deliveryman: return (round, number of fences) for each of the rounds that the card has noted."""
    return list(zip(noted[::2], noted[1::2], strict=True))


def due_now(state: State, call: Call) -> int:
    """Fence Deliveryman: return the number of fences that come in this round."""
    noted = state.seats[call.seat].notes.get(call.card, ())
    return dict(deliveries(noted)).get(state.round, 0)


def can_deliver(state: State, call: Call) -> bool:
    """Fence Deliveryman: return whether fences come in this round, and the owner can build some."""
    load = due_now(state, call)
    return load > 0 and can_build_fences(state, call.seat, load)


@on("I265", DUE, optional=True, price=FEE, wants=can_deliver)
def delivered(table: Table, call: Call) -> None:
    """Fence Deliveryman: the owner builds the fences of this round for two food, all or some of them. The others go to
    the supply."""
    load = due_now(table.state, call)
    lose(table, call.seat, FEE, card=call.card)
    table.then(BuildFences(Facts(call.seat, via=call.card), free=load))


# A question of version 1 of the rules, which may still wait in a stored match.


def ask_delivery(state: State, call: Call) -> Choose:
    """Fence Deliveryman: ask for the fences of this round, in matches of version 1 of the rules."""
    return use_question(call, call.seat, has(state, call.seat, FEE))


def take_delivery(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Fence Deliveryman: on a yes, take two food from the owner and let it build the fences of this round for nothing,
    in matches of version 1 of the rules."""
    if picks:
        lose(table, call.seat, FEE, card=call.card)
        table.then(BuildFences(Facts(call.seat, via=call.card), free=call.memo[0]))


question("I265", Question(ask_delivery, take_delivery))

"""Cards that are declared before work begins, and in answer to each other.

From the starting player on, each owner of one of these cards is asked whether to use it, and may pass. A use takes
effect at once and can't be undone, and all seats that have passed are asked again. When all have passed, work begins.
After all uses the Taster's person is placed.
"""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.goods import hand_over
from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import PER_ROUND, WORK
from tilth_rules.agricola.cards.questions import use_question
from tilth_rules.agricola.cards.registry import Question, index, on, question, sequel
from tilth_rules.agricola.cards.steps import CardAsks, CardGoesOn, count_use
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.codes import FOOD, GOODS, NOBODY, WOOD
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import GoodsMoved, GoodsPlaced
from tilth_rules.agricola.events.rounds import TurnBegan
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.rounds.work import PlacePerson, left_to_place
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Choose, Table

TASTER: Final = index("I260")
WOOD_DISTRIBUTOR: Final = index("K284")
FOREMAN: Final = index("K308")
ONE_FOOD: Final = ((FOOD, 1),)
DECLARED: Final = (TASTER, WOOD_DISTRIBUTOR, FOREMAN)
WOOD_SPACE: Final = SPACE["B-WOOD3"]
SHARES: Final = (SPACE["B-CLAY1"], SPACE["B-REED1"], SPACE["B-FISH"])
"""The spaces among which wood is distributed, the same amount to each."""


def share(state: State) -> int:
    """Wood Distributor: return the wood for each of the three spaces. Wood that can't be divided stays."""
    return state.heaps[GOODS * WOOD_SPACE + WOOD] // len(SHARES)


def of_use(state: State, seat: int, card: int) -> bool:
    """Return whether Taster, Wood Distributor or Foreman (`card`) was not used in this round and could have an effect,
    paid for or not."""
    if is_spent(state, card, PER_ROUND, 1):
        return False
    if card == TASTER:
        return seat != state.first and left_to_place(state, seat) > 0
    return card == FOREMAN or share(state) > 0


def undeclared(state: State) -> list[tuple[int, int]]:
    """Return (seat, card) for every Taster, Wood Distributor and Foreman that could be used now, from the starting
    player on."""
    return [
        (seat, card)
        for seat in clockwise(len(state.seats), state.first)
        for card in DECLARED
        if state.owner[card] == seat and of_use(state, seat, card)
    ]


def ask_on(table: Table, passed: tuple[int, ...]) -> None:
    """Ask the owner of the first card among Taster, Wood Distributor and Foreman that could be used now and is not in
    `passed`, the cards that were passed since the last use. A Taster that its owner can't pay for is left out.

    If none is left and the Taster was used in this round, let its owner place the first person.
    """
    state: State = table.state
    for seat, card in undeclared(state):
        if card not in passed and (card != TASTER or within_reach(state, seat, ONE_FOOD)):
            table.then(CardAsks(Call(seat, card, WORK, 0, Facts(NOBODY), passed), STAGES[card]))
            return
    if is_spent(state, TASTER, PER_ROUND, 1):
        table.then(CardGoesOn(Call(state.owner[TASTER], TASTER, WORK, 0, Facts(NOBODY)), FIRST_OF_ALL))


def ask_foreman(state: State, call: Call) -> Choose:
    """Foreman: ask the owner on which open space it puts a food, if on any."""
    spaces = [USE_SPACE.option(space) for space in state.open]
    return Choose(call.seat, "card-space", spaces, min_picks=0, about=UseCard(call.card, call.slot))


def take(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Carry out the use of a Taster, Wood Distributor or Foreman, or its pass. After a use all other owners are asked
    again."""
    if not picks:
        ask_on(table, (*call.memo, call.card))
        return
    count_use(table, call.card, PER_ROUND)
    if call.card == FOREMAN:
        table.emit(GoodsPlaced(USE_SPACE.part(picks[0]), FOOD, 1))
    elif call.card == WOOD_DISTRIBUTOR:
        distribute(table)
    else:
        hand_over(table, call.seat, table.state.first, ONE_FOOD)
    table.then(CardGoesOn(call, AGAIN[call.card]))


def distribute(table: Table) -> None:
    """Wood Distributor: three other spaces get the wood of the card's space, as far as it can be divided."""
    amount = share(table.state)
    for space in SHARES:
        table.emit(GoodsMoved(WOOD_SPACE, space, WOOD, amount))


def taster_first(table: Table, call: Call) -> None:
    """Taster: its owner places the first person of the round. After that the starting player begins as usual."""
    table.emit(TurnBegan(call.seat))
    table.then(PlacePerson(call.seat, alone=True))


def once_more(table: Table, call: Call) -> None:
    """Ask all owners of Taster, Wood Distributor and Foreman again."""
    ask_on(table, ())


STAGES: Final = {
    TASTER: question(
        "I260",
        Question(lambda state, call: use_question(call, call.seat, has(state, call.seat, ONE_FOOD)), take),
    ),
    WOOD_DISTRIBUTOR: question("K284", Question(lambda state, call: use_question(call, call.seat), take)),
    FOREMAN: question("K308", Question(ask_foreman, take)),
}
AGAIN: Final = {card: sequel(card, once_more) for card in DECLARED}
FIRST_OF_ALL: Final = sequel("I260", taster_first, stage=1)


def comes_first(state: State, call: Call) -> bool:
    """Return whether this card begins the questions for Taster, Wood Distributor and Foreman. Their owners can pay only
    when all have received their goods."""
    found = undeclared(state)
    return bool(found) and found[0][1] == call.card


@on("I260", WORK, late=True, wants=comes_first)
@on("K284", WORK, late=True, wants=comes_first)
@on("K308", WORK, late=True, wants=comes_first)
def declare(table: Table, call: Call) -> None:
    """Taster, Wood Distributor, Foreman: before work, ask the owners whether they use one now."""
    ask_on(table, ())

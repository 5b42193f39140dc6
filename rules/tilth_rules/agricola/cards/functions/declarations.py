"""Cards that are declared before work begins, and in answer to each other.

From the starting player on, whoever owns one of these cards is asked whether to use it, or passes. A use takes effect
at once and can't be taken back, and all who have passed are asked again; when everybody has passed, work begins. The
Taster's person is placed when all that is over.
"""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, index, on, question, sequel
from tilth_rules.agricola.cards.steps import CardAsks, CardGoesOn, is_spent, spend
from tilth_rules.agricola.cards.words import PER_ROUND, WORK
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import GoodsMoved, GoodsPlaced
from tilth_rules.agricola.events.rounds import TurnBegan
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.rounds.work import PlacePerson, left_to_place
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import hand_over
from tilth_rules.agricola.words import FOOD, GOODS, NOBODY, WOOD
from tilth_rules.kernel import Choose, Table

TASTER: Final = index("I260")
WOOD_DISTRIBUTOR: Final = index("K284")
FOREMAN: Final = index("K308")
DECLARED: Final = (TASTER, WOOD_DISTRIBUTOR, FOREMAN)
WOOD_SPACE: Final = SPACE["B-WOOD3"]
SHARES: Final = (SPACE["B-CLAY1"], SPACE["B-REED1"], SPACE["B-FISH"])
"""Where wood is distributed to, the same to each."""


def share(state: State) -> int:
    """The wood for each of the spaces; what can't be divided stays."""
    return state.heaps[GOODS * WOOD_SPACE + WOOD] // len(SHARES)


def usable(state: State, seat: int, card: int) -> bool:
    """Whether a card that was not used in this round could do something."""
    if is_spent(state, card, PER_ROUND, 1):
        return False
    if card == TASTER:
        return seat != state.first and state.seats[seat].goods[FOOD] > 0 and left_to_place(state, seat) > 0
    return card == FOREMAN or share(state) > 0


def undeclared(state: State) -> list[tuple[int, int]]:
    """(seat, card) of all that could be used, from the starting player on."""
    return [
        (seat, card)
        for seat in clockwise(state, state.first)
        for card in DECLARED
        if state.owner[card] == seat and usable(state, seat, card)
    ]


def ask_on(table: Table, passed: tuple[int, ...]) -> None:
    """Whoever has not passed since the last use is asked."""
    state: State = table.state
    for seat, card in undeclared(state):
        if card not in passed:
            table.then(CardAsks(Call(seat, card, WORK, 0, Facts(NOBODY), passed), STAGES[card]))
            return
    if is_spent(state, TASTER, PER_ROUND, 1):
        table.then(CardGoesOn(Call(state.owner[TASTER], TASTER, WORK, 0, Facts(NOBODY)), FIRST_OF_ALL))


def ask_foreman(state: State, call: Call) -> Choose:
    spaces = [SPACE_AT + space for space in state.open]
    return Choose(call.seat, "card-space", spaces, least=0, about=UseCard(call.card, call.slot))


def take(table: Table, call: Call, picks: Sequence[int]) -> None:
    """A use counts before its effect, and asks all the others anew; whoever passes is asked only if one comes."""
    if not picks:
        ask_on(table, (*call.memo, call.card))
        return
    spend(table, call.card, PER_ROUND)
    if call.card == FOREMAN:
        table.emit(GoodsPlaced(picks[0] - SPACE_AT, FOOD, 1))
    elif call.card == WOOD_DISTRIBUTOR:
        distribute(table)
    else:
        hand_over(table, call.seat, table.state.first, ((FOOD, 1),))
    table.then(CardGoesOn(call, AGAIN[call.card]))


def distribute(table: Table) -> None:
    """The wood on its space goes to three others, as far as it can be divided."""
    amount = share(table.state)
    for space in SHARES:
        table.emit(GoodsMoved(WOOD_SPACE, space, WOOD, amount))


def taster_first(table: Table, call: Call) -> None:
    """The very first person is the Taster's owner's; after that the starting player begins as ever."""
    table.emit(TurnBegan(call.seat))
    table.then(PlacePerson(call.seat, alone=True))


def once_more(table: Table, call: Call) -> None:
    ask_on(table, ())


STAGES: Final = {
    TASTER: question(
        "I260", Question(lambda state, call: may_use(call, call.seat, usable(state, call.seat, TASTER)), take)
    ),
    WOOD_DISTRIBUTOR: question("K284", Question(lambda state, call: may_use(call, call.seat), take)),
    FOREMAN: question("K308", Question(ask_foreman, take)),
}
AGAIN: Final = {card: sequel(card, once_more) for card in DECLARED}
FIRST_OF_ALL: Final = sequel("I260", taster_first)


def comes_first(state: State, call: Call) -> bool:
    """One of these cards begins for all of them."""
    found = undeclared(state)
    return bool(found) and found[0][1] == call.card


@on("I260", WORK, wants=comes_first)
@on("K284", WORK, wants=comes_first)
@on("K308", WORK, wants=comes_first)
def declare(table: Table, call: Call) -> None:
    """Whoever has such a card may use it now."""
    ask_on(table, ())

"""Cards that act when a round begins: round cards turned up before their time, wood for a full farm."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import PLAY, ROUND, SPACES_TOO
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.content.spaces import ROUND_CARDS
from tilth_rules.agricola.events.rounds import RoundCardsSeen
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain
from tilth_rules.agricola.words import ROUNDS, STAGES, WOOD
from tilth_rules.kernel import Choose, Table

# Chamberlain -------------------------------------------------------------------------------------

FROM: Final = 11
"""The round from which on no round card is hidden from the owner."""


def to_come(state: State) -> list[tuple[int, ...]]:
    """The round cards that have not been turned up, stage by stage."""
    if state.ahead or state.round >= ROUNDS:
        return []
    stages = sorted(set(STAGES[state.round :]))
    left = [tuple(card for card in ROUND_CARDS[stage - 1] if card not in state.order) for stage in stages]
    return [cards for cards in left if cards]


def ask_first(state: State, call: Call) -> Choose | None:
    """The memo: cards whose order is settled. Asked is which of a stage's cards comes next, while there are several."""
    for cards in to_come(state):
        left = [SPACE_AT + card for card in cards if card not in call.memo]
        if len(left) > 1:
            return Choose(call.seat, "card-space", left, about=UseCard(call.card, call.slot))
    return None


def take_first(table: Table, call: Call, picks: Sequence[int]) -> None:
    settle(
        table,
        Call(call.seat, call.card, call.moment, call.slot, call.facts, (*call.memo, picks[0] - SPACE_AT)),
    )


ORDER: Final = question("I238", Question(ask_first, take_first))


def settle(table: Table, call: Call) -> None:
    """When the order of all cards is settled, they are turned up."""
    state: State = table.state
    if ask_first(state, call) is not None:
        table.then(CardAsks(call, ORDER))
        return
    spaces: list[int] = []
    for cards in to_come(state):
        spaces += [card for card in call.memo if card in cards]
        spaces += [card for card in cards if card not in call.memo]
    table.emit(RoundCardsSeen(call.seat, tuple(spaces)))


@on("I238", ROUND, wants=lambda state, call: state.round == FROM and bool(to_come(state)))
def chamberlain(table: Table, call: Call) -> None:
    """All round cards that are still to come are turned up, those of a stage in the order that the owner likes."""
    settle(table, call)


@on("I238", PLAY, wants=lambda state, call: state.round >= FROM and bool(to_come(state)))
def chamberlain_comes_late(table: Table, call: Call) -> None:
    """Later than that, it happens at once."""
    settle(table, call)


@rule("I238", SPACES_TOO)
def before_their_time(state: State, seat: int) -> tuple[int, ...]:
    """Only the owner may go there before the round of the card has come."""
    return state.ahead if state.round >= FROM else ()


# Rancher -----------------------------------------------------------------------------------------


def has_fewest(state: State, call: Call) -> bool:
    unused = [seat.yard.unused().bit_count() for seat in state.seats]
    return all(unused[call.seat] < many for seat, many in enumerate(unused) if seat != call.seat)


@on("I340", ROUND, wants=has_fewest)
def rancher(table: Table, call: Call) -> None:
    """A wood for whoever has fewer unused cells than everybody else."""
    gain(table, call.seat, ((WOOD, 1),), card=call.card)

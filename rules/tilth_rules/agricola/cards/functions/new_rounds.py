"""Cards that act when a round begins: round cards turned up early, wood for a full farm."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.goods import gain
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import PLAY, ROUND, SPACES_TOO
from tilth_rules.agricola.cards.registry import Question, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import ROUNDS, STAGES, WOOD
from tilth_rules.agricola.content.spaces import ROUND_CARDS
from tilth_rules.agricola.events.rounds import RoundCardsSeen
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table

# Chamberlain -------------------------------------------------------------------------------------

FROM: Final = 11
"""The round from which on no round card is hidden from the owner."""


def to_come(state: State) -> list[tuple[int, ...]]:
    """Chamberlain: return the round cards that have not been turned up, stage by stage."""
    if state.ahead or state.round >= ROUNDS:
        return []
    stages = sorted(set(STAGES[state.round :]))
    left = [tuple(card for card in ROUND_CARDS[stage - 1] if card not in state.order) for stage in stages]
    return [cards for cards in left if cards]


def ask_first(state: State, call: Call) -> Choose | None:
    """Chamberlain: ask for the next card of a stage, while there are several. The memo holds the cards whose order is
    settled."""
    for cards in to_come(state):
        left = [USE_SPACE.option(card) for card in cards if card not in call.memo]
        if len(left) > 1:
            return Choose(call.seat, "card-space", left, about=UseCard(call.card, call.slot))
    return None


def take_first(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Chamberlain: settle the chosen card's place in the order."""
    settle(
        table,
        Call(
            call.seat, call.card, call.moment, call.slot, call.facts, (*call.memo, USE_SPACE.part(picks[0]))
        ),
    )


ORDER: Final = question("I238", Question(ask_first, take_first))


def settle(table: Table, call: Call) -> None:
    """Chamberlain: turn up all coming round cards if their order is settled; else ask for the next one."""
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
    """Chamberlain: in round 11 the owner turns up all round cards that are still to come, those of a stage in the order
    the owner likes."""
    settle(table, call)


@on("I238", PLAY, wants=lambda state, call: state.round >= FROM and bool(to_come(state)))
def chamberlain_comes_late(table: Table, call: Call) -> None:
    """Chamberlain: if the card is played after that round began, it acts at once."""
    settle(table, call)


@rule("I238", SPACES_TOO)
def before_their_time(state: State, seat: int) -> tuple[int, ...]:
    """Chamberlain: return the spaces to which only the owner may go before the round of their card has come."""
    return state.ahead if state.round >= FROM else ()


# Rancher -----------------------------------------------------------------------------------------


def has_fewest(state: State, call: Call) -> bool:
    """Rancher: return whether every other seat has more unused cells than the owner."""
    unused = [seat.yard.unused().bit_count() for seat in state.seats]
    return all(unused[call.seat] < many for seat, many in enumerate(unused) if seat != call.seat)


@on("I340", ROUND, wants=has_fewest)
def rancher(table: Table, call: Call) -> None:
    """Rancher: when a round begins, the owner gets a wood if every other seat has more unused cells."""
    gain(table, call.seat, ((WOOD, 1),), card=call.card)

"""Cards that act when a round begins: round cards turned up before their time, animals out of a bag."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import PLAY, ROUND, SPACES_TOO
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.content.spaces import ROUND_CARDS
from tilth_rules.agricola.events.cards import CardNoted, TokensDrawn
from tilth_rules.agricola.events.rounds import RoundCardsSeen
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain
from tilth_rules.agricola.words import ANIMALS, ROUNDS, SHEEP, STAGES
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
    return state.ahead


# Veterinarian ------------------------------------------------------------------------------------

BAG: Final = (4, 3, 2)
"""Sheep, boars and cattle."""


@on("K304", PLAY)
def veterinarian(table: Table, call: Call) -> None:
    """Nine animals go into a bag."""
    table.emit(CardNoted(call.seat, call.card, BAG))


@on("K304", ROUND, wants=lambda state, call: sum(state.seats[call.seat].notes[call.card]) > 1)
def draw_two(table: Table, call: Call) -> None:
    """Two are drawn. Of two that are alike one is kept; everything else goes back."""
    bag = table.state.seats[call.seat].notes[call.card]
    animals = [animal for animal, count in zip(ANIMALS, bag, strict=True) for _ in range(count)]
    chance = table.draw("animals of the bag")
    one = animals.pop(chance.below(len(animals)))
    other = animals[chance.below(len(animals))]
    table.emit(TokensDrawn(call.seat, call.card, (one, other)))
    if one == other:
        left = list(bag)
        left[one - SHEEP] -= 1
        table.emit(CardNoted(call.seat, call.card, tuple(left)))
        gain(table, call.seat, ((one, 1),), card=call.card)

"""Cards are drawn. Which comes next is chance; an empty deck is made anew of what was discarded."""

from typing import Final

from tilth_rules.agricola.events.cards import CardDealt, DeckRenewed
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table

PURPOSES: Final = ("minor improvement", "occupation")
"""What chance is drawn for, by kind."""


def deal(table: Table, seat: int, occupation: bool, count: int = 1) -> None:
    """So many cards into a hand, or as many as there are."""
    state: State = table.state
    for _ in range(count):
        if not state.decks[occupation]:
            if not state.discards[occupation]:
                return
            table.emit(DeckRenewed(occupation))
        deck = state.decks[occupation]
        card = deck[table.draw(PURPOSES[occupation]).below(len(deck))]
        table.emit(CardDealt(seat, occupation, card))

"""Drawing from the decks. Chance decides the next card; the discards become the deck when it is empty."""

from typing import Final

from tilth_rules.agricola.events.cards import CardDealt, DeckRenewed
from tilth_rules.agricola.state import State
from tilth_rules.common.piles import draw
from tilth_rules.kernel import Table

PURPOSES: Final = ("minor improvement", "occupation")
"""The purpose of chance for drawing a card, by kind."""


def deal(table: Table, seat: int, occupation: bool, count: int = 1) -> None:
    """Deal `count` occupations or minor improvements from the deck into a hand, or as many as there are."""
    state: State = table.state

    def deal_one(_: int) -> int:
        deck = state.decks[occupation]
        if not deck:
            return 0
        card = deck[table.draw(PURPOSES[occupation]).below(len(deck))]
        table.emit(CardDealt(seat, occupation, card))
        return 1

    def renew() -> bool:
        if not state.discards[occupation]:
            return False
        table.emit(DeckRenewed(occupation))
        return True

    draw(count, deal_one, renew)

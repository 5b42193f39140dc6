"""Drawing cards. The order of a face-down deck is chance nobody has looked at, so it is drawn when cards are."""

from tilth_rules.kernel import Table
from tilth_rules.petrichor.card_events import DeckReshuffled
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.words import WEATHERS


def draw_cards(table: Table, many: list[int]) -> list[tuple[int, ...]]:
    """So many cards for one seat after the other. When the deck runs out, the discards become the deck."""
    state: State = table.state
    pile = _shuffled(table, state.deck)
    if sum(many) > len(pile):
        discards = _shuffled(table, state.discards)
        table.emit(DeckReshuffled())
        pile += discards
    drawn: list[tuple[int, ...]] = []
    at = 0
    for count in many:
        drawn.append(tuple(sorted(pile[at : at + count])))
        at += count
    return drawn


def _shuffled(table: Table, counts: list[int]) -> list[int]:
    return table.draw("deal").shuffled([kind for kind in WEATHERS for _ in range(counts[kind])])

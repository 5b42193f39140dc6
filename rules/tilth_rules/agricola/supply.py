"""The one funnel through which every good comes to a seat and leaves it, each time with its source."""

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.cards.words import GOT
from tilth_rules.agricola.events.goods import CardGave, CardTook, Gained, HandedOver, Lost
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import BY_SEAT, NO_CARD, SHEEP, Goods
from tilth_rules.kernel import Table


def gain(table: Table, seat: int, goods: Goods, source: int = 0, card: int = NO_CARD) -> None:
    """Goods from the supply, because of a card or from a source that is none."""
    for good, amount in goods:
        if card == NO_CARD:
            table.emit(Gained(seat, good, amount, source))
        else:
            table.emit(CardGave(seat, good, amount, card))
    received(table, seat, goods, source, card)


def received(table: Table, seat: int, goods: Goods, source: int, card: int = NO_CARD) -> None:
    """What follows whenever goods have reached a supply: cards that notice it, and animals that need room."""
    state: State = table.state
    if state.listening[GOT]:
        table.then(Opens(GOT, Facts(seat, via=card, goods=goods, more=(source,))))
    for good, _ in goods:
        if good >= SHEEP:
            table.then(KeepAnimals(seat))
            return


def lose(table: Table, seat: int, goods: Goods, source: int = 0, card: int = NO_CARD) -> None:
    """Goods to the supply. Whoever calls this knows that the seat has them."""
    for good, amount in goods:
        if card == NO_CARD:
            table.emit(Lost(seat, good, amount, source))
        else:
            table.emit(CardTook(seat, good, amount, card))


def hand_over(table: Table, seat: int, to: int, goods: Goods) -> None:
    """Goods from one seat to another."""
    for good, amount in goods:
        table.emit(HandedOver(seat, to, good, amount))
    received(table, to, goods, BY_SEAT)

"""The functions through which every good comes to a seat and leaves it, each time with its source."""

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import GOT
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.codes import BY_SEAT, NO_CARD, SHEEP, Goods
from tilth_rules.agricola.events.goods import (
    CardGaveGoods,
    CardTookGoods,
    GoodsGained,
    GoodsHandedOver,
    GoodsLost,
)
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table


def gain(table: Table, seat: int, goods: Goods, source: int = 0, card: int = NO_CARD) -> None:
    """Give a seat goods from the supply, with the card or another source in the event. Then cards notice it, and a seat
    without room for new animals chooses which it keeps."""
    for good, amount in goods:
        if card == NO_CARD:
            table.emit(GoodsGained(seat, good, amount, source))
        else:
            table.emit(CardGaveGoods(seat, good, amount, card))
    push_after_gain(table, seat, goods, source, card)


def push_after_gain(table: Table, seat: int, goods: Goods, source: int, card: int = NO_CARD) -> None:
    """Push the steps after a seat has got goods: cards that listen notice them; if animals are among them, the seat may
    have to let some go (KeepAnimals)."""
    state: State = table.state
    if state.listening[GOT]:
        table.then(Opens(GOT, Facts(seat, via=card, goods=goods, more=(source,))))
    for good, _ in goods:
        if good >= SHEEP:
            table.then(KeepAnimals(seat))
            return


def lose(table: Table, seat: int, goods: Goods, source: int = 0, card: int = NO_CARD) -> None:
    """Take goods from a seat back to the supply, with the card or another source in the event; no card notices it. The
    caller has checked that the seat has them."""
    for good, amount in goods:
        if card == NO_CARD:
            table.emit(GoodsLost(seat, good, amount, source))
        else:
            table.emit(CardTookGoods(seat, good, amount, card))


def hand_over(table: Table, seat: int, to: int, goods: Goods) -> None:
    """Move goods from one seat to another; cards notice that it got them, and its new animals need room."""
    for good, amount in goods:
        table.emit(GoodsHandedOver(seat, to, good, amount))
    push_after_gain(table, to, goods, BY_SEAT)

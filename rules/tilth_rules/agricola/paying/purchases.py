"""Prices, and how they are paid. A seat is asked only where several prices are left of which none beats another."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Protocol, TypeVar

import msgspec

from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import spend
from tilth_rules.agricola.cards.words import PER_GAME, PER_ROUND, PRICE
from tilth_rules.agricola.choices import GIVE_UP_AT, PAY_AT, move_of, pay_option
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.events.cards import CardGivenUp
from tilth_rules.agricola.goods import food, has, less, together
from tilth_rules.agricola.paying.plain import PLAIN_CARDS, PLAIN_RENOVATION, PLAIN_ROOM
from tilth_rules.agricola.paying.prices import Base, Change, Price, prices
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import lose
from tilth_rules.agricola.words import FOOD, FOR_BUILDING, FOR_CARD, NO_CARD, Goods
from tilth_rules.kernel import Act, Ask, Choose, Move, Table

# What is bought.
ROOM: Final = 1
RENOVATION: Final = 2
STABLE: Final = 3
IMPROVEMENT: Final = 4
OCCUPATION: Final = 5


class Purchase(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One thing that has a price. Each room, each stable is one of its own."""

    of: int
    card: int = NO_CARD
    """The improvement or the occupation."""
    house: int = 0
    """Of a room, or the one that a renovation leads to."""
    rooms: int = 0
    """Rooms that are renovated."""
    price: Goods = ()
    """Of a stable; of an occupation: what the space asks for."""
    as_minor: bool = False
    """A major that is played as a minor improvement."""


def bases(purchase: Purchase) -> tuple[Change, ...]:
    """The printed prices."""
    if purchase.of == ROOM:
        return (Base(PLAIN_ROOM[purchase.house]),)
    if purchase.of == RENOVATION:
        return (Base(PLAIN_RENOVATION[purchase.house][purchase.rooms]),)
    if purchase.of == STABLE:
        return (Base(purchase.price),)
    found: list[Change] = []
    for cost in CARDS[purchase.card].costs:
        goods = together(cost.goods, purchase.price)
        found += [Base(goods, int(card)) for card in cost.returns] or [Base(goods)]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _plain(purchase: Purchase) -> tuple[Price, ...]:
    return prices(bases(purchase))


@lru_cache(maxsize=1 << 12)
def _changed(purchase: Purchase, changes: tuple[Change, ...]) -> tuple[Price, ...]:
    return prices(bases(purchase) + changes)


def all_prices(state: State, seat: int, purchase: Purchase) -> tuple[Price, ...]:
    """Every unbeatable price that the seat's cards make, whether it can be paid or not."""
    asked = state.seats[seat].rules[PRICE]
    if not asked:
        return _plain(purchase)
    changes: list[Change] = []
    for card in asked:
        for change in ANSWERS[PRICE][card]:
            changes += change(state, seat, purchase)
    return _changed(purchase, tuple(changes)) if changes else _plain(purchase)


def payable(state: State, seat: int, purchase: Purchase, extra: Goods = ()) -> list[Price]:
    """The prices that can be paid from what is owned now, and from goods that are sure to come just before."""
    return [price for price in all_prices(state, seat, purchase) if _affords(state, seat, price, extra)]


def can_pay(state: State, seat: int, purchase: Purchase, extra: Goods = ()) -> bool:
    for price in all_prices(state, seat, purchase):  # noqa: SIM110 - a loop is half the price
        if _affords(state, seat, price, extra):
            return True
    return False


def _affords(state: State, seat: int, price: Price, extra: Goods) -> bool:
    if price.returns != NO_CARD and price.returns not in state.seats[seat].cards:
        return False
    return has(state, seat, less(price.goods, extra) if extra else price.goods)


def can_buy_room(state: State, seat: int) -> bool:
    """Whether one more room of the house could be paid for."""
    mine = state.seats[seat]
    house = mine.yard.house
    if has(state, seat, PLAIN_ROOM[house]):
        return True
    return bool(mine.rules[PRICE]) and can_pay(state, seat, Purchase(ROOM, house=house))


def can_buy_card(state: State, seat: int, card: int) -> bool:
    """Whether an improvement could be paid for."""
    mine = state.seats[seat]
    for goods, returns in PLAIN_CARDS[card]:
        if has(state, seat, goods) and (not returns or any(one in mine.cards for one in returns)):
            return True
    return bool(mine.rules[PRICE]) and can_pay(state, seat, Purchase(IMPROVEMENT, card))


def can_buy_occupation(state: State, seat: int, card: int, price: int, before: Goods) -> bool:
    """Whether an occupation could be paid for, with food that is sure to come just before."""
    mine = state.seats[seat]
    own = PLAIN_CARDS[card][0][0]
    if not own and mine.goods[FOOD] >= price:
        return True
    if own or before or mine.rules[PRICE]:
        return can_pay(state, seat, Purchase(OCCUPATION, card, price=food(price)), before)
    return False


class PayFor(Act, tag=20):
    """A price is paid before what it is for is had."""

    seat: int
    purchase: Purchase

    def act(self, table: Table) -> None:
        found = payable(table.state, self.seat, self.purchase)
        if len(found) == 1:
            pay(table, self.seat, self.purchase, found[0])
        elif found:
            table.then(ChoosePrice(self.seat, self.purchase))


class ChoosePrice(Ask, tag=21):
    """The buyer chooses among prices of which none is better than another."""

    owed: ClassVar[bool] = True
    seat: int
    purchase: Purchase
    returns: int = NO_CARD
    """The card that is given up, chosen before."""

    def ask(self, state: State) -> Choose:
        options = []
        for price in self._open(state):
            option = option_for(price) if price.returns == self.returns else GIVE_UP_AT + price.returns
            if option not in options:
                options.append(option)
        return Choose(self.seat, "pay", options)

    def _open(self, state: State) -> list[Price]:
        found = payable(state, self.seat, self.purchase)
        if self.returns == NO_CARD:
            return found
        return [price for price in found if price.returns == self.returns]

    def take(self, table: Table, picks: Sequence[int]) -> None:
        found = self._open(table.state)
        if picks[0] < PAY_AT:
            returned = picks[0] - GIVE_UP_AT
            found = [price for price in found if price.returns == returned]
            if len(found) > 1:
                table.then(ChoosePrice(self.seat, self.purchase, returned))
            else:
                pay(table, self.seat, self.purchase, found[0])
        else:
            paid = [price for price in found if price.returns == self.returns]
            pay(table, self.seat, self.purchase, meant_by(picks[0], paid))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class Payment(Protocol):
    """A price of whatever kind, as far as an option tells of it."""

    @property
    def goods(self) -> Goods: ...

    @property
    def uses(self) -> int: ...


Paid = TypeVar("Paid", bound=Payment)


def option_for(price: Payment) -> int:
    return pay_option(price.goods, bool(price.uses))


def meant_by(option: int, prices: Iterable[Paid]) -> Paid:
    """The price that an option stands for. Prices that differ only in which limited savings they use are one option: a
    saving that comes again is used up before one that is had once in the match."""
    return min(
        (price for price in prices if option_for(price) == option), key=lambda price: lasting(price.uses)
    )


def pay(table: Table, seat: int, purchase: Purchase, price: Price) -> None:
    """Goods to the supply, a card given up, and uses of cards counted."""
    bought_card = purchase.of in (IMPROVEMENT, OCCUPATION)
    lose(table, seat, price.goods, FOR_CARD if bought_card else FOR_BUILDING)
    if price.returns != NO_CARD:
        table.emit(CardGivenUp(seat, price.returns))
    spend_uses(table, price.uses)


def limited_use(card: int, scope: int) -> int:
    """The bit that stands for a saving which the card gives once in a round or once in the match."""
    return 1 << 2 * card + (scope == PER_GAME)


def lasting(uses: int) -> int:
    """Of a mask of uses, those that are had only once in the match."""
    return sum(uses & 1 << bit for bit in range(1, uses.bit_length(), 2))


def spend_uses(table: Table, uses: int) -> None:
    """Count the savings of a mask of uses."""
    for bit in range(uses.bit_length()):
        if uses >> bit & 1:
            spend(table, bit // 2, PER_GAME if bit & 1 else PER_ROUND)

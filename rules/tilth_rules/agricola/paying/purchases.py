"""Purchases and their payment. A seat is asked only if several prices are left of which none beats another."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Protocol, TypeVar

import msgspec

from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.amounts import amounts_by_good, food, goods_without, has, sum_of_goods
from tilth_rules.agricola.cards.moments import PER_GAME, PER_ROUND, PRICE
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import count_use
from tilth_rules.agricola.codes import FOOD, FOR_BUILDING, FOR_CARD, NO_CARD, Goods
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.events.cards import CardGivenUp
from tilth_rules.agricola.moves.numbers import GIVE_UP_CARD, OPTIONS, PAY
from tilth_rules.agricola.paying.plain import PLAIN_RENOVATION, PLAIN_ROOM, plain_cards
from tilth_rules.agricola.paying.prices import Base, Change, Price, prices
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts

# The kinds of purchases.
ROOM: Final = 1
RENOVATION: Final = 2
STABLE: Final = 3
IMPROVEMENT: Final = 4
OCCUPATION: Final = 5


class Purchase(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A thing to be paid for: a room, a stable, a renovation, an improvement or an occupation. Each room and each
    stable is a purchase of its own."""

    of: int
    card: int = NO_CARD
    """The improvement or the occupation; NO_CARD for other purchases."""
    house: int = 0
    """The house of the room, or the one that a renovation leads to."""
    rooms: int = 0
    """The number of rooms that are renovated."""
    price: Goods = ()
    """The price of a stable; the food that the space asks for an occupation."""
    as_minor: bool = False
    """True for a major that is played as a minor improvement."""


def printed_bases(purchase: Purchase, values: str = "") -> tuple[Change, ...]:
    """Return the printed prices of a purchase, in a match with these corrections, as changes to start from."""
    if purchase.of == ROOM:
        return (Base(PLAIN_ROOM[purchase.house]),)
    if purchase.of == RENOVATION:
        return (Base(PLAIN_RENOVATION[purchase.house][purchase.rooms]),)
    if purchase.of == STABLE:
        return (Base(purchase.price),)
    found: list[Change] = []
    for cost in content_of(values).cards[purchase.card].costs:
        goods = sum_of_goods(cost.goods, purchase.price)
        found += [Base(goods, int(card)) for card in cost.returns] or [Base(goods)]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _plain(values: str, purchase: Purchase) -> tuple[Price, ...]:
    """Return the printed prices of a purchase, in a match with these corrections, without those that another one
    beats."""
    return prices(printed_bases(purchase, values))


@lru_cache(maxsize=1 << 12)
def _changed(values: str, purchase: Purchase, changes: tuple[Change, ...]) -> tuple[Price, ...]:
    """Return the prices of a purchase with these changes by cards, in a match with these corrections, without those
    that another one beats."""
    return prices(printed_bases(purchase, values) + changes)


def all_prices(state: State, seat: int, purchase: Purchase) -> tuple[Price, ...]:
    """Return every price of a purchase for the seat, with the effects of its cards, that no other one beats, payable or
    not."""
    mine = state.seats[seat]
    values = state.options.values
    if not mine.rules[PRICE]:
        return _plain(values, purchase)
    changes: list[Change] = []
    for _, change in answers(state, mine, PRICE):
        changes += change(state, seat, purchase)
    return _changed(values, purchase, tuple(changes)) if changes else _plain(values, purchase)


def payable(state: State, seat: int, purchase: Purchase, extra: Goods = ()) -> list[Price]:
    """Return the prices of a purchase that the seat can pay from the goods owned now, and from goods that are sure to
    come just before (`extra`)."""
    return [price for price in all_prices(state, seat, purchase) if _affords(state, seat, price, extra)]


def price_facts(state: State, seat: int, purchase: Purchase, extra: Goods = ()) -> TextFacts:
    """Return, for texts, a purchase's first payable price in goods alone (if there is none, its first one), the number
    of payable prices, and the card that the price gives back."""
    found = payable(state, seat, purchase, extra)
    in_goods = (price for price in found if price.returns == NO_CARD)
    first = next(in_goods, found[0] if found else Price(()))
    return {
        "price": amounts_by_good(first.goods),
        "prices": len(found),
        "returned": _given_back(first),
        "given_cards": 0,
    }


def _given_back(price: Price) -> tuple[int, ...]:
    """Return the card that a price gives back, alone in a tuple; empty if it gives back none."""
    return () if price.returns == NO_CARD else (price.returns,)


def uses_of(price: int) -> TextFacts:
    """Return, for texts, the cards whose limited savings are in a mask of uses (two bits for each card), as
    `savers`."""
    bits = [bit for bit in range(price.bit_length()) if price >> bit & 1]
    return {"savers": tuple(bit // 2 for bit in bits)}


def can_pay(state: State, seat: int, purchase: Purchase, extra: Goods = ()) -> bool:
    """Return whether the seat can pay one of the purchase's prices, with goods that are sure to come just before
    (`extra`)."""
    for price in all_prices(state, seat, purchase):  # noqa: SIM110 - a loop is half the price
        if _affords(state, seat, price, extra):
            return True
    return False


def _affords(state: State, seat: int, price: Price, extra: Goods) -> bool:
    """Return whether the seat owns the goods and the card of a price, with these further goods."""
    if price.returns != NO_CARD and price.returns not in state.seats[seat].cards:
        return False
    return has(state, seat, goods_without(price.goods, extra) if extra else price.goods)


def can_buy_room(state: State, seat: int) -> bool:
    """Return whether the seat can pay for one more room of its house."""
    mine = state.seats[seat]
    house = mine.yard.house
    if has(state, seat, PLAIN_ROOM[house]):
        return True
    return bool(mine.rules[PRICE]) and can_pay(state, seat, Purchase(ROOM, house=house))


def can_buy_card(state: State, seat: int, card: int) -> bool:
    """Return whether the seat can pay one of an improvement's prices now, printed or changed by its cards."""
    mine = state.seats[seat]
    for goods, returns in plain_cards(state.options.values)[card]:
        if has(state, seat, goods) and (not returns or any(one in mine.cards for one in returns)):
            return True
    return bool(mine.rules[PRICE]) and can_pay(state, seat, Purchase(IMPROVEMENT, card))


def can_buy_occupation(state: State, seat: int, card: int, price: int, before: Goods) -> bool:
    """Return whether the seat can pay for an occupation, with food that is sure to come just before (`before`)."""
    mine = state.seats[seat]
    own = plain_cards(state.options.values)[card][0][0]
    if not own and mine.goods[FOOD] >= price:
        return True
    if own or before or mine.rules[PRICE]:
        return can_pay(state, seat, Purchase(OCCUPATION, card, price=food(price)), before)
    return False


class PayFor(Act, tag=20):
    """Let a seat pay the price of a purchase, before it gets the thing. If it can pay several prices of which none
    beats another, ChoosePrice asks which. Nothing is paid if it can pay none."""

    seat: int
    purchase: Purchase

    def act(self, table: Table) -> None:
        found = payable(table.state, self.seat, self.purchase)
        if len(found) == 1:
            pay(table, self.seat, self.purchase, found[0])
        elif found:
            table.then(ChoosePrice(self.seat, self.purchase))


class ChoosePrice(Ask, tag=21):
    """The question to a seat which of the payable prices of a purchase it pays, of which none beats another. If it
    picks a card to give up and that leaves several prices, it is asked again; then the price is paid. The text shows
    the thing bought, an option's the goods or the cards that save."""

    owed: ClassVar[bool] = True
    seat: int
    purchase: Purchase
    returns: int = NO_CARD
    """The card that is given up, chosen before."""

    def ask(self, state: State) -> Choose:
        options = []
        for price in self._open(state):
            option = (
                option_of_price(price)
                if price.returns == self.returns
                else GIVE_UP_CARD.option(price.returns)
            )
            if option not in options:
                options.append(option)
        return Choose(self.seat, "pay", options)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        bought = self.purchase
        facts: dict[str, int | tuple[int, ...] | None] = {"of": bought.of, "house": bought.house}
        facts["card"] = None if bought.card == NO_CARD else bought.card
        facts["returned"] = () if self.returns == NO_CARD else (self.returns,)
        return facts

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        if option in GIVE_UP_CARD:
            returned = GIVE_UP_CARD.part(option)
            price = next(price for price in self._open(state) if price.returns == returned)
            return {"price": amounts_by_good(price.goods)}
        paid = [price for price in self._open(state) if price.returns == self.returns]
        return uses_of(price_of_option(option, paid).uses)

    def _open(self, state: State) -> list[Price]:
        """Return the payable prices among which the buyer still chooses."""
        found = payable(state, self.seat, self.purchase)
        if self.returns == NO_CARD:
            return found
        return [price for price in found if price.returns == self.returns]

    def take(self, table: Table, picks: Sequence[int]) -> None:
        found = self._open(table.state)
        if picks[0] in GIVE_UP_CARD:
            returned = GIVE_UP_CARD.part(picks[0])
            found = [price for price in found if price.returns == returned]
            if len(found) > 1:
                table.then(ChoosePrice(self.seat, self.purchase, returned))
            else:
                pay(table, self.seat, self.purchase, found[0])
        else:
            paid = [price for price in found if price.returns == self.returns]
            pay(table, self.seat, self.purchase, price_of_option(picks[0], paid))

    numbers = OPTIONS


class Payment(Protocol):
    """A price of anything, with the parts that an option shows."""

    @property
    def goods(self) -> Goods: ...

    @property
    def uses(self) -> int: ...


Paid = TypeVar("Paid", bound=Payment)


def option_of_price(price: Payment) -> int:
    """Return the option that stands for paying this price."""
    return PAY.option(price.goods, bool(price.uses))


def price_of_option(option: int, prices: Iterable[Paid]) -> Paid:
    """Return the price among these that an option stands for.

    Prices that differ only in their limited savings are one option: a saving that comes again is used up before one
    that comes once in the match.
    """
    return min(
        (price for price in prices if option_of_price(price) == option),
        key=lambda price: uses_once_a_match(price.uses),
    )


def pay(table: Table, seat: int, purchase: Purchase, price: Price) -> None:
    """Pay this price of a purchase: goods go to the supply, a card is given up, and uses of cards are counted."""
    bought_card = purchase.of in (IMPROVEMENT, OCCUPATION)
    lose(table, seat, price.goods, FOR_CARD if bought_card else FOR_BUILDING)
    if price.returns != NO_CARD:
        table.emit(CardGivenUp(seat, price.returns))
    spend_uses(table, price.uses)


def limited_use(card: int, scope: int) -> int:
    """Return the bit that stands for a saving of the card, once in a round or once in the match."""
    return 1 << 2 * card + (scope == PER_GAME)


def uses_once_a_match(uses: int) -> int:
    """Return, as a mask, the savings of a mask of uses that come only once in the match."""
    return sum(uses & 1 << bit for bit in range(1, uses.bit_length(), 2))


def spend_uses(table: Table, uses: int) -> None:
    """Count one use of each limited saving in a mask, for the round or for the match."""
    for bit in range(uses.bit_length()):
        if uses >> bit & 1:
            count_use(table, bit // 2, PER_GAME if bit & 1 else PER_ROUND)

"""Goods that cards have laid on the spaces of rounds. They arrive when their round begins; some have a price."""

from collections.abc import Sequence
from typing import NamedTuple

from tilth_rules.agricola.actions.goods import lose, push_after_gain
from tilth_rules.agricola.amounts import amounts_by_good, food, has
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import DUE
from tilth_rules.agricola.cards.registry import LISTENERS, tables_of
from tilth_rules.agricola.cards.steps import CardActs, acts_of, has_work
from tilth_rules.agricola.codes import BY_SPACE, NOBODY, Goods
from tilth_rules.agricola.events.goods import LaidGoodsReturned, LaidGoodsTaken
from tilth_rules.agricola.moves.numbers import OPTIONS, USE_CARD
from tilth_rules.agricola.state import Laid, State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


class CollectLaid(Act, tag=121):
    """Give a seat the goods that were laid for it on the space of the round that begins.

    Those without a price come first, so that they can help to pay for the rest. BuyOfLaid offers the rest in any order;
    the unbought goes back.
    """

    seat: int

    def act(self, table: Table) -> None:
        state: State = table.state
        found = laid_goods(state, self.seat)
        table.then(*(TakeLaid(laid) for laid in found if not is_for_sale(laid)))
        if any(map(is_for_sale, found)):
            table.then(BuyOfLaid(self.seat), ReturnLaid(self.seat))


def laid_goods(state: State, seat: int) -> list[Laid]:
    """Return the goods and card effects that lie on the space of this round for a seat, in the order in which they were
    laid there."""
    return [laid for laid in state.laid if laid[:2] == (state.round, seat)]


def is_for_sale(laid: Laid) -> bool:
    """Return whether goods laid on a round have a price in food, or an effect laid there belongs to a card that asks
    whether it is used."""
    _, _, card, good, _, price = laid
    # No correction makes an optional listener of a forced one.
    return price > 0 if good else any(listener.optional for listener in LISTENERS[DUE][card])


class TakeLaid(Act, tag=122):
    """Give a seat goods that were laid out for a round. If the card laid no goods there but an effect, it acts."""

    laid: Laid

    def act(self, table: Table) -> None:
        _, seat, card, good, amount, _ = self.laid
        table.emit(LaidGoodsTaken(seat, card, good, amount))
        if good:
            push_after_gain(table, seat, ((good, amount),), BY_SPACE, card)
            return
        table.then(*acts_of(seat, card, DUE, Facts(NOBODY, via=card)))


class ForSale(NamedTuple):
    """A good that was laid on this round, or an effect of a card, with a price."""

    laid: Laid
    price: Goods
    slot: int
    """The number of the card's listener, if the card acts for the price."""


class BuyOfLaid(Ask, tag=127):
    """The question to a seat which of the things with a price that lie on this round for it it buys next, or none. It
    pays and gets the goods, or the card acts; then it is asked again.

    Not asked if it can pay for none, even after an exchange. The text shows the cards that have laid something, and
    those not payable yet.
    """

    seat: int

    def ask(self, state: State) -> Choose | None:
        found = self._for_sale(state)
        if not found:
            return None
        options = [option_of(one) for one in found if has(state, self.seat, one.price)]
        return Choose(self.seat, "buy-laid", tuple(dict.fromkeys(options)), min_picks=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        bought = next(one for one in self._for_sale(table.state) if option_of(one) == picks[0])
        seat, card, good, amount = bought.laid[1:5]
        if good:
            lose(table, seat, bought.price, card=card)
            table.then(TakeLaid(bought.laid))
        else:
            table.emit(LaidGoodsTaken(seat, card, good, amount))
            table.then(CardActs(Call(seat, card, DUE, bought.slot, Facts(NOBODY, via=card))))
        table.then(BuyOfLaid(self.seat))

    def _for_sale(self, state: State) -> list[ForSale]:
        """Return the purchases that the seat can make of things laid on this round."""
        found: list[ForSale] = []
        for laid in laid_goods(state, self.seat):
            if is_for_sale(laid):
                found += for_sale(state, laid)
        return found

    def question_facts(self, state: State, seat: int) -> TextFacts:
        """Return the cards that have laid something out, and those with a price that is not payable yet."""
        found = self._for_sale(state)
        unpaid = [one.laid[2] for one in found if not has(state, seat, one.price)]
        return {"cards": tuple(one.laid[2] for one in found), "unpaid": tuple(unpaid)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        one = next(one for one in self._for_sale(state) if option_of(one) == option)
        return sale_facts(one.laid, one.price)

    numbers = OPTIONS


def for_sale(state: State, laid: Laid) -> list[ForSale]:
    """Return the purchases that something laid on a round allows: goods for food, or each optional effect of its card.
    None if no exchange brings the price, or the effect would do nothing."""
    _, seat, card, good, _, price = laid
    if good:
        goods = food(price)
        return [ForSale(laid, goods, 0)] if within_reach(state, seat, goods) else []
    found = []
    for slot, listener in enumerate(tables_of(state.options.values).listeners[DUE][card]):
        call = Call(seat, card, DUE, slot, Facts(NOBODY, via=card))
        if listener.optional and has_work(state, call, listener):
            found.append(ForSale(laid, listener.price(state, call) if listener.price else (), slot))
    return found


def option_of(one: ForSale) -> int:
    """Return the option to buy something laid on this round, by its card and the number of the card's listener."""
    return USE_CARD.option(one.laid[2], one.slot)


def sale_facts(laid: Laid, price: Goods) -> TextFacts:
    """Return what a text shows of something that can be bought: the goods, if there are any, and the price."""
    _, _, _, good, amount, _ = laid
    return {
        "how": "buy",
        "gain": amounts_by_good(((good, amount),) if good else ()),
        "price": amounts_by_good(price),
    }


class ReturnLaid(Act, tag=128):
    """Put the things that lie on this round for a seat and were not bought back: goods go to the supply, effects are
    lost."""

    seat: int

    def act(self, table: Table) -> None:
        for _, seat, card, good, amount, _ in laid_goods(table.state, self.seat):
            if good:
                table.emit(LaidGoodsReturned(seat, card, good, amount))
            else:
                table.emit(LaidGoodsTaken(seat, card, good, amount))


class BuyLaid(Ask, tag=123):
    """The question to a seat whether it buys one thing with a price that was laid on this round: it pays and takes the
    goods, or they go back. Only version 1 of the rules pushes this step, which may still wait in a stored match."""

    laid: Laid

    def ask(self, state: State) -> Choose:
        seat, price = self.laid[1], self.laid[5]
        options = (USE_CARD.option(self.laid[2]),) if has(state, seat, food(price)) else ()
        return Choose(seat, "buy-laid", options, min_picks=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _, seat, card, good, amount, price = self.laid
        if picks:
            lose(table, seat, food(price), card=card)
            table.then(TakeLaid(self.laid))
        else:
            table.emit(LaidGoodsReturned(seat, card, good, amount))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        _, _, card, _, _, price = self.laid
        return {"cards": (card,), "unpaid": () if has(state, seat, food(price)) else (card,)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return sale_facts(self.laid, food(self.laid[5]))

    numbers = OPTIONS

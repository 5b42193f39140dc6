"""Hauls: the goods that a person carries off from a space, from its heap and from the supply."""

from collections.abc import Sequence

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.actions.goods import push_after_gain
from tilth_rules.agricola.amounts import amounts_by_good, goods_without, sum_of_goods
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import GOT, TAKE, TOOK
from tilth_rules.agricola.cards.steps import push_moment_now
from tilth_rules.agricola.codes import BY_SPACE, GOODS, NO_CARD, SHEEP, Goods
from tilth_rules.agricola.events.goods import CollectingBegan, GoodsGained, GoodsTaken
from tilth_rules.agricola.moves.numbers import OPTIONS, TAKE_GOOD
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


def goods_on(state: State, space: int) -> Goods:
    """Return the goods that lie on a space."""
    base = GOODS * space
    there = state.heaps[base : base + GOODS]
    kinds = GOODS - there.count(0)
    if kinds == 1:
        amount = sum(there)
        return ((there.index(amount), amount),)
    return tuple([(good, amount) for good, amount in enumerate(there) if amount]) if kinds else ()


def something_lies(state: State, space: int) -> bool:
    """Return whether any goods lie on a space."""
    return any(state.heaps[GOODS * space : GOODS * space + GOODS])


class MakeUpHaul(Act, tag=80):
    """Put together the goods that a seat takes from a space (if `heap`) and from the supply (`stock`). Cards may leave
    some of them there or add to them first; then the seat takes them (CarryOff)."""

    facts: Facts
    stock: Goods
    """The goods from the supply that come with those on the space."""
    heap: bool
    """True if the goods on the space are taken."""

    def act(self, table: Table) -> None:
        make_up_haul(table, self.facts, self.stock, self.heap)


def make_up_haul(table: Table, facts: Facts, stock: Goods, heap: bool) -> None:
    """Put together the goods on a space (if `heap`) and goods from the supply (`stock`). The seat takes them at once,
    or after cards have left or added some."""
    state: State = table.state
    there = goods_on(state, facts.space) if heap else ()
    if state.left:
        table.emit(CollectingBegan(facts.seat))
    if not state.listening[TAKE]:
        carry_off(table, facts, there, stock)
        return
    whole = Facts(
        facts.seat,
        facts.space,
        facts.via,
        person=facts.person,
        goods=sum_of_goods(there, stock),
        lying=there,
    )
    push_moment_now(table, TAKE, whole)
    table.then(CarryOff(facts, there, stock))


class CarryOff(Act, tag=81):
    """Let a seat take the goods that lie on a space, without those that cards have left there, and those of the supply
    (`stock`). Cards notice it; then animals without room have to be given up."""

    facts: Facts
    lying: Goods
    stock: Goods

    def act(self, table: Table) -> None:
        carry_off(table, self.facts, self.lying, self.stock)


def carry_off(table: Table, facts: Facts, there: Goods, stock: Goods) -> None:
    """Let a seat take the goods `there` from a space, without those that cards have left, and the goods `stock` from
    the supply. Cards notice it, and animals without room are given up."""
    state: State = table.state
    seat = facts.seat
    left = state.left
    taken = goods_without(there, left) if left else there
    for good, amount in taken:
        table.emit(GoodsTaken(seat, facts.space, good, amount))
    for good, amount in stock:
        table.emit(GoodsGained(seat, good, amount, BY_SPACE))
    goods = sum_of_goods(taken, stock) if stock else taken
    if state.listening[GOT]:
        push_after_gain(table, seat, tuple(one for one in goods if one[0] < SHEEP), BY_SPACE)
    if state.listening[TOOK]:
        push_moment_now(
            table, TOOK, Facts(seat, facts.space, facts.via, NO_CARD, facts.person, goods, there, left)
        )
    for good, _ in goods:
        if good >= SHEEP:
            table.then(KeepAnimals(seat))
            return


class ChooseGoods(Ask, tag=82):
    """The question to a seat on a space which `amount` different goods of those in `of` it takes from the supply,
    exactly that many. It then takes them together with `stock` and, if `heap`, the goods on the space. The text shows
    the space or card and the other goods that come along."""

    facts: Facts
    of: tuple[int, ...]
    amount: int
    stock: Goods
    heap: bool

    def ask(self, state: State) -> Choose:
        options = [TAKE_GOOD.option(good) for good in self.of]
        return Choose(self.facts.seat, "goods", options, self.amount, self.amount)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        more = sum_of_goods(self.stock, goods_on(state, self.facts.space) if self.heap else ())
        via = self.facts.via
        return {
            "space": None if via != NO_CARD else self.facts.space,
            "card": None if via == NO_CARD else via,
            "along": amounts_by_good(more),
        }

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"use": "take"}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        chosen = tuple((TAKE_GOOD.part(option), 1) for option in picks)
        table.then(MakeUpHaul(self.facts, sum_of_goods(self.stock, chosen), self.heap))

    numbers = OPTIONS

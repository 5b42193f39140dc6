"""What a person carries off from a space: what lies there, and what the space adds from the supply."""

from collections.abc import Sequence

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import opens_now
from tilth_rules.agricola.cards.words import GOT, TAKE, TOOK
from tilth_rules.agricola.choices import GOOD_AT, move_of
from tilth_rules.agricola.events.goods import Gained, GoodsTaken, HaulBegan
from tilth_rules.agricola.goods import less, together
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import received
from tilth_rules.agricola.words import BY_SPACE, GOODS, NO_CARD, SHEEP, Goods
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


def lying(state: State, space: int) -> Goods:
    """What lies on a space."""
    base = GOODS * space
    there = state.heaps[base : base + GOODS]
    kinds = GOODS - there.count(0)
    if kinds == 1:
        amount = sum(there)
        return ((there.index(amount), amount),)
    return tuple([(good, amount) for good, amount in enumerate(there) if amount]) if kinds else ()


def something_lies(state: State, space: int) -> bool:
    return any(state.heaps[GOODS * space : GOODS * space + GOODS])


class MakeUpHaul(Act, tag=80):
    """Before anything is carried off, cards may leave some of it on the space, or add to it."""

    facts: Facts
    stock: Goods
    """From the supply, besides what lies there."""
    heap: bool
    """Whether what lies there is taken."""

    def act(self, table: Table) -> None:
        make_up_haul(table, self.facts, self.stock, self.heap)


def make_up_haul(table: Table, facts: Facts, stock: Goods, heap: bool) -> None:
    state: State = table.state
    there = lying(state, facts.space) if heap else ()
    if state.left:
        table.emit(HaulBegan(facts.seat))
    if not state.listening[TAKE]:
        carry(table, facts, there, stock)
        return
    whole = Facts(
        facts.seat,
        facts.space,
        facts.via,
        person=facts.person,
        goods=together(there, stock),
        lying=there,
    )
    opens_now(table, TAKE, whole)
    table.then(CarryOff(facts, there, stock))


class CarryOff(Act, tag=81):
    """The haul is in hand, and now cards notice it. Room for animals is looked for when all of that is over."""

    facts: Facts
    lying: Goods
    stock: Goods

    def act(self, table: Table) -> None:
        carry(table, self.facts, self.lying, self.stock)


def carry(table: Table, facts: Facts, there: Goods, stock: Goods) -> None:
    state: State = table.state
    seat = facts.seat
    left = state.left
    taken = less(there, left) if left else there
    for good, amount in taken:
        table.emit(GoodsTaken(seat, facts.space, good, amount))
    for good, amount in stock:
        table.emit(Gained(seat, good, amount, BY_SPACE))
    goods = together(taken, stock) if stock else taken
    if state.listening[GOT]:
        received(table, seat, tuple(one for one in goods if one[0] < SHEEP), BY_SPACE)
    if state.listening[TOOK]:
        opens_now(table, TOOK, Facts(seat, facts.space, facts.via, NO_CARD, facts.person, goods, there, left))
    for good, _ in goods:
        if good >= SHEEP:
            table.then(KeepAnimals(seat))
            return


class ChooseGoods(Ask, tag=82):
    """Goods of the seat's choice, all different, from the supply."""

    facts: Facts
    of: tuple[int, ...]
    amount: int
    stock: Goods
    heap: bool

    def ask(self, state: State) -> Choose:
        options = [GOOD_AT + good for good in self.of]
        return Choose(self.facts.seat, "goods", options, self.amount, self.amount)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        chosen = tuple((option - GOOD_AT, 1) for option in picks)
        table.then(MakeUpHaul(self.facts, together(self.stock, chosen), self.heap))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)

"""What a person does on a space: all of it, one thing and then another, one or both, or one of several."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import opens
from tilth_rules.agricola.cards.words import USED
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import SPACES, Space
from tilth_rules.agricola.hauls import ChooseGoods, MakeUpHaul
from tilth_rules.agricola.hopeless import glance_at
from tilth_rules.agricola.moves import move_of
from tilth_rules.agricola.parts import KNOWN, MAY, carry_out, part_option, possible, test_of
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import GOODS, Goods
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


def _always(space: Space) -> bool:
    """Whether there is something to do there for anybody at any time."""
    sure = [
        isinstance(act, acts.Choose | acts.StartPlayer) or (isinstance(act, acts.Gain) and not act.price)
        for act in space.do
    ]
    return sure[0] if space.form == "then" else any(sure)


ALWAYS: Final = tuple(_always(space) for space in SPACES)
HEAPS: Final = tuple(all(isinstance(act, acts.TakeAll) for act in space.do) for space in SPACES)
"""Spaces that are of use as long as something lies there."""
TAKING: Final = tuple(any(isinstance(act, acts.TakeAll) for act in space.do) for space in SPACES)
"""Spaces with an act that takes what lies there. On others something lies by a card only: whoever comes takes it."""
GLANCES: Final = tuple(glance_at(space) for space in SPACES)
NOTHING: Final = [0] * GOODS
TESTS: Final = tuple(tuple((act, test_of(act)) for act in space.do) for space in SPACES)


def usable(state: State, facts: Facts, how: int = KNOWN) -> bool:
    """Whether there is anything to do on a space: who takes it must use it."""
    at = facts.space
    if ALWAYS[at]:
        return True
    if HEAPS[at]:
        return state.heaps[GOODS * at : GOODS * at + GOODS] != NOTHING
    space = SPACES[at]
    if space.form == "then":
        return possible(state, facts, space.do[0], how)
    for act, test in TESTS[at]:  # noqa: SIM110 - a loop is half the price
        if test(state, facts, act, how):
            return True
    return False


class UseSpace(Act, tag=100):
    """A person does what the space says."""

    facts: Facts

    def act(self, table: Table) -> None:
        facts = self.facts
        space = SPACES[facts.space]
        if space.form != "all" and not TAKING[facts.space] and something_lies(table.state, facts.space):
            table.then(MakeUpHaul(facts, (), True))
        if space.form == "all":
            do_all(table, facts, space.do)
        elif space.form == "then":
            carry_out(table, space.do[0], facts)
            table.then(AlsoPart(facts))
        else:
            table.then(Parts(facts, tuple(range(len(space.do))), space.form == "either"))
        opens(table, USED, facts)


def something_lies(state: State, space: int) -> bool:
    return state.heaps[GOODS * space : GOODS * space + GOODS] != NOTHING


def do_all(table: Table, facts: Facts, do: Sequence[acts.Act]) -> None:
    """Everything happens. What is carried off is one haul, whatever it is made up of."""
    stock: Goods = ()
    choice: acts.Choose | None = None
    haul = heap = something_lies(table.state, facts.space)
    alone = True
    for act in do:
        if isinstance(act, acts.TakeAll):
            haul = heap = True
        elif isinstance(act, acts.Choose):
            haul, choice = True, act
        elif isinstance(act, acts.Gain) and not act.price:
            haul = True
            stock += tuple((good, amount) for good, amount in act.goods if isinstance(amount, int))
        else:
            carry_out(table, act, facts)
            alone = alone and isinstance(act, acts.StartPlayer)
    if choice is not None:
        table.then(ChooseGoods(facts, tuple(map(int, choice.of)), choice.n, stock, heap))
    elif haul and alone:
        MakeUpHaul(facts, stock, heap).act(table)
    elif haul:
        table.then(MakeUpHaul(facts, stock, heap))


class AlsoPart(Act, tag=101):
    """After what had to be done, the rest may follow."""

    facts: Facts

    def act(self, table: Table) -> None:
        for act in SPACES[self.facts.space].do[1:]:
            if possible(table.state, self.facts, act, MAY):
                carry_out(table, act, self.facts, need=False)


class Parts(Act, tag=102):
    """At least one of the parts is done, in their order, or exactly one where the space says either - or. The starting
    player's marker always goes along."""

    facts: Facts
    left: tuple[int, ...]
    one: bool
    done: bool = False

    def act(self, table: Table) -> None:
        facts = self.facts
        do = SPACES[facts.space].do
        left = self.left
        done = self.done
        if left and isinstance(do[left[0]], acts.StartPlayer):
            carry_out(table, do[left[0]], facts)
            left, done = left[1:], True
        maybe = [part for part in left if possible(table.state, facts, do[part], MAY)]
        if len(maybe) == 1:
            carry_out(table, do[maybe[0]], facts, need=not done)
        elif maybe:
            table.then(ChoosePart(facts, left, self.one, done))


class ChoosePart(Ask, tag=103):
    """Which part is done next, or that it is enough."""

    facts: Facts
    left: tuple[int, ...]
    one: bool
    done: bool

    def ask(self, state: State) -> Choose:
        do = SPACES[self.facts.space].do
        options = [
            part_option(do[part]) for part in self.left if possible(state, self.facts, do[part], KNOWN)
        ]
        return Choose(self.facts.seat, "part", options, 0 if self.done or not options else 1)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        do = SPACES[self.facts.space].do
        chosen = next(part for part in self.left if part_option(do[part]) == picks[0])
        carry_out(table, do[chosen], self.facts)
        rest = tuple(part for part in self.left if part > chosen)
        if rest and not self.one:
            table.then(Parts(self.facts, rest, False, True))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)

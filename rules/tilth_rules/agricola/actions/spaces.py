"""What a person does on a space: all of it, one thing and then another, one or both, or one of several."""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.glances import glance_at
from tilth_rules.agricola.actions.hauls import ChooseGoods, MakeUpHaul, make_up_haul, something_lies
from tilth_rules.agricola.actions.parts import KNOWN, MAY, Test, carry_out, option_of, possible, test_of
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import opens
from tilth_rules.agricola.cards.words import USED
from tilth_rules.agricola.choices import move_of
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import SPACES, Space
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
FORMS: Final = tuple(space.form for space in SPACES)
TAKING: Final = tuple(any(isinstance(act, acts.TakeAll) for act in space.do) for space in SPACES)
"""Spaces with an act that takes what lies there. On others something lies by a card only: whoever comes takes it."""
Tests = tuple[tuple[acts.Act, Test], ...]


def _deciding(space: Space) -> tuple[acts.Act, ...]:
    """The acts of which one has to be possible there."""
    return space.do[:1] if space.form == "then" else space.do


TESTS: Final[tuple[Tests, ...]] = tuple(
    tuple((act, test_of(act)) for act in _deciding(space)) for space in SPACES
)
GLANCES: Final = tuple(glance_at(_deciding(space)) for space in SPACES)
EVIDENT: Final = frozenset(
    at
    for at, space in enumerate(SPACES)
    if not any(isinstance(act, acts.PlayOccupation | acts.Improve) for act in _deciding(space))
)
"""Spaces of which everybody can tell whether they are of use to a seat: its hand has no say in it."""


def _gathering(at: int, space: Space) -> int:
    """Where among the heaps lies what makes a space useful as soon as it has come; 0, where nothing ever lies, if
    nothing does."""
    if space.accumulates and any(isinstance(act, acts.TakeAll) for act in _deciding(space)):
        return GOODS * at + space.accumulates[0][0]
    return 0


GATHERING: Final = tuple(_gathering(at, space) for at, space in enumerate(SPACES))


def usable(state: State, facts: Facts, how: int = KNOWN) -> bool:
    """Whether there is anything to do on a space: who takes it must use it."""
    at = facts.space
    if ALWAYS[at]:
        return True
    for act, test in TESTS[at]:  # noqa: SIM110 - a loop is half the price
        if test(state, facts, act, how):
            return True
    return False


class UseSpace(Act, tag=100):
    """A person does what the space says."""

    facts: Facts

    def act(self, table: Table) -> None:
        use_space(table, self.facts)


def use_space(table: Table, facts: Facts) -> None:
    at = facts.space
    form = FORMS[at]
    if form == "all":
        do_all(table, facts)
    else:
        space = SPACES[at]
        if not TAKING[at] and something_lies(table.state, at):
            table.then(MakeUpHaul(facts, stock=(), heap=True))
        if form == "then":
            carry_out(table, space.do[0], facts)
            table.then(AlsoPart(facts))
        else:
            table.then(Parts(facts, tuple(range(len(space.do))), form == "either"))
    opens(table, USED, facts)


class Whole(msgspec.Struct, frozen=True):
    """All acts of a space together: what is carried off is one haul, whatever it is made up of."""

    heap: bool
    """What lies there is carried off."""
    stock: Goods
    """What comes from the supply goes with it."""
    choice: acts.Choose | None
    rest: tuple[acts.Act, ...]
    alone: bool
    """The rest takes no steps that would have to come before the haul."""


def _whole(space: Space) -> Whole:
    choice: acts.Choose | None = None
    stock: Goods = ()
    rest: list[acts.Act] = []
    for act in space.do:
        if isinstance(act, acts.Choose):
            choice = act
        elif isinstance(act, acts.Gain) and not act.price:
            stock += tuple((good, amount) for good, amount in act.goods if isinstance(amount, int))
        elif not isinstance(act, acts.TakeAll):
            rest.append(act)
    alone = all(isinstance(act, acts.StartPlayer) for act in rest)
    return Whole(any(isinstance(act, acts.TakeAll) for act in space.do), stock, choice, tuple(rest), alone)


WHOLE: Final = tuple(_whole(space) for space in SPACES)
ONLY_HAULS: Final = tuple(
    form == "all" and whole.alone and whole.choice is None for form, whole in zip(FORMS, WHOLE, strict=True)
)
"""Spaces where something is carried off and nothing else is asked or done later, if no card has a say."""


def do_all(table: Table, facts: Facts) -> None:
    """Everything happens."""
    whole = WHOLE[facts.space]
    for act in whole.rest:
        carry_out(table, act, facts)
    heap = whole.heap or something_lies(table.state, facts.space)
    if whole.choice is not None:
        table.then(ChooseGoods(facts, tuple(map(int, whole.choice.of)), whole.choice.n, whole.stock, heap))
    elif heap or whole.stock:
        if whole.alone:
            make_up_haul(table, facts, whole.stock, heap)
        else:
            table.then(MakeUpHaul(facts, whole.stock, heap))


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
        options = [option_of(do[part]) for part in self.left if possible(state, self.facts, do[part], KNOWN)]
        return Choose(self.facts.seat, "part", options, 0 if self.done or not options else 1)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        do = SPACES[self.facts.space].do
        chosen = next(part for part in self.left if option_of(do[part]) == picks[0])
        carry_out(table, do[chosen], self.facts)
        rest = tuple(part for part in self.left if part > chosen)
        if rest and not self.one:
            table.then(Parts(self.facts, rest, one=False, done=True))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)

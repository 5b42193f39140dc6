"""The acts of a space for one person: all of them, one and then another, one or both, or one of several."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.agricola.actions.hauls import ChooseGoods, MakeUpHaul, make_up_haul, something_lies
from tilth_rules.agricola.actions.parts import (
    KNOWN,
    MAY,
    Test,
    act_facts,
    act_label,
    carry_out,
    option_of,
    possible,
    test_of,
)
from tilth_rules.agricola.actions.quick_checks import quick_check
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import USED
from tilth_rules.agricola.cards.steps import push_moment
from tilth_rules.agricola.codes import GOODS, Goods
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.content.spaces import SPACES, Space
from tilth_rules.agricola.moves.numbers import OPTIONS
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


def _always(space: Space) -> bool:
    """Return whether any seat can use the space at any time, because an act of it is always possible."""
    sure = [
        isinstance(act, acts.Choose | acts.StartPlayer) or (isinstance(act, acts.Gain) and not act.price)
        for act in space.do
    ]
    return sure[0] if space.form == "then" else any(sure)


ALWAYS: Final = tuple(_always(space) for space in SPACES)
FORMS: Final = tuple(space.form for space in SPACES)
TAKING: Final = tuple(any(isinstance(act, acts.TakeAll) for act in space.do) for space in SPACES)
"""True for spaces with an act that takes the goods there. On others only a card lays goods, and any visitor takes
them."""
Tests = tuple[tuple[acts.Act, Test], ...]


def _deciding_acts(space: Space) -> tuple[acts.Act, ...]:
    """Return the acts of a space of which one must be possible so that a seat may use it."""
    return space.do[:1] if space.form == "then" else space.do


EVIDENT: Final = frozenset(
    at
    for at, space in enumerate(SPACES)
    if not any(isinstance(act, acts.PlayOccupation | acts.Improve) for act in _deciding_acts(space))
)
"""Spaces whose use to a seat everybody can see, because the seat's hand makes no difference."""


def _gathering(at: int, space: Space) -> int:
    """Return the index among the heaps of the good that gathers on a space and makes it useful.

    It is 0, where no heap is, if no good does.
    """
    if space.accumulates and any(isinstance(act, acts.TakeAll) for act in _deciding_acts(space)):
        return GOODS * at + space.accumulates[0][0]
    return 0


GATHERING: Final = tuple(_gathering(at, space) for at, space in enumerate(SPACES))


def usable(state: State, facts: Facts, how: int = KNOWN) -> bool:
    """Return whether the seat finds anything to do on a space, by this knowledge (`how`). A person who takes a space
    must use it."""
    at = facts.space
    if ALWAYS[at]:
        return True
    for act, test in uses_of(state.options.values).tests[at]:  # noqa: SIM110 - a loop is half the price
        if test(state, facts, act, how):
            return True
    return False


def acts_on(state: State, facts: Facts) -> tuple[acts.Act, ...]:
    """Return the acts of the space that the facts are about."""
    return content_of(state.options.values).spaces[facts.space].do


class UseSpace(Act, tag=100):
    """Carry out the acts of the space on which a person stands (see `use_space`)."""

    facts: Facts

    def act(self, table: Table) -> None:
        use_space(table, self.facts)


def use_space(table: Table, facts: Facts) -> None:
    """Push the steps of a person's use of a space, by its form: all acts; the first act and then optional ones; or a
    choice. Goods that cards laid there are taken first, and at the end cards notice the use."""
    at = facts.space
    form = FORMS[at]
    if form == "all":
        do_all(table, facts)
    else:
        space = content_of(table.state.options.values).spaces[at]
        if not TAKING[at] and something_lies(table.state, at):
            table.then(MakeUpHaul(facts, stock=(), heap=True))
        if form == "then":
            carry_out(table, space.do[0], facts)
            table.then(AlsoPart(facts))
        else:
            table.then(Parts(facts, tuple(range(len(space.do))), form == "either"))
    push_moment(table, USED, facts)


class ActsTogether(msgspec.Struct, frozen=True):
    """The acts of a space taken together, so that everything that is carried off is one haul."""

    heap: bool
    """True if the goods on the space are carried off."""
    stock: Goods
    """The goods from the supply that come with it."""
    choice: acts.Choose | None
    rest: tuple[acts.Act, ...]
    alone: bool
    """True if the rest has no steps that must come before the haul."""


def _acts_together(space: Space) -> ActsTogether:
    """Return all acts of a space taken together."""
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
    return ActsTogether(
        any(isinstance(act, acts.TakeAll) for act in space.do), stock, choice, tuple(rest), alone
    )


class Uses:
    """The uses of all spaces in a match, computed from their acts: tests, quick checks, and acts taken together."""

    def __init__(self, values: str) -> None:
        spaces = content_of(values).spaces
        self.tests: Final = tuple(
            tuple((act, test_of(act)) for act in _deciding_acts(space)) for space in spaces
        )
        self.quick_checks: Final = tuple(quick_check(_deciding_acts(space)) for space in spaces)
        self.wholes: Final = tuple(_acts_together(space) for space in spaces)


uses_of: Final = lru_cache(maxsize=64)(Uses)
"""Return the Uses of the spaces in a match with these corrections."""
ONLY_HAULS: Final = tuple(
    form == "all" and whole.alone and whole.choice is None
    for form, whole in zip(FORMS, uses_of("").wholes, strict=True)
)
"""True for spaces where a person carries goods off, without a question or a later step, if no card changes it."""


def do_all(table: Table, facts: Facts) -> None:
    """Carry out all acts of a space: first those outside of the haul, then one haul of the goods on the space and those
    from the supply, after a choice of goods if the space has one."""
    whole = uses_of(table.state.options.values).wholes[facts.space]
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
    """Offer the seat the later parts of a space whose first part had to be done; it can decline each."""

    facts: Facts

    def act(self, table: Table) -> None:
        """Carry out the other parts of the space that may be possible, which the seat can decline."""
        for act in acts_on(table.state, self.facts)[1:]:
            if possible(table.state, self.facts, act, MAY):
                carry_out(table, act, self.facts, need=False)


class Parts(Act, tag=102):
    """On a space with several parts, a person does at least one of them, in their order, or exactly one if the space
    says "either - or".

    The starting player's marker always goes along. Later parts are checked again after each one, because a part may
    make another one possible (a field that was just ploughed can be sown).
    """

    facts: Facts
    left: tuple[int, ...]
    one: bool
    done: bool = False

    def act(self, table: Table) -> None:
        """Carry out the only part of the space that is possible, or ask which part comes next."""
        facts = self.facts
        do = acts_on(table.state, facts)
        left = self.left
        done = self.done
        if left and isinstance(do[left[0]], acts.StartPlayer):
            carry_out(table, do[left[0]], facts)
            left, done = left[1:], True
        maybe = [part for part in left if possible(table.state, facts, do[part], MAY)]
        if len(maybe) == 1:
            carry_out(table, do[maybe[0]], facts, need=not done)
            if not self.one:
                offer_parts_after(table, facts, left, maybe[0])
        elif maybe:
            table.then(ChoosePart(facts, left, self.one, done))


def offer_parts_after(table: Table, facts: Facts, left: tuple[int, ...], part: int) -> None:
    """Offer, as optional, the parts among `left` that come later on the space than `part`; do nothing if there are
    none."""
    later = tuple(other for other in left if other > part)
    if later:
        table.then(Parts(facts, later, one=False, done=True))


class ChoosePart(Ask, tag=103):
    """The question to a seat which part of the space it does next, of those that are possible; or none, if it has done
    one already. The part is carried out. Unless the space says "either - or", later parts are then offered. The text
    shows the space, an option's the parts given up by choosing a later one."""

    facts: Facts
    left: tuple[int, ...]
    one: bool
    done: bool

    def ask(self, state: State) -> Choose:
        do = acts_on(state, self.facts)
        options = [option_of(do[part]) for part in self.left if possible(state, self.facts, do[part], KNOWN)]
        return Choose(self.facts.seat, "part", options, 0 if self.done or not options else 1)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"space": self.facts.space, "one": self.one, "done": self.done}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        do = acts_on(state, self.facts)
        open_ = [part for part in self.left if possible(state, self.facts, do[part], KNOWN)]
        chosen = next(part for part in open_ if option_of(do[part]) == option)
        before = () if self.one else tuple(act_label(do[part]) for part in open_ if part < chosen)
        return {"given_up": before, **act_facts(do[chosen])}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        do = acts_on(table.state, self.facts)
        chosen = next(part for part in self.left if option_of(do[part]) == picks[0])
        carry_out(table, do[chosen], self.facts)
        if not self.one:
            offer_parts_after(table, self.facts, self.left, chosen)

    numbers = OPTIONS

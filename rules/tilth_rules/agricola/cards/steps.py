"""The steps by which cards act, for all cards the same: a moment opens, forced cards act, of optional ones the owner
says which is next, and a card may ask."""

from collections.abc import Iterable, Iterator, Sequence

from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import (
    LISTENERS,
    OFFERS,
    OTHERS,
    OWN,
    QUESTIONS,
    SEQUELS,
    Listener,
    Offer,
)
from tilth_rules.agricola.cards.words import BREEDING, FIELD_BEGINS, OFFERED, SCOPES
from tilth_rules.agricola.choices import move_of, use_of, use_option
from tilth_rules.agricola.events.cards import CardSpent
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.words import NOBODY
from tilth_rules.kernel import Act, Ask, Choose, Measure, Move, Step, Table

Way = tuple[int, int]
"""A card, and which of its listeners."""


class Opens(Act, tag=1):
    """A moment has come. The acting seat's cards act first, then those of the others clockwise; where nobody acts, all
    in turn from the starting player on. What has nothing to decide acts first, then the owner chooses the order."""

    moment: int
    facts: Facts

    def act(self, table: Table) -> None:
        state: State = table.state
        listening = state.listening[self.moment]
        if not listening:
            return
        actor = self.facts.seat
        owners = [state.owner[card] for card in listening]
        for seat in clockwise(state, state.first if actor == NOBODY else actor):
            if seat not in owners:
                continue
            table.then(*in_turn(heard(state, seat, self.moment, self.facts)))


def in_turn(listening: Iterable[tuple[Call, Listener]]) -> list[Step]:
    """All that a seat's cards do at a moment: first what has nothing to decide, then the rest as the owner likes."""
    acts: list[Step] = []
    optional: list[Call] = []
    for call, listener in listening:
        if listener.optional:
            optional.append(call)
        else:
            acts.append(CardActs(call))
    if optional:
        one = optional[0]
        ways = tuple((call.card, call.slot) for call in optional)
        acts.append(ChooseNext(one.seat, one.moment, one.facts, ways))
    return acts


def acts_of(seat: int, card: int, moment: int, facts: Facts) -> list[Step]:
    """What this card does at a moment that is its own. Whether it has anything to do shows when its turn comes."""
    return in_turn(
        (Call(seat, card, moment, slot, facts), listener)
        for slot, listener in enumerate(LISTENERS[moment][card])
    )


def heard(state: State, seat: int, moment: int, facts: Facts) -> Iterator[tuple[Call, Listener]]:
    """The cards of a seat that have something to do at a moment. Whoever skips a harvest has none in it."""
    own = facts.seat in (NOBODY, seat)
    if facts.seat == NOBODY and state.seats[seat].skips and FIELD_BEGINS <= moment <= BREEDING:
        return
    deaf = OTHERS if own else OWN
    owner = state.owner
    listeners = LISTENERS[moment]
    for card in state.listening[moment]:
        if owner[card] != seat:
            continue
        for slot, listener in enumerate(listeners[card]):
            if listener.whose == deaf:
                continue
            call = Call(seat, card, moment, slot, facts)
            if wanted(state, call, listener):
                yield call, listener


def wanted(state: State, call: Call, listener: Listener) -> bool:
    if listener.limit and is_spent(state, call.card, listener.limit, listener.times):
        return False
    return listener.wants is None or listener.wants(state, call)


def is_spent(state: State, card: int, scope: int, times: int) -> bool:
    """Whether the card has been used as often as it may be."""
    return scope > 0 and state.spent.get(SCOPES * card + scope, 0) >= times


def spend(table: Table, card: int, scope: int) -> None:
    """Before what the use leads to, so that it can't lead to itself."""
    if scope:
        table.emit(CardSpent(card, scope))


class CardActs(Act, tag=2):
    """A card does what it does."""

    call: Call

    def act(self, table: Table) -> None:
        call = self.call
        acting: Listener | Offer
        if call.moment == OFFERED:
            acting = OFFERS[call.card][call.slot]
        else:
            acting = LISTENERS[call.moment][call.card][call.slot]
            if not wanted(table.state, call, acting):
                return
        spend(table, call.card, acting.limit)
        acting.act(table, call)


class ChooseNext(Ask, tag=3):
    """Cards that may act, and need not: their owner says which is next, or that it is enough."""

    seat: int
    moment: int
    facts: Facts
    ways: tuple[Way, ...]

    def ask(self, state: State) -> Choose | None:
        options = []
        for card, slot in self.ways:
            call = Call(self.seat, card, self.moment, slot, self.facts)
            if state.owner[card] == self.seat and wanted(state, call, LISTENERS[self.moment][card][slot]):
                options.append(use_option(card, slot))
        if not options:
            return None
        return Choose(self.seat, "next-card", options, least=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        card, slot = use_of(picks[0])
        rest = tuple(way for way in self.ways if way != (card, slot))
        table.then(
            CardActs(Call(self.seat, card, self.moment, slot, self.facts)),
            *([ChooseNext(self.seat, self.moment, self.facts, rest)] if rest else []),
        )

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class CardAsks(Ask, tag=4):
    """A card asks in a way of its own. What is asked follows from the state and from what the call holds."""

    call: Call
    stage: int

    @property
    def owed(self) -> bool:
        return QUESTIONS[self.call.card][self.stage].owed

    def ask(self, state: State) -> Choose | Measure | None:
        return QUESTIONS[self.call.card][self.stage].ask(state, self.call)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        QUESTIONS[self.call.card][self.stage].take(table, self.call, picks)

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class CardGoesOn(Act, tag=5):
    """A card goes on when what it has led to is over."""

    call: Call
    stage: int

    def act(self, table: Table) -> None:
        SEQUELS[self.call.card][self.stage](table, self.call)


def opens(table: Table, moment: int, facts: Facts) -> None:
    """Push a moment that comes after whatever was pushed just before; if that is nothing, who listens is known already.
    In the family game no card listens to anything."""
    state: State = table.state
    if state.listening[moment] or (not state.options.family and table.pushed):
        table.then(Opens(moment, facts))


def opens_now(table: Table, moment: int, facts: Facts) -> None:
    """Push a moment before which nothing else happens, so that who listens is known already."""
    if table.state.listening[moment]:
        table.then(Opens(moment, facts))

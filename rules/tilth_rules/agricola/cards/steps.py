"""The steps by which all cards act: a moment opens, forced cards act, the owner chooses among optional ones, and
cards ask."""

from collections.abc import Iterable, Iterator, Sequence

from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import BREEDING, FIELD_BEGINS, OFFERED
from tilth_rules.agricola.cards.registry import (
    LISTENERS,
    OTHERS,
    OWN,
    QUESTIONS,
    SEQUELS,
    Listener,
    Offer,
    Question,
    tables_of,
)
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.codes import NOBODY
from tilth_rules.agricola.events.cards import CardSpent
from tilth_rules.agricola.moves.numbers import OPTIONS, USE_CARD
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Ask, Choose, Measure, Step, Table, TextFacts

Way = tuple[int, int]
"""A card, and the number of one of its listeners."""
Heard = tuple[Call, Listener]
"""A card's call at a moment, and its listener there."""


class Opens(Act, tag=1):
    """A moment has come at which cards may act: the acting seat's cards first, then those of the others clockwise.

    If no seat acts, all seats take turns from the starting player on. Of a seat's cards, forced ones act first, and
    then the owner chooses the order of the others.
    """

    moment: int
    facts: Facts

    def act(self, table: Table) -> None:
        """Push the steps of all cards that listen to the moment, seat by seat."""
        state: State = table.state
        listening = state.listening[self.moment]
        if not listening:
            return
        actor = self.facts.seat
        owners = [state.owner[card] for card in listening]
        acts = False
        late: list[Step] = []
        for seat in clockwise(len(state.seats), state.first if actor == NOBODY else actor):
            if seat not in owners:
                continue
            waiting = list(listeners(state, seat, self.moment, self.facts))
            now = [has_work(state, call, listener) for call, listener in waiting]
            acts = acts or any(now)
            if acts:
                table.then(*steps_in_turn(open_to(waiting, now)))
                late += [
                    CardActs(call)
                    for (call, listener), acts_now in zip(waiting, now, strict=True)
                    if acts_now and listener.late
                ]
        table.then(*late)


def open_to(waiting: Iterable[Heard], now: Iterable[bool]) -> Iterator[Heard]:
    """Yield the cards with something to do when the moment opens, and all optional cards.

    Other cards may make an optional card possible before its turn. Each is checked again when its turn comes.
    """
    for (call, listener), has_something in zip(waiting, now, strict=True):
        if (has_something or listener.optional) and not listener.late:
            yield call, listener


def steps_in_turn(listening: Iterable[Heard]) -> list[Step]:
    """Return the steps of a seat's cards that act at a moment: the forced cards first, then the question for the
    optional ones."""
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
    """Return the steps of one card at a moment that concerns it alone. Each checks in its turn whether the card has
    anything to do."""
    # The printed listeners are enough: no correction makes an optional one of a forced one.
    return steps_in_turn(
        (Call(seat, card, moment, slot, facts), listener)
        for slot, listener in enumerate(LISTENERS[moment][card])
    )


def listeners(state: State, seat: int, moment: int, facts: Facts) -> Iterator[Heard]:
    """Yield the cards of a seat that listen to a moment. A seat that skips a harvest has no such cards in it."""
    own = facts.seat in (NOBODY, seat)
    if facts.seat == NOBODY and state.seats[seat].skips and FIELD_BEGINS <= moment <= BREEDING:
        return
    deaf = OTHERS if own else OWN
    owner = state.owner
    registered = tables_of(state.options.values).listeners[moment]
    for card in state.listening[moment]:
        if owner[card] != seat:
            continue
        for slot, listener in enumerate(registered[card]):
            if listener.whose != deaf:
                yield Call(seat, card, moment, slot, facts), listener


def listeners_with_work(state: State, seat: int, moment: int, facts: Facts) -> Iterator[Heard]:
    """Yield (call, listener) for each listener of the seat's cards that has something to do at this moment."""
    for call, listener in listeners(state, seat, moment, facts):
        if has_work(state, call, listener):
            yield call, listener


def has_work(state: State, call: Call, listener: Listener) -> bool:
    """Return whether the listening card has anything to do, once its owner has made the exchanges that its price
    needs."""
    if listener.limit and is_spent(state, call.card, listener.limit, listener.times):
        return False
    if listener.wants is not None and not listener.wants(state, call):
        return False
    return listener.price is None or within_reach(state, call.seat, listener.price(state, call))


def can_act_at_once(state: State, call: Call, listener: Listener) -> bool:
    """Return whether a listening card can act at once: its price is there, and it is ready."""
    if listener.price is not None and not has(state, call.seat, listener.price(state, call)):
        return False
    return listener.ready is None or listener.ready(state, call)


def count_use(table: Table, card: int, scope: int) -> None:
    """Count a use of a card within a scope. This happens before the card's effects, so that they can't use it again."""
    if scope:
        table.emit(CardSpent(card, scope))


class CardActs(Act, tag=2):
    """Let a card carry out its effect at a moment, or that of an offer taken, and count the use. Nothing happens if it
    has no work or its price is not there by now."""

    call: Call

    def act(self, table: Table) -> None:
        call = self.call
        acting: Listener | Offer
        tables = tables_of(table.state.options.values)
        if call.moment == OFFERED:
            acting = tables.offers[call.card][call.slot]
        else:
            acting = tables.listeners[call.moment][call.card][call.slot]
            if not (has_work(table.state, call, acting) and can_act_at_once(table.state, call, acting)):
                return
        count_use(table, call.card, acting.limit)
        acting.act(table, call)


class ChooseNext(Ask, tag=3):
    """The question to a seat which of its optional cards acts next at a moment, or none. The card acts, then the
    question comes again for the others. Not asked if none has work. The text shows the cards whose price needs an
    exchange first."""

    seat: int
    moment: int
    facts: Facts
    ways: tuple[Way, ...]

    def ask(self, state: State) -> Choose | None:
        found = self._wanted(state)
        if not found:
            return None
        options = [
            USE_CARD.option(call.card, call.slot)
            for call, listener in found
            if can_act_at_once(state, call, listener)
        ]
        return Choose(self.seat, "next-card", options, min_picks=0)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        """Return what the text of the question shows: the cards whose price needs an exchange first, and the seat that
        acts, if it is another one."""
        unpaid = [
            call.card for call, listener in self._wanted(state) if not can_act_at_once(state, call, listener)
        ]
        return {"unpaid": tuple(unpaid), "actor": other_than(seat, self.facts)}

    def _wanted(self, state: State) -> list[Heard]:
        """Return the optional cards that may act now: some of them only after an exchange that is offered."""
        found = []
        registered = tables_of(state.options.values).listeners[self.moment]
        for card, slot in self.ways:
            call = Call(self.seat, card, self.moment, slot, self.facts)
            listener = registered[card][slot]
            if state.owner[card] == self.seat and has_work(state, call, listener):
                found.append((call, listener))
        return found

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"how": "act"}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        card, slot = USE_CARD.parts(picks[0])
        rest = tuple(way for way in self.ways if way != (card, slot))
        table.then(
            CardActs(Call(self.seat, card, self.moment, slot, self.facts)),
            *([ChooseNext(self.seat, self.moment, self.facts, rest)] if rest else []),
        )

    numbers = OPTIONS


def other_than(seat: int, facts: Facts) -> int | None:
    """Return the seat that the moment belongs to if it is not `seat`; None otherwise."""
    return None if facts.seat in (NOBODY, seat) else facts.seat


class CardAsks(Ask, tag=4):
    """A question of a card's own, registered for this stage of its effect: the card's functions give the decision
    (`ask`), carry out the answer (`take`) and add to the text, from the state and the call."""

    call: Call
    stage: int

    @property
    def owed(self) -> bool:
        """True if no standing offers ride on the question."""
        # The printed question is enough: no correction changes `owed`.
        return QUESTIONS[self.call.card][self.stage].owed

    def question_of(self, state: State) -> Question:
        """Return the card's registered question of this stage."""
        return tables_of(state.options.values).questions[self.call.card][self.stage]

    def ask(self, state: State) -> Choose | Measure | None:
        return self.question_of(state).ask(state, self.call)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        call, more = self.call, self.question_of(state).tell
        own: TextFacts = {
            "card": call.card,
            "owner": call.seat,
            "mine": call.seat == seat,
            "actor": other_than(seat, call.facts),
            "asked_for": "card",
        }
        return {**own, **more(state, call)} if more else own

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        more = self.question_of(state).tell_option
        return more(state, self.call, option) if more else {"use": "choose"}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        self.question_of(table.state).take(table, self.call, picks)

    numbers = OPTIONS


class CardGoesOn(Act, tag=5):
    """Continue a card's effect with the function registered as its sequel of this stage, when the steps that the card
    has pushed have ended."""

    call: Call
    stage: int

    def act(self, table: Table) -> None:
        SEQUELS[self.call.card][self.stage](table, self.call)


def push_moment(table: Table, moment: int, facts: Facts) -> None:
    """Push the opening of a moment that comes after the steps pushed just before. If there are none, it is pushed only
    if cards listen.

    In the family game no card listens to anything.
    """
    state: State = table.state
    if state.listening[moment] or (not state.options.family and table.pushed):
        table.then(Opens(moment, facts))


def push_moment_now(table: Table, moment: int, facts: Facts) -> None:
    """Push the opening of a moment before which nothing else happens, if any card listens to it."""
    if table.state.listening[moment]:
        table.then(Opens(moment, facts))

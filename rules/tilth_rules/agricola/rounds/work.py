"""The work phase: people are placed in turn, each does at once what its space says."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tilth_rules.agricola import offers
from tilth_rules.agricola.actions.hopeless import Glance
from tilth_rules.agricola.actions.parts import KNOWN, SURE
from tilth_rules.agricola.actions.spaces import ALWAYS, EVIDENT, GATHERING, GLANCES, TESTS, Tests, UseSpace
from tilth_rules.agricola.cards.counting import persons_left
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import opens_now
from tilth_rules.agricola.cards.words import ENTER, ENTRY, LAST, PEOPLE, SPACES_TOO, TOLL, TURN, WORK
from tilth_rules.agricola.choices import SPACE_AT, move_of
from tilth_rules.agricola.events.rounds import PersonPlaced, PersonStayed, PhaseBegan, TurnBegan
from tilth_rules.agricola.rounds.entering import usable_after_entering
from tilth_rules.agricola.state import SPACE_COUNT, State
from tilth_rules.agricola.supply import hand_over, has
from tilth_rules.agricola.words import AT_HOME, IDLE, LODGER, MOST_SEATS, NO_SPACE, NOBODY, Goods
from tilth_rules.agricola.words import WORK as WORK_PHASE
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


class StartWork(Act, tag=110):
    """After whatever happens before work, the starting player begins."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(WORK_PHASE))
        opens_now(table, WORK, Facts(NOBODY))
        table.then(NextPerson((state.first - 1) % len(state.seats)))


def left_to_place(state: State, seat: int) -> int:
    """How many people the seat may still place this round."""
    mine = state.seats[seat]
    left = persons_left(state, mine)
    for card in mine.rules[PEOPLE]:
        for change in ANSWERS[PEOPLE][card]:
            left = change(state, seat, left)
    return left


def whose_turn(state: State, after: int) -> int:
    """Who places the next person, clockwise after this seat; NOBODY when all people are placed."""
    count = len(state.seats)
    for away in range(1, count + 1):
        seat = (after + away) % count
        if left_to_place(state, seat):
            return seat
    return NOBODY


def anybody_left(state: State) -> bool:
    """Whether anybody may still be placed this round."""
    return whose_turn(state, 0) != NOBODY


class NextPerson(Act, tag=111):
    """Clockwise, whoever has people left places one. When nobody has, the phase is over."""

    after: int
    """The seat that placed the last one."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = whose_turn(state, self.after)
        if seat == NOBODY:
            opens_now(table, LAST, Facts((self.after + 1) % len(state.seats)))
        else:
            begin_turn(table, seat)


def begin_turn(table: Table, seat: int) -> None:
    table.emit(TurnBegan(seat))
    table.then(PlacePerson(seat))


def collectors(state: State, seat: int) -> list[tuple[int, int]]:
    """Whose cards take tolls of this seat: (owner, card)."""
    if state.options.family:
        return []
    return [
        (owner, card)
        for owner, other in enumerate(state.seats)
        if other.rules[TOLL] and owner != seat
        for card in other.rules[TOLL]
    ]


def tolls(state: State, seat: int, space: int) -> list[tuple[int, Goods]]:
    """What others have to be paid for the use of a space."""
    found = []
    for owner, card in collectors(state, seat):
        for toll in ANSWERS[TOLL][card]:
            goods = toll(state, owner, space)
            if goods:
                found.append((owner, goods))
    return found


def pays_tolls(state: State, seat: int, space: int, collecting: Sequence[tuple[int, int]]) -> bool:
    """Whether the seat has what each of these collectors asks for a space."""
    for owner, card in collecting:
        for toll in ANSWERS[TOLL][card]:
            if not has(state, seat, toll(state, owner, space)):
                return False
    return True


def may_enter(state: State, seat: int, space: int) -> bool:
    """One person is all that a space has room for, unless a card of the seat's says otherwise."""
    if not state.visitors[space]:
        return True
    mine = state.seats[seat]
    return any(may(state, seat, space) for card in mine.rules[ENTRY] for may in ANSWERS[ENTRY][card])


def all_spaces(state: State, seat: int) -> tuple[int, ...]:
    """The spaces that are open to all, and those that only cards of the seat's open yet."""
    mine = state.seats[seat]
    if not mine.rules[SPACES_TOO]:
        return state.open
    more = [
        space
        for card in mine.rules[SPACES_TOO]
        for answered in ANSWERS[SPACES_TOO][card]
        for space in answered(state, seat)
    ]
    return (*state.open, *more)


ON: Final = tuple(tuple(Facts(seat, space) for space in range(SPACE_COUNT)) for seat in range(MOST_SEATS))
"""A seat on a space, and nothing more is known. Most spaces are looked at so for every person that is placed."""


@lru_cache(maxsize=1 << 12)
def looks(spaces: tuple[int, ...]) -> list[tuple[int, bool, int, Glance | None, Tests]]:
    """What tells whether spaces are of use, at first sight and then: ALWAYS, GATHERING, GLANCES and TESTS, put together
    because the spaces change but once a round."""
    return [(space, ALWAYS[space], GATHERING[space], GLANCES[space], TESTS[space]) for space in spaces]


def spaces_for(state: State, seat: int, how: int = KNOWN) -> list[int]:
    """Where the seat can place a person who will find something to do."""
    found = []
    collecting = collectors(state, seat)
    entered = state.listening[ENTER]
    visitors, heaps = state.visitors, state.heaps
    mine = state.seats[seat]
    entries = mine.rules[ENTRY]
    here = ON[seat]
    for space, always, gathering, hopeless, tests in looks(all_spaces(state, seat)):
        if visitors[space] and not (entries and may_enter(state, seat, space)):
            continue
        if collecting and not pays_tolls(state, seat, space, collecting):
            continue
        if always or heaps[gathering]:
            found.append(space)
            continue
        if hopeless is not None and not entered and hopeless(mine):
            continue
        facts = here[space]
        for act, test in tests:
            if test(state, facts, act, how):
                found.append(space)
                break
        else:
            if entered and usable_after_entering(state, facts, how):
                found.append(space)
    return found


def surely_finds_work(state: State, seat: int, spaces: Sequence[int]) -> bool:
    """Whether everybody can see that one of the spaces which the seat can use is of use to it."""
    for space in spaces:
        if EVIDENT[space]:
            return True
    return bool(spaces) and bool(spaces_for(state, seat, SURE))


class PlacePerson(Ask, tag=112):
    """A person goes to a free space, and has to use it."""

    between = True
    seat: int
    alone: bool = False
    """Nobody comes next because of it: what waits goes on."""

    def ask(self, state: State) -> Choose:
        spaces = spaces_for(state, self.seat)
        options = [SPACE_AT + space for space in spaces]
        sure = surely_finds_work(state, self.seat, spaces)
        return Choose(self.seat, "place", options, least=1 if sure else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.seat
        person = next_person(state, seat)
        if not picks:
            table.emit(PersonStayed(seat, person))
            after_placement(table, seat, NO_SPACE, self.alone)
        else:
            space = picks[0] - SPACE_AT
            place(table, seat, person, space)
            if table.pushed:
                table.then(AfterPlacement(seat, space, self.alone))
            else:
                after_placement(table, seat, space, self.alone)

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def next_person(state: State, seat: int) -> int:
    """Whom the seat places next: lodgers come after the family."""
    mine = state.seats[seat]
    lodger = NOBODY
    for at, place in enumerate(mine.places):
        if place == AT_HOME and mine.born[at] < state.round:
            if mine.kinds[at] != LODGER:
                return at
            if lodger == NOBODY:
                lodger = at
    return lodger


def place(table: Table, seat: int, person: int, space: int) -> None:
    """A person stands on a space: tolls first, then what cards do there, then the space's own action."""
    table.emit(PersonPlaced(seat, person, space))
    go_to_work(table, seat, space)


def go_to_work(table: Table, seat: int, space: int) -> None:
    """Somebody has come to a space, from wherever."""
    state: State = table.state
    due = tolls(state, seat, space)
    for owner, goods in due:
        hand_over(table, seat, owner, goods)
    working = working_people(state, seat)
    facts = Facts(seat, space, person=working)
    if due or state.listening[ENTER]:
        opens_now(table, ENTER, facts)
        table.then(UseSpace(facts))
    else:
        UseSpace(facts).act(table)


def working_people(state: State, seat: int) -> int:
    """How many people of the seat are on spaces, children not counted."""
    mine = state.seats[seat]
    places = mine.places
    if state.round not in mine.born:
        return len(places) - places.count(AT_HOME) - places.count(IDLE)
    return sum(place >= 0 and born < state.round for place, born in zip(places, mine.born, strict=True))


class AfterPlacement(Act, tag=113):
    """The placement is over, and before anything else happens it can be taken back."""

    seat: int
    space: int = NO_SPACE
    """Where the person went; nowhere, if there was nothing to do."""
    alone: bool = False
    """Nobody comes next because of it."""

    def act(self, table: Table) -> None:
        after_placement(table, self.seat, self.space, self.alone)


def after_placement(table: Table, seat: int, space: int, alone: bool) -> None:
    """The next turn begins, unless cards have a say before that or the seat has to say that it is done."""
    state: State = table.state
    quiet = not state.listening[TURN] and not offers.has_more(state, seat)
    if quiet and not alone:
        coming = whose_turn(state, seat)
        if coming != NOBODY:
            begin_turn(table, coming)
            return
    opens_now(table, TURN, Facts(seat, space))
    table.then(EndTurn(seat))
    if not alone:
        table.then(NextPerson(seat))


class EndTurn(Ask, tag=114):
    """A seat says that it is done where it placed the last person of all, and where its cards offer something that is
    open between actions only."""

    between = True
    seat: int

    def ask(self, state: State) -> Choose | None:
        if anybody_left(state) and not offers.has_more(state, self.seat):
            return None
        return Choose(self.seat, "end-turn", (), least=0, most=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        """Nothing but the next turn, or the end of the phase, follows."""

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)

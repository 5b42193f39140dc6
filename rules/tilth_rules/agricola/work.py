"""The work phase: people are placed in turn, each does at once what its space says."""

from collections.abc import Iterator, Sequence

from tilth_rules.agricola import offers
from tilth_rules.agricola.cards.counting import persons_left
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import opens, opens_now
from tilth_rules.agricola.cards.words import ENTER, ENTRY, LAST, PEOPLE, SPACES_TOO, TOLL, TURN, WORK
from tilth_rules.agricola.entering import usable_after_entering
from tilth_rules.agricola.events.rounds import PersonPlaced, PersonStayed, PhaseBegan, TurnBegan
from tilth_rules.agricola.moves import SPACE_AT, move_of
from tilth_rules.agricola.parts import KNOWN, SURE
from tilth_rules.agricola.spaces import ALWAYS, GLANCES, HEAPS, NOTHING, UseSpace, usable
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import hand_over, has
from tilth_rules.agricola.words import AT_HOME, GOODS, LODGER, NO_SPACE, NOBODY, Goods
from tilth_rules.agricola.words import WORK as WORK_PHASE
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


class StartWork(Act, tag=110):
    """After whatever happens before work, the starting player begins."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(WORK_PHASE))
        opens(table, WORK, Facts(NOBODY))
        table.then(NextPerson((state.first - 1) % len(state.seats)))


def left_to_place(state: State, seat: int) -> int:
    """How many people the seat may still place this round."""
    mine = state.seats[seat]
    left = persons_left(state, mine)
    for card in mine.rules[PEOPLE]:
        for change in ANSWERS[PEOPLE][card]:
            left = change(state, seat, left)
    return left


def anybody_left(state: State) -> bool:
    """Whether anybody may still be placed this round."""
    for seat in range(len(state.seats)):  # noqa: SIM110 - a loop is half the price
        if left_to_place(state, seat):
            return True
    return False


class NextPerson(Act, tag=111):
    """Clockwise, whoever has people left places one. When nobody has, the phase is over."""

    after: int
    """The seat that placed the last one."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for seat in clockwise(state, (self.after + 1) % len(state.seats)):
            if left_to_place(state, seat):
                table.emit(TurnBegan(seat))
                table.then(PlacePerson(seat))
                return
        opens(table, LAST, Facts((self.after + 1) % len(state.seats)))


def tolls(state: State, seat: int, space: int) -> list[tuple[int, Goods]]:
    """What others have to be paid for the use of a space."""
    found = []
    for owner, other in enumerate(state.seats):
        if other.rules[TOLL] and owner != seat:
            for card in other.rules[TOLL]:
                for toll in ANSWERS[TOLL][card]:
                    goods = toll(state, owner, space)
                    if goods:
                        found.append((owner, goods))
    return found


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


def spaces_for(state: State, seat: int, how: int = KNOWN) -> Iterator[int]:
    """Where the seat can place a person who will find something to do."""
    tolled = any(other.rules[TOLL] for owner, other in enumerate(state.seats) if owner != seat)
    entered = bool(state.listening[ENTER])
    visitors, heaps = state.visitors, state.heaps
    mine = state.seats[seat]
    entries = mine.rules[ENTRY]
    for space in all_spaces(state, seat):
        if visitors[space] and not (entries and may_enter(state, seat, space)):
            continue
        if tolled and not all(has(state, seat, goods) for _, goods in tolls(state, seat, space)):
            continue
        if ALWAYS[space]:
            yield space
        elif HEAPS[space]:
            if heaps[GOODS * space : GOODS * space + GOODS] != NOTHING or (
                entered and usable_after_entering(state, Facts(seat, space), how)
            ):
                yield space
        else:
            hopeless = GLANCES[space]
            if hopeless is not None and not entered and hopeless(mine):
                continue
            facts = Facts(seat, space)
            if usable(state, facts, how) or (entered and usable_after_entering(state, facts, how)):
                yield space


class PlacePerson(Ask, tag=112):
    """A person goes to a free space, and has to use it."""

    between = True
    seat: int
    alone: bool = False
    """Nobody comes next because of it: what waits goes on."""

    def ask(self, state: State) -> Choose:
        options = [SPACE_AT + space for space in spaces_for(state, self.seat)]
        sure = (
            bool(options) if state.options.family else any(True for _ in spaces_for(state, self.seat, SURE))
        )
        return Choose(self.seat, "place", options, least=1 if sure else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.seat
        person = next_person(state, seat)
        if not picks:
            table.emit(PersonStayed(seat, person))
            table.then(AfterPlacement(seat, alone=self.alone))
        else:
            space = picks[0] - SPACE_AT
            place(table, seat, person, space)
            table.then(AfterPlacement(seat, space, self.alone))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def next_person(state: State, seat: int) -> int:
    """Whom the seat places next: lodgers come after the family."""
    mine = state.seats[seat]
    home = [at for at, place in enumerate(mine.places) if place == AT_HOME and mine.born[at] < state.round]
    return min(home, key=lambda at: (mine.kinds[at] == LODGER, at))


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
    count = 0
    for place, born in zip(mine.places, mine.born, strict=True):
        if place >= 0 and born < state.round:
            count += 1
    return count


class AfterPlacement(Act, tag=113):
    """The placement is over, and before anything else happens it can be taken back."""

    seat: int
    space: int = NO_SPACE
    """Where the person went; nowhere, if there was nothing to do."""
    alone: bool = False
    """Nobody comes next because of it."""

    def act(self, table: Table) -> None:
        state: State = table.state
        quiet = not state.listening[TURN] and not state.seats[self.seat].offering
        if quiet and not self.alone and anybody_left(state):
            NextPerson(self.seat).act(table)
            return
        opens_now(table, TURN, Facts(self.seat, self.space))
        table.then(EndTurn(self.seat))
        if not self.alone:
            table.then(NextPerson(self.seat))


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

"""The work phase: people are placed in turn, each does at once what its space says."""

from collections.abc import Sequence

from tilth_rules.agricola import offers
from tilth_rules.agricola.actions.spaces import ONLY_HAULS, UseSpace, do_all, use_space
from tilth_rules.agricola.cards.counting import persons_left
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import opens_now
from tilth_rules.agricola.cards.words import ENTER, LAST, PEOPLE, TURN, WORK
from tilth_rules.agricola.choices import SPACE_AT, move_of
from tilth_rules.agricola.events.rounds import PersonPlaced, PersonStayed, PhaseBegan, TurnBegan
from tilth_rules.agricola.rounds.admission import ON, spaces_for, surely_finds_work, tolls
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import hand_over
from tilth_rules.agricola.words import AT_HOME, IDLE, LODGER, NO_CARD, NO_SPACE, NOBODY
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
    seats = state.seats
    count = len(seats)
    seat = after
    for _ in range(count):
        seat = (seat + 1) % count
        mine = seats[seat]
        if AT_HOME not in mine.places and not mine.rules[PEOPLE]:
            continue
        # Without newborns and cards, everybody at home is left: what `left_to_place` would count.
        if (state.round not in mine.born and not mine.rules[PEOPLE]) or left_to_place(state, seat):
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


class PlacePerson(Ask, tag=112):
    """A person goes to a free space, and has to use it."""

    between = True
    seat: int
    alone: bool = False
    """Nobody comes next because of it: what waits goes on."""

    def ask(self, state: State) -> Choose:
        spaces = spaces_for(state, self.seat)
        sure = surely_finds_work(state, self.seat, spaces)
        # Options begin with the spaces (SPACE_AT is 0), so that a space is its own option.
        return Choose(self.seat, "place", spaces, least=1 if sure else 0)

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
    if LODGER not in mine.kinds and state.round not in mine.born:
        return mine.places.index(AT_HOME)
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
    if state.options.family and ONLY_HAULS[space]:
        # No card takes a toll or hears of it, and nothing waits that would keep how many people work already.
        do_all(table, ON[seat][space])
        return
    due = tolls(state, seat, space)
    for owner, goods in due:
        hand_over(table, seat, owner, goods)
    facts = Facts(seat, space, NO_CARD, NO_CARD, working_people(state, seat))
    if due or state.listening[ENTER]:
        opens_now(table, ENTER, facts)
        table.then(UseSpace(facts))
    else:
        use_space(table, facts)


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
    quiet = not state.listening[TURN] and not (state.seats[seat].offering and offers.has_more(state, seat))
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

"""The work phase: people are placed in turn, and each uses its space at once."""

from collections.abc import Sequence

from tilth_rules.agricola import offers
from tilth_rules.agricola.actions.goods import hand_over
from tilth_rules.agricola.actions.spaces import ONLY_HAULS, UseSpace, do_all, use_space
from tilth_rules.agricola.cards.counting import persons_left
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import ENTER, LAST, PEOPLE, TURN, WORK
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import push_moment_now
from tilth_rules.agricola.codes import AT_HOME, IDLE, LODGER, NO_CARD, NO_SPACE, NOBODY
from tilth_rules.agricola.codes import WORK as WORK_PHASE
from tilth_rules.agricola.events.rounds import PersonPlaced, PersonStayed, PhaseBegan, TurnBegan
from tilth_rules.agricola.moves.numbers import OPTIONS, USE_SPACE
from tilth_rules.agricola.rounds.placement import ON, space_facts, spaces_for, surely_finds_work, tolls
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


class StartWork(Act, tag=110):
    """Begin the work phase: cards act before it, then the starting player places the first person."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(WORK_PHASE))
        push_moment_now(table, WORK, Facts(NOBODY))
        table.then(NextPerson((state.first - 1) % len(state.seats)))


def left_to_place(state: State, seat: int) -> int:
    """Return how many people the seat may still place this round: adults and lodgers at home, as cards change the
    number."""
    mine = state.seats[seat]
    left = persons_left(state, mine)
    for _, change in answers(state, mine, PEOPLE):
        left = change(state, seat, left)
    return left


def whose_turn(state: State, after: int) -> int:
    """Return the first seat clockwise after the seat `after` (itself last) that has people left to place; NOBODY when
    all are placed."""
    seats = state.seats
    count = len(seats)
    seat = after
    for _ in range(count):
        seat = (seat + 1) % count
        mine = seats[seat]
        if mine.rules[PEOPLE]:
            if left_to_place(state, seat):
                return seat
        # Without newborns and cards, everybody at home is left: this is the number of `left_to_place`.
        elif AT_HOME in mine.places and (state.round not in mine.born or left_to_place(state, seat)):
            return seat
    return NOBODY


def anybody_left(state: State) -> bool:
    """Return whether any seat may still place a person this round."""
    return whose_turn(state, 0) != NOBODY


class NextPerson(Act, tag=111):
    """The next seat clockwise with people left places one. When no seat has people left, the phase ends."""

    after: int
    """The seat that placed the last person."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = whose_turn(state, self.after)
        if seat == NOBODY:
            push_moment_now(table, LAST, Facts((self.after + 1) % len(state.seats)))
        else:
            begin_turn(table, seat)


def begin_turn(table: Table, seat: int) -> None:
    """Begin the turn of a seat, and push the question where it places its next person."""
    table.emit(TurnBegan(seat))
    table.then(PlacePerson(seat))


class PlacePerson(Ask, tag=112):
    """The question to a seat on which free space it places its next person, who must use the space: the person is put
    there, its tolls are paid, cards act and the space's acts are carried out. If no space is sure to give work, the
    seat may keep the person at home. Then the next seat has its turn."""

    between_actions = True
    seat: int
    alone: bool = False
    """True if no seat takes its turn because of this placement: the steps that wait continue."""

    def ask(self, state: State) -> Choose:
        spaces = spaces_for(state, self.seat)
        sure = surely_finds_work(state, self.seat, spaces)
        # Options begin with the spaces (`USE_SPACE` begins at 0), so a space is its own option.
        return Choose(self.seat, "place", spaces, 1 if sure else 0)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"person": next_person(state, seat), "left": left_to_place(state, seat)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return space_facts(state, seat, USE_SPACE.part(option))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.seat
        person = next_person(state, seat)
        if not picks:
            table.emit(PersonStayed(seat, person))
            after_placement(table, seat, NO_SPACE, self.alone)
        else:
            space = USE_SPACE.part(picks[0])
            place(table, seat, person, space)
            if table.pushed:
                table.then(AfterPlacement(seat, space, self.alone))
            else:
                after_placement(table, seat, space, self.alone)

    numbers = OPTIONS


def next_person(state: State, seat: int) -> int:
    """Return the index of the person that the seat places next: the first one at home who was not born this round, a
    lodger only after the family."""
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
    """Put a person on a space, have the seat pay the tolls there to others, and carry out or push the steps of its
    work: cards' effects, then the space's own action."""
    table.emit(PersonPlaced(seat, person, space))
    go_to_work(table, seat, space)


def go_to_work(table: Table, seat: int, space: int) -> None:
    """Let the seat pay the tolls of a space to which a person has come, from home or from another space; then cards act
    and the space is used."""
    state: State = table.state
    if state.options.family and ONLY_HAULS[space]:
        # No card takes a toll or listens, and no waiting step needs to know how many people work already.
        do_all(table, ON[seat][space])
        return
    due = tolls(state, seat, space)
    for owner, goods in due:
        hand_over(table, seat, owner, goods)
    facts = Facts(seat, space, NO_CARD, NO_CARD, working_people(state, seat))
    if due or state.listening[ENTER]:
        push_moment_now(table, ENTER, facts)
        table.then(UseSpace(facts))
    else:
        use_space(table, facts)


def working_people(state: State, seat: int) -> int:
    """Return how many people of the seat are on action spaces, without newborns of this round."""
    mine = state.seats[seat]
    places = mine.places
    if state.round not in mine.born:
        return len(places) - places.count(AT_HOME) - places.count(IDLE)
    return sum(place >= 0 and born < state.round for place, born in zip(places, mine.born, strict=True))


class AfterPlacement(Act, tag=113):
    """End the placement of a person: cards act, the seat may have to say that its turn is done, and the next seat has
    its turn. Before that the placement can be undone."""

    seat: int
    space: int = NO_SPACE
    """The space of the person; NO_SPACE if there was nothing to do."""
    alone: bool = False
    """True if no seat takes its turn because of this placement."""

    def act(self, table: Table) -> None:
        after_placement(table, self.seat, self.space, self.alone)


def after_placement(table: Table, seat: int, space: int, alone: bool) -> None:
    """End a placement: the next seat's turn begins, at once or after cards act and, if need be, the seat says that its
    turn is done. With `alone`, no seat's turn follows."""
    state: State = table.state
    ends_at_once = not state.listening[TURN] and not (
        state.seats[seat].offering and offers.has_more(state, seat)
    )
    if ends_at_once and not alone:
        coming = whose_turn(state, seat)
        if coming != NOBODY:
            begin_turn(table, coming)
            return
    push_moment_now(table, TURN, Facts(seat, space))
    table.then(EndTurn(seat))
    if not alone:
        table.then(NextPerson(seat))


class EndTurn(Ask, tag=114):
    """The question to a seat to say that its turn is done, with no other option. Asked only after the last placement of
    all, or if its cards offer something between actions."""

    between_actions = True
    seat: int

    def ask(self, state: State) -> Choose | None:
        if anybody_left(state) and not offers.has_more(state, self.seat):
            return None
        return Choose(self.seat, "end-turn", (), min_picks=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        """Do nothing: the next turn, or the end of the phase, follows."""

    numbers = OPTIONS

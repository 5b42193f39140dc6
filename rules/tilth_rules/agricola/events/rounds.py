"""Rounds and phases, and the people who are placed in them."""

from tilth_rules.agricola.cards.words import PER_HARVEST, PER_ROUND, PER_TURN, SCOPES
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import (
    AT_HOME,
    FAMILY,
    GOODS,
    GUEST,
    IDLE,
    LODGER,
    OVER,
    PEOPLE_A_SEAT,
    RETURN,
    START,
)
from tilth_rules.kernel import Event


class SpacesLaid(Event):
    """The spaces of the boards and of the cards for this number of players."""

    spaces: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.open = self.spaces


class SpaceAdded(Event):
    """One more space can be used."""

    space: int

    def apply(self, state: State) -> None:
        state.open += (self.space,)


class SpaceClosed(Event):
    """The space of a card that has left play can be used no more. What lies there is gone; whoever is there goes home
    at the end of the round, like everybody."""

    space: int

    def apply(self, state: State) -> None:
        state.open = tuple(space for space in state.open if space != self.space)
        state.visitors[self.space] = 0
        state.heaps[GOODS * self.space : GOODS * (self.space + 1)] = [0] * GOODS


class StartingPlayerChanged(Event):
    """The starting player's marker is with this seat."""

    seat: int

    def apply(self, state: State) -> None:
        state.first = self.seat


class RoundBegan(Event):
    """A round has begun, and this is its card."""

    round: int
    space: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.phase = START
        state.order += (self.space,)
        state.open += (self.space,)
        state.ahead = state.ahead[1:]
        state.placed = 0
        forget(state, PER_TURN)
        forget(state, PER_ROUND)


class RoundCardsSeen(Event):
    """A seat has turned up the round cards to come, which lie in this order now, for all to see."""

    seat: int
    spaces: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.ahead = self.spaces


class PhaseBegan(Event):
    """A phase of a round or of a harvest."""

    phase: int

    def apply(self, state: State) -> None:
        state.phase = self.phase


class HarvestBegan(Event):
    """The harvest at the end of a stage, 1 to 6."""

    harvest: int

    def apply(self, state: State) -> None:
        forget(state, PER_HARVEST)


class HarvestEnded(Event):
    """The harvest is over for all."""

    def apply(self, state: State) -> None:
        state.phase = RETURN
        for seat in state.seats:
            seat.skips = max(0, seat.skips - 1)


class HarvestForegone(Event):
    """The seat will have no part in the next harvest."""

    seat: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].skips += 1


class TurnBegan(Event):
    """It is this seat's turn to place a person."""

    seat: int

    def apply(self, state: State) -> None:
        if state.spent:
            forget(state, PER_TURN)


class PersonPlaced(Event):
    """A person goes to a space."""

    seat: int
    person: int
    space: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].places[self.person] = self.space
        state.visitors[self.space] |= 1 << (PEOPLE_A_SEAT * self.seat + self.person)
        state.placed += 1


class PersonStayed(Event):
    """There is nothing that a person could do."""

    seat: int
    person: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].places[self.person] = IDLE


class PersonMoved(Event):
    """A person goes on from one space to another."""

    seat: int
    person: int
    space: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        bit = 1 << (PEOPLE_A_SEAT * self.seat + self.person)
        before = seat.places[self.person]
        if before >= 0:
            state.visitors[before] &= ~bit
        seat.places[self.person] = self.space
        seat.moved |= 1 << self.person
        state.visitors[self.space] |= bit


class PersonCame(Event):
    """A guest or a lodger, who is no member of the family."""

    seat: int
    lodger: bool

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.places.append(AT_HOME)
        seat.born.append(0)
        seat.kinds.append(LODGER if self.lodger else GUEST)


class FamilyGrew(Event):
    """A child. It sits on the space where it was wanted, if any, and works from the next round on."""

    seat: int
    space: int | None

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.places.append(AT_HOME if self.space is None else self.space)
        seat.born.append(state.round)
        seat.kinds.append(FAMILY)


class ChildGrewUp(Event):
    """A newborn is an adult already, and can be placed in this round."""

    seat: int
    person: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.born[self.person] = 0
        seat.places[self.person] = AT_HOME


class LodgerLeft(Event):
    """A lodger has moved into the house, as a member of the family: there is no child, who would have been the last."""

    seat: int
    person: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.kinds[self.person] = FAMILY
        for listed in (seat.places, seat.born, seat.kinds):
            listed.pop()


class PeopleCameHome(Event):
    """Everybody is at home again, and guests are gone."""

    def apply(self, state: State) -> None:
        for seat in state.seats:
            if GUEST in seat.kinds:
                stay = [person for person, kind in enumerate(seat.kinds) if kind != GUEST]
                seat.born = [seat.born[person] for person in stay]
                seat.kinds = [seat.kinds[person] for person in stay]
            seat.places = [AT_HOME] * len(seat.kinds)
            seat.moved = 0
        for space in (*state.open, *state.ahead):
            state.visitors[space] = 0


class MatchEnded(Event):
    """Every seat's place, 1 for the best; shared places are equal."""

    scores: tuple[int, ...]
    places: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.phase = OVER
        state.places = self.places


def forget(state: State, scope: int) -> None:
    """Uses of cards that counted until now count no more."""
    if state.spent:
        state.spent = {use: count for use, count in state.spent.items() if use % SCOPES != scope}


ROUND_EVENTS: tuple[type[Event], ...] = (
    SpacesLaid,
    SpaceAdded,
    SpaceClosed,
    StartingPlayerChanged,
    RoundBegan,
    RoundCardsSeen,
    PhaseBegan,
    HarvestBegan,
    HarvestEnded,
    HarvestForegone,
    TurnBegan,
    PersonPlaced,
    PersonStayed,
    PersonMoved,
    PersonCame,
    FamilyGrew,
    ChildGrewUp,
    LodgerLeft,
    PeopleCameHome,
    MatchEnded,
)

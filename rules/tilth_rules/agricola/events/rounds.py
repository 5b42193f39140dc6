"""Events of rounds, phases and people."""

from tilth_rules.agricola.cards.moments import PER_HARVEST, PER_ROUND, PER_TURN, SCOPES
from tilth_rules.agricola.codes import (
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
from tilth_rules.agricola.state import State
from tilth_rules.common import match_end
from tilth_rules.kernel import Event


class SpacesLaid(Event):
    """The action spaces of the boards, and of the cards for this number of players, are open."""

    spaces: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.open = self.spaces


class SpaceAdded(Event):
    """One more action space is open, brought by a card."""

    space: int

    def apply(self, state: State) -> None:
        state.open += (self.space,)


class SpaceClosed(Event):
    """The action space of a card that has left play is closed.

    Its goods are gone. A person there comes home at the end of the round, like all others.
    """

    space: int

    def apply(self, state: State) -> None:
        state.open = tuple(space for space in state.open if space != self.space)
        state.visitors[self.space] = 0
        state.heaps[GOODS * self.space : GOODS * (self.space + 1)] = [0] * GOODS


class StartingPlayerChanged(Event):
    """The starting player's marker went to this seat, which takes the first turn of the next rounds."""

    seat: int

    def apply(self, state: State) -> None:
        state.first = self.seat


class RoundBegan(Event):
    """A round began, and its round card opened a new action space. The number of people placed and the uses of cards
    per turn and per round are counted from zero."""

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
    """A seat turned up the round cards to come. They lie in this order now, and everybody sees them."""

    seat: int
    spaces: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.ahead = self.spaces


class PhaseBegan(Event):
    """A phase of a round or of a harvest began."""

    phase: int

    def apply(self, state: State) -> None:
        state.phase = self.phase


class HarvestBegan(Event):
    """The harvest at the end of a stage, 1 to 6, began; the uses of cards per harvest are counted from zero."""

    harvest: int

    def apply(self, state: State) -> None:
        forget(state, PER_HARVEST)


class HarvestEnded(Event):
    """A harvest ended for all seats; the phase in which the people come home begins, and a seat that skipped this
    harvest has one fewer to skip."""

    def apply(self, state: State) -> None:
        state.phase = RETURN
        for seat in state.seats:
            seat.skips = max(0, seat.skips - 1)


class HarvestSkipped(Event):
    """A seat takes no part in the next harvest (if it was to skip some already, in one more)."""

    seat: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].skips += 1


class TurnBegan(Event):
    """A seat's turn to place a person began; the uses of cards per turn are counted from zero."""

    seat: int

    def apply(self, state: State) -> None:
        if state.spent:
            forget(state, PER_TURN)


class PersonPlaced(Event):
    """A seat placed a person on an action space; the match counts one more person placed in this round."""

    seat: int
    person: int
    space: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].places[self.person] = self.space
        state.visitors[self.space] |= 1 << (PEOPLE_A_SEAT * self.seat + self.person)
        state.placed += 1


class PersonStayed(Event):
    """A person that has not been placed is idle for this round."""

    seat: int
    person: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].places[self.person] = IDLE


class PersonMoved(Event):
    """A person moved on from one action space to another, and is noted as having moved in this round."""

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


class GuestArrived(Event):
    """A guest or a lodger came to a seat and can be placed in this round; it is no member of the family. A guest leaves
    when the people come home, a lodger stays."""

    seat: int
    lodger: bool

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.places.append(AT_HOME)
        seat.born.append(0)
        seat.kinds.append(LODGER if self.lodger else GUEST)


class FamilyGrew(Event):
    """A child was born to a seat. It sits on the space of the action, if there is one, and is placed from the next
    round on."""

    seat: int
    space: int | None

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.places.append(AT_HOME if self.space is None else self.space)
        seat.born.append(state.round)
        seat.kinds.append(FAMILY)


class ChildGrewUp(Event):
    """A newborn became an adult early, and can be placed in this round."""

    seat: int
    person: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.born[self.person] = 0
        seat.places[self.person] = AT_HOME


class LodgerMovedIn(Event):
    """A lodger became a member of the family in place of the last person of the seat, a child, which is taken off."""

    seat: int
    person: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.kinds[self.person] = FAMILY
        for listed in (seat.places, seat.born, seat.kinds):
            listed.pop()


class PeopleCameHome(Event):
    """The people of every seat came home: no space is occupied any longer, guests left, and each person can
    move again."""

    def apply(self, state: State) -> None:
        for seat in state.seats:
            if GUEST in seat.kinds:
                stay = [person for person, kind in enumerate(seat.kinds) if kind != GUEST]
                seat.born = [seat.born[person] for person in stay]
                seat.kinds = [seat.kinds[person] for person in stay]
            seat.places = [AT_HOME] * len(seat.kinds)
            seat.moved = 0
        visitors = state.visitors
        for space in state.open:
            visitors[space] = 0
        for space in state.ahead:
            visitors[space] = 0


class MatchEnded(match_end.MatchEnded):
    """The match ended, with each seat's place (1 is best) and points. Seats with equal points share a place."""

    over = OVER


def forget(state: State, scope: int) -> None:
    """Forget the counted uses of cards within this scope (a turn, a round, a harvest), because the next one begins."""
    if state.spent:
        state.spent = {use: count for use, count in state.spent.items() if use % SCOPES != scope}

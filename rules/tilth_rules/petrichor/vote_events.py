"""The facts about votes, dice, points and the Southern Winds. Each changes the state by what it says, and by nothing
else. A `seat` is a side: in the solo game the neutral player is side 1.
"""

from tilth_rules.kernel import Event
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.words import NEUTRAL


class VotePlaced(Event):
    """A vote went from a supply to a weather space."""

    seat: int
    weather: int

    def apply(self, state: State) -> None:
        state.free[self.seat] -= 1
        state.votes[4 * self.seat + self.weather] += 1


class VoteMoved(Event):
    """A vote went from one weather space to another, as the supply was out."""

    seat: int
    source: int
    weather: int

    def apply(self, state: State) -> None:
        state.votes[4 * self.seat + self.source] -= 1
        state.votes[4 * self.seat + self.weather] += 1


class DieLowered(Event):
    """A harvest die that showed `face` was turned one lower, for points."""

    seat: int
    face: int
    points: int

    def apply(self, state: State) -> None:
        dice = list(state.dice)
        dice[dice.index(self.face)] -= 1
        state.dice = tuple(dice)
        state.points[self.seat] += self.points


class WeatherDecided(Event):
    """These weathers will be resolved, in this order."""

    weathers: tuple[int, ...]

    def apply(self, state: State) -> None:
        pass


class VoteWon(Event):
    """Who goes one step up the Voting Wins track for a weather; maybe nobody."""

    weather: int
    seats: tuple[int, ...]

    def apply(self, state: State) -> None:
        for seat in self.seats:
            state.wins[seat] += 1


class VotesReturned(Event):
    """The votes on a weather space went back to their owners."""

    weather: int

    def apply(self, state: State) -> None:
        votes = state.votes
        for side in range(state.sides):
            at = 4 * side + self.weather
            state.free[side] += votes[at]
            votes[at] = 0


class WheatTaken(Event):
    """A seat gained a Wheat token."""

    seat: int

    def apply(self, state: State) -> None:
        state.wheat[self.seat] += 1
        state.wheat_left -= 1


class TrackScored(Event):
    """Every side scored its place on the Voting Wins track."""

    points: tuple[int, ...]

    def apply(self, state: State) -> None:
        for side, points in enumerate(self.points):
            state.points[side] += points


class WheatScored(Event):
    """These seats scored for the most Wheat tokens, so many points each."""

    seats: tuple[int, ...]
    points: int

    def apply(self, state: State) -> None:
        for seat in self.seats:
            state.points[seat] += self.points


class SouthernWindRevealed(Event):
    """Solo: the neutral player's card."""

    wind: int

    def apply(self, state: State) -> None:
        state.winds = tuple(card for card in state.winds if card != self.wind)


class SouthernWindsReshuffled(Event):
    """Solo: all nine Southern Wind cards are one deck again."""

    def apply(self, state: State) -> None:
        state.winds = tuple(range(1, 10))


class NumberRolled(Event):
    """Solo: what the numeric die shows, 1 for the first tile."""

    number: int

    def apply(self, state: State) -> None:
        pass


class SouthernWindMissed(Event):
    """Solo: the card had no valid target, for which the neutral player scored."""

    wind: int
    points: int

    def apply(self, state: State) -> None:
        state.points[NEUTRAL] += self.points


class VotesMissed(Event):
    """Solo: the neutral player scored for the votes it lacked."""

    points: int

    def apply(self, state: State) -> None:
        state.points[NEUTRAL] += self.points

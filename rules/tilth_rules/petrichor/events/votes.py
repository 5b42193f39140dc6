"""The events about votes, dice, points and the Southern Winds. Each changes the state by its fields and by nothing
else. A `seat` is a side: in the solo game the neutral player is side 1."""

from tilth_rules.kernel import Event
from tilth_rules.petrichor.codes import FOR_DICE, FOR_MISSED, FOR_TRACK, FOR_WHEAT, NEUTRAL
from tilth_rules.petrichor.state import State


class VotePlaced(Event):
    """A side placed a vote from its supply on a weather space."""

    seat: int
    weather: int

    def apply(self, state: State) -> None:
        state.free[self.seat] -= 1
        state.votes[4 * self.seat + self.weather] += 1


class VoteMoved(Event):
    """A side moved a vote from one weather space to another, because its supply was empty."""

    seat: int
    source: int
    weather: int

    def apply(self, state: State) -> None:
        state.votes[4 * self.seat + self.source] -= 1
        state.votes[4 * self.seat + self.weather] += 1


class DieLowered(Event):
    """One harvest die that shows `face` was turned to the next lower face by a side, which gains `points`."""

    seat: int
    face: int
    points: int

    def apply(self, state: State) -> None:
        dice = list(state.dice)
        dice[dice.index(self.face)] -= 1
        state.dice = tuple(dice)
        state.score(FOR_DICE, self.seat, self.points)


class WeatherDecided(Event):
    """The weathers to resolve were decided, in this order. The state does not change."""

    weathers: tuple[int, ...]

    def apply(self, state: State) -> None:
        pass


class VoteWon(Event):
    """These sides went one step up the Voting Wins track for a weather. There may be none."""

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
    """A side gained a Wheat token from the supply, which has one fewer."""

    seat: int

    def apply(self, state: State) -> None:
        state.wheat[self.seat] += 1
        state.wheat_left -= 1


class TrackScored(Event):
    """Every side gained the points of its place on the Voting Wins track."""

    points: tuple[int, ...]

    def apply(self, state: State) -> None:
        for side, points in enumerate(self.points):
            state.score(FOR_TRACK, side, points)


class WheatScored(Event):
    """These sides gained `points` each for having the most Wheat tokens."""

    seats: tuple[int, ...]
    points: int

    def apply(self, state: State) -> None:
        for seat in self.seats:
            state.score(FOR_WHEAT, seat, self.points)


class SouthernWindRevealed(Event):
    """Solo: the neutral player revealed a Southern Wind card, which left the deck."""

    wind: int

    def apply(self, state: State) -> None:
        state.winds = tuple(card for card in state.winds if card != self.wind)


class SouthernWindsReshuffled(Event):
    """Solo: all nine Southern Wind cards were shuffled into one deck again."""

    def apply(self, state: State) -> None:
        state.winds = tuple(range(1, 10))


class NumberRolled(Event):
    """Solo: the numeric die was rolled; 1 stands for the first tile. The state does not change."""

    number: int

    def apply(self, state: State) -> None:
        pass


class SouthernWindMissed(Event):
    """Solo: the revealed card had no valid target, and the neutral player gained `points` for it."""

    wind: int
    points: int

    def apply(self, state: State) -> None:
        state.score(FOR_MISSED, NEUTRAL, self.points)


class VotesMissed(Event):
    """Solo: the neutral player gained `points` for the votes that it lacked."""

    points: int

    def apply(self, state: State) -> None:
        state.score(FOR_MISSED, NEUTRAL, self.points)

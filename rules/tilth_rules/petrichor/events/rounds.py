"""The events about set-up, rounds and phases, and the end of the match."""

from tilth_rules.common import match_end
from tilth_rules.kernel import Event
from tilth_rules.petrichor.codes import OVER
from tilth_rules.petrichor.state import State


class FirstPlayerChanged(Event):
    """The First Player marker went to this seat."""

    seat: int

    def apply(self, state: State) -> None:
        state.first = self.seat


class FertilizerPlaced(Event):
    """A seat placed a fertilizer token on a tile in the set-up."""

    seat: int
    tile: int

    def apply(self, state: State) -> None:
        fertile = list(state.fertile)
        fertile[self.tile] = 1
        state.fertile = tuple(fertile)


class FieldsLaid(Event):
    """The tiles were laid face up: the crop of each place, 0 where there is no tile, and the drops that each needs."""

    crops: tuple[int, ...]
    needs: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.crops = self.crops
        state.needs = self.needs


class DiceRolled(Event):
    """The harvest dice were rolled; `dice` holds the faces of all three, those that stayed among them. A face is a
    number of votes, or 0 for the harvest icon."""

    dice: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.dice = self.dice


class RoundBegan(Event):
    """A round began. No seat has passed in it yet."""

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.passer = -1


class PhaseBegan(Event):
    """A phase of the round began (Actions, Weather, Harvest, Clean-up)."""

    phase: int

    def apply(self, state: State) -> None:
        state.phase = self.phase


class PlayerPassed(Event):
    """A seat passed. If it is the first of the round, it is noted: when the turn comes back to it, the action phase
    ends."""

    seat: int

    def apply(self, state: State) -> None:
        if state.passer < 0:
            state.passer = self.seat


class MatchEnded(match_end.MatchEnded):
    """The match ended with each seat's place (1 is the best) and points; the neutral player's points come last."""

    over = OVER

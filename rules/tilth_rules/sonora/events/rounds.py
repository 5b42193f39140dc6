"""The events about rounds and phases, and the end of the match."""

from tilth_rules.common import match_end
from tilth_rules.kernel import Event
from tilth_rules.sonora.codes import FLICKING, IN_HAND, OVER
from tilth_rules.sonora.state import NOBODY, State


class FirstPlayerChosen(Event):
    """The first player's token went to this seat for the first round, and the corner of the ruins lies before it."""

    seat: int

    def apply(self, state: State) -> None:
        state.starter = state.first = self.seat


class RoundBegan(Event):
    """Round number `round` began, with its flicking phase. All discs are in the hands of their owners."""

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.phase = FLICKING


class PhaseBegan(Event):
    """A phase of the round began: discs are flicked, or marked."""

    phase: int

    def apply(self, state: State) -> None:
        state.phase = self.phase


class BoardTurned(Event):
    """The round ended: the board was turned, the first player's token went to this seat, and all discs are in hand
    again. Sections, flicks and marks of the discs, and the colours of a solo round, are forgotten."""

    seat: int

    def apply(self, state: State) -> None:
        discs = len(state.where)
        state.first = self.seat
        state.where = [IN_HAND] * discs
        state.settled = [0] * discs
        state.flicks = [0] * discs
        state.sections = [0] * discs
        state.doubled = [False] * discs
        state.left = [0] * discs
        state.own = state.bot = NOBODY


class MatchEnded(match_end.MatchEnded):
    """The match ended with each seat's place (1 is the best) and points, also by section, and the discoveries it has
    gained."""

    over = OVER
    ruins: tuple[int, ...]
    canyon: tuple[int, ...]
    mud: tuple[int, ...]
    river: tuple[int, ...]
    discoveries: tuple[int, ...]

"""The course of a match, like the rulebook's table of contents: rounds of two phases, then the end."""

from tilth_rules.kernel import Act, Step, Table
from tilth_rules.sonora.events.rounds import BoardTurned, RoundBegan
from tilth_rules.sonora.rounds.flick_phase import FlickPhase, SoloFlicks
from tilth_rules.sonora.rounds.marking import MarkPhase
from tilth_rules.sonora.scoring import GameEnd
from tilth_rules.sonora.setup import FirstPlayer
from tilth_rules.sonora.solo import SoloMarkPhase
from tilth_rules.sonora.state import State


class PlayRound(Act, tag=2):
    """Begin round number `round`: all discs are flicked, then the discs that are left on the board are marked; then the
    round ends."""

    round: int

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(RoundBegan(self.round))
        if state.seats == 1:
            table.then(SoloFlicks(), SoloMarkPhase())
        else:
            table.then(FlickPhase(), MarkPhase())
        table.then(EndRound(self.round))


class EndRound(Act, tag=3):
    """End a round: after the last one count the points; otherwise turn the board a quarter clockwise, so that each
    player has another corner, give the token to the next seat clockwise, and begin the next round."""

    round: int

    def act(self, table: Table) -> None:
        state: State = table.state
        if self.round == state.options.rounds:
            table.then(GameEnd())
        else:
            table.emit(BoardTurned((state.first + 1) % state.seats))
            table.then(PlayRound(self.round + 1))


def match_steps(seats: int) -> list[Step]:
    """Return the steps of the whole match, in reading order."""
    return [FirstPlayer(), PlayRound(1)] if seats > 1 else [PlayRound(1)]

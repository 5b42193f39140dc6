"""A match as its rulebook's table of contents: rounds of two phases, then the end."""

from tilth_rules.kernel import Act, Step, Table
from tilth_rules.sonora.flick_events import BoardTurned, RoundBegan
from tilth_rules.sonora.flicks import FlickPhase, SoloFlicks
from tilth_rules.sonora.marking import MarkPhase
from tilth_rules.sonora.scoring import GameEnd
from tilth_rules.sonora.setup import FirstPlayer
from tilth_rules.sonora.solo import SoloMarkPhase
from tilth_rules.sonora.state import State


class PlayRound(Act, tag=2):
    """In each round first all discs are flicked, then all that is left on the board is marked."""

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
    """The board is turned a quarter clockwise, so that everybody has another corner, and the token goes to the next
    seat clockwise. After the last round points are counted."""

    round: int

    def act(self, table: Table) -> None:
        state: State = table.state
        if self.round == state.options.rounds:
            table.then(GameEnd())
        else:
            table.emit(BoardTurned((state.first + 1) % state.seats))
            table.then(PlayRound(self.round + 1))


def match_steps(seats: int) -> list[Step]:
    """The whole match, in reading order."""
    return [FirstPlayer(), PlayRound(1)] if seats > 1 else [PlayRound(1)]

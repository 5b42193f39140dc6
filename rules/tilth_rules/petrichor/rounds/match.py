"""The course of a match, like the rulebook's table of contents: set-up, then rounds of four phases, then the end."""

from tilth_rules.kernel import Act, Step, Table
from tilth_rules.petrichor.events.rounds import RoundBegan
from tilth_rules.petrichor.options import Options
from tilth_rules.petrichor.rounds.cleanup import CleanUp
from tilth_rules.petrichor.rounds.harvest import HarvestPhase
from tilth_rules.petrichor.rounds.turns import ActionPhase
from tilth_rules.petrichor.rounds.weather import WeatherPhase
from tilth_rules.petrichor.scoring import GameEnd
from tilth_rules.petrichor.setup import set_up
from tilth_rules.petrichor.state import rounds_of


class PlayRound(Act, tag=97):
    """Begin round number `round`: the phases of actions, weather and harvest; then the clean-up and the next round or,
    after the final round, the end of the match."""

    round: int

    def act(self, table: Table) -> None:
        table.emit(RoundBegan(self.round))
        table.then(ActionPhase(), WeatherPhase(), HarvestPhase())
        if self.round == rounds_of(table.state):
            table.then(GameEnd())
        else:
            table.then(CleanUp(), PlayRound(self.round + 1))


def match_steps(options: Options, seats: int) -> list[Step]:
    """Return the steps of the whole match, in reading order."""
    return [*set_up(options, seats), PlayRound(1)]

"""A match as its rulebook's table of contents: set-up, then rounds of four phases, then the end."""

from tilth_rules.kernel import Act, Step, Table
from tilth_rules.petrichor.card_events import RoundBegan
from tilth_rules.petrichor.cleanup import CleanUp
from tilth_rules.petrichor.harvest import HarvestPhase
from tilth_rules.petrichor.options import Options
from tilth_rules.petrichor.scoring import GameEnd
from tilth_rules.petrichor.setup import set_up
from tilth_rules.petrichor.state import rounds_of
from tilth_rules.petrichor.turns import ActionPhase
from tilth_rules.petrichor.weather import WeatherPhase


class PlayRound(Act, tag=97):
    """The round marker moves on, and the phases follow each other. After the final round there is no clean-up: the
    game ends."""

    round: int

    def act(self, table: Table) -> None:
        table.emit(RoundBegan(self.round))
        table.then(ActionPhase(), WeatherPhase(), HarvestPhase())
        if self.round == rounds_of(table.state):
            table.then(GameEnd())
        else:
            table.then(CleanUp(), PlayRound(self.round + 1))


def match_steps(options: Options, seats: int) -> list[Step]:
    """The whole match, in reading order."""
    return [*set_up(options, seats), PlayRound(1)]

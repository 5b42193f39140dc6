"""The Clean-up Phase."""

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.card_events import PhaseBegan
from tilth_rules.petrichor.setup import Deal, RollDice
from tilth_rules.petrichor.words import CLEAN_UP, HARVEST


class CleanUp(Act, tag=95):
    """After a harvest all dice are rolled again, else those that don't show the harvest icon. New cards are dealt,
    in addition to those kept."""

    def act(self, table: Table) -> None:
        harvested = table.state.phase == HARVEST
        table.emit(PhaseBegan(CLEAN_UP))
        table.then(RollDice(every=harvested), Deal())

"""The Clean-up Phase."""

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.codes import CLEAN_UP, HARVEST
from tilth_rules.petrichor.events.rounds import PhaseBegan
from tilth_rules.petrichor.setup import Deal, RollDice


class CleanUp(Act, tag=95):
    """Begin the clean-up phase: roll all harvest dice again if there was a harvest, otherwise only those that do not
    show the harvest icon; then deal new cards, in addition to those that players kept."""

    def act(self, table: Table) -> None:
        harvested = table.state.phase == HARVEST
        table.emit(PhaseBegan(CLEAN_UP))
        table.then(RollDice(every=harvested), Deal())

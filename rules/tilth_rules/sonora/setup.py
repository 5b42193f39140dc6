"""The set-up of a match."""

from tilth_rules.kernel import Act, Table
from tilth_rules.sonora.events.rounds import FirstPlayerChosen


class FirstPlayer(Act, tag=1):
    """Draw by chance the seat that has the first player's token first. The corner of the ruins is turned to
    that seat."""

    def act(self, table: Table) -> None:
        table.emit(FirstPlayerChosen(table.draw("first-player").below(table.seats)))

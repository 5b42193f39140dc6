"""Before the first round."""

from tilth_rules.kernel import Act, Table
from tilth_rules.sonora.flick_events import FirstPlayerChosen


class FirstPlayer(Act, tag=1):
    """Chance says who has the token first; the corner of the ruins is turned to that seat."""

    def act(self, table: Table) -> None:
        table.emit(FirstPlayerChosen(table.draw("first-player").below(table.seats)))

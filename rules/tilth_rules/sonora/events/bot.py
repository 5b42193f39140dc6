"""The events about the bot of the solo game."""

from tilth_rules.kernel import Event
from tilth_rules.sonora.codes import OUT, VALUES
from tilth_rules.sonora.polyominoes import Cells
from tilth_rules.sonora.state import State, mark_once


class ColoursChosen(Event):
    """The player's colour of this round and the bot's were chosen. The discs of the third colour leave the board."""

    own: int
    bot: int

    def apply(self, state: State) -> None:
        state.own, state.bot = self.own, self.bot
        for disc in range(len(state.where)):
            if disc // VALUES not in (self.own, self.bot):
                state.where[disc] = OUT


class BotMarked(Event):
    """Each of these discs of the bot was marked once. A disc that has no marks left leaves the board."""

    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        mark_once(state, self.discs)


class BotLost(Event):
    """These discs could not be used for the bot; they are lost and leave the board."""

    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        for disc in self.discs:
            state.left[disc] = 0
            state.where[disc] = OUT


class BotCircled(Event):
    """The bot circled `cells` more cells of its building. The player has to cross them before any others."""

    cells: int

    def apply(self, state: State) -> None:
        state.sheets[0].bot_circled += self.cells


class BotShapeDrawn(Event):
    """A shape of this number was painted for the bot on these cells of the canyon."""

    number: int
    squares: Cells

    def apply(self, state: State) -> None:
        state.sheets[0].bot_shapes.append(self.squares)


class BotPathLaid(Event):
    """These cells of the river were painted for the bot."""

    cells: tuple[int, ...]

    def apply(self, state: State) -> None:
        for cell in self.cells:
            state.sheets[0].painted |= 1 << cell


class BotPainted(Event):
    """Small cells were painted for the bot at a node of the mud. Each adds one to the node's cost."""

    node: int
    cells: int

    def apply(self, state: State) -> None:
        state.sheets[0].small[self.node] += self.cells

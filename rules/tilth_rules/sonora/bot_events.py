"""What happens in the solo game besides."""

from tilth_rules.kernel import Event
from tilth_rules.sonora.polyominoes import Cells
from tilth_rules.sonora.state import State, mark_once
from tilth_rules.sonora.words import OUT, VALUES


class ColoursChosen(Event):
    """Which colour is the player's in this round, and which the bot's. The rest leaves the board."""

    own: int
    bot: int

    def apply(self, state: State) -> None:
        state.own, state.bot = self.own, self.bot
        for disc in range(len(state.where)):
            if disc // VALUES not in (self.own, self.bot):
                state.where[disc] = OUT


class BotMarked(Event):
    """The bot used these discs, once."""

    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        mark_once(state, self.discs)


class BotLost(Event):
    """The bot had no use for these discs."""

    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        for disc in self.discs:
            state.left[disc] = 0
            state.where[disc] = OUT


class BotCircled(Event):
    """The bot circled cells of its building: the player has to cross them before any others."""

    cells: int

    def apply(self, state: State) -> None:
        state.sheets[0].bot_circled += self.cells


class BotDrew(Event):
    """The bot painted the shape of this number on these cells of the canyon."""

    number: int
    squares: Cells

    def apply(self, state: State) -> None:
        state.sheets[0].bot_shapes.append(self.squares)


class BotLaid(Event):
    """The bot painted these cells of the river."""

    cells: tuple[int, ...]

    def apply(self, state: State) -> None:
        for cell in self.cells:
            state.sheets[0].painted |= 1 << cell


class BotPainted(Event):
    """The bot painted small cells at a node: each adds one to its number."""

    node: int
    cells: int

    def apply(self, state: State) -> None:
        state.sheets[0].small[self.node] += self.cells

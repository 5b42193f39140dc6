"""The moves that options stand for, and the numbers of the options: a line for each kind of option.

A flick is answered with numbers, not with options. Sections and bonuses count from 1, everything else from 0.
"""

from typing import Final

from tilth_rules.common.option_numbers import Grid, OptionNumbers, Single, Span
from tilth_rules.kernel import Move
from tilth_rules.sonora.codes import FOX
from tilth_rules.sonora.polyominoes import cells_of_option

DISCS: Final = 20
RIVER_CELLS: Final = 64
"""The room for numbers of river cells."""
SHAPES: Final = 1 << 16
"""The room for shapes and their places on a sheet, see `polyominoes.cells_of_option`."""


class TakeDisc(Move):
    """Flick this disc next."""

    disc: int


class FlickAgain(Move):
    """Use a reflick: the disc goes back to the corner."""


class KeepFlick(Move):
    """Leave the disc where it came to rest."""


class SinkInto(Move):
    """Put a disc that fell into the hole into a section."""

    section: int


class SwapDiscs(Move):
    """Exchange the places of two discs of the player's own, by a swap."""

    disc: int
    other: int


class CountFor(Move):
    """Let a disc that lies between two zones count for one of them."""

    section: int


class CrossCell(Move):
    """Cross a cell of a building of the ruins."""

    building: int


class MarkDisc(Move):
    """Mark this disc, in the section where it lies."""

    disc: int


class MarkMud(Move):
    """Mark all discs in the mud together. Their values are added up."""


class UseBonus(Move):
    """Use a bonus gained in this marking phase."""

    bonus: int


class UseDiscovery(Move):
    """Use an animal circled in the discovery area."""

    bonus: int


class FinishMarking(Move):
    """Finish marking for this round."""


class DrawShape(Move):
    """Draw a shape on these cells of the canyon."""

    squares: tuple[int, ...]


class LayPath(Move):
    """Lay a path down the river that ends on this cell."""

    cell: int


class CrossNode(Move):
    """Cross a node of the mud."""

    node: int


class StopCrossing(Move):
    """Cross no more nodes. The remaining points go into the columns."""


class FillColumn(Move):
    """Cross a cell of a column of the mud."""

    column: int


class CircleAnimal(Move):
    """Circle this animal in the discovery area."""

    bonus: int


class ChooseColour(Move):
    """Solo: choose this colour as the player's own in this round, or as the bot's."""

    colour: int


class BotTakes(Move):
    """Solo: the bot marks this disc next."""

    disc: int


class BotDrawsShape(Move):
    """Solo: the bot draws a shape on these cells of the canyon."""

    squares: tuple[int, ...]


class BotLaysPath(Move):
    """Solo: the bot lays a path from one of these cells of the river to the other."""

    cell: int
    last: int


class BotPaints(Move):
    """Solo: the bot paints a small cell at this node of the mud."""

    node: int


TAKE_DISC: Final = Span(0, DISCS, TakeDisc)
KEEP_FLICK: Final = Single(0, KeepFlick())
"""The option for keeping a flick in matches of version 1, like FINISH and STOP for their moves. Later versions pick
nothing for all three."""
FLICK_AGAIN: Final = Single(1, FlickAgain())
REFLICK_OR_NOT: Final = OptionNumbers(KEEP_FLICK, FLICK_AGAIN)
SINK_INTO: Final = Span(0, 5, SinkInto, low=1)
SWAP_DISCS: Final = Grid(0, DISCS, DISCS, SwapDiscs)
COUNT_FOR: Final = Span(0, 5, CountFor, low=1)
CROSS_CELL: Final = Span(0, 8, CrossCell)

MARK_DISC: Final = Span(0, DISCS, MarkDisc)
MARK_MUD: Final = Single(20, MarkMud())
FINISH: Final = Single(21, FinishMarking())
USE_BONUS: Final = Span(100, 6, UseBonus, low=FOX)
USE_DISCOVERY: Final = Span(110, 6, UseDiscovery, low=FOX)
MARK: Final = OptionNumbers(MARK_DISC, MARK_MUD, FINISH, USE_BONUS, USE_DISCOVERY)

CROSS_NODE: Final = Span(0, 99, CrossNode)
STOP: Final = Single(99, StopCrossing())
MUD_MARKS: Final = OptionNumbers(CROSS_NODE, STOP, USE_BONUS, USE_DISCOVERY)

FILL_COLUMN: Final = Span(0, 8, FillColumn)
CIRCLE_ANIMAL: Final = Span(0, 6, CircleAnimal, low=FOX)
DRAW_SHAPE: Final = Span(0, SHAPES, lambda shape: DrawShape(cells_of_option(shape)))
LAY_PATH: Final = Span(0, RIVER_CELLS, LayPath)

CHOOSE_COLOUR: Final = Span(0, 3, ChooseColour)
BOT_TAKES: Final = Span(0, DISCS, BotTakes)
BOT_DRAWS_SHAPE: Final = Span(0, SHAPES, lambda shape: BotDrawsShape(cells_of_option(shape)))
BOT_LAYS_PATH: Final = Grid(0, RIVER_CELLS, RIVER_CELLS, BotLaysPath)
BOT_PAINTS: Final = Span(0, 99, BotPaints)

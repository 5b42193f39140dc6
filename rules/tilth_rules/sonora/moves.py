"""What a player can say, typed: each option of each decision means one of these. A flick is measured, not chosen."""

from tilth_rules.kernel import Move


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
    """Let two of one's own discs change places, for a swap."""

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
    """Mark all discs in the mud: their values make one sum."""


class UseBonus(Move):
    """Use a bonus gained in this marking phase."""

    bonus: int


class UseDiscovery(Move):
    """Use an animal circled in the discovery area."""

    bonus: int


class FinishMarking(Move):
    """Nothing more is marked in this round."""


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
    """Cross no more nodes; what is left goes into the columns."""


class FillColumn(Move):
    """Cross a cell of a column of the mud."""

    column: int


class CircleAnimal(Move):
    """Circle this animal in the discovery area."""

    bonus: int


class ChooseColour(Move):
    """Solo: this colour is one's own in this round, or the bot's."""

    colour: int


class BotTakes(Move):
    """Solo: the bot marks this disc next."""

    disc: int


class BotDraws(Move):
    """Solo: the bot draws a shape on these cells of the canyon."""

    squares: tuple[int, ...]


class BotLays(Move):
    """Solo: the bot lays a path from one of these cells of the river to the other."""

    cell: int
    last: int


class BotPaints(Move):
    """Solo: the bot paints a small cell at this node of the mud."""

    node: int


MOVES: tuple[type[Move], ...] = (
    TakeDisc,
    FlickAgain,
    KeepFlick,
    SinkInto,
    SwapDiscs,
    CountFor,
    CrossCell,
    MarkDisc,
    MarkMud,
    UseBonus,
    UseDiscovery,
    FinishMarking,
    DrawShape,
    LayPath,
    CrossNode,
    StopCrossing,
    FillColumn,
    CircleAnimal,
    ChooseColour,
    BotTakes,
    BotDraws,
    BotLays,
    BotPaints,
)

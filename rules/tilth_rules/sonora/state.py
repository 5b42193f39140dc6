"""The state of a match. Nothing is hidden in Sonora: every seat sees the whole state.

A disc is a number, 5 * colour + value - 1. Colours are the seats. In the solo game the player flicks three colours, and
only afterwards chooses one of them and another for the bot. Places are hundredths of a millimetre on the board, which
does not move: the seats go round it (`board.corner_of`).
"""

from collections.abc import Iterable

from tilth_rules.common.clone import Cloned
from tilth_rules.sonora.codes import CACTI, IN_HAND, MARKED, REFLICK, SET_UP, SWAP, VALUES
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.options import Options
from tilth_rules.sonora.polyominoes import Cells

NOBODY = -1
SOLO_COLOURS = 3


class Sheet(Cloned, gc=False):
    """The marks on a score sheet. In the solo game the bot marks the same sheet."""

    crossed: list[int]
    """Ruins: crossed cells by building."""
    rewards: list[int]
    """Ruins: the reward gained, by building."""
    bot_circled: int
    """Ruins: cells of the bot's building that the bot has circled, and those of them crossed since."""
    bot_crossed: int
    shapes: list[Cells]
    """Canyon: the cells of each shape drawn, in the order of drawing."""
    bot_shapes: list[Cells]
    cacti: list[int]
    """Canyon: crossed cacti by kind."""
    river: int
    """River: marked cells as bits, the start among them; `ends` are the circled ones, `painted` the bot's."""
    ends: int
    painted: int
    nodes: int
    """Mud: crossed nodes as bits, the start among them."""
    small: list[int]
    """Mud: painted small cells by node."""
    columns: list[int]
    """Mud: crossed cells by column."""
    points: int
    """Mud: the value that is left to mark, or -1 if nothing is being marked there."""
    ready: list[int]
    """By bonus: the number that can be used. Animals here were gained in this marking phase and must be used in it."""
    kept: list[int]
    """By bonus: circled discoveries, which can be used at any time."""
    circled: list[int]
    """By bonus: the number of symbols of the discovery area that were ever circled."""
    discoveries: int
    """The number of discoveries that were gained. They break ties."""


class State(Cloned, gc=False):
    """The state of a match: the board with its discs, and the sheets."""

    options: Options
    seats: int
    colours: int

    round: int
    phase: int
    starter: int
    """The seat that began the match, which had the ruins' corner."""
    first: int
    """The first player of this round."""

    where: list[int]
    """By disc: its place (in hand, on the board, ...)."""
    xs: list[int]
    ys: list[int]
    settled: list[int]
    """By disc: the section that its owner chose, for a disc in the hole or exactly between two zones; otherwise 0."""
    flicks: list[int]
    """By disc: the number of its flicks in this round."""
    sections: list[int]
    """By disc, in the marking phase: the section it counts for."""
    doubled: list[bool]
    """By disc, in the marking phase: True if it touches a bonus circle."""
    left: list[int]
    """By disc, in the marking phase: the number of times that it is still to be marked."""

    struck: list[bool]
    """By building: True if its top reward is gone."""
    own: int
    """Solo: the player's colour of this round; the bot's is in `bot`. NOBODY until they are chosen."""
    bot: int
    sheets: list[Sheet]
    places: tuple[int, ...]
    """The place of each seat; empty while the match runs."""


def bare_sheet(values: Values) -> Sheet:
    """Return an empty sheet. The start square of the canyon, the first river cell and the start node are marked
    already, and reflicks and swaps are there."""
    ready = [0] * 7
    ready[REFLICK] = values.reflicks
    ready[SWAP] = values.swaps
    buildings = len(values.ruins.cells)
    return Sheet(
        crossed=[0] * buildings,
        rewards=[0] * buildings,
        bot_circled=0,
        bot_crossed=0,
        shapes=[],
        bot_shapes=[],
        cacti=[0] * CACTI,
        river=1,
        ends=0,
        painted=0,
        nodes=1 << values.mud.start,
        small=[0] * len(values.mud.costs),
        columns=[0] * len(values.mud.column_cells),
        points=-1,
        ready=ready,
        kept=[0] * 7,
        circled=[0] * 7,
        discoveries=0,
    )


def bare(options: Options, seats: int, values: Values) -> State:
    """Return the state before the first step: all discs in hand, empty sheets."""
    colours = seats if seats > 1 else SOLO_COLOURS
    discs = VALUES * colours
    return State(
        options=options,
        seats=seats,
        colours=colours,
        round=0,
        phase=SET_UP,
        starter=0,
        first=0,
        where=[IN_HAND] * discs,
        xs=[0] * discs,
        ys=[0] * discs,
        settled=[0] * discs,
        flicks=[0] * discs,
        sections=[0] * discs,
        doubled=[False] * discs,
        left=[0] * discs,
        struck=[False] * len(values.ruins.cells),
        own=NOBODY,
        bot=NOBODY,
        sheets=[bare_sheet(values) for _ in range(seats)],
        places=(),
    )


def owner(state: State, disc: int) -> int:
    """Return the seat that owns a disc. In the solo game the one seat owns all discs."""
    return disc // VALUES if state.seats > 1 else 0


def own_discs(state: State, seat: int) -> range:
    """Return the discs that a seat marks: those of its colour; in the solo game those of the colour chosen for this
    round."""
    colour = seat if state.seats > 1 else state.own
    return range(VALUES * colour, VALUES * colour + VALUES) if colour >= 0 else range(0)


def mark_once(state: State, discs: Iterable[int]) -> None:
    """Mark each of these discs once. A disc that has no marks left leaves the board."""
    for disc in discs:
        state.left[disc] -= 1
        if not state.left[disc]:
            state.where[disc] = MARKED

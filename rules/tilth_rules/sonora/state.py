"""The state of a match. Nothing is hidden in Sonora: what is here, everybody sees.

A disc is a number, 5 * colour + value - 1. Colours are the seats; alone one flicks three colours, and only after
that one of them is one's own and another the bot's. Places are hundredths of a millimetre on the board, which lies
still: seats go round it (`board.corner_of`).
"""

from collections.abc import Iterable

import msgspec

from tilth_rules.sonora.content.values import Values
from tilth_rules.sonora.options import Options
from tilth_rules.sonora.polyominoes import Cells
from tilth_rules.sonora.words import CACTI, IN_HAND, MARKED, REFLICK, SET_UP, SWAP, VALUES

NOBODY = -1
SOLO_COLOURS = 3


class Sheet(msgspec.Struct, gc=False):
    """What is marked on a score sheet. In the solo game the bot marks the same one."""

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
    """Mud: the value left of what is being marked, or -1."""
    ready: list[int]
    """By bonus: how many can be used. Of animals: gained, and to be used before this marking phase ends."""
    kept: list[int]
    """By bonus: circled discoveries, to be used at any time."""
    chosen: list[int]
    """By bonus: how many symbols of the discovery area were ever circled."""
    discoveries: int
    """How many discoveries were gained. They break ties."""

    def clone(self) -> "Sheet":
        return Sheet(
            self.crossed[:],
            self.rewards[:],
            self.bot_circled,
            self.bot_crossed,
            self.shapes[:],
            self.bot_shapes[:],
            self.cacti[:],
            self.river,
            self.ends,
            self.painted,
            self.nodes,
            self.small[:],
            self.columns[:],
            self.points,
            self.ready[:],
            self.kept[:],
            self.chosen[:],
            self.discoveries,
        )


class State(msgspec.Struct, gc=False):
    """The board with its discs, and the sheets."""

    options: Options
    seats: int
    colours: int

    round: int
    phase: int
    starter: int
    """Who began the match: the ruins' corner was there."""
    first: int
    """Who is first player this round."""

    where: list[int]
    """By disc: in hand, on the board, ..."""
    xs: list[int]
    ys: list[int]
    settled: list[int]
    """By disc: the section its owner chose, for one in the hole or exactly between two zones; else 0."""
    flicks: list[int]
    """By disc: how often it was flicked this round."""
    sections: list[int]
    """By disc, in the marking phase: the section it counts for."""
    doubled: list[bool]
    """By disc, in the marking phase: whether it touches a bonus circle."""
    left: list[int]
    """By disc, in the marking phase: how often it is still to be marked."""

    struck: list[bool]
    """By building: whether its top reward is gone."""
    own: int
    """Solo: the player's colour of this round, the bot's in `bot`; NOBODY while they are not chosen."""
    bot: int
    sheets: list[Sheet]
    places: tuple[int, ...]
    """How the match ended, or nothing."""

    def clone(self) -> "State":
        return State(
            self.options,
            self.seats,
            self.colours,
            self.round,
            self.phase,
            self.starter,
            self.first,
            self.where[:],
            self.xs[:],
            self.ys[:],
            self.settled[:],
            self.flicks[:],
            self.sections[:],
            self.doubled[:],
            self.left[:],
            self.struck[:],
            self.own,
            self.bot,
            [sheet.clone() for sheet in self.sheets],
            self.places,
        )


def bare_sheet(values: Values) -> Sheet:
    """An empty sheet: the start square, cell and node are there already, and a bonus of each kind for flicking."""
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
        chosen=[0] * 7,
        discoveries=0,
    )


def bare(options: Options, seats: int, values: Values) -> State:
    """A table before anybody has done anything."""
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
    """The seat whose disc it is. Alone one has them all."""
    return disc // VALUES if state.seats > 1 else 0


def own_discs(state: State, seat: int) -> range:
    """The discs that a seat marks: its colour's. Alone, the colour chosen for this round."""
    colour = seat if state.seats > 1 else state.own
    return range(VALUES * colour, VALUES * colour + VALUES) if colour >= 0 else range(0)


def clockwise(state: State, seat: int) -> list[int]:
    """All seats in order, from this one on."""
    return [(seat + step) % state.seats for step in range(state.seats)]


def mark_once(state: State, discs: Iterable[int]) -> None:
    """Each of these discs was marked once more; who is through with one takes it off the board."""
    for disc in discs:
        state.left[disc] -= 1
        if not state.left[disc]:
            state.where[disc] = MARKED

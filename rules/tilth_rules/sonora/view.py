"""The view: nothing is hidden in Sonora, so all viewers see the same."""

import msgspec

from tilth_rules.sonora.board import corner_of
from tilth_rules.sonora.codes import ANIMALS, IN_HOLE, ON_BOARD, REFLICK, SWAP, VALUES, value_of
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import Cells, cells_of, shape_of
from tilth_rules.sonora.printed import Printed, Shape, printed
from tilth_rules.sonora.scoring import points
from tilth_rules.sonora.state import Sheet, State


class Disc(msgspec.Struct, frozen=True, gc=False):
    """A disc in a view, with its place. x and y are meaningful only for a disc on the board."""

    disc: int
    colour: int
    value: int
    where: int
    x: int
    y: int
    section: int
    """For a disc in the hole or between two zones, the section its owner chose. In the marking phase, the section it
    counts for."""
    doubled: bool
    """In the marking phase: True if the disc touches a bonus circle."""
    left: int
    """In the marking phase: the number of times that the disc is still to be marked."""
    flicks: int


class Player(msgspec.Struct, frozen=True, gc=False):
    """A seat in a view: its corner, its points, and its score sheet."""

    seat: int
    corner: int
    """The section whose corner is before the seat."""
    ruins_points: int
    canyon_points: int
    mud_points: int
    river_points: int
    crossed: tuple[int, ...]
    """The number of crossed cells, by building."""
    rewards: tuple[int, ...]
    shapes: tuple[Shape, ...]
    cacti: tuple[int, ...]
    river_crossed: tuple[int, ...]
    """Marked cells that are not the last of a path, with the start."""
    river_circled: tuple[int, ...]
    nodes: tuple[int, ...]
    columns: tuple[int, ...]
    value_left: int | None
    """The value that is left to mark in the mud; None if nothing is being marked there."""
    reflicks: int
    swaps: int
    ready: tuple[int, ...]
    """Foxes, owls and rabbits to be used in this marking phase."""
    kept: tuple[int, ...]
    """Foxes, owls and rabbits circled for discoveries."""
    circled: tuple[int, ...]
    """The foxes, owls and rabbits ever circled, with those used since: the symbols of the discovery area that are
    taken."""
    discoveries: int
    bot_circled: int
    bot_crossed: int
    bot_shapes: tuple[Shape, ...]
    bot_river: tuple[int, ...]
    bot_small: tuple[int, ...]
    """Painted small cells, by node."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The view of a match: the board with its discs, and the sheets."""

    round: int
    rounds: int
    phase: int
    first_player: int
    discs: tuple[Disc, ...]
    players: tuple[Player, ...]
    struck: tuple[bool, ...]
    """By building: True if its top reward is gone."""
    own_colour: int | None
    """Solo: the player's colour; None until it is chosen."""
    bot_colour: int | None
    places: tuple[int, ...]
    """The place of each seat; empty while the match runs."""
    printed: Printed
    """The board and the sheet, which never change in a match."""


def view(state: State) -> View:
    """Return the view of a match, which is the same for all viewers."""
    values = values_of(state.options)
    return View(
        round=state.round,
        rounds=state.options.rounds,
        phase=state.phase,
        first_player=state.first,
        discs=tuple(_disc(state, disc) for disc in range(len(state.where))),
        players=tuple(_player(state, values, seat, sheet) for seat, sheet in enumerate(state.sheets)),
        struck=tuple(state.struck),
        own_colour=state.own if state.own >= 0 else None,
        bot_colour=state.bot if state.bot >= 0 else None,
        places=state.places,
        printed=printed(state.options.values),
    )


def _disc(state: State, disc: int) -> Disc:
    """Return a disc as the view shows it."""
    lies = state.where[disc] == ON_BOARD
    chosen = state.settled[disc] if state.where[disc] in (ON_BOARD, IN_HOLE) else 0
    return Disc(
        disc=disc,
        colour=disc // VALUES,
        value=value_of(disc),
        where=state.where[disc],
        x=state.xs[disc] if lies else 0,
        y=state.ys[disc] if lies else 0,
        section=state.sections[disc] or chosen,
        doubled=state.doubled[disc],
        left=state.left[disc],
        flicks=state.flicks[disc],
    )


def _player(state: State, values: Values, seat: int, sheet: Sheet) -> Player:
    """Return the sheet of a seat as the view shows it."""
    ruins, canyon, mud, river = points(values, sheet)
    return Player(
        seat=seat,
        corner=corner_of(state, seat) + 1,
        ruins_points=ruins,
        canyon_points=canyon,
        mud_points=mud,
        river_points=river,
        crossed=tuple(sheet.crossed),
        rewards=tuple(sheet.rewards),
        shapes=_shapes(values, sheet.shapes),
        cacti=tuple(sheet.cacti),
        river_crossed=cells_of(sheet.river & ~sheet.ends),
        river_circled=cells_of(sheet.ends),
        nodes=cells_of(sheet.nodes),
        columns=tuple(sheet.columns),
        value_left=sheet.points if sheet.points >= 0 else None,
        reflicks=sheet.ready[REFLICK],
        swaps=sheet.ready[SWAP],
        ready=tuple(sheet.ready[animal] for animal in ANIMALS),
        kept=tuple(sheet.kept[animal] for animal in ANIMALS),
        circled=tuple(sheet.circled[animal] for animal in ANIMALS),
        discoveries=sheet.discoveries,
        bot_circled=sheet.bot_circled,
        bot_crossed=sheet.bot_crossed,
        bot_shapes=_shapes(values, sheet.bot_shapes),
        bot_river=cells_of(sheet.painted),
        bot_small=tuple(sheet.small),
    )


def _shapes(values: Values, drawn: list[Cells]) -> tuple[Shape, ...]:
    """Return shapes drawn in the canyon with their numbers, for the view."""
    return tuple(Shape(values.canyon.number_of[shape_of(cells)], cells) for cells in drawn)

"""The events about flicks and their effects on discs."""

from tilth_rules.kernel import Event
from tilth_rules.sonora.codes import IN_HAND, IN_HOLE, OFF_BOARD, ON_BOARD, OUT
from tilth_rules.sonora.state import State


class DiscFlicked(Event):
    """A disc was flicked from a place in a corner, and its flicks of this round count one more. `heading` is in
    hundredths of a degree, `speed` in 1/100 mm a second. Both include the error of a trembling hand."""

    seat: int
    disc: int
    x: int
    y: int
    heading: int
    speed: int

    def apply(self, state: State) -> None:
        state.flicks[self.disc] += 1


class DiscsCameToRest(Event):
    """The discs came to rest. The event has the new places of those that moved, and the discs that fell into the hole
    or over an edge.

    `contacts` are triples: milliseconds since the flick, a disc, and what it touched (another disc; 100 to 103, the
    rims clockwise from the north; 104 to 107, the raised corners clockwise from the ruins'; 108, the hole). `path` are
    quadruples: milliseconds, a disc, x and y; discs move straight and at constant speed from one of their places to the
    next.
    """

    disc: int
    moved: tuple[int, ...]
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    in_hole: tuple[int, ...]
    off_board: tuple[int, ...]
    in_corner: bool
    touched_far_edge: bool
    contacts: tuple[int, ...]
    path: tuple[int, ...]

    def apply(self, state: State) -> None:
        where = state.where
        for disc, x, y in zip(self.moved, self.xs, self.ys, strict=True):
            where[disc] = ON_BOARD
            state.xs[disc], state.ys[disc] = x, y
        for disc in self.in_hole:
            where[disc] = IN_HOLE
        for disc in self.off_board:
            where[disc] = OFF_BOARD


class DiscSunk(Event):
    """Bullseye: the owner of a disc in the hole chose a section of the sheet, for which the disc counts."""

    seat: int
    disc: int
    section: int

    def apply(self, state: State) -> None:
        state.settled[self.disc] = self.section


class DiscTakenBack(Event):
    """The disc that was just flicked is in its owner's hand again. The discs that it pushed stay where they are."""

    seat: int
    disc: int

    def apply(self, state: State) -> None:
        state.where[self.disc] = IN_HAND


class DiscReturned(Event):
    """A disc went back to its owner's hand, who flicks it again at once: another seat knocked it off the board, or it
    did not leave its corner."""

    seat: int
    disc: int

    def apply(self, state: State) -> None:
        state.where[self.disc] = IN_HAND


class DiscOut(Event):
    """A disc is out for this round; `reason` is a number of `codes.py`."""

    seat: int
    disc: int
    reason: int

    def apply(self, state: State) -> None:
        state.where[self.disc] = OUT

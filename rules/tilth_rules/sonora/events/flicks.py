"""The events about flicks and their effects on discs."""

from math import dist

from tilth_rules.kernel import Event, TextFacts
from tilth_rules.sonora.codes import IN_HAND, IN_HOLE, OFF_BOARD, ON_BOARD, OUT
from tilth_rules.sonora.content.compiled.values import HUNDREDTHS
from tilth_rules.sonora.flick_question import HOLE, RIMS
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

    def text_facts(self) -> TextFacts:
        """Return how far the flicked disc slid, in millimetres, the discs that it touched, in their order, and whether
        it touched the edge of the board.
        """
        path, contacts = self.path, self.contacts
        way = [
            (x, y)
            for disc, x, y in zip(path[1::4], path[2::4], path[3::4], strict=False)
            if disc == self.disc
        ]
        pairs = zip(contacts[1::3], contacts[2::3], strict=False)
        met = [other if disc == self.disc else disc for disc, other in pairs if self.disc in (disc, other)]
        return {
            "way": round(sum(map(dist, way, way[1:])) / HUNDREDTHS),
            "touched": tuple(dict.fromkeys(one for one in met if one < RIMS)),
            "edge": any(RIMS <= one < HOLE for one in met),
        }


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

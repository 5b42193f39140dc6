"""What happens on the board: set-up, rounds, flicks."""

from tilth_rules.kernel import Event
from tilth_rules.sonora.state import NOBODY, State
from tilth_rules.sonora.words import FLICKING, IN_HAND, IN_HOLE, OFF_BOARD, ON_BOARD, OUT


class FirstPlayerChosen(Event):
    """The token is with this seat, and the corner of the ruins before it."""

    seat: int

    def apply(self, state: State) -> None:
        state.starter = state.first = self.seat


class RoundBegan(Event):
    """A round begins with everybody's discs in hand."""

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.phase = FLICKING


class PhaseBegan(Event):
    """All discs are flicked: now they are marked."""

    phase: int

    def apply(self, state: State) -> None:
        state.phase = self.phase


class DiscFlicked(Event):
    """A disc was flicked from a place in a corner. Heading in hundredths of a degree, speed in 1/100 mm a second;
    a trembling hand's error is in both."""

    seat: int
    disc: int
    x: int
    y: int
    heading: int
    speed: int

    def apply(self, state: State) -> None:
        state.flicks[self.disc] += 1


class DiscsCameToRest(Event):
    """Everything lies still: where the discs that moved lie now, which fell into the hole and which over an edge.

    `contacts` are triples: milliseconds since the flick, a disc, and what it touched (another disc; 100 to 103, the
    rims clockwise from the north; 104 to 107, the raised corners clockwise from the ruins'; 108, the hole). `path` are
    quadruples: milliseconds, a disc, x and y; discs go straight and evenly from one of their places to the next.
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
    """Bullseye: the disc's owner puts it into a section of the sheet."""

    seat: int
    disc: int
    section: int

    def apply(self, state: State) -> None:
        state.settled[self.disc] = self.section


class DiscTakenBack(Event):
    """The disc just flicked is in its corner again; what it pushed stays where it is."""

    seat: int
    disc: int

    def apply(self, state: State) -> None:
        state.where[self.disc] = IN_HAND


class DiscReturned(Event):
    """A disc that another seat knocked off the board goes back to its owner, who flicks it again at once."""

    seat: int
    disc: int

    def apply(self, state: State) -> None:
        state.where[self.disc] = IN_HAND


class DiscOut(Event):
    """A disc is out for this round."""

    seat: int
    disc: int
    reason: int

    def apply(self, state: State) -> None:
        state.where[self.disc] = OUT


class BoardTurned(Event):
    """The round is over: all discs are in hand again, the board turned, the token went on to this seat."""

    seat: int

    def apply(self, state: State) -> None:
        discs = len(state.where)
        state.first = self.seat
        state.where = [IN_HAND] * discs
        state.settled = [0] * discs
        state.flicks = [0] * discs
        state.sections = [0] * discs
        state.doubled = [False] * discs
        state.left = [0] * discs
        state.own = state.bot = NOBODY

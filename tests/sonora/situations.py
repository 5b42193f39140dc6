"""Sonora at any moment: a board laid out by hand, and a step of the rules run on it.

    scene = Scene(2).on_board(disc(MASHA, 3), -50, 50)
    table = scene.run(MarkPhase())
    scene.answer(table, MASHA, 0)

Places are millimetres. Cells of the canyon are written as on the sheet: "G11" is the seventh of the eleventh row.
"""

from collections.abc import Iterable, Sequence

from tests.sonora.ports import Script
from tilth_rules.kernel import Chance, Choose, Event, Record, ScriptedChance, Step, Table
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.codes import FLICKING, FOX, IN_HOLE, ON_BOARD, REFLICK, VALUES
from tilth_rules.sonora.content.compiled.values import FILE, Values
from tilth_rules.sonora.events.marks import MarkingFinished
from tilth_rules.sonora.events.rounds import MatchEnded
from tilth_rules.sonora.flick_question import CameToRest
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import NUMBER_OF, WIDTH, shape_option
from tilth_rules.sonora.rounds.marking import MarkRest
from tilth_rules.sonora.rounds.match import EndRound
from tilth_rules.sonora.state import Sheet, State, bare

RED, BLUE, GREEN, YELLOW = 0, 1, 2, 3
YOU, BOT = 0, 1
"""Colours of the solo game, of three."""
STRAIGHT = (500, 500, 0, 250)

PLACES = {
    "ruins": (-60, 20),
    "canyon": (60, 60),
    "mud": (20, -60),
    "river": (-60, -60),
    "ruins circle": (88, 40),
    "canyon circle": (40, -88),
    "mud circle": (-92, 34),
    "river circle": (34, 92),
}
"""A place that counts for each section, by its zone or by a circle."""


def disc(colour: int, value: int) -> int:
    return VALUES * colour + value - 1


class Scene:
    """A state to lay out, and the events on it."""

    def __init__(
        self, seats: int, options: Options | None = None, *, round_number: int = 1, first: int = RED
    ) -> None:
        self.seats = seats
        self.options = options or Options()
        self.values: Values = values_of(self.options)
        self.state: State = bare(self.options, seats, self.values)
        self.state.round = round_number
        self.state.phase = FLICKING
        self.state.first = first
        self.state.starter = first
        self.script = Script()
        self.records: list[Record] = []

    def on_board(self, number: int, x: float, y: float) -> "Scene":
        """Put a disc there."""
        self.state.where[number] = ON_BOARD
        self.state.xs[number], self.state.ys[number] = round(100 * x), round(100 * y)
        return self

    def lies_in(self, number: int, place: str) -> "Scene":
        """Put a disc where it counts for a section. The next one there lies beside it."""
        x, y = PLACES[place]
        beside = sum(where == ON_BOARD for where in self.state.where)
        step = 0.01 * beside
        return self.on_board(number, x + step, y + step)

    def in_hole(self, number: int, section: int) -> "Scene":
        self.state.where[number] = IN_HOLE
        self.state.settled[number] = section
        return self

    def sheet(self, seat: int = 0) -> Sheet:
        return self.state.sheets[seat]

    def run(self, *steps: Step, facts: Sequence[CameToRest] = (), chance: Chance | None = None) -> Table:
        """Return a table on which these steps wait, run to the first question."""
        self.script = Script(*facts)
        table = Table(game, self.options, self.seats, chance or ScriptedChance(), outside=self.script)
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self._keep(table.start())
        return table

    def after_marking(self, *steps: Step) -> Table:
        """Return a table on which red's last answer ends the marking, with its fox kept, and with the effects of
        these steps."""
        self.sheet(RED).kept[FOX] = 1
        table = self.run(MarkRest(), *steps)
        assert self.answer(table, RED)[0] == MarkingFinished(RED, ())
        return table

    def ended(self) -> MatchEnded:
        """Return the end of the match after red's last answer of the last round."""
        self.state.round = self.options.rounds
        table = self.after_marking(EndRound(self.options.rounds))
        event = self.events[-1]
        assert table.over
        assert isinstance(event, MatchEnded)
        return event

    def answer(self, table: Table, seat: int, *picks: int) -> list[Event]:
        """Answer for a seat, and return the events that follow."""
        return self._keep(table.answer(seat, picks))

    def flick(self, table: Table, seat: int, *launch: int) -> list[Event]:
        """Flick for a seat, straight unless a launch is given."""
        return self._keep(table.answer(seat, numbers=launch or STRAIGHT))

    @property
    def events(self) -> list[Event]:
        """Return the events since the steps began to run."""
        return [event for record in self.records for event in record.events]

    def _keep(self, record: Record | None) -> list[Event]:
        assert record is not None
        self.records.append(record)
        return list(record.events)


def solo(*, with_colours: bool = True) -> Scene:
    """Return a scene of the solo game. The colours are chosen already, unless a test chooses them."""
    scene = Scene(1)
    if with_colours:
        scene.state.own, scene.state.bot = YOU, BOT
    return scene


def without_reflicks(scene: Scene) -> Scene:
    """Take all reflicks away, so that no player is asked after a flick."""
    for sheet in scene.state.sheets:
        sheet.ready[REFLICK] = 0
    return scene


def asked(table: Table, seat: int) -> Choose:
    """Return the open decision of a seat."""
    decision = table.open[seat]
    assert isinstance(decision, Choose)
    return decision


def offered(table: Table, seat: int) -> list[int]:
    return list(asked(table, seat).options)


def kind(table: Table, seat: int) -> str:
    return table.open[seat].kind


def of_kind(events: Sequence[Event], wanted: type[Event]) -> list[Event]:
    """Return the events of one class."""
    return [event for event in events if type(event) is wanted]


def square(name: str) -> int:
    """Return the cell of the canyon with this name."""
    return WIDTH * (int(name[1:]) - 1) + ord(name[0]) - ord("A")


def squares(names: str) -> tuple[int, ...]:
    return tuple(sorted(map(square, names.split())))


def shape_on(names: str) -> int:
    """Return the option that draws a shape on these cells."""
    cells = squares(names)
    corner = WIDTH * (cells[0] // WIDTH) + min(cell % WIDTH for cell in cells)
    return shape_option(NUMBER_OF[tuple(cell - corner for cell in cells)], corner)


def cell(name: str) -> int:
    """Return the cell of the river with this name in the file."""
    return 0 if name == "start" else 1 + [row["name"] for row in FILE.data["river"]["cells"]].index(name)


def node(name: str) -> int:
    """Return the node of the mud with this name in the file."""
    names: list[str] = [row["name"] for row in FILE.data["mud"]["nodes"]]
    return names.index(name)


def bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)

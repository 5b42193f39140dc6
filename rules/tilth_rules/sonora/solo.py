"""The solo game: three colours are flicked, one becomes one's own and one the bot's, and the bot marks first."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Table
from tilth_rules.sonora.bot_events import (
    BotCircled,
    BotDrew,
    BotLaid,
    BotLost,
    BotMarked,
    BotPainted,
    ColoursChosen,
)
from tilth_rules.sonora.canyon import covered, drawn_and_free, places
from tilth_rules.sonora.content.sections import Canyon, River
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.flick_events import PhaseBegan
from tilth_rules.sonora.marking import MarkRest, SortDiscs, Swaps, Ties
from tilth_rules.sonora.moves import BotDraws, BotLays, BotPaints, BotTakes, ChooseColour
from tilth_rules.sonora.polyominoes import around, cells_numbered, cells_of, mask
from tilth_rules.sonora.ruins import MarkRuins, total
from tilth_rules.sonora.state import Sheet, State
from tilth_rules.sonora.words import CANYON, MARKING, MUD, RIVER, RUINS, VALUES, value_of

ENDS = 64


class SoloMarkPhase(Act, tag=60):
    """When all discs are flicked you choose your colour and the bot's, use swaps, mark for the bot, and then for
    yourself."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(MARKING))
        table.then(OwnColour(), Swaps(), Ties(), SortDiscs(), BotMarks(), MarkRuins(), MarkRest())


class OwnColour(Ask, tag=61):
    """The discs of one colour, whichever you like, are yours."""

    def ask(self, state: State) -> Choose:
        return Choose(0, "own-colour", tuple(range(state.colours)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(BotColour(picks[0]))

    @classmethod
    def move(cls, option: int) -> ChooseColour:
        return ChooseColour(option)


class BotColour(Ask, tag=62):
    """Another colour's are the bot's. Those of the third leave the board."""

    own: int

    def ask(self, state: State) -> Choose:
        others = tuple(colour for colour in range(state.colours) if colour != self.own)
        return Choose(0, "bot-colour", others)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(ColoursChosen(self.own, picks[0]))

    @classmethod
    def move(cls, option: int) -> ChooseColour:
        return ChooseColour(option)


class BotMarks(Act, tag=63):
    """The bot always goes before you and uses all it has. It gains nothing: it is in your way."""

    def act(self, table: Table) -> None:
        table.then(BotRuins(), BotCanyon(), BotRiver(), BotMud())


class BotRuins(Act, tag=64):
    """All that the bot's discs in the ruins are worth goes into circling cells of its own building."""

    def act(self, table: Table) -> None:
        state: State = table.state
        discs = bot_discs(state, RUINS)
        room = values_of(state.options).ruins.bot_cells - state.sheets[0].bot_circled
        cells = min(room, total(state, discs))
        if cells:
            table.emit(BotCircled(cells))
        if discs:
            table.emit(BotMarked(discs))


class BotCanyon(Act, tag=65):
    """For each of its discs in the canyon the bot draws a shape, in the order you like."""

    def act(self, table: Table) -> None:
        discs = bot_discs(table.state, CANYON)
        if len(discs) > 1:
            table.then(BotCanyonDisc(), BotCanyon())
        elif discs:
            table.then(BotNextShape(discs[0]), BotCanyon())


class BotCanyonDisc(Ask, tag=66):
    """Which of the bot's discs in the canyon is next?"""

    def ask(self, state: State) -> Choose:
        return Choose(0, "bot-disc", bot_discs(state, CANYON))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(BotNextShape(picks[0]))

    @classmethod
    def move(cls, option: int) -> BotTakes:
        return BotTakes(option)


class BotNextShape(Act, tag=67):
    """The bot draws the shape with the greatest number that fits anywhere; a disc for which none fits is lost."""

    disc: int

    def act(self, table: Table) -> None:
        state: State = table.state
        canyon = values_of(state.options).canyon
        for number in range(value_of(self.disc), 0, -1):
            if bot_placements(canyon, state.sheets[0], number):
                table.emit(BotMarked((self.disc,)))
                table.then(BotDraw(number))
                return
        table.emit(BotLost((self.disc,)))


class BotDraw(Ask, tag=68):
    """The bot's shape covers one of its squares, or lies next to a shape of its own, or next to a shape of yours that
    one of its own touches. Where, is your choice."""

    number: int

    def ask(self, state: State) -> Choose:
        canyon = values_of(state.options).canyon
        return Choose(0, "bot-canyon", bot_placements(canyon, state.sheets[0], self.number))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(BotDrew(self.number, cells_numbered(picks[0])))

    @classmethod
    def move(cls, option: int) -> BotDraws:
        return BotDraws(cells_numbered(option))


class BotRiver(Act, tag=69):
    """For each of its discs in the river the bot lays a path, in the order you like."""

    def act(self, table: Table) -> None:
        discs = bot_discs(table.state, RIVER)
        if len(discs) > 1:
            table.then(BotRiverDisc(), BotRiver())
        elif discs:
            table.then(BotNextPath(discs[0]), BotRiver())


class BotRiverDisc(Ask, tag=70):
    """Which of the bot's discs in the river is next?"""

    def ask(self, state: State) -> Choose:
        return Choose(0, "bot-disc", bot_discs(state, RIVER))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(BotNextPath(picks[0]))

    @classmethod
    def move(cls, option: int) -> BotTakes:
        return BotTakes(option)


class BotNextPath(Act, tag=71):
    """A disc for which the river has no way of its length is lost."""

    disc: int

    def act(self, table: Table) -> None:
        state: State = table.state
        length = value_of(self.disc)
        if bot_paths(values_of(state.options).river, state.sheets[0], length):
            table.emit(BotMarked((self.disc,)))
            table.then(BotLay(length))
        else:
            table.emit(BotLost((self.disc,)))


class BotLay(Ask, tag=72):
    """The bot's path begins at one of its squares or next to a path of its own, runs over cells that nobody has marked,
    and has exactly the disc's length. All its cells are painted."""

    length: int

    def ask(self, state: State) -> Choose:
        river = values_of(state.options).river
        return Choose(0, "bot-river", list(bot_paths(river, state.sheets[0], self.length)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        paths = bot_paths(values_of(state.options).river, state.sheets[0], self.length)
        table.emit(BotLaid(cells_of(paths[picks[0]])))

    @classmethod
    def move(cls, option: int) -> BotLays:
        return BotLays(*divmod(option, ENDS))


class BotMud(Act, tag=73):
    """All that the bot's discs in the mud are worth goes into small cells on the rim."""

    def act(self, table: Table) -> None:
        state: State = table.state
        discs = bot_discs(state, MUD)
        if discs:
            worth = total(state, discs)
            table.emit(BotMarked(discs))
            table.then(BotPaint(worth))


class BotPaint(Ask, tag=74):
    """Beside which nodes that are not crossed yet, and how many at each, is your choice."""

    cells: int

    def ask(self, state: State) -> Choose | None:
        mud, sheet = values_of(state.options).mud, state.sheets[0]
        free = [
            node for node in mud.rim if not sheet.nodes >> node & 1 and sheet.small[node] < mud.small_cells
        ]
        each = tuple(mud.small_cells - sheet.small[node] for node in free)
        cells = min(self.cells, sum(each))
        return Choose(0, "bot-mud", tuple(free), cells, cells, each) if cells else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for node in dict.fromkeys(picks):
            table.emit(BotPainted(node, picks.count(node)))

    @classmethod
    def move(cls, option: int) -> BotPaints:
        return BotPaints(option)


def bot_discs(state: State, section: int) -> tuple[int, ...]:
    """The bot's discs that are still to be marked in a section."""
    discs = range(VALUES * state.bot, VALUES * state.bot + VALUES)
    return tuple(disc for disc in discs if state.left[disc] and state.sections[disc] == section)


def bot_placements(canyon: Canyon, sheet: Sheet, number: int) -> list[int]:
    """Where the bot may draw a shape of this number. Its shapes leap over yours that they touch."""
    _, free = drawn_and_free(canyon, sheet)
    bots = covered(sheet.bot_shapes)
    beside = around(bots)
    leaps = bots
    for shape in (canyon.start, *map(mask, sheet.shapes)):
        if shape & beside:
            leaps |= shape
    near = (canyon.bot_squares | around(leaps)) & free
    return places(canyon.shapes[number], free, near)


def bot_paths(river: River, sheet: Sheet, length: int) -> dict[int, int]:
    """The stretches of this length that the bot may paint: an option for each, and its cells as bits."""
    taken = sheet.river | sheet.painted
    begins = river.bot_squares
    for cell in cells_of(sheet.painted):
        begins |= river.neighbours[cell]
    return {
        ENDS * one + other: cells
        for one, other, cells in river.stretches[length]
        if not cells & taken and (begins >> one & 1 or begins >> other & 1)
    }

"""The solo game: three colours are flicked, one becomes the player's and one the bot's, and the bot marks first."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts
from tilth_rules.sonora.actions.canyon import covered, drawn_and_free, fitting_places
from tilth_rules.sonora.actions.ruins import MarkRuins, total_value
from tilth_rules.sonora.codes import CANYON, MARKING, MUD, RIVER, RUINS, VALUES, value_of
from tilth_rules.sonora.content.compiled.sections import Canyon, River
from tilth_rules.sonora.events.bot import (
    BotCircled,
    BotLost,
    BotMarked,
    BotPainted,
    BotPathLaid,
    BotShapeDrawn,
    ColoursChosen,
)
from tilth_rules.sonora.events.rounds import PhaseBegan
from tilth_rules.sonora.facts import colour_facts, covered_facts, painted_facts
from tilth_rules.sonora.moves import BOT_DRAWS_SHAPE, BOT_LAYS_PATH, BOT_PAINTS, BOT_TAKES, CHOOSE_COLOUR
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import around, cells_of, cells_of_option, mask
from tilth_rules.sonora.rounds.marking import MarkRest, SortDiscs, Swaps, Ties
from tilth_rules.sonora.state import Sheet, State


class SoloMarkPhase(Act, tag=60):
    """Begin the marking phase of a solo round: the player chooses its colour and the bot's and uses swaps, the bot's
    discs are marked, and then the player's own."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(MARKING))
        table.then(OwnColour(), Swaps(), Ties(), SortDiscs(), BotMarks(), MarkRuins(), MarkRest())


class OwnColour(Ask, tag=61):
    """Solo: the question to the player which colour's discs are its own in this round. BotColour follows. An option's
    text shows the discs of the colour."""

    numbers = CHOOSE_COLOUR

    def ask(self, state: State) -> Choose:
        return Choose(0, "own-colour", tuple(range(state.colours)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(BotColour(picks[0]))

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return colour_facts(state, option)


class BotColour(Ask, tag=62):
    """Solo: the question to the player which other colour is the bot's in this round. The discs of the third colour
    leave the board. An option's text shows the discs of the colour."""

    own: int
    numbers = CHOOSE_COLOUR

    def ask(self, state: State) -> Choose:
        others = tuple(colour for colour in range(state.colours) if colour != self.own)
        return Choose(0, "bot-colour", others)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(ColoursChosen(self.own, picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"own": self.own}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return colour_facts(state, option)


class BotMarks(Act, tag=63):
    """Mark all discs of the bot, before the player's: in the ruins, the canyon, the river and the mud. The bot gains
    nothing; it only blocks the player."""

    def act(self, table: Table) -> None:
        table.then(BotRuins(), BotCanyon(), BotRiver(), BotMud())


class BotRuins(Act, tag=64):
    """Circle cells of the bot's own building, as many as its discs in the ruins are worth and there is room for, and
    mark these discs."""

    def act(self, table: Table) -> None:
        state: State = table.state
        discs = bot_discs(state, RUINS)
        room = values_of(state.options).ruins.bot_cells - state.sheets[0].bot_circled
        cells = min(room, total_value(state, discs))
        if cells:
            table.emit(BotCircled(cells))
        if discs:
            table.emit(BotMarked(discs))


class BotCanyon(Act, tag=65):
    """Draw a shape for each disc of the bot in the canyon. If there are several, the player chooses the next one
    (BotCanyonDisc)."""

    def act(self, table: Table) -> None:
        discs = bot_discs(table.state, CANYON)
        if len(discs) > 1:
            table.then(BotCanyonDisc(), BotCanyon())
        elif discs:
            table.then(BotNextShape(discs[0]), BotCanyon())


class BotCanyonDisc(Ask, tag=66):
    """The question to the player which of the bot's discs in the canyon is marked next (BotNextShape). An option's text
    shows the disc's value."""

    numbers = BOT_TAKES

    def ask(self, state: State) -> Choose:
        return Choose(0, "bot-disc", bot_discs(state, CANYON))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(BotNextShape(picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"section": CANYON}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"value": value_of(option)}


class BotNextShape(Act, tag=67):
    """Find, for a disc of the bot, the shape with the greatest number, at most its value, that fits anywhere in the
    canyon, and ask the player for its place (BotDraw). A disc for which no shape fits is lost."""

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
    """The question to the player where in the canyon the bot's shape is painted. It covers one of the bot's squares, or
    lies next to one of its shapes, or next to a shape of the player's that one of its shapes touches. An option's text
    shows what it covers."""

    number: int
    numbers = BOT_DRAWS_SHAPE

    def ask(self, state: State) -> Choose:
        canyon = values_of(state.options).canyon
        return Choose(0, "bot-canyon", bot_placements(canyon, state.sheets[0], self.number))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(BotShapeDrawn(self.number, cells_of_option(picks[0])))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"number": self.number}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return covered_facts(values_of(state.options).canyon, cells_of_option(option), self.number)


class BotRiver(Act, tag=69):
    """Lay a path for each disc of the bot in the river. If there are several, the player chooses the next one
    (BotRiverDisc)."""

    def act(self, table: Table) -> None:
        discs = bot_discs(table.state, RIVER)
        if len(discs) > 1:
            table.then(BotRiverDisc(), BotRiver())
        elif discs:
            table.then(BotNextPath(discs[0]), BotRiver())


class BotRiverDisc(Ask, tag=70):
    """The question to the player which of the bot's discs in the river is marked next (BotNextPath). An option's text
    shows the disc's value."""

    numbers = BOT_TAKES

    def ask(self, state: State) -> Choose:
        return Choose(0, "bot-disc", bot_discs(state, RIVER))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(BotNextPath(picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"section": RIVER}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"value": value_of(option)}


class BotNextPath(Act, tag=71):
    """Mark a disc of the bot with a path of the disc's length in the river, for which the player is asked (BotLay). If
    there is room for none, the disc is lost."""

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
    """The question to the player which cells of the river the bot's path covers. The path begins at one of the bot's
    squares or next to one of its paths, runs over cells that nobody has marked, and has exactly the disc's length. All
    its cells are painted."""

    length: int
    numbers = BOT_LAYS_PATH

    def ask(self, state: State) -> Choose:
        river = values_of(state.options).river
        return Choose(0, "bot-river", list(bot_paths(river, state.sheets[0], self.length)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        paths = bot_paths(values_of(state.options).river, state.sheets[0], self.length)
        table.emit(BotPathLaid(cells_of(paths[picks[0]])))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"length": self.length}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        river, ends = values_of(state.options).river, BOT_LAYS_PATH.parts(option)
        stretches = river.stretches[self.length]
        return painted_facts(river, next(cells for one, other, cells in stretches if (one, other) == ends))


class BotMud(Act, tag=73):
    """Mark the bot's discs in the mud, and let the player place their value as small cells on the rim (BotPaint)."""

    def act(self, table: Table) -> None:
        state: State = table.state
        discs = bot_discs(state, MUD)
        if discs:
            worth = total_value(state, discs)
            table.emit(BotMarked(discs))
            table.then(BotPaint(worth))


class BotPaint(Ask, tag=74):
    """The question to the player beside which uncrossed nodes of the mud's rim the bot's small cells are painted, and
    how many at each: `cells` in all, or as many as there is room for. An option's text shows the node's cost and its
    room."""

    cells: int
    numbers = BOT_PAINTS

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

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"value": self.cells}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        mud, sheet = values_of(state.options).mud, state.sheets[seat]
        return {
            "cost": mud.costs[option] + sheet.small[option],
            "left": mud.small_cells - sheet.small[option],
        }


def bot_discs(state: State, section: int) -> tuple[int, ...]:
    """Return the bot's discs that are still to be marked in a section."""
    discs = range(VALUES * state.bot, VALUES * state.bot + VALUES)
    return tuple(disc for disc in discs if state.left[disc] and state.sections[disc] == section)


def bot_placements(canyon: Canyon, sheet: Sheet, number: int) -> list[int]:
    """Return the places where the bot may draw a shape of this number in the canyon, as options. Its shapes also
    continue beyond shapes of yours that they touch."""
    _, free = drawn_and_free(canyon, sheet)
    bots = covered(sheet.bot_shapes)
    beside = around(bots)
    leaps = bots
    for shape in (canyon.start, *map(mask, sheet.shapes)):
        if shape & beside:
            leaps |= shape
    near = (canyon.bot_squares | around(leaps)) & free
    return fitting_places(canyon.shapes[number], free, near)


def bot_paths(river: River, sheet: Sheet, length: int) -> dict[int, int]:
    """Return the paths of `length` river cells that the bot may paint: by option, the cells as bits. No cell may be
    drawn or painted yet, and an end must be one of the bot's squares or next to a painted cell."""
    taken = sheet.river | sheet.painted
    begins = river.bot_squares
    for cell in cells_of(sheet.painted):
        begins |= river.neighbours[cell]
    return {
        BOT_LAYS_PATH.option(one, other): cells
        for one, other, cells in river.stretches[length]
        if not cells & taken and (begins >> one & 1 or begins >> other & 1)
    }

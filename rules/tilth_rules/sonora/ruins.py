"""The ruins: whoever brings most value marks first, and the first to finish a building has its top reward."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Table
from tilth_rules.sonora.bonuses import gain
from tilth_rules.sonora.content.sections import Ruins
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.mark_events import (
    BotBuildingCrossed,
    BuildingFinished,
    CellsCrossed,
    DiscsMarked,
    RuinsOrdered,
)
from tilth_rules.sonora.moves import CrossCell
from tilth_rules.sonora.state import Sheet, State, clockwise, own_discs
from tilth_rules.sonora.words import RUINS, TOP, value_of


class MarkRuins(Act, tag=40):
    """Before anything else the ruins are marked: by the sum of everybody's discs there, the greatest first, and among
    equals whoever was earlier in turn order."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = clockwise(state, state.first)
        worth = {seat: total(state, discs_in(state, seat, RUINS)) for seat in seats}
        order = [seat for seat in sorted(seats, key=lambda seat: -worth[seat]) if worth[seat]]
        if order:
            table.emit(RuinsOrdered(tuple(order), tuple(worth[seat] for seat in order)))
            table.then(*(RuinsTurn(seat, worth[seat]) for seat in order))


class RuinsTurn(Act, tag=41):
    """You cross as many cells as your discs are worth, and take these discs off the board. Alone, cells that the bot
    has circled in its building come first."""

    seat: int
    value: int

    def act(self, table: Table) -> None:
        state: State = table.state
        sheet = state.sheets[self.seat]
        table.emit(DiscsMarked(self.seat, discs_in(state, self.seat, RUINS)))
        owed = min(self.value, sheet.bot_circled - sheet.bot_crossed)
        if owed:
            table.emit(BotBuildingCrossed(self.seat, owed))
        table.then(CrossCells(self.seat, self.value - owed))


class CrossCells(Ask, tag=42):
    """Cells may be crossed in any buildings, in any number of them."""

    seat: int
    value: int

    def ask(self, state: State) -> Choose | None:
        free = room(values_of(state.options).ruins, state.sheets[self.seat])
        cells = min(self.value, sum(free))
        if not cells:
            return None
        buildings = tuple(building for building, left in enumerate(free) if left)
        each = tuple(left for left in free if left)
        return Choose(self.seat, "ruins", buildings, cells, cells, each)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for building in dict.fromkeys(picks):
            table.emit(CellsCrossed(self.seat, building, picks.count(building)))
            finish(table, self.seat, building)

    @classmethod
    def move(cls, option: int) -> CrossCell:
        return CrossCell(option)


def finish(table: Table, seat: int, building: int) -> None:
    """Who has crossed all of a building gains its reward: the top one, with a bonus, only if nobody did before."""
    state: State = table.state
    ruins = values_of(state.options).ruins
    if state.sheets[seat].crossed[building] < ruins.cells[building]:
        return
    first = not state.struck[building]
    points = (ruins.tops if first else ruins.bottoms)[building]
    table.emit(BuildingFinished(seat, building, first, points))
    if first and ruins.bonuses[building]:
        gain(table, seat, ruins.bonuses[building])


def discs_in(state: State, seat: int, section: int) -> tuple[int, ...]:
    """The seat's discs that are still to be marked in a section."""
    return tuple(
        disc for disc in own_discs(state, seat) if state.left[disc] and state.sections[disc] == section
    )


def total(state: State, discs: Sequence[int]) -> int:
    """What discs in the ruins or the mud are worth together: twice as much on a bonus circle."""
    return sum(value_of(disc) * (2 if state.doubled[disc] else 1) for disc in discs)


def room(ruins: Ruins, sheet: Sheet) -> list[int]:
    """Cells left in each building."""
    return [cells - crossed for cells, crossed in zip(ruins.cells, sheet.crossed, strict=True)]


def points(ruins: Ruins, sheet: Sheet) -> int:
    """Unfinished buildings are worth nothing."""
    return sum(
        (ruins.tops if reward == TOP else ruins.bottoms)[building]
        for building, reward in enumerate(sheet.rewards)
        if reward
    )

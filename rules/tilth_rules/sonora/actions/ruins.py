"""The ruins: the seats mark in the order of the value they bring, and the first to finish a building gets its top
reward."""

from collections.abc import Sequence

from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts
from tilth_rules.sonora.actions.bonuses import gain_bonus
from tilth_rules.sonora.codes import RUINS, TOP, value_of
from tilth_rules.sonora.content.compiled.sections import Ruins
from tilth_rules.sonora.events.marks import (
    BotBuildingCrossed,
    BuildingFinished,
    CellsCrossed,
    DiscsMarked,
    RuinsOrdered,
)
from tilth_rules.sonora.moves import CROSS_CELL
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import Sheet, State, own_discs


class MarkRuins(Act, tag=40):
    """Let the seats mark the ruins, before the other sections, in the order of the value of their discs there, the
    greatest first; among equals the seat that is earlier in turn order. Seats without discs there have no turn."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = clockwise(state.seats, state.first)
        worth = {seat: total_value(state, discs_in(state, seat, RUINS)) for seat in seats}
        order = [seat for seat in sorted(seats, key=lambda seat: -worth[seat]) if worth[seat]]
        if order:
            table.emit(RuinsOrdered(tuple(order), tuple(worth[seat] for seat in order)))
            table.then(*(RuinsTurn(seat, worth[seat]) for seat in order))


class RuinsTurn(Act, tag=41):
    """Let a seat mark its discs in the ruins, and cross as many cells there as they are worth (CrossCells). In the solo
    game the cells that the bot has circled in its building are crossed first."""

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
    """The question to a seat in which buildings of the ruins it crosses `value` cells (all free ones if there are
    fewer). A building that is finished gives its reward, the top one only to the first seat. Not asked if there is
    nothing to cross. An option's text shows the building's cells and rewards."""

    seat: int
    value: int
    numbers = CROSS_CELL

    def ask(self, state: State) -> Choose | None:
        free = building_room(values_of(state.options).ruins, state.sheets[self.seat])
        cells = min(self.value, sum(free))
        if not cells:
            return None
        buildings = tuple(building for building, left in enumerate(free) if left)
        each = tuple(left for left in free if left)
        return Choose(self.seat, "ruins", buildings, cells, cells, each)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for building in dict.fromkeys(picks):
            table.emit(CellsCrossed(self.seat, building, picks.count(building)))
            reward_if_finished(table, self.seat, building)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"value": self.value}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        ruins, sheet = values_of(state.options).ruins, state.sheets[seat]
        return {
            "cells": ruins.cells[option],
            "left": ruins.cells[option] - sheet.crossed[option],
            "top": ruins.tops[option],
            "bonus": ruins.bonuses[option],
            "bottom": ruins.bottoms[option],
            "struck": state.struck[option],
            "alone": state.seats == 1,
        }


def reward_if_finished(table: Table, seat: int, building: int) -> None:
    """If a seat has crossed all cells of a building, give it the reward. The top reward, with a bonus, goes only to the
    first seat that finishes the building."""
    state: State = table.state
    ruins = values_of(state.options).ruins
    if state.sheets[seat].crossed[building] < ruins.cells[building]:
        return
    first = not state.struck[building]
    points = (ruins.tops if first else ruins.bottoms)[building]
    table.emit(BuildingFinished(seat, building, first, points))
    if first and ruins.bonuses[building]:
        gain_bonus(table, seat, ruins.bonuses[building])


def discs_in(state: State, seat: int, section: int) -> tuple[int, ...]:
    """Return the seat's discs that are still to be marked in a section."""
    return tuple(
        disc for disc in own_discs(state, seat) if state.left[disc] and state.sections[disc] == section
    )


def total_value(state: State, discs: Sequence[int]) -> int:
    """Return the total value of these discs, for the ruins or the mud. A disc on a bonus circle counts twice."""
    return sum(value_of(disc) * (2 if state.doubled[disc] else 1) for disc in discs)


def building_room(ruins: Ruins, sheet: Sheet) -> list[int]:
    """Return the number of uncrossed cells in each building of a seat's ruins."""
    return [cells - crossed for cells, crossed in zip(ruins.cells, sheet.crossed, strict=True)]


def points(ruins: Ruins, sheet: Sheet) -> int:
    """Return the points of the ruins: the rewards of finished buildings. Unfinished buildings give none."""
    return sum(
        (ruins.tops if reward == TOP else ruins.bottoms)[building]
        for building, reward in enumerate(sheet.rewards)
        if reward
    )

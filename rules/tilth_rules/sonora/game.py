"""Sonora, as the kernel knows it."""

from collections.abc import Sequence
from random import Random

import msgspec

from tilth_rules.kernel import Game, OptionsRefused, Result, Step
from tilth_rules.sonora import (
    bonuses,
    canyon,
    flicks,
    marking,
    mud,
    river,
    rounds,
    ruins,
    scoring,
    setup,
    solo,
)
from tilth_rules.sonora.content.values import read, values_of, with_wood
from tilth_rules.sonora.events import EVENTS
from tilth_rules.sonora.moves import MOVES
from tilth_rules.sonora.options import Options
from tilth_rules.sonora.state import State, bare
from tilth_rules.sonora.view import View, view
from tilth_rules.sonora.words import IN_HAND, IN_HOLE, MARKED, OFF_BOARD, ON_BOARD, OUT

STEPS: tuple[type[Step], ...] = (
    setup.FirstPlayer,
    rounds.PlayRound,
    rounds.EndRound,
    scoring.GameEnd,
    flicks.FlickPhase,
    flicks.SoloFlicks,
    flicks.TakeTurn,
    flicks.FlickOne,
    flicks.ChooseDisc,
    flicks.Aim,
    flicks.Launch,
    flicks.OnceMore,
    flicks.Sink,
    flicks.AfterFlick,
    flicks.ReflickWindow,
    flicks.FlickStands,
    flicks.NoPushing,
    flicks.KnockedOff,
    bonuses.Discover,
    ruins.MarkRuins,
    ruins.RuinsTurn,
    ruins.CrossCells,
    canyon.Draw,
    river.Lay,
    mud.CrossNodes,
    mud.FillColumns,
    mud.CloseMud,
    marking.MarkPhase,
    marking.Swaps,
    marking.Swap,
    marking.Ties,
    marking.SettleTie,
    marking.SortDiscs,
    marking.MarkRest,
    marking.MarkSheet,
    solo.SoloMarkPhase,
    solo.OwnColour,
    solo.BotColour,
    solo.BotMarks,
    solo.BotRuins,
    solo.BotCanyon,
    solo.BotCanyonDisc,
    solo.BotNextShape,
    solo.BotDraw,
    solo.BotRiver,
    solo.BotRiverDisc,
    solo.BotNextPath,
    solo.BotLay,
    solo.BotMud,
    solo.BotPaint,
)

LENGTHS = (5, 6, 7)


class Sonora(Game):
    """Flicked discs and four sheets, for two to four players or one against a bot."""

    name = "sonora"
    version = 1
    seats = (1, 2, 3, 4)
    options = Options
    events = EVENTS
    steps = STEPS
    moves = MOVES
    views = View
    bound = 20_000

    def check(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise OptionsRefused("seats", "one to four can play")
        if options.rounds not in LENGTHS:
            raise OptionsRefused("rounds", "five, six or seven")
        read(options.values)

    def pinned(self, options: Options) -> Options:
        return msgspec.structs.replace(options, values=with_wood(options.values))

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return bare(options, seats, values_of(options)), rounds.match_steps(seats)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        values = values_of(state.options)
        return tuple(sum(scoring.points(values, sheet)) for sheet in state.sheets)

    def determinize(self, state: State, viewer: int, random: Random) -> State:
        """Nothing is hidden, so every world is this one."""
        return state.clone()

    def counts(self, state: State) -> dict[str, int]:
        """The discs of each colour are somewhere, and what a sheet was given is on it or was used."""
        places = (IN_HAND, ON_BOARD, IN_HOLE, OFF_BOARD, OUT, MARKED)
        counted = {"discs": sum(where in places for where in state.where)}
        for seat, sheet in enumerate(state.sheets):
            counted[f"circled discoveries of {seat}"] = sum(
                kept > chosen for kept, chosen in zip(sheet.kept, sheet.chosen, strict=True)
            )
            counted[f"debts of {seat}"] = sum(number < 0 for number in (*sheet.ready, *sheet.kept))
        return counted

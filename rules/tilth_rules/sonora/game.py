"""`Sonora`: the game as the kernel knows it."""

from collections.abc import Mapping, Sequence

import msgspec

from tilth_rules.common.registry import defined_in
from tilth_rules.kernel import Event, Game, Move, Result, ScoreRow, Solo, Step
from tilth_rules.sonora import options as set_ups
from tilth_rules.sonora import scoring
from tilth_rules.sonora.codes import IN_HAND, IN_HOLE, MARKED, OFF_BOARD, ON_BOARD, OUT
from tilth_rules.sonora.options import SEATS, Options, values_of
from tilth_rules.sonora.rounds.match import match_steps
from tilth_rules.sonora.state import State, bare
from tilth_rules.sonora.stored_numbers import stored_numbers
from tilth_rules.sonora.view import View, view


class Sonora(Game):
    """Flicked discs and four sheets, for two to four players or one against a bot."""

    name = "sonora"
    version = 2
    seats = SEATS
    options = Options
    events = defined_in(__package__, Event)
    steps = defined_in(__package__, Step)
    moves = defined_in(__package__, Move)
    views = View
    max_records = 20_000
    score_rows = scoring.SCORE_ROWS

    def check(self, options: Options, seats: int) -> None:
        set_ups.check(options, seats)

    def with_fixed_values(self, options: Options) -> Options:
        return set_ups.with_fixed_values(options)

    def stored_numbers(self) -> Mapping[str, Mapping[str, int]]:
        return stored_numbers()

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return bare(options, seats, values_of(options)), match_steps(seats)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        # The rulebook gives the bot no points, and does not define a win.
        alone = Solo("bot") if len(state.sheets) == 1 else None
        return Result(state.places, self.scores(state), alone)

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        values = values_of(state.options)
        return tuple(sum(scoring.points(values, sheet)) for sheet in state.sheets)

    def score_breakdown(self, state: State) -> Sequence[ScoreRow]:
        return scoring.score_breakdown(state)

    def conserved(self, state: State) -> dict[str, int]:
        """Return the number of all discs, and for each sheet two counts of contradictions, which must stay 0."""
        places = (IN_HAND, ON_BOARD, IN_HOLE, OFF_BOARD, OUT, MARKED)
        counted = {"discs": sum(where in places for where in state.where)}
        for seat, sheet in enumerate(state.sheets):
            counted[f"circled discoveries of {seat}"] = sum(
                kept > circled for kept, circled in zip(sheet.kept, sheet.circled, strict=True)
            )
            counted[f"debts of {seat}"] = sum(number < 0 for number in (*sheet.ready, *sheet.kept))
        return counted

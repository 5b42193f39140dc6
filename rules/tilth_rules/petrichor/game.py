"""`Petrichor`: the game as the kernel knows it."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import msgspec

from tilth_rules.common.registry import defined_in
from tilth_rules.kernel import Event, Game, Move, Result, ScoreRow, Step
from tilth_rules.petrichor import options as set_ups
from tilth_rules.petrichor import scoring
from tilth_rules.petrichor.codes import SCORE_ROWS
from tilth_rules.petrichor.events.cards import CardsDiscarded, CardsPlayed, CardsShown
from tilth_rules.petrichor.options import SEATS, Options
from tilth_rules.petrichor.rounds.match import match_steps
from tilth_rules.petrichor.state import DICE, State, bare
from tilth_rules.petrichor.stored_numbers import stored_numbers
from tilth_rules.petrichor.view import View, card_kinds, view
from tilth_rules.petrichor.worlds.knowledge import Knowledge, deal, knowledge


class Petrichor(Game):
    """Clouds, weather and crops for two to four players, or for one against the Southern Winds."""

    name = "petrichor"
    version = 2
    seats = SEATS
    options = Options
    events = defined_in(__package__, Event)
    steps = defined_in(__package__, Step)
    moves = defined_in(__package__, Move)
    views = View
    max_records = 4000
    score_rows = SCORE_ROWS

    def check(self, options: Options, seats: int) -> None:
        set_ups.check(options, seats)

    def stored_numbers(self) -> Mapping[str, Mapping[str, int]]:
        return stored_numbers()

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return bare(options, seats), match_steps(options, seats)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state, viewer)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state), scoring.solo(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points[: state.seats])

    def score_breakdown(self, state: State) -> Sequence[ScoreRow]:
        return scoring.score_breakdown(state)

    def knowledge(self, state: State, viewer: int) -> Knowledge:
        return knowledge(state, viewer)

    def deal(self, knowledge: Knowledge, random: Random) -> State:
        return deal(knowledge, random)

    def kept_on_undo(self, state: State, events: Iterable[Event]) -> Sequence[Event]:
        return [
            CardsShown(event.seat, tuple(sorted((*card_kinds(state.shown, 4 * event.seat), *event.cards))))
            for event in events
            if isinstance(event, CardsPlayed | CardsDiscarded)
        ]

    def conserved(self, state: State) -> dict[str, int]:
        counted: dict[str, int] = {
            "cards": sum(map(sum, (state.hands, state.deck, state.discards, state.packs))) + _drafted(state),
            "wheat tokens": sum(state.wheat) + state.wheat_left,
            "dice": len(state.dice) or DICE,
        }
        for side in range(state.sides):
            counted[f"drops of {side}"] = (
                state.supply[side] + sum(state.drops[side::4]) + sum(state.clouds[side::4])
            )
            counted[f"votes of {side}"] = state.free[side] + sum(state.votes[4 * side + 1 : 4 * side + 5])
            counted[f"hand of {side}"] = _miscounted(state, side)
        counted["wet"] = sum(state.wet) - sum(state.drops)
        counted["loads"] = sum(state.loads) - sum(state.clouds)
        return counted


def _drafted(state: State) -> int:
    """Return the number of cards that seats have kept in the running draft; 0 when no draft runs."""
    return sum(state.takes) if state.stage else 0


def _miscounted(state: State, side: int) -> int:
    """Return the difference between the stored size of a hand and the cards in it. It must always be 0."""
    if side >= state.seats:
        return 0
    return state.held[side] - sum(state.hands[4 * side + 1 : 4 * side + 5])

"""Petrichor, as the kernel knows it."""

from collections.abc import Iterable, Sequence
from random import Random

import msgspec

from tilth_rules.kernel import Event, Game, OptionsRefused, Result, Step
from tilth_rules.petrichor import (
    actions,
    cleanup,
    clouds,
    draft,
    harvest,
    rounds,
    scoring,
    setup,
    turns,
    weather,
)
from tilth_rules.petrichor import southern_winds as solo
from tilth_rules.petrichor.card_events import CardsDiscarded, CardsPlayed, CardsShown
from tilth_rules.petrichor.content.values import read
from tilth_rules.petrichor.events import EVENTS
from tilth_rules.petrichor.moves import MOVES
from tilth_rules.petrichor.options import Options
from tilth_rules.petrichor.state import DICE, State, bare
from tilth_rules.petrichor.view import View, kinds, view
from tilth_rules.petrichor.worlds import determinize

STEPS: tuple[type[Step], ...] = (
    setup.FirstPlayer,
    setup.PlaceFertilizers,
    setup.PlaceFertilizer,
    setup.LayFields,
    setup.Deal,
    setup.DealOne,
    setup.RollDice,
    setup.FirstClouds,
    setup.FirstCloud,
    draft.Draft,
    draft.ChooseFromPacks,
    draft.KeepCards,
    draft.PassPacks,
    clouds.EndOfEffect,
    clouds.FormCloud,
    clouds.FillCloud,
    turns.ActionPhase,
    turns.TakeTurn,
    turns.PayCards,
    turns.SecondAction,
    turns.Vote,
    turns.MoveVote,
    turns.NextTurn,
    turns.EndActions,
    turns.HandLimit,
    turns.DiscardDown,
    turns.SoloTurn,
    actions.Frost,
    actions.Sun,
    actions.Rain,
    actions.RainOne,
    actions.Wind,
    actions.LakeBreeze,
    actions.TakeDrops,
    weather.WeatherPhase,
    weather.BreakTie,
    weather.FrostWeather,
    weather.SunWeather,
    weather.SunTurn,
    weather.Develop,
    weather.WindWeather,
    weather.WindTurn,
    weather.WindTo,
    weather.RainWeather,
    weather.CountVotes,
    weather.ChangeFirstPlayer,
    harvest.HarvestPhase,
    cleanup.CleanUp,
    rounds.PlayRound,
    scoring.GameEnd,
    solo.NeutralTurn,
    solo.SouthernWind,
    solo.NeutralVotes,
    solo.NeutralSun,
    solo.SouthernPush,
    solo.NeutralClouds,
)

SOLO_ONLY = ("double_card", "non_random_targeting", "no_more_tricks", "one_more_turn")
NOT_SOLO = {
    "long_form": "the solo game has four rounds",
    "first_layout": "the solo game orders its tiles by priority",
    "draft": "a draft needs somebody to pass cards to",
    "lake": "the Lake is not used in solo play",
}


class Petrichor(Game):
    """Clouds, weather and crops for two to four players, or for one against the Southern Winds."""

    name = "petrichor"
    version = 1
    seats = (1, 2, 3, 4)
    options = Options
    events = EVENTS
    steps = STEPS
    moves = MOVES
    views = View
    bound = 4000

    def check(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise OptionsRefused("seats", "one to four can play")
        for name in SOLO_ONLY if seats > 1 else ():
            if getattr(options, name):
                raise OptionsRefused(name, "only the solo game has a neutral player")
        for name, why in NOT_SOLO.items() if seats == 1 else ():
            if getattr(options, name):
                raise OptionsRefused(name, why)
        if options.first_layout and (options.cactus or options.lake):
            raise OptionsRefused("first_layout", "the suggested layouts have no place for promo tiles")
        read(options.values)

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return bare(options, seats), rounds.match_steps(options, seats)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state, viewer)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points[: state.seats])

    def determinize(self, state: State, viewer: int, random: Random) -> State:
        return determinize(state, viewer, random)

    def remembers(self, state: State, events: Iterable[Event]) -> Sequence[Event]:
        return [
            CardsShown(event.seat, tuple(sorted((*kinds(state.shown, 4 * event.seat), *event.cards))))
            for event in events
            if isinstance(event, CardsPlayed | CardsDiscarded)
        ]

    def counts(self, state: State) -> dict[str, int]:
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
    """Cards kept in a draft that is still going on: afterwards they are in hands."""
    return sum(state.takes) if state.stage else 0


def _miscounted(state: State, side: int) -> int:
    """0 as long as the number of cards in a hand is kept right."""
    if side >= state.seats:
        return 0
    return state.held[side] - sum(state.hands[4 * side + 1 : 4 * side + 5])

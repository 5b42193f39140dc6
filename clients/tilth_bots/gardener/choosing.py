"""How the gardener answers: it scores every option by what it would be worth, and takes the best."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor
from tilth_bots.gardener.garden import FROST, RAIN, SUN, WIND, Changes, Garden
from tilth_bots.gardener.worth import Forecast, gain, worth
from tilth_client import Answer, Decision, picks

CARD: Final = (0.5, 0.8, 0.6, 0.7)
"""What holding a card is worth, by its kind: Frost, Sun, Wind, Rain."""
KEPT: Final = 4
"""Cards that can be held over to the next round."""
NEEDLESS: Final = 0.4
"""What a card beyond these is worth of that: it may still be played before the round ends."""
LAST: Final = 0.3
"""The same of every card in the last round."""
DROP: Final = 0.8
"""What an action is worth for which a drop must first be taken back from a tile."""


def decide(view: Any, decision: Decision) -> Answer:
    """The answer to one decision, from what is seen and asked alone."""
    if not isinstance(view, petrichor.View) or not decision.options or decision.quantities:
        return decision.default
    moves = [decision.move(option) for option in decision.options]
    if not all(isinstance(move, petrichor.Move) for move in moves):
        return decision.default
    scorer = Scorer(Garden.of(view, decision.seat), moves, decision.kind == "second-action")
    scores = [(scorer.score(move), -option.id) for move, option in zip(moves, decision.options, strict=True)]
    chosen: list[int] = []
    for score, option in sorted(scores, reverse=True):
        for _ in range(decision.each[-option]):
            if len(chosen) < decision.least or (len(chosen) < decision.most and score > 0):
                chosen.append(-option)
    return picks(*chosen)


class Scorer:
    """What each of the offered moves is worth now."""

    def __init__(self, garden: Garden, moves: Iterable[petrichor.Move], second: bool = False) -> None:
        self._garden = garden
        self._moves = list(moves)
        self._second = second
        self._forecast = Forecast.of(garden)
        self._now = worth(garden, self._forecast)

    def score(self, move: petrichor.Move) -> float:
        kind = move.WhichOneof("move")
        scoring: Callable[[Any], float] | None = getattr(self, f"_{kind}", None)
        return 0.0 if scoring is None else scoring(getattr(move, kind or ""))

    def _gain(self, changes: Changes) -> float:
        return gain(self._garden, self._forecast, changes)

    # Actions and their targets -------------------------------------------------------------------------------

    def _play(self, move: petrichor.Play) -> float:
        weather = move.action - 1
        return self._best_target(weather) + self._best_vote(weather) - self._price(weather)

    def _best_target(self, weather: int) -> float:
        """What the action itself brings: it must be resolved where it can be, however little it brings."""
        garden = self._garden
        mine = garden.my_clouds()
        found: list[Changes] = []
        if weather == FROST and garden.supply[garden.me]:
            found = [garden.cloud_placed(place) for place, plot in garden.plots.items() if not plot.cloud]
        elif weather == SUN and garden.supply[garden.me] >= 2:
            found = [garden.drops_added(place, 2) for place in mine]
        elif weather == WIND:
            found = [garden.blown(place, to) for place in mine for to in garden.beside(place)]
        elif weather == RAIN:
            gains = sorted((self._best_rain(place) for place in mine), reverse=True)
            return sum(gains[:1]) + sum(max(0.0, second) for second in gains[1:2])
        return max((self._gain(changes) for changes in found), default=0.0)

    def _best_rain(self, place: int) -> float:
        drops = self._garden.plots[place].cloud_drops
        return max(
            self._gain(self._garden.fallen(place, owner)) for owner, count in enumerate(drops) if count
        )

    def _price(self, weather: int) -> float:
        """The cards that go for it: one of its kind or any two, and twice that for a second action."""
        times = 2 if self._second else 1
        own = min(times, self._garden.hand.count(weather + 1))
        others = sorted((card for card in self._garden.hand if card != weather + 1), key=_card_worth)
        return self._without([weather + 1] * own + others[: 2 * (times - own)])

    def _pay(self, move: petrichor.Pay) -> float:
        return -self._without(move.cards)

    def _without(self, cards: Iterable[int]) -> float:
        """What the hand is worth less without these cards."""
        left = list(self._garden.hand)
        for card in cards:
            left.remove(card)
        return self._hand_worth(self._garden.hand) - self._hand_worth(left)

    def _hand_worth(self, hand: Iterable[int]) -> float:
        worths = sorted(map(_card_worth, hand), reverse=True)
        if not self._garden.rounds_to_come:
            return sum(worths) * LAST
        return sum(worths[:KEPT]) + sum(worths[KEPT:]) * NEEDLESS

    def _place_cloud(self, move: petrichor.PlaceCloud) -> float:
        return self._gain(self._garden.cloud_placed(move.tile))

    def _add_drops(self, move: petrichor.AddDrops) -> float:
        return self._gain(self._garden.drops_added(move.tile, 2))

    def _blow_cloud(self, move: petrichor.BlowCloud) -> float:
        return self._gain(self._garden.blown(move.tile, move.to))

    def _rain_from(self, move: petrichor.RainFrom) -> float:
        return self._best_rain(move.tile)

    def _rain_drop(self, move: petrichor.RainDrop) -> float:
        return self._gain(self._garden.fallen(move.tile, move.owner))

    def _take_drop(self, move: petrichor.TakeDrop) -> float:
        return DROP + self._gain(self._garden.taken(move.tile, self._garden.me))

    # Votes and dice ------------------------------------------------------------------------------------------

    def _best_vote(self, weather: int) -> float:
        dice = [self._lowered(face) for face in self._garden.dice if face]
        return max(self._voted(weather), self._voted((weather + 1) % 4), *dice)

    def _voted(self, weather: int, source: int | None = None) -> float:
        return worth(self._garden.voted(weather, source)) - self._now

    def _lowered(self, face: int) -> float:
        return 2.0 if face == 1 else 1.0

    def _vote_for(self, move: petrichor.VoteFor) -> float:
        return self._voted(move.weather - 1)

    def _lower_die(self, move: petrichor.LowerDie) -> float:
        return self._lowered(move.face)

    def _take_vote(self, move: petrichor.TakeVote) -> float:
        weather = move.weather - 1
        return -self._garden.votes[self._garden.me][weather] * 0.01 - self._forecast.weather[weather]

    # Cards ---------------------------------------------------------------------------------------------------

    def _keep(self, move: petrichor.Keep) -> float:
        return _card_worth(move.card)

    def _discard(self, move: petrichor.Discard) -> float:
        return 0.1 * self._garden.hand.count(move.card) - _card_worth(move.card)

    # The weather phase ---------------------------------------------------------------------------------------

    def _choose_weather(self, move: petrichor.ChooseWeather) -> float:
        return worth(self._garden, Forecast.of(self._garden, certain=move.weather - 1))

    def _double_drops(self, move: petrichor.DoubleDrops) -> float:
        return self._gain(self._garden.doubled(move.tile))

    def _lift_drop(self, move: petrichor.LiftDrop) -> float:
        garden = self._garden
        return max(
            (self._gain(garden.moved(move.tile, move.owner, to)) for to in garden.beside(move.tile)),
            default=0.0,
        )

    def _set_drop(self, move: petrichor.SetDrop) -> float:
        """The picked drop lies beside all the places offered: of those that do, the one worth most was picked."""
        garden = self._garden
        offered = {other.set_drop.to for other in self._moves}
        return max(
            (
                self._gain(garden.moved(place, owner, move.to))
                for place, plot in garden.plots.items()
                if set(garden.beside(place)) == offered
                for owner, count in enumerate(plot.drops)
                if count
            ),
            default=0.0,
        )


def _card_worth(card: int) -> float:
    return CARD[card - 1]

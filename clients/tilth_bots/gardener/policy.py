"""The bot's answers: it scores every option by the worth of its result, and picks the best."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor
from tilth_bots.gardener.garden import FROST, RAIN, SUN, WIND, Changes, Garden
from tilth_bots.gardener.value import Forecast, gain, worth
from tilth_client import Answer, Decision, picks

CARD: Final = (0.5, 0.8, 0.6, 0.7)
"""Worth of a card in hand, by its kind: Frost, Sun, Wind, Rain."""
KEPT: Final = 4
"""Number of cards that can be kept for the next round."""
NEEDLESS: Final = 0.4
"""Share of its worth that a card beyond `KEPT` counts for: it may still be played before the round ends."""
LAST: Final = 0.3
"""Share of its worth that every card counts for in the last round."""
DROP: Final = 0.8
"""Worth of an action for which a drop must first be taken back from a tile."""


def decide(view: Any, decision: Decision) -> Answer:
    """Return the answer to one decision, based on the view and the decision alone: the required number of options with
    the best scores, and further allowed ones with a score above 0. In other games, without options, or for numbers, it
    is the default answer."""
    if not isinstance(view, petrichor.View) or not decision.options or decision.quantities:
        return decision.default
    moves = [decision.move(option) for option in decision.options]
    if not all(isinstance(move, petrichor.Move) for move in moves):
        return decision.default
    scorer = Scorer(Garden.of(view, decision.seat), moves, decision.kind == "second-action")
    scores = [(scorer.score(move), -option.id) for move, option in zip(moves, decision.options, strict=True)]
    chosen: list[int] = []
    for score, option in sorted(scores, reverse=True):
        for _ in range(decision.max_each[-option]):
            if len(chosen) < decision.min_picks or (len(chosen) < decision.max_picks and score > 0):
                chosen.append(-option)
    return picks(*chosen)


class Scorer:
    """Scores for the moves that a decision offers, in points. For each kind of move with a score, the method with the
    move's name behind an underscore computes it."""

    def __init__(self, garden: Garden, moves: Iterable[petrichor.Move], second: bool = False) -> None:
        self._garden = garden
        self._moves = list(moves)
        self._second = second
        self._forecast = Forecast.of(garden)
        self._now = worth(garden, self._forecast)

    def score(self, move: petrichor.Move) -> float:
        """Return the gain of a move in points; 0 for a move without a scoring method. The method of `take_drop` is
        `_take_drop`."""
        kind = move.WhichOneof("move")
        scoring: Callable[[Any], float] | None = getattr(self, f"_{kind}", None)
        return 0.0 if scoring is None else scoring(getattr(move, kind or ""))

    def _gain(self, changes: Changes) -> float:
        """Return the gain in the garden's worth, in points, from changes to plots."""
        return gain(self._garden, self._forecast, changes)

    # Actions and their targets -------------------------------------------------------------------------------

    def _play(self, move: petrichor.Play) -> float:
        """Return the gain from playing an action: its best target and its vote, less the price in cards."""
        weather = move.action - 1
        return self._best_target(weather) + self._best_vote(weather) - self._price(weather)

    def _best_target(self, weather: int) -> float:
        """Return the gain in points of the action for a weather (0 to 3) on its best target; 0 without a target. It can
        be negative, because an action must be resolved if it can be."""
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
        """Return the gain in points of the drop, of any side, that is best to let fall from the cloud above a place."""
        drops = self._garden.plots[place].cloud_drops
        return max(
            self._gain(self._garden.fallen(place, owner)) for owner, count in enumerate(drops) if count
        )

    def _price(self, weather: int) -> float:
        """Return the cost in points of the cards for an action of a weather (0 to 3): one of its kind or any two
        others, and twice that number for a second action. Cards of its kind are paid first."""
        times = 2 if self._second else 1
        own = min(times, self._garden.hand.count(weather + 1))
        others = sorted((card for card in self._garden.hand if card != weather + 1), key=_card_worth)
        return self._without([weather + 1] * own + others[: 2 * (times - own)])

    def _pay(self, move: petrichor.Pay) -> float:
        """Return the score for paying with these cards: minus their loss to the hand's worth."""
        return -self._without(move.cards)

    def _without(self, cards: Iterable[int]) -> float:
        """Return the loss in points of the hand's worth without these cards, which are given by kind."""
        left = list(self._garden.hand)
        for card in cards:
            left.remove(card)
        return self._hand_worth(self._garden.hand) - self._hand_worth(left)

    def _hand_worth(self, hand: Iterable[int]) -> float:
        """Return the worth of a hand in points. Cards beyond the number that can be kept count for less, and in the
        last round all cards do."""
        worths = sorted(map(_card_worth, hand), reverse=True)
        if not self._garden.rounds_to_come:
            return sum(worths) * LAST
        return sum(worths[:KEPT]) + sum(worths[KEPT:]) * NEEDLESS

    def _place_cloud(self, move: petrichor.PlaceCloud) -> float:
        """Return the gain from placing a new cloud with one of the bot's drops above the tile."""
        return self._gain(self._garden.cloud_placed(move.tile))

    def _add_drops(self, move: petrichor.AddDrops) -> float:
        """Return the gain from adding two of the bot's drops to the cloud above the tile."""
        return self._gain(self._garden.drops_added(move.tile, 2))

    def _blow_cloud(self, move: petrichor.BlowCloud) -> float:
        """Return the gain from blowing the cloud above the tile to another tile."""
        return self._gain(self._garden.blown(move.tile, move.to))

    def _rain_from(self, move: petrichor.RainFrom) -> float:
        """Return the gain of the best drop to let fall from the cloud above the tile."""
        return self._best_rain(move.tile)

    def _rain_drop(self, move: petrichor.RainDrop) -> float:
        """Return the gain from letting one drop of the named owner fall from the cloud onto the tile."""
        return self._gain(self._garden.fallen(move.tile, move.owner))

    def _take_drop(self, move: petrichor.TakeDrop) -> float:
        """Return the score for taking a drop of the bot back from the tile, which makes another action possible: its
        worth (DROP), and the change of the tile's worth."""
        return DROP + self._gain(self._garden.taken(move.tile, self._garden.me))

    # Votes and dice ------------------------------------------------------------------------------------------

    def _best_vote(self, weather: int) -> float:
        """Return the gain in points of the best vote that comes with an action: a vote for its weather (0 to 3), a vote
        for the next one, or lowering a die."""
        dice = [self._lowered(face) for face in self._garden.dice if face]
        return max(self._voted(weather), self._voted((weather + 1) % 4), *dice)

    def _voted(self, weather: int, source: int | None = None) -> float:
        """Return the gain in points from one more vote of the bot for a weather (0 to 3), taken from its votes for the
        weather `source` if that is given."""
        return worth(self._garden.voted(weather, source)) - self._now

    def _lowered(self, face: int) -> float:
        """Return the points for lowering a die that shows `face`: 2 if it shows 1, otherwise 1."""
        return 2.0 if face == 1 else 1.0

    def _vote_for(self, move: petrichor.VoteFor) -> float:
        """Return the gain from one more vote of the bot for the move's weather."""
        return self._voted(move.weather - 1)

    def _lower_die(self, move: petrichor.LowerDie) -> float:
        """Return the points for lowering a die with the move's face."""
        return self._lowered(move.face)

    def _take_vote(self, move: petrichor.TakeVote) -> float:
        """Return the score for taking away one of the bot's votes: minus the probability that the vote's weather is
        resolved, less 0.01 for each of the bot's votes there."""
        weather = move.weather - 1
        return -self._garden.votes[self._garden.me][weather] * 0.01 - self._forecast.weather[weather]

    # Cards ---------------------------------------------------------------------------------------------------

    def _keep(self, move: petrichor.Keep) -> float:
        """Return the worth in points of the card that would be kept."""
        return _card_worth(move.card)

    def _discard(self, move: petrichor.Discard) -> float:
        """Return the score in points for discarding a card: minus its worth, plus 0.1 for each card of its kind in
        hand."""
        return 0.1 * self._garden.hand.count(move.card) - _card_worth(move.card)

    # The weather phase ---------------------------------------------------------------------------------------

    def _choose_weather(self, move: petrichor.ChooseWeather) -> float:
        """Return the worth of the garden in points if this weather is sure to be resolved."""
        return worth(self._garden, Forecast.of(self._garden, certain=move.weather - 1))

    def _double_drops(self, move: petrichor.DoubleDrops) -> float:
        """Return the gain from doubling the own drops in the cloud above a tile."""
        return self._gain(self._garden.doubled(move.tile))

    def _pick_up_drop(self, move: petrichor.PickUpDrop) -> float:
        """Return the gain from moving the drop to the best tile beside it."""
        garden = self._garden
        return max(
            (self._gain(garden.moved(move.tile, move.owner, to)) for to in garden.beside(move.tile)),
            default=0.0,
        )

    def _put_down_drop(self, move: petrichor.PutDownDrop) -> float:
        """Return the gain from setting the picked drop on this tile. The move does not name the drop's origin, so the
        best drop is assumed of those on tiles that have exactly the offered tiles beside them. Return 0 if there is
        none."""
        garden = self._garden
        offered = {other.put_down_drop.to for other in self._moves}
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
    """Return the worth of a card in hand by its kind, in points."""
    return CARD[card - 1]

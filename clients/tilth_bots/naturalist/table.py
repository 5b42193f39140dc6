"""The bot's view of the table: its own field, the other fields, the goals, and the time left."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Card, Objective, cards_of
from tilth_bots.naturalist.expectations import likely
from tilth_bots.naturalist.objectives import FULL, Area, Counting
from tilth_client import Decision

LEAVES: Final = (15, 11, 8, 6, 5)
"""Points for a leaf at a fauna card, by the number of leaves already there."""
BEGINNERS_LEAF: Final = 10
CHASED: Final = 2
"""Number of goals that the bot pursues."""
BEGUN: Final = 0.8
"""Share of a leaf's points that counts for progress before the goal is reached."""
NOWHERE: Final = -1
A_ROUND: Final = 1.1
"""Approximate number of cards that a seat plants in a round."""
ENDLESS: Final = 99
GAIAS_CARDS: Final = 6
GAIAS_PASSES: Final = 2


def area_of(player: earth.Player, cards: Mapping[int, Card]) -> Area:
    """Return a player's area: the cards and pieces that count for objectives."""
    area = Area(
        field={spot.place: cards[spot.card] for spot in player.field},
        board=tuple(
            cards[card]
            for card, known in (
                (player.island, player.HasField("island")),
                (player.climate, player.HasField("climate")),
            )
            if known
        ),
        events=tuple(cards[card] for card in player.events),
        soil=player.soil,
        hand=player.hand_size,
        compost=player.compost,
    )
    for spot in player.field:
        area.sprouts[spot.place] = spot.sprouts
        area.growth[spot.place] = spot.growth
    return area


@dataclass(frozen=True, slots=True)
class Sought:
    """An objective that the bot pursues, with its place on the field and the points of a goal's next leaf."""

    objective: Objective
    place: int = NOWHERE
    """Place of the card that has the objective; `NOWHERE` if it does not lie on the field."""
    leaf: float = 0.0
    """Points of the next leaf if the objective is a goal; otherwise 0."""


@dataclass(frozen=True, eq=False)
class Table:
    """The bot's view of the table: the view of one seat, the printed cards by number, whether the match has the set-up
    for beginners, and values that several answers need."""

    view: earth.View
    seat: int
    cards: Mapping[int, Card]
    beginners: bool
    level: int
    """Gaia's level in a solo match."""
    limit: int
    """Number of the last round; 0 if rounds are not limited."""

    @classmethod
    def of(cls, view: earth.View, decision: Decision) -> "Table":
        """Return the table for a view and a decision of the same seat."""
        options = decision.context.options
        beginners = options.setup == earth.SETUP_BEGINNER
        return cls(view, decision.seat, cards_of(view.printed), beginners, options.level, options.turn_limit)

    @property
    def me(self) -> earth.Player:
        """The bot's own player."""
        return self.view.players[self.seat]

    @cached_property
    def area(self) -> Area:
        """The bot's own area."""
        return area_of(self.me, self.cards)

    @cached_property
    def others(self) -> list[Area]:
        """The areas of the other players."""
        players = self.view.players
        return [area_of(player, self.cards) for player in players if player.seat != self.seat]

    @cached_property
    def counting(self) -> Counting:
        """The counts for objectives in the bot's area, compared with the others'."""
        return Counting(self.area, self.others)

    @cached_property
    def hand(self) -> list[Card]:
        """The cards in the bot's hand."""
        return [self.cards[card] for card in self.me.hand]

    def card_at(self, place: int) -> Card:
        """Return the card at a place of the field, or the island (49) or the climate (50)."""
        return self.area.field[place] if place in self.area.field else self.area.board[place - 49]

    # Time ----------------------------------------------------------------------------------------------------

    @cached_property
    def max_turns(self) -> int:
        """Return the largest number of turns that this seat can still be active, including this one."""
        view = self.view
        seats = len(view.players)
        now = (self.seat - view.first_player) % seats >= (view.active - view.first_player) % seats
        if view.HasField("filled"):
            return int(now)
        if view.HasField("gaia"):
            return len(view.gaia.to_come) + GAIAS_CARDS * (GAIAS_PASSES - view.gaia.passes)
        return self.limit - view.round + now if self.limit else ENDLESS

    @cached_property
    def rounds(self) -> float:
        """Return the expected number of turns in which this seat will be active. In a solo match that is the maximum,
        because the field is seldom full before Gaia's cards run out."""
        if self.view.HasField("gaia"):
            return float(self.max_turns)
        left = min(FULL - len(player.field) for player in self.view.players)
        return min(float(self.max_turns), max(1.0, left / A_ROUND))

    @cached_property
    def turns(self) -> float:
        """Return the expected number of turns of all seats, in which abilities are activated; in a solo match it
        includes Gaia's."""
        return self.rounds * (len(self.view.players) if len(self.view.players) > 1 else 1.6)

    # Goals ---------------------------------------------------------------------------------------------------

    @cached_property
    def ecosystems(self) -> list[Objective]:
        """The objectives of the ecosystems that all seats share, and of the bot's own one."""
        numbers = [*self.view.ecosystems]
        if self.me.HasField("ecosystem"):
            numbers.append(self.me.ecosystem)
        return [found for number in numbers if (found := self.cards[number].objective) is not None]

    @cached_property
    def goals(self) -> list[tuple[Objective, float]]:
        """Return the goals to pursue with the points of their next leaf: those with the best combination of points,
        progress and probability."""
        done = {*self.me.leaves, *self.me.reached}
        open_goals = []
        for at, number in enumerate(self.view.fauna):
            objective = self.cards[number].objective
            if at in done or objective is None:
                continue
            points = self.next_leaf(at)
            part = self.counting.worth(objective)
            open_goals.append(
                (points * (0.2 + part) * (0.1 + likely(objective)), -at, objective, float(points))
            )
        open_goals.sort(reverse=True, key=lambda goal: goal[:2])
        return [(objective, points) for _, _, objective, points in open_goals[:CHASED]]

    def next_leaf(self, goal: int) -> int:
        """Return the points of the next leaf at the fauna card of this index."""
        return BEGINNERS_LEAF if self.beginners else LEAVES[min(self.view.claims[goal], len(LEAVES) - 1)]

    def contested(self, goal: int) -> float:
        """Return the cost in points to this seat of another player's leaf at the goal of this index: that player's
        points, and the expected loss because the bot's own leaf comes later."""
        points = self.next_leaf(goal)
        objective = self.cards[self.view.fauna[goal]].objective
        if self.beginners or goal in self.me.leaves or objective is None:
            return float(points)
        after = LEAVES[min(self.view.claims[goal] + 1, len(LEAVES) - 1)]
        return points + (points - after) * likely(objective) * (0.5 + self.counting.worth(objective))

    @cached_property
    def sought(self) -> list[Sought]:
        """Return the objectives to pursue: ecosystems, objectives of cards on the field, and the chosen goals."""
        sought = [Sought(objective) for objective in self.ecosystems]
        sought += [
            Sought(ability.score, place)
            for place, card in self.area.field.items()
            for ability in card.abilities
            if ability.score is not None
        ]
        return sought + [Sought(objective, leaf=points) for objective, points in self.goals]

    def worth(self, sought: Iterable[Sought]) -> float:
        """Return the points of these objectives on the field as it is now, including changes that are being tried out.
        A goal counts the points of its next leaf, or a share for its progress."""
        total = 0.0
        for one in sought:
            number = self.counting.worth(one.objective, one.place)
            if one.leaf:
                number = one.leaf if number >= 1 else one.leaf * BEGUN * number * number
            total += number
        return total

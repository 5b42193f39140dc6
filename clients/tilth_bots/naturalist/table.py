"""The table as the naturalist sees it: its own field, the others', the goals, and how much time is left."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Card, Objective, cards_of
from tilth_bots.naturalist.hopes import likely
from tilth_bots.naturalist.objectives import FULL, Area, Counting
from tilth_client import Decision

LEAVES: Final = (15, 11, 8, 6, 5)
"""What the first leaf at a fauna card is worth, the second, ..."""
BEGINNERS_LEAF: Final = 10
CHASED: Final = 2
"""How many goals it goes for."""
BEGUN: Final = 0.8
"""How much of a leaf's points lies in what leads to it."""
NOWHERE: Final = -1
A_ROUND: Final = 1.1
"""How many cards a seat plants in a round, more or less."""
ENDLESS: Final = 99
GAIAS_CARDS: Final = 6
GAIAS_PASSES: Final = 2


def area_of(player: earth.Player, cards: Mapping[int, Card]) -> Area:
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
    objective: Objective
    place: int = NOWHERE
    """Of the card whose objective it is, if it lies on the field."""
    leaf: float = 0.0
    """What a leaf is worth, if it is a goal."""


@dataclass(frozen=True, eq=False)
class Table:
    view: earth.View
    seat: int
    cards: Mapping[int, Card]
    beginners: bool
    level: int
    """Gaia's, if she plays."""
    limit: int
    """After so many rounds the match ends, if it is not 0."""

    @classmethod
    def of(cls, view: earth.View, decision: Decision) -> "Table":
        options = decision.context.options
        beginners = options.setup == earth.SETUP_BEGINNER
        return cls(view, decision.seat, cards_of(view.printed), beginners, options.level, options.turn_limit)

    @property
    def me(self) -> earth.Player:
        return self.view.players[self.seat]

    @cached_property
    def area(self) -> Area:
        return area_of(self.me, self.cards)

    @cached_property
    def others(self) -> list[Area]:
        players = self.view.players
        return [area_of(player, self.cards) for player in players if player.seat != self.seat]

    @cached_property
    def counting(self) -> Counting:
        return Counting(self.area, self.others)

    @cached_property
    def hand(self) -> list[Card]:
        return [self.cards[card] for card in self.me.hand]

    def card_at(self, place: int) -> Card:
        """On the field, or the island (49) or the climate (50)."""
        return self.area.field[place] if place in self.area.field else self.area.board[place - 49]

    # Time ----------------------------------------------------------------------------------------------------

    @cached_property
    def at_most(self) -> int:
        """How often this seat can still be active, this turn included."""
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
        """How often it will be, about. Alone, hardly ever is the field full before Gaia is through."""
        if self.view.HasField("gaia"):
            return float(self.at_most)
        left = min(FULL - len(player.field) for player in self.view.players)
        return min(float(self.at_most), max(1.0, left / A_ROUND))

    @cached_property
    def turns(self) -> float:
        """Turns of all, in which abilities are activated; about a quarter of them each colour. Gaia has some, too."""
        return self.rounds * (len(self.view.players) if len(self.view.players) > 1 else 1.6)

    # Goals ---------------------------------------------------------------------------------------------------

    @cached_property
    def ecosystems(self) -> list[Objective]:
        numbers = [*self.view.ecosystems]
        if self.me.HasField("ecosystem"):
            numbers.append(self.me.ecosystem)
        return [found for number in numbers if (found := self.cards[number].objective) is not None]

    @cached_property
    def goals(self) -> list[tuple[Objective, float]]:
        """The two that it goes for, with what they are worth: those of which most is done for what they give."""
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
        """What the next leaf at a fauna card is worth."""
        return BEGINNERS_LEAF if self.beginners else LEAVES[min(self.view.claims[goal], len(LEAVES) - 1)]

    def contested(self, goal: int) -> float:
        """What another's leaf there costs this seat: the other's points, and the difference to the next leaf."""
        points = self.next_leaf(goal)
        objective = self.cards[self.view.fauna[goal]].objective
        if self.beginners or goal in self.me.leaves or objective is None:
            return float(points)
        after = LEAVES[min(self.view.claims[goal] + 1, len(LEAVES) - 1)]
        return points + (points - after) * likely(objective) * (0.5 + self.counting.worth(objective))

    @cached_property
    def sought(self) -> list[Sought]:
        """All that it is after: ecosystems, what cards of the field score at the end, and two goals."""
        sought = [Sought(objective) for objective in self.ecosystems]
        sought += [
            Sought(ability.score, place)
            for place, card in self.area.field.items()
            for ability in card.abilities
            if ability.score is not None
        ]
        return sought + [Sought(objective, leaf=points) for objective, points in self.goals]

    def worth(self, sought: Iterable[Sought]) -> float:
        """What these are worth as the field in the bot's head is now."""
        total = 0.0
        for one in sought:
            number = self.counting.worth(one.objective, one.place)
            if one.leaf:
                number = one.leaf if number >= 1 else one.leaf * BEGUN * number * number
            total += number
        return total

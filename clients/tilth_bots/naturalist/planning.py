"""Which action to take: the turns ahead are gone through roughly, each action after each other, for soil is only good
for what is planted with it later."""

from dataclasses import dataclass
from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Ability
from tilth_bots.naturalist.pieces import Growth, Sprouts
from tilth_bots.naturalist.worth import GAIAS_GROWTH, GROWING, Worth

COLOUR_OF: Final[dict[int, str]] = {
    earth.ACTION_PLANT: "green",
    earth.ACTION_COMPOST: "red",
    earth.ACTION_WATER: "blue",
    earth.ACTION_GROW: "yellow",
}
AHEAD: Final = 3
"""How many own turns it looks ahead."""
LATER: Final = 0.93
"""What a thing in the turn after is worth of the same thing now."""
CHOOSING: Final = 1.8
"""What soil is worth where two cards are compared that can be paid for now."""
SOIL_LEFT: Final = 0.3
"""What soil is worth that is left when it looks no further."""
PLANTED: Final = 2
GAIA_TAKES: Final = 6.0
"""Points of the three cards that are not kept."""
CARD_LEFT: Final = 0.3
"""What a card is worth that is left then."""
DRAWN: Final = ((4.0, 6.0, 3),) * 2
"""What one may hope for from four cards: their points, what they bring besides while it is early, and their price."""


@dataclass(frozen=True, slots=True)
class Means:
    """What there is at the beginning of a turn ahead."""

    soil: int
    hand: tuple[tuple[float, int], ...]
    """What cards are worth on the field and what they cost, the best first."""
    sprout_room: int
    growth_room: int


@dataclass(frozen=True, slots=True)
class Activating:
    """What the abilities of a colour bring: points, and soil."""

    points: float
    soil: int


class Plan:
    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.colours: dict[int, Activating] = {
            action: self.activating(name) for action, name in COLOUR_OF.items()
        }
        self.means = Means(
            worth.area.soil,
            tuple((worth.fit(card), worth.price(card)) for card in worth.wanted),
            worth.sprout_room,
            worth.growth_room,
        )
        late = worth.late
        self.gaias: dict[int, float] = {action: self.hers(action) for action in COLOUR_OF}
        self.drawn = tuple((points + late * more, price) for points, more, price in DRAWN)
        self.ahead = max(1, min(AHEAD, worth.table.at_most))

    def activating(self, name: str) -> Activating:
        worth = self.worth
        points, soil = 0.0, 0
        for place, card in worth.in_play:
            for ability in card.abilities:
                if ability.when == "activate" and name in ability.colours:
                    used = worth.use(ability, place)
                    if used > 0:
                        change = soil_change(ability)
                        soil += change
                        points += used - worth.soil * change
        return Activating(points, soil)

    def hers(self, action: int) -> float:
        """Alone: what Gaia gains by this action."""
        table = self.worth.table
        if not self.worth.alone:
            return 0.0
        hard = table.level >= earth.LEVEL_HARD
        cards = [ability for _, card in self.worth.in_play for ability in card.abilities]
        match action:
            case earth.ACTION_PLANT:
                return GAIA_TAKES
            case earth.ACTION_COMPOST:
                return 5 * hard + 2 * (not hard) + (5 + max(0, self.colours[action].soil)) / 2
            case earth.ACTION_WATER:
                return 3.0 * hard + sum("blue" in ability.colours for ability in cards)
        drawn = 4 + sum(
            count for one in cards if "yellow" in one.colours for what, count in one.gain if what == "draw"
        )
        return GAIAS_GROWTH * (3 * hard + drawn)

    def sought(self, action: int) -> float:
        """What the objectives gain by the goods of the action."""
        worth = self.worth
        match action:
            case earth.ACTION_COMPOST:
                return self.pooled(soil=5 + self.colours[action].soil, compost=2)
            case earth.ACTION_WATER:
                return Sprouts(worth).sought_with(6) + self.pooled(soil=2)
            case earth.ACTION_GROW:
                return Growth(worth).sought_with(2) + self.pooled(hand=4)
        return self.pooled(hand=1)

    def pooled(self, soil: int = 0, compost: int = 0, hand: int = 0) -> float:
        """By so much more in the pools."""
        table, area = self.worth.table, self.worth.area
        sought = [one for one in table.sought if one.objective.measure["count"] == "pool"]
        if not sought:
            return 0.0
        before = table.worth(sought)
        area.soil, area.compost, area.hand = area.soil + soil, area.compost + compost, area.hand + hand
        after = table.worth(sought)
        area.soil, area.compost, area.hand = area.soil - soil, area.compost - compost, area.hand - hand
        return after - before

    def brings(self, action: int) -> float:
        """What it brings to choose this action now, and what can be done best after it."""
        return self.taking(action, self.means, self.ahead) + self.sought(action)

    def best(self, means: Means, ahead: int) -> float:
        if not ahead:
            return SOIL_LEFT * self.worth.late * min(means.soil, 15)
        return max(self.taking(action, means, ahead) for action in COLOUR_OF)

    def taking(self, action: int, means: Means, ahead: int) -> float:
        colour = self.colours[action]
        soil, hand = means.soil, means.hand
        sprouts, growth = means.sprout_room, means.growth_room
        points = colour.points
        match action:
            case earth.ACTION_PLANT:
                gained, soil, hand = planting(soil, hand)
                points += gained + CARD_LEFT
                hand = (*hand, *self.drawn[:1])
            case earth.ACTION_COMPOST:
                soil += 5
                points += 2
            case earth.ACTION_WATER:
                soil += 2
                points += min(6, sprouts)
                sprouts -= min(6, sprouts)
            case earth.ACTION_GROW:
                points += 4 * CARD_LEFT + GROWING * min(2, growth)
                hand = (*hand, *self.drawn)
                growth -= min(2, growth)
        points -= self.gaias[action]
        after = Means(max(0, soil + colour.soil), hand, sprouts, growth)
        return points + LATER * self.best(after, ahead - 1)


def planting(
    soil: int, hand: tuple[tuple[float, int], ...]
) -> tuple[float, int, tuple[tuple[float, int], ...]]:
    """The best two that can be paid for: what they bring, the soil and the cards that are left."""
    gained = 0.0
    for _ in range(PLANTED):
        payable = [card for card in hand if card[1] <= soil]
        if not payable:
            break
        chosen = max(payable, key=lambda card: card[0] - CHOOSING * card[1])
        if chosen[0] - SOIL_LEFT * chosen[1] <= 0:
            break
        gained += chosen[0]
        soil -= chosen[1]
        at = hand.index(chosen)
        hand = hand[:at] + hand[at + 1 :]
    return gained, soil, hand


def soil_change(ability: Ability) -> int:
    return sum(count for what, count in ability.gain if what == "soil") - sum(
        count for what, count in ability.pay if what == "soil"
    )

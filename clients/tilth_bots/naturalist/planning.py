"""The choice of an action. It compares sequences of actions over the next turns, because soil is useful only for cards
that are planted later."""

from dataclasses import dataclass
from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Ability
from tilth_bots.naturalist.pieces import Growth, Sprouts
from tilth_bots.naturalist.value import GAIAS_GROWTH, GROWING, Worth

COLOUR_OF: Final[dict[int, str]] = {
    earth.ACTION_PLANT: "green",
    earth.ACTION_COMPOST: "red",
    earth.ACTION_WATER: "blue",
    earth.ACTION_GROW: "yellow",
}
AHEAD: Final = 3
"""Number of the bot's own turns that are considered."""
LATER: Final = 0.93
"""Factor for the gains of each following turn."""
CHOOSING: Final = 1.8
"""Worth of a piece of soil when cards that can be paid for now are compared."""
SOIL_LEFT: Final = 0.3
"""Worth of a piece of soil that is left at the end of the plan."""
PLANTED: Final = 2
GAIA_TAKES: Final = 6.0
"""Worth to Gaia of the three cards that are not kept."""
CARD_LEFT: Final = 0.3
"""Worth of each drawn card, in addition to its worth if the plan plants it."""
DRAWN: Final = ((4.0, 6.0, 3),) * 2
"""The two cards that the plan expects from a draw of four: points, further worth early in the match, and price."""


@dataclass(frozen=True, slots=True)
class Means:
    """The goods at the beginning of a planned turn: soil, cards in hand, and the room for sprouts and pieces of growth
    on the field."""

    soil: int
    hand: tuple[tuple[float, int], ...]
    """Worth on the field and price of each card in hand, the best first."""
    sprout_room: int
    growth_room: int


@dataclass(frozen=True, slots=True)
class Activating:
    """The gains from activating all abilities of a colour: points and soil."""

    points: float
    soil: int


class Plan:
    """A comparison of the four actions that looks a few of the bot's own turns ahead. `colours` holds the gains from
    activating each action's colour, `gaias` Gaia's gains in a solo match, `drawn` the worth and price of two cards
    expected from a draw, and `ahead` the number of turns."""

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
        self.ahead = max(1, min(AHEAD, worth.table.max_turns))

    def activating(self, name: str) -> Activating:
        """Return the gains from activating the abilities of a colour (such as "green") that bring a gain. The soil is
        counted apart from the points."""
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
        """Return Gaia's gain in points from this action in a solo match, otherwise 0."""
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
        """Return the gain in points of the pursued objectives from the goods of an action; planted cards are left
        out."""
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
        """Return the gain in points of the pursued objectives that count pools, if these numbers are added to the bot's
        soil, compost and hand."""
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
        """Return the worth in points of choosing this action now, including the best actions after it."""
        return self.taking(action, self.means, self.ahead) + self.sought(action)

    def best(self, means: Means, ahead: int) -> float:
        """Return the worth in points of the best actions in the next `ahead` turns, beginning with these means. If
        `ahead` is 0, it is the worth of the soil that is left, of at most 15 pieces."""
        if not ahead:
            return SOIL_LEFT * self.worth.late * min(means.soil, 15)
        return max(self.taking(action, means, ahead) for action in COLOUR_OF)

    def taking(self, action: int, means: Means, ahead: int) -> float:
        """Return the worth in points of one action with these means, including the best actions in the turns after it;
        `ahead` counts this turn, too."""
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
    """Return the result of planting up to two cards of the hand, one after the other: their worth in points, the
    remaining soil and the remaining cards. Each is the best that can be paid for; a card that is not worth its soil
    ends the planting. `hand` holds the worth and the price of each card."""
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
    """Return the soil that an ability gives less the soil that it costs."""
    return sum(count for what, count in ability.gain if what == "soil") - sum(
        count for what, count in ability.pay if what == "soil"
    )

"""The worth of goods, abilities and cards at the moment, in points."""

from functools import cached_property
from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Ability, Card
from tilth_bots.naturalist.defaults import COPYING, AverageWorth
from tilth_bots.naturalist.objectives import AROUND, free_places
from tilth_bots.naturalist.table import Table

ISLAND: Final = 49
CLIMATE: Final = 50
SOIL_LATE: Final = 0.3
SOIL_EARLY: Final = 1.2
"""Worth of a piece of soil while cards wait for it: at the end (`SOIL_LATE`), and the addition earlier in the match
(`SOIL_EARLY`)."""
GAIAS_SOIL: Final = 0.2
GAIAS_GROWTH: Final = 1.5
"""Worth to Gaia of a piece of soil and of a piece of growth."""
CARD: Final = 2.8
CARD_LACKING: Final = 0.5
"""Worth of a card from the deck (`CARD`), and the largest addition when too few cards are there to plant."""
GROWING: Final = 1.25
"""Worth of a piece of growth, with a share of canopies."""
PRICE: Final = 2.0
"""Worth of a piece of soil when cards are compared: the gain of one turn, divided by the five pieces that it
spends."""
SPROUT_SPACE: Final = 0.15
CANOPY_POINT: Final = 0.45
"""Worth early in the match of each sprout space and of each canopy point of a card."""

PLANTED: Final = 1.0
"""Worth per remaining round of having planted a card: goals are nearer, and more can be watered and activated."""
FILLING: Final = 4.0
"""Further worth of a card in a solo match while the field can still be filled, which ends the match before Gaia
does."""
SLOTS_A_ROUND: Final = 2
"""Most cards that can be planted in a round."""


class Worth(AverageWorth):
    """The worth of goods, abilities and cards in points, at one table and moment: for the bot's own field and hand, and
    the time that is left."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._fits: dict[Card, float] = {}

    # Cards ---------------------------------------------------------------------------------------------------

    @cached_property
    def cuts(self) -> list[Ability]:
        """The bot's abilities that reduce the prices of cards."""
        cards = (*self.area.board, *self.area.field.values())
        return [one for card in cards for one in card.abilities if one.op.get("op") == "cost_cut"]

    def price(self, card: Card) -> int:
        """Return the price of a card in pieces of soil, after reductions, at least 0."""
        cut = sum(int(one.op["by"]) for one in self.cuts if one.of.holds(card))
        return max(0, (card.cost or 0) - cut)

    @cached_property
    def free(self) -> list[int]:
        """The free places of the bot's field on which a card may lie."""
        return free_places(self.area)

    @cached_property
    def objectives(self) -> float:
        """The present worth in points of the objectives that the bot pursues."""
        return self.table.worth(self.table.sought)

    def fit(self, card: Card) -> float:
        """Return the worth in points of a card on the first free place of the field, without its price in soil: its
        points, room for pieces, abilities, and gain of objectives."""
        if card not in self._fits:
            space = SPROUT_SPACE * card.sprouts + CANOPY_POINT * card.canopy
            there = self.at(card, self.free[0]) if self.free else 0.0
            self._fits[card] = card.points + self.late * space + self.engine(card) + there + self.planting
        return self._fits[card]

    @cached_property
    def planting(self) -> float:
        """Return the worth in points of planting any card, whichever it is."""
        filling = self.alone and self.area.slots <= SLOTS_A_ROUND * self.table.rounds
        return PLANTED * self.table.rounds + FILLING * filling

    def at(self, card: Card, place: int) -> float:
        """Return the gain in points of the pursued objectives, including the card's own, if the card lies on this place
        instead of the one there. The field is as before in the end."""
        area = self.area
        before, was = self.objectives, area.field.get(place)
        area.field[place] = card
        gained = self.table.worth(self.table.sought) - before
        for ability in card.abilities:
            if ability.score is not None:
                gained += self.table.counting.worth(ability.score, place)
        if was is None:
            del area.field[place]
        else:
            area.field[place] = was
        return gained

    @cached_property
    def wanted(self) -> list[Card]:
        """Return the cards in hand that the bot would plant, the best first, as many as the field has room for."""
        cards = [card for card in self.table.hand if card.cost is not None]
        cards.sort(key=lambda card: self.fit(card) - PRICE * self.price(card), reverse=True)
        return cards[: self.area.slots]

    def planted(self, card: Card) -> float:
        """Return the gain in points from planting a card now: its worth less that of the soil that it costs."""
        return self.fit(card) - self.soil * self.price(card)

    # Goods now -----------------------------------------------------------------------------------------------

    @cached_property
    def in_play(self) -> list[tuple[int, Card]]:
        """Return the cards whose abilities can be activated, with their places."""
        return [*self.area.field.items(), *zip((ISLAND, CLIMATE), self.area.board, strict=False)]

    @cached_property
    def sprout_room(self) -> int:
        """The number of sprouts that still fit on the field."""
        return sum(card.sprouts - self.area.sprouts[place] for place, card in self.area.field.items())

    @cached_property
    def growth_room(self) -> int:
        """The number of pieces of growth that still fit on the field."""
        return sum(card.growth - self.area.growth[place] for place, card in self.area.field.items())

    @cached_property
    def soil(self) -> float:
        """Return the worth in points of a piece of soil, which is high while cards wait for it."""
        needed = sum(map(self.price, self.wanted)) + 2 * (self.area.slots - len(self.wanted))
        if needed <= self.area.soil:
            return 0.15 * self.late
        return SOIL_LATE * min(1.0, self.table.rounds) + SOIL_EARLY * self.late

    @cached_property
    def card(self) -> float:
        """Return the worth in points of a card from the deck, which is higher while too few cards are worth
        planting."""
        if self.table.rounds < 1:
            return 0.1
        lacking = self.area.slots + 2 - len(self.wanted)
        return (CARD + CARD_LACKING * min(1.0, max(0, lacking) / 4)) * (0.4 + 0.6 * self.late)

    @property
    def deck(self) -> int:
        """Return the number of cards that can still be drawn, including the discards."""
        return self.table.view.deck + self.table.view.discards

    @cached_property
    def spare(self) -> float:
        """Return the cost in points of losing the least valuable card in hand."""
        if len(self.table.hand) > len(self.wanted):
            return 0.2
        if not self.wanted:
            return 1.0
        worst = self.wanted[-1]
        return max(0.3, 0.8 * (self.fit(worst) - PRICE * self.price(worst)))

    def hers(self, action: int) -> bool:
        """Return whether Gaia also gains from the goods of this action."""
        return self.alone and self.table.view.action == action

    def gains(self, good: str, count: int) -> float:
        """Return the worth in points of gaining `count` of a good now, as far as there is room for it. `good` is a word
        of GAINS; any word without a rule counts as cards composted from the deck."""
        match good:
            case "soil":
                return (self.soil - GAIAS_SOIL * self.hers(earth.ACTION_COMPOST)) * count
            case "draw":
                gaias = GAIAS_GROWTH * self.hers(earth.ACTION_GROW)
                return (self.card - gaias) * min(count, self.deck)
            case "sprout":
                return 1.0 * min(count, self.sprout_room)
            case "growth":
                return GROWING * min(count, self.growth_room)
            case "compost hand":
                spared = len(self.table.hand) - len(self.wanted)
                return (1 - self.spare) * min(count, max(0, spared))
        return 1.0 * min(count, self.deck)

    def loses(self, good: str, count: int) -> float:
        """Return the cost in points of paying `count` of a good now. `good` is a word of PRICES; composting from the
        hand can cost less than 0, because it scores."""
        match good:
            case "soil":
                return self.soil * count
            case "sprout":
                return (1.0 if self.sprout_room > 2 else 0.7) * count
            case "growth":
                return GROWING * count
            case "compost hand":
                return (self.spare - 1) * count
        return 1.0 * count

    def use(self, ability: Ability, place: int) -> float:
        """Return the gain in points from using an ability of the card on this place once now: its gains less its price.
        Copying counts COPYING."""
        if ability.op.get("op") == "copy":
            return COPYING
        gained = 0.0
        for what, count in ability.gain:
            if ability.target:
                count = self.targets(ability, place, what, count)
            gained += self.gains(what, count)
        return gained - sum(self.loses(what, count) for what, count in ability.pay)

    def targets(self, ability: Ability, place: int, good: str, count: int) -> int:
        """Return the number of pieces of a good that the ability lays on its targets: `count` on each, or in all, as
        far as there is room. `place` is the place of the ability's card."""
        within = ability.target["in"]
        places = AROUND[place] if within == "around" else self.area.line(place, within)
        rooms = [
            self.room(good, one)
            for one in places
            if one in self.area.field and ability.of.holds(self.area.field[one])
        ]
        if ability.target.get("each"):
            return sum(min(count, room) for room in rooms)
        return min(count, sum(rooms))

    def room(self, good: str, place: int) -> int:
        """Return the number of sprouts or pieces of growth that still fit on the card of a place."""
        card = self.area.field[place]
        if good == "sprout":
            return card.sprouts - self.area.sprouts[place]
        return card.growth - self.area.growth[place]

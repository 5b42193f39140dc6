"""What goods, abilities and cards are worth to the naturalist, in points."""

from functools import cached_property
from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Ability, Card
from tilth_bots.naturalist.objectives import AROUND, free_places
from tilth_bots.naturalist.table import Table
from tilth_bots.naturalist.usual import COPYING, Usual

ISLAND: Final = 49
CLIMATE: Final = 50
SOIL_LATE: Final = 0.3
SOIL_EARLY: Final = 1.2
"""What a piece of soil is worth while cards wait for it, at the end and beyond that earlier."""
GAIAS_SOIL: Final = 0.2
GAIAS_GROWTH: Final = 1.5
"""What a piece of soil, or growth, is worth to Gaia."""
CARD: Final = 2.8
CARD_LACKING: Final = 0.5
"""What a card from the deck is worth, and how much more when there are too few to plant."""
GROWING: Final = 1.25
"""What a piece of growth is worth, canopies included."""
PRICE: Final = 2.0
"""What a piece of soil is worth where cards are compared: as much as a turn brings that is spent on five of it."""
SPROUT_SPACE: Final = 0.15
CANOPY_POINT: Final = 0.45
"""What room on a card is worth early in the match."""

PLANTED: Final = 1.0
"""What it brings every round to have planted a card: goals are nearer, and there is more to water and to activate."""
FILLING: Final = 4.0
"""Alone, what a card is worth besides while the field can still be filled: that ends the match before Gaia does."""
SLOTS_A_ROUND: Final = 2
"""So many cards a round at most."""


class Worth(Usual):
    """Of everything, at one table and moment."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._fits: dict[Card, float] = {}

    # Cards ---------------------------------------------------------------------------------------------------

    @cached_property
    def cuts(self) -> list[Ability]:
        cards = (*self.area.board, *self.area.field.values())
        return [one for card in cards for one in card.abilities if one.op.get("op") == "cost_cut"]

    def price(self, card: Card) -> int:
        """In soil."""
        cut = sum(int(one.op["by"]) for one in self.cuts if one.of.holds(card))
        return max(0, (card.cost or 0) - cut)

    @cached_property
    def free(self) -> list[int]:
        return free_places(self.area)

    @cached_property
    def objectives(self) -> float:
        return self.table.worth(self.table.sought)

    def fit(self, card: Card) -> float:
        """What the card is worth on the field, before its price, on the first place that is free."""
        if card not in self._fits:
            space = SPROUT_SPACE * card.sprouts + CANOPY_POINT * card.canopy
            there = self.at(card, self.free[0]) if self.free else 0.0
            self._fits[card] = card.points + self.late * space + self.engine(card) + there + self.planting
        return self._fits[card]

    @cached_property
    def planting(self) -> float:
        """What it is worth to plant a card, whichever it is."""
        filling = self.alone and self.area.slots <= SLOTS_A_ROUND * self.table.rounds
        return PLANTED * self.table.rounds + FILLING * filling

    def at(self, card: Card, place: int) -> float:
        """What the objectives, the card's own among them, gain by its lying there."""
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
        """The cards of the hand that it would plant, the best first, as many as find a place."""
        cards = [card for card in self.table.hand if card.cost is not None]
        cards.sort(key=lambda card: self.fit(card) - PRICE * self.price(card), reverse=True)
        return cards[: self.area.slots]

    def planted(self, card: Card) -> float:
        """What it is worth to plant the card now."""
        return self.fit(card) - self.soil * self.price(card)

    # Goods now -----------------------------------------------------------------------------------------------

    @cached_property
    def in_play(self) -> list[tuple[int, Card]]:
        """The cards whose abilities are activated, and where they lie."""
        return [*self.area.field.items(), *zip((ISLAND, CLIMATE), self.area.board, strict=False)]

    @cached_property
    def sprout_room(self) -> int:
        return sum(card.sprouts - self.area.sprouts[place] for place, card in self.area.field.items())

    @cached_property
    def growth_room(self) -> int:
        return sum(card.growth - self.area.growth[place] for place, card in self.area.field.items())

    @cached_property
    def soil(self) -> float:
        """A piece of soil: much while cards wait for it."""
        needed = sum(map(self.price, self.wanted)) + 2 * (self.area.slots - len(self.wanted))
        if needed <= self.area.soil:
            return 0.15 * self.late
        return SOIL_LATE * min(1.0, self.table.rounds) + SOIL_EARLY * self.late

    @cached_property
    def card(self) -> float:
        """A card from the deck: much while there are too few that one would plant."""
        if self.table.rounds < 1:
            return 0.1
        lacking = self.area.slots + 2 - len(self.wanted)
        return (CARD + CARD_LACKING * min(1.0, max(0, lacking) / 4)) * (0.4 + 0.6 * self.late)

    @property
    def deck(self) -> int:
        """How many cards can still be drawn."""
        return self.table.view.deck + self.table.view.discards

    @cached_property
    def spare(self) -> float:
        """A card of the hand that can be missed."""
        if len(self.table.hand) > len(self.wanted):
            return 0.2
        if not self.wanted:
            return 1.0
        worst = self.wanted[-1]
        return max(0.3, 0.8 * (self.fit(worst) - PRICE * self.price(worst)))

    def hers(self, action: int) -> bool:
        """Whether Gaia gains by what is gained in this action."""
        return self.alone and self.table.view.action == action

    def gains(self, what: str, count: int) -> float:
        """So much of a good, now, as far as there is room for it."""
        match what:
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

    def loses(self, what: str, count: int) -> float:
        """So much of a good, paid now."""
        match what:
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
        """What it brings to use the ability of a card on this place now."""
        if ability.op.get("op") == "copy":
            return COPYING
        gained = 0.0
        for what, count in ability.gain:
            if ability.target:
                count = self.targets(ability, place, what, count)
            gained += self.gains(what, count)
        return gained - sum(self.loses(what, count) for what, count in ability.pay)

    def targets(self, ability: Ability, place: int, what: str, count: int) -> int:
        """How many pieces find room where the ability puts them."""
        within = ability.target["in"]
        places = AROUND[place] if within == "around" else self.area.line(place, within)
        rooms = [
            self.room(what, one)
            for one in places
            if one in self.area.field and ability.of.holds(self.area.field[one])
        ]
        if ability.target.get("each"):
            return sum(min(count, room) for room in rooms)
        return min(count, sum(rooms))

    def room(self, what: str, place: int) -> int:
        card = self.area.field[place]
        if what == "sprout":
            return card.sprouts - self.area.sprouts[place]
        return card.growth - self.area.growth[place]

"""What a farm is worth, in points: what it scores, what may still become of it, and the food that it needs."""

from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.counts import Around, holds, value
from tilth_bots.farmer.faces import Face, Faces
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import CLAY, FOOD, GRAIN, REED, SHEEP, STONE, VEGETABLE, WOOD
from tilth_bots.farmer.majors import MAJORS
from tilth_bots.farmer.yard import FENCES, fits, pastures

ROUNDS: Final = 14
HARVESTS: Final = (4, 7, 9, 11, 13, 14)
MOST_PEOPLE: Final = 5

FIELD_POINTS: Final = (-1, -1, 1, 2, 3, 4)
FIELD_HOPES: Final = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
"""The same with time left: the first field is a step to the second."""
PASTURE_POINTS: Final = (-1, 1, 2, 3, 4)
GRAIN_POINTS: Final = (-1, 1, 1, 1, 2, 2, 3, 3, 4)
GRAIN_HOPES: Final = (-1.0, 1.0, 1.3, 1.65, 2.0, 2.5, 3.0, 3.5, 4.0)
VEGETABLE_POINTS: Final = (-1, 1, 2, 3, 4)
SHEEP_POINTS: Final = GRAIN_POINTS
SHEEP_HOPES: Final = GRAIN_HOPES
BOAR_POINTS: Final = (-1, 1, 1, 2, 2, 3, 3, 4)
BOAR_HOPES: Final = (-1.0, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
CATTLE_POINTS: Final = (-1, 1, 2, 2, 3, 3, 4)
CATTLE_HOPES: Final = (-1.0, 1.0, 2.0, 2.5, 3.0, 3.5, 4.0)

BEGGING: Final = -3.0
BEG_FEAR: Final = 6.0
"""What a food is worth that is missing at a harvest, when nothing can be done any more."""
EASY_FOOD: Final = 0.5
EASY_RATE: Final = 1.2
"""What a food costs that an action still brings, and how much an action brings."""
COOK_RATE: Final = 0.5
"""How much more it does for those who can cook."""
HARD_FOOD: Final = 0.9
HARD_RATE: Final = 0.8
"""The same for what is harder to get."""
LATER_FOOD: Final = 0.38
"""What a food is worth that is needed at a later harvest."""
SPARE_FOOD: Final = 0.03
ACTION: Final = 1.85
"""What an action of one more person is worth."""
SPARE_ROOM: Final = 0.6
"""What a room is worth before the child is there, of what the child is worth."""
SECOND_ROOM: Final = 0.45
"""The same of one more."""
WOOD_WORTH: Final = 0.47
CLAY_WORTH: Final = 0.53
REED_WORTH: Final = 1.0
STONE_WORTH: Final = 0.7
"""What goods are worth that can be used."""
EXCESS: Final = 0.3
"""What goods are worth beyond what can be used."""
PATIENCE: Final = 5.0
"""How many actions it takes until half of that can be used."""
SEED: Final = 0.6
"""What it is worth that there is something to sow and a field for it."""
FALLOW: Final = 0.2
"""What a field is worth that nothing can be sown on yet."""
YOUNG: Final = 0.75
"""What a young animal is worth before it is born, of what it will be."""
CROP: Final = 0.35
"""What it is worth that something grows, each of it."""
GRAIN_LOSS: Final = 0.45
VEGETABLE_LOSS: Final = 1.0
ANIMAL_LOSS: Final = (0.6, 0.8, 1.1)
LAST_LOSS: Final = 1.5
"""What it costs to eat one of these, and the last one of its kind."""
COOK: Final = 0.95
"""What it is worth to be able to cook, for each harvest to come."""
FIRE_CLAY: Final = 0.25
OVEN: Final = 0.3


class Season:
    """What a farm can count on, as far as it is the same for all that is compared in one decision."""

    def __init__(self, view: agricola.View) -> None:
        self.round = view.round
        self.left = ROUNDS - view.round
        self.seats = len(view.players)
        self.faces = Faces(view)
        self.about = frozenset(card.card for player in view.players for card in player.cards)
        self.appetite = 3 if self.seats == 1 else 2
        first = view.round + (view.phase >= agricola.PHASE_BREEDING)
        self.harvests = [last for last in HARVESTS if last >= first]
        self.reaped = view.phase >= agricola.PHASE_FIELD
        """Whether crops of this round's harvest have come in."""

    def worth(self, farm: Farm) -> float:
        actions = farm.unplaced + farm.people * self.left
        over = not actions and not self.harvests
        total = farm.extra + BEGGING * farm.begging + 3.0 * farm.people
        total += self._ground(farm, actions) + self._kept(farm, actions, over) + self._majors(farm)
        if not over:
            total += self._food(farm) + self._family(farm)
        if actions:
            total += self._stock(farm) * actions / (actions + PATIENCE)
        return total

    # What is scored --------------------------------------------------------------------------------------------

    def _ground(self, farm: Farm, actions: int) -> float:
        areas = pastures(farm.fences)
        enclosed = sum(areas)
        fields = min(5, farm.fields.bit_count())
        used = (farm.rooms | farm.fields | farm.stables | enclosed).bit_count()
        total = float(used - 15 + (farm.stables & enclosed).bit_count() + farm.house * farm.rooms.bit_count())
        total += PASTURE_POINTS[min(4, len(areas))]
        return total + (FIELD_HOPES if actions else FIELD_POINTS)[fields]

    def _kept(self, farm: Farm, actions: int, over: bool) -> float:
        """Crops and animals."""
        goods = farm.goods
        grain = goods[GRAIN] + sum(count for good, count in farm.crops if good == GRAIN)
        vegetables = goods[VEGETABLE] + sum(count for good, count in farm.crops if good == VEGETABLE)
        total = hoped(GRAIN_HOPES if actions else GRAIN_POINTS, grain)
        total += hoped(VEGETABLE_POINTS, vegetables)
        if len(self.harvests) > 1:
            total += CROP * sum(count for _, count in farm.crops)
        tables = (
            (SHEEP_HOPES, BOAR_HOPES, CATTLE_HOPES) if actions else (SHEEP_POINTS, BOAR_POINTS, CATTLE_POINTS)
        )
        herd = farm.herd()
        rates = farm.cooks
        harvests = len(self.harvests)
        for kind in range(3):
            count = herd[kind]
            table = tables[kind]
            now = hoped(table, count)
            total += now
            if count >= 2 and harvests:
                born = self._room_for_young(farm, herd, kind, min(3, harvests))
                if born:
                    sure = 1.0 if harvests == 1 and not actions else YOUNG
                    total += sure * (hoped(table, count + born) - now)
                    total += 0.2 * rates[kind] * born * (harvests > 1)
        return total

    def _room_for_young(self, farm: Farm, herd: tuple[int, int, int], kind: int, most: int) -> int:
        held, singles = farm.stalls()
        for born in range(most, 0, -1):
            grown = list(herd)
            grown[kind] += born
            if fits(held, singles, (grown[0], grown[1], grown[2])):
                return born
        return 0

    def _majors(self, farm: Farm) -> float:
        total = 0.0
        harvests = len(self.harvests)
        for card in farm.cards:
            if card >= len(MAJORS):
                if card in self.faces:
                    total += scored(self.faces[card], farm, self)
            else:
                major = MAJORS[card]
                total += major.points
                if major.makes[0]:
                    left = farm.goods[major.makes[0]]
                    total += sum(left >= least for least in major.bonus)
                    total += 0.3 * harvests
                if major.oven:
                    total += OVEN * harvests
        rates = farm.cooks
        if rates[0]:
            total += COOK * harvests + 0.1 * harvests * (rates[3] - 2)
        return total

    # Food ------------------------------------------------------------------------------------------------------

    def _food(self, farm: Farm) -> float:
        """Less than nothing: what the food costs that is still needed."""
        if not self.harvests:
            return SPARE_FOOD * farm.goods[FOOD]
        harvest = self.harvests[0]
        newborn = farm.newborn if harvest == self.round else 0
        need = self.appetite * (farm.people - newborn) + newborn
        coming = sum(when <= harvest for when in farm.laid)
        missing = need - farm.goods[FOOD] - coming
        later = (len(self.harvests) - 1) * self.appetite * farm.people - (len(farm.laid) - coming)
        if missing <= 0:
            spare = -missing
            return SPARE_FOOD * max(0, spare - later) - LATER_FOOD * max(0, later - spare)
        actions = farm.unplaced + farm.people * (harvest - self.round)
        return -self._price(farm, missing, actions) - LATER_FOOD * max(0, later)

    def _price(self, farm: Farm, missing: int, actions: int) -> float:
        """What so much food costs: what is eaten that could be kept, or what must be done for it."""
        easy = EASY_RATE + (COOK_RATE if farm.cooks[0] else 0.0)
        sources = [
            (EASY_FOOD, easy * actions),
            (HARD_FOOD, HARD_RATE * actions),
            (BEG_FEAR, float(missing)),
        ]
        sources += self._eatable(farm)
        sources.sort()
        price, left = 0.0, float(missing)
        for loss, amount in sources:
            if amount >= left:
                return price + loss * left
            price += loss * amount
            left -= amount
        return price

    def _eatable(self, farm: Farm) -> list[tuple[float, float]]:
        """What can be turned into food by the harvest: the loss for each food, and how much of it."""
        goods = farm.goods
        rates = farm.cooks
        found = []
        grain, vegetables = goods[GRAIN], goods[VEGETABLE]
        if not self.reaped:
            grain += sum(good == GRAIN for good, _ in farm.crops)
            vegetables += sum(good == VEGETABLE for good, _ in farm.crops)
        if grain:
            found.append((GRAIN_LOSS, grain - 1.0))
            found.append((LAST_LOSS, 1.0))
        if vegetables:
            rate = max(1, rates[3])
            found.append((VEGETABLE_LOSS / rate, rate * (vegetables - 1.0)))
            found.append((LAST_LOSS / rate, float(rate)))
        for kind, loss in enumerate(ANIMAL_LOSS):
            count, rate = goods[SHEEP + kind], rates[kind]
            if count and rate:
                found.append((loss / rate, rate * (count - 1.0)))
                found.append((LAST_LOSS / rate, float(rate)))
        return found

    # What may become of it -------------------------------------------------------------------------------------

    def child(self, rounds: int) -> float:
        """What one more person is worth who works for so many rounds."""
        meals = sum(last > ROUNDS - rounds for last in HARVESTS)
        return 3.0 + ACTION * rounds - LATER_FOOD * self.appetite * meals

    def _family(self, farm: Farm) -> float:
        total = ACTION * farm.people * self.left
        spare = min(farm.rooms.bit_count(), MOST_PEOPLE) - farm.people
        if spare > 0 and self.left > 1:
            waiting = max(1, 5 - self.round)
            total += SPARE_ROOM * self.child(max(0, self.left - waiting))
            if spare > 1:
                total += SECOND_ROOM * self.child(max(0, self.left - waiting - 1))
        return total

    def _stock(self, farm: Farm) -> float:
        """Goods for what can still be built."""
        goods = farm.goods
        rooms = farm.rooms.bit_count()
        lacking = max(0, MOST_PEOPLE - rooms) if self.left > 3 else 0
        renovations = 2 - farm.house
        fences = FENCES - farm.fences.bit_count()
        stables = 4 - farm.stables.bit_count()
        wood = fences + 2 * stables + 3 * lacking * (farm.house == 0)
        clay = rooms * (farm.house == 0) + 3
        reed = 2 * lacking + renovations
        stone = 6 + rooms * (farm.house == 1)
        total = WOOD_WORTH * useful(goods[WOOD], wood) + CLAY_WORTH * useful(goods[CLAY], clay)
        total += REED_WORTH * useful(goods[REED], min(4, reed)) + STONE_WORTH * useful(goods[STONE], stone)
        if not farm.cooks[0]:
            total += FIRE_CLAY * COOK * len(self.harvests) * min(2, goods[CLAY])
        seeds = goods[GRAIN] + goods[VEGETABLE]
        empty = farm.empty_fields()
        total += SEED * min(seeds, empty)
        if empty > seeds:
            total += FALLOW * (empty - seeds)
        return total


def scored(face: Face, farm: Farm, around: Around) -> float:
    """The points of a card, as far as its clauses tell them."""
    total = float(face.points)
    for clause in face.clauses:
        if clause["clause"] == "score" and holds(clause.get("if", ()), farm, around):
            total += value(clause["points"], farm, around)
    return total


def hoped(table: tuple[float, ...], count: int) -> float:
    """By a table; what is more than its end is worth little."""
    last = len(table) - 1
    return table[count] if count <= last else table[last] + 0.05 * (count - last)


def useful(count: int, most: int) -> float:
    return count if count <= most else most + EXCESS * (count - most)

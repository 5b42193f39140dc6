"""The worth of a farm in points: its score, its prospects, and the cost of the food that it needs."""

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
MAX_PEOPLE: Final = 5

FIELD_POINTS: Final = (-1, -1, 1, 2, 3, 4)
FIELD_HOPES: Final = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
"""Points for fields while actions are left: the first field is a step to the second."""
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
"""Cost of a food that is missing at a harvest when no action is left to get it."""
EASY_FOOD: Final = 0.5
EASY_RATE: Final = 1.2
"""Cost of a food that an action can still bring (`EASY_FOOD`), and the number of food that one action brings
(`EASY_RATE`)."""
COOK_RATE: Final = 0.5
"""Number of further food that one action brings on a farm that can cook."""
HARD_FOOD: Final = 0.9
HARD_RATE: Final = 0.8
"""Cost (`HARD_FOOD`) and number per action (`HARD_RATE`) of food that is harder to get."""
LATER_FOOD: Final = 0.38
"""Cost of a food that is needed at a later harvest."""
SPARE_FOOD: Final = 0.03
ACTION: Final = 1.85
"""Worth of each action of a person in the rounds to come."""
SPARE_ROOM: Final = 0.6
"""Worth of a spare room, as a share of the worth of the child that it makes possible."""
SECOND_ROOM: Final = 0.45
"""Worth of a second spare room, as a share of the worth of the second child."""
WOOD_WORTH: Final = 0.47
CLAY_WORTH: Final = 0.53
REED_WORTH: Final = 1.0
STONE_WORTH: Final = 0.7
"""Worth of one wood, clay, reed and stone that the farm can use."""
EXCESS: Final = 0.3
"""Worth of each good beyond the number that the farm can use."""
PATIENCE: Final = 5.0
"""Number of remaining actions at which the worth of building goods counts half."""
SEED: Final = 0.6
"""Worth of a seed together with an empty field for it."""
FALLOW: Final = 0.2
"""Worth of an empty field for which there is no seed."""
YOUNG: Final = 0.75
"""Worth of an animal that is still to be born, as a share of the points that it will bring."""
CROP: Final = 0.35
"""Worth of each crop that grows on a field."""
GRAIN_LOSS: Final = 0.45
VEGETABLE_LOSS: Final = 1.0
ANIMAL_LOSS: Final = (0.6, 0.8, 1.1)
LAST_LOSS: Final = 1.5
"""Cost of eating a grain, a vegetable, a sheep, boar or cattle, and the last one of any kind (`LAST_LOSS`)."""
COOK: Final = 0.95
"""Worth of being able to cook, for each harvest to come."""
FIRE_CLAY: Final = 0.25
OVEN: Final = 0.3


class Valuer:
    """The values of a view that are the same for all farms compared in one decision: the round and the rounds after it
    (`left`), the printed cards, the cards in play (`about`), the food that a person eats (`appetite`), and the rounds
    of the harvests to come."""

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
        """True if the crops of this round's harvest have been taken."""

    def worth(self, farm: Farm) -> float:
        """Return the worth of a farm in points: its score, and its prospects in the rounds to come."""
        actions = farm.unplaced + farm.people * self.left
        over = not actions and not self.harvests
        total = farm.extra + BEGGING * farm.begging + 3.0 * farm.people
        total += self._ground(farm, actions) + self._kept(farm, actions) + self._majors(farm)
        if not over:
            total += self._food(farm) + self._family(farm)
        if actions:
            total += self._stock(farm) * actions / (actions + PATIENCE)
        return total

    # Score -----------------------------------------------------------------------------------------------------

    def _ground(self, farm: Farm, actions: int) -> float:
        """Return the points for the ground: used cells, fenced stables, rooms, pastures and fields. `actions` is the
        number of actions left; while there are any, fields count by FIELD_HOPES."""
        areas = pastures(farm.fences)
        enclosed = sum(areas)
        fields = min(5, farm.fields.bit_count())
        used = (farm.rooms | farm.fields | farm.stables | enclosed).bit_count()
        total = float(used - 15 + (farm.stables & enclosed).bit_count() + farm.house * farm.rooms.bit_count())
        total += PASTURE_POINTS[min(4, len(areas))]
        return total + (FIELD_HOPES if actions else FIELD_POINTS)[fields]

    def _kept(self, farm: Farm, actions: int) -> float:
        """Return the points for crops and animals, and the worth in points of the young animals expected at later
        harvests. `actions` is the number of actions left; with any left, the tables of hopes hold."""
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
        """Return the number of young animals of a kind (0 sheep, 1 boars, 2 cattle) for which the farm has room beside
        its herd, up to `most`."""
        held, singles = farm.stalls()
        for born in range(most, 0, -1):
            grown = list(herd)
            grown[kind] += born
            if fits(held, singles, (grown[0], grown[1], grown[2])):
                return born
        return 0

    def _majors(self, farm: Farm) -> float:
        """Return the worth in points of the cards in play: their points, bonus goods, ovens and cooking."""
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
        """Return the worth in points of the food in stock less the cost of the food that is still needed at the next
        harvest and at later ones; mostly negative."""
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
        """Return the least cost in points of this number of missing food: from goods that can be eaten, from `actions`
        actions, or from begging. The cheapest sources are used first."""
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
        """Return the goods that can be turned into food by the harvest, as pairs: the cost per food in points, and the
        number of food. The last good of each kind is a pair of its own, with a higher cost."""
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

    # Prospects -------------------------------------------------------------------------------------------------

    def child(self, rounds: int) -> float:
        """Return the worth in points of one more person who works for this many rounds, less the food for the harvests
        in them."""
        meals = sum(last > ROUNDS - rounds for last in HARVESTS)
        return 3.0 + ACTION * rounds - LATER_FOOD * self.appetite * meals

    def _family(self, farm: Farm) -> float:
        """Return the worth in points of the family's actions in later rounds, and of one or two spare rooms for more
        people."""
        total = ACTION * farm.people * self.left
        spare = min(farm.rooms.bit_count(), MAX_PEOPLE) - farm.people
        if spare > 0 and self.left > 1:
            waiting = max(1, 5 - self.round)
            total += SPARE_ROOM * self.child(max(0, self.left - waiting))
            if spare > 1:
                total += SECOND_ROOM * self.child(max(0, self.left - waiting - 1))
        return total

    def _stock(self, farm: Farm) -> float:
        """Return the worth in points of the building goods and seeds that the farm can still use, and of fields that
        lie empty."""
        goods = farm.goods
        rooms = farm.rooms.bit_count()
        lacking = max(0, MAX_PEOPLE - rooms) if self.left > 3 else 0
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
    """Return the points of a card: the printed ones, and those of its "score" clauses whose condition holds. Points
    that are described only in its text are left out."""
    total = float(face.points)
    for clause in face.clauses:
        if clause["clause"] == "score" and holds(clause.get("if", ()), farm, around):
            total += value(clause["points"], farm, around)
    return total


def hoped(table: tuple[float, ...], count: int) -> float:
    """Return the points for a count from a table by count; each one beyond the table's end adds 0.05."""
    last = len(table) - 1
    return table[count] if count <= last else table[last] + 0.05 * (count - last)


def useful(count: int, most: int) -> float:
    """Return a count of goods in which each good beyond `most` counts only as EXCESS."""
    return count if count <= most else most + EXCESS * (count - most)

"""Farmyards, with the worth of each line of their score sheets by the rulebook's table.

A farmyard is drawn in three lines: on the left what stands on its cells, on the right which pasture each belongs to.

    R  a room                              F  an empty field
    G  a field with three grain            g  one with one grain
    V  a field with two vegetables         v  one with one vegetable
    S  a stable                            .  nothing
"""

from collections.abc import Mapping
from typing import NamedTuple

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.codes import AT_HOME, CLAY_HOUSE, FAMILY, GUEST, ROUNDS, STONE_HOUSE, WOODEN
from tilth_rules.agricola.farm.yard import GRAIN, VEGETABLE

CROPS = {"G": (GRAIN, 3), "g": (GRAIN, 1), "V": (VEGETABLE, 2), "v": (VEGETABLE, 1)}

UNTOUCHED = """
    .....   .....
    R....   .....
    R....   .....
"""


class Farm(NamedTuple):
    about: str
    sheet: tuple[int, ...]
    """Fields, pastures, grain, vegetables, sheep, boar, cattle; unused cells, stables, rooms, family; cards, bonus
    points, begging."""
    points: int
    picture: str = UNTOUCHED
    house: int = WOODEN
    family: int = 2
    guests: int = 0
    newborns: int = 0
    goods: Mapping[str, int] = {}
    cards: tuple[str, ...] = ()
    beans: int = 0
    """Vegetables on the first plot of a card."""
    begging: int = 0

    def scene(self) -> Scene:
        scene = Scene(round_=ROUNDS).has(ANN, **self.goods).owns(ANN, *self.cards)
        mine = scene.seat()
        mine.yard.house = self.house
        stands, fenced = zip(*(line.split() for line in self.picture.strip().splitlines()), strict=True)
        for cell, letter in enumerate("".join(stands)):
            if letter == "R":
                mine.yard.rooms |= 1 << cell
            elif letter == "S":
                scene.stables(ANN, cell)
            elif letter in "FGgVv":
                mine.yard.fields |= 1 << cell
                mine.yard.crops[cell], mine.yard.stacks[cell] = CROPS.get(letter, (0, 0))
        numbers = "".join(fenced)
        for number in sorted(set(numbers) - {"."}):
            scene.pasture(ANN, *(cell for cell, found in enumerate(numbers) if found == number))
        mine.kinds = [FAMILY] * self.family + [GUEST] * self.guests
        mine.born = [0] * (self.family - self.newborns) + [ROUNDS] * self.newborns + [0] * self.guests
        mine.places = [AT_HOME] * len(mine.kinds)
        mine.begging = self.begging
        if self.beans:
            scene.planted(ANN, 0, "vegetable", self.beans)
        return scene


FARMS = (
    Farm(
        "nothing was done: a point is lost for all seven kinds, and one for each of thirteen cells",
        (-1, -1, -1, -1, -1, -1, -1, -13, 0, 0, 6, 0, 0, 0),
        -14,
    ),
    Farm(
        "one field is worth no more than none; the first grain, vegetable and sheep are worth a point",
        (-1, -1, 1, 1, 1, -1, -1, -12, 0, 0, 6, 0, 0, 0),
        -7,
        """
        .....   .....
        R....   .....
        R...F   .....
        """,
        goods={"grain": 1, "vegetable": 1, "sheep": 1},
    ),
    Farm(
        "two fields, one pasture; three of each are still a point, two vegetables are two",
        (1, 1, 1, 2, 1, 1, -1, -9, 0, 0, 6, 0, 0, 0),
        3,
        """
        .....   11...
        R....   .....
        R..GV   .....
        """,
        goods={"sheep": 3, "boar": 1},
    ),
    Farm(
        "three fields, two pastures, four grain on field and in supply, four sheep, three boar, a clay house of three",
        (2, 2, 2, 3, 2, 2, -1, -6, 0, 3, 9, 0, 0, 0),
        18,
        """
        .....   ..211
        R....   .....
        RRGFF   .....
        """,
        CLAY_HOUSE,
        family=3,
        goods={"grain": 1, "vegetable": 3, "sheep": 4, "boar": 3},
    ),
    Farm(
        "four fields, five grain and five sheep and four boar are a point short of the next step; the stable is loose",
        (3, 2, 2, -1, 2, 2, 1, -4, 0, 4, 6, 0, 0, 0),
        17,
        """
        .....   ...11
        R.S..   ...22
        RFFFF   .....
        """,
        STONE_HOUSE,
        goods={"grain": 5, "sheep": 5, "boar": 4, "cattle": 1},
    ),
    Farm(
        "five fields, three pastures, six grain, six sheep, five boar, two cattle, a fenced stable",
        (4, 3, 3, 4, 3, 3, 2, -3, 1, 0, 6, 0, 0, 0),
        26,
        """
        ...S.   ..311
        R.F..   ...22
        RGVFF   .....
        """,
        goods={"grain": 3, "vegetable": 2, "sheep": 6, "boar": 5, "cattle": 2},
    ),
    Farm(
        "the most of everything: all kinds at their last step, no cell unused, five in a stone house of five rooms",
        (4, 4, 4, 4, 4, 4, 4, 0, 4, 10, 15, 1, 0, 0),
        58,
        """
        RSSSS   .1234
        RRGF.   ....4
        RRVFF   .....
        """,
        STONE_HOUSE,
        family=5,
        goods={"grain": 5, "vegetable": 2, "sheep": 8, "boar": 7, "cattle": 6},
        cards=("K145",),
    ),
    Farm(
        "seven grain, seven sheep, six boar and three cattle are a point short of the next step; four in two rooms",
        (2, 3, 3, 1, 3, 3, 2, -4, 2, 2, 12, 0, 0, 0),
        29,
        """
        ..FS.   ...11
        R.FS.   ...22
        R.F..   ...33
        """,
        CLAY_HOUSE,
        family=4,
        goods={"grain": 7, "vegetable": 1, "sheep": 7, "boar": 6, "cattle": 3},
    ),
    Farm(
        "a pasture of four cells is one pasture; four cattle in it, two sheep in loose stables, a boar at home",
        (-1, 1, -1, -1, 1, 1, 3, -7, 0, 0, 6, 0, 0, 0),
        2,
        """
        SS...   ...11
        R....   ...11
        R....   .....
        """,
        goods={"sheep": 2, "boar": 1, "cattle": 4},
    ),
    Farm(
        "five cattle are a point short; two begging cards cost six",
        (-1, 1, -1, -1, -1, -1, 3, -12, 1, 0, 6, 0, 0, -6),
        -12,
        """
        ....S   ....1
        R....   .....
        R....   .....
        """,
        goods={"cattle": 5},
        begging=2,
    ),
    Farm(
        "five pastures, six fields and more than enough of grain, vegetables and sheep are four points each",
        (4, 4, 4, 4, 4, 1, 1, -2, 4, 0, 6, 0, 0, 0),
        30,
        """
        ...SS   ..123
        RFFSS   ...45
        RFFFF   .....
        """,
        goods={"grain": 10, "vegetable": 6, "sheep": 16, "boar": 2, "cattle": 1},
    ),
    Farm(
        "rooms of wood are worth no points in any number; five people are worth fifteen",
        (-1, -1, -1, -1, -1, -1, -1, -10, 0, 0, 15, 0, 0, 0),
        -2,
        """
        R....   .....
        RR...   .....
        RR...   .....
        """,
        family=5,
    ),
    Farm(
        "four rooms of clay are four points; a newborn is worth as much as an adult",
        (-1, -1, -1, -1, -1, -1, -1, -11, 0, 4, 12, 0, 0, 0),
        -2,
        """
        R....   .....
        RR...   .....
        R....   .....
        """,
        CLAY_HOUSE,
        family=4,
        newborns=1,
    ),
    Farm(
        "four rooms of stone are eight points; a guest is worth nothing",
        (1, -1, -1, -1, -1, -1, -1, -9, 0, 8, 9, 0, 0, 0),
        3,
        """
        R....   .....
        RR...   .....
        R..FF   .....
        """,
        STONE_HOUSE,
        family=3,
        guests=1,
    ),
    Farm(
        "a fireplace, a hearth, both ovens and the well, and a begging card",
        (-1, -1, -1, -1, -1, -1, -1, -13, 0, 0, 6, 11, 0, -3),
        -6,
        cards=("A1", "A3", "A5", "A6", "A10"),
        begging=1,
    ),
    Farm(
        "workshops: seven wood are three points, five clay two, two reed one",
        (-1, -1, -1, -1, -1, -1, -1, -13, 0, 0, 6, 6, 6, 0),
        -2,
        goods={"wood": 7, "clay": 5, "reed": 2},
        cards=("A7", "A8", "A9"),
    ),
    Farm(
        "workshops: two wood are nothing, four clay a point, four reed two",
        (-1, -1, -1, -1, -1, -1, -1, -13, 0, 0, 6, 6, 3, 0),
        -5,
        goods={"wood": 2, "clay": 4, "reed": 4},
        cards=("A7", "A8", "A9"),
    ),
    Farm(
        "workshops: three points each are the most",
        (-1, -1, -1, -1, -1, -1, -1, -13, 0, 0, 6, 6, 9, 0),
        1,
        goods={"wood": 9, "clay": 8, "reed": 6},
        cards=("A7", "A8", "A9"),
    ),
    Farm(
        "a mansion and its reeve add up, two points and one for each room of stone; what the mansion rules out is none",
        (-1, -1, -1, -1, -1, -1, -1, -12, 0, 6, 6, 0, 9, 0),
        2,
        """
        .....   .....
        RR...   .....
        R....   .....
        """,
        STONE_HOUSE,
        cards=("E172", "K144", "E21"),
    ),
    Farm(
        "two of three begging cards are made good by a card; beans on a card are vegetables, but the card is no field",
        (-1, -1, -1, 2, -1, -1, -1, -13, 0, 0, 6, 1, 6, -9),
        -13,
        cards=("E153", "E18"),
        beans=2,
        begging=3,
    ),
    Farm(
        "stables outside of pastures use a cell each and are worth nothing; on half reaped fields what is left counts",
        (1, 1, 1, 1, 2, -1, -1, -7, 1, 0, 6, 0, 0, 0),
        4,
        """
        SSS.S   ....1
        R....   .....
        R..gv   .....
        """,
        goods={"sheep": 5},
    ),
)

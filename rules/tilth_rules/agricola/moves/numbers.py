"""The numbers of decisions' options, and the moves that they mean.

A number means the same move in every decision, so all ranges are side by side. Small things have ranges of their own.
A cut, a herd and a payment are written into the number itself.
"""

from typing import Final

from tilth_rules.agricola.codes import (
    CLAY,
    FOOD,
    GOODS,
    GRAIN,
    MOST_SEATS,
    PEOPLE_A_SEAT,
    REED,
    SHEEP,
    STONE,
    STONE_HOUSE,
    VEGETABLE,
    WOOD,
)
from tilth_rules.agricola.codes import Goods as Amounts
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.yard import CELLS
from tilth_rules.agricola.moves import (
    Agree,
    BuildRoom,
    BuildStable,
    ChoosePerson,
    ChoosePlot,
    ChooseSeat,
    CookSome,
    CutPasture,
    DiscardCard,
    DrawMinor,
    DrawOccupation,
    EatGrain,
    EatVegetable,
    Enclose,
    FeedFamily,
    GiveUpCard,
    KeepCard,
    KeepHerd,
    Pay,
    PlayCard,
    PloughField,
    RenovateTo,
    SketchCell,
    SowPlot,
    TakeGood,
    TakePart,
    UseCard,
    UseOffer,
    UseSpace,
)
from tilth_rules.agricola.moves.card_ranges import CardGrid, CardSpan
from tilth_rules.common.option_numbers import Cells, Grid, OptionNumbers, OptionRange, Single, Span

# Parts of a space or of a card, for a choice among them. A part that only gives goods has the number of its first
# good.
PART_TAKE: Final = 16
PART_PLOUGH: Final = 17
PART_SOW: Final = 18
PART_BAKE: Final = 19
PART_ROOMS: Final = 20
PART_STABLES: Final = 21
PART_FENCES: Final = 22
PART_RENOVATE: Final = 23
PART_GROW: Final = 24
PART_OCCUPATION: Final = 25
PART_IMPROVEMENT: Final = 26
PART_START: Final = 27
PART_POINTS: Final = 28
PART_CHOOSE: Final = 29
PART_OTHER: Final = 30

# The size of the last field in a number, for counts.
GOODS_OF_A_PLOT: Final = 8
PLOTS_OF_A_SEAT: Final = 64
AMOUNTS_OF_A_PART: Final = 16
USES_OF_A_CARD: Final = 8
"""The number of uses of a card at one moment."""
OFFERS_OF_A_CARD: Final = 16
ANIMALS_OF_A_KIND: Final = 64


class Herds(OptionRange):
    """The numbers of options that stand for a herd: some animals of each kind."""

    __slots__ = ()

    def option(self, sheep: int, boar: int, cattle: int) -> int:
        """Return the option to keep this herd."""
        return self.first + sheep + ANIMALS_OF_A_KIND * (boar + ANIMALS_OF_A_KIND * cattle)

    def parts(self, option: int) -> tuple[int, int, int]:
        """Return the sheep, boar and cattle that are kept with an option."""
        more, sheep = divmod(option - self.first, ANIMALS_OF_A_KIND)
        cattle, boar = divmod(more, ANIMALS_OF_A_KIND)
        return sheep, boar, cattle

    def move(self, option: int) -> KeepHerd:
        return KeepHerd(*self.parts(option))


PRICE_BITS: Final = (
    (WOOD, 5),
    (CLAY, 5),
    (REED, 4),
    (STONE, 4),
    (GRAIN, 3),
    (VEGETABLE, 2),
    (FOOD, 4),
    (SHEEP, 1),
)
"""The goods of a price and the bits that each takes. One more bit stands for the use of a limited saving."""


class Payments(OptionRange):
    """The numbers of options that stand for a price: its goods, and a bit for the use of a limited saving."""

    __slots__ = ()

    def __init__(self, first: int) -> None:
        super().__init__(first, 1 << 1 + sum(bits for _, bits in PRICE_BITS))

    @staticmethod
    def fits(goods: Amounts) -> bool:
        """Return whether the amounts of a price have room in the number of an option."""
        room = dict(PRICE_BITS)
        return all(good in room and 0 <= amount < 1 << room[good] for good, amount in goods)

    def option(self, goods: Amounts, saving: bool) -> int:
        """Return the option for a price. `saving` is True if it uses a limited saving."""
        assert self.fits(goods), f"the price {goods} has no room in an option's number"
        number, shift = 0, 0
        amounts = dict(goods)
        for good, bits in PRICE_BITS:
            number |= amounts.get(good, 0) << shift
            shift += bits
        return self.first + number + (saving << shift)

    def parts(self, option: int) -> tuple[Amounts, bool]:
        """Return the goods of the price that an option stands for, and True if it uses a limited saving."""
        number = option - self.first
        goods = []
        for good, bits in PRICE_BITS:
            amount = number & (1 << bits) - 1
            if amount:
                goods.append((good, amount))
            number >>= bits
        return tuple(goods), bool(number)

    def move(self, option: int) -> Pay:
        goods, saving = self.parts(option)
        paid = dict(goods)
        wood, clay, reed, stone, grain, vegetables, food, sheep = (
            paid.get(good, 0) for good, _ in PRICE_BITS
        )
        return Pay(wood, clay, reed, stone, grain, vegetables, food, sheep, saving)


USE_SPACE: Final = Span(0, 128, UseSpace, holds=len(SPACES))
BUILD_ROOM: Final = Span(128, 16, BuildRoom, holds=CELLS)
BUILD_STABLE: Final = Span(144, 16, BuildStable, holds=CELLS)
PLOUGH_FIELD: Final = Span(160, 16, PloughField, holds=CELLS)
SKETCH_CELL: Final = Span(176, 16, SketchCell, holds=CELLS)
ENCLOSE: Final = Single(192, Enclose())
FEED_FAMILY: Final = Single(193, FeedFamily())
TAKE_GOOD: Final = Span(200, 16, TakeGood, low=1, holds=GOODS)
CHOOSE_SEAT: Final = Span(216, 8, ChooseSeat, holds=MOST_SEATS)
AGREE: Final = Single(224, Agree())
RENOVATE_TO: Final = Span(224, 8, RenovateTo, low=1, holds=STONE_HOUSE + 1)
"""The options for houses. No house is renovated to a wooden one, 0."""
CHOOSE_PERSON: Final = Span(232, 24, ChoosePerson, holds=PEOPLE_A_SEAT)
SOW_PLOT: Final = Grid(256, 96, GOODS_OF_A_PLOT, SowPlot)
CHOOSE_PLOT: Final = Grid(1024, 16, PLOTS_OF_A_SEAT, ChoosePlot, holds=(MOST_SEATS, 0))
TAKE_PART: Final = Grid(2048, 128, AMOUNTS_OF_A_PART, TakePart, holds=(PART_OTHER + 1, 0))
PLAY_CARD: Final = CardSpan(4096, 1 << 20, PlayCard, holds=len(CARDS))
GIVE_UP_CARD: Final = CardSpan(4608, (1 << 20) + 4096, GiveUpCard, holds=len(CARDS))
KEEP_CARD: Final = CardSpan(5120, (1 << 20) + 2 * 4096, KeepCard, holds=len(CARDS))
DISCARD_CARD: Final = CardSpan(5632, (1 << 20) + 3 * 4096, DiscardCard, holds=len(CARDS))
USE_CARD: Final = CardGrid(range(8192, 12288), 1 << 21, USES_OF_A_CARD, UseCard, holds=len(CARDS))
USE_OFFER: Final = CardGrid(range(12288, 20000), 1 << 22, OFFERS_OF_A_CARD, UseOffer, holds=len(CARDS))
EAT_GRAIN: Final = Single(20000, EatGrain())
EAT_VEGETABLE: Final = Single(20001, EatVegetable())
COOK_SOME: Final = Single(20002, CookSome())
DRAW_OCCUPATION: Final = Single(20003, DrawOccupation())
DRAW_MINOR: Final = Single(20004, DrawMinor())
CUT_PASTURE: Final = Cells(1 << 15, CELLS, CutPasture)
KEEP_HERD: Final = Herds(1 << 18, ANIMALS_OF_A_KIND**3)
PAY: Final = Payments(1 << 30)

OPTIONS: Final = OptionNumbers(
    USE_SPACE,
    BUILD_ROOM,
    BUILD_STABLE,
    PLOUGH_FIELD,
    SKETCH_CELL,
    ENCLOSE,
    FEED_FAMILY,
    TAKE_GOOD,
    CHOOSE_SEAT,
    AGREE,
    RENOVATE_TO,
    CHOOSE_PERSON,
    SOW_PLOT,
    CHOOSE_PLOT,
    TAKE_PART,
    *PLAY_CARD.ranges,
    *GIVE_UP_CARD.ranges,
    *KEEP_CARD.ranges,
    *DISCARD_CARD.ranges,
    *USE_CARD.ranges,
    *USE_OFFER.ranges,
    EAT_GRAIN,
    EAT_VEGETABLE,
    COOK_SOME,
    DRAW_OCCUPATION,
    DRAW_MINOR,
    CUT_PASTURE,
    KEEP_HERD,
    PAY,
)
"""The meanings of all options and standing offers."""


def part_option(kind: int, amount: int = 0) -> int:
    """Return the option for a part of a space or of a card: its kind or good, and its amount."""
    return TAKE_PART.option(kind, amount)

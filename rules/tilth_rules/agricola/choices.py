"""What the options of decisions mean. A number means the same move wherever it is offered.

Small things have ranges of their own; a cut, a herd and a payment are written into the number itself.
"""

from collections.abc import Callable, Sequence
from typing import Final

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
from tilth_rules.agricola.words import CLAY, FOOD, GRAIN, REED, SHEEP, STONE, VEGETABLE, WOOD, Goods
from tilth_rules.kernel import Move

SPACE_AT: Final = 0
ROOM_AT: Final = 128
STABLE_AT: Final = 144
FIELD_AT: Final = 160
SKETCH_AT: Final = 176
ENCLOSE: Final = 192
FEED: Final = 193
GOOD_AT: Final = 200
SEAT_AT: Final = 216
YES: Final = 224
RENOVATE_TO: Final = 225
"""+ house - 1: no house is turned into a wooden one (0)."""
PERSON_AT: Final = 232
"""+ person."""
SOW_AT: Final = 256
"""+ 8 * plot + good, see `sow_option`."""
PLOT_AT: Final = 1024
"""+ 64 * seat + plot: a field or a plot of that seat, see `plot_option`."""
PART_AT: Final = 2048
"""+ 16 * kind of part + amount, see `part_option`."""
PLAY_AT: Final = 4096
"""+ card, as in all that follow."""
GIVE_UP_AT: Final = 4608
KEEP_AT: Final = 5120
DISCARD_AT: Final = 5632
USE_AT: Final = 8192
"""+ 8 * card + way, see `use_option`."""
OFFER_AT: Final = 12288
"""+ 16 * card + way, see `offer_option`."""
GRAIN_TO_FOOD: Final = 20000
VEGETABLE_TO_FOOD: Final = 20001
COOK: Final = 20002
DRAW_OCCUPATION: Final = 20003
DRAW_MINOR: Final = 20004
CUT_AT: Final = 1 << 15
"""+ the cells of the part, a bit for each."""
HERD_AT: Final = 1 << 18
"""+ how many of each kind, see `herd_option`."""
PAY_AT: Final = 1 << 30
_PRICE: Final = (
    (WOOD, 5),
    (CLAY, 5),
    (REED, 4),
    (STONE, 4),
    (GRAIN, 3),
    (VEGETABLE, 2),
    (FOOD, 4),
    (SHEEP, 1),
)
"""The goods of a price and how many bits each takes; one bit more says that a limited saving is used for it."""

# Parts of a space or of a card, for a choice among them. A part that only gives goods has the number of its first good.
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

# How many of what is counted last a number has room for.
GOODS_OF_A_PLOT: Final = 8
PLOTS_OF_A_SEAT: Final = 64
AMOUNTS_OF_A_PART: Final = 16
USES_OF_A_CARD: Final = 8
"""At one moment."""
OFFERS_OF_A_CARD: Final = 16
ANIMALS_OF_A_KIND: Final = 64


def sow_option(plot: int, good: int) -> int:
    """That good is sown on that plot."""
    return SOW_AT + GOODS_OF_A_PLOT * plot + good


def sowing_of(option: int) -> tuple[int, int]:
    """The plot, and what is sown there."""
    return divmod(option - SOW_AT, GOODS_OF_A_PLOT)


def plot_option(owner: int, plot: int) -> int:
    """A field or a plot of whatever seat."""
    return PLOT_AT + PLOTS_OF_A_SEAT * owner + plot


def plot_of(option: int) -> tuple[int, int]:
    """The owner, and the plot."""
    return divmod(option - PLOT_AT, PLOTS_OF_A_SEAT)


def part_option(kind: int, amount: int = 0) -> int:
    """A part of a space or of a card: its kind or its good, and how much of it."""
    return PART_AT + AMOUNTS_OF_A_PART * kind + amount


def part_of(option: int) -> tuple[int, int]:
    """The kind of the part or its good, and the amount."""
    return divmod(option - PART_AT, AMOUNTS_OF_A_PART)


def use_option(card: int, way: int = 0) -> int:
    """The card acts, in one of its ways."""
    return USE_AT + USES_OF_A_CARD * card + way


def use_of(option: int) -> tuple[int, int]:
    """The card that acts, and in which way."""
    return divmod(option - USE_AT, USES_OF_A_CARD)


def offer_option(card: int, way: int = 0) -> int:
    """What the card offers at any time, in one of its ways."""
    return OFFER_AT + OFFERS_OF_A_CARD * card + way


def offer_of(option: int) -> tuple[int, int]:
    """The card that offers it, and which of its ways it is."""
    return divmod(option - OFFER_AT, OFFERS_OF_A_CARD)


def herd_option(sheep: int, boar: int, cattle: int) -> int:
    """That this many animals of each kind are kept."""
    return HERD_AT + sheep + ANIMALS_OF_A_KIND * (boar + ANIMALS_OF_A_KIND * cattle)


def herd_of(option: int) -> tuple[int, int, int]:
    """Sheep, boar, cattle."""
    more, sheep = divmod(option - HERD_AT, ANIMALS_OF_A_KIND)
    cattle, boar = divmod(more, ANIMALS_OF_A_KIND)
    return sheep, boar, cattle


def fits_an_option(goods: Goods) -> bool:
    """Whether a price can be written into the number of an option."""
    room = dict(_PRICE)
    return all(good in room and 0 <= amount < 1 << room[good] for good, amount in goods)


def pay_option(goods: Goods, saving: bool) -> int:
    assert fits_an_option(goods), f"more than an option's number has room for: {goods}"
    number, shift = 0, 0
    amounts = dict(goods)
    for good, bits in _PRICE:
        number |= amounts.get(good, 0) << shift
        shift += bits
    return PAY_AT + number + (saving << shift)


def price_of(option: int) -> tuple[Goods, bool]:
    """What is paid, and whether a limited saving is used."""
    number = option - PAY_AT
    goods = []
    for good, bits in _PRICE:
        amount = number & (1 << bits) - 1
        if amount:
            goods.append((good, amount))
        number >>= bits
    return tuple(goods), bool(number)


_SINGLE: Final = {
    ENCLOSE: Enclose(),
    FEED: FeedFamily(),
    YES: Agree(),
    GRAIN_TO_FOOD: EatGrain(),
    VEGETABLE_TO_FOOD: EatVegetable(),
    COOK: CookSome(),
    DRAW_OCCUPATION: DrawOccupation(),
    DRAW_MINOR: DrawMinor(),
}
_RANGES: Final = (
    (ROOM_AT, UseSpace, SPACE_AT),
    (STABLE_AT, BuildRoom, ROOM_AT),
    (FIELD_AT, BuildStable, STABLE_AT),
    (SKETCH_AT, PloughField, FIELD_AT),
    (ENCLOSE, SketchCell, SKETCH_AT),
    (SEAT_AT, TakeGood, GOOD_AT),
    (YES, ChooseSeat, SEAT_AT),
    (PERSON_AT, RenovateTo, RENOVATE_TO - 1),
    (SOW_AT, ChoosePerson, PERSON_AT),
)
_CARDS: Final = (
    (GIVE_UP_AT, PlayCard, PLAY_AT),
    (KEEP_AT, GiveUpCard, GIVE_UP_AT),
    (DISCARD_AT, KeepCard, KEEP_AT),
    (USE_AT, DiscardCard, DISCARD_AT),
)


def move_of(option: int) -> Move:
    """What an option means, or a standing offer."""
    if option in _SINGLE:
        return _SINGLE[option]
    if option < SOW_AT:
        return _in(_RANGES, option)
    if option < PLAY_AT:
        return _two_fold(option)
    if option < USE_AT:
        return _in(_CARDS, option)
    if option < OFFER_AT:
        return UseCard(*use_of(option))
    if option < GRAIN_TO_FOOD:
        return UseOffer(*offer_of(option))
    return _packed(option)


def _in(ranges: Sequence[tuple[int, Callable[[int], Move], int]], option: int) -> Move:
    return next(meant(option - first) for end, meant, first in ranges if option < end)


def _packed(option: int) -> Move:
    if option < HERD_AT:
        mask = option - CUT_AT
        return CutPasture(tuple(cell for cell in range(15) if mask >> cell & 1))
    if option < PAY_AT:
        return KeepHerd(*herd_of(option))
    goods, saving = price_of(option)
    paid = dict(goods)
    wood, clay, reed, stone, grain, vegetables, food, sheep = (paid.get(good, 0) for good, _ in _PRICE)
    return Pay(wood, clay, reed, stone, grain, vegetables, food, sheep, saving)


def _two_fold(option: int) -> Move:
    if option < PLOT_AT:
        return SowPlot(*sowing_of(option))
    if option < PART_AT:
        return ChoosePlot(*plot_of(option))
    return TakePart(*part_of(option))

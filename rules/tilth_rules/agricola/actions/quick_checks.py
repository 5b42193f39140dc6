"""Quick checks tell from a seat's own goods whether an act is possible, without any question to cards.

Placing people is most of the play, and each time all free spaces are checked. A quick check uses the plain rules and
things that everybody can see. If a card or a hand may change the result it returns None, and the act's own test in
`parts` decides. A result other than None must agree with that test: a property test (`quick_checks_tell_the_truth`)
compares them, space by space.
"""

from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Final

from tilth_rules.agricola.cards.moments import BAKE, FENCING, MAY_GROW, MAY_RENOVATE, PRICE
from tilth_rules.agricola.codes import (
    BUILDING,
    CLAY,
    FAMILY,
    GRAIN,
    LARGEST_FAMILY,
    LODGER,
    NOBODY,
    REED,
    STONE,
    STONE_HOUSE,
    VEGETABLE,
    WOOD,
)
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import MAJORS
from tilth_rules.agricola.farm.fencing import can_fence
from tilth_rules.agricola.paying.plain import PLAIN_RENOVATION, PLAIN_ROOM, plain_cards
from tilth_rules.agricola.state import Seat, State

QuickCheck = Callable[[State, Seat], bool | None]
"""A function that returns whether an act would do anything; None if a quick check can't tell."""


def _room(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat can pay the printed price of a room and has a cell for it; None if it lacks goods
    and its cards change prices."""
    yard = seat.yard
    goods = seat.goods
    for good, amount in PLAIN_ROOM[yard.house]:
        if goods[good] < amount:
            return None if seat.rules[PRICE] else False
    return yard.room_cells() != 0


def _stable(act: acts.BuildStables) -> QuickCheck:
    """Make the quick check of whether a seat can pay the act's price for a stable and has a cell for it; it says None
    if goods are missing and cards change prices."""
    price = tuple(act.price)

    def stable(state: State, seat: Seat) -> bool | None:
        goods = seat.goods
        for good, amount in price:
            if goods[good] < amount:
                return None if seat.rules[PRICE] else False
        return seat.yard.stable_cells() != 0

    return stable


def _fences(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat can enclose or cut a pasture with a wood for each fence; None if it has a card
    about fences."""
    if seat.rules[FENCING]:
        return None
    wood = seat.goods[WOOD]
    return wood > 0 and can_fence(seat.yard, wood)


def _renovation(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat can renovate at the printed price; None if its cards may change the price or the
    material."""
    yard = seat.yard
    if yard.house == STONE_HOUSE:
        return False
    if seat.rules[MAY_RENOVATE]:
        return None
    goods = seat.goods
    for good, amount in PLAIN_RENOVATION[yard.house + 1][yard.rooms.bit_count()]:
        if goods[good] < amount:
            return None if seat.rules[PRICE] else False
    return True


def _field(state: State, seat: Seat) -> bool | None:
    """Check whether the seat has a cell to plough."""
    return seat.yard.field_cells() != 0


def _seed(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat has grain or a vegetable, and an empty field; None if it has plots on cards."""
    if seat.plot_cards:
        return None
    goods = seat.goods
    return (goods[GRAIN] > 0 or goods[VEGETABLE] > 0) and seat.yard.has_fields_to_sow()


def _bread(state: State, seat: Seat) -> bool | None:
    """Return whether the seat can bake: it has grain and a card in play that bakes (an oven, a fireplace or another
    one)."""
    return bool(seat.goods[GRAIN] and seat.rules[BAKE])


def _child(act: acts.Grow) -> QuickCheck:
    """Make the quick check of whether a seat's family can grow by this act: fewer than five people, a room for the
    newborn unless it needs none, and the round reached; None if cards or a lodger matter."""
    anyhow, since = act.anyhow, act.since

    def child(state: State, seat: Seat) -> bool | None:
        kinds = seat.kinds
        if seat.rules[MAY_GROW] or LODGER in kinds:
            return None
        family = kinds.count(FAMILY)
        return (
            family < LARGEST_FAMILY
            and (anyhow or family < seat.yard.rooms.bit_count())
            and state.round >= since
        )

    return child


class MajorPrices:
    """The prices of the major improvements of a match, to find quickly which of them a seat can pay."""

    def __init__(self, values: str) -> None:
        cards = plain_cards(values)
        self._prices: Final = tuple(
            (card, goods) for card in MAJORS for goods, returns in cards[card] if not returns
        )
        dearest = (
            max(dict(goods).get(good, 0) for card in MAJORS for goods, _ in cards[card]) for good in BUILDING
        )
        self.wood, self.clay, self.reed, self.stone = dearest
        """The highest price of a major improvement in each building material. They cost no other goods."""
        self.min_clay_and_stone: Final = min(
            sum(amount for good, amount in goods if good in (CLAY, STONE)) for _, goods in self._prices
        )
        """A seat with fewer clay and stone together can pay for no major improvement."""
        self.for_a_card: Final = tuple(
            (card, returns) for card in MAJORS for _, returns in cards[card] if returns
        )
        """Major improvements whose only price is another one, each with the cards that pay it."""
        self.paid_with: Final = lru_cache(maxsize=1 << 10)(self._paid_with)

    def _paid_with(self, wood: int, clay: int, reed: int, stone: int) -> tuple[int, ...]:
        """Return the major improvements that these building resources can pay for."""
        owned = {WOOD: wood, CLAY: clay, REED: reed, STONE: stone}
        return tuple(
            card for card, goods in self._prices if all(owned[good] >= amount for good, amount in goods)
        )


major_prices: Final = lru_cache(maxsize=64)(MajorPrices)
"""Return the MajorPrices of a match with these corrections."""


def can_pay_major(state: State, seat: Seat) -> bool:
    """Return whether the seat can pay the printed price of a major improvement that no seat owns, in goods or with
    another card. Goods beyond the highest price make no difference, so the cached cases are few."""
    owner = state.owner
    goods = seat.goods
    prices = major_prices(state.options.values)
    if goods[CLAY] + goods[STONE] >= prices.min_clay_and_stone:
        wood, clay, reed, stone = goods[WOOD : STONE + 1]
        for card in prices.paid_with(
            wood if wood < prices.wood else prices.wood,
            clay if clay < prices.clay else prices.clay,
            reed if reed < prices.reed else prices.reed,
            stone if stone < prices.stone else prices.stone,
        ):
            if owner[card] == NOBODY:
                return True
    if seat.cards:
        for card, returns in prices.for_a_card:
            if owner[card] == NOBODY and any(returned in seat.cards for returned in returns):
                return True
    return False


def _major(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat can pay the printed price of a major improvement; if not, False in the family
    game, otherwise None, since cards may help."""
    return can_pay_major(state, seat) or (False if state.options.family else None)


def _heap(state: State, seat: Seat) -> bool | None:
    """Return False in the family game, otherwise None: goods that gather on the space have been checked before, and
    only a card can lay more there."""
    return False if state.options.family else None


def _unsure(state: State, seat: Seat) -> bool | None:
    """Return None, as the quick check of acts that only a full test can judge."""
    return None


_PLAIN: Final[dict[type, QuickCheck]] = {
    acts.BuildRooms: _room,
    acts.BuildFences: _fences,
    acts.Renovate: _renovation,
    acts.Plough: _field,
    acts.Sow: _seed,
    acts.Bake: _bread,
    acts.TakeAll: _heap,
}


def _of(act: acts.Act) -> QuickCheck:
    """Return the quick check of whether an act can do anything."""
    match act:
        case acts.BuildStables():
            return _stable(act)
        case acts.Grow():
            return _child(act)
        case acts.Improve(major=True):
            return _major
    return _PLAIN.get(type(act), _unsure)


def _either(first: QuickCheck, second: QuickCheck) -> QuickCheck:
    """Join two quick checks into one: True if one says True, False if both say False, otherwise None (unsure)."""

    def either(state: State, seat: Seat) -> bool | None:
        one = first(state, seat)
        if one:
            return True
        other = second(state, seat)
        return other if other or one is not None else None

    return either


def _build(act: acts.BuildStables) -> QuickCheck:
    """Make one quick check for building a room or a stable at the printed prices; it says None if goods are missing and
    cards change prices."""
    ((good, amount),) = act.price

    def build(state: State, seat: Seat) -> bool | None:
        yard = seat.yard
        goods = seat.goods
        if goods[good] >= amount:
            if yard.stable_cells():
                return True
        elif seat.rules[PRICE]:
            return True if _room(state, seat) else None
        for needed, count in PLAIN_ROOM[yard.house]:
            if goods[needed] < count:
                return None if seat.rules[PRICE] else False
        return yard.room_cells() != 0

    return build


def _seed_or_bread(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat can sow or bake; None if plots on its cards may matter."""
    grain = seat.goods[GRAIN]
    if grain and seat.rules[BAKE]:
        return True
    if seat.plot_cards:
        return None
    return (grain > 0 or seat.goods[VEGETABLE] > 0) and seat.yard.has_fields_to_sow()


def _field_or_seed(state: State, seat: Seat) -> bool | None:
    """Check quickly whether the seat can plough or sow; None if it cannot plough and has plots on cards."""
    return seat.yard.field_cells() != 0 or _seed(state, seat)


def quick_check(deciding: tuple[acts.Act, ...]) -> QuickCheck:
    """Return the quick check of whether one of these acts of a space is possible: it says True, False, or None if only
    the full tests can tell."""
    match deciding:
        case (acts.BuildRooms(), acts.BuildStables() as stables) if len(stables.price) == 1:
            return _build(stables)
        case (acts.Sow(), acts.Bake()):
            return _seed_or_bread
        case (acts.Plough(), acts.Sow()):
            return _field_or_seed
    return reduce(_either, [_of(act) for act in deciding])

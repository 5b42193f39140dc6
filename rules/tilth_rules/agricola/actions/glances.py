"""A glance at what a seat owns mostly tells whether an act is possible, without asking anything else.

Placing people is most of what is played, and each time all free spaces are looked at. A glance goes by the plain rules
and by what everybody can see. Where a card or a hand may have a say it tells nothing, and the act's own test in `parts`
decides. What a glance tells must be what that test finds: a test of properties (`glances_tell_the_truth`) holds it to
that, space by space.
"""

from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Final

from tilth_rules.agricola.cards.words import BAKE, FENCING, MAY_GROW, MAY_RENOVATE, PRICE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import MAJORS
from tilth_rules.agricola.farm.fencing import can_fence
from tilth_rules.agricola.paying.plain import PLAIN_CARDS, PLAIN_RENOVATION, PLAIN_ROOM
from tilth_rules.agricola.state import Seat, State
from tilth_rules.agricola.words import (
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
    Goods,
)

Glance = Callable[[State, Seat], bool | None]
"""Whether something can come of it; None where that can't be told."""


def _owns(seat: Seat, price: Goods) -> bool | None:
    """Whether a price can be paid as it is printed. Cards only ever make it less."""
    goods = seat.goods
    for good, amount in price:
        if goods[good] < amount:
            return None if seat.rules[PRICE] else False
    return True


def _room(state: State, seat: Seat) -> bool | None:
    yard = seat.yard
    goods = seat.goods
    for good, amount in PLAIN_ROOM[yard.house]:  # as `_owns` says it, without a call
        if goods[good] < amount:
            return None if seat.rules[PRICE] else False
    return yard.room_cells() != 0


def _stable(act: acts.BuildStables) -> Glance:
    price = tuple(act.price)

    def stable(state: State, seat: Seat) -> bool | None:
        goods = seat.goods
        for good, amount in price:  # as `_owns` says it, without a call
            if goods[good] < amount:
                return None if seat.rules[PRICE] else False
        return seat.yard.stable_cells() != 0

    return stable


def _fences(state: State, seat: Seat) -> bool | None:
    if seat.rules[FENCING]:
        return None
    wood = seat.goods[WOOD]
    return wood > 0 and can_fence(seat.yard, wood)


def _renovation(state: State, seat: Seat) -> bool | None:
    yard = seat.yard
    if yard.house == STONE_HOUSE:
        return False
    if seat.rules[MAY_RENOVATE]:
        return None
    return _owns(seat, PLAIN_RENOVATION[yard.house + 1][yard.rooms.bit_count()])


def _field(state: State, seat: Seat) -> bool | None:
    return seat.yard.field_cells() != 0


def _seed(state: State, seat: Seat) -> bool | None:
    if seat.plot_cards:
        return None
    goods = seat.goods
    return (goods[GRAIN] > 0 or goods[VEGETABLE] > 0) and seat.yard.has_fields_to_sow()


def _bread(state: State, seat: Seat) -> bool | None:
    return bool(seat.goods[GRAIN] and seat.rules[BAKE])


def _child(act: acts.Grow) -> Glance:
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


DEAREST: Final = {
    good: max(dict(goods).get(good, 0) for card in MAJORS for goods, _ in PLAIN_CARDS[card])
    for good in BUILDING
}
"""What a major improvement costs of a building material at most. No other goods are asked for."""
MOST_WOOD, MOST_CLAY, MOST_REED, MOST_STONE = (DEAREST[good] for good in BUILDING)
LEAST_CLAY_AND_STONE: Final = min(
    sum(amount for good, amount in goods if good in (CLAY, STONE))
    for card in MAJORS
    for goods, returns in PLAIN_CARDS[card]
    if not returns
)
"""Who has fewer of these two together can pay for no major improvement: it needn't be looked for."""
FOR_A_CARD: Final = tuple((card, returns) for card in MAJORS for _, returns in PLAIN_CARDS[card] if returns)
"""Major improvements that are had for another one and nothing else, and which those are."""


@lru_cache(maxsize=1 << 10)
def paid_with(wood: int, clay: int, reed: int, stone: int) -> tuple[int, ...]:
    """The major improvements that so much pays for."""
    owned = {WOOD: wood, CLAY: clay, REED: reed, STONE: stone}
    return tuple(
        card
        for card in MAJORS
        for goods, returns in PLAIN_CARDS[card]
        if not returns and all(owned[good] >= amount for good, amount in goods)
    )


def can_pay_major(state: State, seat: Seat) -> bool:
    """Whether the seat can pay the printed price of a major improvement on the board. More than the dearest one costs
    makes no difference, and so the same few cases are met again and again."""
    owner = state.owner
    wood, clay, reed, stone = seat.goods[WOOD : STONE + 1]
    if clay + stone >= LEAST_CLAY_AND_STONE:
        for card in paid_with(
            wood if wood < MOST_WOOD else MOST_WOOD,
            clay if clay < MOST_CLAY else MOST_CLAY,
            reed if reed < MOST_REED else MOST_REED,
            stone if stone < MOST_STONE else MOST_STONE,
        ):
            if owner[card] == NOBODY:
                return True
    if seat.cards:
        for card, returns in FOR_A_CARD:
            if owner[card] == NOBODY and any(returned in seat.cards for returned in returns):
                return True
    return False


def _major(state: State, seat: Seat) -> bool | None:
    return can_pay_major(state, seat) or (False if state.options.family else None)


def _heap(state: State, seat: Seat) -> bool | None:
    """What has gathered there has been looked at before; more than that lies there by a card only."""
    return False if state.options.family else None


def _unsure(state: State, seat: Seat) -> bool | None:
    return None


_PLAIN: Final[dict[type, Glance]] = {
    acts.BuildRooms: _room,
    acts.BuildFences: _fences,
    acts.Renovate: _renovation,
    acts.Plough: _field,
    acts.Sow: _seed,
    acts.Bake: _bread,
    acts.TakeAll: _heap,
}


def _of(act: acts.Act) -> Glance:
    match act:
        case acts.BuildStables():
            return _stable(act)
        case acts.Grow():
            return _child(act)
        case acts.Improve(major=True):
            return _major
    return _PLAIN.get(type(act), _unsure)


def _either(first: Glance, second: Glance) -> Glance:
    """Of two acts, one has to be possible."""

    def either(state: State, seat: Seat) -> bool | None:
        one = first(state, seat)
        if one:
            return True
        other = second(state, seat)
        return other if other or one is not None else None

    return either


def glance_at(deciding: tuple[acts.Act, ...]) -> Glance:
    """What tells whether a space is of use where one of these acts has to be possible."""
    return reduce(_either, [_of(act) for act in deciding])

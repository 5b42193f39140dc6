"""Prices of purchases, compared with every order in which bases, swaps and cuts can be applied."""

from random import Random

from tests.seeds import Seeds
from tilth_rules.agricola.codes import BUILDING, CLAY, GOODS, REED, SHEEP, STONE, WOOD, Goods
from tilth_rules.agricola.paying.prices import (
    ONCE,
    WHOLE,
    Base,
    Change,
    Less,
    Price,
    Swap,
    Way,
    prices,
)

REED_TO_CLAY = Swap((Way(REED, ((CLAY, 1),)),))
REED_TO_WOOD = Swap((Way(REED, ((WOOD, 1),)),))
ALL_REED_TO_WOOD = Swap((Way(REED, ((WOOD, 1),), how=WHOLE),))
NO_REED = Swap((Way(REED, how=WHOLE),))
FRAME = Swap((Way(CLAY, ((WOOD, 1),), 2, ONCE), Way(STONE, ((WOOD, 1),), 2, ONCE)))
FRAME_FOR_ONE = Swap((Way(CLAY, ((WOOD, 1),), 1, ONCE), Way(STONE, ((WOOD, 1),), 1, ONCE)))
CARVED = Less(((WOOD, 1),), use=1)
SWAPS = (REED_TO_CLAY, REED_TO_WOOD, ALL_REED_TO_WOOD, NO_REED, FRAME, FRAME_FOR_ONE)
CUTS = (
    Less(((REED, 1),)),
    Less(((CLAY, 2),)),
    Less(((STONE, 1),)),
    CARVED,
    Less(((CLAY, 1),), use=2),
    Less(any_building=1),
    Less(any_building=2, use=4),
)

Bundle = tuple[int, ...]


def bundle(goods: Goods) -> Bundle:
    amounts = dict(goods)
    return tuple(amounts.get(good, 0) for good in range(GOODS))


def moved(goods: Bundle, less: Goods, more: Goods = ()) -> Bundle:
    return tuple(
        max(0, amount - fewer) + added
        for amount, fewer, added in zip(goods, bundle(less), bundle(more), strict=True)
    )


def swapped(goods: Bundle, way: Way) -> set[Bundle]:
    there = goods[way.good]
    if way.how == WHOLE:
        return {moved(goods, ((way.good, there),), way.by)} if there else set()
    found = set()
    while goods[way.good] >= way.count:
        goods = moved(goods, ((way.good, way.count),), way.by)
        found.add(goods)
        if way.how == ONCE:
            break
    return found


def applied(goods: Bundle, change: Change) -> set[Bundle]:
    """Return all prices that one can become by using a card once."""
    if isinstance(change, Swap):
        return {after for way in change.ways for after in swapped(goods, way)}
    if isinstance(change, Less):
        found = {moved(goods, change.goods)}
        for _ in range(change.any_building):
            found |= {moved(before, ((good, 1),)) for before in found for good in BUILDING}
        return found
    return set()


def brute(changes: tuple[Change, ...]) -> set[Price]:
    """Return the prices of every base, every order, and every choice of cards, without those that another one
    beats."""
    states = {
        (bundle(base.goods), base.returns, base.use, frozenset[int]())
        for base in changes
        if isinstance(base, Base)
    }
    waiting = list(states)
    for goods, returns, uses, used in waiting:
        for number, change in enumerate(changes):
            if number not in used:
                for after in applied(goods, change):
                    use = change.use if isinstance(change, Less) else 0
                    state = (after, returns, uses | use, used | {number})
                    if state not in states:
                        states.add(state)
                        waiting.append(state)
    found = {(goods, returns, uses) for goods, returns, uses, _ in states}
    left = set()
    for goods, returns, uses in found:
        if not any(beats(other, (goods, returns, uses)) for other in found):
            left.add(
                Price(tuple((good, amount) for good, amount in enumerate(goods) if amount), returns, uses)
            )
    return left


def beats(one: tuple[Bundle, int, int], other: tuple[Bundle, int, int]) -> bool:
    return (
        one != other
        and one[1] == other[1]
        and not one[2] & ~other[2]
        and all(map(int.__le__, one[0], other[0]))
    )


def some_changes(random: Random) -> tuple[Change, ...]:
    bases = [
        Base(
            tuple((good, random.randint(1, 4)) for good in BUILDING if random.random() < 0.6),
            returns=random.choice((-1, -1, -1, 3)),
            use=random.choice((0, 0, 0, 8)),
        )
        for _ in range(random.randint(1, 3))
    ]
    rest: list[Change] = [
        *random.sample(SWAPS, random.randint(0, 3)),
        *random.sample(CUTS, random.randint(0, 3)),
    ]
    changes: list[Change] = [*bases, *rest]
    random.shuffle(changes)
    return tuple(changes)


def test_the_prices_are_all_that_no_other_one_beats(seeds: Seeds) -> None:
    for seed in seeds(200):
        changes = some_changes(Random(seed))
        found = prices(changes)
        assert len(set(found)) == len(found)
        assert set(found) == brute(changes)


def test_a_price_without_changes_is_its_base() -> None:
    assert prices((Base(((WOOD, 5), (REED, 2))),)) == (Price(((WOOD, 5), (REED, 2))),)
    assert prices((Base(),)) == (Price(()),)


def test_a_room_may_be_built_from_whichever_base_is_not_beaten() -> None:
    clay_room = (
        Base(((CLAY, 5), (REED, 2))),
        Base(((CLAY, 3), (REED, 2))),
        Base(((WOOD, 1), (CLAY, 2), (REED, 1))),
    )
    assert prices(clay_room) == (
        Price(((WOOD, 1), (CLAY, 2), (REED, 1))),
        Price(((CLAY, 3), (REED, 2))),
    )


def test_clay_in_place_of_reed_may_be_taken_off_again() -> None:
    assert prices((Base(((CLAY, 1), (REED, 1))), REED_TO_CLAY, Less(((CLAY, 2),)))) == (Price(()),)


def test_reed_replaced_one_for_one_may_be_any_mixture() -> None:
    found = prices((Base(((REED, 2),)), REED_TO_CLAY, REED_TO_WOOD))
    assert {price.goods for price in found} == {
        ((REED, 2),),
        ((CLAY, 1), (REED, 1)),
        ((CLAY, 2),),
        ((WOOD, 1), (REED, 1)),
        ((WOOD, 1), (CLAY, 1)),
        ((WOOD, 2),),
    }


def test_a_price_that_spares_a_limited_use_is_not_beaten() -> None:
    found = prices((Base(((WOOD, 2),)), CARVED))
    assert found == (Price(((WOOD, 1),), uses=1), Price(((WOOD, 2),)))
    assert prices((Base(((CLAY, 2),)), CARVED)) == (Price(((CLAY, 2),)),), "nothing to spend it on"


def test_giving_back_a_card_and_paying_are_two_prices() -> None:
    found = prices((Base(((CLAY, 4),)), Base(returns=7), Base(returns=9)))
    assert set(found) == {Price(((CLAY, 4),)), Price((), 7), Price((), 9)}


def test_other_goods_are_paid_as_they_are() -> None:
    assert prices((Base(((SHEEP, 1),)), Less(any_building=2))) == (Price(((SHEEP, 1),)),)

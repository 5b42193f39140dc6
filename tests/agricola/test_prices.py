"""What a purchase may cost, against every order in which bases, swaps and cuts can be applied."""

from itertools import combinations
from random import Random

import pytest

from tilth_rules.agricola.paying.prices import (
    ONCE,
    WHOLE,
    Base,
    Change,
    FencePrice,
    FenceTerms,
    Less,
    More,
    Price,
    Swap,
    Way,
    fence_prices,
    most_fences,
    prices,
)
from tilth_rules.agricola.words import BUILDING, CLAY, FOOD, GOODS, REED, SHEEP, STONE, WOOD, Goods

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
    """What a price can become by using a card once."""
    if isinstance(change, Swap):
        return {after for way in change.ways for after in swapped(goods, way)}
    if isinstance(change, Less):
        found = {moved(goods, change.goods)}
        for _ in range(change.any_building):
            found |= {moved(before, ((good, 1),)) for before in found for good in BUILDING}
        return found
    return set()


def brute(changes: tuple[Change, ...]) -> set[Price]:
    """Every base, every order, every use or none of every card; then only what nothing else beats."""
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
    more = [change.goods for change in changes if isinstance(change, More)]
    left = set()
    for goods, returns, uses in found:
        if not any(beats(other, (goods, returns, uses)) for other in found):
            for extra in more:
                goods = moved(goods, (), extra)
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
    if random.random() < 0.3:
        rest.append(More(((FOOD, 2),)))
    changes: list[Change] = [*bases, *rest]
    random.shuffle(changes)
    return tuple(changes)


@pytest.mark.parametrize("seed", range(200))
def test_the_prices_are_all_that_no_other_one_beats(seed: int) -> None:
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


def test_what_comes_on_top_is_touched_by_nothing() -> None:
    more = More(((FOOD, 2), (REED, 1)))
    assert prices((Base(((FOOD, 1),)), more, NO_REED, Less(((REED, 1),)))) == (Price(((REED, 1), (FOOD, 3))),)


def test_other_goods_are_paid_as_they_are() -> None:
    assert prices((Base(((SHEEP, 1),)), Less(any_building=2))) == (Price(((SHEEP, 1),)),)


EVERY_THIRD = sum(1 << number for number in (3, 6, 9, 12, 15))


def cheapest(terms: FenceTerms, count: int) -> int:
    """The least wood for so many fences, by trying every choice of those that are free once one stands."""
    numbers = range(terms.standing + 1, terms.standing + count + 1)
    best = count
    for some in range(min(terms.free_more, count) + 1):
        for free in combinations(numbers, some):
            if terms.begun or terms.standing + 1 not in free:
                paid = [
                    number
                    for number in numbers
                    if number not in free and not terms.free_numbers >> number & 1
                ]
                best = min(best, len(paid))
    return best


def all_terms() -> list[FenceTerms]:
    return [
        FenceTerms(standing, numbers, more, begun, less)
        for standing in range(15)
        for numbers in (0, EVERY_THIRD)
        for more in range(4)
        for begun in (False, True)
        for less in (0, 2)
    ]


def test_fences_cost_the_least_that_the_owners_order_allows() -> None:
    for terms in all_terms():
        for count in range(1, 16 - terms.standing):
            found = fence_prices(terms, count)
            wood = cheapest(terms, count)
            assert found[0].wood == wood
            assert [(price.wood, price.uses) for price in found[1:]] == (
                [(wood - 1, 2)] if terms.less and wood else []
            )


def test_fences_cost_the_same_pasture_by_pasture_as_all_at_once() -> None:
    for terms in all_terms():
        for count in range(2, 16 - terms.standing):
            for first in range(1, count):
                [one, *_] = fence_prices(terms, first)
                rest = FenceTerms(
                    terms.standing + first, terms.free_numbers, terms.free_more - one.free_more, True
                )
                [other, *_] = fence_prices(rest, count - first)
                [whole, *_] = fence_prices(terms, count)
                assert one.wood + other.wood == whole.wood


def test_most_fences_is_what_the_wood_pays_for() -> None:
    for terms in all_terms():
        for wood in range(8):
            most = most_fences(terms, wood, 15 - terms.standing)
            for count in range(1, 16 - terms.standing):
                can_pay = any(price.wood <= wood for price in fence_prices(terms, count))
                assert can_pay == (count <= most)


def test_several_limited_uses_may_go_into_one_batch_of_fences() -> None:
    assert fence_prices(FenceTerms(0, less=3), 4) == (
        FencePrice(4),
        FencePrice(3, uses=1),
        FencePrice(3, uses=2),
        FencePrice(2, uses=3),
    )

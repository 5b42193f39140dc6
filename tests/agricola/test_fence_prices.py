"""Prices of fences, compared with every order in which their owner may build them."""

from itertools import combinations

from tilth_rules.agricola.paying.fence_prices import FencePrice, FenceTerms, fence_prices, max_fences

EVERY_THIRD = sum(1 << number for number in (3, 6, 9, 12, 15))


def cheapest(terms: FenceTerms, count: int) -> int:
    """Return the least wood for `count` fences, by trying every choice of those that are free once one stands."""
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


def test_most_fences_are_those_that_the_wood_pays_for() -> None:
    for terms in all_terms():
        for wood in range(8):
            most = max_fences(terms, wood, 15 - terms.standing)
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

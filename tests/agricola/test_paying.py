"""Prices as options, and the prices that picked options mean."""

import pytest

from tilth_rules.agricola.cards.moments import PER_GAME, PER_ROUND
from tilth_rules.agricola.codes import (
    CATTLE,
    CLAY,
    CLAY_HOUSE,
    FOOD,
    REED,
    SHEEP,
    STONE,
    STONE_HOUSE,
    WOOD,
    WOODEN,
)
from tilth_rules.agricola.moves.numbers import PAY
from tilth_rules.agricola.paying.fence_prices import FencePrice
from tilth_rules.agricola.paying.plain import PLAIN_RENOVATION, PLAIN_ROOM
from tilth_rules.agricola.paying.prices import Price
from tilth_rules.agricola.paying.purchases import (
    RENOVATION,
    ROOM,
    Purchase,
    limited_use,
    option_of_price,
    price_of_option,
    printed_bases,
)

SOME = ((WOOD, 2), (REED, 1))
AGAIN = limited_use(7, PER_ROUND)
ONCE = limited_use(5, PER_GAME)


def test_a_room_costs_five_of_its_material_and_two_reed() -> None:
    assert PLAIN_ROOM[WOODEN] == ((WOOD, 5), (REED, 2))
    assert PLAIN_ROOM[STONE_HOUSE] == ((REED, 2), (STONE, 5))
    clay = printed_bases(Purchase(ROOM, house=CLAY_HOUSE))
    assert [base.goods for base in clay] == [((CLAY, 5), (REED, 2))]  # type: ignore[union-attr]


def test_a_renovation_costs_one_a_room_and_a_reed() -> None:
    assert PLAIN_RENOVATION[CLAY_HOUSE][4] == ((CLAY, 4), (REED, 1))
    stone = printed_bases(Purchase(RENOVATION, house=STONE_HOUSE, rooms=2))
    assert [base.goods for base in stone] == [((REED, 1), (STONE, 2))]  # type: ignore[union-attr]


def test_a_price_is_read_from_the_option_that_was_made_of_it() -> None:
    goods = ((WOOD, 31), (CLAY, 31), (REED, 15), (STONE, 15), (FOOD, 15), (SHEEP, 1))
    assert PAY.parts(PAY.option(goods, True)) == (goods, True)
    assert PAY.parts(PAY.option((), False)) == ((), False)


@pytest.mark.parametrize("goods", [((WOOD, 32),), ((SHEEP, 2),), ((CATTLE, 1),)])
def test_a_price_without_room_in_an_option_is_not_written_into_one(
    goods: tuple[tuple[int, int], ...],
) -> None:
    assert not PAY.fits(goods)
    with pytest.raises(AssertionError):
        PAY.option(goods, False)


def test_the_saving_that_comes_again_is_used_first() -> None:
    again, once = Price(SOME, uses=AGAIN), Price(SOME, uses=ONCE)
    assert option_of_price(again) == option_of_price(once) != option_of_price(Price(SOME))
    for prices in ([again, once], [once, again]):
        assert price_of_option(option_of_price(again), prices) == again


def test_without_a_saving_none_is_used() -> None:
    plain = Price(SOME)
    assert price_of_option(option_of_price(plain), [Price(SOME, uses=AGAIN), plain]) == plain


def test_fences_are_paid_with_wood_or_with_nothing() -> None:
    assert PAY.parts(option_of_price(FencePrice(3, uses=AGAIN))) == (((WOOD, 3),), True)
    assert PAY.parts(option_of_price(FencePrice(0))) == ((), False)
    alike = [FencePrice(3, uses=1), FencePrice(3, uses=4)]
    assert price_of_option(option_of_price(alike[1]), alike) == alike[0], "either saving: both come again"

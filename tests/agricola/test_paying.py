"""How prices become options, and what an option means when it is picked."""

import pytest

from tilth_rules.agricola.cards.words import PER_GAME, PER_ROUND
from tilth_rules.agricola.choices import fits_an_option, pay_option, price_of
from tilth_rules.agricola.paying.fence_prices import FencePrice
from tilth_rules.agricola.paying.plain import PLAIN_RENOVATION, PLAIN_ROOM
from tilth_rules.agricola.paying.prices import Price
from tilth_rules.agricola.paying.purchases import (
    RENOVATION,
    ROOM,
    Purchase,
    bases,
    limited_use,
    meant_by,
    option_for,
)
from tilth_rules.agricola.words import (
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

SOME = ((WOOD, 2), (REED, 1))
AGAIN = limited_use(7, PER_ROUND)
ONCE = limited_use(5, PER_GAME)


def test_a_room_costs_five_of_its_material_and_two_reed() -> None:
    assert PLAIN_ROOM[WOODEN] == ((WOOD, 5), (REED, 2))
    assert PLAIN_ROOM[STONE_HOUSE] == ((REED, 2), (STONE, 5))
    assert [base.goods for base in bases(Purchase(ROOM, house=CLAY_HOUSE))] == [((CLAY, 5), (REED, 2))]  # type: ignore[union-attr]


def test_a_renovation_costs_one_a_room_and_a_reed() -> None:
    assert PLAIN_RENOVATION[CLAY_HOUSE][4] == ((CLAY, 4), (REED, 1))
    stone = bases(Purchase(RENOVATION, house=STONE_HOUSE, rooms=2))
    assert [base.goods for base in stone] == [((REED, 1), (STONE, 2))]  # type: ignore[union-attr]


def test_a_price_is_read_from_the_option_that_was_made_of_it() -> None:
    goods = ((WOOD, 31), (CLAY, 31), (REED, 15), (STONE, 15), (FOOD, 15), (SHEEP, 1))
    assert price_of(pay_option(goods, True)) == (goods, True)
    assert price_of(pay_option((), False)) == ((), False)


@pytest.mark.parametrize("goods", [((WOOD, 32),), ((SHEEP, 2),), ((CATTLE, 1),)])
def test_what_an_option_has_no_room_for_is_not_written_into_one(goods: tuple[tuple[int, int], ...]) -> None:
    assert not fits_an_option(goods)
    with pytest.raises(AssertionError):
        pay_option(goods, False)


def test_of_two_savings_the_one_that_comes_again_is_used() -> None:
    again, once = Price(SOME, uses=AGAIN), Price(SOME, uses=ONCE)
    assert option_for(again) == option_for(once) != option_for(Price(SOME))
    for prices in ([again, once], [once, again]):
        assert meant_by(option_for(again), prices) == again


def test_without_a_saving_none_is_used() -> None:
    plain = Price(SOME)
    assert meant_by(option_for(plain), [Price(SOME, uses=AGAIN), plain]) == plain


def test_fences_are_paid_with_wood_or_with_nothing() -> None:
    assert price_of(option_for(FencePrice(3, uses=AGAIN))) == (((WOOD, 3),), True)
    assert price_of(option_for(FencePrice(0))) == ((), False)
    alike = [FencePrice(3, uses=1), FencePrice(3, uses=4)]
    assert meant_by(option_for(alike[1]), alike) == alike[0], "either saving: both come again"

"""The numbers of options: each means one move, and there is room for everything that is printed."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.agricola.situations import Scene
from tilth_rules.agricola import game, moves
from tilth_rules.agricola.cards.moments import PLOT
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS, OFFERS
from tilth_rules.agricola.codes import FOOD, GOODS, GRAIN, LARGEST_FAMILY, MOST_SEATS, STONE_HOUSE, WOOD
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.yard import ALL, CELLS
from tilth_rules.agricola.moves import numbers
from tilth_rules.agricola.moves.card_ranges import FIRST_FAR_CARD, MAX_CARDS
from tilth_rules.agricola.state import CARD_PLOTS
from tilth_rules.kernel import Move

GUESTS = 10
"""More guests than all cards together bring to one family."""
PERSONS = LARGEST_FAMILY + GUESTS
AMOUNTS = 10
"""A larger amount than any part of a space or of a card gives."""


def plots() -> int:
    """Return the number of plots of a seat with every card."""
    state = Scene().state
    of_cards: int = sum(answered(state, 0)[1] for card in ANSWERS[PLOT] for answered in card)
    return CARD_PLOTS + of_cards


def all_options() -> Iterator[tuple[int, Move]]:
    """Yield every small number that can be offered, and its move."""
    for space in range(len(SPACES)):
        yield numbers.USE_SPACE.option(space), moves.UseSpace(space)
    for cell in range(CELLS):
        yield numbers.BUILD_ROOM.option(cell), moves.BuildRoom(cell)
        yield numbers.BUILD_STABLE.option(cell), moves.BuildStable(cell)
        yield numbers.PLOUGH_FIELD.option(cell), moves.PloughField(cell)
        yield numbers.SKETCH_CELL.option(cell), moves.SketchCell(cell)
    for good in range(1, GOODS):
        yield numbers.TAKE_GOOD.option(good), moves.TakeGood(good)
    for seat in range(MOST_SEATS):
        yield numbers.CHOOSE_SEAT.option(seat), moves.ChooseSeat(seat)
    for house in range(1, STONE_HOUSE + 1):
        yield numbers.RENOVATE_TO.option(house), moves.RenovateTo(house)
    for person in range(PERSONS):
        yield numbers.CHOOSE_PERSON.option(person), moves.ChoosePerson(person)
    for plot in range(plots()):
        for good in range(1, numbers.GOODS_OF_A_PLOT):
            yield numbers.SOW_PLOT.option(plot, good), moves.SowPlot(plot, good)
        for seat in range(MOST_SEATS):
            yield numbers.CHOOSE_PLOT.option(seat, plot), moves.ChoosePlot(seat, plot)
    for kind, amount in product(range(1, numbers.PART_OTHER + 1), range(AMOUNTS)):
        yield numbers.part_option(kind, amount), moves.TakePart(kind, amount)
    yield from options_of_cards()
    yield from (
        (numbers.ENCLOSE.number, moves.Enclose()),
        (numbers.FEED_FAMILY.number, moves.FeedFamily()),
        (numbers.AGREE.number, moves.Agree()),
        (numbers.EAT_GRAIN.number, moves.EatGrain()),
        (numbers.EAT_VEGETABLE.number, moves.EatVegetable()),
        (numbers.COOK_SOME.number, moves.CookSome()),
        (numbers.DRAW_OCCUPATION.number, moves.DrawOccupation()),
        (numbers.DRAW_MINOR.number, moves.DrawMinor()),
    )


def options_of_cards() -> Iterator[tuple[int, Move]]:
    for card in range(len(CARDS)):
        yield numbers.PLAY_CARD.option(card), moves.PlayCard(card)
        yield numbers.GIVE_UP_CARD.option(card), moves.GiveUpCard(card)
        yield numbers.KEEP_CARD.option(card), moves.KeepCard(card)
        yield numbers.DISCARD_CARD.option(card), moves.DiscardCard(card)
        for way in range(max(len(listeners[card]) for listeners in LISTENERS)):
            yield numbers.USE_CARD.option(card, way), moves.UseCard(card, way)
        for way in range(len(OFFERS[card])):
            yield numbers.USE_OFFER.option(card, way), moves.UseOffer(card, way)


def test_every_number_means_one_move() -> None:
    meant: dict[int, Move] = {}
    for option, move in all_options():
        assert option not in meant, f"{option} means {meant[option]} and {move}"
        meant[option] = move
        assert numbers.OPTIONS.move(option) == move
    assert max(meant) < numbers.CUT_PASTURE.first, "numbers with parts begin above all others"
    assert {type(move) for move in meant.values()} == set(game.moves) - {
        moves.CutPasture,
        moves.KeepHerd,
        moves.Pay,
    }


def test_every_card_number_has_options_of_its_own_and_can_be_read_from_them() -> None:
    """Cards are numbered by 12 bits; the box has 318, and later ones find room."""
    families = {
        numbers.PLAY_CARD: moves.PlayCard,
        numbers.GIVE_UP_CARD: moves.GiveUpCard,
        numbers.KEEP_CARD: moves.KeepCard,
        numbers.DISCARD_CARD: moves.DiscardCard,
    }
    meant: dict[int, Move] = {}
    for card in range(MAX_CARDS):
        options: dict[int, Move] = {}
        for family, move in families.items():
            option = family.option(card)
            assert family.part(option) == card
            assert [other for other in families if option in other] == [family]
            options[option] = move(card)
        uses = {numbers.USE_CARD.option(card, way): moves.UseCard(card, way) for way in range(8)}
        assert {numbers.USE_CARD.parts(option) for option in uses} == {(card, way) for way in range(8)}
        assert all(option in numbers.USE_CARD for option in uses)
        offers = {numbers.USE_OFFER.option(card, way): moves.UseOffer(card, way) for way in range(16)}
        assert {numbers.USE_OFFER.parts(option) for option in offers} == {(card, way) for way in range(16)}
        assert all(option in numbers.USE_OFFER for option in offers)
        assert not any(option in numbers.USE_CARD or option in numbers.USE_OFFER for option in options)
        for option, meaning in (options | uses | offers).items():
            assert option not in meant
            assert numbers.OPTIONS.move(option) == meaning
            meant[option] = meaning
    small = {option for option in meant if option < 1 << 20}
    assert max(small) < numbers.EAT_GRAIN.number
    assert numbers.KEEP_HERD.option(63, 63, 63) < 1 << 20
    assert max(meant) < numbers.PAY.first
    near = [card for card in range(FIRST_FAR_CARD) for one in families if one.first + card in meant]
    assert len(near) == 4 * FIRST_FAR_CARD, "cards of the box keep the numbers that matches hold"


def test_a_count_stays_within_its_own_number() -> None:
    assert plots() <= numbers.PLOTS_OF_A_SEAT
    assert max(len(card) for listeners in LISTENERS for card in listeners) <= numbers.USES_OF_A_CARD
    assert max(map(len, OFFERS)) <= numbers.OFFERS_OF_A_CARD
    assert FOOD < numbers.GOODS_OF_A_PLOT, (
        "every crop has a smaller number than food, or is a building resource"
    )
    assert AMOUNTS <= numbers.AMOUNTS_OF_A_PART


@pytest.mark.parametrize("plot", [0, 14, 15, 40])
def test_the_parts_of_a_number_can_be_read_from_it(plot: int) -> None:
    assert numbers.SOW_PLOT.parts(numbers.SOW_PLOT.option(plot, GRAIN)) == (plot, GRAIN)
    assert numbers.CHOOSE_PLOT.parts(numbers.CHOOSE_PLOT.option(4, plot)) == (4, plot)
    assert numbers.TAKE_PART.parts(numbers.part_option(numbers.PART_POINTS, 2)) == (numbers.PART_POINTS, 2)
    assert numbers.USE_CARD.parts(numbers.USE_CARD.option(317, 7)) == (317, 7)
    assert numbers.USE_OFFER.parts(numbers.USE_OFFER.option(317, 15)) == (317, 15)


def test_cuts_herds_and_payments_do_not_get_into_each_others_way() -> None:
    assert numbers.CUT_PASTURE.option(ALL) < numbers.KEEP_HERD.first
    assert numbers.KEEP_HERD.option(63, 63, 63) < numbers.PAY.first
    assert numbers.KEEP_HERD.parts(numbers.KEEP_HERD.option(63, 62, 61)) == (63, 62, 61)
    cut = numbers.OPTIONS.move(numbers.CUT_PASTURE.first + (1 << 14 | 1))
    assert cut == moves.CutPasture((0, 14))
    assert numbers.OPTIONS.move(numbers.KEEP_HERD.option(1, 2, 3)) == moves.KeepHerd(1, 2, 3)


def test_numbers_stored_with_matches_never_change() -> None:
    assert numbers.OPTIONS.move(256 + 8 * 13 + GRAIN) == moves.SowPlot(13, GRAIN)
    assert numbers.OPTIONS.move(1024 + 64 * 2 + 3) == moves.ChoosePlot(2, 3)
    assert numbers.OPTIONS.move(2048 + 16 * numbers.PART_BAKE) == moves.TakePart(numbers.PART_BAKE, 0)
    assert numbers.OPTIONS.move(4096 + 7) == moves.PlayCard(7)
    assert numbers.OPTIONS.move(8192 + 8 * 100 + 1) == moves.UseCard(100, 1)
    assert numbers.OPTIONS.move(12288 + 16 * 100 + 5) == moves.UseOffer(100, 5)
    assert numbers.OPTIONS.move(20002) == moves.CookSome()
    assert numbers.PAY.option(((WOOD, 5),), False) == (1 << 30) + 5

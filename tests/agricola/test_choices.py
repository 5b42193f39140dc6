"""The numbers of options: each means one thing only, and there is room for everything that is printed."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.agricola.situations import Scene
from tilth_rules.agricola import choices, moves
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS, OFFERS
from tilth_rules.agricola.cards.words import PLOT
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.yard import ALL, CELLS
from tilth_rules.agricola.state import CARD_PLOTS
from tilth_rules.agricola.words import FOOD, GOODS, GRAIN, LARGEST_FAMILY, MOST_SEATS, STONE_HOUSE, WOOD
from tilth_rules.kernel import Move

GUESTS = 10
"""More than all cards together bring to one family."""
PERSONS = LARGEST_FAMILY + GUESTS
AMOUNTS = 10
"""More than any part of a space or of a card gives."""


def plots() -> int:
    """All that one seat could ever sow, if it had every card."""
    state = Scene().state
    of_cards: int = sum(answered(state, 0)[1] for card in ANSWERS[PLOT] for answered in card)
    return CARD_PLOTS + of_cards


def all_options() -> Iterator[tuple[int, Move]]:
    """Every small number that can be offered, and what it means."""
    for space in range(len(SPACES)):
        yield choices.SPACE_AT + space, moves.UseSpace(space)
    for cell in range(CELLS):
        yield choices.ROOM_AT + cell, moves.BuildRoom(cell)
        yield choices.STABLE_AT + cell, moves.BuildStable(cell)
        yield choices.FIELD_AT + cell, moves.PloughField(cell)
        yield choices.SKETCH_AT + cell, moves.SketchCell(cell)
    for good in range(1, GOODS):
        yield choices.GOOD_AT + good, moves.TakeGood(good)
    for seat in range(MOST_SEATS):
        yield choices.SEAT_AT + seat, moves.ChooseSeat(seat)
    for house in range(1, STONE_HOUSE + 1):
        yield choices.RENOVATE_TO + house - 1, moves.RenovateTo(house)
    for person in range(PERSONS):
        yield choices.PERSON_AT + person, moves.ChoosePerson(person)
    for plot in range(plots()):
        for good in range(1, choices.GOODS_OF_A_PLOT):
            yield choices.sow_option(plot, good), moves.SowPlot(plot, good)
        for seat in range(MOST_SEATS):
            yield choices.plot_option(seat, plot), moves.ChoosePlot(seat, plot)
    for kind, amount in product(range(1, choices.PART_OTHER + 1), range(AMOUNTS)):
        yield choices.part_option(kind, amount), moves.TakePart(kind, amount)
    yield from options_of_cards()
    yield from (
        (choices.ENCLOSE, moves.Enclose()),
        (choices.FEED, moves.FeedFamily()),
        (choices.YES, moves.Agree()),
        (choices.GRAIN_TO_FOOD, moves.EatGrain()),
        (choices.VEGETABLE_TO_FOOD, moves.EatVegetable()),
        (choices.COOK, moves.CookSome()),
        (choices.DRAW_OCCUPATION, moves.DrawOccupation()),
        (choices.DRAW_MINOR, moves.DrawMinor()),
    )


def options_of_cards() -> Iterator[tuple[int, Move]]:
    for card in range(len(CARDS)):
        yield choices.PLAY_AT + card, moves.PlayCard(card)
        yield choices.GIVE_UP_AT + card, moves.GiveUpCard(card)
        yield choices.KEEP_AT + card, moves.KeepCard(card)
        yield choices.DISCARD_AT + card, moves.DiscardCard(card)
        for way in range(max(len(listeners[card]) for listeners in LISTENERS)):
            yield choices.use_option(card, way), moves.UseCard(card, way)
        for way in range(len(OFFERS[card])):
            yield choices.offer_option(card, way), moves.UseOffer(card, way)


def test_every_number_means_one_thing_and_says_what() -> None:
    meant: dict[int, Move] = {}
    for option, move in all_options():
        assert option not in meant, f"{option} means {meant[option]} and {move}"
        meant[option] = move
        assert choices.move_of(option) == move
    assert max(meant) < choices.CUT_AT, "what is written into a number itself begins above them all"
    assert {type(move) for move in meant.values()} == set(moves.MOVES) - {
        moves.CutPasture,
        moves.KeepHerd,
        moves.Pay,
    }


def test_what_is_counted_last_stays_within_its_own_number() -> None:
    assert plots() <= choices.PLOTS_OF_A_SEAT
    assert max(len(card) for listeners in LISTENERS for card in listeners) <= choices.USES_OF_A_CARD
    assert max(map(len, OFFERS)) <= choices.OFFERS_OF_A_CARD
    assert FOOD < choices.GOODS_OF_A_PLOT, (
        "all that is sown has a smaller number than food, or is a building resource"
    )
    assert AMOUNTS <= choices.AMOUNTS_OF_A_PART


@pytest.mark.parametrize("plot", [0, 14, 15, 40])
def test_what_a_number_was_made_of_can_be_read_from_it(plot: int) -> None:
    assert choices.sowing_of(choices.sow_option(plot, GRAIN)) == (plot, GRAIN)
    assert choices.plot_of(choices.plot_option(4, plot)) == (4, plot)
    assert choices.part_of(choices.part_option(choices.PART_POINTS, 2)) == (choices.PART_POINTS, 2)
    assert choices.use_of(choices.use_option(317, 7)) == (317, 7)
    assert choices.offer_of(choices.offer_option(317, 15)) == (317, 15)


def test_cuts_herds_and_payments_do_not_get_into_each_others_way() -> None:
    assert choices.CUT_AT + ALL < choices.HERD_AT
    assert choices.herd_option(63, 63, 63) < choices.PAY_AT
    assert choices.herd_of(choices.herd_option(63, 62, 61)) == (63, 62, 61)
    cut = choices.move_of(choices.CUT_AT + (1 << 14 | 1))
    assert cut == moves.CutPasture((0, 14))
    assert choices.move_of(choices.herd_option(1, 2, 3)) == moves.KeepHerd(1, 2, 3)


def test_numbers_are_stored_with_matches_and_stay_what_they_are() -> None:
    assert choices.move_of(256 + 8 * 13 + GRAIN) == moves.SowPlot(13, GRAIN)
    assert choices.move_of(1024 + 64 * 2 + 3) == moves.ChoosePlot(2, 3)
    assert choices.move_of(2048 + 16 * choices.PART_BAKE) == moves.TakePart(choices.PART_BAKE, 0)
    assert choices.move_of(4096 + 7) == moves.PlayCard(7)
    assert choices.move_of(8192 + 8 * 100 + 1) == moves.UseCard(100, 1)
    assert choices.move_of(12288 + 16 * 100 + 5) == moves.UseOffer(100, 5)
    assert choices.move_of(20002) == moves.CookSome()
    assert choices.pay_option(((WOOD, 5),), False) == (1 << 30) + 5

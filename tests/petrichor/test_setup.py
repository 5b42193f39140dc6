"""Set-up, by number of players."""

import pytest

from tests.petrichor.situations import kind, offered
from tilth_rules.kernel import OptionsRefused, ScriptedChance, ScriptedDraw, SeededChance, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import CACTUS, CORN, LAKE, POTATO, WHEAT
from tilth_rules.petrichor.events.cards import CardsDealt
from tilth_rules.petrichor.events.rounds import FertilizerPlaced, FieldsLaid
from tilth_rules.petrichor.fields import FIELDS, NEIGHBOURS
from tilth_rules.petrichor.options import values_of


def begun(seats: int, options: Options | None = None, seed: int = 1) -> Table:
    table = Table(game, options or Options(), seats, SeededChance(seed.to_bytes(32, "big")))
    table.start()
    return table


def first_clouds_placed(table: Table) -> Table:
    while kind(table, table.pending_seats[0]) == "first-cloud":
        seat = table.pending_seats[0]
        table.answer(seat, [offered(table, seat)[0]])
    return table


@pytest.mark.parametrize(("seats", "tiles", "hand", "deck"), [(2, 7, 7, 25), (3, 9, 7, 19), (4, 12, 6, 16)])
def test_tiles_and_hands_depend_on_the_number_of_players(
    seats: int, tiles: int, hand: int, deck: int
) -> None:
    state = begun(seats).state
    assert sum(crop > 0 for crop in state.crops) == tiles == len(FIELDS[seats])
    assert state.held[state.first] == hand
    assert sum(state.deck) == deck


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_seat_may_be_the_first_player(seats: int) -> None:
    assert {begun(seats, seed=seed).state.first for seed in range(40)} == set(range(seats))


def test_the_second_of_two_players_gets_an_eighth_card() -> None:
    state = begun(2).state
    assert state.held[state.first] == 7
    assert state.held[1 - state.first] == 8


def test_with_two_players_two_opposite_corners_stay_empty_and_corn_is_taken_out() -> None:
    for seed in range(40):
        state = begun(2, seed=seed).state
        assert state.crops[0] == state.crops[10] == 0
        assert CORN not in state.crops


def test_with_four_players_corn_may_come() -> None:
    assert any(CORN in begun(4, seed=seed).state.crops for seed in range(10))


def test_the_sixteen_tiles_are_shuffled() -> None:
    basic = [crop for crop, _ in values_of(Options()).tiles if crop != CACTUS]
    assert len(basic) == 16
    chance = ScriptedChance(fields=[ScriptedDraw([])])
    table = Table(game, Options(), 4, chance)
    table.start()
    assert list(table.state.crops) == basic[:12]


def test_everybody_begins_with_twenty_drops_twelve_votes_and_no_points() -> None:
    state = begun(3).state
    assert state.supply == [20, 20, 20]
    assert state.free == [12, 12, 12]
    assert state.points == state.wins == state.wheat == [0, 0, 0]
    assert state.wheat_left == 12


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_clouds_come_from_the_last_player_anticlockwise(seats: int) -> None:
    table = begun(seats)
    first = table.state.first
    order = []
    while kind(table, table.pending_seats[0]) == "first-cloud":
        seat = table.pending_seats[0]
        order.append(seat)
        table.answer(seat, [offered(table, seat)[0]])
    assert order == [(first - back) % seats for back in range(1, seats + 1)]
    assert order[-1] == first


def test_a_first_cloud_goes_above_a_tile_without_one_and_takes_a_drop() -> None:
    table = begun(3)
    seat = table.pending_seats[0]
    assert offered(table, seat) == list(FIELDS[3])
    table.answer(seat, [5])
    assert 5 not in offered(table, table.pending_seats[0])
    assert table.state.supply[seat] == 19
    assert table.state.skies[5] == 1


def test_the_first_turn_is_the_first_players() -> None:
    table = first_clouds_placed(begun(4))
    assert table.pending_seats == [table.state.first]
    assert kind(table, table.state.first) == "turn"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_suggested_layout_is_laid_as_in_the_values(seats: int) -> None:
    state = begun(seats, Options(first_layout=True)).state
    assert state.crops == values_of(Options()).layouts[seats]


def test_the_dice_show_votes_or_the_harvest_icon() -> None:
    seen = {die for seed in range(60) for die in begun(2, seed=seed).state.dice}
    assert seen == {0, 1, 2, 3, 4}
    assert values_of(Options()).faces.count(0) == 2


def test_cards_are_dealt_in_the_order_of_the_shuffled_deck() -> None:
    deal = [ScriptedDraw([], order=[1, 2, 3, 4, 1, 2, 3])]
    table = Table(game, Options(), 2, ScriptedChance(deal=deal))
    record = table.start()
    assert record is not None
    dealt = [event for event in record.events if isinstance(event, CardsDealt)]
    assert dealt[0] == CardsDealt(0, 7, (1, 1, 2, 2, 3, 3, 4))
    assert dealt[1].count == 8


def test_others_see_only_how_many_cards_were_dealt() -> None:
    event = CardsDealt(1, 2, (1, 4))
    assert event.seen_by(1) == event
    assert event.seen_by(0) == CardsDealt(1, 2, ())
    assert event.reveals_to(1)
    assert not event.reveals_to(0)


# Promos ------------------------------------------------------------------------------------------


def test_promo_tiles_are_shuffled_in_with_the_others() -> None:
    options = Options(cactus=True, lake=True)
    laid = [begun(4, options, seed).state.crops for seed in range(40)]
    assert any(CACTUS in crops for crops in laid)
    assert any(LAKE in crops for crops in laid)
    assert any(CACTUS not in crops and LAKE not in crops for crops in laid)
    assert all(len([crop for crop in crops if crop]) == 12 for crops in laid)


def test_without_promos_no_promo_tile_comes() -> None:
    for seed in range(40):
        assert not {CACTUS, LAKE} & set(begun(4, seed=seed).state.crops)


def test_fertilizer_is_placed_clockwise_on_tiles_that_lie_face_down() -> None:
    table = begun(4, Options(fertilizer=True))
    first = table.state.first
    for turn in range(3):
        seat = (first + turn) % 4
        assert table.pending_seats == [seat]
        assert kind(table, seat) == "fertilizer"
        assert not any(table.state.crops)
        record = table.answer(seat, [offered(table, seat)[0]])
        assert record is not None
        assert any(isinstance(event, FieldsLaid) for event in record.events) == (turn == 2)
    assert sum(table.state.fertile) == 3


def test_no_two_fertilizers_lie_side_by_side() -> None:
    table = begun(3, Options(fertilizer=True))
    table.answer(table.pending_seats[0], [5])
    offered_now = offered(table, table.pending_seats[0])
    assert not set(offered_now) & {5, *NEIGHBOURS[3][5]}


def test_a_fertilizer_must_leave_room_for_those_to_come() -> None:
    table = begun(1, Options(fertilizer=True))
    table.answer(0, [0])
    assert offered(table, 0) == [5, 8], "at the opposite corner, 9, no third one could be placed"


def test_with_the_suggested_layout_fertilizer_comes_on_tiles_that_everybody_sees() -> None:
    table = begun(2, Options(fertilizer=True, first_layout=True))
    assert kind(table, table.pending_seats[0]) == "fertilizer"
    assert any(table.state.crops)


def test_fertilizer_events_name_the_player_who_placed_them() -> None:
    table = begun(2, Options(fertilizer=True))
    seat = table.pending_seats[0]
    record = table.answer(seat, [5])
    assert record is not None
    assert record.events[0] == FertilizerPlaced(seat, 5)


# Options refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "options", "seats"),
    [
        ("double_card", Options(double_card=True), 2),
        ("non_random_targeting", Options(non_random_targeting=True), 3),
        ("no_more_tricks", Options(no_more_tricks=True), 4),
        ("one_more_turn", Options(one_more_turn=True), 2),
        ("long_form", Options(long_form=True), 1),
        ("first_layout", Options(first_layout=True), 1),
        ("draft", Options(draft=True), 1),
        ("lake", Options(lake=True), 1),
        ("first_layout", Options(first_layout=True, cactus=True), 3),
        ("first_layout", Options(first_layout=True, lake=True), 3),
        ("seats", Options(), 5),
        ("seats", Options(), 0),
    ],
)
def test_options_no_table_can_have_are_refused_by_name(field: str, options: Options, seats: int) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(options, seats)
    assert refused.value.field == field
    assert refused.value.why


# Solo --------------------------------------------------------------------------------------------


def test_solo_uses_six_tiles_with_a_priority_in_rising_order() -> None:
    priorities = {
        crop: sorted(p for c, p in values_of(Options()).tiles if c == crop and p) for crop in range(1, 9)
    }
    for seed in range(30):
        state = begun(1, seed=seed).state
        crops = [state.crops[tile] for tile in FIELDS[1]]
        assert all(crops)
        assert CORN not in crops
        lowest = 0.0
        for crop in crops:
            lowest = next(p for p in priorities[crop] if p > lowest)


def test_solo_begins_with_two_neutral_clouds_and_one_of_yours_on_three_tiles() -> None:
    for seed in range(20):
        table = Table(game, Options(), 1, SeededChance(seed.to_bytes(32, "big")))
        record = table.start()
        assert record is not None
        formed = [event for event in record.events if type(event).__name__ == "CloudFormed"][:3]
        assert [event.seat for event in formed] == [1, 1, 0]  # type: ignore[attr-defined]
        assert len({event.tile for event in formed}) == 3  # type: ignore[attr-defined]


def test_solo_deals_eight_cards_and_rolls_the_die_again_for_a_taken_tile() -> None:
    rolls = [ScriptedDraw([n]) for n in (2, 2, 4, 4, 2, 0)]
    table = Table(game, Options(), 1, ScriptedChance(**{"numeric-die": rolls}))
    table.start()
    assert table.state.held == [8]
    assert [table.state.skies[tile] > 0 for tile in (FIELDS[1][2], FIELDS[1][4], FIELDS[1][0])] == [True] * 3


def test_no_more_tricks_takes_out_wheat_and_potato() -> None:
    for seed in range(30):
        crops = begun(1, Options(no_more_tricks=True), seed).state.crops
        assert not {WHEAT, POTATO} & set(crops)


def test_the_cactus_comes_between_potato_and_wheat_in_solo() -> None:
    options = Options(cactus=True)
    laid = [
        (crop, place) for crop, place in values_of(options).tiles if crop in (WHEAT, CACTUS, POTATO) and place
    ]
    assert (CACTUS, 5.5) in laid
    fields = [ScriptedDraw([], order=list(reversed(laid)))]
    die = [ScriptedDraw([number]) for number in range(3)]
    table = Table(game, options, 1, ScriptedChance(**{"fields": fields, "numeric-die": die}))
    table.start()
    table.answer(0, [offered(table, 0)[0]])
    crops = table.state.crops
    last = {crop: cell for cell, crop in enumerate(crops)}
    assert last[POTATO] < last[CACTUS] < last[WHEAT]

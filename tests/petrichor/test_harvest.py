"""The harvest: when it comes, what every crop pays, ties, fertilizer."""

import pytest

from tests.petrichor.situations import BLUE, GREEN, RED, YELLOW, Scene, lying, of_kind
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.actions.cards import Rain
from tilth_rules.petrichor.actions.growing import water_changed
from tilth_rules.petrichor.codes import (
    CACTUS,
    COFFEE,
    CORN,
    COTTON,
    DEVELOPED,
    GRASS,
    OVERWATERED,
    POTATO,
    RICE,
    SPROUTING,
    WHEAT,
)
from tilth_rules.petrichor.events.votes import WheatTaken
from tilth_rules.petrichor.events.water import CropHarvested
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.rounds.harvest import HarvestPhase, scores

VALUES = values_of(Options())


def paid(crop: int, *drops: int, growth: int = DEVELOPED, fertile: bool = False) -> list[int]:
    return scores(VALUES, crop, growth, drops, fertile)


def harvested(crop: int, *drops: int, fertile: bool = False) -> list[int]:
    """Return the points of everybody after the last actions of a match, and the harvest of one tile."""
    scene = Scene(len(drops), Options(fertilizer=fertile), crops={5: crop}, round_number=4)
    scene.water(5, dict(enumerate(drops)), growth=DEVELOPED)
    scene.state.fertile = tuple(int(fertile and tile == 5) for tile in range(12))
    points: list[int] = scene.after_actions(HarvestPhase()).state.points
    return points


# When ---------------------------------------------------------------------------------------------


def test_there_is_no_harvest_while_a_die_shows_votes() -> None:
    scene = Scene(2).water(5, {RED: 2})
    scene.state.dice = (0, 0, 1)
    scene.run(HarvestPhase())
    assert scene.events == []


def test_three_harvest_icons_bring_the_harvest() -> None:
    scene = Scene(2).water(5, {RED: 2})
    scene.state.dice = (0, 0, 0)
    scene.run(HarvestPhase())
    assert of_kind(scene.events, CropHarvested) == [CropHarvested(5, COTTON, (5, 0))]


@pytest.mark.parametrize(("long_form", "last"), [(False, 4), (True, 6)])
def test_the_final_round_has_a_harvest_for_any_dice(long_form: bool, last: int) -> None:
    scene = Scene(2, Options(long_form=long_form), round_number=last).water(5, {RED: 2})
    scene.run(HarvestPhase())
    assert of_kind(scene.events, CropHarvested)


def test_only_growing_tiles_are_harvested_and_give_their_drops_back() -> None:
    scene = Scene(3, crops={5: GRASS, 6: POTATO}, round_number=4)
    scene.water(5, {GREEN: 3, RED: 1, BLUE: 1}).water(6, {RED: 2})
    table = scene.run(HarvestPhase())
    assert lying(table.state, 5) == [0, 0, 0]
    assert table.state.growth[5] == 0
    assert lying(table.state, 6) == [2, 0, 0]
    assert table.state.supply == [18, 20, 20]


# What ---------------------------------------------------------------------------------------------


def test_the_rulebooks_grass_pays_four_to_green_and_two_to_yellow_and_red() -> None:
    scene = Scene(4, crops={5: GRASS, 6: POTATO}, round_number=4)
    scene.water(5, {GREEN: 3, YELLOW: 1, RED: 1}).water(6, {BLUE: 2})
    table = scene.after_actions(HarvestPhase())
    assert table.state.points == [2, 0, 4, 2], "and the potato with two drops pays nothing"


def test_two_tied_for_first_score_the_second_place_and_the_next_the_third() -> None:
    assert harvested(GRASS, 3, 3, 1) == [3, 3, 2]


def test_three_tied_for_first_score_the_third_place() -> None:
    assert harvested(GRASS, 2, 2, 2, 1) == [2, 2, 2, 1]


def test_four_tied_score_the_fourth_place() -> None:
    assert paid(GRASS, 2, 2, 2, 2) == [1, 1, 1, 1]


def test_two_tied_for_second_score_the_third_place() -> None:
    assert paid(GRASS, 4, 1, 1, 0) == [4, 2, 2, 0]


def test_the_second_on_potato_scores_more_than_the_first() -> None:
    first, second = paid(POTATO, 3, 1)
    assert second > first


def test_players_tied_for_first_on_potato_get_the_second_place() -> None:
    assert paid(POTATO, 2, 2) == [5, 5]


@pytest.mark.parametrize(
    ("crop", "ranks"), [(COTTON, [5, 2, 0, 0]), (GRASS, [4, 3, 2, 1]), (POTATO, [3, 5, 2, 1])]
)
def test_majorities_pay_by_rank(crop: int, ranks: list[int]) -> None:
    assert paid(crop, 4, 3, 2, 1) == ranks


def test_a_player_without_a_drop_scores_nothing() -> None:
    assert paid(GRASS, 5, 0, 0) == [4, 0, 0]
    assert paid(GRASS, 5, 0, 0, fertile=True) == [5, 0, 0]


def test_wheat_pays_two_and_a_token_to_the_leader_and_three_to_the_others() -> None:
    scene = Scene(3, crops={5: WHEAT}, round_number=4).water(5, {RED: 1, BLUE: 3})
    table = scene.run(HarvestPhase())
    assert table.state.points == [3, 2, 0]
    assert table.state.wheat == [0, 1, 0]
    assert table.state.wheat_left == 11
    assert WheatTaken(BLUE) in scene.events


def test_tied_leaders_on_wheat_all_score_three_and_nobody_takes_the_token() -> None:
    scene = Scene(3, crops={5: WHEAT}, round_number=4).water(5, {RED: 2, BLUE: 2, GREEN: 1})
    table = scene.run(HarvestPhase())
    assert table.state.points == [3, 3, 3]
    assert table.state.wheat == [0, 0, 0]


def test_without_a_wheat_token_left_none_is_taken() -> None:
    scene = Scene(2, crops={5: WHEAT}, round_number=4).water(5, {RED: 3})
    scene.state.wheat = [7, 5]
    scene.state.wheat_left = 0
    table = scene.run(HarvestPhase())
    assert table.state.wheat == [7, 5]
    assert table.state.points == [2, 0]


def test_sprouting_coffee_pays_five_to_the_first_and_developed_coffee_ten() -> None:
    assert paid(COFFEE, 0, 6, growth=SPROUTING) == [0, 5]
    assert paid(COFFEE, 0, 8, growth=DEVELOPED) == [0, 10]


def test_coffee_pays_by_rank() -> None:
    assert paid(COFFEE, 4, 3, 2, 1, growth=SPROUTING) == [5, 3, 2, 1]
    assert paid(COFFEE, 4, 3, 2, 1) == [10, 6, 4, 2]


def test_developed_rice_pays_a_point_for_each_own_drop() -> None:
    assert paid(RICE, 4, 0, 2) == [4, 0, 2]


def test_sprouting_rice_pays_nothing_and_loses_its_drops() -> None:
    scene = Scene(2, crops={5: RICE}, round_number=4).water(5, {RED: 5})
    table = scene.run(HarvestPhase())
    assert table.state.points == [0, 0]
    assert lying(table.state, 5) == [0, 0]


def test_corn_pays_everybody_present_by_how_many_they_are() -> None:
    assert paid(CORN, 6, 0, 0, 0) == [12, 0, 0, 0]
    assert paid(CORN, 5, 1, 0, 0) == [8, 8, 0, 0]
    assert paid(CORN, 4, 1, 1, 0) == [4, 4, 4, 0]
    assert paid(CORN, 3, 1, 1, 1) == [2, 2, 2, 2]


# Growing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("crop", "need"),
    [(WHEAT, 3), (COTTON, 2), (GRASS, 5), (POTATO, 3), (COFFEE, 4), (RICE, 5), (CORN, 6), (CACTUS, 2)],
)
def test_each_crop_grows_with_the_drops_it_needs(crop: int, need: int) -> None:
    assert VALUES.needs[crop] == need
    for drops in (need - 1, need):
        scene = Scene(4, crops={5: crop}).water(5, {RED: drops - 1}, growth=0).cloud(5, {RED: 1})
        table = scene.run(Rain(RED))
        scene.answer(table, RED, 5)
        assert lying(table.state, 5)[RED] == drops
        assert (table.state.growth[5] > 0) == (drops == need)


def test_the_cactus_drowns_at_four_drops() -> None:
    scene = Scene(2, Options(cactus=True), crops={5: CACTUS}).water(5, {RED: 4}, growth=0)
    table = scene.run()
    water_changed(table, 5)
    assert table.state.growth[5] == OVERWATERED


def test_two_drops_grow_the_cactus_three_do_not_drown_it() -> None:
    scene = Scene(2, Options(cactus=True), crops={5: CACTUS}).water(5, {RED: 3}, growth=0)
    table = scene.run()
    water_changed(table, 5)
    assert table.state.growth[5] == DEVELOPED


def test_a_drowned_cactus_stays_drowned_until_it_dries_out() -> None:
    scene = Scene(2, Options(cactus=True), crops={5: CACTUS}).water(5, {RED: 3}, growth=OVERWATERED)
    table = scene.run()
    water_changed(table, 5)
    assert table.state.growth[5] == OVERWATERED
    scene.water(5, {RED: 1}, growth=OVERWATERED)
    table = scene.run()
    water_changed(table, 5)
    assert table.state.growth[5] == 0


def test_a_drowned_cactus_pays_less_to_its_two_leaders_only() -> None:
    normal = paid(CACTUS, 4, 3, 2, 1)
    drowned = paid(CACTUS, 4, 3, 2, 1, growth=OVERWATERED)
    assert all(less < more for less, more in zip(drowned[:2], normal[:2], strict=True))
    assert drowned[2:] == normal[2:]


# Fertilizer ---------------------------------------------------------------------------------------


def test_the_rulebooks_fertilizer_eleven_nine_and_one() -> None:
    assert harvested(COFFEE, 3, 1, fertile=True)[0] == 11
    assert harvested(CORN, 3, 3, 0, fertile=True) == [9, 9, 0]
    assert harvested(COTTON, 3, 2, 1, fertile=True)[2] == 1


def test_fertilizer_adds_one_for_each_player_who_scores_wheat_or_rice() -> None:
    assert paid(WHEAT, 3, 1, fertile=True) == [3, 4]
    assert paid(RICE, 3, 1, 0, fertile=True) == [4, 2, 0]
    assert paid(RICE, 3, 2, 0, growth=SPROUTING, fertile=True) == [0, 0, 0]


def test_fertilizer_stays_on_its_tile() -> None:
    scene = Scene(2, Options(fertilizer=True), round_number=4).water(5, {RED: 2})
    scene.state.fertile = tuple(int(tile == 5) for tile in range(12))
    table = scene.run(HarvestPhase())
    assert table.state.points == [6, 0]
    assert table.state.fertile[5] == 1

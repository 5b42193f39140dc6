"""The four card actions and their edges."""

import pytest

from tests.petrichor.situations import BLUE, GREEN, RED, Scene, asked, floating, kind, lying, offered
from tilth_rules.petrichor.actions.cards import Frost, Rain, Sun, Wind, can_resolve
from tilth_rules.petrichor.actions.clouds import EndOfEffect
from tilth_rules.petrichor.codes import FROST, GRASS, RAIN, SUN, WIND
from tilth_rules.petrichor.events.water import (
    ActionSkipped,
    CloudFormed,
    CloudMoved,
    CloudRemoved,
    CloudsMerged,
    CropDeveloped,
    CropDried,
    DropFell,
    DropsAdded,
    DropsTaken,
)
from tilth_rules.petrichor.fields import FIELDS

# Frost --------------------------------------------------------------------------------------------


def test_frost_places_a_light_cloud_with_one_drop_where_there_is_none() -> None:
    scene = Scene(3).cloud(5, {BLUE: 1})
    table = scene.run(Frost(RED))
    assert offered(table, RED) == [tile for tile in FIELDS[3] if tile != 5]
    assert asked(table, RED).min_picks == 1
    assert scene.answer(table, RED, 0) == [CloudFormed(RED, 0, 1)]
    assert table.state.skies[0] == 1
    assert table.state.supply[RED] == 19


def test_frost_does_nothing_when_every_tile_has_a_cloud() -> None:
    scene = Scene(2)
    for tile in FIELDS[2]:
        scene.cloud(tile, {BLUE: 1})
    assert not can_resolve(scene.state, RED, FROST)


def test_with_the_supply_out_frost_may_take_a_drop_from_a_tile() -> None:
    scene = Scene(2, crops={5: GRASS}).water(5, {RED: 2, BLUE: 3}).supply(RED, 0)
    table = scene.run(Frost(RED))
    assert asked(table, RED).min_picks == 0, "may, not must"
    scene.answer(table, RED, 1)
    assert kind(table, RED) == "take-drops"
    assert offered(table, RED) == [5]
    events = scene.answer(table, RED, 5)
    assert events == [DropsTaken(RED, 5, 1), CropDried(5), CloudFormed(RED, 1, 1)]
    assert lying(table.state, 5) == [1, 3]


def test_with_the_supply_out_frost_may_be_let_be() -> None:
    scene = Scene(2).water(5, {RED: 1}).supply(RED, 0)
    table = scene.run(Frost(RED))
    assert scene.answer(table, RED) == [ActionSkipped(RED, FROST)]


def test_frost_never_takes_a_drop_from_a_cloud() -> None:
    scene = Scene(2).cloud(5, {RED: 3}).supply(RED, 0)
    assert not can_resolve(scene.state, RED, FROST)


# Sun ----------------------------------------------------------------------------------------------


def test_sun_adds_exactly_two_drops_to_a_cloud_with_an_own_drop() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).cloud(6, {BLUE: 1}).cloud(1, {RED: 1, BLUE: 1})
    table = scene.run(Sun(RED))
    assert offered(table, RED) == [1, 5]
    assert asked(table, RED).min_picks == 1
    assert scene.answer(table, RED, 5) == [DropsAdded(RED, 5, 2)]
    assert table.state.supply[RED] == 16


def test_sun_does_nothing_without_a_cloud_of_ones_own() -> None:
    assert not can_resolve(Scene(2).cloud(5, {BLUE: 1}).state, RED, SUN)


@pytest.mark.parametrize("left", [0, 1])
def test_with_too_few_in_the_supply_sun_may_take_the_rest_from_tiles(left: int) -> None:
    scene = Scene(2).cloud(5, {RED: 1}).water(6, {RED: 1}).water(8, {RED: 2}).supply(RED, left)
    table = scene.run(Sun(RED))
    assert asked(table, RED).min_picks == 0
    scene.answer(table, RED, 5)
    decision = asked(table, RED)
    assert (decision.min_picks, decision.max_picks) == (2 - left, 2 - left), "until there are two, no more"
    assert list(decision.options) == [6, 8]
    assert list(decision.max_each) == [1, 2]
    scene.answer(table, RED, *[8] * (2 - left))
    assert floating(table.state, 5) == [3, 0]
    assert table.state.supply[RED] == 0


@pytest.mark.parametrize("action", [FROST, SUN])
def test_an_action_that_needs_drops_from_tiles_can_be_resolved(action: int) -> None:
    scene = Scene(2).cloud(5, {RED: 1}).water(6, {RED: 2}).supply(RED, 0)
    assert can_resolve(scene.state, RED, action)
    scene = Scene(2).cloud(5, {RED: 1}).water(6, {BLUE: 2}).supply(RED, 0)
    assert not can_resolve(scene.state, RED, action)


def test_with_too_few_in_the_supply_sun_may_be_let_be() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).water(6, {RED: 1}).supply(RED, 1)
    table = scene.run(Sun(RED))
    assert scene.answer(table, RED) == [ActionSkipped(RED, SUN)]


def test_sun_never_adds_one_drop_only() -> None:
    assert not can_resolve(Scene(2).cloud(5, {RED: 1}).supply(RED, 1).state, RED, SUN)


def test_sun_never_takes_drops_from_clouds() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).cloud(6, {RED: 3}).supply(RED, 1)
    assert not can_resolve(scene.state, RED, SUN)


def test_a_crop_that_sun_takes_drops_from_dries_out_at_once() -> None:
    scene = Scene(2, crops={6: GRASS}).cloud(5, {RED: 1}).water(6, {RED: 2, BLUE: 3}).supply(RED, 1)
    table = scene.run(Sun(RED), EndOfEffect())
    scene.answer(table, RED, 5)
    assert scene.answer(table, RED, 6) == [DropsTaken(RED, 6, 1), CropDried(6), DropsAdded(RED, 5, 2)]


def test_drops_may_come_from_several_tiles() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).water(6, {RED: 1}).water(8, {RED: 1}).supply(RED, 0)
    table = scene.run(Sun(RED))
    scene.answer(table, RED, 5)
    assert scene.answer(table, RED, 8, 6)[:1] == [DropsTaken(RED, 6, 1)]
    assert floating(table.state, 5) == [3, 0]


# Rain ---------------------------------------------------------------------------------------------


def test_rain_takes_up_to_two_clouds_with_an_own_drop() -> None:
    scene = Scene(3).cloud(0, {RED: 1}).cloud(1, {RED: 2}).cloud(2, {RED: 1, BLUE: 1}).cloud(4, {BLUE: 3})
    table = scene.run(Rain(RED))
    decision = asked(table, RED)
    assert (decision.min_picks, decision.max_picks, list(decision.options)) == (1, 2, [0, 1, 2])
    events = scene.answer(table, RED, 0, 1)
    assert events == [DropFell(0, RED), CloudRemoved(0), DropFell(1, RED)]
    assert lying(table.state, 1) == [1, 0, 0]


def test_one_cloud_is_enough_for_rain() -> None:
    scene = Scene(2).cloud(5, {RED: 2}).cloud(6, {RED: 2})
    table = scene.run(Rain(RED))
    assert scene.answer(table, RED, 6) == [DropFell(6, RED)]


def test_the_drop_that_rains_need_not_be_ones_own() -> None:
    scene = Scene(3).cloud(5, {RED: 1, BLUE: 1, GREEN: 1})
    table = scene.run(Rain(RED))
    scene.answer(table, RED, 5)
    assert kind(table, RED) == "rain-drop"
    assert offered(table, RED) == [20, 21, 22]
    assert scene.answer(table, RED, 21) == [DropFell(5, BLUE)]


def test_from_two_mixed_clouds_two_drops_are_chosen() -> None:
    scene = Scene(2).cloud(5, {RED: 1, BLUE: 1}).cloud(6, {RED: 1, BLUE: 1})
    table = scene.run(Rain(RED))
    scene.answer(table, RED, 6, 5)
    assert offered(table, RED) == [20, 21]
    scene.answer(table, RED, 21)
    assert offered(table, RED) == [24, 25]
    scene.answer(table, RED, 24)
    assert lying(table.state, 5) == [0, 1]
    assert lying(table.state, 6) == [1, 0]


def test_a_crop_grows_as_soon_as_its_drop_falls() -> None:
    scene = Scene(2).cloud(5, {RED: 2}).water(5, {BLUE: 1})
    table = scene.run(Rain(RED))
    assert scene.answer(table, RED, 5) == [DropFell(5, RED), CropDeveloped(5)]


def test_rain_needs_a_cloud_of_ones_own() -> None:
    assert not can_resolve(Scene(2).cloud(5, {BLUE: 1}).state, RED, RAIN)


# Wind ---------------------------------------------------------------------------------------------


def test_wind_moves_a_cloud_with_an_own_drop_to_an_orthogonally_adjacent_tile() -> None:
    scene = Scene(3).cloud(5, {RED: 1, BLUE: 2}).cloud(0, {BLUE: 1})
    table = scene.run(Wind(RED))
    assert offered(table, RED) == [16 * 5 + to for to in (1, 4, 6, 9)]
    assert scene.answer(table, RED, 16 * 5 + 9) == [CloudMoved(5, 9)]
    assert floating(table.state, 9) == [1, 2, 0]
    assert table.state.skies[5] == 0


def test_a_blown_cloud_merges_with_the_one_it_meets() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).cloud(6, {BLUE: 2})
    table = scene.run(Wind(RED))
    assert scene.answer(table, RED, 16 * 5 + 6) == [CloudsMerged(5, 6)]
    assert table.state.skies[6] == 2
    assert floating(table.state, 6) == [1, 2]


def test_a_thundercloud_stays_one_when_it_moves() -> None:
    scene = Scene(2).cloud(5, {RED: 1}, thunder=True)
    table = scene.run(Wind(RED))
    scene.answer(table, RED, 16 * 5 + 4)
    assert table.state.skies[4] == 2


def test_with_two_players_no_cloud_goes_to_an_empty_corner() -> None:
    table = Scene(2).cloud(1, {RED: 1}).run(Wind(RED))
    assert offered(table, RED) == [16 + 2, 16 + 5]


def test_wind_needs_a_cloud_of_ones_own() -> None:
    assert not can_resolve(Scene(2).cloud(5, {BLUE: 1}).state, RED, WIND)

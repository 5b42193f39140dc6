"""The Lake: drops go back, and the wind takes water from it."""

from tests.petrichor.situations import BLUE, GREEN, RED, Scene, floating, kind, lying, offered
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.actions.cards import Frost, LakeBreeze, Rain, Sun, Wind
from tilth_rules.petrichor.actions.clouds import EndOfEffect
from tilth_rules.petrichor.codes import LAKE
from tilth_rules.petrichor.events.water import (
    CloudMoved,
    CloudOverflowed,
    CloudPoured,
    CloudsMerged,
    CropDried,
    DropFell,
    DropMoved,
    DropsAdded,
    LakeTookDrops,
)
from tilth_rules.petrichor.fields import FIELDS
from tilth_rules.petrichor.rounds.weather import RainWeather, WindTurn


def lake() -> Scene:
    return Scene(3, Options(lake=True), crops={5: LAKE})


def test_a_drop_that_lands_on_the_lake_goes_back_to_its_owner() -> None:
    scene = lake().cloud(5, {RED: 1, BLUE: 1})
    table = scene.run(Rain(RED))
    scene.answer(table, RED, 5)
    events = scene.answer(table, RED, 21)
    assert events == [DropFell(5, BLUE), LakeTookDrops(5)]
    assert table.state.supply[BLUE] == 20
    assert lying(table.state, 5) == [0, 0, 0]


def test_a_cloud_blown_onto_the_lake_takes_in_three_drops_of_the_player_who_moved_it() -> None:
    scene = lake().cloud(4, {RED: 1, BLUE: 1})
    table = scene.run(Wind(RED), EndOfEffect())
    assert scene.answer(table, RED, 16 * 4 + 5)[:2] == [CloudMoved(4, 5), DropsAdded(RED, 5, 3)]
    assert floating(table.state, 5) == [4, 1, 0]
    assert table.state.skies[5] == 2, "five drops make a thundercloud"


def test_a_cloud_blown_onto_one_above_the_lake_merges_and_takes_in_three_drops() -> None:
    scene = lake().cloud(4, {RED: 1}).cloud(5, {BLUE: 4}, thunder=True)
    table = scene.run(Wind(RED), EndOfEffect())
    events = scene.answer(table, RED, 16 * 4 + 5)
    assert events == [CloudsMerged(4, 5), DropsAdded(RED, 5, 3), CloudOverflowed(5), LakeTookDrops(5)]
    assert table.state.supply == [20, 20, 20], "all eight went back"


def test_clouds_are_looked_at_only_after_the_lake_has_given_its_drops() -> None:
    scene = lake().cloud(4, {RED: 1}).cloud(5, {BLUE: 4}, thunder=True).water(0, {RED: 2}).supply(RED, 2)
    table = scene.run(Wind(RED), EndOfEffect())
    assert scene.answer(table, RED, 16 * 4 + 5) == [CloudsMerged(4, 5)]
    assert kind(table, RED) == "take-drops"
    assert CloudOverflowed(5) in scene.answer(table, RED, 0)


def test_drops_that_the_supply_lacks_for_the_lake_come_from_tiles() -> None:
    scene = lake().cloud(4, {RED: 1}).water(0, {RED: 5}).supply(RED, 1)
    table = scene.run(Wind(RED))
    scene.answer(table, RED, 16 * 4 + 5)
    assert kind(table, RED) == "take-drops"
    scene.answer(table, RED, 0, 0)
    assert floating(table.state, 5) == [4, 0, 0]


def test_a_player_with_fewer_than_three_drops_for_the_lake_adds_all_of_them() -> None:
    scene = lake().cloud(5, {RED: 1}).supply(RED, 2)
    table = scene.run(LakeBreeze(RED, 5))
    assert table.over
    assert floating(table.state, 5) == [3, 0, 0]


def test_from_the_lake_a_cloud_goes_as_far_as_it_likes() -> None:
    table = lake().cloud(5, {RED: 1}).run(Wind(RED))
    assert offered(table, RED) == [16 * 5 + to for to in FIELDS[3] if to != 5]


def test_a_cloud_from_the_lake_stops_where_it_merges() -> None:
    scene = lake().cloud(5, {RED: 1})
    for tile in (1, 4, 9):
        scene.cloud(tile, {BLUE: 1})
    table = scene.run(Wind(RED))
    reached = [option - 80 for option in offered(table, RED)]
    assert reached == [1, 2, 4, 6, 9, 10], "0 and 8 lie behind the clouds"


def test_a_cloud_from_the_lake_may_change_direction_and_merge_at_the_end() -> None:
    scene = lake().cloud(5, {RED: 1}).cloud(0, {BLUE: 1})
    table = scene.run(Wind(RED))
    assert scene.answer(table, RED, 16 * 5 + 0) == [CloudsMerged(5, 0)]


def test_a_drop_that_the_wind_weather_blows_onto_the_lake_goes_back_to_its_owner() -> None:
    scene = lake().water(4, {BLUE: 2})
    table = scene.run(WindTurn(RED))
    scene.answer(table, RED, 4 * 4 + BLUE)
    assert scene.answer(table, RED, 5) == [DropMoved(RED, 4, BLUE, 5), CropDried(4), LakeTookDrops(5)]
    assert table.state.supply[BLUE] == 19


def test_a_thundercloud_that_pours_out_above_the_lake_gives_all_drops_back() -> None:
    scene = lake().cloud(5, {RED: 3, GREEN: 2}, thunder=True)
    table = scene.run(RainWeather())
    assert scene.events == [CloudPoured(5), LakeTookDrops(5)]
    assert table.state.supply == [20, 20, 20]


def test_sun_above_the_lake_adds_no_more_than_its_two_drops() -> None:
    scene = lake().cloud(5, {RED: 1})
    table = scene.run(Sun(RED), EndOfEffect())
    assert scene.answer(table, RED, 5) == [DropsAdded(RED, 5, 2)]


def test_the_lake_never_grows_and_frost_may_place_a_cloud_above_it() -> None:
    scene = lake()
    table = scene.run(Frost(RED))
    assert 5 in offered(table, RED)
    scene.answer(table, RED, 5)
    assert table.state.growth[5] == 0

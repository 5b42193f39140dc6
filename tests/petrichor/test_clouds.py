"""Merging, growing and overflowing, and when these are looked at."""

from tests.petrichor.situations import BLUE, GREEN, RED, Scene, floating, lying
from tilth_rules.petrichor.actions.cards import Rain, Wind
from tilth_rules.petrichor.actions.clouds import EndOfEffect
from tilth_rules.petrichor.codes import GRASS
from tilth_rules.petrichor.events.water import CloudGrew, CloudOverflowed, CloudsMerged, CropDeveloped
from tilth_rules.petrichor.rounds.weather import SunTurn


def test_a_light_cloud_with_four_drops_grows_into_a_thundercloud() -> None:
    scene = Scene(2).cloud(5, {RED: 3, BLUE: 1}).cloud(6, {RED: 3})
    scene.run(EndOfEffect())
    assert scene.events == [CloudGrew(5)]


def test_a_thundercloud_with_fewer_than_four_drops_stays_one() -> None:
    scene = Scene(2).cloud(5, {RED: 4}, thunder=True)
    table = scene.run(Rain(RED), EndOfEffect())
    scene.answer(table, RED, 5)
    assert table.state.loads[5] == 3
    assert table.state.skies[5] == 2


def test_a_thundercloud_with_eight_drops_overflows_and_is_gone() -> None:
    scene = Scene(2, crops={5: GRASS}).cloud(5, {RED: 5, BLUE: 3}, thunder=True)
    table = scene.run(EndOfEffect())
    assert scene.events == [CloudOverflowed(5), CropDeveloped(5)]
    assert lying(table.state, 5) == [5, 3]
    assert table.state.skies[5] == 0
    assert floating(table.state, 5) == [0, 0]


def test_seven_drops_do_not_overflow() -> None:
    scene = Scene(2).cloud(5, {RED: 4, BLUE: 3}, thunder=True)
    scene.run(EndOfEffect())
    assert scene.events == []


def test_three_drops_into_a_thundercloud_of_seven_all_fall_ten_of_them() -> None:
    scene = Scene(2).cloud(5, {RED: 3, BLUE: 4}, thunder=True)
    table = scene.run(SunTurn(RED), EndOfEffect())
    scene.answer(table, RED, 5)
    assert lying(table.state, 5) == [6, 4]
    assert table.state.wet[5] == 10
    assert table.state.skies[5] == 0


def test_two_merged_clouds_may_overflow_at_once() -> None:
    scene = Scene(3).cloud(5, {RED: 3}).cloud(6, {BLUE: 4, GREEN: 1}, thunder=True)
    table = scene.run(Wind(RED), EndOfEffect())
    events = scene.answer(table, RED, 16 * 5 + 6)
    assert events[:2] == [CloudsMerged(5, 6), CloudOverflowed(6)]
    assert lying(table.state, 6) == [3, 4, 1]


def test_two_light_clouds_merge_into_a_thundercloud_however_little_they_hold() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).cloud(6, {BLUE: 1})
    table = scene.run(Wind(RED), EndOfEffect())
    scene.answer(table, RED, 16 * 5 + 6)
    assert table.state.skies[6] == 2


def test_nothing_is_looked_at_before_the_effect_is_over() -> None:
    scene = Scene(2).cloud(5, {RED: 4, BLUE: 2}, thunder=True)
    table = scene.run(SunTurn(RED))
    scene.answer(table, RED, 5)
    assert table.state.loads[5] == 10
    assert table.state.skies[5] == 2

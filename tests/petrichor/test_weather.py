"""The effects of the four weathers, and the crops that develop by them."""

from tests.petrichor.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Scene,
    asked,
    floating,
    kind,
    lying,
    of_kind,
    offered,
)
from tilth_rules.petrichor.codes import COFFEE, COTTON, GRASS, RAIN, RICE, SUN
from tilth_rules.petrichor.events.water import (
    CloudGrew,
    CloudOverflowed,
    CloudPoured,
    CropDeveloped,
    CropDried,
    CropHarvested,
    CropSprouted,
    DropMoved,
    DropsAdded,
    DropsTaken,
)
from tilth_rules.petrichor.rounds.harvest import HarvestPhase
from tilth_rules.petrichor.rounds.weather import (
    FrostWeather,
    RainWeather,
    SunWeather,
    WeatherPhase,
    WindWeather,
)

# Frost and Sun ------------------------------------------------------------------------------------


def test_frost_weather_makes_thunderclouds_of_all_light_clouds() -> None:
    scene = Scene(2).cloud(5, {RED: 1}).cloud(6, {BLUE: 2}).cloud(1, {BLUE: 5}, thunder=True)
    scene.run(FrostWeather())
    assert scene.events == [CloudGrew(5), CloudGrew(6)]


def test_sun_weather_goes_clockwise_from_the_first_player() -> None:
    scene = Scene(3, first=BLUE)
    for seat, tile in ((RED, 0), (BLUE, 5), (GREEN, 10)):
        scene.cloud(tile, {seat: 1})
    table = scene.run(SunWeather())
    order = []
    while table.open:
        order.append(table.pending_seats[0])
        scene.answer(table, order[-1], offered(table, order[-1])[0])
    assert order == [BLUE, GREEN, RED]
    assert of_kind(scene.events, DropsAdded) == [
        DropsAdded(BLUE, 5, 1),
        DropsAdded(GREEN, 10, 1),
        DropsAdded(RED, 0, 1),
    ]


def test_a_player_without_a_drop_in_a_cloud_is_not_affected_by_sun() -> None:
    table = Scene(2).cloud(5, {BLUE: 2}).run(SunWeather())
    assert table.pending_seats == [BLUE]


def test_doubling_takes_drops_from_tiles_when_the_supply_is_short() -> None:
    scene = Scene(2, crops={6: GRASS}).cloud(5, {RED: 3}).water(6, {RED: 4, BLUE: 1}).supply(RED, 1)
    table = scene.run(SunWeather())
    assert asked(table, RED).min_picks == 1, "a player who can double has to"
    scene.answer(table, RED, 5)
    decision = asked(table, RED)
    assert (decision.kind, decision.min_picks, decision.max_picks) == ("take-drops", 2, 2)
    events = scene.answer(table, RED, 6, 6)
    assert CropDried(6) in events
    assert floating(table.state, 5) == [6, 0]


def test_a_cloud_that_cannot_be_doubled_whole_is_not_offered() -> None:
    scene = Scene(2).cloud(5, {RED: 3}).cloud(6, {RED: 1}).water(1, {RED: 1}).supply(RED, 1)
    assert offered(scene.run(SunWeather()), RED) == [6]
    scene = Scene(2).cloud(5, {RED: 3}).water(1, {RED: 1}).supply(RED, 1)
    assert not scene.run(SunWeather()).open


def test_doubling_never_takes_drops_from_another_cloud() -> None:
    scene = Scene(2).cloud(5, {RED: 3}).cloud(6, {RED: 3}).supply(RED, 2)
    assert not scene.run(SunWeather()).open


def test_drops_may_be_taken_from_tiles_though_the_supply_would_do_for_another_cloud() -> None:
    scene = Scene(2).cloud(5, {RED: 3}).cloud(6, {RED: 1}).water(1, {RED: 2}).supply(RED, 1)
    assert offered(scene.run(SunWeather()), RED) == [5, 6]


def test_each_turn_of_sun_is_an_effect_of_its_own() -> None:
    scene = Scene(2).cloud(5, {RED: 4, BLUE: 1}, thunder=True)
    table = scene.run(SunWeather())
    scene.answer(table, RED, 5)
    assert lying(table.state, 5) == [8, 1], "the cloud overflowed before Blue could double"
    assert not table.open


# Growing: Coffee and Rice -------------------------------------------------------------------------


def coffee(drops: int) -> Scene:
    """Blue's cloud above a Coffee, before a weather of Sun and Rain and a harvest."""
    scene = Scene(2, crops={5: COFFEE}).cloud(5, {BLUE: drops}, thunder=drops >= 4)
    scene.state.dice = (0, 0, 0)
    scene.votes(SUN, {BLUE: 2}).votes(RAIN, {RED: 2})
    table = scene.run(WeatherPhase(), HarvestPhase())
    scene.answer(table, BLUE, 5)
    assert table.over
    return scene


def test_the_rulebooks_coffee_three_drops_doubled_and_poured_sprout_and_pay_five() -> None:
    scene = coffee(drops=3)
    grew = [event for event in scene.events if isinstance(event, DropsAdded | CloudGrew | CloudPoured)]
    assert grew == [DropsAdded(BLUE, 5, 3), CloudGrew(5), CloudPoured(5)]
    assert CropSprouted(5) in scene.events
    assert CropDeveloped(5) not in scene.events, "the Sun was resolved before that"
    assert CropHarvested(5, COFFEE, (0, 5)) in scene.events
    assert scene.state.supply[BLUE] == 20, "all six drops came back"


def test_the_rulebooks_coffee_four_drops_doubled_overflow_and_pay_ten() -> None:
    scene = coffee(drops=4)
    overflowed = scene.events.index(CloudOverflowed(5))
    assert scene.events[overflowed + 1 : overflowed + 3] == [CropSprouted(5), CropDeveloped(5)]
    assert CropHarvested(5, COFFEE, (0, 10)) in scene.events


def test_coffee_that_dries_out_during_the_sun_weather_does_not_develop() -> None:
    scene = Scene(2, crops={6: COFFEE}).cloud(5, {RED: 2}).water(6, {RED: 4}).supply(RED, 1)
    table = scene.run(SunWeather())
    scene.answer(table, RED, 5)
    assert scene.answer(table, RED, 6) == [
        DropsTaken(RED, 6, 1),
        CropDried(6),
        DropsAdded(RED, 5, 2),
        CloudGrew(5),
    ]


def test_coffee_that_sprouted_rounds_ago_develops_with_the_next_sun() -> None:
    scene = Scene(2, crops={5: COFFEE}).water(5, {RED: 4})
    scene.run(SunWeather())
    assert scene.events == [CropDeveloped(5)]


def test_rain_pours_thunderclouds_only() -> None:
    scene = Scene(2).cloud(5, {RED: 1}, thunder=True).cloud(6, {BLUE: 3})
    table = scene.run(RainWeather())
    assert of_kind(scene.events, CloudPoured) == [CloudPoured(5)]
    assert table.state.skies[5] == 0
    assert floating(table.state, 6) == [0, 3]


def test_rice_that_sprouts_by_the_rain_weather_develops_with_it() -> None:
    scene = Scene(2, crops={5: RICE}).cloud(5, {RED: 3, BLUE: 2}, thunder=True)
    scene.run(RainWeather())
    assert scene.events == [CloudPoured(5), CropSprouted(5), CropDeveloped(5)]


# Wind ---------------------------------------------------------------------------------------------


def test_wind_weather_goes_anticlockwise_from_the_last_player() -> None:
    scene = Scene(4, first=GREEN).water(5, {RED: 1})
    table = scene.run(WindWeather())
    order = []
    while table.open:
        seat = table.pending_seats[0]
        if kind(table, seat) == "wind-weather":
            order.append(seat)
        scene.answer(table, seat, offered(table, seat)[0])
    assert order == [BLUE, RED, YELLOW, GREEN]


def test_any_drop_on_a_tile_may_be_moved_to_an_adjacent_one() -> None:
    scene = Scene(3, crops={5: COTTON, 6: COTTON}).water(5, {BLUE: 2}).water(6, {BLUE: 1}).cloud(0, {RED: 3})
    table = scene.run(WindWeather())
    assert offered(table, GREEN) == [21, 25], "drops in clouds stay"
    scene.answer(table, GREEN, 21)
    assert offered(table, GREEN) == [1, 4, 6, 9]
    events = scene.answer(table, GREEN, 6)
    assert events == [DropMoved(GREEN, 5, BLUE, 6), CropDried(5), CropDeveloped(6)]


def test_wind_weather_has_no_effect_without_drops_on_tiles() -> None:
    assert not Scene(3).cloud(5, {RED: 3}).run(WindWeather()).open


def test_grass_dries_out_when_a_drop_is_blown_away() -> None:
    scene = Scene(2, crops={5: GRASS}).water(5, {RED: 3, BLUE: 2})
    table = scene.run(WindWeather())
    scene.answer(table, BLUE, 21)
    assert CropDried(5) in scene.answer(table, BLUE, 6)

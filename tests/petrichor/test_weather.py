"""The weather phase: which weathers come, what they do, who wins the votes."""

import pytest

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
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.card_events import FirstPlayerChanged
from tilth_rules.petrichor.harvest import HarvestPhase
from tilth_rules.petrichor.vote_events import VotesReturned, VoteWon, WeatherDecided
from tilth_rules.petrichor.water_events import (
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
from tilth_rules.petrichor.weather import (
    ChangeFirstPlayer,
    CountVotes,
    FrostWeather,
    RainWeather,
    SunWeather,
    WeatherPhase,
    WindWeather,
)
from tilth_rules.petrichor.words import COFFEE, COTTON, FROST, GRASS, RAIN, RICE, SUN, WIND

# Which weathers ----------------------------------------------------------------------------------


def tally(frost: int, sun: int, wind: int, rain: int, **more: int) -> Scene:
    """Votes in all on each space, cast by three players."""
    scene = Scene(3, **more)  # type: ignore[arg-type]
    for weather, total in ((FROST, frost), (SUN, sun), (WIND, wind), (RAIN, rain)):
        scene.votes(weather, {side: (total + 2 - side) // 3 for side in range(3)})
    return scene


def decided(scene: Scene) -> list[tuple[int, ...]]:
    return [event.weathers for event in scene.events if isinstance(event, WeatherDecided)]


@pytest.mark.parametrize(("choice", "order"), [(FROST, (FROST, SUN)), (RAIN, (SUN, RAIN))])
def test_the_rulebooks_first_example_the_first_player_breaks_the_tie_for_second(
    choice: int, order: tuple[int, ...]
) -> None:
    scene = tally(frost=5, sun=7, wind=4, rain=5, first=GREEN)
    table = scene.run(WeatherPhase())
    assert table.waiting == [GREEN]
    decision = asked(table, GREEN)
    assert (decision.kind, list(decision.options), decision.least, decision.most) == (
        "choose-weather",
        [FROST, RAIN],
        1,
        1,
    )
    scene.answer(table, GREEN, choice)
    assert decided(scene) == [order]


def test_the_rulebooks_second_example_needs_no_decision() -> None:
    scene = tally(frost=4, sun=6, wind=6, rain=4)
    scene.run(WeatherPhase())
    assert decided(scene) == [(SUN, WIND)]


def test_three_tied_for_the_most_leave_two_to_choose() -> None:
    scene = tally(frost=5, sun=5, wind=5, rain=4)
    decision = asked(scene.run(WeatherPhase()), RED)
    assert (list(decision.options), decision.least, decision.most) == ([FROST, SUN, WIND], 2, 2)


def test_a_lone_weather_has_all_others_tied_for_second_place() -> None:
    scene = tally(frost=0, sun=3, wind=0, rain=0)
    table = scene.run(WeatherPhase())
    assert offered(table, RED) == [FROST, WIND, RAIN]
    scene.answer(table, RED, WIND)
    assert decided(scene) == [(SUN, WIND)]
    assert [event.weather for event in scene.events if isinstance(event, VoteWon)] == [SUN]


@pytest.mark.parametrize(
    ("votes", "comes", "tied"),
    [
        ((7, 5, 4, 3), [FROST, SUN], []),
        ((7, 7, 4, 4), [FROST, SUN], []),
        ((7, 7, 0, 0), [FROST, SUN], []),
        ((0, 3, 0, 2), [SUN, RAIN], []),
        ((3, 7, 3, 1), [SUN], [FROST, WIND]),
        ((3, 3, 3, 7), [RAIN], [FROST, SUN, WIND]),
        ((0, 0, 0, 5), [RAIN], [FROST, SUN, WIND]),
        ((5, 2, 5, 5), [], [FROST, WIND, RAIN]),
        ((4, 4, 4, 4), [], [FROST, SUN, WIND, RAIN]),
        ((0, 0, 0, 0), [], [FROST, SUN, WIND, RAIN]),
    ],
)
def test_the_first_player_is_asked_about_tied_weathers_and_about_no_others(
    votes: tuple[int, int, int, int], comes: list[int], tied: list[int]
) -> None:
    scene = tally(*votes, first=BLUE)
    table = scene.run(WeatherPhase())
    if not tied:
        assert decided(scene) == [tuple(comes)]
        return
    decision = asked(table, BLUE)
    assert list(decision.options) == tied
    assert decision.least == decision.most == 2 - len(comes)
    scene.answer(table, BLUE, *tied[-decision.most :])
    assert decided(scene) == [tuple(sorted([*comes, *tied[-decision.most :]]))]


def test_without_any_vote_the_first_player_chooses_two() -> None:
    decision = asked(tally(frost=0, sun=0, wind=0, rain=0).run(WeatherPhase()), RED)
    assert (decision.least, decision.most, len(decision.options)) == (2, 2, 4)


def test_in_the_final_round_every_weather_with_a_vote_comes() -> None:
    scene = tally(frost=1, sun=4, wind=3, rain=0, round_number=4)
    scene.run(WeatherPhase())
    assert decided(scene) == [(FROST, SUN, WIND)]


def test_in_the_final_round_only_the_two_with_the_most_votes_advance_anybody() -> None:
    scene = tally(frost=1, sun=4, wind=3, rain=2, round_number=4)
    scene.run(WeatherPhase())
    assert [event.weather for event in scene.events if isinstance(event, VoteWon)] == [SUN, WIND]
    assert len(of_kind(scene.events, VotesReturned)) == 4


def test_in_the_final_round_the_first_player_decides_which_tied_weather_counts() -> None:
    scene = tally(frost=2, sun=4, wind=2, rain=0, round_number=4)
    table = scene.run(WeatherPhase())
    assert offered(table, RED) == [FROST, WIND]
    scene.answer(table, RED, WIND)
    assert decided(scene) == [(FROST, SUN, WIND)]
    assert [event.weather for event in scene.events if isinstance(event, VoteWon)] == [SUN, WIND]


def test_in_the_final_round_a_weather_without_votes_is_no_tie() -> None:
    scene = tally(frost=0, sun=4, wind=0, rain=0, round_number=4)
    table = scene.run(WeatherPhase())
    assert not table.open
    assert decided(scene) == [(SUN,)]


def test_in_the_final_round_two_of_three_tied_weathers_count() -> None:
    scene = tally(frost=2, sun=2, wind=0, rain=2, round_number=4, first=BLUE)
    table = scene.run(WeatherPhase())
    decision = asked(table, BLUE)
    assert (list(decision.options), decision.least, decision.most) == ([FROST, SUN, RAIN], 2, 2)
    scene.answer(table, BLUE, FROST, RAIN)
    assert decided(scene) == [(FROST, SUN, RAIN)]
    assert [event.weather for event in scene.events if isinstance(event, VoteWon)] == [FROST, RAIN]


def test_in_the_final_round_without_any_vote_no_weather_comes() -> None:
    scene = tally(frost=0, sun=0, wind=0, rain=0, round_number=4)
    table = scene.run(WeatherPhase())
    assert table.over
    assert decided(scene) == [()]


def test_the_long_forms_fourth_round_is_not_its_last() -> None:
    scene = Scene(3, Options(long_form=True), round_number=4)
    scene.votes(FROST, {RED: 3}).votes(SUN, {RED: 2}).votes(WIND, {BLUE: 1})
    scene.run(WeatherPhase())
    assert decided(scene) == [(FROST, SUN)]


# Frost and Sun -----------------------------------------------------------------------------------


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
        order.append(table.waiting[0])
        scene.answer(table, order[-1], offered(table, order[-1])[0])
    assert order == [BLUE, GREEN, RED]
    assert of_kind(scene.events, DropsAdded) == [
        DropsAdded(BLUE, 5, 1),
        DropsAdded(GREEN, 10, 1),
        DropsAdded(RED, 0, 1),
    ]


def test_who_has_no_drop_in_a_cloud_is_not_affected_by_sun() -> None:
    table = Scene(2).cloud(5, {BLUE: 2}).run(SunWeather())
    assert table.waiting == [BLUE]


def test_doubling_takes_drops_from_tiles_when_the_supply_is_short() -> None:
    scene = Scene(2, crops={6: GRASS}).cloud(5, {RED: 3}).water(6, {RED: 4, BLUE: 1}).supply(RED, 1)
    table = scene.run(SunWeather())
    assert asked(table, RED).least == 1, "who can has to"
    scene.answer(table, RED, 5)
    decision = asked(table, RED)
    assert (decision.kind, decision.least, decision.most) == ("take-drops", 2, 2)
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


# Growing: Coffee and Rice ------------------------------------------------------------------------


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
    assert CropDeveloped(5) not in scene.events, "the Sun had been resolved by then"
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


# Wind --------------------------------------------------------------------------------------------


def test_wind_weather_goes_anticlockwise_from_the_last_player() -> None:
    scene = Scene(4, first=GREEN).water(5, {RED: 1})
    table = scene.run(WindWeather())
    order = []
    while table.open:
        seat = table.waiting[0]
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


# Winning the vote --------------------------------------------------------------------------------


def test_the_rulebooks_vote_all_but_red_get_a_win() -> None:
    scene = Scene(4)
    scene.votes(FROST, {RED: 3})
    scene.votes(SUN, {GREEN: 3, BLUE: 2, RED: 1})
    scene.votes(WIND, {BLUE: 2, YELLOW: 2, RED: 1})
    table = scene.run(WeatherPhase())
    assert decided(scene) == [(SUN, WIND)]
    assert table.state.wins == [0, 1, 1, 1]
    assert table.state.votes[4 * RED + FROST] == 3, "votes on weathers that did not come stay"
    assert table.state.free == [9, 12, 12, 12]


def test_the_rulebooks_vote_with_one_more_from_blue_gives_blue_a_second_win() -> None:
    scene = Scene(4)
    scene.votes(FROST, {RED: 3})
    scene.votes(SUN, {GREEN: 3, BLUE: 3, RED: 1})
    scene.votes(WIND, {BLUE: 2, YELLOW: 2, RED: 1})
    table = scene.run(WeatherPhase())
    assert table.state.wins == [0, 2, 1, 1]


def test_with_two_players_a_tie_advances_nobody() -> None:
    scene = Scene(2).votes(SUN, {RED: 2, BLUE: 2})
    table = scene.run(CountVotes(SUN, True))
    assert scene.events == [VoteWon(SUN, ()), VotesReturned(SUN)]
    assert table.state.wins == [0, 0]


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_all_who_are_tied_advance(seats: int) -> None:
    scene = Scene(seats).votes(SUN, {RED: 2, BLUE: 1, GREEN: 2})
    scene.run(CountVotes(SUN, True))
    assert scene.events == [VoteWon(SUN, (RED, GREEN)), VotesReturned(SUN)]


def test_with_two_players_the_one_with_more_votes_advances() -> None:
    scene = Scene(2).votes(SUN, {RED: 1, BLUE: 2})
    table = scene.run(CountVotes(SUN, True))
    assert table.state.wins == [0, 1]
    assert table.state.free == [12, 12]


def test_nobody_wins_a_weather_without_votes() -> None:
    scene = Scene(3)
    scene.run(CountVotes(SUN, True))
    assert scene.events == []


# The First Player of two -------------------------------------------------------------------------


@pytest.mark.parametrize(("red", "blue", "moves"), [(2, 1, False), (1, 1, True), (0, 2, True), (0, 0, True)])
def test_with_two_players_the_marker_stays_only_with_more_votes_on_the_board(
    red: int, blue: int, moves: bool
) -> None:
    scene = Scene(2, first=RED).votes(RAIN, {RED: red, BLUE: blue})
    scene.run(ChangeFirstPlayer())
    assert scene.events == ([FirstPlayerChanged(BLUE)] if moves else [])


def test_with_more_players_the_marker_does_not_move_after_the_weather() -> None:
    scene = Scene(3, first=RED).votes(RAIN, {BLUE: 3})
    scene.run(ChangeFirstPlayer())
    assert scene.events == []


def test_the_marker_of_two_looks_at_the_votes_left_after_the_weather() -> None:
    scene = Scene(2, first=RED).votes(SUN, {RED: 5}).votes(WIND, {RED: 4}).votes(FROST, {BLUE: 1})
    table = scene.run(WeatherPhase())
    assert table.state.first == BLUE


def test_grass_dries_out_when_a_drop_is_blown_away() -> None:
    scene = Scene(2, crops={5: GRASS}).water(5, {RED: 3, BLUE: 2})
    table = scene.run(WindWeather())
    scene.answer(table, BLUE, 21)
    assert CropDried(5) in scene.answer(table, BLUE, 6)

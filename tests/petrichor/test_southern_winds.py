"""The solo game: the neutral player's cards, its aim, its weather, and the four harder variants."""

import pytest

from tests.petrichor.situations import Scene, asked, floating, kind, lying, of_kind, offered
from tilth_rules.kernel import Scripted, ScriptedDraw, Table
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.card_events import CardsDiscarded, DiceRolled, PlayerPassed
from tilth_rules.petrichor.cleanup import CleanUp
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.growing import water_changed
from tilth_rules.petrichor.harvest import HarvestPhase
from tilth_rules.petrichor.southern_winds import (
    NORTH_WEST,
    SOUTH_EAST,
    NeutralSun,
    NeutralTurn,
    NeutralVotes,
    SouthernPush,
    SouthernWind,
    aimed,
    targets,
)
from tilth_rules.petrichor.turns import PASS, ActionPhase, SoloTurn, TakeTurn
from tilth_rules.petrichor.vote_events import (
    DieLowered,
    NumberRolled,
    SouthernWindMissed,
    SouthernWindRevealed,
    SouthernWindsReshuffled,
    VotePlaced,
    VotesMissed,
    VoteWon,
)
from tilth_rules.petrichor.water_events import (
    CloudFormed,
    CloudMoved,
    CloudOverflowed,
    CloudsMerged,
    CropDeveloped,
    CropDried,
    DropMoved,
    DropsAdded,
    DropsPlaced,
    DropsTaken,
)
from tilth_rules.petrichor.weather import SunWeather, WeatherPhase, WindWeather
from tilth_rules.petrichor.words import FROST, GRASS, RAIN, SUN, WIND

YOU, NEUTRAL = 0, 1
P1, P2, P3, P4, P5, P6 = 0, 1, 4, 5, 8, 9


def blown(scene: Scene, wind: int, rolled: int = 1, *, icons: bool = False) -> Table:
    """Reveal this card, with the numeric die showing a number."""
    at = scene.state.winds.index(wind)
    chance = Scripted(**{"southern-wind": [ScriptedDraw([at])], "numeric-die": [ScriptedDraw([rolled - 1])]})
    return scene.run(SouthernWind(icons), chance=chance)


# The nine cards ----------------------------------------------------------------------------------


def test_card_1_puts_a_neutral_drop_on_a_tile() -> None:
    scene = Scene(1)
    blown(scene, 1, rolled=4)
    assert scene.events == [SouthernWindRevealed(1), NumberRolled(4), DropsPlaced(NEUTRAL, P4, 1)]


def test_card_2_puts_two_and_the_crop_may_grow() -> None:
    scene = Scene(1)
    blown(scene, 2, rolled=6)
    assert scene.events[2:] == [DropsPlaced(NEUTRAL, P6, 2), CropDeveloped(P6)]


def test_card_3_takes_one_of_your_drops_off_a_tile_and_the_crop_may_dry_out() -> None:
    scene = Scene(1).water(P3, {YOU: 2})
    table = blown(scene, 3, rolled=4)
    assert scene.events[2:] == [DropsTaken(YOU, P3, 1), CropDried(P3)]
    assert table.state.supply[YOU] == 19


def test_card_4_forms_a_cloud_of_two_neutral_drops_where_there_is_none() -> None:
    scene = Scene(1).cloud(P1, {YOU: 1})
    blown(scene, 4, rolled=1)
    assert scene.events[2:] == [CloudFormed(NEUTRAL, P2, 2)]


@pytest.mark.parametrize("wind", [5, 6])
def test_cards_5_and_6_put_a_neutral_drop_into_a_cloud_which_may_overflow(wind: int) -> None:
    scene = Scene(1, crops={P2: GRASS}).cloud(P2, {YOU: 7}, thunder=True)
    blown(scene, wind, rolled=2)
    assert scene.events[2:] == [DropsAdded(NEUTRAL, P2, 1), CloudOverflowed(P2), CropDeveloped(P2)]


@pytest.mark.parametrize(("tile", "to"), [(P4, P1), (P6, P3), (P3, P1), (P5, P3), (P2, P1)])
def test_card_7_moves_a_mixed_cloud_north_west(tile: int, to: int) -> None:
    scene = Scene(1).cloud(tile, {YOU: 1, NEUTRAL: 1})
    blown(scene, 7, rolled=1)
    assert scene.events[2:] == [CloudMoved(tile, to)]
    assert NORTH_WEST[tile] == to


@pytest.mark.parametrize(("tile", "to"), [(P3, P6), (P1, P4), (P2, P4), (P4, P6), (P5, P6)])
def test_card_8_moves_a_pure_cloud_south_east(tile: int, to: int) -> None:
    scene = Scene(1).cloud(tile, {NEUTRAL: 2})
    blown(scene, 8, rolled=1)
    assert scene.events[2:] == [CloudMoved(tile, to)]
    assert SOUTH_EAST[tile] == to


def test_a_mixed_cloud_on_p1_and_a_pure_one_on_p6_are_no_targets() -> None:
    state = Scene(1).cloud(P1, {YOU: 1, NEUTRAL: 1}).cloud(P6, {NEUTRAL: 2}).state
    assert targets(state, 7) == []
    assert targets(state, 8) == []


def test_a_pushed_cloud_merges_with_the_one_it_meets() -> None:
    scene = Scene(1).cloud(P4, {YOU: 1, NEUTRAL: 1}).cloud(P1, {YOU: 2})
    table = blown(scene, 7)
    assert scene.events[2:] == [CloudsMerged(P4, P1)]
    assert floating(table.state, P1) == [3, 1]


def test_only_mixed_clouds_go_north_west_and_only_pure_ones_south_east() -> None:
    state = Scene(1).cloud(P3, {YOU: 1}).cloud(P4, {YOU: 1, NEUTRAL: 1}).cloud(P5, {NEUTRAL: 1}).state
    assert targets(state, 7) == [P4]
    assert targets(state, 8) == [P5]


def test_card_9_reshuffles_all_nine_until_another_card_comes() -> None:
    scene = Scene(1)
    scene.state.winds = (2, 9)
    draws = [ScriptedDraw([1]), ScriptedDraw([8]), ScriptedDraw([0])]
    table = scene.run(SouthernWind(False), chance=Scripted(**{"southern-wind": draws}))
    assert scene.events[:5] == [
        SouthernWindRevealed(9),
        SouthernWindsReshuffled(),
        SouthernWindRevealed(9),
        SouthernWindsReshuffled(),
        SouthernWindRevealed(1),
    ]
    assert table.state.winds == (2, 3, 4, 5, 6, 7, 8, 9)


def test_the_southern_winds_are_not_shuffled_between_rounds() -> None:
    scene = Scene(1)
    scene.state.winds = (2, 5)
    table = scene.run(CleanUp())
    assert table.state.winds == (2, 5)


# Targets -----------------------------------------------------------------------------------------


def test_the_rulebooks_target_a_four_goes_round_to_p2() -> None:
    scene = Scene(1).water(P2, {YOU: 1}).water(P3, {YOU: 1})
    blown(scene, 3, rolled=4)
    assert scene.events[1:3] == [NumberRolled(4), DropsTaken(YOU, P2, 1)]


def test_without_a_valid_target_the_neutral_player_scores_a_point() -> None:
    scene = Scene(1)
    table = blown(scene, 3)
    assert scene.events == [SouthernWindRevealed(3), SouthernWindMissed(3, 1)]
    assert table.state.points == [0, 1]


@pytest.mark.parametrize("wind", [1, 2, 4, 5, 6])
def test_water_that_the_neutral_player_has_not_got_is_no_valid_target(wind: int) -> None:
    scene = Scene(1).cloud(P1, {YOU: 1}).supply(NEUTRAL, 0)
    blown(scene, wind)
    assert scene.events[-1] == SouthernWindMissed(wind, 1)


def test_with_a_single_drop_left_it_places_that_one() -> None:
    scene = Scene(1).supply(NEUTRAL, 1)
    blown(scene, 2, rolled=1)
    assert scene.events[-1] == DropsPlaced(NEUTRAL, P1, 1)


@pytest.mark.parametrize("rolled", [1, 2, 3, 4, 5, 6])
def test_a_rolled_number_is_that_position_if_it_is_valid(rolled: int) -> None:
    scene = Scene(1)
    blown(scene, 1, rolled)
    assert scene.events[-1] == DropsPlaced(NEUTRAL, (P1, P2, P3, P4, P5, P6)[rolled - 1], 1)


def test_a_cloud_of_yours_alone_is_a_target_for_a_neutral_drop() -> None:
    assert targets(Scene(1).cloud(P2, {YOU: 1}).cloud(P5, {NEUTRAL: 2}).state, 5) == [P2, P5]


def test_with_a_cloud_above_every_tile_no_new_one_can_be_formed() -> None:
    scene = Scene(1)
    for tile in (P1, P2, P3, P4, P5, P6):
        scene.cloud(tile, {YOU: 1})
    assert targets(scene.state, 4) == []


def test_a_new_cloud_of_a_single_drop_is_all_that_the_last_one_makes() -> None:
    scene = Scene(1).supply(NEUTRAL, 1)
    blown(scene, 4, rolled=2)
    assert scene.events[-1] == CloudFormed(NEUTRAL, P2, 1)


def test_clouds_move_even_without_a_neutral_drop_in_the_supply() -> None:
    scene = Scene(1).cloud(P1, {NEUTRAL: 2}).supply(NEUTRAL, 0)
    blown(scene, 8)
    assert scene.events[-1] == CloudMoved(P1, P4)


# Votes and dice ----------------------------------------------------------------------------------


def test_icons_are_neutral_votes() -> None:
    scene = Scene(1)
    scene.run(NeutralVotes(1))
    assert values_of(Options()).icons[1] == (RAIN, RAIN)
    assert scene.events == [VotePlaced(NEUTRAL, RAIN), VotePlaced(NEUTRAL, RAIN)]


def test_votes_it_lacks_are_points() -> None:
    scene = Scene(1).votes(FROST, {NEUTRAL: 11})
    table = scene.run(NeutralVotes(1))
    assert scene.events == [VotePlaced(NEUTRAL, RAIN), VotesMissed(1)]
    assert table.state.points == [0, 1]


@pytest.mark.parametrize(
    ("dice", "lowered", "points"),
    [((4, 1, 2), 1, 2), ((2, 4, 3), 4, 1), ((0, 2, 3), 3, 1), ((0, 0, 2), 2, 1)],
)
def test_a_harvest_icon_lowers_a_one_first_and_then_the_highest_die(
    dice: tuple[int, ...], lowered: int, points: int
) -> None:
    scene = Scene(1)
    scene.state.dice = dice
    scene.run(NeutralVotes(8))
    assert scene.events == [VotePlaced(NEUTRAL, FROST), DieLowered(NEUTRAL, lowered, points)]


def test_a_harvest_icon_does_nothing_when_all_dice_show_theirs() -> None:
    scene = Scene(1)
    scene.state.dice = (0, 0, 0)
    scene.run(NeutralVotes(8))
    assert scene.events == [VotePlaced(NEUTRAL, FROST)]


def test_a_card_that_misses_still_votes() -> None:
    scene = Scene(1)
    blown(scene, 3, icons=True)
    assert scene.events == [
        SouthernWindRevealed(3),
        SouthernWindMissed(3, 1),
        VotePlaced(NEUTRAL, WIND),
        DieLowered(NEUTRAL, 4, 1),
    ]


# Turns -------------------------------------------------------------------------------------------


def test_a_round_begins_with_a_neutral_turn_and_your_first_turn_is_no_pass() -> None:
    scene = Scene(1).hand(YOU, RAIN, RAIN)
    table = scene.run(ActionPhase())
    assert len(of_kind(scene.events, SouthernWindRevealed)) == 1
    assert PASS not in offered(table, YOU)


def test_a_neutral_turn_comes_before_each_of_yours() -> None:
    scene = Scene(1).hand(YOU, RAIN, RAIN)
    table = scene.run(TakeTurn(YOU, 1))
    scene.answer(table, YOU, FROST)
    scene.answer(table, YOU, offered(table, YOU)[0])
    scene.answer(table, YOU, offered(table, YOU)[0])
    events = scene.answer(table, YOU, FROST)
    assert of_kind(events, SouthernWindRevealed)
    assert PlayerPassed(YOU) in events, "without a card you pass, after that neutral turn"
    assert table.over


def test_passing_discards_all_and_ends_the_phase() -> None:
    scene = Scene(1).hand(YOU, RAIN, SUN)
    table = scene.run(TakeTurn(YOU, 0))
    assert scene.answer(table, YOU, 0) == [PlayerPassed(YOU), CardsDiscarded(YOU, (SUN, RAIN))]
    assert table.over


def test_one_more_turn_gives_the_neutral_player_one_after_your_pass() -> None:
    scene = Scene(1, Options(one_more_turn=True)).hand(YOU, RAIN)
    table = scene.run(TakeTurn(YOU, 0))
    events = scene.answer(table, YOU, 0)
    assert len(of_kind(events, SouthernWindRevealed)) == 1
    assert table.over


def test_one_more_turn_comes_after_a_pass_for_want_of_cards_too() -> None:
    scene = Scene(1, Options(one_more_turn=True))
    table = scene.run(SoloTurn())
    assert scene.events[0] == PlayerPassed(YOU)
    assert len(of_kind(scene.events, SouthernWindRevealed)) == 1
    assert table.over


def test_the_variants_can_be_combined() -> None:
    scene = Scene(1, Options(double_card=True, one_more_turn=True, non_random_targeting=True))
    scene.state.winds = (1, 2)
    scene.hand(YOU, RAIN).water(P2, {YOU: 1})
    draws = [ScriptedDraw([1]), ScriptedDraw([0])]
    table = scene.run(TakeTurn(YOU, 0), chance=Scripted(**{"southern-wind": draws}))
    events = scene.answer(table, YOU, PASS)
    assert events[2:] == [
        SouthernWindRevealed(2),
        DropsPlaced(NEUTRAL, P6, 2),
        CropDeveloped(P6),
        SouthernWindRevealed(1),
        DropsPlaced(NEUTRAL, P5, 1),
        VotePlaced(NEUTRAL, RAIN),
        VotePlaced(NEUTRAL, RAIN),
    ], "two cards, aimed, after the pass; and where it leads by two drops it aims no more"


def test_of_the_first_of_two_cards_the_harvest_icon_counts_no_more_than_the_votes() -> None:
    scene = Scene(1, Options(double_card=True))
    scene.state.winds = (8, 1)
    draws = [ScriptedDraw([0]), ScriptedDraw([0])]
    scene.run(NeutralTurn(), chance=Scripted(**{"southern-wind": draws}))
    assert not of_kind(scene.events, DieLowered)


def test_you_may_play_a_second_action() -> None:
    scene = Scene(1).hand(YOU, RAIN, SUN, SUN)
    table = scene.run(TakeTurn(YOU, 0))
    scene.answer(table, YOU, RAIN)
    scene.answer(table, YOU, offered(table, YOU)[0])
    scene.answer(table, YOU, RAIN)
    assert (kind(table, YOU), offered(table, YOU)) == ("second-action", [SUN])


def test_double_card_resolves_two_cards_and_only_the_icons_of_the_second() -> None:
    scene = Scene(1, Options(double_card=True))
    draws = [ScriptedDraw([0]), ScriptedDraw([0])]
    scene.run(NeutralTurn(), chance=Scripted(**{"southern-wind": draws}))
    assert of_kind(scene.events, SouthernWindRevealed) == [SouthernWindRevealed(1), SouthernWindRevealed(2)]
    assert of_kind(scene.events, VotePlaced) == [VotePlaced(NEUTRAL, RAIN)], "card 2 shows one Rain"


# Non-random targeting ----------------------------------------------------------------------------


def test_the_rulebooks_aim_it_prefers_the_cloud_where_it_is_behind() -> None:
    scene = Scene(1).cloud(P6, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 1}).water(P5, {YOU: 2})
    assert aimed(scene.state, 5) == P5


def test_the_rulebooks_aim_leading_in_both_it_takes_the_highest() -> None:
    scene = Scene(1).cloud(P6, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 1})
    assert aimed(scene.state, 6) == P6


def test_drops_on_tile_and_cloud_count_together_for_clouds() -> None:
    scene = Scene(1).cloud(P6, {NEUTRAL: 1, YOU: 2}).water(P6, {NEUTRAL: 3}).cloud(P1, {NEUTRAL: 1, YOU: 2})
    assert aimed(scene.state, 5) == P1


def test_clouds_are_formed_and_moved_on_the_highest_tile_possible() -> None:
    scene = Scene(1).cloud(P6, {NEUTRAL: 2}).cloud(P4, {NEUTRAL: 1}).cloud(P2, {NEUTRAL: 1, YOU: 1})
    assert aimed(scene.state, 4) == P5
    assert aimed(scene.state, 7) == P2
    assert aimed(scene.state, 8) == P4


@pytest.mark.parametrize("wind", [1, 2])
def test_tiles_it_leads_by_two_are_ignored(wind: int) -> None:
    scene = Scene(1).water(P6, {NEUTRAL: 3, YOU: 1}).water(P5, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 4})
    assert aimed(scene.state, wind) == P5, "drops in clouds don't count here"


def test_when_all_tiles_are_ignored_there_is_no_target() -> None:
    scene = Scene(1, Options(non_random_targeting=True))
    for tile in (P1, P2, P3, P4, P5, P6):
        scene.water(tile, {NEUTRAL: 2})
    blown(scene, 1)
    assert scene.events == [SouthernWindRevealed(1), SouthernWindMissed(1, 1)]


def test_a_drop_of_yours_is_removed_from_the_highest_tile_where_it_does_not_lead_by_two() -> None:
    scene = Scene(1).water(P6, {NEUTRAL: 4, YOU: 2}).water(P3, {NEUTRAL: 2, YOU: 1}).water(P1, {YOU: 3})
    assert aimed(scene.state, 3) == P3


def test_aiming_rolls_no_die() -> None:
    scene = Scene(1, Options(non_random_targeting=True)).water(P2, {YOU: 1})
    blown(scene, 3)
    assert scene.events[1:] == [DropsTaken(YOU, P2, 1)]


# Weather -----------------------------------------------------------------------------------------


def test_after_your_wind_a_drop_of_yours_goes_north_from_p3_to_p6_in_order() -> None:
    scene = Scene(1).water(P3, {YOU: 1}).water(P5, {YOU: 2}).water(P6, {NEUTRAL: 2})
    table = scene.run(SouthernPush())
    assert of_kind(scene.events, DropMoved) == [
        DropMoved(NEUTRAL, P3, YOU, P1),
        DropMoved(NEUTRAL, P5, YOU, P3),
    ]
    assert lying(table.state, P6) == [0, 2]


def test_wind_weather_is_your_move_and_then_the_push() -> None:
    scene = Scene(1).water(P5, {YOU: 1})
    table = scene.run(WindWeather())
    assert kind(table, YOU) == "wind-weather"
    scene.answer(table, YOU, 4 * P5)
    events = scene.answer(table, YOU, P6)
    assert of_kind(events, DropMoved) == [DropMoved(YOU, P5, YOU, P6), DropMoved(NEUTRAL, P6, YOU, P4)]


def test_the_neutral_player_doubles_in_all_clouds_before_you() -> None:
    scene = Scene(1).cloud(P2, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 1})
    table = scene.run(SunWeather())
    assert of_kind(scene.events, DropsAdded) == [DropsAdded(NEUTRAL, P5, 1), DropsAdded(NEUTRAL, P2, 2)]
    assert table.state.skies[P2] == 2, "its turn is an effect of its own"
    assert offered(table, YOU) == [P2]


def test_with_too_few_drops_it_doubles_the_higher_positions_first() -> None:
    scene = (
        Scene(1).cloud(P1, {NEUTRAL: 1}).cloud(P4, {NEUTRAL: 3}).cloud(P6, {NEUTRAL: 1}).supply(NEUTRAL, 2)
    )
    scene.run(NeutralSun())
    assert scene.events == [DropsAdded(NEUTRAL, P6, 1), DropsAdded(NEUTRAL, P1, 1)], "three would be too many"


def test_the_neutral_player_overflows_before_you_double() -> None:
    scene = Scene(1).cloud(P2, {NEUTRAL: 4, YOU: 1}, thunder=True)
    table = scene.run(SunWeather())
    assert lying(table.state, P2) == [1, 8]
    assert not table.open, "no cloud is left to double in"


def test_a_drop_pushed_onto_p3_from_p5_stays_there_as_p3_was_checked_before() -> None:
    scene = Scene(1).water(P5, {YOU: 1})
    scene.run(SouthernPush())
    assert scene.events == [DropMoved(NEUTRAL, P5, YOU, P3)]


def test_crops_grow_and_dry_out_as_the_wind_pushes() -> None:
    scene = Scene(1).water(P3, {YOU: 2}).water(P1, {YOU: 1})
    scene.run(SouthernPush())
    assert scene.events == [DropMoved(NEUTRAL, P3, YOU, P1), CropDried(P3), CropDeveloped(P1)]


def test_you_break_ties_of_the_weather_and_a_tied_vote_advances_nobody() -> None:
    scene = Scene(1).votes(FROST, {YOU: 2, NEUTRAL: 2}).votes(SUN, {YOU: 1}).votes(WIND, {NEUTRAL: 1})
    table = scene.run(WeatherPhase())
    assert asked(table, YOU).kind == "choose-weather"
    scene.answer(table, YOU, SUN)
    assert of_kind(scene.events, VoteWon) == [VoteWon(FROST, ()), VoteWon(SUN, (YOU,))]


# Harvest -----------------------------------------------------------------------------------------


def test_a_harvest_comes_when_the_neutral_supply_is_out() -> None:
    scene = Scene(1).water(P1, {NEUTRAL: 2, YOU: 1}).supply(NEUTRAL, 0)
    table = scene.run(HarvestPhase())
    assert table.state.points == [2, 5]


def test_after_such_a_harvest_all_dice_are_rolled() -> None:
    scene = Scene(1).water(P1, {NEUTRAL: 2}).supply(NEUTRAL, 0)
    scene.state.dice = (0, 0, 3)
    rolls = ScriptedDraw([0, 1, 2])
    scene.run(HarvestPhase(), CleanUp(), chance=Scripted(**{"harvest-dice": [rolls]}))
    assert of_kind(scene.events, DiceRolled) == [DiceRolled((1, 2, 3))]


def test_no_harvest_while_the_neutral_player_has_drops() -> None:
    scene = Scene(1).water(P1, {NEUTRAL: 2, YOU: 1}).supply(NEUTRAL, 1)
    scene.run(HarvestPhase())
    assert scene.events == []


def test_a_tile_grows_by_drops_of_both() -> None:
    scene = Scene(1, crops={P1: GRASS}).water(P1, {NEUTRAL: 3, YOU: 2}, growth=0)
    table = scene.run()
    water_changed(table, P1)
    assert table.state.growth[P1] == 2

"""The Southern Winds: what the nine cards do, and to which tile."""

import pytest

from tests.petrichor.situations import NEUTRAL, P1, P2, P3, P4, P5, P6, YOU, Scene, floating
from tilth_rules.kernel import ScriptedChance, ScriptedDraw, Table
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.codes import GRASS
from tilth_rules.petrichor.events.votes import (
    NumberRolled,
    SouthernWindMissed,
    SouthernWindRevealed,
    SouthernWindsReshuffled,
)
from tilth_rules.petrichor.events.water import (
    CloudFormed,
    CloudGrew,
    CloudMoved,
    CloudOverflowed,
    CloudsMerged,
    CropDeveloped,
    CropDried,
    DropsAdded,
    DropsPlaced,
    DropsTaken,
)
from tilth_rules.petrichor.rounds.cleanup import CleanUp
from tilth_rules.petrichor.solo import NORTH_WEST, SOUTH_EAST, SouthernWind, preferred_target, targets


def blown(scene: Scene, wind: int, rolled: int = 1, *, icons: bool = False) -> Table:
    """You pass, and then this card is revealed, with the numeric die showing a number."""
    at = scene.state.winds.index(wind)
    chance = ScriptedChance(
        **{"southern-wind": [ScriptedDraw([at])], "numeric-die": [ScriptedDraw([rolled - 1])]}
    )
    return scene.after_actions(SouthernWind(icons), chance=chance)


# The nine cards -----------------------------------------------------------------------------------


def test_card_1_puts_a_neutral_drop_on_a_tile() -> None:
    scene = Scene(1)
    blown(scene, 1, rolled=4)
    assert scene.followed == [SouthernWindRevealed(1), NumberRolled(4), DropsPlaced(NEUTRAL, P4, 1)]


def test_card_2_puts_two_and_the_crop_may_grow() -> None:
    scene = Scene(1)
    blown(scene, 2, rolled=6)
    assert scene.followed[2:] == [DropsPlaced(NEUTRAL, P6, 2), CropDeveloped(P6)]


def test_card_3_takes_one_of_your_drops_off_a_tile_and_the_crop_may_dry_out() -> None:
    scene = Scene(1).water(P3, {YOU: 2})
    table = blown(scene, 3, rolled=4)
    assert scene.followed[2:] == [DropsTaken(YOU, P3, 1), CropDried(P3)]
    assert table.state.supply[YOU] == 19


def test_card_4_forms_a_cloud_of_two_neutral_drops_where_there_is_none() -> None:
    scene = Scene(1).cloud(P1, {YOU: 1})
    blown(scene, 4, rolled=1)
    assert scene.followed[2:] == [CloudFormed(NEUTRAL, P2, 2)]


@pytest.mark.parametrize("wind", [5, 6])
def test_cards_5_and_6_put_a_neutral_drop_into_a_cloud_which_may_overflow(wind: int) -> None:
    scene = Scene(1, crops={P2: GRASS}).cloud(P2, {YOU: 7}, thunder=True)
    blown(scene, wind, rolled=2)
    assert scene.followed[2:] == [DropsAdded(NEUTRAL, P2, 1), CloudOverflowed(P2), CropDeveloped(P2)]


@pytest.mark.parametrize(("tile", "to"), [(P4, P1), (P6, P3), (P3, P1), (P5, P3), (P2, P1)])
def test_card_7_moves_a_mixed_cloud_north_west(tile: int, to: int) -> None:
    scene = Scene(1).cloud(tile, {YOU: 1, NEUTRAL: 1})
    blown(scene, 7, rolled=1)
    assert scene.followed[2:] == [CloudMoved(tile, to)]
    assert NORTH_WEST[tile] == to


@pytest.mark.parametrize(("tile", "to"), [(P3, P6), (P1, P4), (P2, P4), (P4, P6), (P5, P6)])
def test_card_8_moves_a_pure_cloud_south_east(tile: int, to: int) -> None:
    scene = Scene(1).cloud(tile, {NEUTRAL: 2})
    blown(scene, 8, rolled=1)
    assert scene.followed[2:] == [CloudMoved(tile, to)]
    assert SOUTH_EAST[tile] == to


def test_a_mixed_cloud_on_p1_and_a_pure_one_on_p6_are_no_targets() -> None:
    for wind in (7, 8):
        scene = Scene(1).cloud(P1, {YOU: 1, NEUTRAL: 1}).cloud(P6, {NEUTRAL: 2})
        blown(scene, wind)
        assert scene.followed == [SouthernWindRevealed(wind), SouthernWindMissed(wind, 1)]


def test_a_pushed_cloud_merges_with_the_one_it_meets() -> None:
    scene = Scene(1).cloud(P4, {YOU: 1, NEUTRAL: 1}).cloud(P1, {YOU: 2})
    table = blown(scene, 7)
    assert scene.followed[2:] == [CloudsMerged(P4, P1)]
    assert floating(table.state, P1) == [3, 1]


def test_only_mixed_clouds_go_north_west_and_only_pure_ones_south_east() -> None:
    state = Scene(1).cloud(P3, {YOU: 1}).cloud(P4, {YOU: 1, NEUTRAL: 1}).cloud(P5, {NEUTRAL: 1}).state
    assert targets(state, 7) == [P4]
    assert targets(state, 8) == [P5]


def test_card_9_reshuffles_all_nine_until_another_card_comes() -> None:
    scene = Scene(1)
    scene.state.winds = (2, 9)
    draws = [ScriptedDraw([1]), ScriptedDraw([8]), ScriptedDraw([0])]
    table = scene.run(SouthernWind(False), chance=ScriptedChance(**{"southern-wind": draws}))
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


# Targets ------------------------------------------------------------------------------------------


def test_the_rulebooks_target_a_four_goes_round_to_p2() -> None:
    scene = Scene(1).water(P2, {YOU: 1}).water(P3, {YOU: 1})
    blown(scene, 3, rolled=4)
    assert scene.followed[1:3] == [NumberRolled(4), DropsTaken(YOU, P2, 1)]


def test_without_a_valid_target_the_neutral_player_scores_a_point() -> None:
    scene = Scene(1)
    table = blown(scene, 3)
    assert scene.followed == [SouthernWindRevealed(3), SouthernWindMissed(3, 1)]
    assert table.state.points == [0, 1]


@pytest.mark.parametrize("wind", [1, 2, 4, 5, 6])
def test_water_that_the_neutral_player_has_not_got_is_no_valid_target(wind: int) -> None:
    scene = Scene(1).cloud(P1, {YOU: 1}).supply(NEUTRAL, 0)
    blown(scene, wind)
    assert scene.followed[-1] == SouthernWindMissed(wind, 1)


def test_with_a_single_drop_left_it_places_that_one() -> None:
    scene = Scene(1).supply(NEUTRAL, 1)
    blown(scene, 2, rolled=1)
    assert scene.followed[-1] == DropsPlaced(NEUTRAL, P1, 1)


@pytest.mark.parametrize("rolled", [1, 2, 3, 4, 5, 6])
def test_a_rolled_number_is_that_position_if_it_is_valid(rolled: int) -> None:
    scene = Scene(1)
    blown(scene, 1, rolled)
    assert scene.followed[-1] == DropsPlaced(NEUTRAL, (P1, P2, P3, P4, P5, P6)[rolled - 1], 1)


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
    assert scene.followed[-1] == CloudFormed(NEUTRAL, P2, 1)


def test_clouds_move_even_without_a_neutral_drop_in_the_supply() -> None:
    scene = Scene(1).cloud(P1, {NEUTRAL: 2}).supply(NEUTRAL, 0)
    blown(scene, 8)
    assert scene.followed[-1] == CloudMoved(P1, P4)


# Non-random targeting -----------------------------------------------------------------------------


def aiming() -> Scene:
    return Scene(1, Options(non_random_targeting=True))


def test_the_rulebooks_aim_it_prefers_the_cloud_where_it_is_behind() -> None:
    scene = aiming().cloud(P6, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 1}).water(P5, {YOU: 2})
    blown(scene, 5)
    assert scene.followed == [SouthernWindRevealed(5), DropsAdded(NEUTRAL, P5, 1)]


def test_the_rulebooks_aim_leading_in_both_it_takes_the_highest() -> None:
    scene = aiming().cloud(P6, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 1})
    blown(scene, 6)
    assert scene.followed == [SouthernWindRevealed(6), DropsAdded(NEUTRAL, P6, 1), CloudGrew(P6)]


def test_drops_on_tile_and_cloud_count_together_for_clouds() -> None:
    scene = Scene(1).cloud(P6, {NEUTRAL: 1, YOU: 2}).water(P6, {NEUTRAL: 3}).cloud(P1, {NEUTRAL: 1, YOU: 2})
    assert preferred_target(scene.state, 5) == P1


def test_clouds_are_formed_and_moved_on_the_highest_tile_possible() -> None:
    scene = Scene(1).cloud(P6, {NEUTRAL: 2}).cloud(P4, {NEUTRAL: 1}).cloud(P2, {NEUTRAL: 1, YOU: 1})
    assert preferred_target(scene.state, 4) == P5
    assert preferred_target(scene.state, 7) == P2
    assert preferred_target(scene.state, 8) == P4


@pytest.mark.parametrize("wind", [1, 2])
def test_tiles_it_leads_by_two_are_ignored(wind: int) -> None:
    scene = Scene(1).water(P6, {NEUTRAL: 3, YOU: 1}).water(P5, {NEUTRAL: 2, YOU: 1}).cloud(P5, {NEUTRAL: 4})
    assert preferred_target(scene.state, wind) == P5, "drops in clouds don't count here"


def test_when_all_tiles_are_ignored_there_is_no_target() -> None:
    scene = Scene(1, Options(non_random_targeting=True))
    for tile in (P1, P2, P3, P4, P5, P6):
        scene.water(tile, {NEUTRAL: 2})
    blown(scene, 1)
    assert scene.followed == [SouthernWindRevealed(1), SouthernWindMissed(1, 1)]


def test_a_drop_of_yours_is_removed_from_the_highest_tile_where_it_does_not_lead_by_two() -> None:
    scene = Scene(1).water(P6, {NEUTRAL: 4, YOU: 2}).water(P3, {NEUTRAL: 2, YOU: 1}).water(P1, {YOU: 3})
    assert preferred_target(scene.state, 3) == P3


def test_aiming_rolls_no_die() -> None:
    scene = Scene(1, Options(non_random_targeting=True)).water(P2, {YOU: 1})
    blown(scene, 3)
    assert scene.followed[1:] == [DropsTaken(YOU, P2, 1)]

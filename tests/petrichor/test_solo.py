"""The solo game: its turns, the neutral player's votes, its weather and harvest, and the harder variants."""

import pytest

from tests.petrichor.situations import (
    NEUTRAL,
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
    YOU,
    Scene,
    asked,
    kind,
    lying,
    may_pass,
    of_kind,
    offered,
)
from tilth_rules.kernel import ScriptedChance, ScriptedDraw, Table
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.actions.growing import water_changed
from tilth_rules.petrichor.codes import FROST, GRASS, RAIN, SUN, WIND
from tilth_rules.petrichor.events.cards import CardsDiscarded
from tilth_rules.petrichor.events.rounds import DiceRolled, PlayerPassed
from tilth_rules.petrichor.events.votes import (
    DieLowered,
    SouthernWindMissed,
    SouthernWindRevealed,
    VotePlaced,
    VotesMissed,
    VoteWon,
)
from tilth_rules.petrichor.events.water import CropDeveloped, CropDried, DropMoved, DropsAdded, DropsPlaced
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.rounds.cleanup import CleanUp
from tilth_rules.petrichor.rounds.harvest import HarvestPhase
from tilth_rules.petrichor.rounds.turns import ActionPhase, SoloTurn, TakeTurn
from tilth_rules.petrichor.rounds.weather import SunWeather, WeatherPhase, WindWeather
from tilth_rules.petrichor.solo import NeutralSun, NeutralTurn, NeutralVotes, SouthernPush, SouthernWind


def blown(scene: Scene, wind: int, rolled: int = 1, *, icons: bool = False) -> Table:
    """Reveal this card, with the numeric die showing a number."""
    at = scene.state.winds.index(wind)
    chance = ScriptedChance(
        **{"southern-wind": [ScriptedDraw([at])], "numeric-die": [ScriptedDraw([rolled - 1])]}
    )
    return scene.run(SouthernWind(icons), chance=chance)


# Votes and dice -----------------------------------------------------------------------------------


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
    scene.after_actions(NeutralVotes(8))
    assert scene.followed == [VotePlaced(NEUTRAL, FROST), DieLowered(NEUTRAL, lowered, points)]


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


# Turns --------------------------------------------------------------------------------------------


def test_a_round_begins_with_a_neutral_turn_and_your_first_turn_is_no_pass() -> None:
    scene = Scene(1).hand(YOU, RAIN, RAIN)
    table = scene.run(ActionPhase())
    assert len(of_kind(scene.events, SouthernWindRevealed)) == 1
    assert not may_pass(table, YOU)


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
    assert scene.answer(table, YOU) == [PlayerPassed(YOU), CardsDiscarded(YOU, (SUN, RAIN))]
    assert table.over


def test_one_more_turn_gives_the_neutral_player_one_after_your_pass() -> None:
    scene = Scene(1, Options(one_more_turn=True)).hand(YOU, RAIN)
    table = scene.run(TakeTurn(YOU, 0))
    events = scene.answer(table, YOU)
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
    table = scene.run(TakeTurn(YOU, 0), chance=ScriptedChance(**{"southern-wind": draws}))
    events = scene.answer(table, YOU)
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
    scene.run(NeutralTurn(), chance=ScriptedChance(**{"southern-wind": draws}))
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
    scene.run(NeutralTurn(), chance=ScriptedChance(**{"southern-wind": draws}))
    assert of_kind(scene.events, SouthernWindRevealed) == [SouthernWindRevealed(1), SouthernWindRevealed(2)]
    assert of_kind(scene.events, VotePlaced) == [VotePlaced(NEUTRAL, RAIN)], "card 2 shows one Rain"


# Weather ------------------------------------------------------------------------------------------


def test_after_your_wind_a_drop_of_yours_goes_north_from_p3_to_p6_in_order() -> None:
    scene = Scene(1).water(P3, {YOU: 1}).water(P5, {YOU: 2}).water(P6, {NEUTRAL: 2})
    table = scene.after_actions(SouthernPush())
    assert of_kind(scene.followed, DropMoved) == [
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


# Harvest ------------------------------------------------------------------------------------------


def test_a_harvest_comes_when_the_neutral_supply_is_out() -> None:
    scene = Scene(1).water(P1, {NEUTRAL: 2, YOU: 1}).supply(NEUTRAL, 0)
    table = scene.run(HarvestPhase())
    assert table.state.points == [2, 5]


def test_after_such_a_harvest_all_dice_are_rolled() -> None:
    scene = Scene(1).water(P1, {NEUTRAL: 2}).supply(NEUTRAL, 0)
    scene.state.dice = (0, 0, 3)
    rolls = ScriptedDraw([0, 1, 2])
    scene.run(HarvestPhase(), CleanUp(), chance=ScriptedChance(**{"harvest-dice": [rolls]}))
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

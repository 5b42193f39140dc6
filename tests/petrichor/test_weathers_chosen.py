"""Which weathers come, and who breaks a tie."""

import pytest

from tests.petrichor.situations import BLUE, GREEN, RED, Scene, asked, decided, of_kind, offered
from tilth_rules.kernel import SPECTATOR
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WIND
from tilth_rules.petrichor.events.votes import VotesReturned, VoteWon
from tilth_rules.petrichor.rounds.weather import WeatherPhase
from tilth_rules.petrichor.view import view


def tally(frost: int, sun: int, wind: int, rain: int, **more: int) -> Scene:
    """Votes in all on each space, cast by three players."""
    scene = Scene(3, **more)  # type: ignore[arg-type]
    for weather, total in ((FROST, frost), (SUN, sun), (WIND, wind), (RAIN, rain)):
        scene.votes(weather, {side: (total + 2 - side) // 3 for side in range(3)})
    return scene


@pytest.mark.parametrize(("choice", "order"), [(FROST, (FROST, SUN)), (RAIN, (SUN, RAIN))])
def test_the_rulebooks_first_example_the_first_player_breaks_the_tie_for_second(
    choice: int, order: tuple[int, ...]
) -> None:
    scene = tally(frost=5, sun=7, wind=4, rain=5, first=GREEN)
    table = scene.run(WeatherPhase())
    assert table.pending_seats == [GREEN]
    decision = asked(table, GREEN)
    assert (decision.kind, list(decision.options), decision.min_picks, decision.max_picks) == (
        "choose-weather",
        [FROST, RAIN],
        1,
        1,
    )
    scene.answer(table, GREEN, choice)
    assert decided(scene) == [order]


def test_the_rulebooks_second_example_needs_no_decision() -> None:
    scene = tally(frost=4, sun=6, wind=6, rain=4)
    scene.after_actions(WeatherPhase())
    assert decided(scene) == [(SUN, WIND)]


def test_three_tied_for_the_most_leave_two_to_choose() -> None:
    scene = tally(frost=5, sun=5, wind=5, rain=4)
    decision = asked(scene.run(WeatherPhase()), RED)
    assert (list(decision.options), decision.min_picks, decision.max_picks) == ([FROST, SUN, WIND], 2, 2)


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
    assert decision.min_picks == decision.max_picks == 2 - len(comes)
    scene.answer(table, BLUE, *tied[-decision.max_picks :])
    assert decided(scene) == [tuple(sorted([*comes, *tied[-decision.max_picks :]]))]


def test_without_any_vote_the_first_player_chooses_two() -> None:
    decision = asked(tally(frost=0, sun=0, wind=0, rain=0).run(WeatherPhase()), RED)
    assert (decision.min_picks, decision.max_picks, len(decision.options)) == (2, 2, 4)


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
    assert (list(decision.options), decision.min_picks, decision.max_picks) == ([FROST, SUN, RAIN], 2, 2)
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


@pytest.mark.parametrize(
    ("votes", "round_", "shown"),
    [
        ((0, 0, 0, 0), 1, ()),
        ((0, 2, 0, 0), 1, (SUN,)),
        ((3, 2, 1, 0), 1, (FROST, SUN)),
        ((3, 2, 2, 1), 1, (FROST, SUN, WIND)),
        ((3, 2, 2, 1), 4, (FROST, SUN, WIND, RAIN)),
    ],
)
def test_the_view_shows_the_weathers_that_would_come_now(
    votes: tuple[int, int, int, int], round_: int, shown: tuple[int, ...]
) -> None:
    state = tally(*votes, round_number=round_).state
    assert view(state, SPECTATOR).leading_weathers == shown

"""Options of solo matches: the cards to begin with, the order of the round cards, a series without end."""

import pytest

from tests.agricola.situations import ANN, Scene
from tests.agricola.test_hands import kinds, started
from tests.seeds import Seeds
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as INDEX_OF_SPACE
from tilth_rules.agricola.content.spaces import ROUND_CARDS, SPACES
from tilth_rules.agricola.options import target_points
from tilth_rules.agricola.rounds.placement import spaces_for
from tilth_rules.agricola.state import State
from tilth_rules.conformance import conforms
from tilth_rules.kernel import OptionsRefused

PRINTED = tuple(SPACES[space].id for stage in ROUND_CARDS for space in stage)
TURNED = tuple(SPACES[space].id for stage in ROUND_CARDS for space in reversed(stage))
"""The round cards, each stage's in an order of its own."""
MINORS = ("E11", "E12", "I70")
OCCUPATIONS = ("E175", "K293")
SEVEN = ("E150", "E171", "E172", "E174", "E175", "E176", "K293")


def test_chosen_cards_are_in_hand_and_the_rest_is_dealt() -> None:
    state: State = started(Options(own_cards=MINORS + OCCUPATIONS), 1).state
    hand = state.seats[ANN].hand
    assert {INDEX[name] for name in MINORS + OCCUPATIONS} <= set(hand)
    assert kinds(hand) == (7, 7)
    assert len(set(hand)) == 14


def test_a_choice_of_seven_out_of_ten_may_have_own_cards_among_them() -> None:
    table = started(Options(own_cards=MINORS, ten_keep_seven=True), 1)
    assert kinds(table.state.seats[ANN].hand) == (10, 10)
    assert {INDEX[name] for name in MINORS} <= set(table.state.seats[ANN].hand)


def test_round_cards_come_in_the_order_they_were_laid_in() -> None:
    options = Options(family=True, round_cards=TURNED)
    for seed in range(3):
        state: State = conforms(game, options, 1, seed, thorough=False).table.state
        assert tuple(SPACES[space].id for space in state.order) == TURNED


@pytest.mark.parametrize(("round_", "admitted"), [(10, False), (11, True)])
def test_the_chamberlain_goes_ahead_of_the_rounds_from_the_eleventh_on_only(
    round_: int, admitted: bool
) -> None:
    scene = Scene(1, Options(round_cards=PRINTED), round_=round_).owns(ANN, "I238")
    scene.has(ANN, grain=1).fields(ANN, "")
    scene.state.ahead = tuple(INDEX_OF_SPACE[name] for name in PRINTED[round_:])
    assert (INDEX_OF_SPACE["R5-PLOUGHSOW"] in spaces_for(scene.state, ANN)) is admitted


def test_a_series_continues_after_its_eighth_game_by_a_point_a_time() -> None:
    assert [target_points(number) for number in (0, 1, 8, 9, 12)] == [50, 50, 67, 68, 71]
    options = Options(series=9, permanent=SEVEN)
    game.check(options, 1)
    state: State = started(options, 1).state
    assert kinds(state.seats[ANN].hand) == (7, 0)
    assert game.view(state, ANN).target == 68  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "seats", "field"),
    [
        (Options(own_cards=("E11",)), 2, "own_cards"),
        (Options(own_cards=("E11", "E11")), 1, "own_cards"),
        (Options(own_cards=("A1",)), 1, "own_cards"),
        (Options(own_cards=("E11",), without_e=True), 1, "own_cards"),
        (Options(own_cards=("E11",), family=True), 1, "own_cards"),
        (Options(own_cards=tuple(f"E{n}" for n in range(11, 19))), 1, "own_cards"),
        (Options(own_cards=("E175",), series=2, permanent=("E175",)), 1, "own_cards"),
        (Options(round_cards=TURNED), 2, "round_cards"),
        (Options(round_cards=TURNED[::-1]), 1, "round_cards"),
        (Options(round_cards=TURNED[:-1]), 1, "round_cards"),
        (Options(round_cards=(*TURNED, "R1-SOW")), 1, "round_cards"),
        (Options(series=101, permanent=OCCUPATIONS), 1, "series"),
        (Options(series=9, permanent=OCCUPATIONS), 1, "permanent"),
    ],
)
def test_options_that_a_solo_match_cannot_have_are_refused(options: Options, seats: int, field: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(options, seats)
    assert refused.value.field == field


def test_a_match_with_everything_settled_obeys_the_laws(seeds: Seeds) -> None:
    for seed in seeds(3):
        conforms(
            game, Options(own_cards=MINORS + OCCUPATIONS, round_cards=TURNED, three_for_one=True), 1, seed
        )


def test_a_card_that_is_not_dealt_is_named_in_spite_of_room_in_the_hand() -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(Options(own_cards=("E175",), series=9, permanent=SEVEN), 1)
    assert refused.value.why == "E175 is not a card that can be dealt"


def test_a_permanent_forester_has_plots_for_wood_from_the_start() -> None:
    state: State = started(Options(series=2, permanent=("K278",)), 1).state
    assert state.seats[ANN].plot_cards == [INDEX["K278"]] * 3

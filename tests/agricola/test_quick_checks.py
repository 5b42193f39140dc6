"""Quick checks of a space from a seat's goods and farm: they find the result of the acts' own tests, or None."""

from itertools import product

import pytest

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola import Options
from tilth_rules.agricola.actions.improvements import can_build_major, majors
from tilth_rules.agricola.actions.quick_checks import can_pay_major
from tilth_rules.agricola.actions.spaces import ALWAYS, GATHERING, usable, uses_of
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.content.cards import CARDS, MAJORS
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import ROUND_CARDS, SPACES, board
from tilth_rules.agricola.rounds.placement import spaces_for

FAMILY = Options(family=True)


def quick_result(scene: Scene, space: str) -> bool | None:
    return uses_of("").quick_checks[SPACE_INDEX[space]](scene.state, scene.seat())


@pytest.mark.parametrize("seats", range(1, 6))
def test_in_the_family_game_a_quick_check_tells_all_that_is_not_plain_anyway(seats: int) -> None:
    scene = Scene(seats, FAMILY, round_=1)
    for space in (*board(seats, family=True), *(space for stage in ROUND_CARDS for space in stage)):
        if not ALWAYS[space]:
            assert quick_result(scene, SPACES[space].id) == usable(scene.state, Facts(ANN, space)), SPACES[
                space
            ].id


def test_family_growth_from_the_fifth_round_on_is_not_seen_before() -> None:
    assert quick_result(Scene(5, round_=4).rooms(ANN, 3), "P5-OCCGROW") is None
    assert quick_result(Scene(5, round_=5).rooms(ANN, 3), "P5-OCCGROW") is True
    assert quick_result(Scene(5, round_=5).rooms(ANN, 2), "P5-OCCGROW") is None


def test_a_quick_check_tells_nothing_where_a_hand_may_help() -> None:
    assert quick_result(Scene(), "R1-IMPR") is None
    assert quick_result(Scene(options=FAMILY), "R1-IMPR") is False
    assert quick_result(Scene().has(ANN, clay=2), "R1-IMPR") is True


def test_a_quick_check_tells_nothing_where_a_card_may_make_it_cheaper() -> None:
    scene = Scene().has(ANN, clay=2)
    assert quick_result(scene, "R2-RENO") is False
    assert quick_result(scene.owns(ANN, "E199"), "R2-RENO") is None


@pytest.mark.parametrize("left", [MAJORS, MAJORS[1:], MAJORS[2:], MAJORS[3:], MAJORS[4:], MAJORS[::3], ()])
def test_a_major_improvement_can_be_paid_where_one_is_found_one_by_one(left: tuple[int, ...]) -> None:
    scene = Scene(options=FAMILY)
    for card in MAJORS:
        if card not in left:
            scene.state.owner[card] = 1
    for wood, clay, reed, stone in product((0, 1, 2, 9), range(7), (0, 1, 2, 9), (0, 1, 2, 3, 9)):
        scene.has(ANN, wood=wood, clay=clay, reed=reed, stone=stone)
        found = bool(majors(scene.state, ANN))
        assert can_pay_major(scene.state, scene.seat()) == can_build_major(scene.state, ANN) == found


def test_a_fireplace_pays_for_a_hearth() -> None:
    scene = Scene(options=FAMILY).owns(ANN, "A1")
    scene.state.owner[MAJORS[1]] = 1
    assert can_pay_major(scene.state, scene.seat())
    for card in MAJORS:
        if CARDS[card].id in ("A3", "A4"):
            scene.state.owner[card] = 1
    assert not can_pay_major(scene.state, scene.seat())


def test_gathered_goods_are_of_use_and_an_empty_space_is_not() -> None:
    scene = Scene(options=FAMILY)
    fishing = SPACE_INDEX["B-FISH"]
    assert GATHERING[fishing]
    assert fishing not in spaces_for(scene.state, ANN)
    assert fishing in spaces_for(scene.heap("B-FISH", food=1).state, ANN)

"""The variants of the flick phase: no pushing, and hands that tremble."""

import pytest

from tests.sonora.ports import at, rests
from tests.sonora.situations import BLUE, RED, Scene, disc, kind, of_kind, without_reflicks
from tilth_rules.kernel import ScriptedChance, ScriptedDraw
from tilth_rules.sonora import Options
from tilth_rules.sonora.codes import ON_BOARD, SHOVED
from tilth_rules.sonora.events.flicks import DiscFlicked, DiscOut
from tilth_rules.sonora.rounds.flick_phase import Aim

MINE, OTHERS = disc(RED, 3), disc(BLUE, 1)
AGAIN = 1


@pytest.mark.parametrize(
    ("place", "far", "lost"),
    [((-50, 50), False, True), ((-50, 50), True, False), ((50, 50), False, False), ((0, 50), False, False)],
)
def test_without_pushing_the_zone_at_ones_corner_is_reached_by_the_far_edge_only(
    place: tuple[float, float], far: bool, lost: bool
) -> None:
    scene = without_reflicks(Scene(2, Options(no_pushing=True)))
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, *place, touched_far_edge=far)])
    out = of_kind(scene.flick(table, RED), DiscOut)
    assert out == ([DiscOut(RED, MINE, SHOVED)] if lost else [])


@pytest.mark.parametrize(
    ("number", "place"), [(1, (50, -50)), (2, (50, 50)), (3, (-50, 50)), (4, (-50, -50)), (5, (50, -50))]
)
def test_the_zone_at_ones_corner_is_another_in_every_round(number: int, place: tuple[float, float]) -> None:
    """Blue sits across from red, who began at the ruins."""
    scene = without_reflicks(Scene(2, Options(no_pushing=True), round_number=number))
    table = scene.run(Aim(BLUE, OTHERS), facts=[rests(OTHERS, *place)])
    assert of_kind(scene.flick(table, BLUE), DiscOut) == [DiscOut(BLUE, OTHERS, SHOVED)]


def test_with_pushing_anything_goes() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, -50, 50)])
    assert not of_kind(scene.flick(table, RED), DiscOut)


def test_without_pushing_a_reflick_may_still_mend_it() -> None:
    scene = Scene(2, Options(no_pushing=True))
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, -50, 50), rests(MINE, 50, 50)])
    scene.flick(table, RED)
    assert kind(table, RED) == "reflick"
    scene.answer(table, RED, AGAIN)
    scene.flick(table, RED)
    assert scene.state.where[MINE] == ON_BOARD


def test_a_disc_shoved_there_later_by_somebody_else_stays() -> None:
    scene = without_reflicks(Scene(2, Options(no_pushing=True))).on_board(OTHERS, 50, -50)
    fact = rests(MINE, 20, 20, others=(at(OTHERS, 60, -60),))
    scene.flick(scene.run(Aim(RED, MINE), facts=[fact]), RED)
    assert scene.state.where[OTHERS] == ON_BOARD


def test_a_steady_hand_errs_in_nothing_and_draws_no_chance() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20)])
    scene.flick(table, RED, 500, 500, 1000, 0)
    assert (scene.script.questions[0].heading, scene.script.questions[0].speed) == (30500, 32_000)
    assert scene.records[-1].draws == ()


@pytest.mark.parametrize(
    ("numbers", "heading", "speed"),
    [([150, 0, 30, 0], 30500 - 150, 61_800), ([0, 200, 0, 50], 30500 + 200, 57_000)],
)
def test_a_trembling_hand_errs_by_seeded_chance(numbers: list[int], heading: int, speed: int) -> None:
    scene = without_reflicks(Scene(2, Options(tremor=True)))
    power = 82
    table = scene.run(
        Aim(RED, MINE), facts=[rests(MINE, 20, 20)], chance=ScriptedChance(tremor=[ScriptedDraw(numbers)])
    )
    events = scene.flick(table, RED, 500, 500, 1000, power)
    flicked = of_kind(events, DiscFlicked)[0]
    assert isinstance(flicked, DiscFlicked)
    assert flicked.heading == heading
    assert abs(flicked.speed - speed) < 100
    assert scene.records[-1].draws == (("tremor", 0),)


def test_a_trembling_hand_keeps_to_the_bounds() -> None:
    scene = without_reflicks(Scene(2, Options(tremor=True)))
    chance = ScriptedChance(tremor=[ScriptedDraw([200, 0, 0, 50])])
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20)], chance=chance)
    scene.flick(table, RED, 0, 0, 4500, 0)
    assert (scene.script.questions[0].heading, scene.script.questions[0].speed) == (27000, 32_000)

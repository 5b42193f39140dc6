"""Spaces with several parts, and cards that act at one moment: one may make the next possible.

Random farms try every space of the data with two parts, and every pair of cards that listen to one moment.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.agricola.situations import ANN, Scene
from tests.seeds import examples
from tilth_rules.agricola import Options
from tilth_rules.agricola.actions.parts import MAY, possible
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import FIELD_ENDS, NIGHT, ROUND
from tilth_rules.agricola.cards.registry import LISTENERS
from tilth_rules.agricola.cards.steps import has_work
from tilth_rules.agricola.codes import GRAIN, NOBODY, VEGETABLE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import SPACES, Space
from tilth_rules.agricola.moves.numbers import (
    BUILD_STABLE,
    PART_PLOUGH,
    PART_SOW,
    PLOUGH_FIELD,
    SOW_PLOT,
    USE_CARD,
    part_option,
)
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.kernel import Choose
from tilth_rules.random_play import inside

FAMILY = Options(family=True)


# Plough and/or sow -------------------------------------------------------------------------------


def test_the_field_that_was_just_ploughed_is_sown() -> None:
    scene = Scene(round_=12).has(ANN, grain=1).use(ANN, "R5-PLOUGHSOW")
    assert scene.kind() == "field"
    scene.answer(ANN, PLOUGH_FIELD.option(4))
    assert (scene.kind(), scene.choices()) == ("sow", [SOW_PLOT.option(4, GRAIN)])
    scene.answer(ANN, SOW_PLOT.option(4, GRAIN))
    assert scene.seat().yard.stacks[4] == 3
    assert scene.kind() == "", "the turn has ended"


def test_the_field_that_was_just_ploughed_need_not_be_sown() -> None:
    scene = Scene(round_=12, options=FAMILY).has(ANN, grain=1).use(ANN, "R5-PLOUGHSOW")
    scene.answer(ANN, PLOUGH_FIELD.option(4)).answer(ANN)
    assert scene.got() == {}
    assert scene.kind() == ""


def test_all_fields_of_a_deep_plough_are_sown() -> None:
    scene = Scene(round_=12).owns(ANN, "E61").has(ANN, grain=1, vegetable=1).use(ANN, "R5-PLOUGHSOW")
    scene.with_card(ANN, "E61")
    for cell in (4, 3, 2):
        scene.answer(ANN, PLOUGH_FIELD.option(cell))
    scene.answer(ANN, SOW_PLOT.option(3, GRAIN)).answer(ANN, SOW_PLOT.option(2, VEGETABLE))
    assert [scene.seat().yard.stacks[cell] for cell in (2, 3, 4)] == [2, 3, 0]


def test_without_seed_nothing_is_asked_after_ploughing() -> None:
    scene = Scene(round_=12).use(ANN, "R5-PLOUGHSOW").answer(ANN, PLOUGH_FIELD.option(4))
    assert scene.kind() == ""


def test_sowing_alone_can_be_chosen_where_both_are_possible() -> None:
    scene = Scene(round_=12).fields(ANN, "").has(ANN, grain=2).use(ANN, "R5-PLOUGHSOW")
    assert set(scene.choices()) == {part_option(PART_PLOUGH), part_option(PART_SOW)}
    scene.answer(ANN, part_option(PART_SOW)).answer(ANN, SOW_PLOT.option(14, GRAIN))
    assert scene.kind() == "", "a seat that sows first no longer ploughs"


# Every space with parts --------------------------------------------------------------------------

IN_PARTS = [space for space in SPACES if space.form in ("and_or", "then")]
KINDS_BY_STEP = {
    acts.BuildRooms: "room",
    acts.BuildStables: "stable",
    acts.BuildFences: "fence",
    acts.Plough: "field",
    acts.Sow: "sow",
    acts.Bake: "bake",
    acts.Improve: "improvement",
}
"""The kind of the first question of each part that can be done."""
AROUND = (
    "E155",
    "E41",
    "I222",
    "I224",
    "K111",
    "K112",
    "K310",
    "E160",
    "E213",
    "E176",
    "E19",
    "E149",
    "I219",
)
"""Cards that act between the parts of a space, and bring something."""


def farm(random: Random, options: Options) -> Scene:
    """Return a random farm on which many acts are just possible, or just not."""
    scene = Scene(2, options, round_=12).rooms(ANN, random.choice((2, 3)), random.choice((0, 0, 1)))
    for good, most in (("wood", 7), ("clay", 5), ("reed", 3), ("stone", 3), ("grain", 2), ("vegetable", 1)):
        scene.has(ANN, **{good: random.randint(0, most)})
    scene.fields(ANN, *random.choice(((), (), ("",), ("grain 2",), ("", "grain 1"))))
    scene.owns(ANN, *random.sample(("A1", "A3", "A5"), random.randint(0, 2)))
    if not options.family:
        scene.owns(ANN, *random.sample(AROUND, random.randint(0, 3)))
        scene.holds(ANN, *random.sample(("E16", "E39", "E12", "K107"), random.randint(0, 2)))
    return scene


def plays_first_part(scene: Scene, space: Space, random: Random) -> list[str]:
    """Use the space, with as much of the first part as chance allows. Return the kinds of the questions."""
    kinds = []
    scene.use(ANN, space.id)
    while scene.kind(ANN) not in ("", "place", "end-turn"):
        decision = scene.decision(ANN)
        kinds.append(decision.kind)
        if decision.kind == "part":
            assert isinstance(decision, Choose)
            scene.answer(ANN, decision.options[0])
            continue
        chosen, measured = inside(decision, random)
        scene.answer(ANN, *(chosen or measured))
    return kinds


@pytest.mark.parametrize("space", IN_PARTS, ids=lambda space: space.id)
@examples(100, 600)
@given(seed=st.integers(0, 2**32))
def test_a_later_part_that_an_earlier_one_makes_possible_is_always_offered(space: Space, seed: int) -> None:
    random = Random(seed)
    scene = farm(random, FAMILY if space.side == "family" else Options())
    facts = Facts(ANN, scene.opened(space.id))
    scene.run(PlacePerson(ANN))
    if facts.space not in scene.choices():
        return
    kinds = plays_first_part(scene, space, random)
    for later in space.do[1:]:
        if possible(scene.state, facts, later, MAY):
            assert KINDS_BY_STEP[type(later)] in kinds, f"{space.id}: {kinds}"


# Cards that act at one moment --------------------------------------------------------------------


def test_a_card_is_paid_for_with_the_food_that_another_has_just_brought() -> None:
    scene = Scene().owns(ANN, "K126", "K268").heap("B-REED1", reed=1).use(ANN, "B-REED1")
    assert scene.got() == {"reed": 1, "food": 2}
    assert scene.kind() == "next-card"
    assert scene.with_card(ANN, "K268", 2).got() == {"reed": 2, "food": 1}


def test_a_stable_is_built_of_the_wood_that_another_card_has_just_brought() -> None:
    scene = Scene().rooms(ANN, 2, house=2).fields(ANN, "").owns(ANN, "I254", "I340").comes(ROUND)
    assert scene.got() == {"wood": 1}
    assert scene.kind() == "next-card"
    scene.with_card(ANN, "I254").answer(ANN, BUILD_STABLE.option(4))
    assert scene.seat().yard.stables == 1 << 4
    assert scene.got() == {}


MOMENTS = (FIELD_ENDS, NIGHT, ROUND)
DRAWS = "K304"
"""The card that draws by chance, the Veterinarian."""


def optional_ways(scene: Scene, moment: int) -> list[Call]:
    """Return the optional effects of Ann's cards at a moment that are possible now."""
    found = []
    for card in scene.seat().cards:
        for slot, listener in enumerate(LISTENERS[moment][card]):
            call = Call(ANN, card, moment, slot, Facts(NOBODY))
            if listener.optional and has_work(scene.state, call, listener):
                found.append(call)
    return found


@pytest.mark.parametrize("moment", MOMENTS)
@examples(50, 300)
@given(seed=st.integers(0, 2**32))
def test_effects_that_one_card_makes_possible_for_another_are_offered(moment: int, seed: int) -> None:
    random = Random(seed)
    listening = [card.id for at, card in enumerate(CARDS) if LISTENERS[moment][at] and card.id != DRAWS]
    scene = farm(random, Options())
    scene.state.round = random.choice((7, 8, 11, 13))
    scene.seat().yard.house = random.randint(0, 2)
    scene.owns(ANN, *random.sample(listening, min(4, len(listening)))).comes(moment)
    used: list[tuple[int, int]] = []
    while ANN in scene.table.open:
        decision = scene.decision(ANN)
        if decision.kind == "next-card" and not scene.choices():
            return  # the rest must be paid for, and the owner is asked
        if decision.kind == "next-card":
            used.append(USE_CARD.parts(scene.choices()[0]))
            scene.answer(ANN, scene.choices()[0])
            continue
        chosen, measured = inside(decision, random)
        scene.answer(ANN, *(chosen or measured))
    assert [call for call in optional_ways(scene, moment) if (call.card, call.slot) not in used] == []

"""Cards with an action as soon as they are played, and cards that are only points."""

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.counted import counter_of
from tilth_rules.agricola.cards.counting import NO_FACTS
from tilth_rules.agricola.codes import CLAY_HOUSE, GRAIN, STONE_HOUSE, VEGETABLE, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.moves.numbers import BUILD_ROOM, BUILD_STABLE, GIVE_UP_CARD, PLOUGH_FIELD, SOW_PLOT
from tilth_rules.agricola.scoring import CARDS_LINE, sheets

FIELD = 3
"""A cell that every farm has free."""


# Actions at once ---------------------------------------------------------------------------------


def test_e11_field_may_be_ploughed_at_once() -> None:
    scene = Scene().play(ANN, "E11").with_card(ANN, "E11").answer(ANN, PLOUGH_FIELD.option(FIELD))
    assert scene.seat().yard.fields == 1 << FIELD
    assert scene.kind() == ""


def test_e52_a_stable_may_be_built_for_nothing() -> None:
    scene = Scene().play(ANN, "E52").with_card(ANN, "E52").answer(ANN, BUILD_STABLE.option(FIELD))
    assert scene.seat().yard.stables == 1 << FIELD
    assert (scene.got(), scene.kind()) == ({}, "")


def room_at_once(name: str, house: int) -> tuple[int, dict[str, int]]:
    scene = Scene().rooms(ANN, 2, house).play(ANN, name)
    if scene.kind() == "next-card":
        assert scene.with_card(ANN, name).answer(ANN, BUILD_ROOM.first).kind() == ""
    return scene.seat().yard.rooms.bit_count(), scene.got()


def test_e55_a_stone_house_gets_a_room_for_nothing() -> None:
    assert [room_at_once("E55", house) for house in (WOODEN, CLAY_HOUSE, STONE_HOUSE)] == [
        (2, {}),
        (2, {}),
        (3, {}),
    ]


def test_i81_a_wooden_hut_gets_a_room_for_nothing() -> None:
    assert [room_at_once("I81", house) for house in (WOODEN, CLAY_HOUSE, STONE_HOUSE)] == [
        (3, {}),
        (2, {}),
        (2, {}),
    ]


def test_k132_a_clay_hut_gets_a_room_for_nothing() -> None:
    assert [room_at_once("K132", house) for house in (WOODEN, CLAY_HOUSE, STONE_HOUSE)] == [
        (2, {}),
        (3, {}),
        (2, {}),
    ]


def plough_at_once(scene: Scene, name: str) -> int:
    """Return how many fields the card lets its owner plough."""
    scene.play(ANN, name)
    assert scene.kind() in ("next-card", "")
    if scene.kind():
        scene.with_card(ANN, name)
    while scene.kind() == "field":
        scene.answer(ANN, scene.choices()[0])
    return scene.seat().yard.fields.bit_count()


def test_k124_ploughs_a_field_for_each_plough_on_the_table() -> None:
    assert plough_at_once(Scene(), "K124") == 0
    assert plough_at_once(Scene().owns(ANN, "E61").owns(BOB, "K115"), "K124") == 2
    every = Scene().owns(ANN, "E61", "E62", "I63").owns(BOB, "K115", "K119", "I68")
    assert plough_at_once(every, "K124") == 6


def test_k134_ploughs_up_to_three_fields_but_no_more_than_rounds_are_left() -> None:
    assert plough_at_once(Scene(round_=5), "K134") == 3
    assert plough_at_once(Scene(round_=12), "K134") == 2
    assert plough_at_once(Scene(round_=14), "K134") == 0


def test_k137_may_be_followed_by_sowing_on_the_card_and_on_fields() -> None:
    scene = Scene().has(ANN, vegetable=1, grain=1).fields(ANN, "").play(ANN, "K137").with_card(ANN, "K137", 0)
    assert scene.choices() == [
        SOW_PLOT.option(14, GRAIN),
        SOW_PLOT.option(14, VEGETABLE),
        SOW_PLOT.option(15, VEGETABLE),
    ]
    scene.answer(ANN, SOW_PLOT.option(15, VEGETABLE)).answer(ANN, SOW_PLOT.option(14, GRAIN))
    assert scene.seat().plot_stacks == [2]
    assert scene.seat().yard.stacks[14] == 3


def test_e180_brings_a_vegetable_that_may_be_sown_at_once() -> None:
    scene = Scene().has(ANN, grain=1, vegetable=1).fields(ANN, "", "").play(ANN, "E180")
    scene.with_card(ANN, "E180", 1)
    assert scene.choices() == [SOW_PLOT.option(13, VEGETABLE), SOW_PLOT.option(14, VEGETABLE)]
    scene.answer(ANN, SOW_PLOT.option(14, VEGETABLE))
    assert scene.kind() == ""
    assert scene.got() == {}
    assert scene.seat().yard.stacks[14] == 2


def test_k291_lover_a_child_comes_without_a_room() -> None:
    scene = Scene().play(ANN, "K291")
    assert len(scene.seat().kinds) == 3
    assert scene.seat().born[2] == 1


# Cards that are only points, a price or a number ----------------------------------------------------


def test_e38_costs_two_improvements_with_the_goods_they_have_laid() -> None:
    scene = Scene(round_=3).owns(ANN, "E18").play(ANN, "E43").holds(ANN, "E38")
    scene.do(ANN, acts.Improve()).plays(ANN, "E38")
    for name in ("E18", "E43"):
        scene.answer(ANN, GIVE_UP_CARD.option(INDEX[name]))
    assert scene.seat().cards == [INDEX["E38"]]
    assert (scene.laid(), scene.seat().plot_cards) == ([], [])
    assert sheets(scene.state)[ANN][CARDS_LINE] == 2


def test_e44_gives_points_and_does_nothing() -> None:
    scene = Scene().play(ANN, "E44")
    assert scene.got() == {}
    assert sheets(scene.state)[ANN][CARDS_LINE] == CARDS[INDEX["E44"]].points > 0


def test_e148_academic_counts_as_two_occupations() -> None:
    scene = Scene().owns(ANN, "E148", "E149")
    assert counter_of("occupation_worth")(scene.state, ANN, NO_FACTS) == 3
    assert counter_of("occupations")(scene.state, ANN, NO_FACTS) == 2

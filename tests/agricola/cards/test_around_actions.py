"""Cards that act around the use of a space: before it, after it, or by leaving goods there."""

from tests.agricola.cards.hauling import fetching, silent, watching
from tests.agricola.situations import ANN, Scene

# Some is left ------------------------------------------------------------------------------------


def left(name: str, space: str, seats: int = 2, **lying: int) -> tuple[dict[str, int], dict[str, int]]:
    """Return the goods that the owner brings home, and those that stay there, if the card is used."""
    scene = Scene(seats).owns(ANN, name).heap(space, **lying).use(ANN, space).with_card(ANN, name)
    return scene.got(), scene.lies(space)


def test_e34_basket_leaves_two_wood_for_three_food() -> None:
    assert left("E34", "B-WOOD3", wood=3) == ({"wood": 1, "food": 3}, {"wood": 2})


def test_e34_basket_needs_two_wood_to_leave() -> None:
    assert fetching("E34", "B-WOOD3", wood=1).kind() != "next-card"


def test_e34_basket_may_be_refused() -> None:
    scene = fetching("E34", "B-WOOD3", wood=3).answer(ANN)
    assert (scene.got(), scene.lies("B-WOOD3")) == ({"wood": 3}, {})


def test_e196_leaves_a_wood_for_two_food() -> None:
    assert left("E196", "B-WOOD3", wood=3) == ({"wood": 2, "food": 2}, {"wood": 1})


def test_i253_leaves_two_wood_for_a_boar() -> None:
    assert left("I253", "B-WOOD3", wood=3) == ({"wood": 1, "boar": 1}, {"wood": 2})


def test_e169_leaves_a_food_for_a_vegetable() -> None:
    assert left("E169", "P4-TRAVEL", 4, food=3) == ({"food": 2, "vegetable": 1}, {"food": 1})
    assert silent("E169")
    scene = watching(Scene(5).owns(ANN, "E169")).with_card(ANN, "E169")
    assert scene.got() == {"food": 1, "vegetable": 1}
    scene = Scene(4).owns(ANN, "E169").heap("B-FISH", food=2).use(ANN, "B-FISH")
    assert scene.kind() != "next-card"


def test_wood_that_one_card_leaves_is_not_there_for_another() -> None:
    scene = Scene().owns(ANN, "E34", "I253").heap("B-WOOD3", wood=3)
    scene.use(ANN, "B-WOOD3").with_card(ANN, "E34")
    assert scene.kind() != "next-card"
    assert scene.got() == {"wood": 1, "food": 3}


# Before the space is used -------------------------------------------------------------------------


def test_i259_buys_an_animal_before_the_animals_are_taken() -> None:
    for way, (space, good) in enumerate(
        (("R1-SHEEP", "sheep"), ("R3-BOAR", "boar"), ("R4-CATTLE", "cattle"))
    ):
        scene = Scene().owns(ANN, "I259").pasture(ANN, 3).has(ANN, food=1).heap(space, **{good: 1})
        scene.use(ANN, space).with_card(ANN, "I259", way)
        assert scene.got() == {good: 2, "food": -1}
    assert silent("I259")


def test_k266_brings_a_grain_to_be_sown_or_turns_one_into_a_vegetable() -> None:
    scene = Scene().owns(ANN, "K266").fields(ANN, "").use(ANN, "R1-SOW")
    assert scene.kind() == "sow"
    assert scene.got() == {"grain": 1}
    scene = (
        Scene().owns(ANN, "K266").fields(ANN, "").has(ANN, grain=1).use(ANN, "R1-SOW").takes(ANN, "vegetable")
    )
    assert scene.got() == {"grain": -1, "vegetable": 1}
    assert silent("K266")


# After the space is used --------------------------------------------------------------------------


def test_i225_may_plough_after_taking_grain() -> None:
    scene = Scene().owns(ANN, "I225").use(ANN, "B-GRAIN").with_card(ANN, "I225")
    assert scene.kind() == "field"
    scene.answer(ANN, scene.choices()[0])
    assert scene.seat().yard.fields.bit_count() == 1
    assert silent("I225")


def baking_after_ploughing(name: str, space: str) -> dict[str, int]:
    scene = Scene().owns(ANN, name, "A1").has(ANN, grain=1).use(ANN, space)
    if scene.kind() == "part":
        scene.answer(ANN, scene.choices()[0])
    scene.answer(ANN, scene.choices()[0])
    if scene.kind() == "part":
        scene.answer(ANN)
    if scene.kind() == "sow":
        scene.answer(ANN)
    return scene.with_card(ANN, name).answer(ANN, 1).got()


def test_i67_may_bake_after_ploughing() -> None:
    assert baking_after_ploughing("I67", "B-PLOUGH") == {"grain": -1, "food": 2}
    assert baking_after_ploughing("I67", "R5-PLOUGHSOW") == {"grain": -1, "food": 2}
    assert silent("I67")


def test_k113_may_bake_after_ploughing() -> None:
    assert baking_after_ploughing("K113", "B-PLOUGH") == {"grain": -1, "food": 2}
    assert baking_after_ploughing("K113", "R5-PLOUGHSOW") == {"grain": -1, "food": 2}
    assert silent("K113")

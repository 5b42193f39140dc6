"""Cards about cooking, baking and the order of feeding."""

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.cards.means import Rates
from tilth_rules.agricola.cards.moments import FEEDING_BEGINS
from tilth_rules.agricola.codes import FOR_FEEDING
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.events.goods import GoodsLost
from tilth_rules.agricola.moves.numbers import COOK_SOME
from tilth_rules.agricola.rounds.work import PlacePerson


def turn(scene: Scene, seat: int = ANN) -> Scene:
    """Ask the seat something, so that it may use offers."""
    return scene.run(PlacePerson(seat))


# Cooking -----------------------------------------------------------------------------------------


def cooked(*cards: str) -> Rates:
    """Return the food for a sheep, a boar, a cattle, a vegetable; 0 for a good that can't be cooked."""
    return (
        _food(cards, 0, sheep=1),
        _food(cards, 1, boar=1),
        _food(cards, 2, cattle=1),
        _food(cards, 3, vegetable=1),
    )


def _food(cards: tuple[str, ...], which: int, **goods: int) -> int:
    scene = turn(Scene().owns(ANN, *cards).has(ANN, **goods))
    if COOK_SOME.number not in scene.table.offered.get(ANN, ()):
        return 0
    scene.answer(ANN, COOK_SOME.number).answer(ANN, *(int(at == which) for at in range(4)))
    return scene.got().get("food", 0)


def test_a1_fireplace_cooks() -> None:
    assert cooked("A1") == (2, 2, 3, 2)


def test_a2_fireplace_cooks() -> None:
    assert cooked("A2") == (2, 2, 3, 2)


def test_a3_cooking_hearth_cooks() -> None:
    assert cooked("A3") == (2, 3, 4, 3)


def test_a4_cooking_hearth_cooks() -> None:
    assert cooked("A4") == (2, 3, 4, 3)


def test_a1_the_best_card_cooks() -> None:
    assert cooked("A1", "A3") == (2, 3, 4, 3)


def test_e20_simple_fireplace_cooks() -> None:
    assert cooked("E20") == (1, 2, 3, 2)


def test_i85_cooks() -> None:
    assert cooked("I85") == (2, 3, 4, 4)


def test_k128_cooks() -> None:
    assert cooked("K128") == (2, 3, 4, 3)


def test_i247_cooks_animals_without_an_improvement() -> None:
    assert cooked("I247") == (1, 2, 3, 0)


def test_e162_cooks_animals_with_an_oven() -> None:
    assert cooked("E162") == (0, 0, 0, 0)
    for oven in ("A5", "A6", "E14", "E27"):
        assert cooked("E162", oven) == (2, 3, 4, 0)


def test_i97_gets_a_food_when_others_cook_animals() -> None:
    scene = turn(Scene().owns(ANN, "I97").owns(BOB, "A1").has(BOB, sheep=1, vegetable=1), BOB)
    assert scene.answer(BOB, COOK_SOME.number).answer(BOB, 0, 0, 0, 1).got(ANN) == {}
    assert scene.answer(BOB, COOK_SOME.number).answer(BOB, 1, 0, 0, 0).got(ANN) == {"food": 1}


def test_k299_gets_a_food_when_others_cook_animals() -> None:
    scene = turn(Scene().owns(ANN, "K299").owns(BOB, "A1").has(BOB, sheep=1, vegetable=1), BOB)
    assert scene.answer(BOB, COOK_SOME.number).answer(BOB, 0, 0, 0, 1).got(ANN) == {}
    assert scene.answer(BOB, COOK_SOME.number).answer(BOB, 1, 0, 0, 0).got(ANN) == {"food": 1}


def fed(scene: Scene) -> list[int]:
    """Return the seats in the order in which they feed their families."""
    scene.feeding()
    return [
        event.seat for event in scene.events if isinstance(event, GoodsLost) and event.source == FOR_FEEDING
    ]


def test_i97_feeds_last() -> None:
    foods = Scene(3).has(ANN, food=4).has(BOB, food=4).has(CID, food=4)
    assert fed(foods.owns(BOB, "I97")) == [ANN, CID, BOB]


def test_k299_feeds_last_in_turn_order_with_other_seats_that_do() -> None:
    foods = Scene(3).has(ANN, food=4).has(BOB, food=4).has(CID, food=4)
    assert fed(foods.owns(ANN, "K299").owns(BOB, "I97")) == [CID, ANN, BOB]


def test_k109_brings_a_food_once_a_harvest_when_animals_are_cooked_while_feeding() -> None:
    scene = Scene().owns(ANN, "A1", "K109").has(ANN, sheep=1, vegetable=1)
    assert turn(scene).answer(ANN, COOK_SOME.number).answer(ANN, 1, 0, 0, 0).got() == {"sheep": -1, "food": 2}
    scene.has(ANN, sheep=2, food=0, vegetable=2).feeding().answer(ANN, COOK_SOME.number).answer(
        ANN, 0, 0, 0, 1
    )
    assert scene.got() == {"vegetable": -1, "food": 2}
    scene.has(ANN, food=0).feeding().answer(ANN, COOK_SOME.number).answer(ANN, 1, 0, 0, 0)
    assert scene.got() == {"sheep": -1, "food": 3}
    assert scene.answer(ANN, COOK_SOME.number).answer(ANN, 1, 0, 0, 0).got() == {"sheep": -2, "food": 5}


# Baking ------------------------------------------------------------------------------------------


def baked(*cards: str, grain: int) -> int:
    """Return the food for this much grain, baked in one go."""
    return (
        Scene().owns(ANN, *cards).has(ANN, grain=grain).do(ANN, acts.Bake()).answer(ANN, grain).got()["food"]
    )


def at_most(*cards: str) -> int:
    """Return the most grain, up to nine, that can be baked in one go."""
    scene = Scene().owns(ANN, *cards).has(ANN, grain=9).do(ANN, acts.Bake())
    return scene.decision().quantities[0].max  # type: ignore[union-attr]


def bakes_at_once(name: str) -> bool:
    """Return whether a seat may bake when the oven is built."""
    scene = Scene().has(ANN, grain=1).play(ANN, name)
    return scene.with_card(ANN, name).kind() == "bake"


def test_a1_fireplace_bakes() -> None:
    assert (baked("A1", grain=3), at_most("A1")) == (6, 9)


def test_a2_fireplace_bakes() -> None:
    assert (baked("A2", grain=3), at_most("A2")) == (6, 9)


def test_a3_cooking_hearth_bakes() -> None:
    assert (baked("A3", grain=3), at_most("A3")) == (9, 9)


def test_a4_cooking_hearth_bakes() -> None:
    assert (baked("A4", grain=3), at_most("A4")) == (9, 9)


def test_a5_clay_oven_bakes_one_grain() -> None:
    assert (baked("A5", grain=1), at_most("A5")) == (5, 1)
    assert bakes_at_once("A5")


def test_a6_stone_oven_bakes_two_grain() -> None:
    assert (baked("A6", grain=2), at_most("A6")) == (8, 2)
    assert bakes_at_once("A6")


def test_a5_and_a6_bake_together_with_a_fireplace() -> None:
    assert baked("A1", "A5", "A6", grain=4) == 5 + 4 + 4 + 2


def test_e14_bakers_oven_bakes_two_grain() -> None:
    assert (baked("E14", grain=2), at_most("E14")) == (10, 2)
    assert bakes_at_once("E14")


def test_e20_simple_fireplace_bakes() -> None:
    assert (baked("E20", grain=3), at_most("E20")) == (6, 9)


def test_e27_wood_fired_oven_bakes() -> None:
    assert (baked("E27", grain=3), at_most("E27")) == (9, 9)
    assert bakes_at_once("E27")


def test_i65_bakes_two_grain() -> None:
    assert (baked("I65", grain=2), at_most("I65")) == (10, 2)
    assert bakes_at_once("I65")


def test_i85_bakes() -> None:
    assert (baked("I85", grain=3), at_most("I85")) == (9, 9)


def test_k106_bakes_two_grain() -> None:
    assert (baked("K106", grain=2), at_most("K106")) == (10, 2)
    assert bakes_at_once("K106")


def test_k128_bakes() -> None:
    assert (baked("K128", grain=3), at_most("K128")) == (9, 9)


def test_e41_millstone_brings_two_food_for_each_baking() -> None:
    assert baked("A1", "E41", grain=1) == 2 + 2
    assert baked("A1", "E41", grain=3) == 6 + 2


def test_e155_brings_a_food_for_each_grain_that_anybody_bakes() -> None:
    assert baked("A1", "E155", grain=2) == 4 + 2
    scene = Scene().owns(ANN, "A1").owns(BOB, "E155").has(ANN, grain=2).do(ANN, acts.Bake()).answer(ANN, 2)
    assert (scene.got(ANN), scene.got(BOB)) == ({"grain": -2, "food": 4}, {"food": 2})


def test_e150_may_bake_when_it_is_played_and_when_feeding_begins() -> None:
    scene = Scene().owns(ANN, "A1").has(ANN, grain=1).play(ANN, "E150").with_card(ANN, "E150").answer(ANN, 1)
    assert scene.got() == {"grain": -1, "food": 2}
    scene = Scene().owns(ANN, "A1", "E150").has(ANN, grain=1).comes(FEEDING_BEGINS).with_card(ANN, "E150")
    assert scene.answer(ANN, 1).got() == {"grain": -1, "food": 2}


def test_e150_without_grain_or_oven_nobody_is_asked() -> None:
    assert Scene().owns(ANN, "E150").has(ANN, grain=1).comes(FEEDING_BEGINS).kind() == ""
    assert Scene().owns(ANN, "E150", "A1").comes(FEEDING_BEGINS).kind() == ""

"""Cards with a store of their own: Grocer, Resource Seller, Veterinarian."""

import pytest

from tests.agricola.cards.farms import turn
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.actions.goods import gain, hand_over
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import ROUND
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.codes import BOAR, CATTLE, CLAY, NOBODY, REED, SHEEP, STONE, WOOD
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.cards import TokensDrawn
from tilth_rules.agricola.moves.numbers import COOK_SOME
from tilth_rules.kernel import Act, Table
from tilth_rules.kernel.chance import ScriptedChance, ScriptedDraw


def bag(*draws: int, left: tuple[int, int, int] = (4, 3, 2)) -> Scene:
    """Begin a round in which these tokens are drawn: the first out of all, the second out of the rest."""
    scene = Scene(4).owns(ANN, "K304", "A1").pasture(ANN, 3, 4)
    scene.seat().notes[INDEX["K304"]] = left
    chance = ScriptedChance(**{"animals of the bag": [ScriptedDraw(list(draws))]})
    return scene.run(Opens(ROUND, Facts(NOBODY)), chance=chance)


def test_k304_two_that_are_alike_bring_one_of_them() -> None:
    for draws, animal, left in (
        ((0, 0), "sheep", (3, 3, 2)),
        ((4, 4), "boar", (4, 2, 2)),
        ((8, 7), "cattle", (4, 3, 1)),
    ):
        scene = bag(*draws)
        assert scene.got() == {animal: 1}
        assert scene.seat().notes[INDEX["K304"]] == left


def test_k304_two_that_are_different_go_back() -> None:
    scene = bag(0, 4)
    assert scene.got() == {}
    assert scene.seat().notes[INDEX["K304"]] == (4, 3, 2)
    assert TokensDrawn(ANN, INDEX["K304"], (SHEEP, BOAR)) in scene.events


def test_k304_animals_that_were_kept_are_no_longer_in_the_bag() -> None:
    """One sheep and one cow are no pair."""
    scene = bag(0, 0, left=(1, 0, 1))
    assert scene.got() == {}
    assert scene.events[-1] == TokensDrawn(ANN, INDEX["K304"], (SHEEP, CATTLE))
    assert bag(0, 0, left=(0, 0, 1)).events == []


def test_k304_nine_animals_go_into_the_bag() -> None:
    assert Scene(4).play(ANN, "K304").seat().notes[INDEX["K304"]] == (4, 3, 2)


def test_k304_the_animal_may_be_cooked_before_it_finds_room() -> None:
    """The pasture is full of boars, and so is the house."""
    scene = Scene(4).owns(ANN, "K304", "A1").pasture(ANN, 4).has(ANN, boar=3)
    scene.seat().notes[INDEX["K304"]] = (4, 3, 2)
    scene.run(Opens(ROUND, Facts(NOBODY)))
    assert scene.kind() == "keep-animals"
    scene.answer(ANN, COOK_SOME.number).answer(ANN, 1, 0, 0, 0)
    assert scene.got() == {"food": 2}
    assert scene.kind() == ""


def test_e184_the_good_on_top_of_the_pile_costs_a_food() -> None:
    scene = turn(Scene().play(ANN, "E184").has(ANN, food=9))
    bought = []
    for _ in range(8):
        before = scene.got()
        scene.offer(ANN, "E184")
        bought += [good for good, amount in scene.got().items() if amount > before.get(good, 0)]
    assert bought == ["reed", "grain", "stone", "vegetable", "wood", "clay", "reed", "vegetable"]
    assert scene.got()["food"] == -8
    assert scene.offers() == []


def test_e184_nothing_is_sold_on_credit() -> None:
    assert turn(Scene().play(ANN, "E184")).offers() == []


class Receive(Act, tag=9001):
    """Ann gets goods, from the supply or from Bob."""

    goods: tuple[tuple[int, int], ...]
    from_bob: bool = False

    def act(self, table: Table) -> None:
        if self.from_bob:
            hand_over(table, BOB, ANN, self.goods)
        else:
            gain(table, ANN, self.goods)


def seller(taken: int = 0) -> Scene:
    scene = Scene().play(ANN, "K310")
    card = scene.seat().cards[-1]
    scene.seat().notes[card] = (taken,)
    return scene


@pytest.mark.parametrize(
    ("taken", "goods", "got"),
    [
        (0, ((WOOD, 1),), {"wood": 2}),
        (0, ((CLAY, 3),), {"clay": 3}),
        (0, ((WOOD, 3),), {"wood": 4}),
        (0, ((WOOD, 1), (CLAY, 1)), {"wood": 2, "clay": 2}),
        (0, ((WOOD, 1), (CLAY, 2), (REED, 1)), {"wood": 2, "clay": 4, "reed": 2}),
        (1, ((CLAY, 2), (REED, 1)), {"clay": 4, "reed": 2}),
        (3, ((CLAY, 1), (STONE, 2)), {"clay": 2, "stone": 3}),
        (6, ((STONE, 2),), {"stone": 3}),
        (7, ((STONE, 2), (WOOD, 1)), {"stone": 2, "wood": 1}),
    ],
)
def test_k310_tokens_on_top_come_along_with_goods_of_their_kind(
    taken: int, goods: tuple[tuple[int, int], ...], got: dict[str, int]
) -> None:
    assert seller(taken).run(Receive(goods)).got() == got


def test_k310_goods_of_a_space_and_of_a_card_count() -> None:
    assert seller().heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3").got() == {"wood": 4}
    assert seller().play(ANN, "E16").takes(ANN, "wood").got() == {"wood": 2}


def test_k310_goods_of_the_start_of_a_round_count() -> None:
    scene = seller().play(ANN, "E45")
    (round_, _, _), *_ = scene.laid()
    assert scene.reaches(round_).got() == {"wood": 2}


def test_k310_goods_of_another_seat_count() -> None:
    scene = seller().has(BOB, wood=1)
    assert scene.run(Receive(((WOOD, 1),), True)).got() == {"wood": 2}


def test_k310_different_goods_of_one_action_bring_several_tokens() -> None:
    scene = Scene(5).play(ANN, "K310")
    scene.seat().notes[scene.seat().cards[-1]] = (2,)
    scene.heap("P5-RSW", reed=1).use(ANN, "P5-RSW")
    assert scene.got() == {"reed": 2, "stone": 1, "wood": 1}


def test_k310_goods_that_are_only_exchanged_are_not_received() -> None:
    scene = turn(seller().owns(ANN, "E171").has(ANN, wood=3, clay=3, reed=3))
    (offered, *_) = [way for name, way in scene.offers() if name == "E171"]
    scene.offer(ANN, "E171", offered)
    assert sum(scene.got().values()) <= -1

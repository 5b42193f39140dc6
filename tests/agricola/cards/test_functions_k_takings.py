"""Cards of deck K that add to what is received: Market Woman, Resource Seller, Animal Trainer."""

import pytest

from tests.agricola.cards.farms import turn
from tests.agricola.cards.hauling import watching
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.choices import YES
from tilth_rules.agricola.rounds.phases import CollectLaid
from tilth_rules.agricola.supply import gain, hand_over
from tilth_rules.agricola.words import CLAY, GOOD_OF, REED, STONE, WOOD
from tilth_rules.kernel import Act, Table

# Market Woman ------------------------------------------------------------------------------------


def test_k292_two_grain_go_with_a_vegetable_of_an_action() -> None:
    assert Scene().owns(ANN, "K292").use(ANN, "R3-VEG").got() == {"vegetable": 1, "grain": 2}


def test_k292_two_grain_go_with_vegetables_of_a_minor_improvement() -> None:
    assert Scene().owns(ANN, "K292").play(ANN, "E39").got() == {"vegetable": 1, "grain": 2}


def test_k292_the_market_stall_can_not_be_paid_with_the_grain_it_would_bring() -> None:
    scene = Scene().owns(ANN, "K292").holds(ANN, "E39")
    scene.use(ANN, "B-START")
    assert scene.kind(ANN) != "improvement" or scene.choices(ANN) == []


def test_k292_vegetables_of_the_greenhouse_count() -> None:
    scene = Scene().owns(ANN, "K292").play(ANN, "K117")
    round_, good, _ = scene.laid()[0]
    scene.state.round = round_
    scene.has(ANN, food=9).run(CollectLaid(ANN))
    while scene.kind() == "buy-laid":
        scene.answer(ANN, scene.choices()[0])
    assert good == "vegetable"
    assert scene.got()["grain"] == 2


def test_k292_vegetables_of_an_occupation_bring_none() -> None:
    scene = Scene().owns(ANN, "K292", "E166").use(ANN, "B-DAY")
    assert scene.got() == {"food": 2, "vegetable": 1}


# Resource Seller ---------------------------------------------------------------------------------


class Receive(Act, tag=9001):
    """Goods reach Ann, from the supply or from Bob."""

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


def test_k310_what_is_only_exchanged_is_not_received() -> None:
    scene = turn(seller().owns(ANN, "E171").has(ANN, wood=3, clay=3, reed=3))
    (offered, *_) = [way for name, way in scene.offers() if name == "E171"]
    scene.offer(ANN, "E171", offered)
    assert sum(scene.got().values()) <= -1


# Animal Trainer ----------------------------------------------------------------------------------


def trainer(food: int, own: int = 0) -> Scene:
    scene = Scene(4).owns(ANN, "K342", "A1").pasture(ANN, 3, 4, 8, 9).has(ANN, food=own)
    return scene.heap("P4-TRAVEL", food=food).use(ANN, "P4-TRAVEL")


def test_k342_food_of_the_travelling_players_buys_animals() -> None:
    scene = trainer(4).with_card(ANN, "K342").takes(ANN, "sheep").takes(ANN, "sheep")
    assert scene.got() == {"sheep": 2}


def test_k342_cattle_cost_three() -> None:
    scene = trainer(5).with_card(ANN, "K342").takes(ANN, "cattle").takes(ANN, "boar")
    assert scene.got() == {"cattle": 1, "boar": 1} or scene.kind() == "keep-animals"


def test_k342_only_food_that_lay_there_counts() -> None:
    scene = trainer(3, own=9).with_card(ANN, "K342")
    scene.takes(ANN, "sheep")
    assert scene.kind(ANN) != "one-of"
    assert scene.got() == {"food": 1, "sheep": 1}


def test_k342_it_may_be_enough() -> None:
    scene = trainer(4).with_card(ANN, "K342").takes(ANN, "boar").answer(ANN)
    assert scene.got() == {"food": 2, "boar": 1}


def test_k342_one_food_buys_nothing() -> None:
    assert trainer(1).kind(ANN) != "next-card"


def test_k342_what_the_juggler_adds_buys_nothing() -> None:
    """Two food lay there, two are added."""
    scene = Scene(4).owns(ANN, "K342", "I237").pasture(ANN, 3, 4).heap("P4-TRAVEL", food=2)
    scene.use(ANN, "P4-TRAVEL").answer(ANN, YES).with_card(ANN, "K342").takes(ANN, "sheep")
    assert scene.kind(ANN) != "one-of"
    assert scene.got() == {"sheep": 1, "food": 2}


def test_k342_with_five_the_food_must_be_what_was_chosen() -> None:
    scene = watching(Scene(5).owns(ANN, "K342").pasture(ANN, 3, 4)).with_card(ANN, "K342")
    assert scene.takes(ANN, "sheep").seat().goods[GOOD_OF["sheep"]] == 1

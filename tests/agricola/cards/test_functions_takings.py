"""Cards that gain when a space is entered or goods are taken, or have a share in them."""

from tests.agricola.cards.farms import sow
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.rounds.laid import CollectLaid


def test_e152_taking_wood_brings_a_food_from_building_material_too() -> None:
    assert Scene().owns(ANN, "E152").heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3").got() == {
        "wood": 3,
        "food": 1,
    }
    assert Scene().owns(ANN, "E152").play(ANN, "E16").takes(ANN, "wood").got() == {"wood": 1, "food": 1}
    assert Scene().owns(ANN, "E152").play(ANN, "E16").takes(ANN, "clay").got() == {"clay": 1}
    assert Scene().owns(BOB, "E152").play(ANN, "E16").takes(ANN, "wood").got(BOB) == {}


def test_i80_others_hand_over_a_wood_from_three_wood() -> None:
    scene = Scene().owns(ANN, "I80").heap("B-WOOD3", wood=6).use(BOB, "B-WOOD3")
    assert (scene.got(ANN), scene.got(BOB), scene.lies("B-WOOD3")) == ({"wood": 1}, {"wood": 5}, {})


def test_i80_own_wood_and_that_of_other_spaces_is_left_alone() -> None:
    own = Scene().owns(ANN, "I80").heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3")
    assert own.got() == {"wood": 3}
    other = Scene(5).owns(ANN, "I80").heap("P5-WOOD4", wood=4).use(BOB, "P5-WOOD4")
    assert (other.got(ANN), other.got(BOB)) == ({}, {"wood": 4})


def test_i80_comes_before_the_basket() -> None:
    scene = Scene().owns(ANN, "I80").owns(BOB, "E34").heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    scene.with_card(BOB, "E34")
    assert (scene.got(ANN), scene.got(BOB), scene.lies("B-WOOD3")) == ({"wood": 1}, {"food": 3}, {"wood": 2})


def test_i261_the_card_of_this_round_brings_a_grain() -> None:
    scene = Scene().owns(ANN, "I261").heap("R1-SHEEP", sheep=1)
    scene.state.order = (SPACES["R1-FENCES"], SPACES["R1-SHEEP"])
    assert scene.use(ANN, "R1-SHEEP").got() == {"sheep": 1, "grain": 1}
    assert scene.has(ANN, wood=9).use(ANN, "R1-FENCES").got() == {}


def test_i261_the_grain_may_be_the_one_that_is_sown_there() -> None:
    scene = Scene().owns(ANN, "I261").fields(ANN, "")
    scene.state.order = (SPACES["R1-SOW"],)
    sow(scene.use(ANN, "R1-SOW"), "grain", 14)
    assert (scene.got(), scene.seat().yard.stacks[14]) == ({}, 3)


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

"""Cards about food on action spaces: Fisherman, Net Fisherman, Dancer, Juggler, Animal Trainer."""

from tests.agricola.cards.hauling import watching
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.moments import HOME
from tilth_rules.agricola.codes import GOOD_OF
from tilth_rules.agricola.moves.numbers import AGREE


def fishing(food: int, supply: int, *others: str) -> Scene:
    scene = Scene().owns(ANN, "E161").owns(BOB, *others).has(ANN, food=supply)
    return scene.heap("B-FISH", food=food).use(ANN, "B-FISH")


def test_e161_the_food_may_be_doubled_and_other_anglers_get_a_food_each() -> None:
    scene = fishing(3, 0, "E12", "E22").with_card(ANN, "E161")
    assert (scene.got(), scene.got(BOB)) == ({"food": 4}, {"food": 2})
    assert fishing(3, 0, "E12").answer(ANN).got() == {"food": 3}


def test_e161_it_may_cost_more_than_it_brings_but_has_to_be_paid() -> None:
    listed = ("E12", "E22", "E30", "I95", "K126")
    assert fishing(1, 3, *listed).with_card(ANN, "E161").got() == {"food": 1 + 1 - 5}
    assert fishing(1, 2, *listed).kind() != "next-card"


def test_e161_own_cards_cost_nothing() -> None:
    scene = Scene().owns(ANN, "E161", "E12").heap("B-FISH", food=2).use(ANN, "B-FISH")
    assert scene.with_card(ANN, "E161").got() == {"food": 2 + 1 + 2}


def travelling(food: int, *cards: str) -> Scene:
    scene = Scene(4).owns(ANN, *cards).owns(BOB, "K311", "I249", "K269")
    return scene.heap("P4-TRAVEL", food=food).use(ANN, "P4-TRAVEL")


def test_e212_travelling_players_give_four_food_at_least() -> None:
    assert travelling(1, "E212").got() == {"food": 4}
    assert travelling(6, "E212").got() == {"food": 6}
    assert Scene().owns(ANN, "E212").heap("B-FISH", food=1).use(ANN, "B-FISH").got() == {"food": 1}


def test_e212_the_space_with_a_room_counts_where_the_food_is_chosen() -> None:
    scene = Scene(5).owns(ANN, "E212").heap("P5-ROOMTRAVEL", food=1).use(ANN, "P5-ROOMTRAVEL")
    assert scene.got() == {"food": 4}


def test_e212_with_storyteller_there_are_a_vegetable_and_four_food_and_one_stays() -> None:
    scene = travelling(2, "E212", "E169").with_card(ANN, "E169")
    assert (scene.got(), scene.lies("P4-TRAVEL")) == ({"food": 4, "vegetable": 1}, {"food": 1})


def test_i237_the_food_may_be_doubled_and_fellow_artists_get_a_food_each() -> None:
    scene = travelling(4, "I237").answer(ANN, AGREE.number)
    assert (scene.got(), scene.got(BOB)) == ({"food": 8 - 3}, {"food": 3})
    assert travelling(4, "I237").answer(ANN).got() == {"food": 4}


def test_i237_all_have_to_be_paid_and_own_cards_cost_nothing() -> None:
    assert travelling(1, "I237").kind() != "use-card"
    assert travelling(2, "I237", "I257").answer(ANN, AGREE.number).got() == {"food": 1}


def test_e212_and_i237_are_never_used_in_the_same_action() -> None:
    assert travelling(2, "E212", "I237").answer(ANN, AGREE.number).got() == {"food": 4 - 3}
    assert travelling(2, "E212", "I237").answer(ANN).got() == {"food": 4}
    assert travelling(1, "E212", "I237").got() == {"food": 4}


def test_e161_i237_and_k342_each_is_for_spaces_of_its_own() -> None:
    assert travelling(4, "E161").kind() == ""
    for artist in ("I237", "K342"):
        assert Scene(4).owns(ANN, artist).heap("B-FISH", food=4).use(ANN, "B-FISH").kind() == ""


def netted(space: str, **heap: int) -> Scene:
    scene = Scene(4, round_=3).owns(ANN, "I248", "E12").heap("B-FISH", food=3).heap(space, **heap)
    return scene.use(ANN, space)


def test_i248_after_taking_reed_the_food_on_fishing_comes_home() -> None:
    scene = netted("B-REED1", reed=1).comes(HOME)
    assert (scene.got(), scene.lies("B-FISH")) == ({"food": 3}, {})
    assert netted("P4-RSF").comes(HOME).got() == {"food": 3}


def test_i248_without_reed_or_in_another_round_there_is_nothing() -> None:
    assert netted("B-CLAY1", clay=1).comes(HOME).got() == {}
    scene = netted("B-REED1", reed=1)
    scene.state.round = 4
    assert scene.comes(HOME).got() == {}


def test_i248_reed_that_a_card_brings_is_no_claim() -> None:
    scene = Scene(round_=3).owns(ANN, "I248").heap("B-FISH", food=3).play(ANN, "I96")
    assert scene.got() == {"reed": 2}
    assert scene.comes(HOME).got() == {}


def test_i248_food_that_somebody_has_fished_before_is_gone() -> None:
    scene = netted("B-REED1", reed=1).use(BOB, "B-FISH")
    assert scene.comes(HOME).got() == {}


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


def test_k342_the_food_that_the_juggler_adds_buys_nothing() -> None:
    """Two food lay there, two are added."""
    scene = Scene(4).owns(ANN, "K342", "I237").pasture(ANN, 3, 4).heap("P4-TRAVEL", food=2)
    scene.use(ANN, "P4-TRAVEL").answer(ANN, AGREE.number).with_card(ANN, "K342").takes(ANN, "sheep")
    assert scene.kind(ANN) != "one-of"
    assert scene.got() == {"sheep": 1, "food": 2}


def test_k342_with_five_the_food_must_have_been_chosen() -> None:
    scene = watching(Scene(5).owns(ANN, "K342").pasture(ANN, 3, 4)).with_card(ANN, "K342")
    assert scene.takes(ANN, "sheep").seat().goods[GOOD_OF["sheep"]] == 1

"""Cards about animals: Shepherd, Animal Keeper, Feed Pellets, Animal Feed."""

from tests.agricola.cards.farms import turn
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.cards.moments import FINAL
from tilth_rules.agricola.codes import BREEDING, FEEDING
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.moves.numbers import KEEP_HERD


def feeding(**goods: int) -> Scene:
    scene = Scene().owns(ANN, "E338").has(ANN, **goods)
    scene.state.phase = FEEDING
    return turn(scene)


def test_e338_a_vegetable_becomes_an_animal_of_a_kind_that_is_there_once_a_harvest() -> None:
    scene = feeding(vegetable=2, sheep=1, cattle=1)
    scene.pasture(ANN, 3, 4).pasture(ANN, 8, 9)
    assert scene.offers() == [("E338", 0), ("E338", 2)]
    assert scene.offer(ANN, "E338", 2).got() == {"vegetable": -1, "cattle": 1}
    assert scene.offers() == []


def test_e338_it_is_for_the_feeding_phase() -> None:
    assert turn(Scene().owns(ANN, "E338").has(ANN, vegetable=1, sheep=1)).offers() == []
    assert feeding(vegetable=1).offers() == []
    assert feeding(sheep=1).offers() == []


def test_e338_a_seat_that_skips_the_harvest_has_no_feeding_phase() -> None:
    scene = feeding(vegetable=1, sheep=1)
    assert scene.offers() == [("E338", 0)]
    scene.seat().skips = 1
    assert turn(scene).offers() == []


def lambs(sheep: int, *cells: int) -> int:
    scene = Scene().owns(ANN, "E203").pasture(ANN, *cells).has(ANN, sheep=sheep)
    return scene.breeding().got().get("sheep", 0)


def test_e203_four_sheep_have_two_lambs_as_far_as_there_is_room() -> None:
    assert lambs(4, 3, 4, 8, 9) == 2
    assert lambs(3, 3, 4, 8, 9) == 1
    assert lambs(4, 3, 4) == 1
    boars = Scene().owns(ANN, "E203").pasture(ANN, 3, 4, 8, 9).has(ANN, boar=4).breeding()
    assert boars.got() == {"boar": 1}


def test_e203_it_is_for_the_breeding_phase() -> None:
    scene = Scene().owns(ANN, "E203").pasture(ANN, 3, 4, 8, 9).has(ANN, sheep=4)
    assert scene.state.phase != BREEDING
    assert scene.do(ANN, acts.Breed(animal=8)).got() == {"sheep": 1}  # type: ignore[arg-type]


def test_e216_animals_of_any_kinds_share_a_pasture() -> None:
    plain = Scene().pasture(ANN, 3, 4).has(ANN, sheep=2, boar=1, cattle=2)
    assert not animals_fit(plain.state, ANN)
    scene = plain.owns(ANN, "E216")
    assert animals_fit(scene.state, ANN)
    assert not animals_fit(scene.has(ANN, boar=2).state, ANN)


def test_e216_the_pasture_is_shared_with_other_cards_room_in_it() -> None:
    scene = Scene().owns(ANN, "E216", "E29").pasture(ANN, 3, 4).has(ANN, sheep=2, boar=2, cattle=3)
    assert animals_fit(scene.state, ANN)


def test_e216_an_animal_of_another_kind_comes_into_the_pasture_without_a_question() -> None:
    def buys(*cards: str) -> Scene:
        scene = Scene().owns(ANN, *cards).pasture(ANN, 3, 4).has(ANN, sheep=3)
        return scene.heap("R3-BOAR", boar=2).use(ANN, "R3-BOAR")

    assert buys().kind() == "keep-animals"
    scene = buys("E216")
    assert (scene.kind(), scene.got()) == ("", {"boar": 2})


def test_i101_each_kind_that_is_there_has_one_more() -> None:
    scene = Scene().owns(ANN, "I101").pasture(ANN, 3, 4).pasture(ANN, 8, 9).has(ANN, sheep=3, boar=2)
    assert scene.comes(FINAL).got() == {"sheep": 1, "boar": 1}
    assert Scene().owns(ANN, "I101").pasture(ANN, 4).comes(FINAL).got() == {}


def test_i101_old_animals_may_make_room_and_nothing_is_cooked() -> None:
    scene = Scene().owns(ANN, "I101", "A1").pasture(ANN, 4).has(ANN, sheep=2, boar=1).comes(FINAL)
    assert scene.choices() == [
        KEEP_HERD.option(3, 0, 0),
        KEEP_HERD.option(2, 1, 0),
        KEEP_HERD.option(1, 2, 0),
    ]
    assert not scene.table.offered.get(ANN)
    assert scene.answer(ANN, KEEP_HERD.option(1, 2, 0)).got() == {"sheep": -1, "boar": 1}

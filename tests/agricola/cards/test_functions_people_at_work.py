"""Cards about people at work: Holiday House, a guest, Ratcatcher, Lasso."""

import pytest

from tests.agricola.cards.farms import guest, people
from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola.actions.improvements import PlayImprovement
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import HOME, WORK
from tilth_rules.agricola.codes import CLAY, IDLE, REED, WOOD
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, Purchase, all_prices
from tilth_rules.agricola.rounds.phases import ComeHome
from tilth_rules.agricola.rounds.work import left_to_place
from tilth_rules.agricola.state import family_size


def caught(round_: int, since: int = 1) -> list[int]:
    """Return how many people each seat may place, with families of 3, 2, 3 and 5."""
    scene = Scene(4, round_=since).owns(ANN, "E198")
    for seat, count in ((ANN, 3), (BOB, 2), (CID, 3), (DEE, 5)):
        people(scene, seat, count)
    scene.state.round = round_
    scene.comes(WORK)
    return [left_to_place(scene.state, seat) for seat in (ANN, BOB, CID, DEE)]


def test_e198_in_rounds_ten_and_twelve_others_have_one_child_idle() -> None:
    assert caught(10) == caught(12) == [3, 2, 2, 4]
    assert caught(9) == caught(11) == caught(10, since=10) == [3, 2, 3, 5]


def test_e198_a_guest_is_nobodys_child() -> None:
    scene = people(Scene(round_=10), BOB, 2)
    scene.state.round = 9
    scene.owns(ANN, "E198")
    scene.state.round = 10
    scene.seat(BOB).places.append(-1)
    scene.seat(BOB).born.append(0)
    scene.seat(BOB).kinds.append(2)
    assert IDLE not in scene.comes(WORK).seat(BOB).places


def test_i71_nobody_works_in_the_last_round() -> None:
    scene = guest(Scene(round_=13).owns(ANN, "I71"), ANN)
    assert left_to_place(scene.state, ANN) == 3
    scene.state.round = 14
    assert (left_to_place(scene.state, ANN), left_to_place(scene.state, BOB)) == (0, 2)


@pytest.mark.parametrize(
    ("card", "reed"), [("E36", 2), ("K136", 2), ("K294", 2), ("I99", 2), ("I91", 1), ("E157", 1)]
)
def test_i71_roofs_leave_its_price_and_ladder_and_thatcher_do_not(card: str, reed: int) -> None:
    scene = Scene().owns(ANN, card)
    found = all_prices(scene.state, ANN, Purchase(IMPROVEMENT, INDEX["I71"]))
    assert sorted(price.goods for price in found) == [((WOOD, 3), (REED, reed)), ((CLAY, 3), (REED, reed))]


def test_i71_its_owner_earns_nothing_by_the_church_warden() -> None:
    scene = people(Scene(round_=14).owns(ANN, "I71", "I227"), ANN, 5)
    assert left_to_place(scene.state, ANN) == 0
    assert scene.comes(HOME).bonus() == 0


def invited(round_: int) -> Scene:
    scene = Scene(round_=round_).has(ANN, food=2).holds(ANN, "I73")
    return scene.run(PlayImprovement(Facts(ANN), INDEX["I73"]))


def test_i73_a_guest_works_in_the_next_round_only_and_is_no_family() -> None:
    scene = invited(3)
    assert (left_to_place(scene.state, ANN), scene.seat(BOB).hand) == (2, [INDEX["I73"]])
    scene.reaches(4)
    assert (left_to_place(scene.state, ANN), family_size(scene.seat())) == (3, 2)
    scene.run(ComeHome())
    assert left_to_place(scene.state, ANN) == 2
    assert left_to_place(scene.reaches(5).state, ANN) == 2


def test_i73_five_people_have_a_sixth_one_for_a_round() -> None:
    scene = people(invited(3), ANN, 5).reaches(4)
    assert left_to_place(scene.state, ANN) == 6


def test_i73_after_the_last_round_nobody_comes() -> None:
    assert invited(14).state.laid == []


def roped(space: str) -> Scene:
    scene = Scene(2).owns(ANN, "I88").heap("R1-SHEEP", sheep=1).heap("R3-BOAR", boar=1)
    scene.seat().places, scene.seat().born, scene.seat().kinds = [-1] * 3, [0] * 3, [1] * 3
    return scene.pasture(ANN, 4).use(ANN, space)


def test_i88_after_an_animal_space_a_second_person_may_go_anywhere() -> None:
    scene = roped("R1-SHEEP")
    assert scene.kind() == "second-person"
    assert USE_SPACE.option(SPACES["B-DAY"]) in scene.choices()
    scene.answer(ANN, USE_SPACE.option(SPACES["B-DAY"]))
    assert scene.got() == {"sheep": 1, "food": 2}
    assert (scene.kind(ANN), scene.kind(BOB)) == ("", "place")


def test_i88_after_another_space_it_may_go_for_an_animal() -> None:
    scene = roped("B-DAY")
    assert scene.choices() == [USE_SPACE.option(SPACES["R1-SHEEP"]), USE_SPACE.option(SPACES["R3-BOAR"])]
    assert scene.answer(ANN, USE_SPACE.option(SPACES["R3-BOAR"])).got() == {"food": 2, "boar": 1}
    assert scene.kind(BOB) == "place"


def test_i88_it_may_be_left_alone_and_is_used_again_in_the_round() -> None:
    scene = roped("R1-SHEEP").answer(ANN)
    assert scene.kind(BOB) == "place"
    scene.answer(BOB, USE_SPACE.option(SPACES["B-GRAIN"]))
    assert scene.answer(ANN, USE_SPACE.option(SPACES["R3-BOAR"])).kind() == "second-person"


def test_i88_without_animals_to_fetch_nothing_is_asked() -> None:
    scene = Scene().owns(ANN, "I88").use(ANN, "B-DAY")
    assert scene.kind() == ""


def test_i88_the_last_person_is_placed_alone() -> None:
    scene = Scene().owns(ANN, "I88").heap("R1-SHEEP", sheep=1)
    scene.seat().places = [-2, -1]
    assert scene.use(ANN, "R1-SHEEP").kind() == ""

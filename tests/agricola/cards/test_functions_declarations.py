"""Cards that are declared before work begins, in answer to each other: Taster, Wood Distributor, Foreman."""

from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola.events.rounds import PersonPlaced, TurnBegan
from tilth_rules.agricola.moves.numbers import AGREE, USE_SPACE
from tilth_rules.agricola.rounds.work import StartWork


def morning(seats: int = 4, **cards: int) -> Scene:
    """Return a scene in which no person has been placed, and these cards lie before these seats. Ann begins."""
    scene = Scene(seats).heap("B-WOOD3", wood=3).heap("B-CLAY1", clay=1)
    for name, seat in cards.items():
        scene.owns(seat, name)
    return scene


def begin(scene: Scene) -> Scene:
    return scene.run(StartWork())


def open_decisions(scene: Scene) -> list[tuple[int, str]]:
    return [(seat, scene.kind(seat)) for seat in range(scene.seats) if scene.kind(seat)]


def number(name: str) -> int:
    """Return the number of a space."""
    return Scene().opened(name)


def test_k284_wood_goes_evenly_to_clay_reed_and_fishing() -> None:
    scene = begin(morning(K284=BOB)).answer(BOB, AGREE.number)
    assert scene.lies("B-WOOD3") == {}
    assert scene.lies("B-CLAY1") == {"clay": 1, "wood": 1}
    assert scene.lies("B-REED1") == scene.lies("B-FISH") == {"wood": 1}
    assert open_decisions(scene) == [(ANN, "place")]


def test_k284_wood_that_can_not_be_divided_stays() -> None:
    for wood, left, each in ((8, 2, 2), (7, 1, 2), (4, 1, 1)):
        scene = begin(morning(K284=BOB).heap("B-WOOD3", wood=wood)).answer(BOB, AGREE.number)
        assert (scene.lies("B-WOOD3"), scene.lies("B-FISH")) == ({"wood": left}, {"wood": each})


def test_k284_with_less_than_three_wood_nobody_is_asked() -> None:
    assert open_decisions(begin(morning(K284=BOB).heap("B-WOOD3", wood=2))) == [(ANN, "place")]


def test_k284_an_empty_wood_space_can_not_be_used() -> None:
    scene = begin(morning(K284=BOB)).answer(BOB, AGREE.number)
    assert USE_SPACE.option(scene.opened("B-WOOD3")) not in scene.choices(ANN)


def test_k284_wood_is_part_of_the_haul_elsewhere() -> None:
    scene = (
        begin(morning(K284=BOB)).answer(BOB, AGREE.number).answer(ANN, USE_SPACE.option(number("B-CLAY1")))
    )
    assert scene.got(ANN) == {"clay": 1, "wood": 1}


def test_k284_need_not_be_used_and_brings_wood_when_played() -> None:
    assert begin(morning(K284=BOB)).answer(BOB).lies("B-WOOD3") == {"wood": 3}
    assert Scene().play(ANN, "K284").got() == {"wood": 2}


def test_k308_a_food_on_any_space_goes_to_the_seat_that_uses_it() -> None:
    for name, got in (
        ("B-GRAIN", {"grain": 1, "food": 1}),
        ("B-CLAY1", {"clay": 1, "food": 1}),
        ("B-PLOUGH", {"food": 1}),
        ("P3-RES1", {"food": 1}),
        ("B-START", {"food": 1}),
    ):
        scene = begin(morning(3, K308=BOB)).answer(BOB, USE_SPACE.option(number(name)))
        scene.answer(ANN, USE_SPACE.option(number(name)))
        while scene.kind(ANN) in ("goods", "field"):
            kind = scene.kind(ANN)
            scene.answer(ANN, scene.choices(ANN)[0])
            got = got | ({"wood": 1} if kind == "goods" else {})
        assert scene.got(ANN) == got
        assert scene.lies(name) == {}


def test_k308_no_round_card_to_come_gets_any() -> None:
    scene = begin(morning(K308=BOB))
    assert scene.choices(BOB) == [USE_SPACE.option(space) for space in scene.state.open]


def test_k308_makes_an_empty_space_useful() -> None:
    scene = begin(morning(K284=BOB, K308=CID)).answer(BOB, AGREE.number)
    scene.answer(CID, USE_SPACE.option(number("B-WOOD3")))
    assert USE_SPACE.option(number("B-WOOD3")) in scene.choices(ANN)


def test_k308_is_not_used_twice_a_round() -> None:
    scene = begin(morning(K308=BOB)).answer(BOB, USE_SPACE.option(number("B-DAY")))
    assert open_decisions(scene) == [(ANN, "place")]


def test_i260_for_a_food_to_the_starting_player_the_first_person_is_placed() -> None:
    """Ann begins, Bob, to her left, tastes: Bob, Ann, Bob, Cid."""
    scene = begin(morning(I260=BOB).has(BOB, food=1)).answer(BOB, AGREE.number)
    assert (scene.got(BOB), scene.got(ANN)) == ({"food": -1}, {"food": 1})
    assert scene.events[-1] == TurnBegan(BOB)
    order = []
    for _ in range(5):
        ((seat, kind),) = open_decisions(scene)
        assert kind == "place"
        order.append(seat)
        scene.answer(seat, next(space for space in free(scene, seat)))
        while scene.kind(seat) not in ("", "place"):
            scene.answer(seat, *scene.choices(seat)[:1])
    assert order == [BOB, ANN, BOB, CID, DEE]


def free(scene: Scene, seat: int) -> list[int]:
    """Return spaces on which no question is asked."""
    without_questions = [
        USE_SPACE.option(number(name)) for name in ("B-DAY", "B-GRAIN", "B-WOOD3", "B-CLAY1")
    ]
    return [*(space for space in scene.choices(seat) if space in without_questions), *scene.choices(seat)]


def test_i260_everybody_places_as_many_people_as_usual() -> None:
    scene = begin(morning(I260=BOB).has(BOB, food=1).heap("P4-TRAVEL", food=1)).answer(BOB, AGREE.number)
    while open_decisions(scene):
        ((seat, kind),) = open_decisions(scene)
        picks = free(scene, seat)[:1] if kind == "place" else scene.choices(seat)[:1]
        scene.answer(seat, *picks)
    placed = [event.seat for event in scene.events if isinstance(event, PersonPlaced)]
    assert placed == [BOB, ANN, BOB, CID, DEE, ANN, CID, DEE]


def test_i260_not_as_starting_player_and_not_without_food() -> None:
    assert open_decisions(begin(morning(I260=ANN).has(ANN, food=1))) == [(ANN, "place")]
    assert open_decisions(begin(morning(I260=BOB))) == [(ANN, "place")]


def test_i260_is_of_no_use_to_a_seat_that_places_nobody() -> None:
    scene = morning(I260=BOB).has(BOB, food=1).owns(BOB, "I71")
    scene.state.round = 14
    assert open_decisions(begin(scene)) == [(ANN, "place")]


def test_i260_may_answer_the_wood_distributor() -> None:
    scene = begin(morning(I260=BOB, K284=CID).has(BOB, food=1))
    assert open_decisions(scene) == [(BOB, "use-card")]
    scene.answer(BOB)
    assert open_decisions(scene) == [(CID, "use-card")]
    scene.answer(CID, AGREE.number)
    assert open_decisions(scene) == [(BOB, "use-card")]
    scene.answer(BOB, AGREE.number)
    assert open_decisions(scene) == [(BOB, "place")]


def test_k284_may_answer_the_taster_whose_owner_can_not_undo_it() -> None:
    scene = begin(morning(I260=CID, K284=BOB).has(CID, food=1)).answer(BOB)
    scene.answer(CID, AGREE.number)
    assert open_decisions(scene) == [(BOB, "use-card")]
    scene.answer(BOB, AGREE.number)
    assert open_decisions(scene) == [(CID, "place")]
    assert scene.lies("B-WOOD3") == {}


def test_k308_may_answer_and_is_asked_again_after_each_use() -> None:
    scene = begin(morning(I260=DEE, K284=CID, K308=BOB).has(DEE, food=1))
    order = []
    for seat, *picks in (
        (BOB,),
        (CID,),
        (DEE, AGREE.number),
        (BOB,),
        (CID, AGREE.number),
        (BOB, USE_SPACE.first),
    ):
        ((who, _),) = open_decisions(scene)
        order.append(who)
        assert who == seat
        scene.answer(seat, *picks)
    assert open_decisions(scene) == [(DEE, "place")]


def test_k284_when_all_have_passed_work_begins() -> None:
    scene = begin(morning(I260=BOB, K284=CID, K308=DEE).has(BOB, food=1)).answer(BOB).answer(CID).answer(DEE)
    assert open_decisions(scene) == [(ANN, "place")]


def test_k308_and_k284_of_one_seat_are_asked_one_after_the_other() -> None:
    scene = begin(morning(K284=BOB, K308=BOB)).answer(BOB)
    assert open_decisions(scene) == [(BOB, "card-space")]

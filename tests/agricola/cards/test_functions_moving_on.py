"""Cards by which a person moves on when all people have been placed: Acrobat, Countryman."""

from tests.agricola.cards.hauling import watching
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.cards.moments import LAST
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import CHOOSE_PERSON, USE_CARD, USE_SPACE
from tilth_rules.agricola.rounds.work import PlacePerson


def goes(scene: Scene, space: str, seat: int = ANN) -> Scene:
    return scene.answer(seat, USE_SPACE.option(scene.opened(space)))


def ends(scene: Scene) -> list[str]:
    """Return the spaces that are offered."""
    names = ("B-GRAIN", "B-PLOUGH", "R5-PLOUGHSOW", "R1-SOW")
    return [name for name in names if USE_SPACE.option(scene.opened(name)) in scene.choices()]


def stands(scene: Scene, *places: str, seat: int = ANN) -> Scene:
    """Put the seat's people on these spaces; no other people are on any."""
    for person, place in enumerate(places):
        space = scene.opened(place)
        scene.seat(seat).places[person] = space
        scene.state.visitors[space] |= 1 << 8 * seat + person
    return scene


def acrobat(seats: int = 4) -> Scene:
    """Return a scene: Ann's person is with the travelling players, and has their food."""
    scene = Scene(seats).owns(ANN, "K269")
    scene.seat().notes[INDEX["K269"]] = (1,)
    return stands(scene, "P4-TRAVEL")


def test_k269_moves_on_to_grain_when_the_last_person_was_placed() -> None:
    scene = acrobat().comes(LAST, BOB).with_card(ANN, "K269")
    goes(scene, "B-GRAIN")
    assert scene.got() == {"grain": 1}
    assert scene.seat().places[0] == scene.opened("B-GRAIN")
    assert scene.state.visitors[scene.opened("P4-TRAVEL")] == 0


def test_k269_may_go_to_grain_to_plough_and_to_plough_and_sow() -> None:
    scene = acrobat()
    assert ends(scene.comes(LAST, ANN).with_card(ANN, "K269")) == ["B-GRAIN", "B-PLOUGH"]
    scene = acrobat()
    scene.opened("R5-PLOUGHSOW")
    assert ends(scene.comes(LAST, ANN).with_card(ANN, "K269")) == ["B-GRAIN", "B-PLOUGH", "R5-PLOUGHSOW"]


def test_k269_only_to_spaces_that_are_free() -> None:
    scene = stands(acrobat(), "B-GRAIN", seat=BOB)
    assert ends(scene.comes(LAST, ANN).with_card(ANN, "K269")) == ["B-PLOUGH"]


def test_k269_may_stay() -> None:
    assert acrobat().comes(LAST, BOB).answer(ANN).got() == {}


def test_k269_somebody_elsewhere_goes_nowhere() -> None:
    scene = stands(Scene(4).owns(ANN, "K269"), "B-DAY")
    assert scene.comes(LAST, ANN).kind() == ""


def test_k269_remembers_that_the_food_was_taken() -> None:
    scene = watching(Scene(5).owns(ANN, "K269"))
    assert scene.seat().notes[INDEX["K269"]] == (1,)
    assert scene.comes(LAST, ANN).kind() == "next-card"


def test_k269_a_room_at_the_travelling_players_does_not_count() -> None:
    scene = stands(Scene(5).owns(ANN, "K269"), "P5-ROOMTRAVEL")
    assert scene.comes(LAST, ANN).kind() == ""


def test_k269_uses_a_whole_round() -> None:
    """The food is taken, the others are placed, and then the acrobat ploughs."""
    scene = Scene(4).owns(ANN, "K269").heap("P4-TRAVEL", food=2).heap("B-CLAY1", clay=1)
    for seat in range(4):
        scene.seat(seat).places = [scene.opened("B-DAY") if seat else -1, scene.opened("B-DAY")]
    goes(scene.run(PlacePerson(ANN)), "P4-TRAVEL").answer(ANN).with_card(ANN, "K269")
    goes(scene, "B-PLOUGH")
    assert scene.kind() == "field"
    assert scene.got() == {"food": 2}


def test_k269_pays_the_toll_of_the_space_it_goes_to() -> None:
    scene = acrobat().owns(BOB, "I229")
    assert "B-GRAIN" not in ends(scene.comes(LAST, ANN).with_card(ANN, "K269"))
    scene = acrobat().owns(BOB, "I229").has(ANN, food=1)
    goes(scene.comes(LAST, ANN).with_card(ANN, "K269"), "B-GRAIN")
    assert scene.got() == {"food": -1, "grain": 1}


def countryman(*places: str) -> Scene:
    scene = Scene(4).owns(ANN, "K289").fields(ANN, "").has(ANN, grain=1)
    scene.opened("R1-SOW")
    return stands(scene, *places)


def test_k289_moves_on_from_grain_or_vegetables_to_sow() -> None:
    for place in ("B-GRAIN", "R3-VEG"):
        scene = countryman(place).comes(LAST, BOB).with_card(ANN, "K289")
        assert ends(scene)[-1:] == ["R1-SOW"]
        goes(scene, "R1-SOW")
        assert scene.kind() == "sow"


def test_k289_may_plough_and_sow() -> None:
    scene = countryman("B-GRAIN")
    scene.opened("R5-PLOUGHSOW")
    assert ends(scene.comes(LAST, ANN).with_card(ANN, "K289")) == ["R5-PLOUGHSOW", "R1-SOW"]


def test_k289_with_nothing_to_sow_and_nothing_to_bake_nobody_goes() -> None:
    assert countryman("B-GRAIN").has(ANN, grain=0).comes(LAST, ANN).kind() == ""


def test_k289_one_person_only() -> None:
    scene = countryman("B-GRAIN", "R3-VEG")
    scene.opened("R5-PLOUGHSOW")
    scene.comes(LAST, ANN).with_card(ANN, "K289")
    assert scene.choices() == [CHOOSE_PERSON.first, CHOOSE_PERSON.option(1)]
    scene.answer(ANN, CHOOSE_PERSON.option(1))
    goes(scene, "R5-PLOUGHSOW")
    scene.answer(ANN, scene.choices()[0])
    while scene.kind() in ("field", "sow", "part"):
        scene.answer(ANN, *scene.choices()[:1])
    assert scene.kind() == ""


def both() -> Scene:
    """Return a scene: Ann's acrobat is with the players, and a second person of hers has taken a vegetable."""
    scene = acrobat().owns(ANN, "K289").fields(ANN, "").has(ANN, grain=1)
    scene.opened("R1-SOW")
    scene.seat().places.pop()
    scene.seat().places.append(scene.opened("R3-VEG"))
    scene.state.visitors[scene.opened("R3-VEG")] |= 2
    return scene


def test_k269_and_k289_the_owner_of_both_orders_them() -> None:
    scene = both().comes(LAST, ANN)
    assert scene.choices() == [USE_CARD.option(INDEX["K269"]), USE_CARD.option(INDEX["K289"])]
    goes(scene.with_card(ANN, "K289"), "R1-SOW")
    scene.answer(ANN, scene.choices()[0])
    assert scene.kind() == "next-card"


def test_k289_nobody_moves_twice() -> None:
    """From the players to grain, but not on from there to sow."""
    scene = stands(acrobat().owns(ANN, "K289").fields(ANN, ""), "P4-TRAVEL")
    scene.opened("R1-SOW")
    goes(scene.comes(LAST, ANN).with_card(ANN, "K269"), "B-GRAIN")
    assert scene.got() == {"grain": 1}
    assert scene.kind() == ""


def test_k289_a_person_that_has_moved_already_is_not_offered() -> None:
    scene = both()
    goes(scene.comes(LAST, ANN).with_card(ANN, "K269"), "B-GRAIN")
    scene.with_card(ANN, "K289")
    assert scene.kind() == "card-space"


def test_k269_seats_follow_each_other_from_the_one_after_the_last_placement() -> None:
    scene = stands(acrobat().owns(CID, "K289").fields(CID, "").has(CID, grain=1), "R3-VEG", seat=CID)
    scene.opened("R1-SOW")
    assert scene.comes(LAST, BOB).kind(CID) == "next-card"
    assert scene.comes(LAST, 3).kind(ANN) == "next-card"

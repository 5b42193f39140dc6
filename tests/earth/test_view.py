"""Views of the table."""

import json

import msgspec

from tests.earth.situations import ANN, BOB, Scene, face, good, place
from tilth_rules.earth import game
from tilth_rules.earth.codes import CARD, GROW, GROWTH, SPROUT
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.content.faces import Filter
from tilth_rules.earth.content.matching import matches
from tilth_rules.earth.printed import Amount, PrintedAbility, PrintedFace, printed
from tilth_rules.earth.view import Spot, View
from tilth_rules.kernel import EVERYTHING, SPECTATOR


def seen(scene: Scene, viewer: int) -> View:
    view = game.view(scene.state, viewer)
    assert isinstance(view, View)
    return view


def test_fields_and_goods_lie_open_and_hands_do_not() -> None:
    scene = Scene(2).field(BOB, "4+2/5 5").hand(BOB, 7, 8).soil(BOB, 3).compost(BOB, 12)
    for viewer in (ANN, BOB, SPECTATOR, EVERYTHING):
        bob = seen(scene, viewer).players[BOB]
        assert bob.field == (Spot(place(0, 0), face(4), 2, 5), Spot(place(0, 1), face(5), 0, 0))
        assert (bob.soil, bob.sprouts, bob.growth, bob.compost, bob.hand_size) == (3, 2, 5, 1, 2)
        assert bob.hand == ((face(7), face(8)) if viewer in (BOB, EVERYTHING) else ())


def test_every_card_that_shows_is_printed_and_no_other() -> None:
    scene = Scene(2).field(BOB, "4").hand(BOB, 7)
    cards = {one.card for one in seen(scene, ANN).printed.faces}
    area = scene.seat(ANN).area
    assert cards == {face(4), area.island, area.climate, *scene.state.fauna}
    assert {one.card for one in seen(scene, BOB).printed.faces} == cards | {face(7)}


def test_a_card_is_printed_with_everything_a_client_needs() -> None:
    scene = Scene(2).field(BOB, "1")
    maple = next(one for one in seen(scene, ANN).printed.faces if one.card == face(1))
    assert (maple.kind, maple.vp, maple.cost) == (1, 2, 3)
    assert (maple.types, maple.habitats) == ((1,), (3, 4))
    assert (maple.sprout_spaces, maple.growth_limit, maple.canopy_vp) == (4, 3, 4)
    assert maple.abilities == (
        PrintedAbility((4,), 1, (), (Amount(GROWTH, 1), Amount(SPROUT, 1)), active=False),
    )


def test_names_and_texts_are_left_to_the_labels_unless_the_options_correct_the_card() -> None:
    cards = (face(1), face(2))
    as_printed = printed("", cards).faces
    assert [texts_of(one) for one in as_printed] == [("", "", "", "")] * 2
    ability = {"colours": ["red"], "when": "activate", "gain": [["soil", 5]]}
    values = json.dumps({"earth-001": {"cost": 4, "abilities": [ability]}})
    maple, prairie = printed(values, cards).faces
    assert prairie == as_printed[1]
    assert maple.cost == 4
    assert texts_of(maple) == (
        "Japanese Maple",
        "Японский клён",
        "Red: take 5 soil.",
        "Красная: возьмите 5 жетонов почвы.",
    )


def texts_of(one: PrintedFace) -> tuple[str, str, str, str]:
    return one.name_en, one.name_ru, one.text_en, one.text_ru


def test_a_card_that_an_objective_means_by_its_name_shows_the_marks_of_its_name() -> None:
    """A client that reads nothing but the view finds the same cards as the rules."""
    rules = [json.loads(one.rules) for one in printed("", range(len(FACES))).faces]
    wanted = {
        json.dumps(face_rules["objective"]["measure"]["of"]): face_rules["objective"]["measure"]["of"]
        for face_rules in rules
        if "named" in str(face_rules.get("objective"))
    }
    assert sorted(of["named"] for of in wanted.values()) == ["animal", "colour", "place"]
    for of in wanted.values():
        assert set(of) == {"is", "named"}
        found = [
            at
            for at, (card, face_rules) in enumerate(zip(FACES, rules, strict=True))
            if card.kind == of["is"] and of["named"] in face_rules.get("marks", ())
        ]
        assert len(found) > 20
        assert found == [at for at in range(len(FACES)) if matches(msgspec.convert(of, Filter), at)]


def test_the_running_score_is_shown_line_by_line() -> None:
    scene = Scene(2).field(BOB, "4/5").compost(BOB, 7, 8)
    assert seen(scene, ANN).players[BOB].score == (4 + 10 + 1, 0, 2, 0, 7, 0, 0, 0)


def test_the_stage_of_every_seat_is_shown() -> None:
    scene = Scene(2).field(BOB, "33 13")
    scene.turn(ANN, GROW)
    scene.answer(BOB, good(CARD))
    scene.answer(BOB, place(0, 0))
    view = seen(scene, ANN)
    assert (view.active, view.action) == (ANN, GROW)
    assert view.players[BOB].passed == place(0, 0)
    assert view.players[ANN].passed is None

"""Views of the table."""

import json

import msgspec
import pytest

from tests.earth.situations import ANN, BOB, CID, DEE, Scene, face, good, place, plant
from tilth_rules.earth import Options, game
from tilth_rules.earth.codes import CARD, CLIMATE, GROW, GROWTH, ISLAND, PLANT, SPROUT
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.content.faces import Filter
from tilth_rules.earth.content.matching import matches
from tilth_rules.earth.events.gaia import GaiaFinished, GaiaShuffled, gaia_of
from tilth_rules.earth.printed import Amount, PrintedAbility, PrintedFace, printed
from tilth_rules.earth.solo import EndOfHerDeck, SoloSetUp
from tilth_rules.earth.view import GaiaView, Spot, View
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


@pytest.mark.parametrize(
    "rows",
    [
        ("5",),
        ("5 8 14 19",),
        ("5", "8", "14", "19"),
        ("5 -", "- 8"),
        ("5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32"),
    ],
)
def test_the_open_places_are_those_that_a_seat_is_offered_for_a_card(rows: tuple[str, ...]) -> None:
    scene = Scene(2).field(ANN, *rows).soil(ANN, 9).hand(ANN, 9)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(9))
    assert scene.kind(ANN) == "place"
    assert list(seen(scene, BOB).players[ANN].open_places) == scene.offered(ANN)


def test_the_first_card_goes_to_the_only_open_place_and_a_full_field_has_none() -> None:
    scene = Scene(2).soil(ANN, 9).hand(ANN, 9)
    (first,) = seen(scene, BOB).players[ANN].open_places
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(9))
    assert [spot.place for spot in seen(scene, BOB).players[ANN].field] == [first]
    full = Scene(2).field(ANN, "5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32 34 35")
    assert seen(full, BOB).players[ANN].open_places == ()


@pytest.mark.parametrize(
    "order", [(ISLAND, CLIMATE, 0, 1), (CLIMATE, 0, 1), (0, ISLAND, CLIMATE), (1, CLIMATE)]
)
def test_what_is_passed_over_is_no_longer_offered_and_everything_else_is(order: tuple[int, ...]) -> None:
    """Each card of this seat has an ability that it can use: what is neither offered nor passed over is missing."""
    scene = Scene(2).board(ANN, "286b", "303a").field(ANN, "33 13")
    cards = {place(0, 0), place(0, 1), ISLAND, CLIMATE}
    scene.turn(ANN, GROW)
    scene.answer(ANN)
    for at in order:
        assert cards - {*seen(scene, BOB).players[ANN].passed_over} == {*scene.in_full(ANN)}
        scene.answer(ANN, at if at >= ISLAND else place(0, at))
        while scene.kind(ANN) != "activate":
            scene.answer(ANN)
    assert cards - {*seen(scene, BOB).players[ANN].passed_over} == {*scene.in_full(ANN)}


def test_between_turns_nothing_is_passed_over() -> None:
    scene = Scene(2).field(ANN, "33 13")
    scene.turn(ANN, GROW)
    scene.answer(ANN)
    scene.answer(ANN, place(0, 1))
    scene.done(ANN)
    assert seen(scene, BOB).players[ANN].passed_over == (place(0, 0), place(0, 1))
    scene.done(BOB)
    assert scene.kind(BOB) == "action"
    assert seen(scene, BOB).players[ANN].passed_over == ()


def test_her_deck_is_shuffled_as_often_as_the_view_of_a_match_alone_says() -> None:
    scene = Scene(1)

    def gaia() -> GaiaView:
        found = seen(scene, ANN).gaia
        assert found is not None
        return found

    events = scene.run(SoloSetUp())
    assert [type(event) for event in events] == [GaiaShuffled]
    while gaia().remaining_passes > 0:
        before = gaia()
        gaia_of(scene.state).deck = ()
        assert [type(event) for event in scene.run(EndOfHerDeck())] == [GaiaShuffled]
        assert (gaia().passes, gaia().remaining_passes) == (before.passes + 1, before.remaining_passes - 1)
    gaia_of(scene.state).deck = ()
    assert [type(event) for event in scene.run(EndOfHerDeck())] == [GaiaFinished]


def test_each_half_of_the_shared_area_names_the_mate_that_may_take_from_it() -> None:
    scene = Scene(4, Options(teams=True))
    for player in seen(scene, ANN).players:
        assert player.shared is not None
        assert player.shared.mate == {ANN: CID, BOB: DEE, CID: ANN, DEE: BOB}[player.seat]

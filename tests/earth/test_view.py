"""What a viewer sees of the table."""

from tests.earth.situations import ANN, BOB, Scene, face, good, place
from tilth_rules.earth import game
from tilth_rules.earth.printed import Amount, PrintedAbility
from tilth_rules.earth.view import Spot, View
from tilth_rules.earth.words import CARD, GROW, GROWTH, SPROUT
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
    cards = {printed.card for printed in seen(scene, ANN).printed.faces}
    area = scene.seat(ANN).area
    assert cards == {face(4), area.island, area.climate, *scene.state.fauna}
    assert {printed.card for printed in seen(scene, BOB).printed.faces} == cards | {face(7)}


def test_a_card_is_printed_with_all_a_client_has_to_know() -> None:
    scene = Scene(2).field(BOB, "1")
    maple = next(printed for printed in seen(scene, ANN).printed.faces if printed.card == face(1))
    assert (maple.kind, maple.name_en, maple.vp, maple.cost) == (1, "Japanese Maple", 2, 3)
    assert (maple.types, maple.habitats) == ((1,), (3, 4))
    assert (maple.sprout_spaces, maple.growth_limit, maple.canopy_vp) == (4, 3, 4)
    assert maple.abilities == (
        PrintedAbility((4,), 1, (), (Amount(GROWTH, 1), Amount(SPROUT, 1)), active=False),
    )


def test_the_running_score_is_told_line_by_line() -> None:
    scene = Scene(2).field(BOB, "4/5").compost(BOB, 7, 8)
    assert seen(scene, ANN).players[BOB].score == (4 + 10 + 1, 0, 2, 0, 7, 0, 0, 0)


def test_how_far_everybody_is_shows() -> None:
    scene = Scene(2).field(BOB, "33 13")
    scene.turn(ANN, GROW)
    scene.answer(BOB, good(CARD))
    scene.answer(BOB, place(0, 0))
    view = seen(scene, ANN)
    assert (view.active, view.action) == (ANN, GROW)
    assert view.players[BOB].passed == place(0, 0)
    assert view.players[ANN].passed is None

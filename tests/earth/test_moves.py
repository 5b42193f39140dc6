"""The numbers of options that name a face: each means one thing, and there is room for more faces than are printed."""

from itertools import product

from tilth_rules.earth import moves, offers
from tilth_rules.earth.codes import ALL, LESS, SHARED
from tilth_rules.earth.game import Earth
from tilth_rules.kernel import Move

HOWS = (ALL, LESS, SHARED)


def test_every_face_number_has_options_of_its_own_and_can_be_read_from_them() -> None:
    meant: dict[int, Move] = {}
    offered: dict[int, Move] = {}
    for face, how in product(range(moves.MAX_FACES), HOWS):
        option = moves.with_taking(moves.plant_option(face), how)
        assert moves.planted_face(option) == (face, how)
        assert option not in meant
        meant[option] = moves.LANE_TURN.move(option)
        assert meant[option] == moves.PlantCard(face, how)
        offer = moves.with_taking(moves.event_option(face), how)
        assert moves.is_event(offer)
        assert moves.played_event(offer) == (face, how)
        assert offer not in offered
        offered[offer] = offers.offer_move(offer)
        assert offered[offer] == moves.PlayEvent(face, how)
    assert not any(moves.is_event(moves.PICK_UP + good + 8 * half) for good in range(8) for half in range(4))
    assert not moves.is_event(moves.EXCHANGE)


def test_places_goods_and_plants_do_not_share_numbers() -> None:
    others = [moves.taking_option(thing, how) for thing in range(moves.PLANTS) for how in HOWS]
    plants = {moves.with_taking(moves.plant_option(face), how) for face in range(600) for how in HOWS}
    assert not plants & set(others)
    assert all(not isinstance(moves.LANE_TURN.move(option), moves.PlantCard) for option in others)


def test_the_printed_faces_keep_the_numbers_that_matches_hold() -> None:
    assert moves.plant_option(0) == 512
    assert moves.event_option(0) == 8192
    assert moves.plant_option(438) == 950
    assert max(Earth().stored_numbers()["face"].values()) < moves.FIRST_FAR_FACE

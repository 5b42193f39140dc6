"""Other worlds: what a viewer cannot know is dealt anew, what the viewer has seen stays where it is."""

from collections import Counter
from random import Random

import pytest

from tests.earth.situations import ANN, BOB, CID, Scene, face, good
from tilth_rules.earth import Options, game
from tilth_rules.earth.card_events import CardsComposted
from tilth_rules.earth.piles import unread
from tilth_rules.earth.state import State
from tilth_rules.earth.words import CARD, COMPOST, GROW, PLANT
from tilth_rules.kernel import EVERYTHING, SPECTATOR


def table() -> Scene:
    """Ann has put a card of her hand under two unseen ones, and looks at four cards; Bob has drawn two."""
    scene = Scene(3).hand(ANN, 7, 8).hand(BOB, 12, 14).hand(CID, 15)
    for seat in range(3):
        for card in scene.seat(seat).area.hand:
            scene.state.known[card] |= 1 << seat
    CardsComposted(ANN, 1, (face(7),)).apply(scene.state)
    scene.turn(BOB, COMPOST)
    scene.answer(ANN, good(6))
    scene.done(ANN, BOB, CID)
    scene.answer(CID, GROW)
    scene.answer(ANN, good(CARD))
    scene.done(ANN, BOB, CID)
    scene.answer(ANN, PLANT)
    scene.answer(ANN)
    return scene


def cards_of(state: State) -> Counter[int]:
    """Every card that lies face down somewhere, and how often."""
    piles = [unread(state), state.discards]
    for seat in state.seats:
        piles += [seat.area.hand, seat.area.compost, seat.heap, seat.looked, seat.aside]
        piles += [seat.shared_cards, seat.shared_compost]
    return Counter(card for pile in piles for card in pile)


@pytest.mark.parametrize("viewer", [ANN, BOB, CID, SPECTATOR])
def test_worlds_have_the_same_cards_and_look_the_same(viewer: int) -> None:
    scene = table()
    random = Random(3)
    for _ in range(10):
        world = game.determinize(scene.state, viewer, random)
        assert cards_of(world) == cards_of(scene.state)
        assert set(cards_of(world).values()) == {1}
        assert game.view(world, viewer) == game.view(scene.state, viewer)
        assert game.counts(world) == game.counts(scene.state)


def test_no_world_tells_what_others_took_off_the_deck() -> None:
    scene = table()
    taken = [card for seat in scene.state.seats for card in seat.looked]
    assert taken
    assert not set(scene.state.deck) & set(taken)


def test_ones_own_hand_and_what_one_looks_at_stay_and_others_hands_do_not() -> None:
    scene = table()
    random = Random(4)
    worlds = [game.determinize(scene.state, ANN, random) for _ in range(12)]
    mine = scene.seat(ANN)
    assert all(world.seats[ANN].area.hand == mine.area.hand for world in worlds)
    assert all(world.seats[ANN].looked == mine.looked for world in worlds)
    assert any(world.seats[BOB].area.hand != scene.seat(BOB).area.hand for world in worlds)
    assert any(world.deck != scene.state.deck for world in worlds)


def test_a_card_that_one_composted_stays_in_its_place_and_those_from_the_deck_do_not() -> None:
    scene = table()
    random = Random(5)
    worlds = [game.determinize(scene.state, ANN, random) for _ in range(12)]
    assert all(world.seats[ANN].area.compost[0] == face(7) for world in worlds)
    assert any(world.seats[ANN].area.compost[1:] != scene.seat(ANN).area.compost[1:] for world in worlds)
    seen_by_bob = [game.determinize(scene.state, BOB, random) for _ in range(12)]
    assert any(world.seats[ANN].area.compost[0] != face(7) for world in seen_by_bob)


def test_what_one_did_not_keep_is_known_to_lie_on_the_discards() -> None:
    scene = table()
    rest = scene.offered(ANN)[1:]
    scene.answer(ANN, scene.offered(ANN)[0])
    scene.done(ANN, BOB, CID)
    random = Random(6)
    for _ in range(12):
        assert game.determinize(scene.state, ANN, random).discards[-3:] == rest
    worlds = [game.determinize(scene.state, CID, random) for _ in range(12)]
    assert any(world.discards[-3:] != rest for world in worlds)


def test_who_sees_everything_has_one_world_only() -> None:
    scene = table()
    assert game.determinize(scene.state, EVERYTHING, Random(1)) == scene.state


def test_sides_that_others_chose_in_secret_may_be_any_they_were_dealt() -> None:
    scene = Scene(2, Options())
    scene.seat(BOB).dealt = tuple(face(side) for side in ("285a", "285b", "295a", "295b", "320a", "320b"))
    scene.seat(BOB).chosen = (face("285a"), face("295a"))
    random = Random(7)
    chosen = {game.determinize(scene.state, ANN, random).seats[BOB].chosen for _ in range(60)}
    islands, climates = ("285a", "285b"), ("295a", "295b")
    assert chosen == {(face(one), face(other)) for one in islands for other in climates}
    assert game.determinize(scene.state, BOB, random).seats[BOB].chosen == scene.seat(BOB).chosen

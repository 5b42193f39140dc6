"""Other worlds: what a viewer cannot know is dealt anew, what the viewer has seen stays where it is."""

from collections import Counter
from random import Random

import pytest

from tests.earth.situations import ANN, BOB, CID, Scene, face, good, plant
from tilth_rules.earth import Options, game
from tilth_rules.earth.card_events import CardsComposted, CompostLookedAt, TakenFromCompost
from tilth_rules.earth.field_events import CardsStayKnown
from tilth_rules.earth.piles import unread
from tilth_rules.earth.state import State
from tilth_rules.earth.team_events import HandShared
from tilth_rules.earth.words import CARD, COMPOST, DECK_COMPOST, GROW, PLANT
from tilth_rules.kernel import EVERYTHING, SPECTATOR


def table() -> Scene:
    """Ann has put a card of her hand under two unseen ones, and looks at four cards; Bob has drawn two."""
    scene = Scene(3).hand(ANN, 7, 8).hand(BOB, 12, 14).hand(CID, 15)
    for seat in range(3):
        for card in scene.seat(seat).area.hand:
            scene.state.known[card] |= 1 << seat
    CardsComposted(ANN, 1, (face(7),)).apply(scene.state)
    scene.turn(BOB, COMPOST)
    scene.answer(ANN, good(DECK_COMPOST))
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


def test_who_has_seen_a_card_goes_with_its_place() -> None:
    scene = table()
    world = game.determinize(scene.state, ANN, Random(11))
    assert world.seats[BOB].area.hand != scene.seat(BOB).area.hand
    assert all(world.known[card] == 1 << BOB for card in world.seats[BOB].area.hand)
    assert all(world.known[card] == 0 for card in unread(world))


def test_a_compost_that_mates_share_and_gaias_are_unknown() -> None:
    scene = Scene(4, Options(teams=True)).deck(*range(7, 30))
    scene.seat(CID).shared_compost = scene.state.deck[:2]
    del scene.state.deck[:2]
    alone = Scene(1)
    assert alone.state.gaia is not None
    alone.state.gaia.compost = alone.state.deck[:2]
    del alone.state.deck[:2]
    random = Random(12)
    shared = [game.determinize(scene.state, ANN, random).seats[CID].shared_compost for _ in range(9)]
    assert any(pile != scene.seat(CID).shared_compost for pile in shared)
    hers = [game.determinize(alone.state, ANN, random).gaia for _ in range(9)]
    assert any(gaia is not None and gaia.compost != alone.state.gaia.compost for gaia in hers)


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


def test_a_card_that_others_know_may_be_anywhere_once_its_owner_has_moved_cards_unseen() -> None:
    scene = Scene(2).hand(ANN, 7, 8).deck(100, 101, only=True)
    CardsStayKnown(ANN, (face(7),)).apply(scene.state)
    random = Random(8)

    def hands() -> set[bool]:
        """Whether Bob can imagine the card in Ann's hand, and elsewhere."""
        worlds = [game.determinize(scene.state, BOB, random) for _ in range(60)]
        return {face(7) in world.seats[ANN].area.hand for world in worlds}

    assert hands() == {True}, "it was shown and taken back"
    CardsComposted(ANN, 1, (face(8),)).apply(scene.state)
    assert hands() == {True, False}, "it may be the one that she composted"


@pytest.mark.parametrize("kept", [face(230), face(9)])
def test_what_is_taken_from_the_compost_is_known_to_its_owner_only(kept: int) -> None:
    scene = Scene(2).compost(ANN, 230, 9).deck(100, 101, only=True)
    for card in (230, 9):
        CardsStayKnown(ANN, (face(card),)).apply(scene.state)
    CompostLookedAt(ANN, 2, (face(230), face(9))).apply(scene.state)
    TakenFromCompost(ANN, 1, (kept,)).apply(scene.state)
    random = Random(9)
    for viewer, found in ((ANN, {True}), (BOB, {True, False})):
        worlds = [game.determinize(scene.state, viewer, random) for _ in range(60)]
        assert {kept in world.seats[ANN].area.hand for world in worlds} == found


def test_what_a_mate_took_may_be_what_the_mate_put_into_the_shared_area() -> None:
    scene = Scene(4, Options(teams=True)).hand(ANN, 7, 8).deck(100, 101, only=True)
    scene.state.known[face(7)] = 1 << ANN | 1 << CID
    HandShared(ANN, 1, (face(8),)).apply(scene.state)
    random = Random(10)
    worlds = [game.determinize(scene.state, CID, random) for _ in range(60)]
    assert {face(7) in world.seats[ANN].area.hand for world in worlds} == {True, False}


def test_a_terrain_that_was_replaced_is_known_to_lie_in_the_compost() -> None:
    scene = Scene(2).hand(ANN, 230, 6).soil(ANN, 1)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(230))
    scene.answer(ANN, plant(6))
    random = Random(13)
    worlds = [game.determinize(scene.state, BOB, random) for _ in range(12)]
    assert all(world.seats[ANN].area.compost == [face(230)] for world in worlds)


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

"""Other worlds: cards that a viewer cannot know are dealt again, cards that it has seen keep their places."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from tests.earth.short_decks import short
from tests.earth.situations import ANN, BOB, CID, Scene, face, good, plant
from tests.worlds import imagined
from tilth_rules.earth import Options, game
from tilth_rules.earth.codes import CARD, COMPOST, DECK_COMPOST, GROW, PLANT
from tilth_rules.earth.content.cards import EARTH
from tilth_rules.earth.events.cards import CardsComposted, CompostLookedAt, DeckShuffled, TakenFromCompost
from tilth_rules.earth.events.field import CardsStayKnown, EventPlayed, PlantingBegan
from tilth_rules.earth.events.teams import HandShared
from tilth_rules.earth.hands.piles import unread_cards
from tilth_rules.earth.state import State
from tilth_rules.kernel import SPECTATOR, Event, SeededChance, Table
from tilth_rules.random_play import inside


def table() -> Scene:
    """Return a scene: Ann has put a card of her hand under two unseen ones, and looks at four cards; Bob has drawn
    two."""
    scene = Scene(3).hand(ANN, 7, 8).hand(BOB, 12, 14).hand(CID, 15)
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
    """Return the number of times that each card lies face down somewhere."""
    piles = [unread_cards(state), state.discards]
    for seat in state.seats:
        piles += [seat.area.hand, seat.area.compost, seat.heap, seat.looked, seat.aside]
        piles += [seat.shared_cards, seat.shared_compost]
    return Counter(card for pile in piles for card in pile)


@pytest.mark.parametrize("viewer", [ANN, BOB, CID, SPECTATOR])
def test_worlds_have_the_same_cards_and_look_the_same(viewer: int) -> None:
    scene = table()
    random = Random(3)
    for _ in range(10):
        world = imagined(game, scene.state, viewer, random)
        assert cards_of(world) == cards_of(scene.state)
        assert set(cards_of(world).values()) == {1}
        assert game.view(world, viewer) == game.view(scene.state, viewer)
        assert game.conserved(world) == game.conserved(scene.state)


def test_no_world_shows_the_cards_that_others_took_off_the_deck() -> None:
    scene = table()
    taken = [card for seat in scene.state.seats for card in seat.looked]
    assert taken
    assert not set(scene.state.deck) & set(taken)


def test_a_viewers_hand_and_looked_at_cards_stay_and_others_hands_do_not() -> None:
    scene = table()
    random = Random(4)
    worlds = [imagined(game, scene.state, ANN, random) for _ in range(12)]
    mine = scene.seat(ANN)
    assert all(world.seats[ANN].area.hand == mine.area.hand for world in worlds)
    assert all(world.seats[ANN].looked == mine.looked for world in worlds)
    assert any(world.seats[BOB].area.hand != scene.seat(BOB).area.hand for world in worlds)
    assert any(world.deck != scene.state.deck for world in worlds)


def test_the_seats_that_have_seen_a_card_go_with_its_place() -> None:
    scene = table()
    world = imagined(game, scene.state, ANN, Random(11))
    assert world.seats[BOB].area.hand != scene.seat(BOB).area.hand
    assert all(world.known[card] == 1 << BOB for card in world.seats[BOB].area.hand)
    assert all(world.known[card] == 0 for card in unread_cards(world))


def test_a_compost_that_mates_share_and_gaias_are_unknown() -> None:
    scene = Scene(4, Options(teams=True)).deck(*range(7, 30))
    scene.seat(CID).shared_compost = scene.state.deck[:2]
    del scene.state.deck[:2]
    alone = Scene(1)
    assert alone.state.gaia is not None
    alone.state.gaia.compost = alone.state.deck[:2]
    del alone.state.deck[:2]
    random = Random(12)
    shared = [imagined(game, scene.state, ANN, random).seats[CID].shared_compost for _ in range(9)]
    assert any(pile != scene.seat(CID).shared_compost for pile in shared)
    hers = [imagined(game, alone.state, ANN, random).gaia for _ in range(9)]
    assert any(gaia is not None and gaia.compost != alone.state.gaia.compost for gaia in hers)


def test_a_card_that_the_viewer_composted_stays_in_its_place_and_those_from_the_deck_do_not() -> None:
    scene = table()
    random = Random(5)
    worlds = [imagined(game, scene.state, ANN, random) for _ in range(12)]
    assert all(world.seats[ANN].area.compost[0] == face(7) for world in worlds)
    assert any(world.seats[ANN].area.compost[1:] != scene.seat(ANN).area.compost[1:] for world in worlds)
    seen_by_bob = [imagined(game, scene.state, BOB, random) for _ in range(12)]
    assert any(world.seats[ANN].area.compost[0] != face(7) for world in seen_by_bob)


def test_cards_that_the_viewer_did_not_keep_are_known_to_lie_on_the_discards() -> None:
    scene = table()
    rest = scene.offered(ANN)[1:]
    scene.answer(ANN, scene.offered(ANN)[0])
    scene.done(ANN, BOB, CID)
    random = Random(6)
    for _ in range(12):
        assert imagined(game, scene.state, ANN, random).discards[-3:] == rest
    worlds = [imagined(game, scene.state, CID, random) for _ in range(12)]
    assert any(world.discards[-3:] != rest for world in worlds)


def test_a_card_that_others_know_may_be_anywhere_once_its_owner_has_moved_cards_unseen() -> None:
    scene = Scene(2).hand(ANN, 7, 8).deck(100, 101, only=True)
    CardsStayKnown(ANN, (face(7),)).apply(scene.state)
    random = Random(8)

    def hands() -> set[bool]:
        """Return whether Bob's worlds have the card in Ann's hand, and whether some have it elsewhere."""
        worlds = [imagined(game, scene.state, BOB, random) for _ in range(60)]
        return {face(7) in world.seats[ANN].area.hand for world in worlds}

    assert hands() == {True}, "it was shown and taken back"
    CardsComposted(ANN, 1, (face(8),)).apply(scene.state)
    assert hands() == {True, False}, "it may be the one that she composted"
    worlds = [imagined(game, scene.state, BOB, random) for _ in range(400)]
    assert not any(face(7) in world.deck for world in worlds), "but nobody can have put it into the deck"
    composted = sum(face(7) in world.seats[ANN].area.compost for world in worlds)
    assert 160 < composted < 240, "one of her two cards went"


@pytest.mark.parametrize("kept", [face(230), face(9)])
def test_cards_taken_from_the_compost_are_known_to_their_owner_only(kept: int) -> None:
    scene = Scene(2).compost(ANN, 230, 9).deck(100, 101, only=True)
    for card in (230, 9):
        CardsStayKnown(ANN, (face(card),)).apply(scene.state)
    CompostLookedAt(ANN, 2, (face(230), face(9))).apply(scene.state)
    TakenFromCompost(ANN, 1, (kept,)).apply(scene.state)
    random = Random(9)
    for viewer, found in ((ANN, {True}), (BOB, {True, False})):
        worlds = [imagined(game, scene.state, viewer, random) for _ in range(60)]
        assert {kept in world.seats[ANN].area.hand for world in worlds} == found


def test_a_card_that_a_mate_took_may_be_one_the_mate_put_into_the_shared_area() -> None:
    scene = Scene(4, Options(teams=True)).hand(ANN, 7, 8).deck(100, 101, only=True)
    scene.state.known[face(7)] = 1 << ANN | 1 << CID
    HandShared(ANN, 1, (face(8),)).apply(scene.state)
    random = Random(10)
    worlds = [imagined(game, scene.state, CID, random) for _ in range(60)]
    assert {face(7) in world.seats[ANN].area.hand for world in worlds} == {True, False}


def test_a_terrain_that_was_replaced_is_known_to_lie_in_the_compost() -> None:
    scene = Scene(2).hand(ANN, 230, 6).soil(ANN, 1)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(230))
    scene.answer(ANN, plant(6))
    random = Random(13)
    worlds = [imagined(game, scene.state, BOB, random) for _ in range(12)]
    assert all(world.seats[ANN].area.compost == [face(230)] for world in worlds)


def test_sides_that_others_chose_in_secret_may_be_any_they_were_dealt() -> None:
    scene = Scene(2, Options())
    scene.seat(BOB).dealt = tuple(face(side) for side in ("285a", "285b", "295a", "295b", "320a", "320b"))
    scene.seat(BOB).sides = (face("285a"), face("295a"))
    random = Random(7)
    chosen = {imagined(game, scene.state, ANN, random).seats[BOB].sides for _ in range(60)}
    islands, climates = ("285a", "285b"), ("295a", "295b")
    assert chosen == {(face(one), face(other)) for one in islands for other in climates}
    assert imagined(game, scene.state, BOB, random).seats[BOB].sides == scene.seat(BOB).sides


@pytest.mark.parametrize(("seats", "every", "teams"), [(3, 5, False), (4, 4, True)])
def test_no_card_that_was_seen_since_the_last_shuffle_lies_in_the_deck_of_a_world(
    seats: int, every: int, teams: bool
) -> None:
    """The test keeps its own note of every card that a viewer's events name."""
    earth = short(every)
    table = Table(earth, Options(teams=teams, turn_limit=9), seats, SeededChance(bytes([seats] * 32)))
    start = table.start()
    assert start is not None
    viewers = (*range(seats), SPECTATOR)
    seen: dict[int, set[int]] = {viewer: set() for viewer in viewers}
    random = Random(seats)
    records = [start]
    lost = 0
    while not table.over:
        seat = table.pending_seats[0]
        record = table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))
        assert record is not None
        records.append(record)
        shown = any(isinstance(event, PlantingBegan | EventPlayed) for event in record.events)
        if shown and random.random() < 0.7 and table.undoable(seat) == record.number:
            table, record = table.undo(seat, records)
            records.append(record)
        for viewer in viewers:
            for event in record.seen_by(viewer):
                if isinstance(event, DeckShuffled):
                    seen[viewer].clear()
                seen[viewer].update(_named(event))
            world = imagined(earth, table.state, viewer, random)
            assert not seen[viewer] & set(world.deck)
        lost += bool(table.state.traces)
    assert lost or teams


def _named(event: Event) -> tuple[int, ...]:
    """Return the Earth cards that an event names."""
    if isinstance(event, DeckShuffled):
        return ()
    card = getattr(event, "card", -1)
    cards = getattr(event, "cards", ())
    return tuple(one for one in (card, *cards) if one in EARTH)


def test_in_a_small_box_every_deal_that_fits_is_as_likely() -> None:
    """The test tries all orders of six cards: one of Ann's was seen, before she composted another unseen."""
    scene = Scene(2).hand(ANN, 7, 8).deck(100, 101, 102, 103, only=True)
    CardsStayKnown(ANN, (face(7),)).apply(scene.state)
    CardsComposted(ANN, 1, (face(8),)).apply(scene.state)
    hidden = sorted([*scene.seat(ANN).area.hand, *scene.seat(ANN).area.compost, *scene.state.deck])
    deals = Counter((hand, kept) for hand, kept, *_ in permutations(hidden) if face(7) in (hand, kept))
    known = game.knowledge(scene.state, BOB)
    random = Random(14)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(3000):
        area = game.deal(known, random).seats[ANN].area
        found[area.hand[0], area.compost[0]] += 1
    assert set(found) == set(deals)
    for deal, ways in deals.items():
        assert abs(found[deal] / 3000 - ways / sum(deals.values())) < 0.025

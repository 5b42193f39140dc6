"""Worlds without drafts: every world a viewer may imagine, and no other."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.petrichor.situations import BLUE, GREEN, RED, Scene
from tests.worlds import imagined
from tilth_rules.kernel import SPECTATOR, SeededChance, Table, world
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WEATHERS, WIND
from tilth_rules.petrichor.events.cards import DeckReshuffled
from tilth_rules.petrichor.rounds.cleanup import CleanUp
from tilth_rules.petrichor.rounds.turns import PayCards
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.worlds.known_cards import hidden_groups, still_held
from tilth_rules.random_play import inside

Hands = frozenset[tuple[int, tuple[int, ...]]]
"""The cards, by kind, that some seats hold."""


def hands(state: State, *seats: int) -> Hands:
    return frozenset((seat, tuple(state.hands[4 * seat + 1 : 4 * seat + 5])) for seat in seats)


def in_worlds(state: State, viewer: int, *seats: int) -> set[Hands]:
    """Return the hands in very many worlds."""
    random = Random(1)
    return {hands(imagined(game, state, viewer, random), *seats) for _ in range(1500)}


def by_kind(cards: Counter[int]) -> tuple[int, ...]:
    return tuple(cards[card] for card in WEATHERS)


def test_two_hidden_hands_may_be_all_that_the_unseen_cards_can_make() -> None:
    scene = Scene(3).hand(RED, FROST).hand(BLUE, SUN, RAIN).hand(GREEN, SUN)
    scene.state.deck = [0, 0, 1, 1, 0]
    unseen = [SUN, SUN, SUN, WIND, RAIN]
    possible = set()
    for mine in combinations(range(5), 2):
        for other in set(range(5)) - set(mine):
            blue, green = Counter(unseen[at] for at in mine), Counter([unseen[other]])
            possible.add(frozenset({(BLUE, by_kind(blue)), (GREEN, by_kind(green))}))
    assert in_worlds(scene.state, RED, BLUE, GREEN) == possible


def test_a_spectator_imagines_every_hand() -> None:
    scene = Scene(2).hand(RED, FROST).hand(BLUE, SUN)
    scene.state.deck = [0, 0, 0, 0, 0]
    either = {((RED, FROST), (BLUE, SUN)), ((RED, SUN), (BLUE, FROST))}
    worlds = in_worlds(scene.state, SPECTATOR, RED, BLUE)
    assert worlds == {frozenset((seat, by_kind(Counter([card]))) for seat, card in world) for world in either}


def test_worlds_are_about_as_likely_as_the_deals_that_make_them() -> None:
    scene = Scene(2).hand(BLUE, SUN)
    scene.state.deck = [0, 3, 0, 0, 0]
    random = Random(5)
    worlds = [imagined(game, scene.state, RED, random) for _ in range(2000)]
    suns = sum(world.hands[4 * BLUE + SUN] for world in worlds)
    assert 400 < suns < 600, "one of four unseen cards is a Sun"


def test_cards_that_were_shown_stay_in_every_world() -> None:
    scene = Scene(3).hand(BLUE, SUN, SUN, WIND).hand(GREEN, FROST)
    scene.state.shown[4 * BLUE + SUN] = 2
    worlds = in_worlds(scene.state, RED, BLUE)
    assert {dict(world)[BLUE][SUN - 1] for world in worlds} == {2, 3}
    assert len(worlds) == 4, "the third card may be any"


def test_a_seat_that_is_asked_for_a_payment_can_pay_in_every_world() -> None:
    """The state doesn't tell what a seat is about to pay, the step that waits does."""
    scene = Scene(2).hand(RED, FROST).hand(BLUE, SUN)
    scene.state.deck = [0, 3, 1, 3, 3]
    table = scene.run(PayCards(BLUE, SUN, False))
    random = Random(2)
    assert {hands(world(table, RED, random).state, BLUE) for _ in range(200)} == {hands(scene.state, BLUE)}
    scene = Scene(2).hand(RED, FROST).hand(BLUE, SUN, SUN, WIND)
    scene.state.deck = [0, 3, 1, 3, 3]
    table = scene.run(PayCards(BLUE, SUN, True))
    suns = Counter(world(table, RED, random).state.hands[4 * BLUE + SUN] for _ in range(2000))
    assert 0 not in suns, "a sun is needed, and another or two cards as one"
    assert abs(suns[1] / 2000 - 135 / 166) < 0.03, (
        "of 166 ways to draw any suns among three cards, 135 draw one"
    )


def test_a_shown_card_is_one_card_and_the_rest_of_the_hand_may_be_any() -> None:
    scene = Scene(2).hand(RED, FROST, FROST, FROST).hand(BLUE, *[SUN] * 4, *[WIND] * 4)
    state = scene.state
    state.shown[4 * BLUE + SUN] = 1
    random = Random(6)
    suns = [imagined(game, state, RED, random).hands[4 * BLUE + SUN] for _ in range(4000)]
    unseen = sum(state.deck) + state.held[BLUE] - 1
    exactly = 1 + 7 * (state.deck[SUN] + 4 - 1) / unseen
    assert abs(sum(suns) / len(suns) - exactly) < 0.08


# After the deck was reshuffled ---------------------------------------------------------------------


def reshuffled() -> Scene:
    """Red deals: two cards of the old deck to Blue, then five new ones, all of them Wind or Rain."""
    scene = Scene(2, first=BLUE).hand(RED, FROST, FROST, FROST, FROST).hand(BLUE, SUN, SUN)
    scene.state.deck = [0, 1, 1, 0, 0]
    scene.state.discards = [0, 0, 0, 10, 10]
    scene.run(CleanUp())
    assert DeckReshuffled() in scene.events
    return scene


def test_after_a_reshuffle_all_that_was_unseen_is_in_the_other_hand() -> None:
    for there in in_worlds(reshuffled().state, RED, BLUE):
        frost, sun, wind, rain = dict(there)[BLUE]
        assert (frost, sun, wind + rain) == (1, 3, 5)


def test_after_a_reshuffle_the_deck_holds_the_discards() -> None:
    state = reshuffled().state
    random = Random(2)
    decks = [imagined(game, state, RED, random).deck for _ in range(300)]
    assert {(deck[FROST], deck[SUN]) for deck in decks} == {(0, 0)}
    assert len({(deck[WIND], deck[RAIN]) for deck in decks}) > 3


def test_unseen_cards_lie_in_either_of_two_other_hands() -> None:
    scene = Scene(3, first=RED).hand(BLUE, SUN, FROST).hand(GREEN, SUN)
    scene.state.deck = [0] * 5
    scene.state.discards = [0, 0, 0, 15, 15]
    scene.run(CleanUp())
    worlds = in_worlds(scene.state, RED, BLUE, GREEN)
    old = {tuple(dict(world)[seat][:2] for seat in (BLUE, GREEN)) for world in worlds}
    assert old == {((1, 1), (0, 1)), ((0, 2), (1, 0))}, "Blue held two of them, Green one"


def test_a_card_played_since_may_have_been_an_old_or_a_new_one() -> None:
    scene = Scene(3, first=RED).hand(BLUE, SUN).hand(GREEN, FROST)
    scene.state.deck = [0] * 5
    scene.state.discards = [0, 0, 12, 15, 0]
    table = scene.run(CleanUp())
    state = table.state
    state.hands[4 * BLUE + SUN] -= 1
    state.held[BLUE] -= 1
    state.played[4 * BLUE + SUN] += 1
    state.discards[SUN] += 1
    frosts = {dict(world)[BLUE][FROST - 1] for world in in_worlds(state, RED, BLUE)}
    assert frosts == {0, 1}, "the Sun it played may be a new one, and its old card the Frost"


def played_on(seats: int, options: Options, seed: int, answers: int) -> Table:
    table = Table(game, options, seats, SeededChance(bytes([seed] * 32)))
    table.start()
    random = Random(seed)
    for _ in range(answers):
        if not table.over:
            seat = table.pending_seats[0]
            table.answer(seat, *inside(table.open[seat], random))
    return table


def test_the_deal_after_a_reshuffle_starts_nowhere_near_the_truth() -> None:
    """The same random deals the same from the truth and from a world, which the viewer cannot tell apart."""
    looked = 0
    for seed in range(24):
        state = played_on(4, Options(draft=seed % 2 == 1), seed, 70).state
        looked += any(state.old) or any(state.known)
        for viewer in range(4):
            known = game.knowledge(state, viewer)
            there = game.deal(known, Random(seed))
            assert game.knowledge(there, viewer) == known
            assert game.deal(game.knowledge(there, viewer), Random(7)) == game.deal(known, Random(7))
    assert looked > 12


def test_the_knowledge_of_others_about_hands_is_dealt_too() -> None:
    """The claims of one world are true of the hands of another as often as of the hands in truth."""
    of_the_truth = of_worlds = claims = 0
    for seed in range(60):
        state = played_on(2, Options(draft=True), seed, 40 + seed % 30).state
        random = Random(seed)
        there, elsewhere = (imagined(game, state, SPECTATOR, random) for _ in range(2))
        for at, claimed in _claims(there):
            claims += 1
            of_the_truth += _held(state, at) >= claimed
            of_worlds += _held(elsewhere, at) >= claimed
            assert _held(there, at) >= claimed
    assert claims > 50
    assert of_the_truth < claims, "some of it is false"
    assert abs(of_the_truth - of_worlds) < claims / 5


def _claims(world: State) -> list[tuple[int, int]]:
    """Return, for each hand and kind, the number of cards that another seat knows to be there."""
    return [
        (at, world.known[16 * other + at])
        for other in range(world.seats)
        for at in range(1, 4 * world.seats + 1)
        if world.known[16 * other + at]
    ]


def _held(state: State, at: int) -> int:
    return state.hands[at] + state.played[at]


# Over whole matches ------------------------------------------------------------------------------


@pytest.mark.parametrize("draft", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_imagined_in_a_world_is_one_too(seats: int, draft: bool) -> None:
    random = Random(seats)
    table = Table(game, Options(draft=draft), seats, SeededChance(seats.to_bytes(32, "big")))
    table.start()
    answers = 0
    while not table.over:
        seat = table.pending_seats[0]
        table.answer(seat, *inside(table.open[seat], random))
        answers += 1
        if answers % 9:
            continue
        box = game.conserved(table.state)
        for viewer in range(seats):
            world = imagined(game, table.state, viewer, random)
            if draft and not world.stage:
                sure = still_held(world)
                assert all(
                    sure[16 * other + at] <= world.hands[at]
                    for other in range(seats)
                    for at in range(1, 4 * seats + 1)
                ), "what others know of hands is true"
            for other in range(seats):
                deeper = imagined(game, world, other, random)
                assert game.conserved(deeper) == box
                assert game.view(deeper, other) == game.view(world, other)
                assert hidden_groups(deeper, other) == hidden_groups(world, other)
                assert min(*deeper.hands, *deeper.deck, *deeper.packs, *deeper.takes) >= 0


def test_no_world_has_a_card_in_the_deck_that_was_not_there() -> None:
    """The test counts by itself: the cards that lay on the discard pile when it became the deck."""
    random = Random(3)
    looked = 0
    for seed in range(6):
        table = Table(game, Options(long_form=True), 4, SeededChance(seed.to_bytes(32, "big")))
        table.start()
        deck = [0, 10, 10, 10, 10]
        while not table.over:
            before = table.state.discards[:]
            seat = table.pending_seats[0]
            record = table.answer(seat, *inside(table.open[seat], random))
            assert record is not None
            for event in record.events:
                if isinstance(event, DeckReshuffled):
                    deck = before
                    looked += 1
                before = _discarded(before, event)
            for viewer in (seat, (seat + 1) % 4, SPECTATOR):
                world = imagined(game, table.state, viewer, random)
                assert all(there <= was for there, was in zip(world.deck, deck, strict=True))
    assert looked > 10


def _discarded(pile: list[int], event: object) -> list[int]:
    cards = getattr(event, "cards", ()) if type(event).__name__ in ("CardsPlayed", "CardsDiscarded") else ()
    return [0, *(pile[kind] + cards.count(kind) for kind in WEATHERS)]

"""Determinize without drafts: every world a viewer may imagine, and no other."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.petrichor.situations import BLUE, GREEN, RED, Scene
from tilth_rules.kernel import EVERYTHING, SPECTATOR, Seeded, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.card_events import DeckReshuffled
from tilth_rules.petrichor.cleanup import CleanUp
from tilth_rules.petrichor.memory import groups, still_held
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.words import FROST, RAIN, SUN, WEATHERS, WIND
from tilth_rules.randomly import inside

Hands = frozenset[tuple[int, tuple[int, ...]]]
"""For some seats the cards they hold, by kind."""


def hands(state: State, *seats: int) -> Hands:
    return frozenset((seat, tuple(state.hands[4 * seat + 1 : 4 * seat + 5])) for seat in seats)


def imagined(state: State, viewer: int, *seats: int) -> set[Hands]:
    """The hands in very many worlds."""
    random = Random(1)
    return {hands(game.determinize(state, viewer, random), *seats) for _ in range(1500)}


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
    assert imagined(scene.state, RED, BLUE, GREEN) == possible


def test_a_spectator_imagines_every_hand() -> None:
    scene = Scene(2).hand(RED, FROST).hand(BLUE, SUN)
    scene.state.deck = [0, 0, 0, 0, 0]
    either = {((RED, FROST), (BLUE, SUN)), ((RED, SUN), (BLUE, FROST))}
    worlds = imagined(scene.state, SPECTATOR, RED, BLUE)
    assert worlds == {frozenset((seat, by_kind(Counter([card]))) for seat, card in world) for world in either}


def test_who_sees_everything_imagines_nothing() -> None:
    state = Scene(2).hand(RED, FROST).hand(BLUE, SUN).state
    assert game.determinize(state, EVERYTHING, Random(1)) == state


def test_worlds_are_about_as_likely_as_the_deals_that_make_them() -> None:
    scene = Scene(2).hand(BLUE, SUN)
    scene.state.deck = [0, 3, 0, 0, 0]
    random = Random(5)
    worlds = [game.determinize(scene.state, RED, random) for _ in range(2000)]
    suns = sum(world.hands[4 * BLUE + SUN] for world in worlds)
    assert 400 < suns < 600, "one of four unseen cards is a Sun"


def test_cards_that_were_shown_stay_in_every_world() -> None:
    scene = Scene(3).hand(BLUE, SUN, SUN, WIND).hand(GREEN, FROST)
    scene.state.shown[4 * BLUE + SUN] = 2
    worlds = imagined(scene.state, RED, BLUE)
    assert {dict(world)[BLUE][SUN - 1] for world in worlds} == {2, 3}
    assert len(worlds) == 4, "the third card may be any"


# When the deck was shuffled anew ------------------------------------------------------------------


def reshuffled() -> Scene:
    """Red deals: two cards of the old deck to Blue, then five new ones, all of them Wind or Rain."""
    scene = Scene(2, first=BLUE).hand(RED, FROST, FROST, FROST, FROST).hand(BLUE, SUN, SUN)
    scene.state.deck = [0, 1, 1, 0, 0]
    scene.state.discards = [0, 0, 0, 10, 10]
    scene.run(CleanUp())
    assert DeckReshuffled() in scene.events
    return scene


def test_after_a_reshuffle_all_that_was_unseen_is_in_the_other_hand() -> None:
    for world in imagined(reshuffled().state, RED, BLUE):
        frost, sun, wind, rain = dict(world)[BLUE]
        assert (frost, sun, wind + rain) == (1, 3, 5)


def test_after_a_reshuffle_the_deck_holds_what_was_discarded() -> None:
    state = reshuffled().state
    random = Random(2)
    decks = [game.determinize(state, RED, random).deck for _ in range(300)]
    assert {(deck[FROST], deck[SUN]) for deck in decks} == {(0, 0)}
    assert len({(deck[WIND], deck[RAIN]) for deck in decks}) > 3


def test_what_was_unseen_lies_in_any_of_two_other_hands() -> None:
    scene = Scene(3, first=RED).hand(BLUE, SUN, FROST).hand(GREEN, SUN)
    scene.state.deck = [0] * 5
    scene.state.discards = [0, 0, 0, 15, 15]
    scene.run(CleanUp())
    worlds = imagined(scene.state, RED, BLUE, GREEN)
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
    frosts = {dict(world)[BLUE][FROST - 1] for world in imagined(state, RED, BLUE)}
    assert frosts == {0, 1}, "the Sun it played may be a new one, and its old card the Frost"


# Over whole matches ------------------------------------------------------------------------------


@pytest.mark.parametrize("draft", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_imagined_in_a_world_is_one_too(seats: int, draft: bool) -> None:
    random = Random(seats)
    table = Table(game, Options(draft=draft), seats, Seeded(seats.to_bytes(32, "big")))
    table.start()
    answers = 0
    while not table.over:
        seat = table.waiting[0]
        table.answer(seat, *inside(table.open[seat], random))
        answers += 1
        if answers % 9:
            continue
        box = game.counts(table.state)
        for viewer in range(seats):
            world = game.determinize(table.state, viewer, random)
            if draft and not world.stage:
                sure = still_held(world)
                assert all(
                    sure[16 * other + at] <= world.hands[at]
                    for other in range(seats)
                    for at in range(1, 4 * seats + 1)
                ), "what others know of hands is true"
            for other in range(seats):
                deeper = game.determinize(world, other, random)
                assert game.counts(deeper) == box
                assert game.view(deeper, other) == game.view(world, other)
                assert groups(deeper, other) == groups(world, other)
                assert min(*deeper.hands, *deeper.deck, *deeper.packs, *deeper.takes) >= 0


def test_no_world_has_a_card_in_the_deck_that_was_not_there() -> None:
    """Held against a count of our own: what lay on the discard pile when it became the deck."""
    random = Random(3)
    looked = 0
    for seed in range(6):
        table = Table(game, Options(long_form=True), 4, Seeded(seed.to_bytes(32, "big")))
        table.start()
        deck = [0, 10, 10, 10, 10]
        while not table.over:
            before = table.state.discards[:]
            seat = table.waiting[0]
            record = table.answer(seat, *inside(table.open[seat], random))
            assert record is not None
            for event in record.events:
                if isinstance(event, DeckReshuffled):
                    deck = before
                    looked += 1
                before = _discarded(before, event)
            for viewer in (seat, (seat + 1) % 4, SPECTATOR):
                world = game.determinize(table.state, viewer, random)
                assert all(there <= was for there, was in zip(world.deck, deck, strict=True))
    assert looked > 10


def _discarded(pile: list[int], event: object) -> list[int]:
    cards = getattr(event, "cards", ()) if type(event).__name__ in ("CardsPlayed", "CardsDiscarded") else ()
    return [0, *(pile[kind] + cards.count(kind) for kind in WEATHERS)]

"""Pools of hidden cards, compared with all deals of a few cards."""

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest

from tests.petrichor.situations import BLUE, GREEN
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WEATHERS, WIND
from tilth_rules.petrichor.worlds.known_cards import OLD
from tilth_rules.petrichor.worlds.pools import DECK, HAND, Pool, Slot, deal_pools

SAMPLES = 4000

OLD_CARDS = (FROST, SUN, SUN, WIND)
NEW_CARDS = (FROST, SUN, RAIN, WIND)
OLD_SLOTS = (Slot(OLD, BLUE, 0, 2), Slot(OLD, GREEN, 0, 2))
NEW_SLOTS = (Slot(HAND, BLUE, 0, 2), Slot(HAND, GREEN, 0, 1), Slot(DECK, -1, 0, 1))
SLOTS = OLD_SLOTS + NEW_SLOTS

Deal = tuple[tuple[int, ...], ...]
"""The cards of each place, sorted."""


def pool(cards: tuple[int, ...], slots: tuple[Slot, ...]) -> Pool:
    return Pool(tuple(cards.count(kind) for kind in range(5)), slots)


def cut(cards: tuple[int, ...], slots: tuple[Slot, ...]) -> Deal:
    places = []
    for slot in slots:
        places.append(tuple(sorted(cards[: slot.size])))
        cards = cards[slot.size :]
    return tuple(places)


def ways_to_show(deal: Deal, seen: list[tuple[int, int]]) -> int:
    """Return the number of ways in which the seats can have shown these cards from all that they had."""
    ways = 1
    for seat in (BLUE, GREEN):
        had = [card for slot, cards in zip(SLOTS, deal, strict=True) if slot.seat == seat for card in cards]
        shown = Counter(kind for other, kind in seen if other == seat)
        ways *= sum(
            Counter(had[at] for at in places) == shown
            for places in combinations(range(len(had)), sum(shown.values()))
        )
    return ways


def all_deals(seen: list[tuple[int, int]]) -> dict[Deal, float]:
    """Return every deal of the cards, each equally likely, in which the seats could show the cards they have shown."""
    weights: Counter[Deal] = Counter()
    for old in permutations(OLD_CARDS):
        for new in permutations(NEW_CARDS):
            weights[cut(old, OLD_SLOTS) + cut(new, NEW_SLOTS)] += 1
    for deal in weights:
        weights[deal] *= ways_to_show(deal, seen)
    total = sum(weights.values())
    return {deal: weight / total for deal, weight in weights.items() if weight}


@pytest.mark.parametrize(
    "seen",
    [
        [],
        [(BLUE, SUN)],
        [(BLUE, SUN), (BLUE, FROST), (GREEN, SUN)],
        [(BLUE, WIND), (BLUE, SUN), (BLUE, SUN), (BLUE, RAIN), (GREEN, WIND), (GREEN, FROST)],
    ],
)
def test_every_deal_comes_as_often_as_chance_would_have_it(seen: list[tuple[int, int]]) -> None:
    pools = (pool(OLD_CARDS, OLD_SLOTS), pool(NEW_CARDS, NEW_SLOTS))
    random = Random(len(seen))
    found: Counter[Deal] = Counter()
    for _ in range(SAMPLES):
        places = [
            tuple(kind for kind in WEATHERS for _ in range(cards[kind]))
            for _, cards in deal_pools(pools, seen, 0, random)
        ]
        found[tuple(places)] += 1
    exact = all_deals(seen)
    assert set(found) <= set(exact), "no deal that cannot be"
    apart = sum(abs(found[deal] / SAMPLES - chance) for deal, chance in exact.items()) / 2
    fair = Counter(Random(9).choices(list(exact), list(exact.values()), k=SAMPLES))
    by_luck = sum(abs(fair[deal] / SAMPLES - chance) for deal, chance in exact.items()) / 2
    assert apart < 1.25 * by_luck + 0.025, "where hands are all but known, a few passes leave that much"


def test_cards_that_cannot_have_been_shown_are_refused() -> None:
    pools = (pool((SUN,), (Slot(OLD, BLUE, 0, 1),)), pool((SUN, SUN), NEW_SLOTS[:1]))
    with pytest.raises(ValueError, match="fit no deal"):
        list(deal_pools(pools, [(BLUE, RAIN)], 0, Random(1)))

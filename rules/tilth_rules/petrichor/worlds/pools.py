"""Pools of hidden cards, and the dealing of them.

Cards that everybody has seen a seat play or show were in its hand. But the hand has places in several pools, and nobody
saw from which of them a card came. So each of these cards is first put into one of the pools, with the probability that
chance would give. Then the other cards of each pool are dealt to the places that are left.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeVar

import msgspec

from tilth_rules.petrichor.worlds.known_cards import KINDS, PACK

T = TypeVar("T")

HAND: Final = -3
"""A stage, beside PACK, OLD and those of a draft, for places of a hand about which nothing else is known."""
DECK: Final = -4
SWEEPS: Final = 1
"""The number of times that the pool of each seen card is chosen again. See `tests/petrichor/test_pools.py`."""
PASSES: Final = 3
"""The number of ways to place all seen cards that are tried at first; one of them is taken."""
TRIES: Final = 1000


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A place of `size` cards: those that a seat kept from a pack at a stage of the draft, a pack, a hand, or the
    deck."""

    where: int
    seat: int
    base: int
    size: int

    def in_hand(self, stage: int) -> bool:
        """Return whether the slot's cards are, or were, in the seat's hand. Cards kept in a draft come into it when no
        `stage` of a draft runs."""
        return self.where not in (DECK, PACK) and (self.where < 0 or not stage)


class Pool(msgspec.Struct, frozen=True, gc=False):
    """Cards, counted by kind, that lie in these slots. Any of the cards may be in any of the slots."""

    cards: tuple[int, ...]
    slots: tuple[Slot, ...]


class _Rest:
    """The cards and places that are left in each pool while cards that were seen in hands are given to pools."""

    def __init__(self, pools: Sequence[Pool], stage: int) -> None:
        self.cards = [list(pool.cards) for pool in pools]
        self.totals = [sum(cards) for cards in self.cards]
        self.places: list[dict[int, int]] = []
        for pool in pools:
            places: dict[int, int] = {}
            for slot in pool.slots:
                if slot.in_hand(stage):
                    places[slot.seat] = places.get(slot.seat, 0) + slot.size
            self.places.append(places)

    def pools_of(self, seat: int) -> list[int]:
        """Return the pools in which the hand of a seat has places."""
        return [at for at, places in enumerate(self.places) if seat in places]

    def weight(self, at: int, seat: int, kind: int) -> float:
        """Return a number in proportion to the chance that a seat's seen card of this kind comes from pool `at`."""
        left = self.places[at][seat] * self.cards[at][kind]
        return left / self.totals[at] if left else 0.0

    def move(self, at: int, seat: int, kind: int, by: int) -> None:
        """Add `by` to the cards of a kind, and to the places of a seat's hand, that are left in pool `at`."""
        self.cards[at][kind] += by
        self.totals[at] += by
        self.places[at][seat] += by

    def choose(self, pools: Sequence[int], seat: int, kind: int, random: Random) -> tuple[int, float]:
        """Take a card of this kind from a pool chosen by weight. Return the pool, or -1 if there is none, and the
        sum of the weights."""
        total = 0.0
        chosen = -1
        for at in pools:
            left = self.places[at][seat] * self.cards[at][kind]
            if left:
                weight = left / self.totals[at]
                total += weight
                if chosen < 0 or random.random() * total < weight:
                    chosen = at
        if chosen >= 0:
            self.move(chosen, seat, kind, -1)
        return chosen, total


Seen = tuple[int, int, list[int]]
"""A card that everybody has seen: its seat, its kind, and the pools that it may have come from."""


def deal_pools(
    pools: Sequence[Pool], seen: Sequence[tuple[int, int]], stage: int, random: Random
) -> Iterator[tuple[Slot, list[int]]]:
    """Yield the cards that a random deal gives each slot, by kind. `seen` are the cards that were seen in hands, each a
    seat and a kind."""
    rest = _Rest(pools, stage)
    came_from = _pools_of_seen(rest, seen, random)
    for at, pool in enumerate(pools):
        cards = [kind for kind in KINDS for _ in range(rest.cards[at][kind])]
        hands: dict[int, list[int]] = {seat: [] for seat in rest.places[at]}
        for seat, kind, where in came_from:
            if where == at:
                hands[seat].append(kind)
        for seat, places in rest.places[at].items():
            shown = hands[seat]
            hands[seat] = filled = shown + _drawn(cards, places, random)
            if shown and len(pool.slots) > 1:
                shuffle(filled, random)
        for slot in pool.slots:
            taken = hands[slot.seat] if slot.in_hand(stage) else _drawn(cards, slot.size, random)
            yield slot, [taken[: slot.size].count(kind) for kind in range(5)]
            del taken[: slot.size]


def _pools_of_seen(
    rest: _Rest, seen: Sequence[tuple[int, int]], random: Random
) -> list[tuple[int, int, int]]:
    """Return seat, kind and pool of each card that was seen: the pool is chosen at random, by how likely the card came
    from it."""
    certain: list[tuple[int, int, int]] = []
    open_: list[Seen] = []
    of_seat = {seat: rest.pools_of(seat) for seat in {seat for seat, _ in seen}}
    for seat, kind in seen:
        where = of_seat[seat]
        if len(where) == 1:
            rest.move(where[0], seat, kind, -1)
            certain.append((seat, kind, where[0]))
        else:
            open_.append((seat, kind, where))
    if not open_:
        return certain
    chosen = _chosen(rest, open_, random)
    for _ in range(SWEEPS):
        _choose_again(rest, open_, chosen, random)
    return certain + [(seat, kind, at) for (seat, kind, _), at in zip(open_, chosen, strict=True)]


def _chosen(rest: _Rest, cards: list[Seen], random: Random) -> list[int]:
    """Return a pool for each card. Several passes place the cards one by one in one random order, and a pass with more
    possibilities is more likely to be taken."""
    best: tuple[float, list[Seen], list[int]] | None = None
    total = 0.0
    found = 0
    for _ in range(TRIES):
        shuffle(cards, random)
        chosen, weight = _one_by_one(rest, cards, random)
        if len(chosen) == len(cards):
            found += 1
            total += weight
            if best is None or random.random() * total < weight:
                best = weight, cards[:], chosen
        for (seat, kind, _), at in zip(cards, chosen, strict=False):
            rest.move(at, seat, kind, 1)
        if found == PASSES and best is not None:
            cards[:] = best[1]
            for (seat, kind, _), at in zip(cards, best[2], strict=True):
                rest.move(at, seat, kind, -1)
            return best[2]
    raise ValueError(f"the cards that were seen fit no deal: {cards}")


def _one_by_one(rest: _Rest, cards: Sequence[Seen], random: Random) -> tuple[list[int], float]:
    """Return a pool for each card, or only for the first cards if one has no place left, and the product of the
    possibilities."""
    chosen = []
    possible = 1.0
    for seat, kind, pools in cards:
        at, total = rest.choose(pools, seat, kind, random)
        if at < 0:
            break
        chosen.append(at)
        possible *= total
    return chosen, possible


def _choose_again(rest: _Rest, cards: Sequence[Seen], chosen: list[int], random: Random) -> None:
    """Choose the pool of each card again in the light of all others, and then of pairs of cards. This keeps the
    probabilities."""
    for number, (seat, kind, pools) in enumerate(cards):
        rest.move(chosen[number], seat, kind, 1)
        chosen[number] = rest.choose(pools, seat, kind, random)[0]
    for one in range(len(cards)):
        other = int(random.random() * len(cards))
        if chosen[one] != chosen[other]:
            _exchange_or_leave(rest, cards, chosen, one, other, random)


def _exchange_or_leave(
    rest: _Rest, cards: Sequence[Seen], chosen: list[int], one: int, other: int, random: Random
) -> None:
    """Exchange the pools of two cards, or leave them, at random by the weights of both ways."""
    here, there = chosen[one], chosen[other]
    if there not in cards[one][2] or here not in cards[other][2]:
        return
    kept = _take_back(rest, cards[one], here, cards[other], there)
    traded = _weight_of(rest, cards[one], there, cards[other], here)
    if random.random() * (kept + traded) < traded:
        here, there = there, here
    chosen[one], chosen[other] = here, there
    rest.move(here, cards[one][0], cards[one][1], -1)
    rest.move(there, cards[other][0], cards[other][1], -1)


def _take_back(rest: _Rest, one: Seen, here: int, other: Seen, there: int) -> float:
    """Put two cards back into pools `here` and `there`, and return the weight of the places they had."""
    rest.move(here, one[0], one[1], 1)
    rest.move(there, other[0], other[1], 1)
    return _weight_of(rest, one, here, other, there)


def _weight_of(rest: _Rest, one: Seen, here: int, other: Seen, there: int) -> float:
    """Return the weight of card `one` coming from pool `here` and card `other` from pool `there`."""
    return rest.weight(here, one[0], one[1]) * rest.weight(there, other[0], other[1])


def shuffle(things: list[T], random: Random) -> None:
    """Shuffle a list, in a third of the time that `Random.shuffle` takes."""
    things.sort(key=lambda thing: random.random())


def _drawn(cards: list[int], many: int, random: Random) -> list[int]:
    """Take `many` of the cards out at random, and return them."""
    if many == len(cards):
        drawn = cards[:]
        cards.clear()
        return drawn
    drawn = []
    for _ in range(many):
        at = int(random.random() * len(cards))
        drawn.append(cards[at])
        cards[at] = cards[-1]
        cards.pop()
    return drawn

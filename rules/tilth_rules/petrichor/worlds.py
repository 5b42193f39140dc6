"""Determinize: other worlds that a viewer cannot tell from the true one.

A world is the true table with cards swapped, at random and often: cards in the deck, in other hands and packs, as far
as the viewer cannot know where they are. Dice and tiles are never hidden: what nobody has seen has not been drawn yet.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tilth_rules.kernel import EVERYTHING
from tilth_rules.petrichor.memory import KINDS, Place, counted_in, counts_at, groups
from tilth_rules.petrichor.state import State

ROUNDS = 2
SWAPS = 2
"""Tries for each card in each round. With fewer, too many cards would stay where they are."""

NONE = (0, 0, 0, 0, 0)


class Holder(NamedTuple):
    """Where hidden cards lie: every list that counts them by kind, with the entry before the first kind."""

    counted: tuple[tuple[list[int], int], ...]
    least: Sequence[int]
    """Cards by kind that the viewer knows of: so many the last list counts in every world."""

    def can_spare(self, kind: int) -> bool:
        counts, base = self.counted[-1]
        return counts[base + kind] > self.least[kind]

    def trade(self, kind: int, other: int) -> None:
        for counts, base in self.counted:
            counts[base + kind] -= 1
            counts[base + other] += 1


def determinize(state: State, viewer: int, random: Random) -> State:
    """A clone in which every hidden card may be any that fits what the viewer knows."""
    world = state.clone()
    if viewer == EVERYTHING:
        return world
    seen = groups(state, viewer)
    traced = [group.places for group in seen if group.cards is not None]
    unseen = [place for group in seen if group.cards is None for place in group.places]
    kept = [] if state.stage else [place for places in traced for place in places]
    others = [seat for seat in range(state.seats) if seat != viewer]
    for _ in range(ROUNDS):
        for places in traced:
            _swap([_holder(world, place) for place in places], random)
        loose = [Holder(((world.deck, 0),), NONE)]
        loose += [Holder(((world.hands, 4 * seat),), _sure(world, viewer, seat, kept)) for seat in others]
        loose += [_holder(world, place) for place in unseen if state.stage]
        _swap(loose, random)
    if not state.stage:
        _tell_what_was_kept(world, viewer, kept, unseen, random)
    _let_others_remember(world, viewer)
    return world


def _holder(world: State, place: Place) -> Holder:
    """A pack, or cards set aside in a draft that goes on. Afterwards they are in a hand, or they have been played."""
    here = (counted_in(world, place), place.base)
    if world.stage:
        return Holder((here,), NONE)
    hand = 4 * place.seat
    return Holder((here, (world.hands, hand)), world.shown[hand : hand + 5])


def _swap(holders: list[Holder], random: Random) -> None:
    """Swap cards of these holders, any two as likely, where both can spare theirs."""
    lying: list[Holder] = []
    kinds: list[int] = []
    for holder in holders:
        counts, base = holder.counted[0]
        for kind in KINDS:
            lying += [holder] * counts[base + kind]
            kinds += [kind] * counts[base + kind]
    many = len(kinds)
    for _ in range(SWAPS * many if len(holders) > 1 else 0):
        one, two = int(random.random() * many), int(random.random() * many)
        mine, theirs = lying[one], lying[two]
        kind, other = kinds[one], kinds[two]
        if kind != other and mine is not theirs and mine.can_spare(kind) and theirs.can_spare(other):
            mine.trade(kind, other)
            theirs.trade(other, kind)
            kinds[one], kinds[two] = other, kind


def _traced(world: State, viewer: int, seat: int, kept: Sequence[Place]) -> list[int]:
    """The cards by kind that, for all the viewer knows, a seat has held since the last draft or reshuffle."""
    counts = [0] * 5
    for place in kept:
        if place.seat == seat:
            counts = [sum(both) for both in zip(counts, counts_at(world, place), strict=True)]
    if viewer >= 0 and world.known:
        base = 16 * viewer + 4 * seat
        counts = [0, *(counts[kind] + world.known[base + kind] for kind in KINDS)]
    return counts


def _sure(world: State, viewer: int, seat: int, kept: Sequence[Place]) -> list[int]:
    """The cards by kind that must be in a seat's hand now."""
    traced = _traced(world, viewer, seat, kept)
    base = 4 * seat
    return [0, *(max(traced[kind] - world.played[base + kind], world.shown[base + kind]) for kind in KINDS)]


def _tell_what_was_kept(
    world: State, viewer: int, kept: Sequence[Place], unseen: Sequence[Place], random: Random
) -> None:
    """What a seat kept of packs that the viewer never saw is any of its cards that is not traced."""
    for seat in {place.seat for place in unseen}:
        traced = _traced(world, viewer, seat, kept)
        spare = [
            kind
            for kind in KINDS
            for _ in range(world.hands[4 * seat + kind] + world.played[4 * seat + kind] - traced[kind])
        ]
        random.shuffle(spare)
        for place in unseen:
            if place.seat == seat:
                drawn, spare = spare[: place.size], spare[place.size :]
                for kind in KINDS:
                    world.takes[place.base + kind] = drawn.count(kind)


def _let_others_remember(world: State, viewer: int) -> None:
    """What the others know of hands from earlier drafts must be true in the world, too."""
    if not world.known:
        return
    for seat in range(world.seats):
        before = world.hands[4 * seat : 4 * seat + 5]
        if not world.stage:
            before = _held_before(world, seat)
        for other in range(world.seats):
            for kind in KINDS if other != viewer else ():
                at = 16 * other + 4 * seat + kind
                world.known[at] = min(world.known[at], before[kind])


def _held_before(world: State, seat: int) -> list[int]:
    """The cards by kind that a seat held when the last draft began."""
    counts = [0] * 5
    for kind in KINDS:
        taken = sum(world.takes[16 * ((seat - stage) % world.seats) + 4 * stage + kind] for stage in range(4))
        counts[kind] = world.hands[4 * seat + kind] + world.played[4 * seat + kind] - taken
    return counts

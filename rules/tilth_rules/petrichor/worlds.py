"""Determinize: other worlds that a viewer cannot tell from the true one."""

from random import Random

from tilth_rules.kernel import EVERYTHING
from tilth_rules.petrichor.memory import KINDS, Group, counts_at, groups
from tilth_rules.petrichor.state import State

TRIES = 64

Split = list[list[int]]
"""For each group that a viewer knows: its cards, in the order of the group's places."""


def determinize(state: State, viewer: int, random: Random) -> State:
    """A clone in which every hidden card may be any that fits what the viewer knows. Where the dealt decks, dice and
    tiles are concerned nothing is hidden: what nobody has seen has not been drawn yet."""
    world = state.clone()
    if viewer == EVERYTHING:
        return world
    seen = groups(state, viewer) if state.takes else []
    known = [group for group in seen if group.cards is not None]
    unknown = [group for group in seen if group.cards is None]
    others = [seat for seat in range(state.seats) if seat != viewer]
    pool = _pool(state, others, unknown if state.stage else [])
    for _ in range(TRIES):
        split = [_shuffled(group, random) for group in known]
        certain = _certain(state, viewer, others, known, split)
        if _fits(state, pool, certain):
            break
    else:
        split = [_as_it_is(state, group) for group in known]
        certain = _certain(state, viewer, others, known, split)
    for group, cards in zip(known, split, strict=True):
        _lay(world, group, cards)
    rest = _fill_hands(world, pool, certain, random)
    if state.stage:
        for group in unknown:
            many = sum(place.size for place in group.places)
            _lay(world, group, rest[:many])
            rest = rest[many:]
    else:
        _fill_takes(world, viewer, known, unknown, random)
    world.deck = [0, *(rest.count(kind) for kind in KINDS)]
    return world


def _pool(state: State, others: list[int], unknown: list[Group]) -> list[int]:
    """Cards by kind of which the viewer knows no place: the deck, other hands, packs not seen yet."""
    pool = list(state.deck)
    for seat in others:
        for kind in KINDS:
            pool[kind] += state.hands[4 * seat + kind]
    for group in unknown:
        for place in group.places:
            counts = counts_at(state, place)
            for kind in KINDS:
                pool[kind] += counts[kind]
    return pool


def _shuffled(group: Group, random: Random) -> list[int]:
    assert group.cards is not None
    cards = [kind for kind in KINDS for _ in range(group.cards[kind])]
    random.shuffle(cards)
    return cards


def _as_it_is(state: State, group: Group) -> list[int]:
    return [kind for place in group.places for kind in KINDS for _ in range(counts_at(state, place)[kind])]


def _lay(world: State, group: Group, cards: list[int]) -> None:
    at = 0
    for place in group.places:
        here = cards[at : at + place.size]
        at += place.size
        target = world.packs if place.stage < 0 else world.takes
        for kind in KINDS:
            target[place.base + kind] = here.count(kind)


def _certain(
    state: State, viewer: int, others: list[int], known: list[Group], split: Split
) -> dict[int, list[int]]:
    """By seat, the cards by kind that its hand has to hold if the known groups are split so."""
    certain: dict[int, list[int]] = {}
    for seat in others:
        base = 16 * viewer + 4 * seat
        certain[seat] = [0] * 5 if viewer < 0 or not state.known else [0, *state.known[base + 1 : base + 5]]
    if not state.stage:
        for group, cards in zip(known, split, strict=True):
            at = 0
            for place in group.places:
                for kind in cards[at : at + place.size]:
                    certain[place.seat][kind] += 1
                at += place.size
    for seat, counts in certain.items():
        for kind in KINDS:
            played = state.played[4 * seat + kind] if state.played else 0
            counts[kind] = max(counts[kind] - played, state.shown[4 * seat + kind], 0)
    return certain


def _fits(state: State, pool: list[int], certain: dict[int, list[int]]) -> bool:
    if any(sum(counts) > state.held[seat] for seat, counts in certain.items()):
        return False
    return all(sum(counts[kind] for counts in certain.values()) <= pool[kind] for kind in KINDS)


def _fill_hands(world: State, pool: list[int], certain: dict[int, list[int]], random: Random) -> list[int]:
    """Give every other hand what is certain, then cards at random; returns what is left, shuffled."""
    left = [
        kind for kind in KINDS for _ in range(pool[kind] - sum(counts[kind] for counts in certain.values()))
    ]
    random.shuffle(left)
    for seat, counts in certain.items():
        many = world.held[seat] - sum(counts)
        drawn, left = left[:many], left[many:]
        for kind in KINDS:
            world.hands[4 * seat + kind] = counts[kind] + drawn.count(kind)
    return left


def _fill_takes(world: State, viewer: int, known: list[Group], unknown: list[Group], random: Random) -> None:
    """After a draft: what a seat kept of packs unseen is any of its cards that is not accounted for."""
    for seat in {place.seat for group in unknown for place in group.places}:
        base = 4 * seat
        counts = [0] + [world.hands[base + kind] + world.played[base + kind] for kind in KINDS]
        for group in known:
            for place in group.places:
                if place.seat == seat:
                    for kind in KINDS:
                        counts[kind] -= world.takes[place.base + kind]
        if viewer >= 0:
            for kind in KINDS:
                counts[kind] -= world.known[16 * viewer + base + kind]
        spare = [kind for kind in KINDS for _ in range(counts[kind])]
        random.shuffle(spare)
        for group in unknown:
            for place in group.places:
                if place.seat == seat:
                    drawn, spare = spare[: place.size], spare[place.size :]
                    for kind in KINDS:
                        world.takes[place.base + kind] = drawn.count(kind)

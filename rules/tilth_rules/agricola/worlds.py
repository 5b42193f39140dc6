"""Determinize: other worlds that a viewer cannot tell from the true one.

A hidden card is one that the viewer does not know to be where it is. Hidden cards of a kind trade places: in decks, in
discards, in hands and packs of others. A pack that came round in a draft tells more: what was kept of it between two
looks the viewer knows, though not by whom. Such cards trade places among themselves only; and then, of what a seat has
kept and may have put away since, each card may be the one that is still in the hand.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from tilth_rules.agricola.content.cards import FIRST_OCCUPATION
from tilth_rules.agricola.state import EVERYBODY, State
from tilth_rules.kernel import EVERYTHING

LOOKS_AT_A_PACK: Final = 100
"""More than anybody ever has."""
UNSEEN: Final = -1
"""The group of the cards that the viewer has never looked at."""

Slot = tuple[list[int], int]
"""Where a card lies: a pile, and the place in it."""


def determinize(state: State, viewer: int, random: Random) -> State:
    """A clone in which every hidden card may be any that fits what the viewer knows."""
    world = state.clone()
    if viewer == EVERYTHING:
        return world
    looked_at = groups(state, viewer)
    slots: dict[tuple[bool, int], list[Slot]] = {}
    for pile, at in hidden(world, viewer):
        card = pile[at]
        key = (card >= FIRST_OCCUPATION, looked_at.get(card, UNSEEN))
        slots.setdefault(key, []).append((pile, at))
    became: dict[int, int] = {}
    for key in sorted(slots):
        became |= _trade(world, slots[key], random)
    for picks in world.picks:
        picks[:] = [became.get(card, card) for card in picks]
    for kept in _kept_by_others(world, viewer, looked_at):
        _trade(world, kept, random)
    for pile in (*world.decks, *world.discards):
        pile.sort()
    world.pledged &= 1 << viewer if viewer >= 0 else 0
    return world


def hidden(world: State, viewer: int) -> list[Slot]:
    """The places of all cards that the viewer doesn't know to be there."""
    piles = [*world.decks, *world.discards]
    for seat, mine in enumerate(world.seats):
        if seat != viewer:
            piles += [mine.hand, world.packs[seat], world.kept[seat]]
    bit = 1 << viewer if viewer >= 0 else 0
    known = world.known
    return [
        (pile, at)
        for pile in piles
        for at, card in enumerate(pile)
        if known[card] != EVERYBODY and not known[card] & bit
    ]


def _kept_by_others(world: State, viewer: int, looked_at: dict[int, int]) -> Iterator[list[Slot]]:
    """Seat by seat, and for each kind: where the cards lie that the seat has kept of packs at which the viewer looked.
    A card that was put away is known to that seat alone."""
    for seat, mine in enumerate(world.seats):
        if seat != viewer:
            for occupation in (False, True):
                yield [
                    (pile, at)
                    for pile in (mine.hand, world.discards[occupation])
                    for at, card in enumerate(pile)
                    if card in looked_at
                    and world.known[card] == 1 << seat
                    and (card >= FIRST_OCCUPATION) == occupation
                ]


def _trade(world: State, slots: list[Slot], random: Random) -> dict[int, int]:
    """The cards of these places, in any other order: what lies there now instead of what. Who knows of a card knows of
    the one that lies there instead."""
    cards = [pile[at] for pile, at in slots]
    flags = [world.known[card] for card in cards]
    shuffled = cards[:]
    random.shuffle(shuffled)
    for (pile, at), now, flag in zip(slots, shuffled, flags, strict=True):
        pile[at] = now
        world.known[now] = flag
    return dict(zip(cards, shuffled, strict=True))


def groups(state: State, viewer: int) -> dict[int, int]:
    """By card: the stretch between two looks at a pack in which it was kept, or is still there to be kept."""
    found: dict[int, int] = {}
    if viewer < 0 or not state.picks:
        return found
    seats = len(state.seats)
    for pack, picks in enumerate(state.picks):
        dealt_to = pack % seats
        cards = picks + _rest(state, pack, len(picks))
        first = (viewer - dealt_to) % seats
        for look in range(first, len(cards), seats):
            if look <= len(picks):
                for card in cards[look : look + seats] if look + seats <= len(picks) else cards[look:]:
                    found[card] = LOOKS_AT_A_PACK * pack + look
    return found


def _rest(state: State, pack: int, stage: int) -> list[int]:
    """What is left of a pack that is still going round."""
    seats = len(state.seats)
    there = state.packs[(pack % seats + stage) % seats]
    if there and (there[0] >= FIRST_OCCUPATION) == (pack >= seats):
        return there
    return []

"""Knowledge of hidden cards, and other worlds that a viewer cannot tell from the true one.

A card that the viewer has not seen since it was last shuffled may be any other such card. The viewer knows the place
of a card that it has seen, because the card went there from the viewer's own hand, or before everybody. When its
owner has moved cards unseen, and the card may be among them, the others know in which piles it can be.
"""

from random import Random

import msgspec

from tilth_rules.earth.state import NOTHING, Seat, State
from tilth_rules.earth.worlds import traces

HIDDEN = -2
"""A card in a pile that the viewer does not know. If seats have seen it, their bits are taken off this number."""
TRIES = 1000


class Knowledge(msgspec.Struct, frozen=True, gc=False):
    """The knowledge of a viewer: the table with hidden cards face down, and the cards that these can be."""

    table: State
    """The table, with the cards that are hidden from the viewer face down."""
    cards: tuple[int, ...]
    """The hidden cards, sorted."""


def knowledge(state: State, viewer: int) -> Knowledge:
    """Return the knowledge of this viewer: a seat, or SPECTATOR."""
    table = state.clone()
    seen = 1 << viewer if viewer >= 0 else 0
    known = table.known
    cards: list[int] = []
    for pile in _shared_piles(table):
        if pile:
            _face_down(pile, known, seen, -1, cards)
    for number, seat in enumerate(table.seats):
        if number != viewer:
            for pile in (seat.area.hand, seat.looked):
                _face_down(pile, known, seen, 1 << number, cards)
                pile.sort(reverse=True)
            seat.sides = (NOTHING,) * len(seat.sides)
    for card in cards:
        known[card] = 0
    if table.traces:
        table.traces = {
            card: trace
            for card, trace in table.traces.items()
            if trace[0] < 0 or trace[0] & seen or trace[1] == viewer
        }
    cards.sort()
    return Knowledge(table, tuple(cards))


def _face_down(pile: list[int], known: list[int], viewer: int, who: int, cards: list[int]) -> None:
    """Replace the cards of a pile that the viewer has not seen by HIDDEN, and append them to `cards`.

    For each seat in `who`, a bit each, the viewer knows whether the seat has seen a card.
    """
    for at, card in enumerate(pile):
        if card >= 0:
            seats = known[card]
            if seats >= 0 and not seats & viewer:
                cards.append(card)
                pile[at] = HIDDEN - (seats & who)


def deal(known: Knowledge, random: Random) -> State:
    """Return a state in which every hidden card is one that fits the viewer's knowledge, drawn at random."""
    world = known.table.clone()
    cards = list(known.cards)
    if world.traces:
        _deal_traced(world, cards, random)
    cards.sort(key=lambda card: random.random())
    piles = _shared_piles(world)
    for seat in world.seats:
        piles += (seat.area.hand, seat.looked)
    seen_by = world.known
    for pile in piles:
        for at, card in enumerate(pile):
            if card <= HIDDEN:
                pile[at] = now = cards.pop()
                seen_by[now] = HIDDEN - card
    for seat in world.seats:
        if NOTHING in seat.sides:
            seat.sides = _sides(seat, random)
    return world


def _lay(world: State, pile: list[int], at: int, card: int) -> None:
    """Lay a card on a place of a pile. The seats that have seen the card there count as having seen this one."""
    world.known[card] = HIDDEN - pile[at]
    pile[at] = card


def _deal_traced(world: State, cards: list[int], random: Random) -> None:
    """Lay each card that has been seen once into a pile where it can be, cards with the fewest such piles first."""
    places: dict[int, list[tuple[list[int], int]]] = {}
    for card in sorted(world.traces):
        if card in cards:
            _, owner, piles = world.traces[card]
            places[card] = [
                (pile, at)
                for pile in _piles_in(world, piles)
                for at, hidden in enumerate(pile)
                if hidden <= HIDDEN and HIDDEN - hidden >> owner & 1
            ]
            cards.remove(card)
    order = sorted(places, key=lambda card: len(places[card]))
    for card, (pile, at) in zip(order, _places(order, places, random), strict=True):
        _lay(world, pile, at, card)


def _places(
    order: list[int], places: dict[int, list[tuple[list[int], int]]], random: Random
) -> list[tuple[list[int], int]]:
    """Return a place for each card at random, no two the same. `places` has the possible places of a card: a pile and
    an index."""
    for _ in range(TRIES):
        picked: list[tuple[list[int], int]] = []
        taken: set[tuple[int, int]] = set()
        for card in order:
            free = [place for place in places[card] if (id(place[0]), place[1]) not in taken]
            if not free:
                break
            picked.append(random.choice(free))
            taken.add((id(picked[-1][0]), picked[-1][1]))
        else:
            return picked
    raise ValueError(f"no deal fits what is known of the cards {order}")


def _shared_piles(table: State) -> list[list[int]]:
    """Return every pile in which cards may lie face down, except those that single seats look at."""
    piles = [table.deck, table.discards]
    for seat in table.seats:
        piles += (seat.area.compost, seat.heap, seat.aside, seat.shared_cards, seat.shared_compost)
    if table.gaia is not None:
        piles.append(table.gaia.compost)
    return piles


def _piles_in(world: State, piles: int) -> list[list[int]]:
    """Return the piles of cards that the bits of a trace stand for."""
    found = [world.discards, *(seat.heap for seat in world.seats)] if piles & traces.DISCARDED else []
    for number, seat in enumerate(world.seats):
        found += [
            pile
            for bit, pile in (
                (traces.hand_pile(number), seat.area.hand),
                (traces.looked_at_pile(number), seat.looked),
                (traces.compost_pile(number), seat.area.compost),
                (traces.shared_pile(number), seat.shared_compost),
            )
            if piles & bit
        ]
    return found


def _sides(seat: Seat, random: Random) -> tuple[int, ...]:
    """Return faces that a seat may have chosen in secret: a random side of each kind that it was dealt."""
    dealt = seat.dealt
    each = len(dealt) // 3 if len(dealt) % 3 == 0 else len(dealt) // 2
    return tuple(random.choice(dealt[each * kind : each * kind + each]) for kind in range(len(seat.sides)))

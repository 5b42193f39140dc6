"""Determinize: other worlds that a viewer cannot tell from the true one.

Every card that the viewer has not seen since it was last shuffled may be any other such card. Where a card lies that
the viewer has seen, the viewer knows: it went there from the viewer's own hand, or before everybody's eyes. Once its
owner has moved cards unseen, so that it may or may not be among them, nobody else is taken to know that any more.
"""

from random import Random

from tilth_rules.earth.state import State
from tilth_rules.kernel import EVERYTHING


def determinize(state: State, viewer: int, random: Random) -> State:
    """A clone in which every hidden card may be any that fits what the viewer knows."""
    world = state.clone()
    if viewer == EVERYTHING:
        return world
    piles = hidden_piles(world, viewer)
    seen = 1 << viewer if viewer >= 0 else 0
    everybody = -1
    known = world.known
    slots = [
        (pile, at)
        for pile in piles
        for at, card in enumerate(pile)
        if card >= 0 and not (known[card] == everybody or known[card] & seen)
    ]
    cards = [pile[at] for pile, at in slots]
    flags = {card: known[card] for card in cards}
    shuffled = cards[:]
    random.shuffle(shuffled)
    for (pile, at), was, now in zip(slots, cards, shuffled, strict=True):
        pile[at] = now
        known[now] = flags[was]
    for number, seat in enumerate(world.seats):
        if number != viewer and seat.chosen:
            seat.chosen = _other_sides(seat.dealt, seat.chosen, random)
    return world


def hidden_piles(state: State, viewer: int) -> list[list[int]]:
    """Every pile in which the viewer may not know the cards."""
    piles = [state.deck, state.discards]
    for number, seat in enumerate(state.seats):
        piles += [seat.area.compost, seat.heap, seat.aside, seat.shared_cards, seat.shared_compost]
        if number != viewer:
            piles += [seat.area.hand, seat.looked]
    if state.gaia is not None:
        piles.append(state.gaia.compost)
    return piles


def _other_sides(dealt: tuple[int, ...], chosen: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """What a seat may have chosen in secret: any of the faces that it was dealt of each kind."""
    each = len(dealt) // 3 if len(dealt) % 3 == 0 else len(dealt) // 2
    return tuple(random.choice(dealt[each * kind : each * kind + each]) for kind in range(len(chosen)))

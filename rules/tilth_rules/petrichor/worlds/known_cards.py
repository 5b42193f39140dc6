"""Knowledge of cards that are hidden now.

A seat that passes a pack on in a draft knows its cards, and which seats can have kept some of them. When the deck is
reshuffled, a player who counts knows the cards that all other hands hold together. Each of these is a `Group`: cards
that are known to lie in certain places. The knowledge about a hand is a lower bound by kind, because cards of a kind
are alike.
"""

from typing import NamedTuple

from tilth_rules.petrichor.state import State

KINDS = (1, 2, 3, 4)
PACK = -1
OLD = -2


class Place(NamedTuple):
    """A place where draft cards lie: those that a seat kept from a pack at a stage of the draft, the pack before a seat
    (stage PACK), or those that a hand held when the deck was reshuffled (stage OLD)."""

    stage: int
    seat: int
    base: int
    """The index of the first entry: the cards of kind k are entry base + k of `counted_in`."""
    size: int


class Group(NamedTuple):
    """Cards by kind, and the places they lie in. `cards` is None if the viewer never saw them."""

    cards: tuple[int, ...] | None
    places: tuple[Place, ...]


def hidden_groups(state: State, viewer: int) -> list[Group]:
    """Return the cards that the viewer does not see now, in groups with the places that hold them."""
    if not state.takes:
        sizes = [sum(state.old[4 * seat + 1 : 4 * seat + 5]) for seat in range(state.seats)]
        places = [
            Place(OLD, seat, 4 * seat, size) for seat, size in enumerate(sizes) if size and seat != viewer
        ]
        return [_group(state, places, True)]
    return _groups_of_packs(state, viewer, [_places(state, pack) for pack in range(state.seats)])


def _groups_of_packs(state: State, viewer: int, packs: list[list[Place]]) -> list[Group]:
    """Return the cards of the draft packs as groups: those kept between two looks of the viewer are one group, and
    those kept before the first look are another."""
    found: list[Group] = []
    for places in packs:
        unseen: list[Place] = []
        seen = False
        for place in places:
            if place.seat != viewer:
                unseen.append(place)
                continue
            if unseen:
                found.append(_group(state, unseen, seen))
                unseen = []
            seen = True
        if unseen:
            found.append(_group(state, unseen, seen))
    return found


def still_held(state: State) -> list[int]:
    """Return the cards that each viewer knows each other seat to hold: 16 * viewer + 4 * seat + kind."""
    out = [0] * (16 * state.seats + 1)
    packs = [_places(state, pack) for pack in range(state.seats)]
    for viewer in range(state.seats):
        sure = state.known[16 * viewer : 16 * viewer + 4 * state.seats + 1]
        for group in _groups_of_packs(state, viewer, packs):
            _add_certain(sure, group)
        for seat in range(state.seats):
            for kind in KINDS if seat != viewer else ():
                at = 4 * seat + kind
                out[16 * viewer + at] = max(0, sure[at] - state.played[at])
    return out


def counted_in(state: State, place: Place) -> list[int]:
    """Return the list of the state that counts the cards of a place by kind: old cards, packs, or cards kept in the
    draft."""
    if place.stage == OLD:
        return state.old
    return state.packs if place.stage == PACK else state.takes


def _add_certain(sure: list[int], group: Group) -> None:
    """Add the certain cards of a group: a seat has at least the cards that do not fit into the other seats' places."""
    if group.cards is None:
        return
    total = sum(group.cards)
    for seat in {place.seat for place in group.places}:
        size = sum(place.size for place in group.places if place.seat == seat)
        for kind in KINDS:
            sure[4 * seat + kind] += max(0, size - (total - group.cards[kind]))


def _group(state: State, places: list[Place], seen: bool) -> Group:
    """Return the group of the cards at these places; without the cards if the viewer has not seen them."""
    if not seen:
        return Group(None, tuple(places))
    counts = [0] * 5
    for place in places:
        lies = counted_in(state, place)
        base = place.base
        for kind in KINDS:
            counts[kind] += lies[base + kind]
    return Group(tuple(counts), tuple(places))


def _places(state: State, pack: int) -> list[Place]:
    """Return the places that hold the cards of one draft pack, in the order in which seats saw them."""
    seats = state.seats
    takes = state.takes
    places = []
    for stage in range(state.stage or 4):
        base = 16 * pack + 4 * stage
        size = sum(takes[base + 1 : base + 5])
        if size:
            places.append(Place(stage, (pack + stage) % seats, base, size))
    if state.stage:
        holder = (pack + state.stage - 1) % seats
        size = sum(state.packs[4 * holder + 1 : 4 * holder + 5])
        if size:
            places.append(Place(PACK, holder, 4 * holder, size))
    return places

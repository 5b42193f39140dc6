"""What a viewer knows of cards that are hidden now.

Whoever passes a pack on in a draft knows its cards, and who can have kept some of them. And when the deck is shuffled
anew, whoever counts knows the cards that all others hold together. Each of that is a `Group`: cards known to lie in
certain places. What is known of a hand is a lower bound by kind, as cards of a kind are alike.
"""

from typing import NamedTuple

from tilth_rules.petrichor.state import State

KINDS = (1, 2, 3, 4)
PACK = -1
OLD = -2


class Place(NamedTuple):
    """Where cards lie: what a seat kept of a pack at a stage of the draft, the pack before a seat (stage PACK), or what
    a hand held when the deck was shuffled anew (stage OLD)."""

    stage: int
    seat: int
    base: int
    """The cards of kind k are entry base + k of `counted_in`."""
    size: int


class Group(NamedTuple):
    """Cards by kind, and the places they lie in. `cards` is None where the viewer never saw them."""

    cards: tuple[int, ...] | None
    places: tuple[Place, ...]


def groups(state: State, viewer: int) -> list[Group]:
    """The cards that the viewer does not see now, but can tell in what places they must be."""
    if not state.takes:
        others = [seat for seat in range(state.seats) if seat != viewer]
        return [_group(state, _sized(state, [Place(OLD, seat, 4 * seat, 0) for seat in others]), True)]
    found: list[Group] = []
    for pack in range(state.seats):
        unseen: list[Place] = []
        seen = False
        for place in _places(state, pack):
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
    """What each viewer can be sure that each other seat holds: 16 * viewer + 4 * seat + kind."""
    out = [0] * (16 * state.seats + 1)
    for viewer in range(state.seats):
        sure = state.known[16 * viewer : 16 * viewer + 4 * state.seats + 1]
        for group in groups(state, viewer):
            _add_certain(sure, group)
        for seat in range(state.seats):
            for kind in KINDS if seat != viewer else ():
                at = 4 * seat + kind
                out[16 * viewer + at] = max(0, sure[at] - state.played[at])
    return out


def counted_in(state: State, place: Place) -> list[int]:
    """The list that counts the cards of a place."""
    if place.stage == OLD:
        return state.old
    return state.packs if place.stage == PACK else state.takes


def counts_at(state: State, place: Place) -> list[int]:
    """The cards in a place, by kind."""
    return [0, *counted_in(state, place)[place.base + 1 : place.base + 5]]


def _add_certain(sure: list[int], group: Group) -> None:
    """Of a group split between seats, a seat has at least what the others have no room for."""
    if group.cards is None:
        return
    total = sum(group.cards)
    for seat in {place.seat for place in group.places}:
        size = sum(place.size for place in group.places if place.seat == seat)
        for kind in KINDS:
            sure[4 * seat + kind] += max(0, size - (total - group.cards[kind]))


def _group(state: State, places: list[Place], seen: bool) -> Group:
    if not seen:
        return Group(None, tuple(places))
    counts = [0] * 5
    for place in places:
        for kind, many in enumerate(counts_at(state, place)):
            counts[kind] += many
    return Group(tuple(counts), tuple(places))


def _places(state: State, pack: int) -> list[Place]:
    """Where the cards of one pack lie, in the order in which seats saw them."""
    places = [
        Place(stage, (pack + stage) % state.seats, 16 * pack + 4 * stage, 0)
        for stage in range(state.stage or 4)
    ]
    if state.stage:
        holder = (pack + state.stage - 1) % state.seats
        places.append(Place(PACK, holder, 4 * holder, 0))
    return _sized(state, places)


def _sized(state: State, places: list[Place]) -> list[Place]:
    sized = [place._replace(size=sum(counts_at(state, place))) for place in places]
    return [place for place in sized if place.size]

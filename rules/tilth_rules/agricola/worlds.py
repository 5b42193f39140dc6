"""Knowledge of hidden cards, and other worlds that a viewer cannot tell from the true one.

A hidden card is one whose place the viewer does not know. Hidden cards of a kind trade places: in decks, in discards,
in hands and packs of others. A pack that came round in a draft tells more: the viewer knows the cards that were kept
of it between two looks, though not the seats that kept them. So a seat has some cards of which the viewer knows such
a stretch, and some of which it knows nothing; and any of them may be those that the seat has put away.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeVar

import msgspec

from tilth_rules.agricola.cards.registry import PLEDGES
from tilth_rules.agricola.cards.steps import CardGoesOn
from tilth_rules.agricola.content.cards import IS_OCCUPATION
from tilth_rules.agricola.state import EVERYBODY, State
from tilth_rules.kernel import Step

T = TypeVar("T")

DECK, DISCARDS, PACK, KEPT, HAND, AWAY = range(6)
"""Places of hidden cards. Those that a seat has put away lie on the discards, too, and the seat knows them."""
NOT_KNOWN: Final = -1
"""A card that the viewer does not know, among those that were kept of a pack."""

Place = tuple[int, int]
"""A place, and the seat that owns it, or 0."""


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """Cards of a drafted pack that the viewer has looked at, and that were kept since or are still in the pack."""

    cards: tuple[int, ...]
    pack: int
    kept: tuple[tuple[int, int], ...]
    """The seats that have kept one of them each, and the number of cards kept of the pack before."""
    holder: int
    """The seat that holds the others."""


class Kind(msgspec.Struct, frozen=True, gc=False):
    """The hidden cards of one kind (minor improvements, or occupations), and what the viewer knows of their places."""

    unseen: tuple[int, ...]
    """The cards that belong to no stretch, sorted."""
    stretches: tuple[Stretch, ...]
    blurred: tuple[tuple[int, int], ...]
    """Cards that were seen in a hand, and the seat that holds them or has put them away."""
    sizes: tuple[tuple[Place, int], ...]
    """The number of hidden cards in each place."""


class Knowledge(msgspec.Struct, frozen=True, gc=False):
    """The knowledge of a viewer: the table without hidden cards, and the hidden cards of both kinds."""

    table: State
    """The table without the cards that are hidden from the viewer."""
    viewer: int
    kinds: tuple[Kind, ...]


def knowledge(state: State, viewer: int) -> Knowledge:
    """Return the knowledge of this viewer: a seat, or SPECTATOR."""
    table = state.clone()
    where = _lift(table, viewer)
    known = table.known
    for card in where:
        known[card] = 0
    found: tuple[list[Stretch], list[Stretch]] = ([], [])
    for pack in range(len(state.picks)):
        found[pack >= len(state.seats)].extend(_stretches(state, table, viewer, pack, where))
    table.agreed &= 1 << viewer if viewer >= 0 else 0
    return Knowledge(table, viewer, tuple(_kind(state, where, at, found[at]) for at in (0, 1)))


def deal(known: Knowledge, random: Random) -> State:
    """Return a state in which every hidden card is one that fits the viewer's knowledge, drawn at random."""
    world = known.table.clone()
    for occupation, kind in enumerate(known.kinds):
        if kind.sizes:
            _deal_kind(world, occupation, kind, known.viewer, random)
    for pile in (*world.decks, *world.discards):
        pile.sort()
    return world


def deal_agreement(state: State, seat: int, after: Step, random: Random) -> None:
    """Decide at random whether a seat that was asked in secret has said yes, if it could say yes."""
    may = PLEDGES.get(after.call.card) if isinstance(after, CardGoesOn) else None
    if may is not None and may(state, seat) and random.random() < 1 / 2:
        state.agreed |= 1 << seat


# Knowledge -----------------------------------------------------------------------------------------


def _lift(table: State, viewer: int) -> dict[int, Place]:
    """Take all cards off the table whose places the viewer does not know. Return their places by card."""
    where: dict[int, Place] = {}
    bit = 1 << viewer if viewer >= 0 else 0
    known = table.known

    def lift(pile: list[int], place: int, seat: int = 0) -> None:
        left = []
        for card in pile:
            if known[card] == EVERYBODY or known[card] & bit:
                left.append(card)
            elif place == DISCARDS and known[card]:
                where[card] = AWAY, known[card].bit_length() - 1
            else:
                where[card] = place, seat
        pile[:] = left

    for pile in table.decks:
        lift(pile, DECK)
    for pile in table.discards:
        lift(pile, DISCARDS)
    for seat, mine in enumerate(table.seats):
        if seat != viewer:
            lift(mine.hand, HAND, seat)
            mine.hand.sort()
            lift(table.packs[seat], PACK, seat)
            lift(table.kept[seat], KEPT, seat)
    return where


def _stretches(
    state: State, table: State, viewer: int, pack: int, where: dict[int, Place]
) -> Iterator[Stretch]:
    """Yield the viewer's knowledge of a pack that was drafted. In the table, all other cards kept from the pack are
    made unknown."""
    picks = table.picks[pack]
    seats = len(state.seats)
    first = (viewer - pack) % seats if viewer >= 0 else len(picks)
    for at in range(min(first, len(picks))):
        picks[at] = NOT_KNOWN
    stage = _stage(state, pack)
    rest = _rest(state, pack, stage)
    for look in range(first, stage + 1 if viewer >= 0 else 0, seats):
        kept = [
            at
            for at in range(look, min(look + seats, len(picks)))
            if picks[at] in where and picks[at] not in state.blurred
        ]
        cards = [picks[at] for at in kept]
        for at in kept:
            picks[at] = NOT_KNOWN
        if look + seats > stage:
            cards += [card for card in rest if card in where]
        if cards:
            keepers = tuple(((pack + at) % seats, at) for at in kept)
            yield Stretch(tuple(sorted(cards)), pack, keepers, (pack + stage) % seats)


def _stage(state: State, pack: int) -> int:
    """Return how often the packs of a draft have moved. A seat that has kept a card already still has the pack before
    it."""
    seats = len(state.seats)
    half = seats * (pack >= seats)
    return min(map(len, state.picks[half : half + seats]))


def _rest(state: State, pack: int, stage: int) -> list[int]:
    """Return the cards of a drafted pack that is still going round; none if it is used up."""
    seats = len(state.seats)
    there = state.packs[(pack + stage) % seats]
    if there and IS_OCCUPATION[there[0]] == (pack >= seats):
        return there
    return []


def _kind(state: State, where: dict[int, Place], occupation: int, stretches: list[Stretch]) -> Kind:
    """Return the hidden cards of one kind, and their places, from these parts of the knowledge."""
    seen = {card for stretch in stretches for card in stretch.cards}
    blurred = state.blurred
    sizes: dict[Place, int] = {}
    unseen = []
    for card, place in where.items():
        if IS_OCCUPATION[card] == occupation:
            sizes[place] = sizes.get(place, 0) + 1
            if card not in seen and card not in blurred:
                unseen.append(card)
    return Kind(
        tuple(sorted(unseen)),
        tuple(stretches),
        tuple(
            (card, seat)
            for card, seat in sorted(blurred.items())
            if card in where and IS_OCCUPATION[card] == occupation
        ),
        tuple(sorted(sizes.items())),
    )


# A world -------------------------------------------------------------------------------------------


def _deal_kind(world: State, occupation: int, kind: Kind, viewer: int, random: Random) -> None:
    """Deal the hidden cards of a kind: those of each stretch, then all others, and the cards that each seat has put
    away."""
    having: dict[Place, list[int]] = {_holder(place): [] for place, _ in kind.sizes}
    for card, seat in kind.blurred:
        having[HAND, seat].append(card)
    for stretch in kind.stretches:
        cards = _shuffled(stretch.cards, random)
        for seat, at in stretch.kept:
            card = cards.pop()
            having[HAND, seat].append(card)
            world.picks[stretch.pack][at] = card
        if cards:
            having[PACK, stretch.holder] += cards
    unseen = _shuffled(kind.unseen, random)
    for holder, cards in having.items():
        many = sum(size for place, size in kind.sizes if _holder(place) == holder) - len(cards)
        new = [unseen.pop() for _ in range(many)]
        if holder[0] == HAND and world.picks:
            _note_picks(world, occupation, holder[1], viewer, new, random)
        having[holder] = cards + new
    for place, size in kind.sizes:
        cards = having[_holder(place)]
        if place[0] in (HAND, AWAY) and size < len(cards):
            random.shuffle(cards)
        _lay(world, occupation, place, cards[:size])
        del cards[:size]


def _holder(place: Place) -> Place:
    """Return one place that stands for all cards of a seat: its hand, and those it has kept or put away."""
    return (HAND, place[1]) if place[0] in (KEPT, AWAY) else place


def _lay(world: State, occupation: int, place: Place, cards: list[int]) -> None:
    """Lay cards into a place (a deck, a hand, a pack ...) of the state that is being dealt."""
    kind, seat = place
    piles = (world.decks[occupation], world.discards[occupation], world.packs[seat], world.kept[seat])
    pile = (*piles, world.seats[seat].hand, world.discards[occupation])[kind]
    pile += cards
    if kind in (KEPT, HAND, AWAY):
        for card in cards:
            world.known[card] = 1 << seat


def _note_picks(
    world: State, occupation: int, seat: int, viewer: int, cards: list[int], random: Random
) -> None:
    """Choose, among cards that the viewer never saw, those that the seat has kept of packs before the viewer's look."""
    seats = len(world.seats)
    picks = [
        (pack, at)
        for pack in range(seats * occupation, seats * occupation + seats)
        for at in range((seat - pack) % seats, len(world.picks[pack]), seats)
        if world.picks[pack][at] == NOT_KNOWN
    ]
    for (pack, at), card in zip(_shuffled(picks, random), cards, strict=False):
        world.picks[pack][at] = card


def _shuffled(things: Sequence[T], random: Random) -> list[T]:
    """Return the things in a random order."""
    return random.sample(things, len(things))

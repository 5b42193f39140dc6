"""Knowledge of hidden cards, and other worlds that a viewer cannot tell from the true one.

Hidden cards lie in pools: the viewer knows the cards of a pool and the number of cards at each place of it, and no
more. In a world every pool is dealt again. Each card is one of forty, and is equally likely at each place of its pool;
a card that was played, or shown, is a random one of those that its seat had. Dice and tiles are never hidden: chance
that nobody has seen has not been drawn yet.
"""

from random import Random

import msgspec

from tilth_rules.petrichor.hands.dealing import DEALT, KEPT
from tilth_rules.petrichor.state import CARDS_OF_A_KIND, State
from tilth_rules.petrichor.worlds.known_cards import KINDS, OLD, PACK, hidden_groups, still_held
from tilth_rules.petrichor.worlds.pools import DECK, HAND, Pool, Slot, deal_pools, shuffle


class Knowledge(msgspec.Struct, frozen=True, gc=False):
    """The knowledge of a viewer: the state without hidden cards, and the pools of cards that may lie in hidden
    places."""

    table: State
    """The state without the cards that are hidden from the viewer, and without the knowledge of others about them."""
    viewer: int
    pools: tuple[Pool, ...]


def knowledge(state: State, viewer: int) -> Knowledge:
    """Return the knowledge of this viewer: a seat, or SPECTATOR."""
    pools: list[Pool] = []
    unseen: list[Slot] = []
    for group in hidden_groups(state, viewer):
        slots = tuple(Slot(place.stage, place.seat, place.base, place.size) for place in group.places)
        if group.cards is None:
            unseen += slots
        elif slots:
            pools.append(Pool(group.cards, slots))
    others = [seat for seat in range(state.seats) if seat != viewer]
    if state.known and viewer >= 0:
        pools += _surely_held(state, viewer, others)
    unseen += _rest_of_hands(state, others, [*unseen, *(slot for pool in pools for slot in pool.slots)])
    unseen.append(Slot(DECK, -1, 0, sum(state.deck)))
    pools.append(Pool(_unseen_cards(state, others, pools), tuple(unseen)))
    return Knowledge(_face_down(state, viewer, others), viewer, tuple(pools))


def deal(known: Knowledge, random: Random) -> State:
    """Return a state in which the hidden cards are dealt at random, in a way that fits the knowledge."""
    world = known.table.clone()
    for slot, cards in deal_pools(known.pools, _identified(world, known.viewer), world.stage, random):
        _put(world, slot, cards)
    for seat in range(world.seats):
        if seat != known.viewer:
            for kind in KINDS:
                world.hands[4 * seat + kind] -= world.played[4 * seat + kind]
    if world.known and world.round > (0 if world.stage else 1):
        _deal_memories(world, known.viewer, random)
    return world


def _surely_held(state: State, viewer: int, others: list[int]) -> list[Pool]:
    """Return, as pools, the cards that the viewer saw in drafts before the last one, and that another seat must still
    have held when the last draft began."""
    pools = []
    for seat in others:
        at = 16 * viewer + 4 * seat
        cards = (0, *state.known[at + 1 : at + 5])
        if any(cards):
            pools.append(Pool(cards, (Slot(HAND, seat, 0, sum(cards)),)))
    return pools


def _rest_of_hands(state: State, others: list[int], slots: list[Slot]) -> list[Slot]:
    """Return slots for the cards of each hand, including those played since, that no slot in `slots` holds."""
    sizes = [held + sum(state.played[4 * seat + 1 : 4 * seat + 5]) for seat, held in enumerate(state.held)]
    for slot in slots:
        if slot.in_hand(state.stage):
            sizes[slot.seat] -= slot.size
    return [Slot(HAND, seat, 0, sizes[seat]) for seat in others if sizes[seat]]


def _unseen_cards(state: State, others: list[int], pools: list[Pool]) -> tuple[int, ...]:
    """Return the cards, by kind, that lie in no other pool, including those that others have played."""
    counts = state.deck[:]
    hands, played = state.hands, state.played
    for seat in others:
        base = 4 * seat
        for kind in KINDS:
            counts[kind] += hands[base + kind] + played[base + kind]
    for pool in pools:
        for kind in KINDS:
            counts[kind] -= pool.cards[kind]
    if state.stage:
        _add_drafted(state, others, counts)
    return tuple(counts)


def _add_drafted(state: State, others: list[int], counts: list[int]) -> None:
    """Add to these counts by kind the cards in the packs of a draft, and those kept from them."""
    for seat in others:
        for kind in KINDS:
            counts[kind] += state.packs[4 * seat + kind]
        for stage in range(state.stage):
            base = 16 * ((seat - stage) % state.seats) + 4 * stage
            for kind in KINDS:
                counts[kind] += state.takes[base + kind]


def _face_down(state: State, viewer: int, others: list[int]) -> State:
    """Return a copy of the state with only those hand and draft cards that the viewer sees."""
    table = state.clone()
    table.deck = [0] * 5
    for seat in others:
        for cards in (table.hands, table.packs, table.old):
            if cards:
                cards[4 * seat + 1 : 4 * seat + 5] = (0, 0, 0, 0)
        if table.takes:
            table.known[16 * seat + 1 : 16 * seat + 17] = (0,) * 16
            for stage in range(4):
                base = 16 * ((seat - stage) % table.seats) + 4 * stage
                table.takes[base + 1 : base + 5] = (0, 0, 0, 0)
    return table


def _identified(world: State, viewer: int) -> list[tuple[int, int]]:
    """Return seat and kind of each card of other seats that everybody has seen, because it was played or shown."""
    return [
        (seat, kind)
        for seat in range(world.seats)
        if seat != viewer
        for kind in KINDS
        for _ in range(world.played[4 * seat + kind] + world.shown[4 * seat + kind])
    ]


def _put(world: State, slot: Slot, cards: list[int]) -> None:
    """Put these cards, by kind, into their slot of the state. Cards of a hand are also added to it."""
    lists = []
    if slot.where >= 0:
        lists.append((world.takes, slot.base))
    elif slot.where != HAND:
        lists.append(({DECK: world.deck, PACK: world.packs, OLD: world.old}[slot.where], slot.base))
    if slot.in_hand(world.stage):
        lists.append((world.hands, 4 * slot.seat))
    for counts, base in lists:
        for kind in KINDS:
            counts[base + kind] += cards[kind]


# What the others remember ---------------------------------------------------------------------------


def _deal_memories(world: State, viewer: int, random: Random) -> None:
    """Give the other seats knowledge of hands from before the last draft: deal an earlier draft that left these
    hands, and let them know that one."""
    hands = [_held_before(world, seat) for seat in range(world.seats)]
    if not any(map(any, hands)):
        return
    before = world.clone()
    before.stage = 0
    before.known = [0] * len(world.known)
    before.takes = [0] * len(world.takes)
    before.played = [0] * len(world.played)
    box = [kind for kind in KINDS for _ in range(CARDS_OF_A_KIND - sum(hand[kind] for hand in hands))]
    for seat, hand in enumerate(hands):
        took = [kind for kind in KINDS for _ in range(hand[kind])][: DEALT[world.seats]]
        for _ in range(DEALT[world.seats] - len(took)):
            kind = box[int(random.random() * len(box))]
            before.played[4 * seat + kind] += 1
            took.append(kind)
        shuffle(took, random)
        _take_in_stages(before, seat, took)
    remembered = still_held(before)
    for other in range(world.seats):
        if other != viewer:
            at = 16 * other
            world.known[at + 1 : at + 17] = remembered[at + 1 : at + 17]


def _take_in_stages(before: State, seat: int, took: list[int]) -> None:
    """Note the cards that a seat kept in an earlier draft: at each stage as many as the rules say."""
    kept = KEPT[before.seats]
    for stage, many in enumerate((*kept, len(took) - sum(kept))):
        base = 16 * ((seat - stage) % before.seats) + 4 * stage
        for kind in took[:many]:
            before.takes[base + kind] += 1
        del took[:many]


def _held_before(world: State, seat: int) -> list[int]:
    """Return the cards by kind that a seat held when the last draft began."""
    base = 4 * seat
    if world.stage:
        return [0, *world.hands[base + 1 : base + 5]]
    hands, played, takes = world.hands, world.played, world.takes
    counts = [0, *(hands[base + kind] + played[base + kind] for kind in KINDS)]
    for stage in range(4):
        kept = 16 * ((seat - stage) % world.seats) + 4 * stage
        for kind in KINDS:
            counts[kind] -= takes[kept + kind]
    return counts

"""A seat's knowledge of others' hands after a draft: it saw packs pass, and saw some of them again."""

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest

from tests.agricola.situations import ANN
from tests.worlds import imagined
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.state import State, empty_state
from tilth_rules.kernel import SeededChance, Table


class Drafting:
    """A draft played at random, with a note of every look that a seat had at a pack, kept apart from the rules."""

    def __init__(self, options: Options, seats: int, seed: int, viewer: int) -> None:
        self.table = Table(game, options, seats, SeededChance(bytes(32)))
        self.table.start()
        self.seats, self.viewer = seats, viewer
        self.random = Random(seed)
        self.looks: list[list[frozenset[int]]] = []
        """The cards of each pack at each look that a seat had at it."""
        self.own: set[int] = set()

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def drafts(self) -> bool:
        return any(decision.kind == "draft" for decision in self.table.open.values())

    def round_of_picks(self) -> None:
        """Let every seat keep a card of the pack that has come."""
        seen = frozenset(self.state.packs[self.viewer])
        again = [looks for looks in self.looks if seen < looks[-1]]
        if again:
            again[0].append(seen)
        else:
            self.looks.append([seen])
        order = list(range(self.seats))
        self.random.shuffle(order)
        for seat in order:
            decision = self.table.open[seat]
            option = self.random.choice(list(decision.options))  # type: ignore[union-attr]
            if seat == self.viewer:
                self.own.add(option - 5120)
            self.table.answer(seat, (option,))

    def agrees(self, world: State) -> bool:
        """Return whether the world agrees with the viewer's looks.

        Between two looks at a pack each of the other seats kept one of the missing cards. The viewer has the cards
        that it kept.
        """
        others = [seat for seat in range(self.seats) if seat != self.viewer]
        for looks in self.looks:
            for before, after in pairwise(looks):
                missing = before - after - self.own
                if any(len(missing & held(world, seat)) != 1 for seat in others):
                    return False
        return self.own <= held(world, self.viewer)


def held(world: State, seat: int) -> set[int]:
    """Return the cards that the seat has kept, in the hand or beside it."""
    return {*world.seats[seat].hand, *world.kept[seat]}


@pytest.mark.parametrize(("seats", "viewer"), [(2, 0), (2, 1), (3, 0), (3, 2), (4, 1), (5, 4)])
def test_every_world_agrees_with_all_that_a_seat_saw_pass(seats: int, viewer: int) -> None:
    drafting = Drafting(Options(draft=True), seats, 10 * seats + viewer, viewer)
    random = Random(1)
    hands = set()
    while drafting.drafts():
        drafting.round_of_picks()
        assert drafting.agrees(drafting.state)
        for _ in range(5):
            world = imagined(game, drafting.state, viewer, random)
            assert drafting.agrees(world)
            assert game.view(world, viewer) == game.view(drafting.state, viewer)
            hands.add(frozenset(held(world, (viewer + 1) % seats)))
    assert len(hands) > 20, "unknown cards are dealt again"
    assert all(len(seat.hand) == 14 for seat in drafting.state.seats)


def test_a_note_of_the_packs_that_passed_can_find_a_wrong_world() -> None:
    """This tests the measure of the test above: hands that are shuffled without regard to the draft don't agree
    with it."""
    drafting = Drafting(Options(draft=True), 3, 5, ANN)
    while drafting.drafts():
        drafting.round_of_picks()
    random = Random(2)
    wrong = 0
    for _ in range(20):
        world = drafting.state.clone()
        pool = [card for seat in world.seats[1:] for card in seat.hand]
        random.shuffle(pool)
        for seat in world.seats[1:]:
            seat.hand[:] = [pool.pop() for _ in seat.hand]
        wrong += not drafting.agrees(world)
    assert wrong == 20


def test_after_a_draft_of_ten_three_that_were_put_away_are_anywhere_but_with_the_viewer() -> None:
    table = Table(game, Options(draft=True, ten_keep_seven=True), 2, SeededChance(bytes(32)))
    table.start()
    random = Random(4)
    while any(decision.kind in ("draft", "put-away") for decision in table.open.values()):
        seat = table.pending_seats[0]
        decision = table.open[seat]
        table.answer(seat, random.sample(list(decision.options), decision.min_picks))  # type: ignore[union-attr]
    state: State = table.state
    mine = set(state.seats[ANN].hand)
    thrown = {card for pile in state.discards for card in pile}
    found = set()
    for _ in range(60):
        world = imagined(game, state, ANN, random)
        assert set(world.seats[ANN].hand) == mine
        assert sum(map(len, world.discards)) == sum(map(len, state.discards))
        found |= set(world.seats[1].hand) & thrown
    assert found, "a card that was put away may be in a hand, as far as others know"
    assert not found & mine


def test_in_a_small_box_every_deal_that_fits_the_looks_is_as_likely() -> None:
    """Ann knows two cards of one pack that the others have kept; each holds an unseen one too, and Bob put one away."""
    looked, unseen = (1, 2), (3, 4, 5)
    state = empty_state(Options(draft=True, ten_keep_seven=True), 3)
    state.seats[1].hand, state.discards[0], state.seats[2].hand, state.decks[0] = [1], [3], [2, 4], [5]
    state.decks[1] = []
    state.picks = [[6, 1, 2], [], [], [], [], []]
    for card, seat in ((1, 1), (3, 1), (2, 2), (4, 2), (6, 0)):
        state.known[card] = 1 << seat
    state.seats[0].hand = [6]
    deals: Counter[tuple[int, ...]] = Counter()
    for his, hers in permutations(looked):
        for other, another, left in permutations(unseen):
            for kept, away in permutations((his, other)):
                deals[kept, away, *sorted((hers, another)), left] += 1
    known = game.knowledge(state, ANN)
    random = Random(6)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(4000):
        world = game.deal(known, random)
        assert game.knowledge(world, ANN) == known
        hands = (*world.seats[1].hand, *world.discards[0], *sorted(world.seats[2].hand), *world.decks[0])
        found[hands] += 1
    assert set(found) == set(deals)
    for deal, ways in deals.items():
        assert abs(found[deal] / 4000 - ways / sum(deals.values())) < 0.02

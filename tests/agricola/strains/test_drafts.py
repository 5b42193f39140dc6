"""What a seat knows of others' hands after a draft: it saw packs pass, and saw some of them again."""

from itertools import pairwise
from random import Random

import pytest

from tests.agricola.situations import ANN
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Seeded, Table


class Drafting:
    """A draft played at random, with a note of every look that a seat had at a pack, kept apart from the rules."""

    def __init__(self, options: Options, seats: int, seed: int, viewer: int) -> None:
        self.table = Table(game, options, seats, Seeded(bytes(32)))
        self.table.start()
        self.seats, self.viewer = seats, viewer
        self.random = Random(seed)
        self.looks: list[list[frozenset[int]]] = []
        """Of each pack that has come, what lay there at each look."""
        self.own: set[int] = set()

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def drafts(self) -> bool:
        return any(decision.kind == "draft" for decision in self.table.open.values())

    def round_of_picks(self) -> None:
        """Everybody keeps a card of the pack that has come."""
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
        """Whether the world could have come of what the viewer saw: between two looks at a pack each of the others
        kept one card of those that are missing; what the viewer kept, the viewer has."""
        others = [seat for seat in range(self.seats) if seat != self.viewer]
        for looks in self.looks:
            for before, after in pairwise(looks):
                missing = before - after - self.own
                if any(len(missing & held(world, seat)) != 1 for seat in others):
                    return False
        return self.own <= held(world, self.viewer)


def held(world: State, seat: int) -> set[int]:
    """What the seat has kept, in the hand or beside it."""
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
            world = game.determinize(drafting.state, viewer, random)
            assert drafting.agrees(world)
            assert game.view(world, viewer) == game.view(drafting.state, viewer)
            hands.add(frozenset(held(world, (viewer + 1) % seats)))
    assert len(hands) > 20, "what is not known is dealt anew"
    assert all(len(seat.hand) == 14 for seat in drafting.state.seats)


def test_a_note_of_what_passed_can_tell_a_wrong_world() -> None:
    """The measure of the test above: hands that are shuffled without regard to the draft don't agree with it."""
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
    table = Table(game, Options(draft=True, ten_keep_seven=True), 2, Seeded(bytes(32)))
    table.start()
    random = Random(4)
    while any(decision.kind in ("draft", "put-away") for decision in table.open.values()):
        seat = table.waiting[0]
        decision = table.open[seat]
        table.answer(seat, random.sample(list(decision.options), decision.least))  # type: ignore[union-attr]
    state: State = table.state
    mine = set(state.seats[ANN].hand)
    thrown = {card for pile in state.discards for card in pile}
    found = set()
    for _ in range(60):
        world = game.determinize(state, ANN, random)
        assert set(world.seats[ANN].hand) == mine
        assert sum(map(len, world.discards)) == sum(map(len, state.discards))
        found |= set(world.seats[1].hand) & thrown
    assert found, "what somebody has put away may be in a hand as far as others know"
    assert not found & mine

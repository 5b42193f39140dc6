"""Seats in their order, piles, drafts, places."""

from tilth_rules.common.draft import dealt_to, passed
from tilth_rules.common.match_end import place_alone, places
from tilth_rules.common.piles import draw, listed
from tilth_rules.common.registry import defined_in
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Event, Move, Step
from tilth_rules.petrichor import game


def test_clockwise_begins_with_a_seat_and_comes_round() -> None:
    assert clockwise(4, 2) == [2, 3, 0, 1]
    assert clockwise(3) == [0, 1, 2]
    assert clockwise(3, 3) == [0, 1, 2]


def test_an_empty_pile_is_renewed_while_there_are_discards() -> None:
    pile, discards, drawn = [1, 2], [3, 4], list[int]()

    def take(count: int) -> int:
        taken, pile[:] = pile[:count], pile[count:]
        drawn.extend(taken)
        return len(taken)

    def renew() -> bool:
        pile[:], discards[:] = discards[:], []
        return bool(pile)

    assert draw(1, take, renew) == 0
    assert draw(2, take, renew) == 0
    assert drawn == [1, 2, 3]
    assert draw(3, take, renew) == 2
    assert drawn == [1, 2, 3, 4]


def test_a_counted_pile_is_listed_by_kind() -> None:
    assert listed((9, 2, 0, 1), (1, 2, 3)) == (1, 1, 3)
    assert listed((9, 9, 2, 0, 1), (1, 2, 3), base=1) == (1, 1, 3)


def test_packs_are_passed_clockwise_and_come_back() -> None:
    packs = ["of 0", "of 1", "of 2"]
    assert passed(packs) == ["of 2", "of 0", "of 1"]
    assert passed(passed(packs))[0] == packs[dealt_to(0, 2, 3)]


def test_equals_share_a_place_and_the_next_is_left_out() -> None:
    assert places([5, 9, 5, 1]) == (2, 1, 2, 4)
    assert places([(5, 1), (5, 2)]) == (2, 1)
    assert places([7, 9, 7, 9], mates=2) == (2, 1, 2, 1)
    assert (place_alone(won=True), place_alone(won=False)) == ((1,), (2,))


def test_the_classes_of_a_package_are_found() -> None:
    package = "tilth_rules.petrichor"
    assert {*defined_in(package, Step)} == {*game.steps}
    assert {*defined_in(package, Event)} == {*game.events}
    assert {*defined_in(package, Move)} == {*game.moves}

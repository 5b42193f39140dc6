"""The number of ways a match can go from a known seed, so many answers deep: few mistakes leave it as it is."""

from itertools import permutations

import pytest

from tests.petrichor.positions import TREES, Tree, positions
from tilth_rules.petrichor.fields import FIELDS, NEIGHBOURS

BY_NAME = {tree.name: tree for tree in TREES}


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_there_are_as_many_positions_as_ever(tree: Tree) -> None:
    table = tree.table()
    assert tuple(positions(table, depth) for depth in range(len(tree.positions))) == tree.positions


def test_two_players_first_clouds_and_first_card_are_what_a_pencil_gives() -> None:
    clouds, actions = 7 * 6, 4
    assert BY_NAME["two"].positions[:4] == (1, 7, clouds, clouds * actions)


def test_three_fertilizers_and_a_cloud_are_what_a_pencil_gives() -> None:
    apart = [
        placed
        for placed in permutations(FIELDS[4], 3)
        if not any(one in NEIGHBOURS[4][other] for one in placed for other in placed)
    ]
    assert BY_NAME["four-promos"].positions[3:] == (len(apart), 12 * len(apart))


def test_a_look_ahead_leaves_the_table_as_it_was() -> None:
    table = BY_NAME["two-late"].table()
    before = table.state.clone()
    positions(table, 4)
    assert table.state == before

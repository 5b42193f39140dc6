"""The number of ways that a match from a known seed can take, up to some depth. Few mistakes in the rules leave it
unchanged."""

from itertools import permutations

import pytest

from tests.petrichor.positions import TREES, Tree, positions
from tilth_rules.petrichor.fields import FIELDS, NEIGHBOURS

BY_NAME = {tree.name: tree for tree in TREES}


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_there_are_as_many_positions_as_ever(tree: Tree) -> None:
    table = tree.table()
    assert tuple(positions(table, depth) for depth in range(len(tree.positions))) == tree.positions


def test_the_positions_of_two_players_first_clouds_and_first_card_agree_with_a_count_by_hand() -> None:
    clouds, actions = 7 * 6, 4
    assert BY_NAME["two"].positions[:4] == (1, 7, clouds, clouds * actions)


def test_the_positions_of_three_fertilizers_and_a_cloud_agree_with_a_count_by_hand() -> None:
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

"""Matchings of least cost, held against all matchings there are."""

import os
from collections.abc import Sequence
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments.pairing.test_swiss import every_pairing
from tilth_server.tournaments.formats.matching import cheapest_matching
from tilth_server.tournaments.matching_process import (
    MIN_BIG_NODES,
    Edge,
    _match_in_this_process,
    best_matching,
)


def drawn(count: int) -> Sequence[int]:
    return [(number * 0x9E3779B97F4A7C15) % (1 << 64) for number in range(count)]


PARTS = st.tuples(st.integers(0, 2), st.integers(0, 1 << 20), st.integers(0, 5))


@examples(33, 200)
@given(data=st.data(), half=st.integers(1, 4))
def test_no_matching_is_cheaper(data: st.DataObject, half: int) -> None:
    every = list(combinations(range(2 * half), 2))
    edges = data.draw(st.lists(st.sampled_from(every), unique=True, min_size=1))
    costs: dict[Edge, tuple[int, ...]] = {edge: data.draw(PARTS) for edge in edges}

    def total(pairs: Sequence[Edge]) -> list[int]:
        return [sum(costs[pair][part] for pair in pairs) for part in range(3)]

    possible = [pairs for pairs in every_pairing(range(2 * half)) if all(pair in costs for pair in pairs)]
    found = cheapest_matching(2 * half, costs, drawn)
    if not possible:
        assert found is None
    else:
        assert found is not None
        assert total(found) == min(total(pairs) for pairs in possible)
        assert sorted(each for pair in found for each in pair) == list(range(2 * half))


def test_lots_decide_between_equals_and_not_the_order_of_the_pairs() -> None:
    every = list(combinations(range(8), 2))
    drawn_of = dict(zip(every, drawn(len(every)), strict=True))
    costs = dict.fromkeys(every, (0, 0))
    turned = dict.fromkeys(reversed(every), (0, 0))
    one = cheapest_matching(8, costs, drawn)
    other = cheapest_matching(8, turned, lambda _: [drawn_of[pair] for pair in turned])
    assert one == other


def test_nobody_is_paired_with_nobody() -> None:
    assert cheapest_matching(0, {}, drawn) == []


def test_an_earlier_part_of_a_cost_outweighs_any_sum_of_later_parts() -> None:
    much = (1 << 20) - 1
    costs = {(0, 1): (1, 0), (2, 3): (0, 0), (0, 2): (0, much), (1, 3): (0, much)}
    assert cheapest_matching(4, costs, drawn) == [(0, 2), (1, 3)]


def test_a_big_graph_is_matched_elsewhere_and_alike() -> None:
    """The library holds the interpreter while it works: the server would stop answering."""
    dice = Random(7)
    weights = [
        (a, b, dice.getrandbits(100))
        for a in range(MIN_BIG_NODES)
        for b in range(a + 1, min(MIN_BIG_NODES, a + 9))
    ]
    before = os.times().children_user
    pairs = best_matching(MIN_BIG_NODES, weights)
    assert os.times().children_user > before
    assert pairs == _match_in_this_process(MIN_BIG_NODES, weights)
    assert len(pairs) == MIN_BIG_NODES // 2

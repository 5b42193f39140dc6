"""Perfect matchings of least cost (`matching_process.py`), with costs of several parts.

A cost is a list of numbers. The sums over all pairs are compared part by part, the first part before all others. The
parts of a cost are packed into one whole number, and a lot fills the bits that are left below them. So there is one
best matching, and every run finds it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tilth_server.tournaments.matching_process import Edge, best_matching

Cost = Sequence[int]
Lots = Callable[[int], Sequence[int]]

SUM_BITS: Final = 118
"""Bits of the sum of all costs. The library computes in 128 bits, and needs a few of them."""
LOT_BITS: Final = 32


def cheapest_matching(nodes: int, costs: Mapping[Edge, Cost], lots: Lots) -> list[Edge] | None:
    """Return the pairs of all nodes with the least sum of costs, the lower node first; None if not all can be paired.

    `nodes` is even. `costs` has the pairs that are possible. `lots` returns that many random numbers of 64 bits.
    """
    if not nodes:
        return []
    if len(costs) < nodes // 2:
        return None
    packed = _packed_costs(nodes // 2, costs, lots)
    dearest = max(packed) + 1
    pairs = best_matching(nodes, [(a, b, dearest - cost) for (a, b), cost in zip(costs, packed, strict=True)])
    return pairs if len(pairs) == nodes // 2 else None


def _packed_costs(pairs: int, costs: Mapping[Edge, Cost], lots: Lots) -> list[int]:
    """Return one number for each cost. Each part has room for its sum over all pairs, so that a sum never reaches the
    part before it."""
    columns = [_lowered_to_zero(column) for column in zip(*costs.values(), strict=True)]
    widths = [(max(column) * pairs).bit_length() for column in columns]
    lot = max(0, min(LOT_BITS, SUM_BITS - sum(widths) - pairs.bit_length()))
    packed = [0] * len(costs)
    for column, width in zip(columns, widths, strict=True):
        packed = [whole << width | part for whole, part in zip(packed, column, strict=True)]
    room = lot + pairs.bit_length()
    return [
        whole << room | drawn >> (64 - lot) for whole, drawn in zip(packed, lots(len(costs)), strict=True)
    ]


def _lowered_to_zero(column: Sequence[int]) -> Sequence[int]:
    """Return the column less its minimum: a cost that every pair has decides nothing."""
    least = min(column)
    return [part - least for part in column] if least else column

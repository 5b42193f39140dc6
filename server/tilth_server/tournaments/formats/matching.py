"""Pairs at the least cost: a perfect matching (`matcher.py`), with costs that count in order.

A cost is a list of numbers, of which the first counts before all others, over the sum of all pairs. They are packed
into one whole number each; what room is left below decides by lot, so that there is one best matching and every run
finds it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tilth_server.tournaments.matcher import Edge, matched

Cost = Sequence[int]
Lots = Callable[[int], Sequence[int]]

WIDTH: Final = 118
"""Bits of the sum of all costs: the library reckons in 128 and needs a few of them."""
LOT: Final = 32


def cheapest(nodes: int, costs: Mapping[Edge, Cost], lots: Lots) -> list[Edge] | None:
    """Pairs of all nodes (an even number), the lower first; None where they can't all be paired."""
    if not nodes:
        return []
    if len(costs) < nodes // 2:
        return None
    packed = _packed(nodes // 2, costs, lots)
    dearest = max(packed) + 1
    pairs = matched(nodes, [(a, b, dearest - cost) for (a, b), cost in zip(costs, packed, strict=True)])
    return pairs if len(pairs) == nodes // 2 else None


def _packed(pairs: int, costs: Mapping[Edge, Cost], lots: Lots) -> list[int]:
    """One number a cost: each part has room for the sum over all pairs, so that it never reaches the one before."""
    columns = [_close(column) for column in zip(*costs.values(), strict=True)]
    widths = [(max(column) * pairs).bit_length() for column in columns]
    lot = max(0, min(LOT, WIDTH - sum(widths) - pairs.bit_length()))
    packed = [0] * len(costs)
    for column, width in zip(columns, widths, strict=True):
        packed = [whole << width | part for whole, part in zip(packed, column, strict=True)]
    room = lot + pairs.bit_length()
    return [
        whole << room | drawn >> (64 - lot) for whole, drawn in zip(packed, lots(len(costs)), strict=True)
    ]


def _close(column: Sequence[int]) -> Sequence[int]:
    """From 0, since what every pair costs decides nothing."""
    least = min(column)
    return [part - least for part in column] if least else column

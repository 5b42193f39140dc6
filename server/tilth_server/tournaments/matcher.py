"""The best matching of a graph, by rustworkx's blossom algorithm.

The library holds the interpreter while it works, and a big graph takes seconds. So that is done in a process of its
own: whoever asks waits, and the server goes on.
"""

import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import rustworkx as rx

Edge = tuple[int, int]

BIG: Final = 500
"""Nodes; matching fewer takes some hundredths of a second at most, and a process of its own much longer."""


def matched(nodes: int, weights: Sequence[tuple[int, int, int]]) -> list[Edge]:
    """As many pairs as can be, of the greatest weight; `weights` are (a, b, weight)."""
    return _alone(nodes, weights) if nodes >= BIG else _here(nodes, weights)


def _here(nodes: int, weights: Sequence[tuple[int, int, int]]) -> list[Edge]:
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from(weights)
    pairs = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in pairs)


def _alone(nodes: int, weights: Sequence[tuple[int, int, int]]) -> list[Edge]:
    asked = "\n".join([str(nodes), *(f"{a} {b} {weight}" for a, b, weight in weights)])
    command = (sys.executable, "-m", "tilth_server.tournaments.matcher")
    # Ctrl-C is for its parent.
    done = subprocess.run(
        command, input=asked, stdout=subprocess.PIPE, text=True, check=True, start_new_session=True
    )
    pairs = (line.split() for line in done.stdout.splitlines())
    return [(int(a), int(b)) for a, b in pairs]


def _answer() -> None:
    nodes = int(sys.stdin.readline())
    weights = [(int(a), int(b), int(weight)) for a, b, weight in map(str.split, sys.stdin)]
    sys.stdout.writelines(f"{a} {b}\n" for a, b in _here(nodes, weights))


if __name__ == "__main__":
    _answer()

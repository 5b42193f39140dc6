"""Matchings of greatest weight, by rustworkx's blossom algorithm.

The library holds the interpreter's lock while it works, and a big graph takes seconds. So a big graph is matched in a
process of its own, and the server continues.
"""

import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import rustworkx as rx

Edge = tuple[int, int]

MIN_BIG_NODES: Final = 500
"""Number of nodes from which on a process is started. Smaller graphs take some hundredths of a second at most."""


def best_matching(nodes: int, weights: Sequence[tuple[int, int, int]]) -> list[Edge]:
    """Return the matching of greatest weight among those with most pairs. In each pair the lower node is first.

    `weights` are the pairs that are possible: two nodes and the pair's weight.
    """
    return (
        _match_in_own_process(nodes, weights)
        if nodes >= MIN_BIG_NODES
        else _match_in_this_process(nodes, weights)
    )


def _match_in_this_process(nodes: int, weights: Sequence[tuple[int, int, int]]) -> list[Edge]:
    """Return the matching, computed here."""
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from(weights)
    pairs = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in pairs)


def _match_in_own_process(nodes: int, weights: Sequence[tuple[int, int, int]]) -> list[Edge]:
    """Return the matching, computed in a process of its own."""
    asked = "\n".join([str(nodes), *(f"{a} {b} {weight}" for a, b, weight in weights)])
    command = (sys.executable, "-m", "tilth_server.tournaments.matching_process")
    # Ctrl-C ends the parent, which ends this process.
    done = subprocess.run(
        command, input=asked, stdout=subprocess.PIPE, text=True, check=True, start_new_session=True
    )
    pairs = (line.split() for line in done.stdout.splitlines())
    return [(int(a), int(b)) for a, b in pairs]


def _main() -> None:
    """Read a graph from the standard input, and write its matching to the standard output."""
    nodes = int(sys.stdin.readline())
    weights = [(int(a), int(b), int(weight)) for a, b, weight in map(str.split, sys.stdin)]
    sys.stdout.writelines(f"{a} {b}\n" for a, b in _match_in_this_process(nodes, weights))


if __name__ == "__main__":
    _main()

"""Nodes of one server as real processes."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tests.e2e.serving import MANY_CALLS, ServerProcess, own_port

FLAGS = (*MANY_CALLS, "--unfinished-matches-per-player", "100000")
SEARCH_SECONDS = 20


class NodeProcess(ServerProcess):
    """A server that is one of several nodes."""

    def __init__(self, folder: Path, name: str, url: str) -> None:
        self.node = f"127.0.0.1:{own_port()}"
        super().__init__(folder / name, "--store", url, "--node", self.node, "--private-links", *FLAGS)


Node = TypeVar("Node", bound=NodeProcess)


@contextmanager
def killed_in_the_end(*nodes: Node) -> Iterator[list[Node]]:
    """Yield the nodes, and kill those that still run after the block."""
    try:
        yield list(nodes)
    finally:
        for node in nodes:
            if node.lives:
                node.kill()


def nodes_named(folder: Path, url: str, *names: str, flags: Sequence[str] = ()) -> list[NodeProcess]:
    """Return nodes on one store, which are not started, with further flags."""
    nodes = [NodeProcess(folder, name, url) for name in names]
    for node in nodes:
        node.flags = (*node.flags, *flags)
    return nodes


async def start(servers: Sequence[NodeProcess], *others: NodeProcess) -> None:
    """Start further nodes, and wait until all are linked."""
    for node in others:
        await asyncio.to_thread(node.start)
    async with asyncio.timeout(SEARCH_SECONDS):
        for node in servers:
            while links_of(node) < len(servers) - 1:  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.02)


def links_of(node: NodeProcess) -> int:
    """Return how many links of a node are up."""
    events = [line["event"] for line in node.log()]
    return events.count("link up") - events.count("link down")

"""PART=network: links between nodes and connections to the database are cut, one way or both ways, and delayed."""

from random import Random

from tests.campaign.cluster import Cluster
from tests.campaign.faults import Fault, Part, sleep

CUT_SECONDS = (0.3, 9.0)
DELAY_SECONDS = (0.05, 0.4)


async def cut_link(cluster: Cluster, random: Random) -> None:
    """Cut two nodes off from each other."""
    one, other = random.sample(cluster.nodes, 2)
    wires = (cluster.links[one.name, other.name], cluster.links[other.name, one.name])
    for wire in wires:
        wire.cut()
    await sleep(random, *CUT_SECONDS)
    for wire in wires:
        wire.heal()


async def cut_link_one_way(cluster: Cluster, random: Random) -> None:
    """Let nothing that one node sends reach another, which still reaches it."""
    one, other = random.sample(cluster.nodes, 2)
    there, back = cluster.links[one.name, other.name], cluster.links[other.name, one.name]
    there.cut(answers=False)
    back.cut(requests=False)
    await sleep(random, *CUT_SECONDS)
    there.heal()
    back.heal()


async def cut_node_off(cluster: Cluster, random: Random) -> None:
    """Cut a node off from all other nodes, but not from the database."""
    node = random.choice(cluster.nodes)
    wires = [wire for pair, wire in cluster.links.items() if node.name in pair]
    for wire in wires:
        wire.cut()
    await sleep(random, *CUT_SECONDS)
    for wire in wires:
        wire.heal()


async def cut_database(cluster: Cluster, random: Random) -> None:
    """Cut a node off from the database, but not from the other nodes."""
    wires = cluster.database_wires[random.choice(cluster.nodes).name]
    for wire in wires:
        wire.cut()
    await sleep(random, *CUT_SECONDS)
    for wire in wires:
        wire.heal()


async def cut_database_one_way(cluster: Cluster, random: Random) -> None:
    """Let a node's statements reach the database, and no answer come back, or the other way round."""
    wires = cluster.database_wires[random.choice(cluster.nodes).name]
    answers = random.random() < 0.7
    for wire in wires:
        wire.cut(requests=not answers, answers=answers)
    await sleep(random, *CUT_SECONDS)
    for wire in wires:
        wire.heal()


async def reset_database(cluster: Cluster, random: Random) -> None:
    """End the connections of all nodes to the database, some times."""
    for _ in range(random.randint(1, 6)):
        for wires in cluster.database_wires.values():
            for wire in wires:
                wire.reset()
        await sleep(random, 0, 0.3)


async def reset_links(cluster: Cluster, random: Random) -> None:
    """End all connections between nodes, some times."""
    for _ in range(random.randint(1, 6)):
        for wire in cluster.links.values():
            wire.reset()
        await sleep(random, 0, 0.5)


async def delay(cluster: Cluster, random: Random) -> None:
    """Let everything that one node sends and receives be late."""
    node = random.choice(cluster.nodes)
    wires = [wire for pair, wire in cluster.links.items() if node.name in pair]
    wires += cluster.database_wires[node.name]
    for wire in wires:
        wire.delay_seconds = random.uniform(*DELAY_SECONDS)
    await sleep(random, 1, 5)
    for wire in wires:
        wire.heal()


NETWORK = Part(
    "network",
    (
        Fault("link cut", cut_link, 3),
        Fault("link cut one way", cut_link_one_way, 3),
        Fault("node cut off from the others", cut_node_off, 2),
        Fault("cut off from the database", cut_database, 3),
        Fault("cut off from the database one way", cut_database_one_way, 4),
        Fault("connections to the database reset", reset_database, 2),
        Fault("links reset", reset_links, 2),
        Fault("delay", delay, 2),
    ),
    has_wires=True,
    progress_seconds=45.0,
    total=100,
)

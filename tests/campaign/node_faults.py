"""PART=nodes: nodes are killed, stopped for a while, handed over, and have wrong clocks and full disks."""

import asyncio
from random import Random

from tests.campaign.cluster import Cluster
from tests.campaign.faults import Fault, Part, sleep

STOPPED_SECONDS = (0.3, 9.0)
"""A node that hangs is gone after 5 seconds: some come back before that, some after."""
AHEAD_SECONDS = 3.0
FULL_SECONDS = (0.5, 3.0)


async def kill(cluster: Cluster, random: Random) -> None:
    """Kill a node, and start it again."""
    node = random.choice(cluster.nodes)
    await asyncio.to_thread(node.kill)
    await sleep(random, 0, 2)
    await cluster.start(node)


async def kill_two(cluster: Cluster, random: Random) -> None:
    """Kill two nodes at once, and start them one after the other."""
    pair = random.sample(cluster.nodes, 2)
    await asyncio.gather(*(asyncio.to_thread(node.kill) for node in pair))
    for node in pair:
        await sleep(random, 0, 1)
        await cluster.start(node)


async def stop(cluster: Cluster, random: Random) -> None:
    """Stop a node where it is, and let it continue."""
    node = random.choice(cluster.nodes)
    node.pause()
    await sleep(random, *STOPPED_SECONDS)
    node.resume()


async def stop_and_kill(cluster: Cluster, random: Random) -> None:
    """Stop a node, kill another, and let the first continue before the second is back."""
    first, second = random.sample(cluster.nodes, 2)
    first.pause()
    await sleep(random, 0, 6)
    await asyncio.to_thread(second.kill)
    await sleep(random, 0, 1)
    first.resume()
    await sleep(random, 0, 1)
    await cluster.start(second)


async def hand_over(cluster: Cluster, random: Random) -> None:
    """End a node as for an upgrade, and start it again."""
    node = random.choice(cluster.nodes)
    await asyncio.to_thread(node.stop)
    await cluster.start(node)


async def pause_in_a_handover(cluster: Cluster, random: Random) -> None:
    """End a node as for an upgrade, and stop it for a while in the middle of that."""
    node = random.choice(cluster.nodes)
    node.tell_to_stop()
    await sleep(random, 0, 0.6)
    if node.lives:
        node.pause()
        await sleep(random, *STOPPED_SECONDS)
        node.resume()
    await asyncio.to_thread(node.wait)
    await cluster.start(node)


async def wrong_clock(cluster: Cluster, random: Random) -> None:
    """Let a node's clock be off by three seconds for a while; then it is right again."""
    node = random.choice(cluster.nodes)
    await asyncio.to_thread(node.kill)
    node.clock_seconds = random.choice((-AHEAD_SECONDS, AHEAD_SECONDS))
    await cluster.start(node)
    await sleep(random, 1, 4)
    await asyncio.to_thread(node.kill)
    node.clock_seconds = 0.0
    await cluster.start(node)


async def full_disk(cluster: Cluster, random: Random) -> None:
    """Let all writes of a node to files fail for a while. Its log is one."""
    node = random.choice(cluster.nodes)
    node.fill_disk()
    await sleep(random, *FULL_SECONDS)
    node.clear_disk()


NODES = Part(
    "nodes",
    (
        Fault("kill -9", kill, 6),
        Fault("kill -9 of two", kill_two, 2),
        Fault("stopped", stop, 5),
        Fault("stopped, another killed", stop_and_kill, 2),
        Fault("handed over", hand_over, 2),
        Fault("stopped in a handover", pause_in_a_handover, 2),
        Fault("clock off by 3 s", wrong_clock, 2),
        Fault("full disk", full_disk, 1),
    ),
    total=150,
)

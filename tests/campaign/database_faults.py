"""PART=database and PART=promotion: what befalls a primary and its two standbys, below three nodes. PART=patroni: the
same below servers that Patroni manages."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

from tests.campaign.cluster import NAMES, CampaignNode, Cluster
from tests.campaign.databases import FAULTS, PROMOTIONS, Databases, behind
from tests.campaign.databases import Fault as Act
from tests.campaign.faults import Fault, Part
from tests.campaign.patroni import FAILOVERS, PatroniGroup
from tests.e2e.serving import own_port
from tests.postgres.servers import Installation, find_binaries

Group = Databases | PatroniGroup


class DatabaseCluster(Cluster):
    """Three nodes on servers of PostgreSQL that come and go."""

    def __init__(self, folder: Path, group: Group) -> None:
        self.group = group
        nodes = [CampaignNode(folder, name, group.url(), f"127.0.0.1:{own_port()}") for name in NAMES]
        super().__init__(nodes, [group.primary, *group.standbys])

    async def befall(self, act: Act, random: Random) -> str:
        """Let something happen to the servers; see that the standbys have what the primary has. Return what it did."""
        done = await asyncio.to_thread(act, self.group, random)
        primary, standbys = self.group.primary, self.group.standbys
        self.databases = [primary, *standbys]
        self.found += await asyncio.to_thread(behind, primary, standbys)
        return done


@asynccontextmanager
async def database_cluster(
    make: Callable[[Installation], Group], folder: Path
) -> AsyncIterator[DatabaseCluster]:
    """Yield three nodes on a new group of servers."""
    binaries = find_binaries()
    assert binaries is not None, "there is no PostgreSQL here"
    installation = Installation(binaries)
    try:
        group = make(installation)
    except BaseException:
        installation.remove()
        raise
    try:
        await asyncio.to_thread(group.start)
        made = DatabaseCluster(folder, group)
        try:
            await made.start_all()
            yield made
        finally:
            await asyncio.to_thread(made.end)
    finally:
        await asyncio.to_thread(group.close)


def faults_of(acts: Mapping[str, Act]) -> Iterator[Fault]:
    """Yield the faults of a part."""

    async def strike(act: Act, cluster: Cluster, random: Random) -> str:
        assert isinstance(cluster, DatabaseCluster)
        return await cluster.befall(act, random)

    for name, act in acts.items():
        yield Fault(name, partial(strike, act))


def part(name: str, acts: Mapping[str, Act], group: Callable[[Installation], Group], total: int) -> Part:
    """Return a part whose faults befall the databases."""
    return Part(
        name,
        tuple(faults_of(acts)),
        opens=partial(database_cluster, group),
        progress_seconds=45,
        total=total,
    )


DATABASE = part("database", FAULTS, Databases, 100)
PROMOTION = part("promotion", PROMOTIONS, Databases, 50)
PATRONI = part("patroni", FAILOVERS, PatroniGroup, 20)

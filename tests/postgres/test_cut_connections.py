"""A store in PostgreSQL keeps its contracts behind a proxy that cuts its connections at random."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.contracts.stream_index import StreamIndexContract
from tests.contracts.streams import StreamsContract, chain_of, put_all
from tests.postgres.conftest import SharedServer
from tests.postgres.proxy import Proxy, lifetimes
from tests.postgres.stores import PostgresData
from tests.seeds import Seeds
from tilth_server.store import Append, LengthConflict, StoreFailed
from tilth_server.store.postgres import PostgresStreams, gathering
from tilth_server.store.postgres.index import PostgresIndex
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.target import parse_url

OPEN_TRIES = 50


class CutData(PostgresData):
    """A store whose connections are cut. To open it may fail, as a server's start may."""

    async def open(self) -> PostgresStreams:
        for _ in range(OPEN_TRIES):
            try:
                return self._with_uncut_verify(await super().open())
            except StoreFailed:
                await asyncio.sleep(0.01)
        return await super().open()

    def _with_uncut_verify(self, store: PostgresStreams) -> PostgresStreams:
        """A comparison sees the index at one moment, so on one connection: it fails when that is cut."""
        target = parse_url(self._direct_url)
        store.index.verify = PostgresIndex(target, ReadLink(target)).verify  # type: ignore[method-assign]
        return store


@pytest.fixture(autouse=True)
def _two_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two batches be under way as often as possible."""
    monkeypatch.setattr(gathering, "SECOND_PUTS", 1)


@pytest.fixture
def proxy(postgres: SharedServer, seeds: Seeds) -> Iterator[Proxy]:
    with Proxy(postgres.port, lifetimes(seeds.first)) as proxy:
        yield proxy


@pytest.fixture
def engine(proxy: Proxy, postgres_url: str, postgres: SharedServer) -> CutData:
    return CutData(postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/"), postgres_url)


class TestCutStreams(StreamsContract):
    pass


class TestCutIndex(StreamIndexContract):
    pass


async def test_every_acknowledged_record_is_stored_once_however_often_connections_are_cut(
    engine: CutData, proxy: Proxy
) -> None:
    store = await engine.open()
    proxy.lifetime = lifetimes(1, 0.02, 0.15)
    written: dict[str, list[bytes]] = {f"match/{n}": [] for n in range(8)}

    async def write(stream: str) -> None:
        while len(written[stream]) < 150 or proxy.cuts < 5:
            length = len(written[stream])
            bodies = [b"%d of %s" % (length + n, stream.encode()) for n in range(length % 3 + 1)]
            await store.append(stream, length, bodies)
            written[stream] += bodies

    await asyncio.gather(*(write(stream) for stream in written))
    for stream, bodies in written.items():
        assert [record.hash async for record in store.read(stream)] == chain_of(stream, bodies)
    await store.close()


async def test_servers_that_compete_behind_cuts_acknowledge_each_number_once(
    engine: CutData, proxy: Proxy
) -> None:
    proxy.lifetime = lifetimes(2, 0.05, 0.4)
    stores = [await engine.open() for _ in range(2)]
    acknowledged: dict[tuple[str, int], bytes] = {}

    async def write(place: int, name: str) -> None:
        store = stores[place]
        for turn in range(60):
            stream = f"match/{turn % 4}"
            length = (await store.head(stream)).length
            body = f"{place}/{name}/{turn}".encode()
            (outcome,) = await put_all(store, [[Append(stream, length, [body])]])
            if outcome is None:
                assert (stream, length) not in acknowledged
                acknowledged[stream, length] = body
            else:
                assert isinstance(outcome, LengthConflict)

    await asyncio.gather(*(write(place, name) for place in range(2) for name in "abc"))
    stored = {
        (f"match/{n}", record.number): record.body
        for n in range(4)
        async for record in stores[0].read(f"match/{n}")
    }
    assert stored == acknowledged
    for store in stores:
        await store.close()

"""Roles, passwords and TLS: what a server needs of the database, and what it shows of itself."""

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.stream_index import INDEX, row, some
from tests.contracts.streams import bodies, read_all
from tests.postgres.conftest import SharedServer
from tests.postgres.proxy import Proxy
from tests.postgres.servers import Installation, PostgresServer
from tests.postgres.stores import PostgresData
from tests.server.serve.certificates import Certificates
from tilth_server.store import KeptValue, StoreFailed, migrate
from tilth_server.store.postgres import PostgresEngine, schema

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "postgresql.md"


async def refusal(url: str) -> str:
    with pytest.raises(StoreFailed) as refused:
        await PostgresEngine(url).open()
    return str(refused.value)


def grants() -> str:
    """Return the grants that the guide for operators shows."""
    text = GUIDE.read_text()
    start = text.index("GRANT USAGE ON SCHEMA tilth")
    return text[start : text.index("```", start)]


async def test_a_role_that_cannot_change_the_schema_is_enough_to_serve(
    postgres: SharedServer, postgres_url: str, database: str
) -> None:
    postgres.execute("DROP ROLE IF EXISTS tilth_server", database=database)
    postgres.execute("CREATE ROLE tilth_server LOGIN", database=database)
    url = postgres_url.replace("tilth@", "tilth_server@")
    try:
        message = await refusal(url)
        assert (
            "this role may not make them: run `tilth-server migrate` as the owner of the database" in message
        )
        assert await migrate(postgres_url) == len(schema.MIGRATIONS)
        assert await migrate(postgres_url) == 0
        assert "grant the role what docs/guides/postgresql.md lists" in await refusal(url)
        await asyncio.to_thread(lambda: postgres.execute(grants(), database=database))
        store = await PostgresData(url).open()
        rows = [row("a", 1, "t", unique_keys=["x"])]
        await store.append("match/1", 0, bodies(1), [KeptValue("k", b"v")], rows)
        await store.append("match/1", 1, [b"2"], [KeptValue("k", b"")], [row("a", 2, "u")])
        assert await read_all(store, "match/1") == [b"body 0", b"2"]
        assert await store.index.rebuild(INDEX, some([row("b", 1)])) == 1
        assert await store.index.verify(INDEX, some([row("b", 1)])) == []
        await store.close()
        async with PostgresEngine(url).hold() as held:
            assert held.reader.head("match/1").length == 2
    finally:
        postgres.execute("DROP OWNED BY tilth_server; DROP ROLE tilth_server", database=database)


async def test_two_first_servers_make_the_tables_once(engine: PostgresData) -> None:
    stores = await asyncio.gather(*(engine.open() for _ in range(4)))
    for number, store in enumerate(stores):
        await store.append(f"match/{number}", 0, bodies(1))
    assert await stores[0].names() == [(f"match/{number}", 1) for number in range(4)]
    for store in stores:
        await store.close()


async def test_the_version_before_works_on_the_tables_of_the_next(
    engine: PostgresData, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await engine.open()
    await store.append("match/1", 0, bodies(1), rows=[row("a", 1, "t")])
    added = ("ALTER TABLE tilth.streams ADD COLUMN shelf integer NOT NULL DEFAULT 0", 1)
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, added))
        newer.setattr(schema, "VERSION", schema.VERSION + 1)
        assert await migrate(postgres_url) == 1
    await store.append("match/1", 1, bodies(1, first=1), rows=[row("a", 2, "t")])
    await store.close()
    store = await engine.open()
    await store.append("match/2", 0, bodies(1))
    assert await read_all(store, "match/1") == bodies(2)
    await store.close()


async def test_tables_that_this_version_cannot_keep_right_are_refused(
    engine: PostgresData, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await engine.open()).close()
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("SELECT 1", schema.VERSION + 1)))
        newer.setattr(schema, "VERSION", schema.VERSION + 1)
        await migrate(postgres_url)
    known = schema.VERSION
    message = await refusal(postgres_url)
    assert f"version {known + 1}, this server knows {known}, and at least {known + 1} is needed)" in message


@pytest.fixture(scope="module")
def guarded(postgres_binaries: Path) -> Iterator[PostgresServer]:
    """A server that asks a role for its password."""
    installation = Installation(postgres_binaries)
    data = installation.make_data("guarded")
    (data / "pg_hba.conf").write_text("host all guest all scram-sha-256\nhost all tilth all trust\n")
    server = PostgresServer(installation, "guarded")
    try:
        server.start()
        server.make_database("tilth")
        server.execute("CREATE ROLE guest LOGIN PASSWORD 'long and secret'")
        server.execute("GRANT CREATE ON DATABASE tilth TO guest")
        yield server
    finally:
        server.stop()
        installation.remove()


async def test_the_password_comes_from_a_file_or_from_a_passfile(
    guarded: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.delenv("PGPASSFILE", raising=False)
    url = f"postgresql://guest@127.0.0.1:{guarded.port}/tilth?durability=disk"
    assert "password" in await refusal(url)
    file, passfile = tmp_path / "password", tmp_path / "pgpass"
    file.write_text("long and secret\n")
    passfile.write_text(f"127.0.0.1:{guarded.port}:*:guest:long and secret\n")
    passfile.chmod(0o600)
    for given in (f"{url}&passwordfile={file}", f"{url}&passfile={passfile}"):
        await (await PostgresData(given).open()).close()
    monkeypatch.setenv("PGPASSFILE", str(passfile))
    await (await PostgresData(url).open()).close()
    file.write_text("wrong and secret\n")
    message = await refusal(f"{url}&passwordfile={file}")
    assert 'password authentication failed for user "guest"' in message
    assert "wrong and secret" not in message


async def test_a_certificate_that_is_not_verified_is_refused(
    postgres: SharedServer, postgres_url: str, tmp_path: Path
) -> None:
    authority, stranger = Certificates(tmp_path), Certificates(tmp_path, "stranger")
    files = authority.server("database")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(files.certificate, files.key)
    with Proxy(postgres.port, tls=tls) as proxy:
        url = postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/")
        await (await PostgresData(f"{url}&sslmode=verify-full&sslrootcert={authority.file}").open()).close()
        for options in (f"sslmode=verify-full&sslrootcert={stranger.file}", "sslmode=verify-full"):
            assert "certificate verify failed" in await refusal(f"{url}&{options}")
        elsewhere = f"{url.replace('127.0.0.1', '127.0.0.2')}&sslrootcert={authority.file}"
        assert "certificate is not valid for '127.0.0.2'" in await refusal(f"{elsewhere}&sslmode=verify-full")
        await (await PostgresData(f"{elsewhere}&sslmode=verify-ca").open()).close()
        await (await PostgresData(f"{url}&sslmode=require").open()).close()


async def test_a_server_without_tls_is_not_used_where_tls_is_asked_for(
    postgres: SharedServer, database: str
) -> None:
    url = f"{postgres.url(database)}&sslmode=require"
    assert "rejected SSL upgrade" in await refusal(url)

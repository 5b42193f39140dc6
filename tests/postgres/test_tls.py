"""TLS to a PostgreSQL that does it itself, with certificates on one side and on both."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres.servers import Installation, PostgresServer, find_all_binaries
from tests.postgres.stores import PostgresData
from tests.server.serve.certificates import Certificates
from tilth_server.store import StoreFailed
from tilth_server.store.postgres import PostgresEngine

RULES = """
host all tilth all trust
hostssl all open all trust
hostssl all guest all cert
"""
"""The rules: `open` may connect only by TLS, `guest` only with a certificate of that name."""


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def server(authority: Certificates) -> Iterator[PostgresServer]:
    """A PostgreSQL with a certificate. Programs that were built without TLS are not used."""
    able = [each for each in find_all_binaries() if b"SSL_CTX_new" in (each / "postgres").read_bytes()]
    if not able:
        pytest.skip("no PostgreSQL here was built with TLS: apt install postgresql")
    installation = Installation(able[-1])
    try:
        data = installation.make_data("secure")
        files = authority.server("database")
        assert files.key is not None
        for source, name in (
            (files.certificate, "it.pem"),
            (files.key, "it.key"),
            (authority.file, "ca.pem"),
        ):
            shutil.copy(source, data / name)
            shutil.chown(data / name, installation.user.pw_uid, installation.user.pw_gid)
            (data / name).chmod(0o600)
        (data / "pg_hba.conf").write_text(RULES)
        tls = {"ssl": "on", "ssl_cert_file": "it.pem", "ssl_key_file": "it.key", "ssl_ca_file": "ca.pem"}
        server = PostgresServer(installation, "secure", listen_addresses="127.0.0.1,127.0.0.2", **tls)
        try:
            server.start()
            server.make_database("tilth")
            for role in ("open", "guest"):
                server.execute(f"CREATE ROLE {role} LOGIN SUPERUSER")
            yield server
        finally:
            server.stop()
    finally:
        installation.remove()


def url(server: PostgresServer, role: str, *options: str) -> str:
    return "&".join((server.url().replace("tilth@", f"{role}@"), *options))


async def use(server: PostgresServer, role: str, *options: str) -> bool:
    """Store and read a record; return whether all connections to the database were encrypted."""
    store = await PostgresData(url(server, role, *options)).open()
    try:
        stream = f"match/{role}"
        length = (await store.head(stream)).length
        await store.append(stream, length, [b"1"])
        assert [record.body async for record in store.read(stream)] == [b"1"] * (length + 1)
        of_ours = f"SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = '{role}'"
        encrypted = [row["ssl"] for row in server.execute(of_ours)]
        assert encrypted
        return all(encrypted)
    finally:
        await store.close()


async def refusal(server: PostgresServer, role: str, *options: str) -> str:
    with pytest.raises(StoreFailed) as refused:
        await PostgresEngine(url(server, role, *options)).open()
    return str(refused.value)


async def test_the_certificate_of_the_database_is_verified_in_full(
    server: PostgresServer, authority: Certificates, tmp_path: Path
) -> None:
    assert await use(server, "open", "sslmode=verify-full", f"sslrootcert={authority.file}")
    assert await use(server, "open", "sslmode=require")
    stranger = Certificates(tmp_path, "stranger")
    for root in (f"sslrootcert={stranger.file}", "durability=disk"):
        assert "certificate verify failed" in await refusal(server, "open", "sslmode=verify-full", root)
    elsewhere = url(server, "open", "sslmode=verify-full", f"sslrootcert={authority.file}")
    with pytest.raises(StoreFailed, match=r"certificate is not valid for '127\.0\.0\.2'"):
        await PostgresEngine(elsewhere.replace("127.0.0.1", "127.0.0.2")).open()
    assert "no pg_hba.conf entry" in await refusal(server, "open", "sslmode=disable")


async def test_a_server_shows_its_own_certificate_to_the_database(
    server: PostgresServer, authority: Certificates, tmp_path: Path
) -> None:
    verified = ("sslmode=verify-full", f"sslrootcert={authority.file}")
    guest, other = authority.server("guest"), authority.server("other")
    stranger = Certificates(tmp_path, "stranger").server("guest")

    assert await use(server, "guest", *verified, f"sslcert={guest.certificate}", f"sslkey={guest.key}")
    assert "requires a valid client certificate" in await refusal(server, "guest", *verified)
    message = await refusal(server, "guest", *verified, f"sslcert={other.certificate}", f"sslkey={other.key}")
    assert 'certificate authentication failed for user "guest"' in message
    await refusal(server, "guest", *verified, f"sslcert={stranger.certificate}", f"sslkey={stranger.key}")

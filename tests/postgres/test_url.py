"""The URL of a store in PostgreSQL."""

import ssl
from pathlib import Path

import pytest

from tilth_server.store import BadStoreUrl, engine_of
from tilth_server.store.postgres.target import Durability, Host, parse_url


def test_hosts_database_and_options_are_read() -> None:
    target = parse_url(
        "postgresql://tilth@a,b:6432,[2001:db8::1]:5433/games?durability=disk&passfile=/etc/pgpass"
    )
    assert target.hosts == (Host("a", 5432), Host("b", 6432), Host("2001:db8::1", 5433))
    assert (target.user, target.database, target.durability) == ("tilth", "games", Durability.DISK)
    assert target.passfile == Path("/etc/pgpass")
    plain = parse_url("postgresql://a")
    assert (plain.user, plain.database, plain.durability) == (None, "tilth", Durability.STANDBY)
    assert parse_url("postgresql:///tilth?host=/run/postgresql").hosts == (Host("/run/postgresql", 5432),)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("postgresql://ann:secret@a/tilth", "holds a password, which every user of this machine can read"),
        ("postgresql://a/tilth?password=secret", "holds a password"),
        ("postgresql://a/tilth?durable=yes", "has no option 'durable': it knows durability, "),
        ("postgresql://a/tilth?durability=none", "durability=none is not one of standby, disk, storage"),
        ("postgresql://a/tilth?sslmode=prefer", "sslmode=prefer is not one of disable, require, "),
        ("postgresql:///tilth", "names no host ''"),
        ("postgresql://a:x/tilth", "names no host 'a:x'"),
        ("postgresql://a,,b/tilth", "names no host ''"),
    ],
)
def test_a_url_that_makes_no_sense_is_refused_without_its_password(url: str, message: str) -> None:
    with pytest.raises(BadStoreUrl) as refused:
        engine_of(url)
    assert message in str(refused.value)
    assert "secret" not in str(refused.value)


def test_tls_is_verified_in_full_beyond_this_machine() -> None:
    beyond = parse_url("postgresql://db.example.org/tilth")
    context = beyond.tls_for(beyond.hosts[0])
    assert isinstance(context, ssl.SSLContext)
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    for host in ("localhost", "127.0.0.1", "[::1]:5433"):
        local = parse_url(f"postgresql://{host}/tilth")
        assert local.tls_for(local.hosts[0]) is False
    asked = parse_url("postgresql://127.0.0.1/tilth?sslmode=verify-full")
    assert isinstance(asked.tls_for(asked.hosts[0]), ssl.SSLContext)
    for mode, verify, names in (
        ("require", ssl.CERT_NONE, False),
        ("verify-ca", ssl.CERT_REQUIRED, False),
    ):
        chosen = parse_url(f"postgresql://a/tilth?sslmode={mode}")
        context = chosen.tls_for(chosen.hosts[0])
        assert isinstance(context, ssl.SSLContext)
        assert (context.verify_mode, context.check_hostname) == (verify, names)
    missing = parse_url("postgresql://a/tilth?sslrootcert=/none.pem")
    with pytest.raises(BadStoreUrl, match="the files of TLS cannot be used"):
        missing.tls_for(missing.hosts[0])


def test_a_password_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    target = parse_url(f"postgresql://a/tilth?passwordfile={file}")
    with pytest.raises(BadStoreUrl, match=r"passwordfile=.* cannot be read"):
        target.password()
    file.write_text("long and secret\n")
    assert target.password() == "long and secret"
    assert parse_url("postgresql://a/tilth").password() is None

"""Certificates that expire, are renewed, or are missing, with a real server process."""

import asyncio
import json
import os
import signal
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from tests.e2e.serving import own_port
from tests.server.serve.certificates import Certificates
from tests.server.serve.process import Serving, ended, serving
from tests.server.serve.test_process import scraped
from tests.server.serve.test_tls import registers
from tilth_client import ConnectionFailed, connect
from tilth_client import Tls as ClientTls
from tilth_server.certificates import validity
from tilth_server.settings import Tls


def flags(tls: Tls) -> tuple[str, ...]:
    return ("--tls-cert", str(tls.certificate), "--tls-key", str(tls.key))


def channel_to(server: Serving, authority: Certificates) -> grpc.aio.Channel:
    return grpc.aio.secure_channel(
        server.address, grpc.ssl_channel_credentials(root_certificates=authority.file.read_bytes())
    )


@pytest.mark.parametrize(
    "until", [datetime(2049, 12, 31, 23, 59, 59, tzinfo=UTC), datetime(2051, 1, 2, tzinfo=UTC)]
)
def test_the_validity_is_read_as_the_library_reads_it(tmp_path: Path, until: datetime) -> None:
    """From 2050 on years have four digits."""
    made = Certificates(tmp_path).server("server", lasts=until - datetime.now(UTC))
    certificate = x509.load_pem_x509_certificate(made.certificate.read_bytes())
    der = certificate.public_bytes(Encoding.DER)
    assert validity(der) == (certificate.not_valid_before_utc, certificate.not_valid_after_utc)


async def test_an_expired_certificate_is_not_served_with(tmp_path: Path) -> None:
    old = Certificates(tmp_path).server("old", lasts=-timedelta(days=1))
    code, out, err = await ended(
        "serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0", *flags(old)
    )
    assert (code, out) == (1, "")
    last = err.splitlines()[-1]
    assert "old.pem expired on " in last
    assert "renew it" in last


async def test_sighup_reads_certificates_again_and_stops_nothing(tmp_path: Path) -> None:
    ours, others = Certificates(tmp_path, "ours"), Certificates(tmp_path, "others")
    tls, port = ours.server("server"), own_port()
    async with serving(
        tmp_path / "data", *flags(tls), "--log-format", "json", "--metrics", f"127.0.0.1:{port}"
    ) as server:
        assert await registers(channel_to(server, ours), "Ann") == "Ann"

        async def logged(event: str) -> dict[str, str]:
            async with asyncio.timeout(60):
                while True:
                    line = json.loads(await server.process.stderr.readline())
                    if line["event"] == event:
                        return dict(line)

        assert float((await logged("certificate expiring"))["days_left"]) < 1
        renewed = others.server("renewed", lasts=timedelta(days=30))
        for old, new in ((tls.certificate, renewed.certificate), (tls.key, renewed.key)):
            os.replace(new, old)
        server.process.send_signal(signal.SIGHUP)
        await logged("certificates reloaded")
        assert await registers(channel_to(server, others), "Bob") == "Bob"
        days = next(
            line
            for line in (await asyncio.to_thread(scraped, port)).splitlines()
            if line.startswith('tilth_certificate_days{used_for="clients"} ')
        )
        assert 29 < float(days.split()[1]) < 30
        tls.certificate.write_text("torn")
        server.process.send_signal(signal.SIGHUP)
        assert "server.pem" in (await logged("certificates unreadable"))["error"]
        assert await registers(channel_to(server, others), "Cy") == "Cy"
        assert (await server.stop(signal.SIGTERM))[0] == 0


async def test_sighup_without_tls_stops_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, grpc.aio.insecure_channel(server.address) as channel:
        server.process.send_signal(signal.SIGHUP)
        assert await registers(channel, "Ann") == "Ann"
        assert (await server.stop(signal.SIGTERM))[0] == 0


async def test_a_client_learns_that_it_shows_no_certificate(tmp_path: Path) -> None:
    ours, clients, theirs = (Certificates(tmp_path, name) for name in ("ours", "clients", "theirs"))
    tls = replace(ours.server("server"), client_ca=clients.file)
    async with serving(tmp_path / "data", *flags(tls), "--client-ca", str(clients.file)) as server:
        with pytest.raises(ConnectionFailed, match="wants a certificate from its clients"):
            async with connect(server.address, tls=ClientTls(ca=ours.file)):
                pass
        eve = theirs.server("eve")
        with pytest.raises(ConnectionFailed, match="does not accept the certificate"):
            async with connect(server.address, tls=ClientTls(ours.file, eve.certificate, eve.key)):
                pass


async def test_a_client_learns_that_a_certificate_has_expired(tmp_path: Path) -> None:
    """One that expires while the server runs."""
    ours = Certificates(tmp_path, "ours")
    tls = ours.server("server", lasts=-timedelta(minutes=1))
    server = grpc.aio.server()
    pair = (tls.key.read_bytes(), tls.certificate.read_bytes())
    port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([pair]))
    await server.start()
    try:
        with pytest.raises(ConnectionFailed, match="has expired"):
            async with connect(f"127.0.0.1:{port}", tls=ClientTls(ca=ours.file)):
                pass
    finally:
        await server.stop(None)

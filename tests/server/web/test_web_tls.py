"""TLS of the listener for browsers: the certificates of gRPC, also when they are read again."""

import ssl
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from tests.server.serve.certificates import Certificates
from tests.server.serve.full_server import ANY_PORT
from tests.server.serve.games import orchard
from tests.server.web.browser import Browser, browsing
from tilth_server.serving import Server
from tilth_server.settings import Settings, Tls


def trusting(authority: Certificates, own: Tls | None = None) -> aiohttp.TCPConnector:
    context = ssl.create_default_context(cafile=str(authority.file))
    if own is not None:
        context.load_cert_chain(own.certificate, own.key)
    return aiohttp.TCPConnector(ssl=context, force_close=True)


async def serves(url: str, authority: Certificates, own: Tls | None = None) -> bool:
    """Return whether a browser that trusts the authority reaches the server, by both ways."""
    try:
        async with browsing(url, connector=trusting(authority, own)) as browser:
            await browser.register()
            async with browser.attend() as attending:
                await attending.open(1, "nowhere")
                return (await anext(attending.frames())).HasField("refused")
    except aiohttp.ClientError:
        return False


def settings(tmp_path: Path, tls: Tls) -> Settings:
    return Settings(data=tmp_path / "data", listen=ANY_PORT, web=ANY_PORT, tls=tls)


async def test_a_browser_gets_the_certificate_that_was_read_last(tmp_path: Path) -> None:
    ours, later = Certificates(tmp_path, "ours"), Certificates(tmp_path, "later")
    tls = ours.server("server")
    server = await Server.start(settings(tmp_path, tls), orchard())
    try:
        assert server.web is not None
        url = server.web.url
        assert url.startswith("https://")
        assert await serves(url, ours)
        assert not await serves(url, later)
        async with browsing(url, connector=trusting(ours)) as old:
            await old.register()
            async with old.socket() as open_socket:
                later.server("server")
                server.reload_files()
                assert await serves(url, later)
                assert not await serves(url, ours)
                await open_socket.send_str(f"Bearer {old.token}")
                assert not open_socket.closed
        tls.key.write_text("no key")
        server.reload_files()
        assert await serves(url, later), "a file that can't be read changes nothing"
    finally:
        await server.stop()


async def test_with_a_client_ca_only_its_browsers_are_let_in(tmp_path: Path) -> None:
    ours, clients, theirs = (Certificates(tmp_path, name) for name in ("ours", "clients", "theirs"))
    tls = replace(ours.server("server"), client_ca=clients.file)
    server = await Server.start(settings(tmp_path, tls), orchard())
    try:
        assert server.web is not None
        assert await serves(server.web.url, ours, clients.server("ann"))
        assert not await serves(server.web.url, ours)
        assert not await serves(server.web.url, ours, theirs.server("eve"))
    finally:
        await server.stop()


async def test_plain_http_does_not_reach_a_server_with_tls(tmp_path: Path) -> None:
    ours = Certificates(tmp_path)
    server = await Server.start(settings(tmp_path, ours.server("server")), orchard())
    try:
        assert server.web is not None
        url = server.web.url.replace("https", "http")
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientError):
                await Browser(session, url).register()
    finally:
        await server.stop()

"""The listener for browsers behind a real nginx, with TLS and under a path, as docs/guides has it set up."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest

from tests.docs.pages import page
from tests.e2e.nginx import TRUSTED, Nginx, needs_nginx, started
from tests.server.web.browser import MANY, Browser, Refused, WebServer, browsing, web_running
from tests.server.web.test_sockets import play
from tilth.v1 import lobby_pb2, operations_pb2

pytestmark = needs_nginx

HOST = "games.example"
SOURCE = "127.0.0.5"
"""The browser's address, which is no trusted proxy's."""
IDLE_S = 2.5
"""Twice the time after which nginx would cut an idle connection here, where the page doesn't set it."""
SHORT = ("server_name games.example;", "server_name games.example;\n    send_timeout 1s;")
(LINES,) = re.findall(r"```\n(map .*?)```", page("guides/browsers.md"), re.DOTALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    flags = ("--web-origin", f"https://{HOST}/tilth", *TRUSTED, *MANY, "--web-connections-per-address", "1")
    with web_running(tmp_path_factory.mktemp("behind") / "data", *flags) as server:
        yield server


@pytest.fixture(scope="module")
def nginx(server: WebServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    backend = ("127.0.0.1:4040", server.url.split("/")[2])
    with started(Nginx(tmp_path_factory.mktemp("nginx"), LINES, backend, SHORT)) as nginx:
        yield nginx


@pytest.fixture
async def browser(nginx: Nginx) -> AsyncIterator[Browser]:
    """A browser that knows the server by its name and path only."""
    trust = ssl.create_default_context(cafile=str(nginx.authority.file))
    trust.check_hostname = False
    connector = aiohttp.TCPConnector(ssl=trust, local_addr=(SOURCE, 0))
    url = f"https://127.0.0.1:{nginx.port}/tilth/"
    headers = {"Host": HOST, "Origin": f"https://{HOST}"}
    async with browsing(url, connector=connector, headers=headers) as browser:
        await browser.register()
        yield browser


async def test_the_page_and_its_health_are_below_the_path(browser: Browser) -> None:
    async with browser.session.get(browser.url) as got:
        assert (got.status, got.headers["X-Content-Type-Options"]) == (200, "nosniff")
    async with browser.session.get(f"{browser.url}healthz") as got:
        assert await got.text() == "serving\n"


async def test_another_name_is_refused_by_the_server(browser: Browser) -> None:
    async with browser.session.get(browser.url, headers={"Host": "evil.example"}) as got:
        assert got.status == 421
    async with browser.session.get(browser.url, headers={"Origin": "https://evil.example"}) as got:
        assert got.status == 403


async def test_a_whole_match_is_played_and_an_idle_socket_stays(browser: Browser) -> None:
    match_id = await browser.new_match(2)
    async with browser.attend() as one, browser.attend() as other:
        await asyncio.sleep(IDLE_S)
        answers = await asyncio.gather(play(one, match_id, 0), play(other, match_id, 1))
    assert min(answers) > 10


async def test_a_refusal_comes_with_its_reason(browser: Browser) -> None:
    request = lobby_pb2.GetMatchRequest(match_id="nowhere")
    with pytest.raises(Refused) as refused:
        await browser.call("LobbyService/GetMatch", request, lobby_pb2.GetMatchResponse)
    assert refused.value.reason == "MATCH_NOT_FOUND"


async def test_the_server_knows_the_clients_own_address(server: WebServer, browser: Browser) -> None:
    forged = {"X_Forwarded_For": "203.0.113.7"}
    browser.token = server.process.operator_token
    listed = await browser.call(
        "OperationsService/ListCalls", b"", operations_pb2.ListCallsResponse, **forged
    )
    assert [call.peer for call in listed.calls] == [f"ipv4:{SOURCE}"]

"""The listeners for browsers of several nodes, and what a node says of itself while its database is away."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.people import Person, channel_to, is_serving
from tests.e2e.serving import own_port
from tests.postgres.conftest import SharedServer
from tests.postgres.node_processes import NodeProcess, killed_in_the_end, start
from tests.postgres.proxy import Proxy
from tests.postgres.test_nodes import check
from tests.server.web.browser import Browser, browsing
from tests.server.web.test_sockets import play
from tilth.v1 import lobby_pb2


class WebNode(NodeProcess):
    """A node with a listener for browsers."""

    def __init__(self, folder: Path, name: str, url: str) -> None:
        super().__init__(folder, name, url)
        self.url = f"http://127.0.0.1:{own_port()}/"
        web = self.url.removeprefix("http://").rstrip("/")
        self.flags = (*self.flags, "--web", web, "--web-requests-per-second=100000")


@pytest.fixture
def cut(postgres: SharedServer) -> Iterator[Proxy]:
    """A proxy before the database, which can be cut off."""
    with Proxy(postgres.port) as proxy:
        yield proxy


@pytest.fixture
def nodes(tmp_path: Path, postgres: SharedServer, postgres_url: str, cut: Proxy) -> Iterator[list[WebNode]]:
    """Two nodes, of which the first has started, and the second reaches its database through the proxy."""
    through = postgres_url.replace(f":{postgres.port}/", f":{cut.port}/")
    nodes = WebNode(tmp_path, "one", postgres_url), WebNode(tmp_path, "two", through)
    with killed_in_the_end(*nodes) as found:
        found[0].start()
        yield found


async def owned_by(node: WebNode, operator: Person, browser: Browser) -> str:
    """Return a match of the browser's player, with both seats taken, that this node owns."""
    for number in range(30):
        match_id = await browser.new_match(2, request_id=f"match {number}")
        request = lobby_pb2.GetMatchRequest(match_id=match_id)
        if (await operator.lobby.GetMatch(request)).node == node.node:
            return match_id
    raise AssertionError("no match of that node")


async def is_ready(node: WebNode, session: aiohttp.ClientSession, wanted: bool) -> None:
    """Wait until a node says that it is ready, or is not, in both ways."""
    async with channel_to(node.address) as channel, asyncio.timeout(20):
        while True:
            async with session.get(f"{node.url}healthz") as reply:
                if await is_serving(channel, wanted) and reply.status == (200 if wanted else 503):
                    return
            await asyncio.sleep(0.05)


async def test_a_page_at_any_node_plays_every_match_and_a_node_without_its_database_is_not_ready(
    nodes: list[WebNode], postgres_url: str, cut: Proxy
) -> None:
    one, two = nodes
    await start(nodes, two)
    async with channel_to(one.address) as channel, browsing(one.url) as browser:
        await browser.register()
        match_id = await owned_by(two, Person(channel, one.operator_token), browser)
        async with (
            browser.attend() as first,
            browsing(two.url, browser.token) as there,
            there.attend() as other,
        ):
            answers = await asyncio.gather(play(first, match_id, 0), play(other, match_id, 1))
        assert min(answers) > 10
        await is_ready(two, browser.session, True)
        cut.lifetime = lambda: 0
        cut.cut_all()
        await is_ready(two, browser.session, False)
        await is_ready(one, browser.session, True)
        cut.lifetime = None
        await is_ready(two, browser.session, True)
    await check(nodes, postgres_url)

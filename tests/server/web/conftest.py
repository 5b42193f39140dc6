"""A server for the tests of this folder that leave it as it was."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.e2e.serving import assert_calm
from tests.server.web.browser import MANY, Browser, WebServer, browsing, web_running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with web_running(tmp_path_factory.mktemp("web") / "data", *MANY) as server:
        yield server
        assert_calm(server.process, 0, *EXPECTED)


EXPECTED = ("page missing", "request refused", "authentication failed")
"""Lines of the log above the level of information that say nothing of a fault."""


@pytest.fixture
async def browser(server: WebServer) -> AsyncIterator[Browser]:
    async with browsing(server.url) as browser:
        await browser.register()
        yield browser

"""Screens for operators of several nodes: `tilth ops top` in a terminal, and the operator's page in a Chromium."""

import asyncio
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.reader import SharedChromium, reader
from tests.cli.terminal import Terminal
from tests.e2e.people import Person, channel_to, new_match, somebody
from tests.postgres.node_processes import killed_in_the_end, start
from tests.postgres.test_nodes import check
from tests.postgres.test_nodes_web import WebNode
from tilth.v1 import operations_pb2

SOON_SECONDS = 40
ROWS = "[...document.querySelectorAll('section[aria-labelledby=nodes] tbody tr')].map((row) => row.innerText)"


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[WebNode]]:
    """Two nodes with pages, of which the first has started."""
    with killed_in_the_end(*(WebNode(tmp_path, name, postgres_url) for name in ("one", "two"))) as found:
        found[0].start()
        yield found


async def loaded(node: WebNode) -> None:
    """Let matches of people be in memory, at one node or the other."""
    async with channel_to(node.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
        for _ in range(6):
            await new_match(*people)


async def watching_node(operator: Person) -> str:
    """Return the address of the node at which somebody else watches the server."""
    while True:
        calls = (await operator.operations.ListCalls(operations_pb2.ListCallsRequest())).calls
        watching = [call.node for call in calls if call.method.endswith("/WatchServer")]
        if watching:
            node: str = watching[0]
            return node
        await asyncio.sleep(0.1)


@pytest.mark.sweep
async def test_the_operators_screen_is_about_all_nodes_and_moves_on_when_its_node_is_killed(
    nodes: list[WebNode], tmp_path: Path, postgres_url: str
) -> None:
    one, two = nodes
    await start(nodes, two)
    await loaded(one)
    environment = {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "TILTH_SERVER": f"{one.address},{two.address}",
        "TILTH_TOKEN": one.operator_token,
        "TILTH_LANG": "en",
    }

    def shows(*lines: str) -> None:
        terminal.shows(lambda text: all(re.search(line, text, re.MULTILINE) for line in lines), SOON_SECONDS)

    with Terminal("ops", "top", "--interval", "0.2", environment=environment, columns=50) as terminal:
        rows = (rf"{node.node} \S+/s CPU" for node in nodes)
        await asyncio.to_thread(shows, *rows, r"\b6 running", r"^ *matches .* 6 in all")
        async with channel_to(one.address) as first, channel_to(two.address) as second:
            at_each = [Person(channel, one.operator_token) for channel in (first, second)]
            watched = await asyncio.wait_for(watching_node(at_each[0]), SOON_SECONDS)
            assert watched == await asyncio.wait_for(watching_node(at_each[1]), SOON_SECONDS)
        lost = next(node for node in nodes if node.node == watched)
        other = next(node for node in nodes if node is not lost)
        await asyncio.to_thread(lost.kill)
        await asyncio.to_thread(shows, f"The connection to {lost.address} is lost")
        await asyncio.to_thread(
            terminal.shows,
            lambda text: "is lost" not in text and lost.node not in text and other.node in text,
            SOON_SECONDS,
        )
        terminal.press("q")
        assert await asyncio.to_thread(terminal.ends, SOON_SECONDS) == 0
    await check([other], postgres_url)


@pytest.mark.sweep
async def test_the_operators_page_lists_the_nodes_and_names_one_that_does_not_answer(
    nodes: list[WebNode], postgres_url: str
) -> None:
    one, two = nodes
    await start(nodes, two)
    await loaded(one)
    chromium = SharedChromium()
    try:
        async with reader(await chromium.browser(), one.url) as tab:
            await tab.sit(one.operator_token, "operator", "none")
            await tab.open("operator")
            await tab.until(f"{ROWS}.length == 2")
            rows = await tab.page.evaluate(ROWS)
            assert {row.split()[0] for row in rows} == {one.node, two.node}
            assert sum(int(row.split()[2]) for row in rows) == 6, rows
            os.kill(two.pid, signal.SIGSTOP)
            try:
                await tab.until(
                    f"document.querySelector('[role=alert].silent')?.textContent.includes('{two.node}')"
                )
            finally:
                os.kill(two.pid, signal.SIGCONT)
            await tab.until(f"document.querySelector('[role=alert].silent') == null && {ROWS}.length == 2")
    finally:
        await chromium.close()
    await check(nodes, postgres_url)

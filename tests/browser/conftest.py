"""The tests of the page run on one event loop, so that they can share a browser."""

from collections.abc import AsyncIterator
from inspect import iscoroutinefunction
from pathlib import Path

import pytest
import pytest_asyncio

from tests.browser.reader import SHARED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; pytest gives all that it has collected."""
    for item in items:
        is_async = iscoroutinefunction(getattr(item, "function", None))
        if is_async and item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def _end_of_the_browser() -> AsyncIterator[None]:
    yield
    await SHARED.close()

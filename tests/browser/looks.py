"""The looks that the page is tested in, each in a browser of its own, and what is done to a table in all of them."""

from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from tests.browser.reader import PHONE, WIDE, Reader, reader

LOOKS = {
    f"{name} in {scheme}": (size, scheme)
    for name, size in (("desk", WIDE), ("phone", PHONE))
    for scheme in ("light", "dark")
}
SEND = ".dock .send:not(:disabled)"
in_every_look = pytest.mark.parametrize("look", LOOKS)


def tab_of(browser: Any, home: str, look: str) -> AbstractAsyncContextManager[Reader]:
    """Open a tab in this look."""
    return reader(browser, home, **seen(look))


def seen(look: str) -> dict[str, Any]:
    """Return how a tab in this look is opened, for `solo_table`."""
    size, scheme = LOOKS[look]
    return {"size": size, "color_scheme": scheme}


def is_phone(look: str) -> bool:
    return LOOKS[look][0] == PHONE


async def newer(tab: Reader, record: int) -> None:
    """Wait until a later record is shown."""
    await tab.until(f"Number(document.querySelector('[data-record]').dataset.record) > {record}")


async def show_panel(tab: Reader, name: str) -> None:
    """Show a part of the table, or the log, that a phone has behind the tab of this name."""
    button = tab.page.locator(".phonetabs button", has_text=name)
    if await button.count() and await button.is_visible():
        await button.click()


async def send(tab: Reader) -> None:
    """Send what is picked, and wait for its record."""
    record = await tab.record()
    await tab.page.locator(SEND).first.click()
    await newer(tab, record)


async def lines(tab: Reader, selector: str) -> list[tuple[int, str]]:
    """Return lines of the log: the number of the record, and the text."""
    found: list[list[Any]] = await tab.page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(line =>"
        " [Number(line.querySelector('.r').textContent), line.querySelector('[dir=auto]').textContent])",
        selector,
    )
    return [(record, text) for record, text in found]

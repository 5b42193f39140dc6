"""A person at the page: one tab of a real Chromium, moved by its mouse and keys, and listened to."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import Error as PlaywrightError

from tests.report.browser import NOT_NEEDED, found
from tests.server.serve.process import SECONDS, Serving, serving

WIDE: Final = (1280, 800)
PHONE: Final = (360, 740)
NARROW: Final = (390, 844)
LARGE: Final = (1920, 1080)
SOON_MS: Final = 15_000
SWITCHED_OFF_BY_PLAYWRIGHT: Final = (
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Chromium follows the last `--disable-features` only, so ours has to name them, too."""
FEATURES_OFF: Final = f"--disable-features={','.join((*SWITCHED_OFF_BY_PLAYWRIGHT, *NOT_NEEDED))}"

SEATED = """
if (location.protocol !== "about:") {
  // Only before the first page of this tab: one that is loaded again finds what the one before has left.
  const [token, kept] = [%s, %s];
  if (sessionStorage.getItem(token) === null) {
    sessionStorage.setItem(token, "");
    for (const name in kept) localStorage.setItem(`tilth.${name}`, kept[name]);
  }
}
"""

LIT = """
(withPicked) => {
  // A point of each place that is lit and can be touched there: nothing else of the page lies over it.
  const points = [];
  for (const element of document.querySelectorAll(".tbl [data-place]")) {
    const isLit = element.matches(".lit, [role=button], button:not(:disabled)");
    if (!isLit || (element.matches(".on") && !withPicked)) continue;
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = element.getBoundingClientRect();
    for (const [x, y] of [[.5, .5], [.5, .8], [.2, .85], [.8, .85], [.1, .5], [.9, .5], [.5, .1], [.08, .92]]) {
      const point = { x: box.x + box.width * x, y: box.y + box.height * y };
      const top = document.elementFromPoint(point.x, point.y);
      if (top?.closest("[data-place]") !== element) continue;
      points.push({ place: element.dataset.place, ...point });
      break;
    }
  }
  return points;
}
"""

LOOKING = """
async () => {
  const latest = performance.now() + %d;
  while (!(%s)) {
    if (performance.now() > latest) return false;
    await new Promise((again) => setTimeout(again, %d));
  }
  return true;
}
"""

DRAWN = """
() => {
  // The drawing as text: elements with their attributes in order, without what a reader's own glances leave behind.
  const glances = new Set(["changed", "lit", "on"]);
  const answering = new Set(
    ["style", "tabindex", "role", "aria-pressed", "aria-description", "aria-hidden", "disabled"],
  );
  const write = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent.trim();
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const attributes = [...node.attributes]
      .filter(({ name }) => !answering.has(name))
      .map(({ name, value }) => {
        if (name !== "class") return `${name}=${JSON.stringify(value)}`;
        return value.split(/\\s+/).filter((one) => one && !glances.has(one)).sort().join(".");
      })
      // A class that was taken off again leaves an empty attribute behind.
      .filter(text => text !== "")
      .sort();
    const isOwn = node.matches(".lnum, .ring, .halo, .boxnum, .arrow, .news");
    if (isOwn) return "";
    return `<${[node.localName, ...attributes].join(" ")}>${[...node.childNodes].map(write).join("")}</>`;
  };
  return [...document.querySelectorAll(".tbl > :not(.menu)")].map(write).join("");
}
"""


@dataclass
class Reader:
    """One tab, and what its console has shown."""

    page: Page
    home: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    async def open(self, fragment: str = "") -> None:
        await self.page.goto(f"{self.home}#/{fragment}")

    async def sit(self, token: str, name: str, player_id: str, language: str = "en") -> None:
        """Be this player in this tab, as if the page had registered it."""
        kept = {"token": token, "name": name, "player": player_id, "language": language}
        await self.page.add_init_script(SEATED % (json.dumps(token), json.dumps(kept)))
        await self.page.goto(self.home)

    async def at_table(self, match_id: str) -> None:
        """Open a match and wait until its table is drawn."""
        await self.open(f"match/{match_id}")
        await self.page.wait_for_selector("[data-mark=table]", timeout=SOON_MS)

    async def lit(self, *, picked: bool = False) -> list[dict[str, Any]]:
        """Return the places that are lit, with a point where each can be touched. `picked`: those picked already, too,
        which can be picked again where picks are counted."""
        points: list[dict[str, Any]] = await self.page.evaluate(LIT, picked)
        return points

    async def drawn(self) -> str:
        """Return the drawing of the table as text, to hold against another."""
        text: str = await self.page.evaluate(DRAWN)
        return text

    async def click(self, point: dict[str, Any]) -> None:
        await self.page.mouse.click(point["x"], point["y"])

    async def text(self, selector: str) -> str:
        return (await self.page.locator(selector).first.text_content()) or ""

    async def is_asked(self) -> bool:
        return await self.page.locator(".dock:not(.waits)").count() > 0

    async def until(self, expression: str, *, seconds: float = 15, each_ms: int = 30) -> None:
        """Wait until a JavaScript expression is true in the page. (The page's policy forbids Playwright's own way.)"""
        if not await self.comes_true(expression, seconds=seconds, each_ms=each_ms):
            raise AssertionError(f"not within {seconds} s: {expression}\n{await self.text('body')}")

    async def comes_true(self, expression: str, *, seconds: float, each_ms: int = 30) -> bool:
        """Return whether an expression becomes true within this time."""
        # The page looks by itself: a question from here takes several processes a moment each.
        looking = LOOKING % (seconds * 1000, expression, each_ms)
        while True:
            try:
                is_true: bool = await self.page.evaluate(looking)
            except PlaywrightError as error:
                if "context was destroyed" not in str(error):
                    raise
            else:
                return is_true

    async def record(self) -> int:
        """Return the number of the newest record that the page has shown."""
        return int(await self.page.evaluate("document.querySelector('[data-record]')?.dataset.record ?? -1"))


class SharedChromium:
    """The Chromium of one process of tests. Its start takes as long as a short test."""

    def __init__(self) -> None:
        self._running = AsyncExitStack()
        self._browser: Browser | None = None

    async def browser(self) -> Browser:
        """Return the browser. It is started for the first test, and again if it has ended."""
        if self._browser is None or not self._browser.is_connected():
            self._browser = await self._start()
        return self._browser

    async def _start(self) -> Browser:
        """Start the machine's own Chromium; skip the test where there is none."""
        path = found()
        if path is None:
            pytest.skip(
                "no Chromium here: on Debian, `make test` as root installs it, or apt install chromium"
            )
        playwright = await self._running.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", FEATURES_OFF]
        )
        self._running.push_async_callback(browser.close)
        return browser

    async def close(self) -> None:
        await self._running.aclose()


SHARED: Final = SharedChromium()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Give a Chromium without an open tab, which the next test gets, too."""
    browser = await SHARED.browser()
    try:
        yield browser
    finally:
        for context in browser.contexts:
            await context.close()


@asynccontextmanager
async def reader(
    browser: Browser, home: str, size: tuple[int, int] = WIDE, **options: Any
) -> AsyncIterator[Reader]:
    """Open a tab of a person of their own. At the end, the console must have been silent, and nothing may have been
    asked of another address than the server's."""
    width, height = size
    options.setdefault("has_touch", size == PHONE)
    context = await browser.new_context(viewport={"width": width, "height": height}, **options)
    page = await context.new_page()
    one = Reader(page, home)
    page.on("console", lambda message: one.complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: one.complaints.append(f"{error.name}: {error.message}\n{error.stack}"))
    page.on("request", lambda request: one.requests.append(request.url))
    try:
        yield one
        assert one.complaints == []
        assert [url for url in one.requests if not url.startswith((home, "data:", "blob:"))] == []
    finally:
        with suppress(PlaywrightError):
            await context.close()


@asynccontextmanager
async def page_server(data: Path, *words: str, port: int = 0) -> AsyncIterator[tuple[Serving, str]]:
    """Start a server with the page; yield it with the page's address."""
    async with serving(data, "--web", f"127.0.0.1:{port}", *words) as server:
        line = await asyncio.wait_for(server.process.stdout.readline(), SECONDS)
        found_address = re.search(r"the page is at (\S+)", line.decode())
        assert found_address is not None, line
        yield server, found_address[1]

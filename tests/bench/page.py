"""The page in headless Chromium: its first table, a record on its way to the screen, and what it keeps in memory."""

import asyncio
import sys
import tempfile
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from tests.bench.measurement import Measurement, median
from tests.bench.processes import connected, free_port, tilth_server
from tests.report.browser import found
from tests.server.serve.full_server import Person
from tests.server.serve.test_process import person
from tilth.v1 import lobby_pb2, play_pb2

STARTS = 10
FIRST_SECONDS = 1.0
RECORDS = 300
RECORD_MS = 50.0
PAUSE_SECONDS = "0.2"
HEAP_TO, HEAP_A_MATCH = 5_000, 1_000
HEAP_BYTES = 5_000_000
MILLION = 1_000_000

LATENCIES = """
(() => {
  // From the message to the second frame after it: then the browser has drawn what the message has changed.
  window.latencies = [];
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => {
        const began = performance.now();
        requestAnimationFrame(() => requestAnimationFrame(() => latencies.push(performance.now() - began)));
      });
    }
  };
})()
"""


@asynccontextmanager
async def tab(browser: Browser, home: str, who: Person, script: str = "") -> AsyncIterator[Page]:
    """Open an empty tab of this player, with nothing in its cache."""
    kept = {"tilth.token": who.token, "tilth.name": who.name, "tilth.player": who.id, "tilth.language": "en"}
    storage = [{"name": name, "value": value} for name, value in kept.items()]
    state: Any = {"cookies": [], "origins": [{"origin": home.rstrip("/"), "localStorage": storage}]}
    context = await browser.new_context(storage_state=state, viewport={"width": 1280, "height": 800})
    try:
        if script:
            await context.add_init_script(script)
        yield await context.new_page()
    finally:
        await context.close()


async def new_match(who: Person, game: str, seats: int, number: int) -> str:
    """Create a match with this player at the first seat; return its id."""
    request = lobby_pb2.CreateMatchRequest(
        request_id=f"{game} {number}", game=game, seat_count=seats, take_seats=[0], start_when_full=True
    )
    match_id: str = (await who.lobby.CreateMatch(request)).match.id
    return match_id


async def first_tables(browser: Browser, home: str, who: Person) -> Measurement:
    """Measure the time from the beginning of the navigation to the first table, with an empty cache."""
    by_game: dict[str, float] = {}
    for number, game in enumerate(("petrichor", "sonora", "earth", "agricola")):
        match_id = await new_match(who, game, 1, number)
        times = []
        for _ in range(STARTS):
            async with tab(browser, home, who) as page:
                await page.goto(f"{home}#/match/{match_id}")
                await page.wait_for_selector("[data-mark=table]")
                times.append(await page.evaluate("performance.getEntriesByName('table')[0].startTime") / 1000)
        by_game[game] = median(times)
    worst = max(by_game.values())
    return Measurement(
        "page.first", worst, "s to the first table", FIRST_SECONDS, 1, by_game, target_is_max=True
    )


async def records(browser: Browser, home: str, who: Person, address: str, folder: Path) -> Measurement:
    """Measure how long a record of a match with four farmyards takes to be drawn."""
    match_id = await new_match(who, "agricola", 4, 10)
    command = [sys.executable, "-m", "tilth_cli.main", "--server", address]
    environment = {"PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": str(folder / "config")}
    bots = []
    async with tab(browser, home, who, LATENCIES) as page:
        await page.goto(f"{home}#/match/{match_id}")
        for seat in range(4):
            if seat:
                join = [*command, "players", "register", f"Bot {seat}"]
                await (await asyncio.create_subprocess_exec(*join, env=environment, stdout=DEVNULL)).wait()
            name = ["--as", f"Bot {seat}"] if seat else []
            token = {} if seat else {"TILTH_TOKEN": who.token}
            words = [
                *command,
                *name,
                "bot",
                "random",
                match_id,
                "--seat",
                str(seat),
                "--delay",
                PAUSE_SECONDS,
            ]
            bots.append(
                await asyncio.create_subprocess_exec(
                    *words, env=environment | token, stdout=DEVNULL, stderr=DEVNULL
                )
            )
        try:
            while await page.evaluate("latencies.length") < RECORDS:
                await page.wait_for_timeout(500)
                if all(bot.returncode is not None for bot in bots):
                    break
            times = sorted((await page.evaluate("latencies"))[-RECORDS:])
        finally:
            for bot in bots:
                if bot.returncode is None:
                    bot.kill()
                await bot.wait()
    beside = {"median": median(times), "longest": times[-1], "records": len(times)}
    slow = times[int(len(times) * 0.95)]
    return Measurement("page.record", slow, "ms, 95 of 100", RECORD_MS, 1, beside, target_is_max=True)


async def heap(browser: Browser, home: str, who: Person) -> Measurement:
    """Measure by how much the page's memory grows while one tab shows thousands of records. A match may be undone
    1,000 times only, so the records are those of several matches, of which the tab shows one after the other.
    """
    shown = 0
    sizes = []
    async with tab(browser, home, who) as page:
        devtools = await page.context.new_cdp_session(page)
        while shown < HEAP_TO:
            match_id = await new_match(who, "petrichor", 1, 20 + shown)
            await page.goto(f"{home}#/match/{match_id}")
            await page.wait_for_selector("[data-mark=table]")
            await answer_and_undo(who, match_id, HEAP_A_MATCH)
            record = "Number(document.querySelector('[data-record]')?.dataset.record)"
            while not await page.evaluate(f"{record} >= {HEAP_A_MATCH}"):
                await page.wait_for_timeout(100)
            await page.wait_for_timeout(1_500)
            shown += HEAP_A_MATCH
            sizes.append(await used_heap(devtools))
    grown = sizes[-1] - sizes[0]
    beside = {"MB at first": sizes[0] / MILLION, "records": shown, "records a match": HEAP_A_MATCH}
    return Measurement(
        "page.heap", grown / MILLION, "MB more", HEAP_BYTES / MILLION, 1, beside, target_is_max=True
    )


async def answer_and_undo(who: Person, match_id: str, until: int) -> None:
    """Answer and take back, until the match has this many records."""
    number = 0
    while True:
        now = await who.play.GetView(play_pb2.GetViewRequest(match_id=match_id, seat=0))
        if now.next_record > until:
            return
        number += 1
        if now.undoable and number % 2 == 0:
            await who.play.Undo(
                play_pb2.UndoRequest(match_id=match_id, seat=0, request_id=f"undo {now.next_record}")
            )
            continue
        answer = play_pb2.Answer(
            request_id=f"answer {now.next_record}",
            decision_id=now.decision.id,
            picks=now.decision.default_picks,
            numbers=now.decision.default_numbers,
        )
        await who.play.Answer(play_pb2.AnswerRequest(match_id=match_id, seat=0, answers=[answer]))


async def used_heap(devtools: CDPSession) -> int:
    """Return the bytes of the page's objects after everything that nobody needs is collected."""
    for _ in range(3):
        await devtools.send("HeapProfiler.collectGarbage")
    used: int = (await devtools.send("Runtime.getHeapUsage"))["usedSize"]
    return used


async def measure() -> AsyncIterator[Measurement]:
    path = found()
    if path is None:
        raise SystemExit("there is no Chromium here to measure the page in")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd())))
        page_port = free_port()
        port, _ = await stack.enter_async_context(tilth_server(folder, "--web", f"127.0.0.1:{page_port}"))
        (channel,) = await stack.enter_async_context(connected(port))
        who = await person(channel, "Ann")
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        stack.push_async_callback(browser.close)
        home = f"http://127.0.0.1:{page_port}/"
        yield await first_tables(browser, home, who)
        yield await records(browser, home, who, f"127.0.0.1:{port}", folder)
        yield await heap(browser, home, who)

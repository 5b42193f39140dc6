"""The page of a tournament: the bracket of a knockout, and a benchmark, as bots have played them."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.reader import NARROW, PHONE, WIDE, chromium, page_server, reader
from tests.browser.test_accessible import faults
from tests.organised import finished
from tests.server.tournaments.stage import crashing
from tilth_bots import random_bot
from tilth_client import Benchmark, Knockout, RoundRobin, Tournament, connect


async def played(address: str, form: Any, bots: int, name: str = "bot", **settings: Any) -> Tournament:
    """Return a finished tournament between this many bots of this name; the first bot organised it."""
    async with AsyncExitStack() as stack:
        tilths = [await stack.enter_async_context(connect(address)) for _ in range(bots)]
        for number, tilth in enumerate(tilths):
            await tilth.register(f"{name} {number}")
        made = await tilths[0].tournaments.create(form, "petrichor", **settings)
        for tilth in tilths:
            await tilth.tournaments.enter(made.id)
        playing = [
            asyncio.create_task(tilth.play_all(random_bot(number))) for number, tilth in enumerate(tilths)
        ]
        await tilths[0].tournaments.start(made.id)
        ended = await finished(tilths[0], made.id, 90)
        for task in playing:
            task.cancel()
        return ended


# One of three has a bye, too.
@pytest.mark.parametrize(("language", "bots"), [("en", 3), pytest.param("ru", 5, marks=pytest.mark.sweep)])
async def test_the_bracket_of_a_knockout_is_drawn(tmp_path: Path, language: str, bots: int) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        cup = await played(server.address, Knockout(lives=2, max_further_sets=1), bots, duplicate=True)
        async with connect(server.address) as tilth:
            await tilth.register("Ann")
            bracket = (await tilth.tournaments.standings(cup.id)).bracket
            assert any(each.byes for each in bracket)
            for size in (WIDE, PHONE):
                async with reader(browser, home, size, reduced_motion="reduce") as tab:
                    await tab.sit(tilth.token, "Ann", "", language)
                    await tab.open(f"tournament/{cup.id}")
                    drawn = tab.page.get_by_role("region", name="Bracket" if language == "en" else "Сетка")
                    await expect(drawn.first).to_be_visible()
                    boxes = drawn.locator(".box")
                    await expect(boxes).to_have_count(
                        sum(len(each.tables) + len(each.byes) for each in bracket)
                    )
                    tables = drawn.locator(".box:not(.bye)")
                    first = bracket[0].tables[0].entrants
                    await expect(tables.filter(has_text=f"bot {first[0].entrant}").first).to_contain_text(
                        f"bot {first[1].entrant}"
                    )
                    assert await tables.locator("li.on").count() == sum(
                        each.advances for one in bracket for table in one.tables for each in table.entrants
                    )
                    assert await faults(tab) == []
                    assert tab.complaints == []


async def test_a_benchmark_shows_scores_and_their_differences(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        run = await played(server.address, Benchmark(deals=2), 3)
        async with connect(server.address) as tilth:
            await tilth.register("Ann")
            found = await tilth.tournaments.standings(run.id)
            async with reader(browser, home, WIDE, reduced_motion="reduce") as tab:
                await tab.sit(tilth.token, "Ann", "", "en")
                await tab.open(f"tournament/{run.id}")
                standings = tab.page.get_by_role("region", name="Standings")
                line = found.standings[0]
                await expect(standings).to_contain_text(f"{line.mean_score:.1f} ±{line.score_margin:.1f}")
                await expect(standings).not_to_contain_text("Elo")
                cell = found.crosstable[0].cells[1]
                await expect(tab.page.get_by_role("region", name="Crosstable")).to_contain_text(
                    f"{cell.score_difference:.1f} ±{cell.score_margin:.1f}"
                )
                assert await faults(tab) == []
                assert tab.complaints == []


async def test_the_page_shows_versions_thinking_times_and_forfeits(tmp_path: Path) -> None:
    async with (
        page_server(tmp_path) as (server, home),
        chromium() as browser,
        connect(server.address) as steady,
        connect(server.address) as failing,
    ):
        await steady.register("Steady")
        await failing.register("Failing")
        made = await steady.tournaments.create(RoundRobin(cycles=2), "petrichor", title="Cup")
        for version in ("1.0", "1.1"):
            await steady.tournaments.enter(made.id, version=version)
        await failing.tournaments.enter(made.id, version="b")
        playing = [
            asyncio.create_task(one.play_all(bot))
            for one, bot in ((steady, random_bot(1)), (failing, crashing(after=2)))
        ]
        await steady.tournaments.start(made.id)
        await finished(steady, made.id, 90)
        for task in playing:
            task.cancel()
        found = await steady.tournaments.standings(made.id)
        lines = {line.player_name: line for line in found.standings}
        async with reader(browser, home, NARROW, reduced_motion="reduce") as tab:
            await tab.sit(steady.token, "Steady", "")
            await tab.open(f"tournament/{made.id}")
            shown = tab.page.get_by_role("region", name="How they played", exact=True)
            for name, line in lines.items():
                row = shown.get_by_role("row").filter(has=tab.page.get_by_role("rowheader", name=name))
                await expect(row).to_be_visible()
                cells = [await cell.inner_text() for cell in await row.get_by_role("cell").all()]
                assert cells[:2] == [line.version, str(line.thinking.answers)]
                times = (line.thinking.mean_ms, line.thinking.p99_ms, line.thinking.longest_ms)
                assert [float(cell) for cell in cells[2:5]] == pytest.approx(
                    [ms / 1000 for ms in times], abs=0.006
                )
                games = sum(each.games for each in line.forfeit_causes)
                assert cells[6] == (f"crashed {games}" if name == "Failing" else "")
                assert (games > 0) == (name == "Failing")
            await expect(shown.get_by_role("note")).to_have_text(
                "Steady played with different versions: 1.0, 1.1."
            )
            under = found.played_under[0]
            await expect(shown).to_contain_text(
                f"{under.games} × petrichor, rules {under.rules_version}, build {under.builds[0]}"
            )
            assert await faults(tab) == []
            assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

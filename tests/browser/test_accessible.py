"""Each kind of screen under axe-core, which knows WCAG's rules that a program can check."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.playing import play
from tests.browser.reader import PHONE, WIDE, Reader, chromium, page_server, reader
from tests.browser.test_first_answers import GAMES, registered, solo_match

AXE = Path(__file__).parents[2] / "clients" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # A place's name is what lies there in words; the figures and marks drawn on it are not repeated in the name.
    "rules": {"label-content-name-mismatch": {"enabled": False}},
}
LOOKS = {"wide in light": (WIDE, "light"), "phone in dark": (PHONE, "dark")}
SCREENS = {"start": "", "watch": "watch", "tournaments": "tournaments", "operator": "operator"}


async def faults(tab: Reader) -> list[str]:
    """Return what axe finds wrong with the screen."""
    if not await tab.page.evaluate("'axe' in window"):
        await tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = await tab.page.evaluate("rules => axe.run(document, rules)", RULES)
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize("look", ["wide in light", pytest.param("phone in dark", marks=pytest.mark.sweep)])
async def test_screens_have_no_fault_that_axe_knows(tmp_path: Path, look: str) -> None:
    size, theme = LOOKS[look]
    options = {"color_scheme": theme, "reduced_motion": "reduce"}
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        found: dict[str, list[str]] = {}
        async with reader(browser, home, size, **options) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            for game in GAMES:
                match_id = await solo_match(server.address, ann, game)
                await tab.at_table(match_id)
                await play(tab, 3)
                await tab.page.wait_for_timeout(200)
                found[game] = await faults(tab)
            await tab.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            await tab.page.locator(".phonetabs button").last.click()
            await tab.page.wait_for_selector("section.log")
            found["log on a phone"] = await faults(tab)
            await tab.page.set_viewport_size({"width": size[0], "height": size[1]})
            for name, fragment in SCREENS.items():
                await tab.open(fragment)
                await tab.page.wait_for_selector("h1, h2")
                await tab.page.wait_for_timeout(300)
                found[name] = await faults(tab)
        assert {name: list_ for name, list_ in found.items() if list_} == {}

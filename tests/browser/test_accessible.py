"""Each kind of screen under axe-core, which knows WCAG's rules that a program can check."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.playing import play
from tests.browser.reader import PHONE, WIDE, Reader, chromium, page_server, reader
from tests.browser.solo import GAMES, registered, solo_match

AXE = Path(__file__).parents[2] / "clients" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # A place's name is what lies there in words; the figures and marks drawn on it are not repeated in the name.
    "rules": {"label-content-name-mismatch": {"enabled": False}},
}
NAMED = {"button", "link", "image", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "tab"}
PARTS = {"group", "region"}
LONG_NAME = 12
"""Shorter names, such as those of goods, may well stand in others."""
NEAR = 6
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


async def misread(tab: Reader) -> list[str]:
    """Return what a screen reader would read wrongly, by the tree that Chromium gives it: what has no name, what is
    named as its surrounding part is, and what stands in the name of something before it, so that it is read twice."""
    session = await tab.page.context.new_cdp_session(tab.page)
    tree = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    await session.detach()
    nodes = {node["nodeId"]: node for node in tree}
    found: list[str] = []
    read: list[str] = []

    def look(node: dict[str, Any], part: str) -> None:
        role, name = (node.get(of, {}).get("value", "") for of in ("role", "name"))
        if not node.get("ignored"):
            if role in NAMED and not name.strip():
                found.append(f"a {role} without a name")
            if role in PARTS and name and name == part:
                found.append(f"a {role} named as what surrounds it: {name}")
            if role == "image" and len(name) > LONG_NAME:
                found.extend(
                    f"read twice: {name}" for before in read[-NEAR:] if name in before and name != before
                )
            if role in ("image", "button"):
                read.append(name)
            if role in PARTS:
                part = name
        for child in node.get("childIds", []):
            if child in nodes:
                look(nodes[child], part)

    look(tree[0], "")
    return found


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
                if game == "petrichor":
                    fields = await tab.page.locator(".fields").aria_snapshot()
                    assert re.search(r'img "A2, .*cloud above A2, \d of Ann', fields) is not None, fields
                    assert re.search(r'img "(in the cloud|light|thunder|[A-D]\d: )', fields) is None, fields
                if game == "earth":
                    goods = await tab.page.locator(".own .goods").aria_snapshot()
                    assert all(f'img "{good}: ' in goods for good in ("soil", "sprouts", "growth", "Hand")), (
                        goods
                    )
                await tab.page.wait_for_timeout(200)
                found[game] = await faults(tab) + await misread(tab)
            await tab.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            await tab.page.locator(".phonetabs button").last.click()
            await tab.page.wait_for_selector("section.log")
            found["log on a phone"] = await faults(tab) + await misread(tab)
            await tab.page.set_viewport_size({"width": size[0], "height": size[1]})
            for name, fragment in SCREENS.items():
                await tab.open(fragment)
                await tab.page.wait_for_selector("h1, h2")
                await tab.page.wait_for_timeout(300)
                found[name] = await faults(tab) + await misread(tab)
        assert {name: list_ for name, list_ in found.items() if list_} == {}

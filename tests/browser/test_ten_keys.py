"""The eighth of the ten things (test_ten.py): a whole round of each game by keys alone, the focus always in sight."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.browser.looks import in_every_look, seen
from tests.browser.moments import view_now
from tests.browser.playing import STANDING
from tests.browser.reader import Reader
from tests.browser.solo import solo_table
from tests.browser.test_whole_matches import SIGNS
from tilth.games.agricola.v1 import agricola_pb2
from tilth.games.earth.v1 import earth_pb2
from tilth.games.petrichor.v1 import petrichor_pb2
from tilth.games.sonora.v1 import sonora_pb2

pytestmark = [pytest.mark.sweep, pytest.mark.timeout(300)]
VIEWS: Mapping[str, Any] = {
    "petrichor": petrichor_pb2.View,
    "sonora": sonora_pb2.View,
    "earth": earth_pb2.View,
    "agricola": agricola_pb2.View,
}
MANY = 400
FOCUS = """
() => {
  // The part of the page that has the focus, and what lies over the middle of the element that has it.
  const at = document.activeElement;
  if (at === null || at === document.body) return { part: "nowhere", above: "" };
  const { x, y, width, height } = at.getBoundingClientRect();
  const middle = [Math.min(x + width / 2, innerWidth - 1), Math.min(y + height / 2, innerHeight - 1)];
  const top = document.elementFromPoint(...middle.map(one => Math.max(0, one)));
  const covers = top?.closest(".dock, .phonetabs, dialog");
  const above = covers != null && !covers.contains(at) && !at.contains(covers) ? covers.className : "";
  const part = at.closest("[data-part]")?.dataset.part ?? (at.closest(".tbl") ? "table" : "bar");
  return { part, above, is: at.outerHTML.slice(0, 120) };
}
"""


async def assert_in_sight(tab: Reader) -> str:
    """Check that something has the focus, and that nothing lies over it; return its part of the page."""
    # The page gives it back, and shows it, after the next picture, which takes its time on a busy machine.
    focus = await tab.page.evaluate(FOCUS)
    for _ in range(50):
        if focus["part"] != "nowhere" and not focus["above"]:
            break
        await tab.page.wait_for_timeout(100)
        focus = await tab.page.evaluate(FOCUS)
    assert focus["part"] != "nowhere", "nothing has the focus"
    assert not focus["above"], f"{focus['above']} lies over {focus['is']}"
    part: str = focus["part"]
    return part


@in_every_look
@pytest.mark.parametrize("game", VIEWS)
async def test_8_a_whole_round_is_played_by_keys_and_the_focus_is_never_lost(
    tmp_path: Path, game: str, look: str
) -> None:
    async with solo_table(tmp_path, game, **seen(look)) as (tab, address, ann, match_id, _):
        await tab.page.wait_for_selector(".dock:not(.waits)")
        await tab.page.keyboard.press("g")
        await tab.page.keyboard.press("d")
        assert await assert_in_sight(tab) == "dock"
        # Where there are many options, the first thing is a field, which takes digits for itself.
        while await tab.page.evaluate("document.activeElement.matches('input')"):
            await tab.page.keyboard.press("Tab")
        presses = 0
        while VIEWS[game].FromString(await view_now(address, ann, match_id, 0)).round < 2:
            record = await tab.record()
            while await tab.record() == record:
                presses += 1
                assert presses < MANY, await tab.text(".dock")
                await press_one(tab, presses)
                await assert_in_sight(tab)
        stops = set()
        for _ in range(MANY):
            await tab.page.keyboard.press("Tab")
            if (await tab.page.evaluate(FOCUS))["part"] != "nowhere":  # between the last and the first stop
                stops.add(await assert_in_sight(tab))
            if stops >= {"bar", "seats", "table", "dock", "log"}:
                break
        assert stops >= {"bar", "seats", "table", "dock"}


async def press_one(tab: Reader, count: int) -> None:
    """Press a key, or a few, that bring the answer nearer; wait for what they change. The mouse is never moved."""
    standing = await tab.page.evaluate(STANDING)
    assert standing["is"] != "over", "the match has ended before the round"
    before = await tab.page.evaluate(SIGNS)
    if standing["is"] != "asked" or standing["isSending"]:
        await tab.page.wait_for_timeout(20)
        return
    keys = keys_for(standing, count)
    if keys[-1] == "Enter":
        await go_to_answer(tab)
    for key in keys:
        await tab.page.keyboard.press(key)
    await tab.comes_true(f"({SIGNS})() !== {json.dumps(before)}", seconds=1.5, each_ms=15)


async def go_to_answer(tab: Reader) -> None:
    """If a button has the focus, Enter would press it: move to the one that answers."""
    presses_another = "document.activeElement.matches('input, button:not(.send):not(.on[data-place])')"
    for _ in range(60):
        if not await tab.page.evaluate(presses_another):
            return
        await tab.page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the button that answers")


def keys_for(standing: Mapping[str, Any], count: int) -> list[str]:
    """Return keys for what is asked: a flick, the answer, nothing, a place of the table, or an option of the list."""
    if standing["isNumbers"]:
        return ["ArrowUp", "ArrowUp", "ArrowUp", "Enter"]
    if standing["forced"] or (standing["canSend"] and (standing["picked"] or not standing["options"])):
        return ["Enter"]
    number = 1 + count % max(1, standing["options"])
    if count % 3 == 0:
        return ["g", "t", "ArrowRight", "Space"]
    if count % 7 == 0 and standing["canSend"]:
        return ["0"]
    return [*str(number)]

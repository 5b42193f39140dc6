"""A disc and its flick are one gesture in Sonora: pressed, pulled, and sent in one message."""

from pathlib import Path

import pytest

from tests.browser.moments import asked_now, drag, drag_by_finger, middle, until_asked
from tests.browser.reader import PHONE, WIDE, Reader
from tests.browser.solo import asked, solo_table

DISC = ".rackpane .lit[data-place^=disc-]"
AIMS = "document.querySelectorAll('.dock input[type=range]').length === 4"


async def pull(tab: Reader, size: tuple[int, int]) -> None:
    """Press a disc in hand and pull it away from the board's middle."""
    x, y = await middle(tab, DISC)
    end = (x - 40, y + 60) if size == WIDE else (x + 30, y - 90)
    if size == PHONE:
        await drag_by_finger(tab, (x, y), end)
    else:
        await drag(tab, (x, y), end)


@pytest.mark.sweep
@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_a_disc_is_pressed_and_pulled_and_both_are_answered_at_once(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with solo_table(tmp_path, "sonora", asked("disc"), size=size) as (tab, address, ann, match_id, _):
        await tab.page.wait_for_selector(DISC)
        # No flick was asked in this tab yet, so the bounds of its numbers are not known.
        await pull(tab, size)
        await tab.page.wait_for_timeout(200)
        assert not await tab.page.evaluate(AIMS)
        await until_asked(address, ann, match_id, ["flick"])
        await tab.until(AIMS)
        await until_asked(address, ann, match_id, ["disc"], seed=2)
        await tab.page.wait_for_selector(DISC)
        decision = await asked_now(address, ann, match_id)

        # Pulled, and put down: nothing was sent.
        await pull(tab, size)
        await tab.until(AIMS)
        await tab.page.get_by_role("button", name="Put down").click()
        assert not await tab.page.evaluate(AIMS)
        assert (await asked_now(address, ann, match_id)).id == decision.id

        record = await tab.record()
        await pull(tab, size)
        await tab.until(AIMS)
        power = "Number(document.querySelectorAll('.dock input[type=range]')[3].value)"
        assert await tab.page.evaluate(power) > 0
        await tab.page.locator(".dock .send").click()
        await tab.until(f"Number(document.querySelector('[data-record]').dataset.record) >= {record + 2}")
        now = await asked_now(address, ann, match_id)
        assert now is None or now.id >= decision.id + 2

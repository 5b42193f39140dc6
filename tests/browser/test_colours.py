"""The colours of the page: texts and marks stand out from their grounds, and seats from each other and from what is
lit, in light and dark, also for the colour-blind."""

import re
from itertools import combinations, product
from pathlib import Path
from typing import Final

import pytest

from tests.browser.colours import VISIONS, contrast, distance, tokens
from tests.browser.reader import chromium

SOURCE: Final = Path(__file__).parents[2] / "clients" / "web" / "src"
CSS: Final = (SOURCE / "page.css").read_text(encoding="utf-8")
THEMES: Final = dict(zip(("light", "dark"), tokens(CSS), strict=True))
SEATS: Final = tuple(f"s{seat}" for seat in range(6))
GROUNDS: Final = ("surface", "surface-2", "bg", "table")

TEXTS: Final = [
    *product(("ink", "ink-2"), GROUNDS),
    *(("lit", ground) for ground in ("surface", "lit-soft")),
    ("lit-ink", "lit"),
    *((name, ground) for name in ("good", "warn", "bad", "info") for ground in ("surface", f"{name}-soft")),
]
MARKS: Final = [
    *product(SEATS, GROUNDS),
    *(("on-seat", seat) for seat in SEATS),
    *(("line-2", ground) for ground in ("surface", "surface-2", "bg")),
    *(("lit", ground) for ground in ("table", "halo")),
]
APART: Final = {"normal": 11.0, "protanopia": 6.0, "deuteranopia": 6.0, "tritanopia": 6.0}
"""Smallest distance of two seats, and of a seat and what is lit. About 3 is where patches side by side begin to
differ."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "enough"), [(TEXTS, 4.5), (MARKS, 3.0)], ids=["texts", "marks"])
def test_what_is_drawn_stands_out_from_its_ground(
    theme: str, pairs: list[tuple[str, str]], enough: float
) -> None:
    colours = THEMES[theme]
    ratios = {f"{one} on {other}": contrast(colours[one], colours[other]) for one, other in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < enough} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISIONS)
def test_seats_look_different_to_everybody(theme: str, vision: str) -> None:
    colours = THEMES[theme]
    apart = {
        f"{one} and {other}": distance(colours[one], colours[other], vision)
        for one, other in combinations((*SEATS, "lit"), 2)
    }
    assert {pair: round(far, 1) for pair, far in apart.items() if far < APART[vision]} == {}


async def test_the_reader_chooses_the_theme_and_otherwise_the_device() -> None:
    async with chromium() as browser:
        page = await browser.new_page()
        await page.set_content(f"<style>{CSS}</style>")
        seen: dict[tuple[str, str], str] = {}
        for device, choice in product(THEMES, ("", *THEMES)):
            await page.emulate_media(color_scheme="dark" if device == "dark" else "light")
            await page.evaluate("theme => (document.documentElement.dataset.theme = theme)", choice)
            seen[device, choice] = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    for (device, choice), colour in seen.items():
        wanted = THEMES[choice or device]["bg"]
        assert colour == f"rgb({', '.join(str(int(wanted[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_no_colour_is_written_into_the_shared_rules() -> None:
    """A rule that names a colour itself would be right in one theme only."""
    rules = re.sub(r":root[^{]*\{[^}]*\}", "", CSS)
    assert re.findall(r"#[0-9A-Fa-f]{3,8}\b", rules) == []


def test_distances_and_contrasts_are_those_of_the_books() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert distance("#000000", "#FFFFFF", "normal") == pytest.approx(100, abs=0.01)
    # Red and green of one brightness are far apart, but not for those who lack the cones between them.
    assert distance("#C43C3C", "#5B7F2B", "deuteranopia") < distance("#C43C3C", "#5B7F2B", "normal") / 2

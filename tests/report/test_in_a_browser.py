"""The page as a reader's browser takes it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report import browser
from tests.report.samples import ALL, page_of
from tilth_report.page import page

PICTURES = """[...document.querySelectorAll('figure svg')].map(svg => {
    const box = svg.getBoundingClientRect();
    const marks = svg.querySelectorAll('path, rect, use').length;
    const words = [...svg.querySelectorAll('text')].map(text => text.textContent);
    return {width: box.width, height: box.height, marks, words};
})"""
BROKEN = {
    "a script that fails": "<script>document.nothing.there()</script>",
    "a complaint of a script": "<script>console.error('so it is')</script>",
    "a file that isn't there": '<img src="missing.png">',
    "a request to elsewhere": '<link rel="stylesheet" href="http://127.0.0.1:9/style.css">',
}
POLICY_BEGINS = '<meta http-equiv="Content-Security-Policy"'


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    path = browser.found()
    if path is None:
        pytest.skip(
            "no Chromium here to open a report in: on Debian, `make test` as root installs it, or apt install chromium"
        )
    with browser.Browser(path, tmp_path_factory.mktemp("profile")) as started:
        yield started


def written(folder: Path, html: str) -> Path:
    file = folder / "report.html"
    file.write_text(html, encoding="utf-8")
    return file


@pytest.mark.parametrize("sample", ["two", "eight", "forty", "four"])
def test_a_browser_shows_every_plot_without_complaint_and_asks_for_nothing(
    chromium: browser.Browser, tmp_path: Path, sample: str
) -> None:
    file = written(tmp_path, page_of(sample))
    visit = chromium.visit(file, PICTURES)
    assert visit.complaints == []
    assert visit.requests == [file.as_uri()]
    assert len(visit.seen) == 5
    for picture in visit.seen:
        assert picture["width"] > 300
        assert picture["height"] > 100
        assert picture["marks"] > 10
        assert len(picture["words"]) > 5
    assert any("Данила" in word for word in visit.seen[1]["words"]) == (sample != "two")


def test_a_page_before_the_first_game_is_a_page(chromium: browser.Browser, tmp_path: Path) -> None:
    visit = chromium.visit(
        written(tmp_path, page_of("empty", "ru")), "document.querySelectorAll('section').length"
    )
    assert visit.complaints == []
    assert visit.seen >= 8


@pytest.mark.parametrize("guarded", [True, False], ids=["guarded", "unguarded"])
@pytest.mark.parametrize("fault", list(BROKEN))
def test_a_page_broken_on_purpose_is_reported(
    chromium: browser.Browser, tmp_path: Path, fault: str, guarded: bool
) -> None:
    """This shows that the tests above can fail. (The page's own policy forbids scripts and requests.)"""
    html = page_of("two").replace("</main>", BROKEN[fault] + "</main>")
    assert POLICY_BEGINS in html
    if not guarded:
        html = html.replace(POLICY_BEGINS, '<meta name="unguarded"')
    file = written(tmp_path, html)
    visit = chromium.visit(file, "document.title")
    assert visit.seen == "Autumn Cup"
    assert visit.complaints
    if not guarded:
        assert (len(visit.requests) > 1) == ("script" not in fault)


def test_names_of_strangers_stay_text(chromium: browser.Browser, tmp_path: Path) -> None:
    data = ALL["two"]()
    evil = '<img src=x onerror="console.error(1)">'
    data.tournament.settings.title = evil  # type: ignore[union-attr]
    for standing, entrant in zip(data.standings.standings, data.tournament.entrants, strict=True):
        standing.player_name = entrant.player_name = evil
    file = written(tmp_path, page(data))
    visit = chromium.visit(file, "[document.querySelectorAll('img').length, document.title]")
    assert visit.complaints == []
    assert visit.seen == [0, evil]
    assert visit.requests == [file.as_uri()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_the_paper_in_light_and_dark(
    chromium: browser.Browser, tmp_path: Path, scheme: str
) -> None:
    """Texts have the contrast that the rules for accessible pages ask of ordinary text: at least 4.5."""
    html = page_of("eight").replace("(prefers-color-scheme: dark)", "all" if scheme == "dark" else "not all")
    visit = chromium.visit(written(tmp_path, html), CONTRASTS)
    assert visit.seen
    assert min(visit.seen.values()) >= 4.5, visit.seen


CONTRASTS = """(() => {
    const light = colour => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(value => value / 255)
            .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const paper = light(getComputedStyle(document.body).backgroundColor);
    const found = {};
    for (const [name, selector, property] of [
        ['text', 'body', 'color'], ['faint', 'figcaption', 'color'], ['link', 'nav a', 'color'],
        ['label', 'figure svg text', 'fill'],
    ]) {
        const ink = light(getComputedStyle(document.querySelector(selector))[property]);
        found[name] = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    }
    return found;
})()"""

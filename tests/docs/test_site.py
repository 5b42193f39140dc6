"""The site that `make docs` builds is whole, can be searched from a folder, and asks no other host for anything."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, REPOSITORY
from tests.report import browser

CONFIGURATION = REPOSITORY / "tools" / "site"
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "link": "href",
    "form": "action",
    "object": "data",
}
"""The attributes for which a browser sends a request by itself, or with what a reader types."""
ELSEWHERE = re.compile(r"^\s*(?:https?:|wss?:)?//", re.IGNORECASE)
FOUND = "[...document.querySelectorAll('#search-results li a')].map(link => link.getAttribute('href'))"


def build(to: Path, *flags: str, configuration: Path = CONFIGURATION) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", *flags, "-b", "html"]
    return subprocess.run(
        [*words, "-d", str(to / "cache"), "-c", str(configuration), str(REPOSITORY), str(to / "site")],
        capture_output=True,
        text=True,
        check=False,
    )


pytestmark = pytest.mark.sweep  # links are looked at without the site, in test_links.py


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    ran = build(folder)
    assert ran.returncode == 0, ran.stderr
    return folder / "site"


class Requests(HTMLParser):
    """Collects the addresses that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name == LOADED.get(tag)]


def loaded_by(html: str) -> list[str]:
    """Return the addresses that a page and its inline styles load."""
    parser = Requests()
    parser.feed(html)
    return parser.addresses + loaded_by_styles(html)


def loaded_by_styles(css: str) -> list[str]:
    """Return the addresses that a style sheet loads."""
    return re.findall(r"""(?:url\(|@import\s+)["']?([^"')\s]+)""", css)


def test_every_page_is_in_the_site_and_none_asks_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert {path.relative_to(site) for path in pages} >= {
        path.relative_to(REPOSITORY).with_suffix(".html") for path in DOCS.rglob("*.md")
    }
    loaded = {str(path): loaded_by(path.read_text(encoding="utf-8")) for path in pages}
    loaded |= {str(path): loaded_by_styles(path.read_text(encoding="utf-8")) for path in site.rglob("*.css")}
    assert sum(map(len, loaded.values())) > 100
    assert not [(path, each) for path, found in loaded.items() for each in found if ELSEWHERE.match(each)]


@pytest.mark.parametrize(
    "page",
    [
        '<img src="https://example.org/a.png">',
        '<link rel="stylesheet" href="//example.org/a.css">',
        "<style>@import 'http://example.org/a.css';</style>",
        "<style>b { background: url( https://example.org/a.png ) }</style>",
    ],
)
def test_a_page_that_asks_another_host_would_be_found(page: str) -> None:
    assert [each for each in loaded_by(page.replace("( ", "(")) if ELSEWHERE.match(each)]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    path = browser.found()
    if path is None:
        pytest.skip("no Chromium here to open the site in: on Debian, apt install chromium")
    with browser.Browser(path, tmp_path_factory.mktemp("profile")) as started:
        yield started


def test_a_browser_reads_the_site_from_its_folder(chromium: browser.Browser, site: Path) -> None:
    visit = chromium.visit(site / "docs" / "architecture.html", "document.title")
    assert "Architecture" in visit.seen
    assert visit.complaints == []
    assert {each.partition(":")[0] for each in visit.requests} <= {"file", "data"}


def test_the_search_works_from_its_folder(chromium: browser.Browser, site: Path) -> None:
    visit = chromium.visit((site / "search.html").as_uri() + "?q=rehearses", FOUND)
    assert any("kernel" in each for each in visit.seen)
    assert {each.partition(":")[0] for each in visit.requests} <= {"file", "data"}


@pytest.mark.parametrize("link", ["[gone](gone.md)", "[gone](glossary.md#no-such-word)"])
def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path, link: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "glossary.md").write_text("# Glossary\n")
    (tmp_path / "docs" / "index.md").write_text(f"# Tilth\n\n{link}\n\n[glossary](glossary.md)\n")
    configuration = (CONFIGURATION / "conf.py").read_text(encoding="utf-8")
    (tmp_path / "tools" / "site").mkdir(parents=True)
    (tmp_path / "tools" / "site" / "conf.py").write_text(configuration)
    (tmp_path / "tools" / "site" / "index.html").touch()
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "-c", str(tmp_path / "tools" / "site")]
    ran = subprocess.run(
        [*words, str(tmp_path), str(tmp_path / "site")], capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0
    assert "gone" in ran.stderr or "no-such-word" in ran.stderr

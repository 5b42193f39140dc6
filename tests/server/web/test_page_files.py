"""The page's files."""

import gzip
from pathlib import Path

import pytest

from tests.server.web.browser import Browser
from tilth_server.web import page_files
from tilth_server.web.page_files import PageFiles, response

SCRIPT = b"export const answer = 42;\n" * 50


class Request:
    """The part of a request that a file's response looks at."""

    def __init__(self, path: str, **headers: str) -> None:
        self.path = path
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture
def files(tmp_path: Path) -> PageFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Tilth</title>" * 20)
    (tmp_path / "assets" / "main-4f3a.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "dot-1b2c.png").write_bytes(b"\x89PNG")
    return PageFiles(tmp_path)


def test_a_file_whose_name_has_a_hash_may_be_kept_for_good(files: PageFiles) -> None:
    script = files.find("/assets/main-4f3a.js")
    assert script is not None
    found = response(script, Request("/assets/main-4f3a.js"))  # type: ignore[arg-type]
    assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert found.headers["Content-Type"].startswith("text/javascript")
    assert found.body == SCRIPT


def test_the_page_itself_is_asked_for_again_and_not_sent_again(files: PageFiles) -> None:
    page = files.find("/")
    assert page is not None
    first = response(page, Request("/"))  # type: ignore[arg-type]
    assert first.headers["Cache-Control"] == "no-cache"
    again = response(page, Request("/", If_None_Match=first.headers["ETag"]))  # type: ignore[arg-type]
    assert (again.status, again.body) == (304, None)
    other = response(page, Request("/", If_None_Match='"other"'))  # type: ignore[arg-type]
    assert other.status == 200


def test_a_browser_that_takes_gzip_gets_it(files: PageFiles) -> None:
    script = files.find("/assets/main-4f3a.js")
    assert script is not None
    packed = response(script, Request("/assets/x", Accept_Encoding="gzip, br"))  # type: ignore[arg-type]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert isinstance(packed.body, bytes)
    assert gzip.decompress(packed.body) == SCRIPT
    picture = files.find("/assets/dot-1b2c.png")
    assert picture is not None
    plain = response(picture, Request("/assets/x", Accept_Encoding="gzip"))  # type: ignore[arg-type]
    assert "Content-Encoding" not in plain.headers


def test_only_the_files_of_the_folder_are_served(files: PageFiles) -> None:
    for path in ("/assets/../index.html", "/assets", "/..", "//index.html", "/assets/%2e%2e/index.html"):
        assert files.find(path) is None


def test_a_server_without_the_page_says_so(tmp_path: Path) -> None:
    files = PageFiles(tmp_path / "none")
    page = files.find("/")
    assert page is not None
    assert not files.is_built
    assert b"installed without the page" in page.body


async def test_a_policy_says_what_the_page_may_do(browser: Browser) -> None:
    policy = ""
    for path, status in (("", 200), ("nothing", 404), ("tilth.v1.LobbyService/ListMatches", 415)):
        async with browser.session.get(f"{browser.url}{path}") as got:
            assert got.status == status
            policy = got.headers["Content-Security-Policy"]
            assert got.headers["X-Content-Type-Options"] == "nosniff"
            assert got.headers["Server"] == "tilth"
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert policy == page_files.POLICY


async def test_a_file_is_read_and_nothing_else(browser: Browser) -> None:
    async with browser.session.head(browser.url) as got:
        assert (got.status, await got.read()) == (200, b"")
    for method in ("PUT", "DELETE", "OPTIONS", "POST"):
        async with browser.session.request(method, browser.url) as got:
            assert (got.status, await got.text()) == (405, "files are read with GET\n")

"""Sphinx's settings for the site that `make docs` builds of README.md, docs/ and the pages beside them.

The pages are plain Markdown, which a code host shows as it stands. So the lists of pages, which Sphinx needs, are added
here, while the start page is read. A page that is in no list fails the build, as does a link that leads nowhere.
"""

from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

REPOSITORY = Path(__file__).resolve().parents[2]
BESIDE_DOCS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
CHAPTERS = {
    "Start": ["docs/start/first-match", "docs/start/first-bot", "docs/start/*"],
    "Guides": ["docs/guides/*"],
    "Protocol": ["docs/protocol/index", "docs/protocol/*"],
    "Reference": ["docs/reference/*", "docs/performance"],
    "Schema": ["docs/reference/schema/*"],
    "Explanation": ["docs/explanation/*", "docs/architecture"],
    "Games": [
        "docs/games/index",
        *(
            f"docs/games/{game}/{page}"
            for game in ("petrichor", "sonora", "earth", "agricola")
            for page in ("index", "*")
        ),
        "docs/games/*",
        "docs/games/chance/*",
    ],
    "Decisions": ["docs/decisions/*"],
    "Project": ["docs/*", "CHANGELOG", "CONTRIBUTING", "SECURITY", "README"],
}
"""The pages of each chapter. A page that several patterns match stands where the first has it."""

project = "Tilth"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", *BESIDE_DOCS]
# Sphinx walks the whole tree unless folders are left out by name.
exclude_patterns = [path.name for path in REPOSITORY.iterdir() if path.is_dir() and path.name != "docs"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 6
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]  # JSON with an ellipsis in it

html_theme = "furo"
html_title = "Tilth"
html_extra_path = ["index.html"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # they are fetched, which a browser refuses for files


def chapters() -> Iterator[tuple[str, list[str]]]:
    """Yield each chapter with its pages, in the order of its patterns; a page that an earlier chapter has and a chapter
    without pages are left out."""
    listed = {root_doc}
    for caption, patterns in CHAPTERS.items():
        found = [path for pattern in patterns for path in sorted(REPOSITORY.glob(f"{pattern}.md"))]
        pages = dict.fromkeys(path.relative_to(REPOSITORY).with_suffix("").as_posix() for path in found)
        chapter = [page for page in pages if page not in listed]
        listed.update(chapter)
        if chapter:
            yield caption, chapter


def add_chapters(_: Sphinx, page: str, source: list[str]) -> None:
    """Append the lists of all pages to the start page."""
    if page == root_doc:
        for caption, pages in chapters():
            listed = "\n".join(f"/{page}" for page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n:maxdepth: 1\n\n{listed}\n```\n"


def setup(app: Sphinx) -> None:
    """Let `add_chapters` run for each page that Sphinx reads."""
    app.connect("source-read", add_chapters)

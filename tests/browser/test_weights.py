"""The page's weight on the way to a browser: what the first table of a game needs, compressed, and no drawing grows
unseen."""

import gzip
import json
import re
from pathlib import Path

import pytest

import tilth_server.web

PAGE = Path(tilth_server.web.__file__).parent / "page"
MAX_BYTES = 150_000
GROWTH = 1.10
KEPT = Path(__file__).with_name("weights.json")
"""The weight of each game's first table in bytes, as it was accepted last."""
IMPORTS = re.compile(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""")

if not (PAGE / "index.html").is_file():
    pytest.skip("the page is not built: make setup builds it where there is Node", allow_module_level=True)


def zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def with_imports(script: Path, seen: set[Path]) -> None:
    """Add a script and what it imports at once to those that were seen."""
    if script in seen:
        return
    seen.add(script)
    for name in IMPORTS.findall(script.read_text(encoding="utf-8")):
        with_imports(script.with_name(name), seen)


def first_table(game: str) -> int:
    """Return the bytes that a browser fetches until the first table of a game is drawn."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    first = {PAGE / name for name in re.findall(r'(?:src|href)="\./(assets/[\w.-]+)"', index)}
    found: set[Path] = set()
    for file in (
        first | set((PAGE / "assets").glob("Match-*.js")) | set((PAGE / "assets").glob(f"{game}-*.js"))
    ):
        if file.suffix == ".js":
            with_imports(file, found)
        else:
            found.add(file)
    found |= set((PAGE / "assets").glob(f"{game}-*.css")) | set((PAGE / "assets").glob("Match-*.css"))
    return zipped(PAGE / "index.html") + sum(zipped(file) for file in found)


@pytest.mark.parametrize("game", ["petrichor", "sonora", "earth", "agricola"])
def test_the_first_table_of_a_game_is_light(game: str) -> None:
    weight = first_table(game)
    assert weight <= MAX_BYTES
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[game]
    assert weight <= kept * GROWTH, (
        f"{game}: {weight} bytes, {kept} before; write the new weight into {KEPT.name}"
    )


def test_the_page_has_no_reference_to_another_address() -> None:
    for file in (PAGE / "assets").iterdir():
        text = file.read_text(encoding="utf-8")
        links = set(re.findall(r"https?://[^\s\"'`)]+", text))
        assert {link for link in links if "w3.org" not in link and "svelte.dev" not in link} == set(), (
            file.name
        )

"""The pages as tests read them."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def chapter(folder: str, *names: str) -> str:
    """Return the text of several pages of a folder, one after the other; of all its pages if none is named."""
    paths = [DOCS / folder / f"{name}.md" for name in names] or sorted((DOCS / folder).glob("*.md"))
    return "".join(path.read_text(encoding="utf-8") for path in paths)


def between(text: str, begin: str, end: str) -> str:
    """Return the text between two markers, each of which occurs exactly once."""
    before, found, rest = text.partition(begin)
    inside, ended, after = rest.partition(end)
    assert found, f"{begin.strip()} is missing"
    assert ended, f"{end.strip()} is missing"
    assert begin not in before + after, f"{begin.strip()} stands there twice"
    return inside


def section(text: str, heading: str) -> str:
    """Return the text under a heading, up to the next heading of the same or a higher level."""
    level = heading.partition(" ")[0]
    start = text.index(f"\n{heading}\n") + len(heading) + 2
    following = re.compile(rf"^#{{1,{len(level)}}} ", re.MULTILINE).search(text, start)
    return text[start : following.start() if following else len(text)]


def table(text: str) -> list[list[str]]:
    """Return the rows of the first table, without its head; cells without back quotes."""
    lines = text[text.index("\n|") :].lstrip("\n").split("\n")
    rows: list[list[str]] = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split(" | ")])
    return rows


def code_words(text: str) -> set[str]:
    """Return every word that stands in code."""
    spans = re.findall(r"```.*?```|`[^`\n]+`|^    .+$", text, re.DOTALL | re.MULTILINE)
    return {word for span in spans for word in re.findall(r"\w+", span)}

"""docs/architecture.md shows the ways that a running server goes, and matches/ keeps its promises about its own."""

import ast
import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.docs.pages import REPOSITORY, page, section
from tests.docs.walks import Entered, Stream, changes, first_entered, match_of, petrichor, recording
from tests.server.serve.full_server import full_server

ARCHITECTURE = page("architecture.md")
MATCHES = REPOSITORY / "server" / "tilth_server" / "matches"

SETTLE_SECONDS = 0.3
"""After this the writers of both streams wait for something to write."""
ATTEMPTS = 3
MAX_FILES = 7
MAX_CHANGES = 21
"""Half of the 43 of the build before matches/ was made of collaborators."""


def listed(heading: str) -> list[str]:
    """Return the files of the section's first block, in order."""
    block = section(ARCHITECTURE, heading).split("```")[1]
    return [line.split()[0] for line in block.splitlines()[1:] if line.strip()]


def in_matches(walk: list[Entered]) -> list[Entered]:
    return [each for each in walk if each.file.startswith("tilth_server/matches/")]


async def an_answer(folder: Path) -> list[Entered]:
    """Record one answer of a seat. A second seat on the same stream and a spectator on another one receive it."""
    async with full_server(folder, petrichor()) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        match = await match_of(ann)
        seats, watch = Stream(house, ann), Stream(house, bob)
        await seats.open(match, 0, 1)
        await watch.open(match, None)
        for _ in range(12):
            await seats.answer()
            await asyncio.gather(seats.receive("update", 2), watch.receive("update"))
        await asyncio.sleep(SETTLE_SECONDS)
        with recording() as walk:
            await seats.answer()
            await asyncio.gather(seats.receive("update", 2), watch.receive("update"))
    return walk


async def a_restart(folder: Path) -> list[Entered]:
    """Record the start of a server whose store has one running match, and the opening of a channel there."""
    games = petrichor()
    async with full_server(folder, games) as house:
        ann = await house.person("Ann")
        match = await match_of(ann)
        seats = Stream(house, ann)
        await seats.open(match, 0, 1)
        await seats.answer()
        await seats.receive("update", 2)
    with recording() as walk:
        async with full_server(folder, games) as house:
            seats = Stream(house, ann)
            await seats.open(match, 0)
            done = len(walk)
    return walk[:done]


@pytest.mark.parametrize(("heading", "walked"), [("## An answer", an_answer), ("## A restart", a_restart)])
async def test_the_way_is_that_of_the_page(
    tmp_path: Path, heading: str, walked: Callable[[Path], Awaitable[list[Entered]]]
) -> None:
    """On a busy machine a stream may still be written to when the recording begins: then it is tried again."""
    way: list[str] = []
    for attempt in range(ATTEMPTS):
        way = first_entered(await walked(tmp_path / str(attempt)))
        if way == listed(heading):
            return
    pytest.fail("the way is now:\n" + "\n".join(way))


async def test_an_answer_enters_few_files_of_matches_and_never_turns_back(tmp_path: Path) -> None:
    walk = in_matches(await an_answer(tmp_path))
    assert len(first_entered(walk)) <= MAX_FILES
    assert changes(walk) <= MAX_CHANGES
    calls = {
        (each.caller, each.file)
        for each in walk
        if each.caller not in ("", each.file) and not each.function.startswith("_on_")
    }
    assert calls, "files call each other"
    for caller, file in calls:
        assert caller not in reached_from(file, calls), f"{caller} calls {file}, which leads back to it"


def reached_from(file: str, calls: set[tuple[str, str]]) -> set[str]:
    """Return the files that are called from this one, also by way of others."""
    reached: set[str] = set()
    due = [file]
    while due:
        at = due.pop()
        fresh = {called for caller, called in calls if caller == at} - reached
        reached |= fresh
        due += fresh
    return reached


def definitions() -> list[tuple[str, ast.ClassDef | ast.Module]]:
    """Return every class and module of matches/."""
    found: list[tuple[str, ast.ClassDef | ast.Module]] = []
    for path in sorted(MATCHES.glob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
        found += [(f"{path.name} {node.name}", node) for node in classes] + [(path.name, module)]
    return found


def test_no_two_names_of_a_class_or_module_differ_by_an_underscore() -> None:
    for name, node in definitions():
        functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        named = {each.name for each in node.body if isinstance(each, functions)}
        assert not {each for each in named if f"_{each}" in named}, name


def test_no_class_of_matches_leaves_a_method_to_its_children() -> None:
    for path in MATCHES.glob("*.py"):
        assert "NotImplementedError" not in path.read_text(encoding="utf-8"), path.name
    bases = {
        ast.unparse(base)
        for _, node in definitions()
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    ours = {name.split()[1] for name, node in definitions() if isinstance(node, ast.ClassDef)}
    assert bases & ours <= {"ReplyTarget"}, "collaborators, not layers"


@pytest.mark.parametrize(
    "heading", ["## An answer", "## A flick", "## A replay", "## A restart", "## A tournament game"]
)
def test_every_file_that_the_page_names_is_there(heading: str) -> None:
    named = re.findall(r"`?\b(tilth_(?:server|rules|physics)/[\w/]+\.py)\b", section(ARCHITECTURE, heading))
    assert named
    for file in named:
        folder = "rules" if file.startswith("tilth_rules") else "server"
        assert (REPOSITORY / folder / file).exists(), file


def test_the_page_names_modules_of_games_that_exist() -> None:
    rules = REPOSITORY / "rules" / "tilth_rules"
    named = re.findall(
        r"`(\w+/[\w/.]+)`", section(ARCHITECTURE, "## The games").partition("The rules of Earth")[0]
    )
    assert len(named) > 12
    assert [path for path in named if not (rules / path).exists()] == []

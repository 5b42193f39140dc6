"""The sdist of this tree, and the wheel that is built from it: built once, whichever processes the tests run in."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.page import PAGE

REPOSITORY = Path(__file__).parents[1]


def clean_export(to: Path) -> Path:
    """Everything that is, or is about to be, in the repository; nothing that is generated."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(listing, cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source = REPOSITORY / name
        if source.is_file():
            target = to / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    assert not (to / "generated").exists()
    return to


def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the folder that holds both. The wheel has the page that `make setup` has built: to fetch and to build it
    again takes longer than all else."""
    return once(tmp_path_factory, worker_id, "distributions", lambda folder: build(folder, **built_page()))


def build(folder: Path, **environment: str) -> None:
    """Build both into the folder, from a clean export of this tree that is a repository of its own."""
    tree = clean_export(folder.parent / "tree")
    as_somebody = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    for words in (("init", "--quiet"), ("add", "--all"), (*as_somebody, "commit", "--quiet", "-m", "a tree")):
        subprocess.run(["git", *words], cwd=tree, check=True, capture_output=True)
    run_build(tree, folder, **environment)


def run_build(tree: Path, folder: Path, *flags: str, **environment: str) -> None:
    """Build both from a tree into the folder; with the flag --wheel only the wheel."""
    words = [sys.executable, "-m", "build", "--no-isolation", *flags, "--outdir", str(folder), "."]
    subprocess.run(words, cwd=tree, env=os.environ | environment, check=True, capture_output=True)


def built_page() -> dict[str, str]:
    """Return the environment in which a wheel gets the page that `make setup` has built, if it has."""
    is_there = (REPOSITORY / PAGE / "index.html").is_file()
    return {"TILTH_PAGE": str(REPOSITORY / PAGE)} if is_there else {}


def once(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str, name: str, make: Callable[[Path], None]
) -> Path:
    """Return a folder that all processes of a test run share. The first to ask for it calls `make`."""
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / name
    shared.mkdir(exist_ok=True)
    made, folder = shared / "made", shared / "folder"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            made.touch()
    return folder

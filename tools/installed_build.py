"""The build that is installed: its version, and the commit that it was made from.

`tools.generate` makes this file the package `tilth_build`, which programs of the server and of the clients import. A
wheel has the commit in a file beside it (hatch_build.py). A working copy has none, and the commit is the one that is
checked out. importlib.metadata would find the version, too, but takes longer to import than the command `tilth`.
"""

import os
import re
import sys
from functools import cache

METADATA = re.compile(r"tilth_games-(.+)\.dist-info")
"""The folder that an installation leaves beside the packages."""
COMMIT_FILE = "commit"
"""The file in this package that holds a wheel's commit. Empty if the wheel was made from sources without Git."""
COMMIT_DIGITS = 7


def build_name() -> str:
    """Return the name of this build, such as "0.1.0+a86ceaa"; only the version if its commit is not known."""
    commit = build_commit()
    return build_version() + (f"+{commit[:COMMIT_DIGITS]}" if commit else "")


def build_text() -> str:
    """Return the version and the commit of this build as people read them."""
    commit = build_commit()
    return f"{build_version()} ({f'commit {commit}' if commit else 'commit unknown: built without Git'})"


@cache
def build_version() -> str:
    """Return the version of the installed distribution, such as "0.1.0"."""
    found = (name for folder in sys.path if os.path.isdir(folder) for name in os.listdir(folder))
    return next(match[1] for match in map(METADATA.fullmatch, found) if match)


@cache
def build_commit() -> str:
    """Return the commit that this build was made from; "" if it is not known."""
    here = os.path.dirname(os.path.abspath(__file__))
    kept = os.path.join(here, COMMIT_FILE)
    if os.path.exists(kept):
        return _text_of(kept)
    return commit_of(os.path.dirname(os.path.dirname(here)))


def commit_of(folder: str) -> str:
    """Return the commit that is checked out in a working copy; "" if the folder is none, or can't be read."""
    try:
        git = os.path.join(folder, ".git")
        if os.path.isfile(git):
            git = os.path.join(folder, _text_of(git).removeprefix("gitdir:").strip())
        head = _text_of(os.path.join(git, "HEAD"))
        if not head.startswith("ref:"):
            return head
        name = head.removeprefix("ref:").strip()
        common = os.path.join(git, "commondir")
        root = os.path.join(git, _text_of(common)) if os.path.exists(common) else git
        loose = os.path.join(root, name)
        if os.path.exists(loose):
            return _text_of(loose)
        packed = _text_of(os.path.join(root, "packed-refs")).splitlines()
        return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
    except (OSError, UnicodeDecodeError):
        return ""


def _text_of(path: str) -> str:
    """Return what a file holds, without white space around it."""
    with open(path, encoding="utf-8") as file:
        return file.read().strip()

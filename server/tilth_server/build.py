"""The build of this server: its version and, in a working copy of the project, the commit that is checked out."""

from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

COMMIT_DIGITS: Final = 7


@cache
def build_name() -> str:
    """Return the name of this build, such as "0.1.0" or, in a working copy, "0.1.0+a86ceaa"."""
    commit = commit_of(Path(__file__).resolve().parents[2])
    return version("tilth-games") + (f"+{commit[:COMMIT_DIGITS]}" if commit else "")


def commit_of(folder: Path) -> str:
    """Return the commit that is checked out in a working copy; "" if the folder is none, or can't be read."""
    try:
        git = folder / ".git"
        if git.is_file():
            git = folder / git.read_text().removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref:"):
            return head
        name = head.removeprefix("ref:").strip()
        common = git / "commondir"
        root = git / common.read_text().strip() if common.exists() else git
        loose = root / name
        if loose.exists():
            return loose.read_text().strip()
        packed = (root / "packed-refs").read_text().splitlines()
        return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
    except (OSError, UnicodeDecodeError):
        return ""

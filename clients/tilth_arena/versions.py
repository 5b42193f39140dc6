"""Versions of a bot: the files that it consists of, by their hashes."""

import hashlib
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tilth_arena.programs import Program

MAX_FILES: Final = 150
"""Files with a hash of their own; all further files have one hash together."""
REST: Final = "the other files"
VERSION_DIGITS: Final = 8

Hashes = Mapping[str, str]
"""SHA-256 in hex by path."""

INSTALLED: Final = tuple(
    str(Path(sysconfig.get_path(name)).resolve()) for name in ("stdlib", "platstdlib", "purelib", "platlib")
)
TILTH_FOLDER: Final = str(Path(__file__).parents[1].resolve())


def module_hashes(program: Program, known: Iterable[str]) -> Hashes:
    """Return the hashes of the Python files that were loaded with the bot. `known` are the names of the modules that
    were loaded before it.

    Installed packages are not part of a bot, unless the bot itself is installed.
    """
    package = program.words[0].rpartition(":")[0].partition(".")[0]
    before = set(known)
    files = set()
    for name, module in sys.modules.copy().items():
        file = getattr(module, "__file__", None)
        if name in before or not file:
            continue
        path = str(Path(file).resolve())
        if name.partition(".")[0] == package or not path.startswith((*INSTALLED, TILTH_FOLDER)):
            files.add(path)
    return file_hashes(files)


def command_hashes(program: Program) -> Hashes:
    """Return the hashes of the files that a command names, and of its program unless that is the system's; empty for a
    Python bot."""
    if program.kind.is_python:
        return {}
    words = [word for word in program.words[1:] if Path(word).is_file()]
    if not program.words[0].startswith(("/usr/", "/bin/", "/sbin/", sys.prefix, sys.base_prefix)):
        words.append(program.words[0])
    return file_hashes(str(Path(word).resolve()) for word in words)


def file_hashes(files: Iterable[str]) -> Hashes:
    """Return the SHA-256 of each file that exists, by path. The files beyond the first MAX_FILES get one common hash,
    under the key REST."""
    made = {file: _hash(file) for file in sorted(set(files)) if Path(file).is_file()}
    if len(made) <= MAX_FILES:
        return made
    rest = dict(list(made.items())[MAX_FILES:])
    lines = "".join(f"{file} {value}\n" for file, value in rest.items())
    return dict(list(made.items())[:MAX_FILES]) | {REST: hashlib.sha256(lines.encode()).hexdigest()}


def version_of(hashes: Hashes) -> str:
    """Return a short name for the version of a bot with these files, the same for equal files in another folder; ""
    without files."""
    lines = "\n".join(sorted(hashes.values()))
    return hashlib.sha256(lines.encode()).hexdigest()[:VERSION_DIGITS] if hashes else ""


def changed_files(before: Hashes, now: Hashes) -> list[str]:
    """Return the paths of the files that were changed, added or removed between two sets of hashes, sorted."""
    return sorted(file for file in before.keys() | now.keys() if before.get(file) != now.get(file))


def _hash(file: str) -> str:
    """Return the SHA-256 of a file, in hex."""
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()

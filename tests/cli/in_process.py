"""A command of `tilth` that runs in the process of the tests."""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from tilth_cli.main import run


def can_run_here(arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Return whether a command can run beside others in one process.

    The help texts are put together once, in English. An arena starts processes as copies of its own.
    """
    russian = environment.get("TILTH_LANG") != "en" or any("--lang" in word for word in arguments)
    return not russian and "arena" not in arguments


def run_here(arguments: Sequence[str], environment: Mapping[str, str], folder: Path) -> tuple[int, str, str]:
    """Run a command whose standard input is empty. Return its exit code and what it has written on both outputs."""
    with standard_file() as out, standard_file() as err, open(os.devnull, encoding="utf-8") as nothing:
        before = dict(os.environ), (sys.stdin, sys.stdout, sys.stderr)
        try:
            os.environ.clear()
            os.environ.update(environment)
            sys.stdin, sys.stdout, sys.stderr = nothing, out, err
            with contextlib.chdir(folder):
                code = run(arguments)
        finally:
            os.environ.clear()
            os.environ.update(before[0])
            sys.stdin, sys.stdout, sys.stderr = before[1]
        return code, whole(out), whole(err)


@contextlib.contextmanager
def standard_file() -> Iterator[io.TextIOWrapper]:
    """Yield a file that serves as a standard output: commands write text and bytes to it, and ask for its number."""
    with tempfile.TemporaryFile() as file, io.TextIOWrapper(file, "utf-8") as text:
        yield text


def whole(file: IO[str]) -> str:
    file.flush()
    file.seek(0)
    return file.read()

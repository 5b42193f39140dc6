"""Putting a fault into a copy of the tree, and running the tests that must find it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutations.mutation import TREE, Mutation

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)?(?: - .*)?$", re.MULTILINE)
SOME_TESTS_FAILED = 1
"""The exit code of pytest then. Any other but 0 says that the tests could not be run."""
SECONDS_A_TEST = 60
LEFT_OUT = (".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "node_modules")


class Outcome(NamedTuple):
    """The result of trying a fault."""

    mutation: Mutation
    missed: tuple[str, ...]
    """Named tests that did not fail. None: the fault is caught."""
    output: str


class Copy:
    """A copy of the tree, in which one fault after the other is tried. The tree itself is never changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(TREE, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        if (TREE / ".venv").exists():
            (folder / ".venv").symlink_to(TREE / ".venv")

    def run(self, mutation: Mutation) -> Outcome:
        """Put the fault in, run its tests, and take it out again."""
        file = self.folder / mutation.file
        text, times = file.read_text(), file.stat()
        file.write_text(text.replace(mutation.old, mutation.new))
        try:
            failed, output = self.failing(mutation.tests)
        finally:
            file.write_text(text)
            # So that what Python has compiled of the file as it was is good again.
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        missed = tuple(test for test in mutation.tests if test.partition("[")[0] not in failed)
        return Outcome(mutation, missed, output)

    def failing(self, tests: Iterable[str], *more: str) -> tuple[set[str], str]:
        """Run these tests, and return those that fail, and what pytest says; none if they could not be run."""
        run = subprocess.run(
            (sys.executable, "-m", "pytest", *tests, *self._settings(), *more),
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        failed = set(FAILED.findall(run.stdout)) if run.returncode == SOME_TESTS_FAILED else set()
        return failed, run.stdout + run.stderr

    @staticmethod
    def _settings() -> tuple[str, ...]:
        # `-m ""` runs those, too, that only a sweep runs otherwise.
        timeout = f"--timeout={SECONDS_A_TEST}"
        return ("-q", "-m", "", "-rfE", "--tb=line", "-p", "no:cacheprovider", timeout)

    def _environment(self) -> dict[str, str]:
        """Return an environment in which the copy's packages come before those that are installed."""
        sources = (self.folder / name for name in ("rules", "server", "clients", "generated", "."))
        path = os.pathsep.join(str(source) for source in sources)
        # What is compiled of a fault must not stay.
        return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}

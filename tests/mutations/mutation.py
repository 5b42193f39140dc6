"""A fault to be put into the code."""

from pathlib import Path
from typing import NamedTuple

TREE = Path(__file__).parents[2]


class Mutation(NamedTuple):
    """A fault: in `file` the text `old`, which stands there once, becomes `new`; then each of `tests` fails."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """Names as pytest takes them: `tests/kernel/test_table.py::test_an_answer_is_taken`. Of one with parameters at
    least one run fails."""


def tests_in(file: str, *names: str) -> tuple[str, ...]:
    """Return the tests of these names in a file."""
    return tuple(f"{file}::{name}" for name in names)

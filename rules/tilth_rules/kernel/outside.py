"""The port for outside facts: results that rules cannot compute, such as the place where a flicked disc stops."""

from collections.abc import Callable
from typing import Any

Outside = Callable[[Any], bytes]
"""A function that answers a question (a struct of the game) with a fact, as JSON."""


def nothing_outside(question: Any) -> bytes:
    """Raise LookupError: the port of a table that has no source of outside facts."""
    raise LookupError(f"this table has no port for outside facts: {question!r}")

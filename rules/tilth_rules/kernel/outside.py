"""The port for outside facts: what rules neither decide nor leave to chance, as where a flicked disc comes to rest."""

from collections.abc import Callable
from typing import Any

Outside = Callable[[Any], bytes]
"""A question (a struct of the game's) to its answer, as JSON."""


def nothing_outside(question: Any) -> bytes:
    raise LookupError(f"this table has no port for outside facts: {question!r}")

"""Choosing among the options of a decision."""

from collections.abc import Callable
from typing import Any, Final

from tilth_client import Answer, Decision, picks

NEVER: Final = -1000.0


def best(decision: Decision, worth: Callable[[Any], float]) -> Answer:
    """The option that is worth most, the first of several."""
    option = max(decision.options, key=lambda option: worth(decision.move(option)))
    return picks(option.id)

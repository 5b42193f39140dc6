"""The choice of the best option of a decision."""

from collections.abc import Callable
from typing import Any, Final

from tilth_client import Answer, Decision, picks

NEVER: Final = -1000.0


def best(decision: Decision, worth: Callable[[Any], float]) -> Answer:
    """Pick one option: the one whose move has the highest number by the function `worth`, the first of several."""
    option = max(decision.options, key=lambda option: worth(decision.move(option)))
    return picks(option.id)

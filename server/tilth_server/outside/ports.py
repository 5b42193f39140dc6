"""The ports that are installed."""

from importlib.metadata import entry_points
from typing import Final

GROUP: Final = "tilth.outside"


def ports() -> dict[str, str]:
    """Where each game's port is, `package.module:function`, by the game's name. None of them is loaded here."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}

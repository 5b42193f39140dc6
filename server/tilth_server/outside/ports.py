"""The installed ports: the functions that give a game its outside facts."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Final

GROUP: Final = "tilth.outside"


@cache
def ports() -> Mapping[str, str]:
    """Return the location of each game's port, `package.module:function`, by the game's name.

    No port is loaded. The installed packages are searched once per process.
    """
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}

"""The bots that are installed, as their distributions name them in the entry points of the group `tilth.bots`.

    [project.entry-points."tilth.bots"]
    farmer = "tilth_bots.farmer:farmer"

Nothing of a bot is imported here: the games that it knows come from a process of the bot host.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import entry_points
from importlib.util import find_spec
from time import monotonic
from typing import Final

import msgspec

from tilth_server.bots.host import BotHost, Description

GROUP: Final = "tilth.bots"
CLIENT: Final = "tilth_client"
ALL: Final = "all"
NONE: Final = "none"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,29}")
"""The form of a bot's name. Entry points of other names are left out: no player could be called so."""
RETRY_SECONDS: Final = 600.0
"""Seconds after which a bot that could not be loaded is tried again."""
MAX_TEXT: Final = 200
"""Characters of a bot's text that are shown."""


class BotsNotUsable(Exception):
    """The bots that the settings name cannot be run. The message is one line that says why."""


class BotInfo(msgspec.Struct, frozen=True):
    """One bot, as its process describes it."""

    name: str
    text: str = ""
    games: tuple[str, ...] = ()
    """The games that the bot knows; empty if it plays every game."""
    seat_counts: tuple[int, ...] = ()
    """The numbers of seats that it plays with; empty for all."""

    def plays(self, game: str, seat_count: int) -> bool:
        """Return whether the bot plays this game ("": any) with this number of seats (0: any)."""
        return (not game or not self.games or game in self.games) and (
            not seat_count or not self.seat_counts or seat_count in self.seat_counts
        )


class Catalogue:
    """The bots that this server may run. Nothing is looked up before the first question."""

    def __init__(self, allowed: Sequence[str]) -> None:
        """`allowed` are the bots' names, or ALL, or NONE."""
        self._allowed = tuple(allowed)
        self._described: dict[str, BotInfo] = {}
        self._next_tries: dict[str, float] = {}
        """The time before which a bot that could not be described is not asked again."""
        self._turn = asyncio.Lock()

    @cached_property
    def programs(self) -> Mapping[str, str]:
        """The place of each allowed bot, `package.module:name`, by its name. Empty without the client packages."""
        if self._allowed == (NONE,) or find_spec(CLIENT) is None:
            return {}
        found = _installed()
        if self._allowed == (ALL,):
            return found
        return {name: found[name] for name in self._allowed if name in found}

    def check(self) -> None:
        """Raise BotsNotUsable if the settings name bots that cannot be run."""
        if self._allowed in ((ALL,), (NONE,)):
            return
        if find_spec(CLIENT) is None:
            raise BotsNotUsable(
                "--bots needs the client packages, which are not installed: install tilth-games whole,"
                f" or give --bots {NONE}"
            )
        if missing := [name for name in self._allowed if name not in self.programs]:
            installed = ", ".join(sorted(_installed())) or "none"
            raise BotsNotUsable(
                f"--bots {','.join(missing)}: no such bot is installed (installed: {installed})"
            )

    async def describe(self, host: BotHost, names: Iterable[str] | None = None) -> list[BotInfo]:
        """Return those of these bots (None: of all) that can be loaded, by name. Each is described once, by a process
        of the host.
        """
        wanted = self.programs.keys() if names is None else self.programs.keys() & set(names)
        async with self._turn:
            now = monotonic()
            missing = {
                name: program
                for name, program in self.programs.items()
                if name in wanted and name not in self._described and self._next_tries.get(name, now) <= now
            }
            if missing:
                described = await host.describe(missing)
                self._described |= {name: _info(name, one) for name, one in described.items()}
                self._next_tries |= {name: now + RETRY_SECONDS for name in missing if name not in described}
        return [self._described[name] for name in sorted(wanted) if name in self._described]


def _installed() -> dict[str, str]:
    """Return the places of the installed bots by name, as their distributions give them."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP) if NAME.fullmatch(entry.name)}


def _info(name: str, described: "Description") -> BotInfo:
    """Return what is shown of a bot."""
    shown = "".join(letter if letter.isprintable() else " " for letter in described.text)[:MAX_TEXT]
    return BotInfo(name, shown, tuple(described.games), tuple(described.seat_counts))

"""The commands, by what they are about."""

from tilth_cli.commands import (
    archive,
    arena,
    backup,
    bots,
    desk,
    diff,
    lobby,
    operations,
    play,
    players,
    replay,
    results,
    seasons,
    series,
    tournaments,
    watch,
)
from tilth_cli.commands.root import tilth

__all__ = [
    "archive",
    "arena",
    "backup",
    "bots",
    "desk",
    "diff",
    "lobby",
    "operations",
    "play",
    "players",
    "replay",
    "results",
    "seasons",
    "series",
    "tilth",
    "tournaments",
    "watch",
]

"""The commands, by what they are about."""

from tilth_cli.commands import archive, bots, lobby, operations, play, players, replay, watch
from tilth_cli.commands.root import tilth

__all__ = ["archive", "bots", "lobby", "operations", "play", "players", "replay", "tilth", "watch"]
